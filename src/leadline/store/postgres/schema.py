"""The tables of a crawl in a PostgreSQL schema of its own, as numbered migrations, and statements in its words.

A landed migration is never edited; a change is a new one. `statement` looks here first and takes the words of
SQLite where both understand them.
"""

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from leadline.errors import ArchiveError
from leadline.store.sqlite.schema import statement as shared

if TYPE_CHECKING:
    from leadline.store.postgres.connecting import Connection

MIGRATIONS = 2
_NAMED = re.compile(r"(?<![:\w]):([a-z_]+)")
SCHEMA = re.compile(r"crawl_[0-9a-f]{16}")
"""How the schema of a crawl is called: nobody else's is touched."""


@cache
def statement(name: str) -> str:
    own = files(__package__) / "statements" / f"{name}.sql"
    return own.read_text("utf-8") if own.is_file() else shared(name)


@cache
def translated(sql: str) -> bytes:
    """Marks for values as the driver wants them."""
    return _NAMED.sub(r"%(\1)s", sql.replace("%", "%%").replace("?", "%s")).encode()


def exists(connection: "Connection", schema: str) -> bool:
    found = connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (schema,)).fetchone()
    return found is not None


def version(connection: "Connection", schema: str) -> int:
    """How far a schema that exists is migrated."""
    there = connection.execute("SELECT to_regclass(%s) IS NOT NULL", (f"{schema}.schema_version",)).fetchone()
    if there is None or not there[0]:
        return 0
    # S608 here and below: a name that fits `SCHEMA`.
    row = connection.execute(f'SELECT max(number) FROM "{schema}".schema_version'.encode()).fetchone()  # noqa: S608
    return int(row[0]) if row is not None and row[0] is not None else 0


def migrate(connection: "Connection", schema: str) -> None:
    """Make the schema what this Leadline knows, all or nothing."""
    assert SCHEMA.fullmatch(schema), "the name was looked at where it came from"
    with connection.transaction():
        connection.execute(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'.encode())
        connection.execute(f'SET LOCAL search_path TO "{schema}"'.encode())
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number BIGINT PRIMARY KEY)")
        done = version(connection, schema)
        check_version(schema, done)
        for number in range(done + 1, MIGRATIONS + 1):
            connection.execute(statement(f"migration_{number}").encode())
            connection.execute("INSERT INTO schema_version VALUES (%s)", (number,))


def check_is_current(connection: "Connection", schema: str) -> None:
    """Raise where the schema cannot be read as it is."""
    found = version(connection, schema)
    check_version(schema, found)
    if found < MIGRATIONS:
        raise ArchiveError(f"{schema} is of an older Leadline; run 'leadline db init' on its database first")


def check_version(schema: str, found: int) -> None:
    if found > MIGRATIONS:
        raise ArchiveError(
            f"{schema} was written by a newer Leadline (schema {found}, this one knows {MIGRATIONS}); "
            "upgrade to open it"
        )
