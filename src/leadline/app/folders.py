"""What the folder of a crawl holds: how it stands, the life of one URL, its rows, exports of them."""

import importlib
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from leadline.app.explain import Explanation, explained
from leadline.errors import BadTarget, MissingExtra
from leadline.harvest.details import OwnPages, own_pages
from leadline.harvest.endings import KeptEnding, kept_ending
from leadline.harvest.report import IdentityCounts, identity_counts, left_answers
from leadline.model.query import Estimate
from leadline.model.rest import RestingHost
from leadline.model.url import canonical
from leadline.plugins import made
from leadline.protocols import Exporter
from leadline.store.batch import Summary
from leadline.store.export import export_together, together
from leadline.store.field_mapping import JointColumn
from leadline.store.folder import CrawlFolder
from leadline.store.formats import columns_of
from leadline.store.place import DATABASE, has_database
from leadline.store.protocols import Store
from leadline.store.table import Row, TableOptions
from leadline.store.together import Exportable

if TYPE_CHECKING:
    from leadline.app.search import SearchReport

_AS_USUAL = TableOptions()
PROJECT = "run"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Status:
    """A crawl or a harvest in numbers."""

    kind: str
    folder: Path
    summary: Summary
    records: int
    queries: int
    answers: int  # pages of answers to these queries
    left_answers: dict[str, int]  # answers that were not paged to their end, by reason
    own: OwnPages  # how far the records' own pages were read
    resting: tuple[RestingHost, ...]  # hosts that asked to be left alone, and until when
    identity: IdentityCounts = IdentityCounts()  # noqa: RUF009  # a frozen value
    ending: KeptEnding | None = None  # of a harvest: how its last run ended

    def as_json(self) -> dict[str, object]:
        numbers = {"kind": self.kind, **asdict(self.summary), "records": self.records, "queries": self.queries}
        if self.kind == "harvest":
            own = {f"own_pages_{name}": value for name, value in asdict(self.own).items()}
            numbers |= {"left_answers": self.left_answers, **own, **asdict(self.identity), **self._ended()}
        return {**numbers, "resting": [asdict(one) for one in self.resting]}

    def _ended(self) -> dict[str, object]:
        """As `harvest --json` has it."""
        last = self.ending or KeptEnding(None, None, None)
        size = asdict(last.estimate or Estimate("seen"))
        method, total = size.pop("method"), size.pop("total")
        known = method if last.estimate is not None else None
        return {"stopped_by": last.stopped_by, "why": last.why, "estimated_total": total, **size, "method": known}


@dataclass(frozen=True, slots=True)
class Rows:
    """One kind of rows of a folder, read anew whenever they are asked for."""

    folder: "Folder"
    what: str

    def __iter__(self) -> Iterator[Row]:
        with self.folder.reading_rows() as store:
            yield from store.pages.rows(self.what)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def to_pandas(self, options: TableOptions = _AS_USUAL) -> Any:  # a pandas.DataFrame; checkers run without it
        """A data frame: the table that `export` writes. Raises `MissingExtra` without pandas."""
        try:
            pandas = importlib.import_module("pandas")
        except ImportError as error:
            raise MissingExtra("A data frame", "pandas") from error
        with self.folder.reading_rows() as store, store.at_one_moment():
            columns = columns_of(store, self.what, options)
            rows = store.pages.rows(self.what)
            cells = [{column.name: column.cell(row) for column in columns} for row in rows]
        return pandas.DataFrame.from_records(cells)


