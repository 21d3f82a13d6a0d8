"""RestfulDB (Debian): a table of a database in Perl, searched by a column, a comparison and a value."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from app_front import NOTHING, Asked, Program, Told
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

PACKAGED, SCRIPTS = "usr/share/restfuldb", "usr/lib/cgi-bin"
BY_DEPTH = ("tables", "db", "modify", "image")
"""Its scripts by the parts of an address, as its configuration of a web server has them."""
TABLE = """CREATE TABLE papers (id INTEGER PRIMARY KEY, title TEXT, writer TEXT, place TEXT, year INTEGER,
    kind TEXT, found DATE, text TEXT)"""
ON_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Scripts:
    """One script for each depth of an address."""

    folder: Path
    settings: Mapping[str, str]

    def answer(self, asked: Asked) -> Told:
        path = urlsplit(asked.target).path
        depth = path.strip("/").count("/")
        if not path.startswith("/restfuldb/") or depth > len(BY_DEPTH):
            return NOTHING
        script = self.folder / f"restfuldb-{BY_DEPTH[depth - 1]}.pl"
        return Program(("perl", "-T", str(script)), path, self.settings, self.folder).answer(asked)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    scripts, kept = workshop.folder / "scripts", workshop.folder / "kept"
    scripts.mkdir()
    kept.mkdir()
    for name in BY_DEPTH:
        text = (workshop.debian / SCRIPTS / f"restfuldb-{name}.pl").read_text()
        text = text.replace("/usr/share/restfuldb", str(workshop.debian / PACKAGED))
        (scripts / f"restfuldb-{name}.pl").write_text(text.replace("/var/lib/restfuldb/db", str(kept)))
    database = kept / "archive.db"
    rows = [
        (i.number, i.title, i.maker or None, i.place or None, i.year, i.kind, dated(i), i.text)
        for i in workshop.items
    ]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(TABLE)
        connection.executemany("INSERT INTO papers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    workshop.front.behind = Scripts(scripts, workshop.environment())
    yield Served(form="/restfuldb/archive.db/papers", state=lambda: tables_state(database))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything, a hundred at a time."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"/restfuldb/archive.db/papers?offset={page * ON_A_PAGE}&rows={ON_A_PAGE}")


RESTFULDB = Application(
    "restfuldb", "table of a database", 340, _serve, programs=("perl",), unpacked=(PACKAGED,), records=natural,
    oracle=_oracle,
)  # fmt: skip
