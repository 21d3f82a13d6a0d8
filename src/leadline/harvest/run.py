"""Harvesting, put together: a page, a form that may be submitted, a folder and a door make a harvest.

`prepare` does what needs no folder: it brings the page, chooses the form, fills it in. Whatever speaks against the
form ends there, with nothing but the page asked for and nothing written. `start` goes on with a new folder,
`resume` with an old one.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from leadline.errors import BadTarget, SiteBlocked
from leadline.harvest.choice import Judged, choose
from leadline.harvest.loop import Harvest, Parts, StopSign
from leadline.harvest.settings import HarvestSettings
from leadline.model.events import Outcome
from leadline.model.page import Page, Request, Response
from leadline.model.query import Query
from leadline.parse.page import parse
from leadline.protocols import Advice, Fetcher
from leadline.query.fill import button_for, default_query
from leadline.query.submit import request_for
from leadline.store.archive import Archive
from leadline.store.crawl import Capture, CrawlStore, Entry
from leadline.store.folder import CrawlFolder
from leadline.store.queries import Queries, Source
from leadline.store.summary import summarise
from leadline.web.blocks import recognise
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.settings import WebSettings

_UNREACHABLE = ("unreachable", "dns", "connect", "tls", "timeout")
_KNOWN_LETTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Orders:
    """Everything a harvest was told. `saved` is the form's page where it comes from a file."""

    web: WebSettings
    harvest: HarvestSettings
    url: str
    sets: Mapping[str, str] = field(default_factory=dict)
    saved: Response | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A form on its page, filled in, and the request that would send it."""

    response: Response
    page: Page
    judged: Judged
    query: Query
    request: Request
    fetched: bool


@dataclass(frozen=True, slots=True)
class HarvestReport:
    """What `leadline harvest --json` prints; the keys are a contract. None is what is not known (yet)."""

    records: int
    queries: int
    requests: int
    unreachable: int
    robots_blocked: int
    refused: int
    errors: int
    stopped_by: str
    why: str | None = None
    pages: int = 0
    coverage: float | None = None
    coverage_low: float | None = None
    coverage_high: float | None = None
    estimated_total: float | None = None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    truncated_queries: int | None = None

    def as_json(self) -> dict[str, object]:
        return asdict(self)


class Departures:
    """Requests that left before there was a store to promise them to."""

    def __init__(self) -> None:
        self._early: list[tuple[str, float]] = []
        self._store: CrawlStore | None = None

    def __call__(self, host: str, next_at: float) -> None:
        if self._store is not None:
            self._store.promise(host, next_at)
        else:
            self._early.append((host, next_at))

    def keep_in(self, store: CrawlStore) -> None:
        for host, next_at in self._early:
            store.promise(host, next_at)
        self._store = store


async def prepare(orders: Orders, fetcher: Fetcher) -> Prepared:
    """Bring the page, choose its form and fill it in. Raises where no form of it may be submitted."""
    response = orders.saved or await fetcher.fetch(Request(orders.url))
    block = recognise(response) if orders.saved is None else None
    if block is not None:
        raise SiteBlocked(f"{response.url}: the site shows {block.kind} instead of its page ({block.why})")
    page = parse(response)
    judged = choose(page, orders.harvest)
    button = button_for(judged.form, orders.sets)
    query = default_query(judged.form, orders.sets, button)
    request = request_for(judged.form, query, page.charset, button=button, base_url=page.base_url)
    return Prepared(response, page, judged, query, request, fetched=orders.saved is None)


@asynccontextmanager
async def _door(web: WebSettings, departures: Departures, store: CrawlStore | None) -> AsyncIterator[Fetcher]:
    clock = WallClock()
    promised = store.promises(clock.now()) if store is not None else []
    async with open_door(web, clock, departing=departures, promised=promised, read=parse) as fetcher:
        yield fetcher


async def rehearse(orders: Orders) -> Prepared:
    """All but the submission: the page is asked for, nothing is sent and nothing is written."""
    async with _door(orders.web, Departures(), None) as fetcher:
        return await prepare(orders, fetcher)


def check_new(out: Path) -> None:
    """Raise if there is something in the folder already, before anything is sent."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadTarget(f"--out {out}: there is something already; choose a new folder, or: leadline resume {out}")


async def start(
    out: Path, config_text: str, orders: Orders, watch: Callable[[Harvest], None], sign: StopSign
) -> HarvestReport:
    """A new harvest in a new folder, which is made only when there is something to send."""
    departures = Departures()
    async with _door(orders.web, departures, None) as fetcher:
        prepared = await prepare(orders, fetcher)
        with CrawlFolder.create(out, config_text, "harvest") as folder:
            store = CrawlStore(folder.database)
            archive = Archive(folder.warc)
            try:
                departures.keep_in(store)
                _plan(store, archive, prepared)
                parts = Parts(store, Queries(store.db), archive, fetcher, sign, watch)
                return await _run(Harvest(parts, orders.harvest), store)
            finally:
                folder.derive(store)
                archive.close()
                store.close()


async def resume(
    folder: CrawlFolder,
    web: WebSettings,
    settings: HarvestSettings,
    watch: Callable[[Harvest], None],
    sign: StopSign,
) -> HarvestReport:
    """Go on paging where the folder's harvest stopped."""
    store = CrawlStore(folder.database)
    archive = Archive(folder.warc)
    try:
        archive.recover(store.archive_ends())
        departures = Departures()
        departures.keep_in(store)
        async with _door(web, departures, store) as fetcher:
            queries = Queries(store.db)
            parts = Parts(store, queries, archive, fetcher, sign, watch)
            return await _run(Harvest(parts, settings, spent_before=queries.requests()), store)
    finally:
        folder.derive(store)
        archive.close()
        store.close()


def _plan(store: CrawlStore, archive: Archive, prepared: Prepared) -> None:
    """The form's page and the first submission, committed together: from here on `resume` works."""
    page, response = prepared.page, prepared.response

    def plan() -> None:
        Queries(store.db).plan(prepared.query, Source(page.url, page.text[:_KNOWN_LETTERS]), prepared.request)

    if not prepared.fetched:  # a page from a file is no event of this harvest
        with store.db.transaction():
            plan()
        return
    outcome = Outcome(
        number=store.log.length,
        url=response.request.url,
        group="harvest",
        depth=0,
        final_url=response.url,
        status=response.status,
        forms=len(page.forms),
    )
    capture = Capture.of(response, archive.append(response))
    store.record(Entry(outcome, Advice(), capture=capture, forms=page.forms), lambda _: (), plan)


async def _run(harvest: Harvest, store: CrawlStore) -> HarvestReport:
    clock = WallClock()
    store.note(clock.now(), "started", pages=store.pages)
    stopped_by = await harvest.run()
    store.note(clock.now(), "stopped", by=stopped_by, pages=store.pages)
    return report(store, stopped_by, harvest.why)


def report(store: CrawlStore, stopped_by: str, why: str | None = None) -> HarvestReport:
    """A harvest in numbers, all of them read from the store."""
    found = summarise(store.db)
    queries = Queries(store.db)
    records, answered, pages = queries.counts()
    unreachable = sum(found.failures.get(kind, 0) for kind in _UNREACHABLE)
    return HarvestReport(
        records=records,
        queries=answered,
        requests=queries.requests(),
        unreachable=unreachable,
        robots_blocked=found.robots_blocked,
        refused=found.refused,
        errors=found.errors - unreachable + found.set_aside,
        stopped_by=stopped_by,
        why=why,
        pages=pages,
    )
