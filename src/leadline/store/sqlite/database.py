"""SQLite, opened the one way this house opens it: WAL, one writer, migrated.

Whatever SQLite has to complain about leaves here as an `ArchiveError` with a sentence: a full disk, a damaged
file, a medium that cannot be written.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from leadline.errors import ArchiveError
from leadline.store.sql import SqlDatabase, Values
from leadline.store.sqlite.connecting import connect_to_read, connected, in_memory
from leadline.store.sqlite.schema import MIGRATIONS, foreign_parts, misfit, statement

P = ParamSpec("P")
T = TypeVar("T")

_CACHE_MIB = 192  # grows only as it is used; holds the digests of 10 million URLs

_APPLICATION = 0x4C454144
"""`PRAGMA application_id` of our files ("LEAD"): nobody else's database is taken for a crawl and written to."""
_TROUBLE = (sqlite3.Error, OSError, OverflowError, UnicodeError)
"""The last where the message about a damaged schema is damaged itself."""
_REMEDIES = {
    sqlite3.SQLITE_FULL: "make room on the disk, then go on with the same command, or with 'leadline resume'",
    sqlite3.SQLITE_IOERR: "see to the disk, then go on with the same command, or with 'leadline resume'",
    sqlite3.SQLITE_CORRUPT: "put the folder back from a backup, or begin again in a new one",
    sqlite3.SQLITE_NOTADB: "put the folder back from a backup, or begin again in a new one",
    sqlite3.SQLITE_READONLY: "copy the folder to where it can be written",
    sqlite3.SQLITE_BUSY: "wait for the process that uses it, or stop it first",
}


_FOUND_WELL: dict[Path, tuple[int, ...]] = {}
"""Files that this process looked through (`check_values`), as they were then."""


def _complaining(use: Callable[Concatenate["Database", P], T]) -> Callable[Concatenate["Database", P], T]:
    """Whatever SQLite has to complain about becomes an `ArchiveError`."""

    @wraps(use)
    def using(database: "Database", /, *args: P.args, **named: P.kwargs) -> T:
        try:
            return use(database, *args, **named)
        except _TROUBLE as error:
            raise database.as_error(error) from error

    return using


