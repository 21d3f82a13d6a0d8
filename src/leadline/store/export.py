"""Hand a crawl to other tools: `export(folder, "pages", "csv", path)`.

| format | what is written |
|---|---|
| jsonl | a JSON document a line; `log` is the log itself: equal logs give equal bytes |
| csv | a table with a header; cells that a spreadsheet would run as formulas begin with an apostrophe |
| parquet | the same table, typed (`pip install 'leadline[parquet]'`) |
| sqlite | a consistent copy of the whole database, whatever was asked for; with `records` also as a flat table |
| wacz | the same with its index, as one file that players of archives open |
| warc | the archive as far as it is committed: into a folder file by file, else as one file |

Texts of records stand beside what they say: numbers, prices, dates (`record_table`); in JSON these are `values`.
Rows are written as they are read, so a crawl may be of any size and still be running: what an export reads is what
was there when it began.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import BinaryIO

from leadline.errors import ArchiveError, BadTarget
from leadline.protocols import Exporter
from leadline.store.atomic import FAILING, atomic_write, copy_part
from leadline.store.folder import CrawlFolder
from leadline.store.formats import WRITERS, Writer, write_by
from leadline.store.protocols import COLUMNS, Store
from leadline.store.table import TableOptions
from leadline.store.together import Exportable, Together, labels
from leadline.store.wacz import write_wacz

WHAT = tuple(COLUMNS)
FORMATS = (*WRITERS, "warc", "wacz")
_AS_USUAL = TableOptions()


def export(
    folder: CrawlFolder, what: str, form: str | Exporter, out: Path | BinaryIO, options: TableOptions = _AS_USUAL
) -> int:
    """Write what a crawl holds; how many rows (or files) that were."""
    return export_together([folder], what, form, out, options)


def export_together(
    folders: Sequence[CrawlFolder],
    what: str,
    form: str | Exporter,
    out: Path | BinaryIO,
    options: TableOptions = _AS_USUAL,
) -> int:
    """What several crawls hold as one, in a format of ours or by an exporter."""
    if what not in COLUMNS:
        raise BadTarget(f"'{what}' is nothing a crawl holds; choose from {', '.join(WHAT)}")
    if isinstance(form, str) and form not in FORMATS:
        raise BadTarget(f"'{form}' is no format to export; choose from {', '.join(FORMATS)}")
    for folder in folders:
        if isinstance(out, Path) and folder.owns(out):
            raise BadTarget(f"{out} belongs to the crawl itself; give a file outside of {folder.path}")
    _check(what, form, options)
    if options.mapping is not None and (len(folders) < 2 or what != "records"):
        raise BadTarget("--mapping is for records of several sources; give the folder of a project, or --also DIR")
    try:
        with ExitStack() as opened:
            stores = [opened.enter_context(closing(folder.open_store(writing=False))) for folder in folders]
            pairs = list(zip(folders, stores, strict=True))
            if form == "warc" and isinstance(out, Path) and not out.name.endswith(".gz"):
                places = (
                    _made(out, name, alone=len(pairs) == 1) for name in labels([one.path for one in folders])
                )
                return sum(_warc(*pair, place) for pair, place in zip(pairs, places, strict=True))
            file = opened.enter_context(atomic_write(out)) if isinstance(out, Path) else out
            if form == "wacz":
                named = zip(labels([one.path for one in folders]), pairs, strict=True)
                return write_wacz([(name, folder.warc, store) for name, (folder, store) in named], file)
            if form == "warc":
                return sum(_warc(*pair, file) for pair in pairs)
            return _table(form, what, options, together(pairs), file)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        place = error.filename or (out if isinstance(out, Path) else "standard output")
        kind = ArchiveError if error.errno in FAILING else BadTarget
        raise kind(f"cannot write to {place}: {error.strerror}") from error


def together(pairs: Sequence[tuple[CrawlFolder, Store]]) -> Exportable:
    """One store as it is; several as one, by the names of their folders."""
    if len(pairs) == 1:
        return pairs[0][1]
    names = labels([folder.path for folder, _ in pairs])
    return Together({name: store for name, (_, store) in zip(names, pairs, strict=True)})


def _made(out: Path, name: str, *, alone: bool) -> Path:
    """Archives of several folders have the same names: each gets a folder of its own."""
    place = out if alone else out / name
    place.mkdir(parents=True, exist_ok=True)
    return place


def _check(what: str, form: str | Exporter, options: TableOptions) -> None:
    """Raise if something is wanted of a table where there is none: it would be left undone without a word."""
    of_records = [name for name in ("provenance", "raw") if getattr(options, name)]
    of_tables = [name for name in ("columns", "rename") if getattr(options, name)]
    of_csv = [name for name in ("bom", "allow_formulas") if getattr(options, name)]
    if of_records and what != "records":
        raise BadTarget(f"{_flag(of_records[0])} is for records; {what} are exported as they are")
    has_table = isinstance(form, str) and form not in ("warc", "wacz") and (form != "sqlite" or what == "records")
    if (of_records or of_tables) and not has_table:
        name = f"--format {form}" if isinstance(form, str) else "a format of your own"
        raise BadTarget(f"{_flag((of_records + of_tables)[0])} is for tables, and {name} gives {what} without one")
    if of_csv and form != "csv":
        raise BadTarget(f"{_flag(of_csv[0])} is for --format csv")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _table(form: str | Exporter, what: str, options: TableOptions, store: Exportable, out: BinaryIO) -> int:
    write: Writer = WRITERS[form] if isinstance(form, str) else partial(write_by, form)
    with store.at_one_moment():
        return write(store, what, options, out)


def _warc(folder: CrawlFolder, store: Store, out: BinaryIO | Path) -> int:
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
