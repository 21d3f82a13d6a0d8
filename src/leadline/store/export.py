"""Hand a crawl to other tools: `export(folder, "pages", "csv", path)`.

| format | what is written |
|---|---|
| jsonl | a JSON document a line; `log` is the log itself: equal logs give equal bytes |
| csv | a table with a header; cells that a spreadsheet would run as formulas begin with an apostrophe |
| parquet | the same table, typed (`pip install 'leadline[parquet]'`) |
| sqlite | a consistent copy of the whole database, whatever was asked for |
| warc | the archive as far as it is committed: into a folder file by file, else as one file |

Rows are written as they are read, so a crawl may be of any size and still be running.
"""

import csv
import importlib
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from leadline.errors import ArchiveError, BadTarget, MissingExtra, escaped_json
from leadline.protocols import Exporter
from leadline.store.atomic import FAILING, atomic_write, copy_part
from leadline.store.codec import dumps
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import COLUMNS, FIELDS, Store

T = TypeVar("T")
Row = dict[str, Any]
_Writer = Callable[[Store, str, BinaryIO], int]
WHAT = tuple(COLUMNS)
_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
"""What begins a formula; the full-width forms do so in East Asian spreadsheets."""
_ROWS = 10_000  # a row group of Parquet


def export(folder: CrawlFolder, what: str, form: str | Exporter, out: Path | BinaryIO) -> int:
    """Write what a crawl holds, in a format of ours or by an exporter; how many rows (or files) that were."""
    if what not in COLUMNS:
        raise BadTarget(f"'{what}' is nothing a crawl holds; choose from {', '.join(WHAT)}")
    if isinstance(form, str) and form not in FORMATS:
        raise BadTarget(f"'{form}' is no format to export; choose from {', '.join(FORMATS)}")
    if isinstance(out, Path) and folder.owns(out):
        raise BadTarget(f"{out} belongs to the crawl itself; give a file outside of {folder.path}")
    store = folder.open_store(writing=False)
    try:
        if form == "warc" and isinstance(out, Path) and not out.name.endswith(".gz"):
            out.mkdir(parents=True, exist_ok=True)
            return _warc(folder, store, what, out)
        writers: Mapping[str, _Writer] = {**_WRITERS, "warc": partial(_warc, folder)}
        write = writers[form] if isinstance(form, str) else partial(_by_exporter, form)
        if not isinstance(out, Path):
            return write(store, what, out)
        with atomic_write(out) as file:
            return write(store, what, file)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        place = error.filename or (out if isinstance(out, Path) else "standard output")
        kind = ArchiveError if error.errno in FAILING else BadTarget
        raise kind(f"cannot write to {place}: {error.strerror}") from error
    finally:
        store.close()


def columns_of(what: str, store: Store) -> dict[str, type]:
    """The columns of a flat table; the fields of all records become columns named `fields.NAME`."""
    columns = dict(COLUMNS[what])
    if columns.pop(FIELDS, None) is None:
        return columns
    names: dict[str, type] = {}
    for row in store.pages.rows(what):
        names.update(dict.fromkeys((f"{FIELDS}.{name}" for name in row[FIELDS]), str))
    return columns | names


def flat(row: Row) -> Row:
    """Nested values as JSON text, fields as cells of their own."""
    cells = {f"{FIELDS}.{name}": value for name, value in row.get(FIELDS, {}).items()}
    cells |= {name: value for name, value in row.items() if name != FIELDS}
    return {name: dumps(value) if isinstance(value, dict | list) else value for name, value in cells.items()}


def _counted(rows: Iterator[T]) -> tuple[Iterator[T], Iterator[int]]:
    """The rows as they are read, and what says next how many that were."""
    read = count()
    return (row for row, _ in zip(rows, read, strict=False)), read


def _by_exporter(exporter: Exporter, store: Store, what: str, out: BinaryIO) -> int:
    rows, read = _counted(store.pages.rows(what))
    exporter.write(rows, out)
    return next(read)


def _jsonl(store: Store, what: str, out: BinaryIO) -> int:
    lines, read = _counted(store.pages.lines(what))
    out.writelines(escaped_json(line).encode() + b"\n" for line in lines)
    return next(read)


def _csv(store: Store, what: str, out: BinaryIO) -> int:
    # Half characters (lone surrogates) cannot be written as UTF-8.
    text = io.TextIOWrapper(out, encoding="utf-8", errors="replace", newline="")
    try:
        table = csv.DictWriter(text, [_cell(name) for name in columns_of(what, store)])
        table.writeheader()
        rows, read = _counted(store.pages.rows(what))
        table.writerows({_cell(name): _cell(value) for name, value in flat(row).items()} for row in rows)
        return next(read)
    finally:
        text.detach()


def _cell(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula is marked as text."""
    if isinstance(value, str) and value.lstrip(" ")[:1] in _FORMULA:
        return f"'{value}"
    return value


def _parquet(store: Store, what: str, out: BinaryIO) -> int:
    try:
        # By name, since it is an extra: type checkers run without it.
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtra("Exporting as Parquet", "parquet") from error
    kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
    columns = columns_of(what, store)
    schema = arrow.schema([(_whole(name), kinds[kind]) for name, kind in columns.items()])
    written = 0
    with parquet.ParquetWriter(out, schema) as table:
        flat_rows = map(flat, store.pages.rows(what))
        while rows := list(islice(flat_rows, _ROWS)):
            arrays = [
                arrow.array([_typed(row.get(name), kind) for row in rows], kinds[kind])
                for name, kind in columns.items()
            ]
            table.write_batch(arrow.record_batch(arrays, schema=schema))
            written += len(rows)
    return written


def _typed(value: Any, kind: type) -> Any:
    if value is None:
        return None
    return _whole(str(value)) if kind is str else kind(value)


def _whole(text: str) -> str:
    """Without half characters, which Parquet refuses."""
    return text.encode("utf-8", "replace").decode()


def _sqlite(store: Store, _: str, out: BinaryIO) -> int:
    with tempfile.TemporaryDirectory(prefix="leadline-export-") as workshop:
        copy = Path(workshop) / "copy.db"
        store.copy_to(copy)
        with copy.open("rb") as file:
            shutil.copyfileobj(file, out)
    return 1


def _warc(folder: CrawlFolder, store: Store, _: str, out: BinaryIO | Path) -> int:
    """Archives behind one another are an archive: each record is compressed by itself."""
    ends = store.pages.archive_ends()
    for name, end in ends.items():
        if isinstance(out, Path):
            _link_or_copy(folder.warc / name, end, out / name)
        else:
            _copy(folder.warc / name, end, out)
    return len(ends)


def _link_or_copy(source: Path, end: int, target: Path) -> None:
    """A file that may still grow is copied; others share their bytes with the crawl where the disk allows."""
    target.unlink(missing_ok=True)
    finished = any(other.name > source.name for other in source.parent.iterdir())
    if source.stat().st_size == end and finished:
        try:
            os.link(source, target)
            return
        except OSError:  # another file system, or one without links
            target.unlink(missing_ok=True)
    with atomic_write(target) as out:
        _copy(source, end, out)


def _copy(source: Path, end: int, out: BinaryIO) -> None:
    if left := copy_part(source, end, out):
        raise ArchiveError(f"{source} ends {left:,} bytes before what the database knows of; it was changed")


_WRITERS: Mapping[str, _Writer] = {"jsonl": _jsonl, "csv": _csv, "parquet": _parquet, "sqlite": _sqlite}
FORMATS = (*_WRITERS, "warc")
