"""Stores to test. Each test module makes its fixtures of these, so that another implementation is one more entry::

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)
"""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leadline.store.postgres.database import PostgresDatabase
from leadline.store.protocols import Store
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.store import SqliteStore
from postgres_server import reason_to_skip, shared

Reopen = Callable[[], Store]


def in_file(folder: Path) -> Reopen:
    """SQLite in a file, opened each time as a new process would."""
    opened: list[Store] = []

    def open_again() -> Store:
        if opened:
            opened.pop().close()
        opened.append(SqliteStore(folder / "leadline.db"))
        return opened[-1]

    return open_again


def in_memory(_: Path) -> Reopen:
    """SQLite in memory: the connection stays, what the store had beside it is gone."""
    database = Database(Path(":memory:"))
    return lambda: SqliteStore(database)


def on_a_server(_: Path) -> Reopen:
    """PostgreSQL, connected each time as a new process would be."""
    if why := reason_to_skip():
        pytest.skip(why)
    schema = f"crawl_{secrets.token_hex(8)}"
    opened: list[Store] = []

    def open_again() -> Store:
        if opened:
            opened.pop().close()
        opened.append(SqliteStore(PostgresDatabase(shared().url, schema, making=True)))
        return opened[-1]

    return open_again


BACKENDS: dict[str, Callable[[Path], Reopen]] = {
    "sqlite": in_file,
    "memory": in_memory,
    "postgres": on_a_server,
}
AT_HAND = [backend for name, backend in BACKENDS.items() if name != "postgres" or not reason_to_skip()]
"""For tests that go through several of them: those that can be used on this machine."""


def reopening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reopen]:
    """Open the test's store, each time without what the last one had in memory."""
    open_again = BACKENDS[request.param](tmp_path)
    yield open_again
    open_again().close()


def new_store(reopen: Reopen) -> Store:
    """An empty store."""
    return reopen()
