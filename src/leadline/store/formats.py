"""The formats tables are written in, row by row; how many rows that were."""

import csv
import importlib
import io
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from leadline.errors import MissingExtra, escaped_json
from leadline.protocols import Exporter
from leadline.store.codec import dumps, readable
from leadline.store.joint_table import joint_columns
from leadline.store.protocols import COLUMNS
from leadline.store.record_table import record_columns
from leadline.store.sqlite.flat_table import add_table
from leadline.store.table import Column, Stored, TableOptions, as_json, cell_of, chosen, stored_columns
from leadline.store.together import FOLDER, Exportable, Together

T = TypeVar("T")
Writer = Callable[[Exportable, str, TableOptions, BinaryIO], int]
_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
"""What begins a formula; the full-width forms do so in East Asian spreadsheets."""
_CELLS = 200_000  # of a row group of Parquet, all of which is in memory at once
_BOM = b"\xef\xbb\xbf"


def columns_of(store: Exportable, what: str, options: TableOptions) -> list[Column]:
    """The columns of the table that is wanted."""
    if what != "records":
        known = stored_columns(what)
        if isinstance(store, Together):  # records say their source
            known = [Column(FOLDER, cell_of(FOLDER)), *known]
    elif isinstance(store, Together):
        known = joint_columns(lambda: store.pages.rows(what), options)
    else:
        known = record_columns(store.pages.rows(what), options)
    return chosen(known, options, what)


def _counted(rows: Iterator[T]) -> tuple[Iterator[T], Iterator[int]]:
    """The rows as they are read, and what says next how many that were."""
    read = count()
    return (row for row, _ in zip(rows, read, strict=False)), read


def _text(value: Any) -> Any:
    """A cell where there are texts and numbers only, as UTF-8 can hold it."""
    value = as_json(value)
    if isinstance(value, dict | list):
        value = dumps(value)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────────────


def _documents(store: Exportable, what: str, options: TableOptions) -> Iterator[Mapping[str, Any]]:
    """Rows as they are stored, records with the values of their texts; flat ones where columns were chosen."""
    rows = store.pages.rows(what)
    if options.is_chosen:
        columns = columns_of(store, what, options)
        return ({column.name: as_json(column.cell(row)) for column in columns} for row in rows)
    if what != "records" or options.raw:
        return rows
    columns = columns_of(store, what, options)
    if isinstance(store, Together):  # what its sources call by different names stands under one
        made = [column for column in columns if column.name not in COLUMNS[what]]
        return (row | {"columns": _present({one.name: as_json(one.cell(row)) for one in made})} for row in rows)
    values = [column for column in columns if column.is_value]
    return (row | {"values": _present({one.name: as_json(one.cell(row)) for one in values})} for row in rows)


def _present(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in cells.items() if value is not None}


def _jsonl(store: Exportable, what: str, options: TableOptions, out: BinaryIO) -> int:
    as_stored = not options.is_chosen and (what != "records" or options.raw)
    found = store.pages.lines(what) if as_stored else map(readable, _documents(store, what, options))
    lines, read = _counted(found)
    out.writelines(escaped_json(line).encode() + b"\n" for line in lines)
    return next(read)


def write_by(exporter: Exporter, store: Exportable, what: str, options: TableOptions, out: BinaryIO) -> int:
    rows, read = _counted(_documents(store, what, options))
    exporter.write(rows, out)
    return next(read)


# ── CSV ───────────────────────────────────────────────────────────────────────────────────────────────────


def _csv(store: Exportable, what: str, options: TableOptions, out: BinaryIO) -> int:
    columns = columns_of(store, what, options)
    cell = _text if options.allow_formulas else _harmless
    if options.bom:
        out.write(_BOM)
    text = io.TextIOWrapper(out, encoding="utf-8", newline="")
    try:
        table = csv.writer(text)
        table.writerow([cell(column.name) for column in columns])
        rows, read = _counted(store.pages.rows(what))
        table.writerows([cell(column.cell(row)) for column in columns] for row in rows)
        return next(read)
    finally:
        text.detach()


