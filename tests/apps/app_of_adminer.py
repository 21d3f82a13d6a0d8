"""Adminer Editor (Debian, adminer): the rows of a table for those who keep it, a program in PHP; in Spanish."""

import shutil
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

HOME, PATH = "usr/share/adminer", "/editor/sqlite.php"
TABLES = """
CREATE TABLE fondo (id INTEGER PRIMARY KEY, nombre VARCHAR(60) NOT NULL);
CREATE TABLE legajo (id INTEGER PRIMARY KEY, título VARCHAR(200) NOT NULL, fondo INTEGER REFERENCES fondo (id),
    autor VARCHAR(80), lugar VARCHAR(80), año INTEGER, ingreso DATE, texto TEXT);
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    home, kept, port = workshop.folder / "adminer", workshop.folder / "kept/legajos.db", free_port()
    shutil.copytree(workshop.debian / HOME, home)
    script = home / PATH.lstrip("/")
    text = script.read_text().replace("PATH_TO_YOUR_SQLITE_HERE", str(kept))
    script.write_text(text.replace("YOUR_PASSWORD_HERE", "a-pass-phrase"))
    kept.parent.mkdir()
    _load(kept, workshop.items)
    (workshop.folder / "sessions").mkdir()
    settings = ("-d", f"session.save_path={workshop.folder / 'sessions'}")
    command = ("php", *settings, "-S", f"127.0.0.1:{port}", "-t", home)
    with workshop.server(port, *command, path=PATH):
        workshop.front.behind = Upstream(port, {"cookie": f"{_entered(port)}; adminer_lang=es"})
        yield Served(form=f"{PATH}?" + urlencode(_table()), state=lambda: tables_state(kept))


def _load(kept: Path, items: tuple[Item, ...]) -> None:
    kinds = sorted({item.kind for item in items})
    rows = [
        (i.number, signed(i), kinds.index(i.kind) + 1, i.maker or None, i.place or None, i.year, dated(i), i.text)
        for i in items
    ]
    with closing(sqlite3.connect(kept)) as database, database:
        database.executescript(TABLES)
        database.executemany("INSERT INTO fondo VALUES (?, ?)", enumerate(kinds, 1))
        database.executemany("INSERT INTO legajo VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _entered(port: int) -> str:
    """The cookie of somebody who has given the name and the pass phrase."""
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    given = {"driver": "sqlite", "username": "archivero", "password": "a-pass-phrase"}
    body = urlencode({f"auth[{name}]": value for name, value in given.items()}).encode()
    opener.open(f"http://127.0.0.1:{port}{PATH}", body, timeout=60).close()
    return next(f"{cookie.name}={cookie.value}" for cookie in jar if cookie.name == "adminer_sid")


def _table() -> dict[str, str]:
    return {"sqlite": "", "username": "archivero", "select": "legajo"}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All rows: one of the lengths that the form offers for a page is none."""
    if items:
        yield Ask(f"{PATH}?" + urlencode(_table() | {"limit": ""}))


ADMINER = Application(
    "adminer", "editor of a table", 340, _serve, programs=("php",), unpacked=(HOME,),
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