class Database(SqlDatabase):
    """A connection with explicit transactions; nothing is written outside of one.

    With `writing=False` it is only looked at: the file stays as it is, also on a medium that cannot be written."""

    @_complaining
    def __init__(self, path: Path, *, writing: bool = True) -> None:
        self.path = path
        super().__init__()
        self.name = str(path)
        self._wanted = "opened as a Leadline database"
        self._connection = connected(path) if writing else connect_to_read(path)
        try:
            self._prepare(writing=writing)
        except BaseException:
            self._connection.close()
            raise
        self._wanted = "used"

    def _prepare(self, *, writing: bool) -> None:
        # Whoever made the file may have put code into its schema: nothing of that may call functions.
        self._connection.execute("PRAGMA trusted_schema = OFF")
        self._check_owner()
        self._connection.execute(f"PRAGMA cache_size = -{_CACHE_MIB * 1024}")
        if writing:
            self._connection.execute("PRAGMA journal_mode = WAL")
            # A commit survives kill -9; an fsync a commit would only add safety against a power cut.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            # Random pages of `seen` are written again and again; a long log folds those writes into one.
            self._connection.execute("PRAGMA wal_autocheckpoint = 16384")
        elif self._version < len(MIGRATIONS):
            older, self._connection = self._connection, in_memory(self._connection)
            older.close()
        self._migrate()
        if not writing:  # last: also a copy in memory
            self._connection.execute("PRAGMA query_only = ON")

    @property
    def _version(self) -> int:
        return self.number("PRAGMA user_version")

    def _check_owner(self) -> None:
        application, version = self.number("PRAGMA application_id"), self._version
        tables = self.number("SELECT count(*) FROM sqlite_master")
        if application != _APPLICATION and (application or version or tables):
            raise ArchiveError(f"{self.path} is a database of another program; nothing was changed in it")
        if version > len(MIGRATIONS):
            raise ArchiveError(
                f"{self.path} was written by a newer Leadline (schema {version}, this one knows "
                f"{len(MIGRATIONS)}); upgrade to open it"
            )
        if strange := foreign_parts(self._connection, version):
            raise ArchiveError(
                f"{self.path} was changed by another program, which put {strange} into it; nothing was changed"
            )

    def _migrate(self) -> None:
        for number in range(self._version, len(MIGRATIONS)):
            self._connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {_APPLICATION}; {MIGRATIONS[number]}; "
                f"PRAGMA user_version = {number + 1}; COMMIT;"
            )

    def as_error(self, error: Exception) -> ArchiveError:
        # The low byte is the kind of an error, the others say where it happened.
        code = getattr(error, "sqlite_errorcode", None)
        remedy = _REMEDIES.get(code & 0xFF) if code is not None else None
        sentence = f"{self.path} cannot be {self._wanted}: {error}"
        return ArchiveError(f"{sentence}; {remedy}" if remedy else sentence)

    def statement(self, name: str) -> str:
        return statement(name)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; inside another one it is a part of that."""
        is_part = self._connection.in_transaction
        if is_part:
            yield
            return
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.catch_up()
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has SQLite roll back by itself
                self.run("ROLLBACK")
            for reload in self._on_rollback:
                reload()
            raise

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """A transaction that only reads: it begins with the first row that is asked for."""
        self.run("BEGIN")
        try:
            yield
        finally:
            if self._connection.in_transaction:
                self.run("COMMIT")

    # Written out, not decorated: there are twenty of these a page, and a call around each costs a third of it.
    def run(self, sql: str, values: Values = ()) -> None:
        try:
            self._connection.execute(sql, values)
        except _TROUBLE as error:
            raise self.as_error(error) from error

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except _TROUBLE as error:
            raise self.as_error(error) from error

    def maybe(self, sql: str, values: Values = ()) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = self._connection.execute(sql, values).fetchone()
        except _TROUBLE as error:
            raise self.as_error(error) from error
        return row

    @_complaining
    def changed(self, sql: str, values: Values = ()) -> int:
        return self._connection.execute(sql, values).rowcount

    @_complaining
    def named(self, sql: str, values: Values = ()) -> dict[str, Any]:
        """A row by the names of its columns; empty where there is none."""
        found = self._connection.execute(sql, values)
        return {column[0]: value for column, value in zip(found.description, found.fetchone() or (), strict=False)}

    @_complaining
    def all(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def each(self, sql: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        """Rows one by one, for results of any length."""
        try:
            # Not `yield from`: a reader that leaves early would have it close a cursor that may be gone.
            for row in self._connection.execute(sql, values):  # noqa: UP028
                yield row
        except _TROUBLE as error:
            raise self.as_error(error) from error

    def columns(self, table: str) -> list[str]:
        return [name for (name,) in self.all("SELECT name FROM pragma_table_info(?) ORDER BY cid", (table,))]

    @_complaining
    def copy_to(self, path: Path) -> None:
        """A consistent copy, also while another process writes."""
        with closing(sqlite3.connect(path)) as target:
            self._connection.backup(target)

    @_complaining
    def check_values(self) -> None:
        """Raise if a value is of another type than its column: whoever goes on reckons with them all. A file that
        has not changed since is not looked through again: a dashboard opens it for every page."""
        state = self._state()
        if state is not None and _FOUND_WELL.get(self.path) == state:
            return
        if (wrong := misfit(self._connection)) is not None:
            raise ArchiveError(
                f"{self.path} is damaged: {wrong} holds what no Leadline wrote; put the folder back from a backup"
            )
        if state is not None:
            _FOUND_WELL[self.path] = state

    def _state(self) -> tuple[int, ...] | None:
        """What is another one whenever somebody has written into the file (the system alone sets the last number);
        None where there is no file, or somebody takes it away just now."""
        journal = self.path.with_name(f"{self.path.name}-wal")
        try:
            found = [file.stat() for file in (self.path, journal) if file.exists()]
        except OSError:
            return None
        # An empty journal is only that of whoever reads, us included.
        numbers = ((file.st_dev, file.st_ino, file.st_size, file.st_ctime_ns) for file in found if file.st_size)
        return tuple(number for four in numbers for number in four) or None

    def sweep(self) -> None:
        self.run("VACUUM")
        busy, _, _ = self.one("PRAGMA wal_checkpoint(TRUNCATE)")
        if busy:
            raise ArchiveError(
                f"{self.path}: somebody else reads in it, so what was deleted is still in its log; end that "
                "(a dashboard, say) and run the same command again"
            )

    def settle(self) -> None:
        """All of it in the one file, none in the log beside it: then it can be moved."""
        busy, _, _ = self.one("PRAGMA wal_checkpoint(TRUNCATE)")
        assert not busy, "nobody else knows of a database that is moved"

    def close(self) -> None:
        self._connection.close()
