"""The file of the full-text index: opened if it is ours to the letter, else made anew in its place."""

import os
import sqlite3
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Any

from leadline.store.sqlite.schema import statement

_PATIENCE = 60  # seconds for somebody else who is indexing the same folder


def opened(path: Path) -> sqlite3.Connection:
    """Ours as it was, or a new one in its place."""
    if path.exists():
        try:
            return _checked(path)
        except sqlite3.OperationalError:  # in use, or nothing can be written there: it stays as it is
            raise
        except (sqlite3.DatabaseError, ValueError):
            for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
                path.with_name(name).unlink(missing_ok=True)
    _make(path)
    return _checked(path)


def _make(path: Path) -> None:
    """Made beside its place: whoever is killed meanwhile leaves no half of it there."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; {statement('fulltext')}")
    fresh.replace(path)


def _checked(path: Path) -> sqlite3.Connection:
    """Raises `ValueError` where its tables are not ours."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE)
    with ExitStack() as undo:
        undo.callback(connection.close)
        connection.execute("PRAGMA trusted_schema = OFF")
        if _schema(connection) != _our_schema():
            raise ValueError(path)
        connection.execute("BEGIN IMMEDIATE")  # where nothing can be written, that is told here
        connection.execute("ROLLBACK")
        undo.pop_all()
    return connection


def _schema(connection: sqlite3.Connection) -> list[Any]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


@cache
def _our_schema() -> list[Any]:
    with closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript(statement("fulltext"))
        return _schema(ours)
