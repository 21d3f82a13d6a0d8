"""A crawl's schema in PostgreSQL, as the parts of a store use it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from leadline.store.copying import TABLES, copy_rows
from leadline.store.postgres.connecting import driver, in_our_words
from leadline.store.postgres.line import PATIENCE, Line, Written
from leadline.store.postgres.many_rows import in_arrays, insert_of
from leadline.store.postgres.schema import statement, translated
from leadline.store.sql import SqlDatabase, Values

_ROWS = 2_000  # read at once
_WRITES = 500  # statements that wait to be sent
_TYPES = (
    "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = ? AND table_name = ? "
    "ORDER BY ordinal_position"
)


class PostgresDatabase(SqlDatabase):
    """`schema` of the database at `url`. With `writing=False` it is only looked at."""

    def __init__(
        self, url: str, schema: str, *, writing: bool = True, making: bool = False, patience: float = PATIENCE
    ) -> None:
        """`making`: the schema is made where it is missing; `patience`: seconds that a lost server is waited
        for."""
        super().__init__()
        self._driver, self._url, self._schema = driver(), url, schema
        self._line = Line(url, schema, writing=writing, making=making, patience=patience)
        self.name = self._line.name
        self._cursors = 0
        self._waiting: list[Written] = []
        self._known_types: dict[str, Mapping[str, str]] = {}

    def statement(self, name: str) -> str:
        return statement(name)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if self._line.in_transaction:
            yield
            return
        self._line.begin()
        try:
            yield
            self.catch_up()
            self._line.commit(self._taken())
        except BaseException:
            self._waiting.clear()
            self._line.roll_back()
            for reload in self._on_rollback:
                reload()
            raise

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        self._line.look()
        try:
            yield
        finally:
            self._line.looked()

    # ── statements ────────────────────────────────────────────────────────────────────────────────────────

    def _execute(self, sql: str, values: Values) -> Any:
        return self._line.connection.execute(*_ready(sql, values))

    def run(self, sql: str, values: Values = ()) -> None:
        self._write((*_ready(sql, values), False))

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        kept = [_storable(row) for row in rows]
        if not kept:
            return
        insert = insert_of(sql)
        if insert is not None and (arrays := in_arrays(kept)):
            words = insert.of_arrays(self._types(insert.table))
            for part in arrays:
                self._write((words, part, False))
        else:
            self._write((translated(sql), kept, True))

    def _write(self, written: Written) -> None:
        """Not before somebody reads, or all of it is committed: so it is one message and one answer."""
        self._waiting.append(written)
        if not self._line.in_transaction or len(self._waiting) >= _WRITES:
            self._send()

    def _taken(self) -> list[Written]:
        waiting, self._waiting = self._waiting, []
        return waiting

    def _send(self) -> None:
        if self._waiting:
            self._line.write(self._taken())

    def _types(self, table: str) -> Mapping[str, str]:
        """Of its columns, in their order."""
        if table not in self._known_types:
            self._known_types[table] = dict(self.all(_TYPES, (self._schema, table)))
        return self._known_types[table]

    def changed(self, sql: str, values: Values = ()) -> int:
        self._send()
        changed = int(self._line.use(lambda: self._execute(sql, values)).rowcount)
        self._line.wrote((*_ready(sql, values), False))
        return changed

    def maybe(self, sql: str, values: Values = ()) -> tuple[Any, ...] | None:
        self._send()
        row: tuple[Any, ...] | None = self._line.use(lambda: self._execute(sql, values).fetchone())
        return row

    def named(self, sql: str, values: Values = ()) -> dict[str, Any]:
        def look() -> dict[str, Any]:
            found = self._execute(sql, values)
            row = found.fetchone() or ()
            return {column.name: value for column, value in zip(found.description, row, strict=False)}

        self._send()
        return self._line.use(look)

    def all(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        self._send()
        rows: list[tuple[Any, ...]] = self._line.use(lambda: self._execute(sql, values).fetchall())
        return rows

    def each(self, sql: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        self._send()
        cursor, rows = self._line.use(lambda: self._opened(sql, values))
        try:
            while rows:
                yield from rows
                rows = cursor.fetchmany(_ROWS) if len(rows) == _ROWS else []
        except self._driver.Error as error:
            raise in_our_words(self._url, error) from error
        finally:
            with suppress(self._driver.Error):
                cursor.close()

    def _opened(self, sql: str, values: Values) -> tuple[Any, list[tuple[Any, ...]]]:
        """Rows are kept by the server, also where no transaction holds them."""
        self._cursors += 1
        connection = self._line.connection
        is_free = connection.info.transaction_status == self._driver.pq.TransactionStatus.IDLE
        cursor = connection.cursor(name=f"rows_{self._cursors}", withhold=is_free)
        cursor.execute(*_ready(sql, values))
        return cursor, cursor.fetchmany(_ROWS)

    def columns(self, table: str) -> list[str]:
        rows = self.all(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND table_name = ? "
            "ORDER BY ordinal_position",
            (self._schema, table),
        )
        return [str(name) for (name,) in rows]

    def count_on(self, table: str) -> None:
        # S608: a table of ours.
        next_one = f"SELECT setval(pg_get_serial_sequence(?, 'id'), coalesce(max(id), 0) + 1, false) FROM {table}"  # noqa: S608
        self.one(next_one, (table,))

    def copy_to(self, path: Path) -> None:
        from leadline.store.sqlite.database import Database

        target = Database(path)
        try:
            with self.at_one_moment():
                copy_rows(self, target)
            target.settle()
        finally:
            target.close()

    def sweep(self) -> None:
        self._line.use(lambda: self._line.connection.execute(f"VACUUM FULL {', '.join(TABLES)}".encode()))

    def close(self) -> None:
        self._line.close()


def _ready(sql: str, values: Values) -> tuple[bytes, Any]:
    return (translated(sql), _storable(values)) if values else (sql.encode(), None)


def _storable(values: Values) -> Any:
    """PostgreSQL keeps no NUL in a text: what stands for it in HTML stands for it here."""
    if isinstance(values, Mapping):
        return {name: _clean(value) for name, value in values.items()}
    return tuple(_clean(value) for value in values)


def _clean(value: Any) -> Any:
    return value.replace("\0", "\ufffd") if type(value) is str and "\0" in value else value
