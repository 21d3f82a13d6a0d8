"""Calibre-Web (PyPI): a library of electronic books with covers in a grid; interface and records are German."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural

LOAD = """
import json, sys, types, uuid
from datetime import datetime
sys.argv, folder = sys.argv[:1], sys.argv[1]
from calibreweb.cps import db
from sqlalchemy import create_engine
from sqlalchemy.orm import Session
here = {"schema_translate_map": {"calibre": None}}
engine = create_engine("sqlite:///" + folder + "/metadata.db", execution_options=here)
db.Base.metadata.create_all(engine)
made = {}
def one(session, kind, name, *rest):
    if (kind, name) not in made:
        made[kind, name] = kind(name, *rest)
        session.add(made[kind, name])
    return made[kind, name]
with Session(engine) as session:
    session.add(db.Library_Id(uuid=str(uuid.uuid4())))
    for item in json.load(sys.stdin):
        day = datetime.fromisoformat(item["date"])
        book = db.Books(item["title"], item["title"], item["maker"], day, datetime(item["year"], 1, 1), "1.0", day,
                        f"books/{item['number']}", 0, [], [])
        book.uuid = str(uuid.uuid4())
        session.add(book)
        book.authors.append(one(session, db.Authors, item["maker"], item["maker"]))
        book.tags.append(one(session, db.Tags, item["kind"]))
        if item["place"]:
            book.publishers.append(one(session, db.Publishers, item["place"], item["place"]))
        session.flush()
        session.add(db.Comments("<p>" + item["text"] + "</p>", book.id))
    session.commit()
"""
"""Through its own models: the tables are those of Calibre."""
SETTINGS = (
    "UPDATE settings SET config_calibre_dir = ?, config_anonbrowse = 1, config_default_locale = 'de'",
    "UPDATE user SET locale = 'de'",
)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    books, port = workshop.folder / "books", free_port()
    books.mkdir()
    rows = [
        {"number": i.number, "title": f"{i.key} {i.title}", "maker": i.maker or "Unbekannt", "place": i.place,
         "kind": i.kind, "year": i.year, "date": dated(i), "text": i.text}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(workshop.python_of("flask"), "-c", LOAD, books, given=json.dumps(rows))
    settings = workshop.folder / "app.db"
    command = (workshop.tools / "flask/bin/cps", "-p", settings, "-i", "127.0.0.1", "-o", "/dev/stdout")
    with workshop.server(port, *command, CALIBRE_PORT=str(port), CALIBRE_DBPATH=str(workshop.folder)):
        pass  # it writes its settings when it is started for the first time
    _configure(settings, books)
    with workshop.server(port, *command, CALIBRE_PORT=str(port), CALIBRE_DBPATH=str(workshop.folder)):
        workshop.front.behind = Upstream(port, {"accept-language": "de"})
        yield Served(form="/", state=lambda: tables_state(books / "metadata.db"))


def _configure(settings: Path, books: Path) -> None:
    """What its first page asks the administrator for, and that visitors may read."""
    with closing(sqlite3.connect(settings)) as connection, connection:
        connection.execute(SETTINGS[0], (str(books),))
        connection.execute(SETTINGS[1])


CALIBREWEB = Application(
    "calibreweb", "library", 380, _serve, modules=("calibreweb",), environment="flask",
    records=partial(natural, language="de"),
)  # fmt: skip
