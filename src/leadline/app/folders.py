"""What the folder of a crawl holds: how it stands, the life of one URL, its rows, exports of them."""

import importlib
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from leadline.app.explain import Explanation, explained
from leadline.errors import BadTarget, MissingExtra
from leadline.harvest.report import IdentityCounts, identity_counts
from leadline.model.rest import RestingHost
from leadline.model.url import canonical
from leadline.plugins import made
from leadline.protocols import Exporter
from leadline.store.batch import Summary
from leadline.store.export import Row, flat
from leadline.store.export import export as write_export
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store


@dataclass(frozen=True, slots=True)
class Status:
    """A crawl or a harvest in numbers."""

    kind: str
    folder: Path
    summary: Summary
    records: int
    queries: int
    answers: int  # pages of answers to these queries
    resting: tuple[RestingHost, ...]  # hosts that asked to be left alone, and until when
    identity: IdentityCounts = IdentityCounts()  # noqa: RUF009  # a frozen value

    def as_json(self) -> dict[str, object]:
        numbers = {"kind": self.kind, **asdict(self.summary), "records": self.records, "queries": self.queries}
        if self.kind == "harvest":
            numbers |= asdict(self.identity)
        return {**numbers, "resting": [asdict(one) for one in self.resting]}


@dataclass(frozen=True, slots=True)
class Rows:
    """One kind of rows of a folder, read anew whenever they are asked for."""

    folder: "Folder"
    what: str

    def __iter__(self) -> Iterator[Row]:
        with self.folder.reading() as store:
            yield from store.pages.rows(self.what)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def to_pandas(self) -> Any:  # a pandas.DataFrame; type checkers run without it
        """A data frame, the fields of records as columns `fields.NAME`. Raises `MissingExtra` without pandas."""
        try:
            pandas = importlib.import_module("pandas")
        except ImportError as error:
            raise MissingExtra("A data frame", "pandas") from error
        return pandas.DataFrame.from_records([flat(row) for row in self])


class Folder:
    """The folder of a crawl or a harvest, to be looked at; it may be in use by others, or on a medium that cannot
    be written. `records`, `forms`, `pages` and `queries` are iterables of mappings."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        with CrawlFolder.open(self.path, writing=False) as opened:
            self.kind = opened.kind
        self.records, self.forms = Rows(self, "records"), Rows(self, "forms")
        self.pages, self.queries = Rows(self, "pages"), Rows(self, "queries")

    def __repr__(self) -> str:
        return f"Folder({str(self.path)!r}, kind={self.kind!r})"

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """The store, opened to be read."""
        with (
            CrawlFolder.open(self.path, writing=False) as opened,
            closing(opened.open_store(writing=False)) as store,
        ):
            yield store

    def status(self) -> Status:
        """How it stands: what was found, what waits, what failed."""
        with self.reading() as store:
            resting = store.hosts.resting(time.time())
            counts = store.queries.counts()
            return Status(self.kind, self.path, store.pages.summary(), *counts, resting, identity_counts(store))

    def why(self, url: str) -> Explanation:
        """All that is known about one URL, why it was fetched or was not, and what its rank is made of."""
        address = canonical(url)
        if address is None:
            raise BadTarget(f"{url} is not a URL; write it in full, http://… or https://…")
        with self.reading() as store:
            return explained(store.pages.history(address), self.path, store)

    def export(self, what: str, form: str, out: str | Path | BinaryIO) -> int:
        """Write pages, forms, records, queries, log, events or learned; how many rows that were.

        `form` is jsonl, csv, parquet, sqlite, warc, or `module:Name` of a `leadline.protocols.Exporter`."""
        exporter = made("export format", form, Exporter) if ":" in form else form
        with CrawlFolder.open(self.path, writing=False) as opened:
            return write_export(opened, what, exporter, Path(out) if isinstance(out, str) else out)