class Folder:
    """The folder of a crawl or a harvest, or of a project (`leadline run`) with those of all its sources, to be
    looked at; it may be in use by others, or on a medium that cannot be written. `records`, `forms`, `pages` and
    `queries` are iterables of mappings. Further folders are read together with it, as one project."""

    def __init__(self, path: str | Path, *also: str | Path) -> None:
        self.path = Path(path)
        self.parts = tuple(dict.fromkeys(part for one in (path, *also) for part in folders_of(Path(one))))
        """The folders in it that hold a crawl each; itself, unless it is a project's. Those of `also` behind
        them."""
        self.kind = PROJECT
        if self.parts == (self.path,):
            with CrawlFolder.open(self.path, writing=False) as opened:
                self.kind = opened.kind
        self.records, self.forms = Rows(self, "records"), Rows(self, "forms")
        self.pages, self.queries = Rows(self, "pages"), Rows(self, "queries")

    def __repr__(self) -> str:
        return f"Folder({str(self.path)!r}, kind={self.kind!r})"

    @property
    def sources(self) -> "list[Folder]":
        """Of a project: the folder of each crawl in it."""
        return [Folder(part) for part in self.parts]

    @contextmanager
    def reading_rows(self) -> Iterator[Exportable]:
        """What rows are read from, opened to be read."""
        with ExitStack() as opened:
            folders = [opened.enter_context(CrawlFolder.open(part, writing=False)) for part in self.parts]
            stores = [opened.enter_context(closing(folder.open_store(writing=False))) for folder in folders]
            yield together(list(zip(folders, stores, strict=True)))

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """The store of the one crawl in it, opened to be read."""
        if self.kind == PROJECT:
            raise BadTarget(f"{self.path} is a project of several crawls; name one: {_listed(self.parts)}")
        with (
            CrawlFolder.open(self.path, writing=False) as opened,
            closing(opened.open_store(writing=False)) as store,
        ):
            yield store

    def status(self) -> Status:
        """How it stands: what was found, what waits, what failed."""
        with self.reading() as store:
            resting = store.hosts.resting(time.time())
            left, counts = (left_answers(store), own_pages(store)), store.queries.counts()
            return Status(
                self.kind,
                self.path,
                store.pages.summary(),
                *counts,
                *left,
                resting,
                identity_counts(store),
                kept_ending(store),
            )

    def search(self, query: str, most: int = 10, skip: int = 0) -> "SearchReport":
        """Pages and records by words, phrases, fields and filters, as `leadline search` has them."""
        from leadline.app.search import search

        return search([self.path], query, most, skip)

    def mapping(self) -> list[JointColumn]:
        """Which fields of its sources are one column of the table of records, and why."""
        from leadline.store.joint_table import joint_mapping, scanned

        if len(self.parts) < 2:
            raise BadTarget(
                f"{self.path} is one source: all its fields are columns; give more folders (--also DIR)"
            )
        with self.reading_rows() as store:
            return joint_mapping(scanned(store.pages.rows("records"), _AS_USUAL), None)

    def why(self, url: str) -> Explanation:
        """All that is known about one URL, why it was fetched or was not, and what its rank is made of."""
        address = canonical(url)
        if address is None:
            raise BadTarget(f"{url} is not a URL; write it in full, http://… or https://…")
        crawl = self if self.kind != PROJECT else Folder(self.parts[0])
        with crawl.reading() as store:
            return explained(store.pages.history(address), crawl.path, store)

    def export(self, what: str, form: str, out: str | Path | BinaryIO, options: TableOptions = _AS_USUAL) -> int:
        """Write pages, forms, records, queries, log, events or learned; how many rows that were.

        `form` is jsonl, csv, parquet, sqlite, warc, wacz, or `module:Name` of a `leadline.protocols.Exporter`."""
        exporter = made("export format", form, Exporter) if ":" in form else form
        with ExitStack() as opened:
            folders = [opened.enter_context(CrawlFolder.open(part, writing=False)) for part in self.parts]
            return export_together(folders, what, exporter, Path(out) if isinstance(out, str) else out, options)


def folders_of(path: Path) -> tuple[Path, ...]:
    """The folder of a crawl itself, or those that `leadline run` made in it."""
    if has_database(path):
        return (path,)
    inside = [path / "located", *sorted((path / "harvested").glob("*"))]
    if away := [part for part in (path / "harvested", *inside) if part.is_symlink()]:
        raise BadTarget(f"{away[0]} is a link to another place; put a folder there, or remove it")
    found = tuple(part for part in inside if has_database(part))
    if not found:
        raise BadTarget(
            f"{path} is no folder of a crawl: there is no {DATABASE} in it, nor any folder of a project"
        )
    return found


def _listed(parts: Sequence[Path]) -> str:
    shown = ", ".join(map(str, parts[:_SHOWN]))
    return f"{shown} and {len(parts) - _SHOWN:,} more" if len(parts) > _SHOWN else shown
