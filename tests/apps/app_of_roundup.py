"""Roundup (PyPI): an issue tracker; its search page has a dozen fields, results are a table of 50 rows."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_oracle import Ask, pages
from app_records import Item

ROWS = 50
LOAD = """
import json, sys
from roundup import instance
tracker = instance.open(sys.argv[1])
db = tracker.open("admin")
statuses, priorities = db.status.list(), db.priority.list()
keywords = {}
for item in json.load(sys.stdin):
    if item["kind"] not in keywords:
        keywords[item["kind"]] = db.keyword.create(name=item["kind"])
    message = db.msg.create(author="1", content=item["text"], summary=item["text"][:60])
    db.issue.create(title=item["title"], messages=[message], keyword=[keywords[item["kind"]]],
                    status=statuses[item["number"] % 3], priority=priorities[item["number"] % len(priorities)])
db.commit()
db.close()
"""
"""Runs in the environment of the application, through its own interface."""

SERVE = """
import sys
from wsgiref.simple_server import make_server
from roundup.cgi.wsgi_handler import RequestDispatcher
make_server("127.0.0.1", int(sys.argv[2]), RequestDispatcher(sys.argv[1])).serve_forever()
"""
"""As its documentation does it with WSGI; the server it brings along refuses to run as root, as in containers."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    home, admin, port = workshop.folder / "tracker", workshop.tools / "bin/roundup-admin", free_port()
    workshop.run(admin, "-i", home, "install", "classic", "sqlite")
    settings = (home / "config.ini").read_text()
    for name, value in {"web": workshop.front.url("/"), "domain": "example.org", "host": "127.0.0.1"}.items():
        settings = settings.replace(f"\n#{name} = NO DEFAULT\n", f"\n{name} = {value}\n")
    (home / "config.ini").write_text(settings)
    workshop.run(admin, "-i", home, "initialise", "a-pass-phrase")
    records = [{"number": i.number, "title": i.title, "text": i.text, "kind": i.kind} for i in workshop.items]
    workshop.run(workshop.python, "-c", LOAD, home, given=json.dumps(records))
    with workshop.server(port, workshop.python, "-c", SERVE, home, str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/issue?@template=search",
            state=lambda: tables_state(home / "db/db", ("sessions", "otks")),
        )


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All issues, page by page: the form as it is."""
    for page in pages(len(items), ROWS):
        asked = {"@columns": "id,title", "@sort": "id", "@pagesize": str(ROWS), "@startwith": str(page * ROWS)}
        yield Ask("/issue?" + urlencode(asked))


ROUNDUP = Application("roundup", "tracker", 400, _serve, modules=("roundup",), oracle=_oracle
)  # fmt: skip
