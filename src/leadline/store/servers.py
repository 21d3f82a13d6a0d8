"""What is done with databases as a whole: prepared, looked through, copied from a folder to a server and back."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from leadline.errors import BadTarget
from leadline.store.copying import copy_rows
from leadline.store.folder import CrawlFolder
from leadline.store.place import DATABASE, POINTER, named_server, new_schema, open_database, point, schema_of
from leadline.store.postgres.connecting import connect, driver, in_our_words
from leadline.store.postgres.database import PostgresDatabase
from leadline.store.postgres.schema import SCHEMA
from leadline.store.sql import SqlDatabase
from leadline.store.sqlite.database import Database

OLD_DATABASE = f"{DATABASE}.copied"
"""What a database that was copied to a server is called from then on: nobody takes it for the crawl."""
_FAULTS = {
    "events are missing in the log": "SELECT (SELECT count(*) FROM log) <> "
    "coalesce((SELECT max(number) + 1 FROM log), 0)",
    "a link waits twice": "SELECT EXISTS (SELECT position FROM (SELECT position FROM waiting_link UNION ALL "
    "SELECT position FROM taken) AS link GROUP BY position HAVING count(*) > 1)",
    "a group counts other links than wait in it": "SELECT EXISTS (SELECT 1 FROM grp WHERE waiting <> "
    "(SELECT count(*) FROM waiting_link JOIN pattern ON pattern.id = waiting_link.pattern WHERE grp = grp.id))",
    "a URL was met twice": "SELECT EXISTS (SELECT digest FROM met GROUP BY digest HAVING count(*) > 1) "
    "OR EXISTS (SELECT 1 FROM met JOIN seen ON seen.digest = met.digest)",
    "an answer in the archive belongs to no event": "SELECT EXISTS (SELECT 1 FROM capture WHERE number NOT IN "
    "(SELECT number FROM log))",
    "a page of an answer belongs to no query": "SELECT EXISTS (SELECT 1 FROM submission WHERE query NOT IN "
    "(SELECT id FROM query))",
    "a page of an answer has no event": "SELECT EXISTS (SELECT 1 FROM submission WHERE state = 'recorded' "
    "AND number NOT IN (SELECT number FROM log))",
}
"""What must never be, and how it is asked for."""


@dataclass(frozen=True, slots=True)
class CheckedDatabase:
    """How one crawl's database stands."""

    database: str
    kind: str
    pages: int
    records: int
    faults: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def prepare(url: str) -> list[str]:
    """Bring every crawl on a server to this Leadline's schema; which crawls there are."""
    schemas = _schemas(url)
    for schema in schemas:
        PostgresDatabase(url, schema).close()
    return schemas


def _schemas(url: str) -> list[str]:
    psycopg = driver()
    try:
        with closing(connect(url)) as connection:
            row = connection.execute(
                "SELECT has_database_privilege(current_database(), 'CREATE'), current_user"
            ).fetchone()
            found = connection.execute("SELECT nspname::text FROM pg_namespace ORDER BY nspname").fetchall()
    except psycopg.Error as error:
        raise in_our_words(url, error) from error
    if row is not None and not row[0]:
        raise BadTarget(
            f"{row[1]} may not make schemas there, and every crawl has one of its own; "
            f"GRANT CREATE ON DATABASE … TO {row[1]}"
        )
    return [str(name) for (name,) in found if SCHEMA.fullmatch(str(name))]


def check_server(url: str) -> Iterator[CheckedDatabase]:
    """Look through every crawl on a server."""
    for schema in _schemas(url):
        with closing(PostgresDatabase(url, schema, writing=False)) as database:
            yield _checked(database)


def check_folder(path: Path) -> CheckedDatabase:
    with (
        CrawlFolder.open(path, writing=False),
        closing(open_database(path, writing=False)) as database,
    ):
        return _checked(database)


def _checked(database: SqlDatabase) -> CheckedDatabase:
    with database.at_one_moment():
        faults = tuple(fault for fault, sql in _FAULTS.items() if database.one(sql)[0])
        kind = database.maybe("SELECT value FROM meta WHERE key = 'kind'")
        pages = database.number("SELECT count(*) FROM log WHERE status IS NOT NULL")
        records = database.number("SELECT count(*) FROM record")
    return CheckedDatabase(database.name, str(kind[0]) if kind else "", pages, records, faults)


def copy_database(path: Path) -> tuple[str, int]:
    """A folder's crawl from its file to the server that was named, or from there into a file; where it is now,
    and how many rows it has. What it was copied from is kept."""
    with CrawlFolder.open(path):
        return _to_file(path) if schema_of(path) is not None else _to_server(path)


def _to_server(path: Path) -> tuple[str, int]:
    url, schema = named_server(path), new_schema()
    with (
        closing(Database(path / DATABASE, writing=True)) as source,
        closing(PostgresDatabase(url, schema, making=True)) as target,
    ):
        rows = copy_rows(source, target)
        source.settle()
    # Which of two counts is decided by the pointer alone, so one that is killed here has copied, or has not.
    point(path, schema)
    (path / DATABASE).replace(path / OLD_DATABASE)
    return target.name, rows


def _to_file(path: Path) -> tuple[str, int]:
    fresh = path / f".{DATABASE}.new"
    for name in (fresh.name, f"{fresh.name}-wal", f"{fresh.name}-shm"):
        (path / name).unlink(missing_ok=True)
    with (
        closing(open_database(path, writing=True)) as source,
        closing(Database(fresh)) as target,
    ):
        rows = copy_rows(source, target)
        target.settle()
    fresh.replace(path / DATABASE)
    (path / POINTER).unlink()
    return str(path / DATABASE), rows
