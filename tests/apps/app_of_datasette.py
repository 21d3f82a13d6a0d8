"""Datasette (PyPI): a catalogue on a database table, with filters, full-text search and 100 rows to a page."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    database, port = workshop.folder / "museum.db", free_port()
    rows = [(i.key, i.title, i.kind, i.maker, i.place, i.year, i.text) for i in workshop.items]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(
            "CREATE TABLE instruments (key TEXT PRIMARY KEY, title TEXT, kind TEXT, maker TEXT, place TEXT,"
            " year INTEGER, description TEXT);"
            "CREATE VIRTUAL TABLE instruments_fts USING fts4 (title, description, content=[instruments]);"
        )
        connection.executemany("INSERT INTO instruments VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("INSERT INTO instruments_fts (instruments_fts) VALUES ('rebuild')")
    with workshop.server(port, workshop.tools / "bin/datasette", "serve", database, "--port", str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/museum/instruments", state=lambda: tables_state(database))


DATASETTE = Application("datasette", "catalogue", 1200, _serve, modules=("datasette",))
