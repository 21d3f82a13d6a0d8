"""One source of the lab harvested by the real loop, on virtual time, with a witness who knows what was shown.

The witness asks the lab the same question and keeps the keys of the records on each page; what the harvest has in
its store is then matched with them. A record counts as brought up if one harvested record is it and no other: its
cells, all of them, and its address where it has a page of its own.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from urllib.parse import urljoin

from leadline.app.harvest import run_prepared
from leadline.errors import LeadlineError
from leadline.harvest.prepare import HarvestJob, prepare
from leadline.harvest.report import HarvestReport
from leadline.harvest.settings import HarvestSettings
from leadline.model.page import Request, Response
from leadline.model.query import Reply
from leadline.store.archive import Archive
from leadline.store.protocols import Store
from leadline.store.sqlite.store import SqliteStore
from leadline.web.settings import WebSettings
from leadline_bench import virtual
from leadline_bench.harvest.drawn import TODAY, Visit
from leadline_lab.anatomy import Results
from leadline_lab.serve.fetcher import LabFetcher
from leadline_lab.web import Ask, Web

_SIGNS = re.compile(r"[\W_]+")


class Dated(virtual.VirtualClock):
    """Virtual time that begins on the lab's first day: forms are asked for dates around today, not around 1970.

    The loop itself still counts from 0: at today's seconds a float cannot tell one timer from the next.
    """

    def now(self) -> float:
        return TODAY + super().now()

    async def sleep_until(self, moment: float) -> None:
        await super().sleep_until(moment - TODAY)


@dataclass(slots=True)
class Witness:
    """A `Fetcher` that remembers which records were on the pages that went by."""

    inner: LabFetcher
    web: Web
    cells: dict[str, list[str]] = field(default_factory=dict)
    """Key of a record → what its row says, signs left out."""
    urls: dict[str, str] = field(default_factory=dict)
    """Address of a record's page → its key."""
    curve: list[tuple[int, int]] = field(default_factory=list)
    """(requests, different records shown by then), a point wherever there are more."""

    async def fetch(self, request: Request) -> Response:
        before = len(self.cells)
        try:
            return await self._fetch(request)
        finally:
            if len(self.cells) > before:
                self.curve.append((self.inner.ledger.requests, len(self.cells)))

    async def _fetch(self, request: Request) -> Response:
        response = await self.inner.fetch(request)
        ask = Ask(request.method, request.url, dict(response.sent_headers), request.body or b"")
        sheet = self.web.unwritten(ask).sheet
        if sheet is not None and sheet.type == "results":
            for zone in sheet.zones:
                for block in zone.blocks:
                    if isinstance(block, Results):
                        self._note(block, sheet.url)
        return response

    def _note(self, shown: Results, base: str) -> None:
        for key, row in zip(shown.keys, shown.rows, strict=True):
            self.cells.setdefault(key, [said for cell in row if (said := letters(cell))])
        for key, link in zip(shown.keys, shown.links, strict=False):
            if link:
                self.urls[urljoin(base, link)] = key

    async def close(self) -> None:
        await self.inner.close()


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one harvest."""

    size: int
    """Records behind the form."""
    shown: int
    """Different records the site showed us."""
    found: int
    """Of these, brought up as single records."""
    records: int
    """Records in the store: more than `found` are doubles and what is no record."""
    queries: int
    requests: int
    stopped_by: str
    unsafe: int
    estimated: tuple[float, float, float] | None = None
    """Size as estimated, with its interval."""
    replies: Mapping[str, int] = field(default_factory=dict)
    complete: bool = False
    """It says that everything is there."""
    curve: tuple[tuple[int, int], ...] = ()
    """(requests, records shown by then), a point wherever there are more."""
    asked: tuple[tuple[int, int], ...] = ()
    """(queries, new records by then)."""

    @property
    def coverage(self) -> float:
        return self.found / self.size


def harvested(visit: Visit, settings: HarvestSettings) -> Trial:
    """Harvest one form to the end of its planner or its budget."""
    settings = replace(settings, form=None)
    return virtual.run(_harvested(visit, settings))


async def _harvested(visit: Visit, settings: HarvestSettings) -> Trial:
    web = WebSettings()
    store = SqliteStore(Path(":memory:"))
    lab = LabFetcher(visit.lab.web, None, Dated(), web, before_request=store.promise)
    witness = Witness(lab, visit.lab.web)
    job = HarvestJob(web, settings, visit.form_response.url, identity=visit.form.identity)
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder))
        try:
            prepared = await prepare(job, witness)
            report = await run_prepared(store, archive, witness, prepared, job)
            found, records = matched(store, witness.cells, witness.urls)
            return _trial(visit, witness, store, report, found, records)
        except LeadlineError as error:
            return _given_up(visit, witness, store, error)
        finally:
            await witness.close()
            archive.close()
            store.close()


def _given_up(visit: Visit, witness: Witness, store: Store, error: LeadlineError) -> Trial:
    """What there was before it ended with an error, which may be none: a form that is refused, a value missing."""
    found, records = matched(store, witness.cells, witness.urls)
    _, queries, _ = store.queries.counts()
    return Trial(
        visit.source.size,
        shown=len(witness.cells),
        found=found,
        records=records,
        queries=queries,
        requests=witness.inner.ledger.requests,
        stopped_by=error.__class__.__name__,
        unsafe=witness.inner.ledger.unsafe_submissions,
        curve=tuple(witness.curve),
    )


def _trial(visit: Visit, witness: Witness, store: Store, report: HarvestReport, found: int, records: int) -> Trial:
    answers = [answer for _, answer in store.queries.answers()]
    replies = Counter(answer.reply for answer in answers)
    asked = tuple(enumerate(accumulate(answer.new for answer in answers), 1))
    estimated = None
    if report.estimated_total is not None and report.low is not None and report.high is not None:
        estimated = report.estimated_total, report.low, report.high
    return Trial(
        size=visit.source.size,
        shown=len(witness.cells),
        found=found,
        records=records,
        queries=report.queries,
        requests=report.requests,
        stopped_by=report.stopped_by,
        unsafe=witness.inner.ledger.unsafe_submissions,
        estimated=estimated,
        replies={Reply(reply).value: count for reply, count in replies.items()},
        complete=report.coverage is not None and report.coverage >= 1,
        curve=tuple(witness.curve),
        asked=asked,
    )


def matched(store: Store, cells: Mapping[str, list[str]], urls: Mapping[str, str]) -> tuple[int, int]:
    """(records brought up as single ones, records in the store), by what the row of each says (`letters`) and by
    the addresses of their pages."""
    by_first: dict[str, list[str]] = {}
    for key, row in cells.items():
        by_first.setdefault(max(row, key=len, default=""), []).append(key)
    owned: set[str] = set()
    records = 0
    for line in store.pages.lines("records"):
        records += 1
        record = json.loads(line)
        said = letters(record["text"])
        by_url = urls.get(record["url"])
        candidates = [by_url] if by_url else [k for first, keys in by_first.items() if first in said for k in keys]
        fitting = [key for key in candidates if all(cell in said for cell in cells[key])]
        free = [key for key in fitting if key not in owned]
        # Rows that say the same are told apart by their address only, and are as good as each other without.
        if free and all(cells[key] == cells[free[0]] for key in fitting):
            owned.add(free[0])
    return len(owned), records


def letters(text: str) -> str:
    """What is compared of a text."""
    return _SIGNS.sub("", text.casefold())
