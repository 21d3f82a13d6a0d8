"""Express Admin (npm) on MariaDB: rows of a table on Node; the filter is a POST that a session keeps; Spanish."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_mariadb import SERVER, asked, database
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

START = """
const express = require(process.argv[2] + '/express'), admin = require(process.argv[2] + '/express-admin')
const read = name => JSON.parse(require('fs').readFileSync(name + '.json'))
express().use(admin({config: read('config'), settings: read('settings'), users: {}, custom: {}}))
  .listen(+process.argv[3], '127.0.0.1')
"""
COLUMNS = (
    ("id", "número", "int(11)", "text"),
    ("titulo", "título", "varchar(200)", "text"),
    ("autor", "autor", "varchar(80)", "text"),
    ("lugar", "lugar", "varchar(80)", "text"),
    ("clase", "clase", "varchar(40)", "text"),
    ("anno", "año", "int(11)", "text"),
    ("fecha", "fecha", "date", "date"),
    ("texto", "texto", "text", "textarea"),
)
FILTERED = ("titulo", "autor", "lugar", "clase", "fecha")
ON_A_PAGE = 25
COUNT = "SELECT count(*), sum(crc32(concat_ws('|', titulo, autor, lugar, clase, anno, fecha, texto))) FROM papeles"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    socket, port = workshop.folder / "db.sock", free_port()
    (workshop.folder / "start.js").write_text(START)
    (workshop.folder / "settings.json").write_text(json.dumps({"papeles": _settings()}))
    config = {
        "mysql": {"database": "archivo", "user": "root", "socketPath": str(socket), "charset": "utf8mb4"},
        "admin": {
            "settings": str(workshop.folder / "settings.json"),
            "upload": str(workshop.folder / "upload"),
            "locale": str(workshop.npm / "express-admin/config/lang/es.json"),
            "readonly": True,
        },
    }
    (workshop.folder / "config.json").write_text(json.dumps(config))
    with database(workshop, socket, "archivo"):
        _load(workshop, socket)
        with workshop.server(port, "node", "start.js", workshop.npm, str(port), path="/papeles"):
            workshop.front.behind = Upstream(port)
            yield Served(
                form="/papeles",
                state=lambda: asked(workshop, socket, COUNT, "archivo"),
                search_posts=("/papeles",),
            )


def _settings() -> dict[str, object]:
    columns = [
        {"name": name, "verbose": verbose, "type": kind, "control": {control: True}, "allowNull": name != "id",
         "defaultValue": None, "listview": {"show": name != "id"}, "editview": {"show": name != "id"}}
        for name, verbose, kind, control in COLUMNS
    ]  # fmt: skip
    return {
        "slug": "papeles",
        "table": {"name": "papeles", "pk": "id", "verbose": "papeles"},
        "columns": columns,
        "mainview": {"show": True},
        "listview": {"order": {"titulo": "asc"}, "page": ON_A_PAGE, "filter": list(FILTERED)},
        "editview": {"readonly": True},
    }


def _load(workshop: Workshop, socket: Path) -> None:
    columns = ", ".join(f"{name} {kind}" for name, _, kind, _ in COLUMNS)
    asked(workshop, socket, f"CREATE TABLE papeles ({columns}, PRIMARY KEY (id))", "archivo")
    rows = [
        (str(i.number), i.title, i.maker, i.place, i.kind, str(i.year), dated(i), i.text) for i in workshop.items
    ]
    values = ", ".join("(" + ", ".join(_quoted(value) for value in row) + ")" for row in rows)
    asked(workshop, socket, f"INSERT INTO papeles VALUES {values}", "archivo")


def _quoted(value: str) -> str:
    if not value:
        return "NULL"
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """A visitor without a filter sees everything."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"/papeles/?p={page + 1}")


EXPRESSADMIN = Application(
    "expressadmin", "administration", 330, _serve, programs=("node", SERVER), packages=("express-admin", "mysql"),
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