def _harmless(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula is marked as text; a number is none, whatever its sign."""
    text = _text(value)
    if isinstance(text, str) and text.lstrip(" ")[:1] in _FORMULA:
        return f"'{text}"
    return text


# ── Parquet ───────────────────────────────────────────────────────────────────────────────────────────────


def _parquet(store: Exportable, what: str, options: TableOptions, out: BinaryIO) -> int:
    try:
        # By name, since it is an extra: type checkers run without it.
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtra("Exporting as Parquet", "parquet") from error
    columns = columns_of(store, what, options)
    types = [_arrow_type(arrow, column) for column in columns]
    fields = (
        arrow.field(_text(column.name), kind, metadata={"kind": column.kind.value})
        for column, kind in zip(columns, types, strict=True)
    )
    schema = arrow.schema(list(fields))
    written = 0
    with parquet.ParquetWriter(out, schema) as table:
        found = store.pages.rows(what)
        while rows := list(islice(found, max(1, _CELLS // len(columns)))):
            arrays = [
                arrow.array([_typed(column.cell(row), column) for row in rows], kind)
                for column, kind in zip(columns, types, strict=True)
            ]
            table.write_batch(arrow.record_batch(arrays, schema=schema))
            written += len(rows)
    return written


def _arrow_type(arrow: Any, column: Column) -> Any:
    kinds = {
        Stored.INTEGER: arrow.int64(),
        Stored.NUMBER: arrow.float64(),
        Stored.TEXT: arrow.string(),
        Stored.DATE: arrow.date32(),
        Stored.TIME: arrow.timestamp("us"),
        Stored.ZONED: arrow.timestamp("us", tz="UTC"),
    }
    return arrow.list_(kinds[column.stored]) if column.is_list else kinds[column.stored]


def _typed(value: Any, column: Column) -> Any:
    if value is None:
        return None
    made = _MADE[column.stored]
    if column.is_list:
        return [None if one is None else made(one) for one in value]
    return made(value)


def _as_it_is(value: Any) -> Any:
    return value


# What a folder from somebody else holds may be of another type than its column.
_MADE: Mapping[Stored, Callable[[Any], Any]] = {
    Stored.INTEGER: int,
    Stored.NUMBER: float,
    Stored.TEXT: lambda value: str(_text(value)),
    Stored.DATE: _as_it_is,
    Stored.TIME: _as_it_is,
    Stored.ZONED: _as_it_is,
}


# ── SQLite ────────────────────────────────────────────────────────────────────────────────────────────────


def _sqlite(store: Exportable, what: str, options: TableOptions, out: BinaryIO) -> int:
    """The whole database, and records as people read them in a table of their own beside it."""
    written = 1
    with tempfile.TemporaryDirectory(prefix="leadline-export-") as workshop:
        copy = Path(workshop) / "copy.db"
        if not (isinstance(store, Together) and what == "records"):  # databases of several folders are not one
            store.copy_to(copy)
        if what == "records":
            columns = columns_of(store, what, options)
            rows, read = _counted(store.pages.rows(what))
            cells = ([_text(column.cell(row)) for column in columns] for row in rows)
            add_table(copy, what, [(column.name, _declared(column)) for column in columns], cells)
            written = next(read)
        with copy.open("rb") as file:
            shutil.copyfileobj(file, out)
    return written


def _declared(column: Column) -> str:
    """Lists are JSON, dates texts of ISO 8601: SQLite's functions take both, and it has no types for them."""
    numbers = {Stored.INTEGER: "INTEGER", Stored.NUMBER: "REAL"}
    return "TEXT" if column.is_list else numbers.get(column.stored, "TEXT")


WRITERS: Mapping[str, Writer] = {"jsonl": _jsonl, "csv": _csv, "parquet": _parquet, "sqlite": _sqlite}
