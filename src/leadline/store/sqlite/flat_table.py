"""One more table in a database that was copied for somebody: plain columns instead of JSON."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path


def add_table(path: Path, name: str, columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[object]]) -> None:
    """`columns` are (name, declared type) pairs, `rows` their cells."""
    declared = ", ".join(f"{_quoted(column)} {kind}" for column, kind in columns)
    marks = ", ".join("?" * len(columns))
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        # A copy is one file, and nobody else's yet: where this fails, all of it is thrown away.
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        database.execute(f"CREATE TABLE {_quoted(name)} ({declared})")
        # S608: names are quoted.
        database.executemany(f"INSERT INTO {_quoted(name)} VALUES ({marks})", rows)  # noqa: S608
        database.execute("COMMIT")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
