"""MoinMoin 2 (PyPI, moin): a wiki; a result is some paragraphs in a row; interface and records are German."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed

LOAD = """
import json, sys
from io import BytesIO
from flask import g as flaskg
from moin.app import create_app, before_wiki
app = create_app()
with app.test_request_context("/"):
    before_wiki()
    for item in json.load(sys.stdin):
        page = flaskg.unprotected_storage[item["title"]]
        meta = {"name": [item["title"]], "contenttype": "text/x.moin.wiki;charset=utf-8", "namespace": "",
                "tags": [item["kind"]], "summary": item["summary"], "comment": "", "action": "SAVE",
                "itemtype": "default"}
        page.store_revision(meta, BytesIO(item["text"].encode()))
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, moin, python = free_port(), workshop.tools / "flask/bin/moin", workshop.python_of("flask")
    workshop.run(moin, "create-instance")
    workshop.run(moin, "index-create")
    rows = [
        {"title": signed(i).replace("/", " "), "text": i.text, "kind": i.kind, "summary": i.maker}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(python, "-c", LOAD, given=json.dumps(rows))
    with workshop.server(port, moin, "run", "--port", str(port), path="/+index"):
        workshop.front.behind = Upstream(port, {"accept-language": "de"})
        # Its robots.txt asks crawlers to leave the search alone; the owner of a site may do otherwise.
        kept = workshop.folder / "wiki/data"
        yield Served(form="/+search", state=lambda: files_state(kept), arguments=("--no-robots",))


MOIN = Application(
    "moin", "wiki", 300, _serve, modules=("moin",), environment="flask", records=partial(natural, language="de")
)  # fmt: skip
