"""The tables, as numbered migrations (`statements/migration_*.sql`), and what in a database is none of ours.

A landed migration is never edited; a change is a new one. SQLite keeps the text of a statement, blanks too.
"""

import sqlite3
from contextlib import closing
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any


@cache
def statement(name: str) -> str:
    """The text of `NAME.sql`: statements of many lines are files of their own."""
    return (files(__package__) / "statements" / f"{name}.sql").read_text("utf-8")


MIGRATIONS = tuple(statement(f"migration_{number}") for number in range(1, 13))
_CODE = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'create virtual%'"
_COLUMNS = """
    SELECT tables.name, columns.name, columns.type, columns."notnull" OR columns.pk
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND NOT (columns.type = 'INTEGER' AND columns.pk)
    ORDER BY tables.name, columns.cid
"""


def foreign_parts(connection: sqlite3.Connection, version: int) -> str:
    """What stands in the schema that runs by itself and is not ours, in a few words; empty if nothing does."""
    strange = sorted(set(connection.execute(_CODE)) - set(_ours(version, _CODE)))
    return ", ".join(f"the {kind} {name[:60]!r}" for kind, name, _ in strange[:3])


def misfit(connection: sqlite3.Connection) -> str | None:
    """A column that holds a value of another type than it has: SQLite lets anything stand anywhere."""
    columns = _ours(len(MIGRATIONS), _COLUMNS)  # their names, not those that a foreign file has
    for table, group in groupby(columns, key=lambda column: str(column[0])):
        tests = {
            name: f"typeof({name}) <> '{kind.lower()}'" + ("" if needed else f" AND {name} IS NOT NULL")
            for _, name, kind, needed in group
        }
        wrong = " OR ".join(tests.values())
        # S608: all that stands in it is from our own schema.
        sql = f"SELECT {', '.join(tests.values())} FROM {table} WHERE {wrong} LIMIT 1"  # noqa: S608
        if (found := connection.execute(sql).fetchone()) is not None:
            return next(f"{table}.{name}" for name, is_wrong in zip(tests, found, strict=True) if is_wrong)
    return None


@cache
def _ours(version: int, question: str) -> list[tuple[Any, ...]]:
    """What an empty database, as we make it, answers."""
    with closing(sqlite3.connect(":memory:")) as ours:
        for migration in MIGRATIONS[:version]:
            ours.executescript(migration)
        return ours.execute(question).fetchall()
