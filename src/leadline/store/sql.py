"""A database that the parts of a store speak SQL with, whichever it is.

The parts (`leadline.store.sqlite`: frontier, log, queries, …) are written once, in SQL that SQLite and PostgreSQL
both understand; where one of them wants other words, its database has a statement of that name of its own
(docs/decisions/0027).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

from leadline.errors import ArchiveError

Values = Sequence[Any] | Mapping[str, Any]


class SqlDatabase(ABC):
    """A connection with explicit transactions; nothing is written outside of one."""

    name: str
    """What sentences call it."""

    def __init__(self) -> None:
        self._on_rollback: list[Callable[[], None]] = []
        self._on_commit: list[Callable[[], None]] = []

    def mirror(self, reload: Callable[[], None]) -> None:
        """Call `reload` now and after a rollback: what the transaction had put in memory is not true then."""
        reload()
        self._on_rollback.append(reload)

    def before_commit(self, write: Callable[[], None]) -> None:
        """Call `write` before each commit: what changes many times in a transaction is written once."""
        self._on_commit.append(write)

    def catch_up(self) -> None:
        """Write what waits for the commit, since somebody reads it before."""
        for write in self._on_commit:
            write()

    @abstractmethod
    def statement(self, name: str) -> str:
        """The statement of that name, as this database understands it."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing; inside another one it is a part of that."""

    @abstractmethod
    def at_one_moment(self) -> AbstractContextManager[None]:
        """A transaction that only reads: it begins with the first row that is asked for."""

    @abstractmethod
    def run(self, sql: str, values: Values = ()) -> None:
        """Execute, before anything is read and before the commit: a server may get several at once."""

    @abstractmethod
    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute for each row."""

    @abstractmethod
    def changed(self, sql: str, values: Values = ()) -> int:
        """Execute at once; the number of rows it changed."""

    @abstractmethod
    def maybe(self, sql: str, values: Values = ()) -> tuple[Any, ...] | None: ...

    @abstractmethod
    def named(self, sql: str, values: Values = ()) -> dict[str, Any]:
        """A row by the names of its columns; empty where there is none."""

    @abstractmethod
    def all(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def each(self, sql: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        """Rows one by one, for results of any length."""

    @abstractmethod
    def columns(self, table: str) -> list[str]:
        """Names of the columns of one of our tables."""

    def count_on(self, table: str) -> None:  # noqa: B027  # SQLite goes on behind the largest number by itself
        """The next row gets the number behind the largest there is."""

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """A consistent copy as one SQLite file, also while another process writes."""

    @abstractmethod
    def close(self) -> None: ...

    def check_values(self) -> None:  # noqa: B027  # where the server sees to it there is nothing to look at
        """Raise if a value is of another type than its column: whoever goes on reckons with them all."""

    @abstractmethod
    def sweep(self) -> None:
        """Overwrite what was deleted, as far as that lies with us. Raises where somebody else still needs it."""

    def settle(self) -> None:  # noqa: B027  # a database that is no file is not moved
        """All of it in the one file, none in the log beside it: then it can be moved."""

    # ── the same for all ──────────────────────────────────────────────────────────────────────────────────

    def insert(self, table: str, on_conflict: str = "", /, **row: Any) -> None:
        """Add a row, its values by the names of their columns."""
        self.run(_insertion(table, tuple(row), on_conflict), tuple(row.values()))

    def insert_new(self, table: str, key: str, /, **row: Any) -> bool:
        """Add a row unless there is one of that key; whether there was none."""
        sql = _insertion(table, tuple(row), f"ON CONFLICT ({key}) DO NOTHING")
        return self.changed(sql, tuple(row.values())) > 0

    def update(self, table: str, key: Mapping[str, Any], /, **change: Any) -> None:
        """Change what stands in the row of that key."""
        # S608 here and below: names of tables and columns are our own.
        sets, places = (" = ?, ".join(change), " = ? AND ".join(key))
        sql = f"UPDATE {table} SET {sets} = ? WHERE {places} = ?"  # noqa: S608
        self.run(sql, (*change.values(), *key.values()))

    def has(self, table: str, /, **key: Any) -> bool:
        sql = f"SELECT 1 FROM {table} WHERE {' = ? AND '.join(key)} = ?"  # noqa: S608
        return self.maybe(sql, tuple(key.values())) is not None

    def one(self, sql: str, values: Values = ()) -> tuple[Any, ...]:
        """The single row of a query that always has one."""
        row = self.maybe(sql, values)
        if row is None:
            raise ArchiveError(f"{self.name} is damaged: a row is missing that others name")
        return row

    def number(self, sql: str, values: Values = ()) -> int:
        """What a query for one whole number gives."""
        return int(self.one(sql, values)[0])


@cache
def _insertion(table: str, columns: tuple[str, ...], on_conflict: str) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) {on_conflict}".rstrip()  # noqa: S608
