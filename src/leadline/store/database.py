"""SQLite, opened the one way this house opens it: WAL, one writer, migrated."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from leadline.errors import ArchiveError
from leadline.store.schema import MIGRATIONS

CACHE_MIB = 192
"""Grows only as it is used; holds the digests of 10 million URLs."""

_APPLICATION = 0x4C454144
"""`PRAGMA application_id` of our files ("LEAD"): nobody else's database is taken for a crawl and written to."""


class Database:
    """A connection with explicit transactions; nothing is written outside of one."""

    def __init__(self, path: Path, *, cache_mib: int = CACHE_MIB) -> None:
        self.path = path
        self._undone: list[Callable[[], None]] = []
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=30.0)
        except sqlite3.Error as error:
            raise ArchiveError(f"{path} cannot be opened as a Leadline database: {error}") from error
        try:
            self._check_owner()
            self._connection.execute("PRAGMA journal_mode = WAL")
            # A commit survives kill -9; an fsync a commit would only add safety against a power cut.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(f"PRAGMA cache_size = -{cache_mib * 1024}")
            # Random pages of `seen` are written again and again; a long log folds those writes into one.
            self._connection.execute("PRAGMA wal_autocheckpoint = 16384")
            self._migrate()
        except BaseException as error:
            self._connection.close()
            if isinstance(error, sqlite3.Error):
                raise ArchiveError(f"{path} cannot be opened as a Leadline database: {error}") from error
            raise

    def _check_owner(self) -> None:
        (application,) = self.one("PRAGMA application_id")
        (version,) = self.one("PRAGMA user_version")
        (tables,) = self.one("SELECT count(*) FROM sqlite_master")
        if application != _APPLICATION and (application or version or tables):
            raise ArchiveError(f"{self.path} is a database of another program; nothing was changed in it")
        if version > len(MIGRATIONS):
            raise ArchiveError(
                f"{self.path} was written by a newer Leadline (schema {version}, this one knows "
                f"{len(MIGRATIONS)}); upgrade to open it"
            )

    def _migrate(self) -> None:
        (version,) = self.one("PRAGMA user_version")
        for number in range(version, len(MIGRATIONS)):
            self._connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {_APPLICATION}; {MIGRATIONS[number]}; "
                f"PRAGMA user_version = {number + 1}; COMMIT;"
            )

    def when_undone(self, reload: Callable[[], None]) -> None:
        """Call `reload` after a transaction was rolled back: what it had put in memory is not true then."""
        self._undone.append(reload)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has SQLite roll back by itself
                self._connection.execute("ROLLBACK")
            for reload in self._undone:
                reload()
            raise

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute; the number of rows it changed."""
        return self._connection.execute(sql, values).rowcount

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.executemany(sql, rows)

    def one(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...]:
        """The single row of a query that always has one."""
        row = self.maybe(sql, values)
        assert row is not None, sql
        return row

    def maybe(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._connection.execute(sql, values).fetchone()
        return row

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def each(self, sql: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows one by one, for results of any length."""
        yield from self._connection.execute(sql, values)

    def copy_to(self, path: Path) -> None:
        """A consistent copy, also while another process writes."""
        target = sqlite3.connect(path)
        try:
            self._connection.backup(target)
        finally:
            target.close()

    def close(self) -> None:
        self._connection.close()
