"""Trac (PyPI): tickets with a query builder and a search over everything, 10 results to a page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state

LOAD = """
import json, sys
from trac.env import open_environment
from trac.ticket.model import Component, Ticket
env = open_environment(sys.argv[1])
known = set()
with env.db_transaction:
    for item in json.load(sys.stdin):
        if item["kind"] not in known:
            known.add(item["kind"])
            component = Component(env)
            component.name = item["kind"]
            component.insert()
        ticket = Ticket(env)
        ticket.populate({"summary": item["title"], "description": item["text"], "component": item["kind"],
                         "reporter": item["maker"], "status": "new", "type": "task", "priority": "major"})
        ticket.insert()
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    project, port = workshop.folder / "instruments", free_port()
    workshop.run(workshop.tools / "bin/trac-admin", project, "initenv", "Instruments", "sqlite:db/trac.db")
    fields = ("title", "text", "kind", "maker")
    records = [{name: getattr(item, name) for name in fields} for item in workshop.items]
    workshop.run(workshop.python, "-c", LOAD, project, given=json.dumps(records))
    serving = (workshop.tools / "bin/tracd", "--port", str(port), "--hostname", "127.0.0.1", "-s", project)
    with workshop.server(port, *serving, path="/search"):
        workshop.front.behind = Upstream(port)
        passing = ("session", "session_attribute", "auth_cookie", "cache")
        yield Served(
            form="/search",
            state=lambda: tables_state(project / "db/trac.db", passing),
        )


TRAC = Application("trac", "tracker", 400, _serve, modules=("trac",))
