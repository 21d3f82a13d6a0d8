"""hgweb (PyPI mercurial): change sets of a repository; its form takes words or a query language."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port

LOAD = """
import json, sys
from mercurial import context, hg, ui
repo = hg.repository(ui.ui.load(), sys.argv[1].encode(), create=True)
parent = repo[b"null"].node()
with repo.lock(), repo.transaction(b"records"):
    for item in json.load(sys.stdin):
        content = f"{item['kind']}, {item['year']}\\n".encode()
        made = context.memctx(
            repo, (parent, None), f"{item['title']}\\n\\n{item['text']}".encode(),
            [b"notes/%02d.txt" % (item["number"] % 40)],
            lambda repo, change, path, content=content: context.memfilectx(repo, change, path, content),
            user=item["maker"].encode(), date=b"%d 0" % (1200000000 + 3600 * item["number"]))
        parent = repo.commitctx(made)
"""
"""Runs in the environment of the application, through its own interface."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    repository, port = workshop.folder / "instruments", free_port()
    records = [
        {"number": i.number, "title": i.title, "text": i.text, "kind": i.kind, "year": i.year, "maker": i.maker}
        for i in workshop.items
    ]
    workshop.run(workshop.python, "-c", LOAD, repository, given=json.dumps(records))
    serving = (workshop.tools / "bin/hg", "serve", "-R", repository, "-a", "127.0.0.1", "-p", str(port))
    with workshop.server(port, *serving):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/",
            state=lambda: workshop.run(workshop.tools / "bin/hg", "-R", repository, "heads").decode(),
        )


HGWEB = Application("hgweb", "version control", 400, _serve, modules=("mercurial",))
