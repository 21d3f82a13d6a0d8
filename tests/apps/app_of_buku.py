"""Buku (PyPI, its server): bookmarks on Flask; the records are French, the pages English.

Its search is a POST that redirects to the list; every row has a form that deletes it, and links to all bookmarks
that share a word with it.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

LOAD = """
import json, sys
from buku import BukuDb
kept = BukuDb(dbfile=sys.argv[1])
for row in json.load(sys.stdin):
    kept.add_rec(row["url"], title_in=row["title"], tags_in=row["tags"], desc=row["text"], fetch=False,
        delay_commit=True)
kept.conn.commit()
kept.close()
"""
START = """
import sys
import flasgger
flasgger.Swagger = lambda *_, **__: None
from bukuserver.server import create_app
create_app().run("127.0.0.1", int(sys.argv[1]), threaded=False)
"""
"""Without the description of its other interface: the file is missing in the package."""
LIST, ON_A_PAGE = "/bookmark/", 10


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, python = free_port(), workshop.folder / "papiers.db", workshop.python_of("lofts")
    rows = [{"url": _url(i), "title": i.title, "tags": _tags(i), "text": i.text} for i in workshop.items]
    workshop.run(python, "-c", LOAD, kept, given=json.dumps(rows))
    variables = {"BUKUSERVER_DB_FILE": str(kept), "BUKUSERVER_SECRET_KEY": "archive"}
    (workshop.folder / "start.py").write_text(START)
    with workshop.server(port, python, "start.py", str(port), **variables):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: _state(kept), search_posts=("/",))


def _url(item: Item) -> str:
    return f"https://archives.example/{item.kind}/{item.number}"


def _tags(item: Item) -> str:
    return "," + ",".join(told.replace(",", "") for told in (item.kind, item.place) if told) + ","


def _state(kept: Path) -> str:
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT * FROM bookmarks ORDER BY id").fetchall()
    return tables_state(kept) + hashlib.sha256(repr(rows).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{LIST}?page={page}")


BUKU = Application(
    "buku", "bookmarks", 340, _serve, modules=("bukuserver",), environment="lofts",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
