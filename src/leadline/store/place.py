"""Where the database of a crawl is: a file in its folder, or a schema of a PostgreSQL server.

A folder on a server holds `database.txt` instead of `leadline.db`: the name of the schema and nothing else. Which
server that is the user says (`--db`, or the variable LEADLINE_DB): a folder may come from anybody, and must not
decide whom we connect to, nor hold a password.
"""

import os
import secrets
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from leadline.errors import BadConfiguration, BadTarget
from leadline.store.atomic import atomic_write
from leadline.store.postgres.connecting import check_url
from leadline.store.postgres.database import PostgresDatabase
from leadline.store.postgres.schema import SCHEMA
from leadline.store.sql import SqlDatabase
from leadline.store.sqlite.database import Database

DATABASE = "leadline.db"
POINTER = "database.txt"
SERVER = "LEADLINE_DB"
"""The variable that names the server. It is inherited: processes of one crawl use the same."""
_LONGEST = 100  # bytes of a pointer that are looked at


def server() -> str | None:
    """The server that the user named, if any."""
    url = os.environ.get(SERVER) or None
    if url is not None:
        check_url(url)
    return url


def use_server(url: str) -> None:
    """From now on, in this process and those it starts."""
    check_url(url)
    os.environ[SERVER] = url


def new_schema() -> str:
    return f"crawl_{secrets.token_hex(8)}"


def schema_of(folder: Path) -> str | None:
    """The schema a folder's crawl is in; None where it is in a file of the folder."""
    try:
        with (folder / POINTER).open("rb") as file:
            name = file.read(_LONGEST).decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return None
    if not SCHEMA.fullmatch(name):
        raise BadTarget(f"{folder / POINTER} names no crawl of ours; nothing was changed")
    return name


def point(folder: Path, schema: str) -> None:
    """Let a folder's crawl be in that schema."""
    with atomic_write(folder / POINTER) as out:
        out.write(f"{schema}\n".encode())


def make_on(url: str, folder: Path, decisions: Mapping[str, str]) -> None:
    """A new crawl on a server. The folder points to it last; what an interrupted beginning left is used."""
    schema = schema_of(folder) or new_schema()
    with closing(PostgresDatabase(url, schema, making=True)) as database, database.transaction():
        for name, value in decisions.items():
            database.insert("meta", "ON CONFLICT DO NOTHING", key=name, value=value)
    point(folder, schema)


def has_database(folder: Path) -> bool:
    return (folder / POINTER).is_file() or (folder / DATABASE).is_file()


def open_database(folder: Path, *, writing: bool) -> SqlDatabase:
    """The database of a folder that has one."""
    schema = schema_of(folder)
    if schema is None:
        return Database(folder / DATABASE, writing=writing)
    return PostgresDatabase(named_server(folder), schema, writing=writing)


def named_server(folder: Path) -> str:
    url = server()
    if url is None:
        raise BadConfiguration(
            f"the crawl of {folder} is in a PostgreSQL database; say which: --db postgresql://user@host/name, "
            f"or the variable {SERVER}"
        )
    return url


def stamp(folder: Path) -> tuple[int, ...]:
    """What changes when something is written into the file of a crawl; nothing where a server keeps it."""
    if not (folder / DATABASE).is_file():
        return ()
    return tuple(number for file in (DATABASE, f"{DATABASE}-wal") for number in _stat(folder / file))


def _stat(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    # Whoever reads leaves an empty journal behind, or takes it away.
    return (found.st_mtime_ns, found.st_size) if found.st_size else (0, 0)
