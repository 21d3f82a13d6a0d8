"""Harvesting, put together: a prepared form, a folder and a door make a harvest.

`rehearse` shows what would be sent, `start` begins in a new folder, `resume` goes on with an old one.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from leadline.errors import BadTarget
from leadline.harvest.descriptor import FILE, described
from leadline.harvest.kept import Kept, keep, recall
from leadline.harvest.knowledge import Keeper, Knowledge
from leadline.harvest.loop import Harvest, Parts
from leadline.harvest.prepare import Orders, Prepared, planned_by, prepare, understood
from leadline.harvest.report import HarvestReport, report
from leadline.harvest.source import HarvestSource
from leadline.harvest.stopping import StopSign
from leadline.model.events import Outcome
from leadline.parse.page import parse
from leadline.protocols import Advice, Fetcher, QueryPlanner
from leadline.query.document import read
from leadline.query.judge import Template
from leadline.query.session import Session
from leadline.store.archive import Archive
from leadline.store.crawl import Capture, CrawlStore, Entry
from leadline.store.folder import CrawlFolder
from leadline.store.queries import Queries
from leadline.store.replacing import replacing
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.reading import Reader
from leadline.web.settings import WebSettings


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
    out: Path,
    config_text: str,
    orders: Orders,
    watch: Callable[[Harvest], None],
    sign: StopSign,
    told: Callable[[str], None] = lambda _: None,
) -> HarvestReport:
    """A new harvest in a new folder, made only when there is something to send; `told` hears of choices."""
    departures = Departures()
    async with _door(orders.web, departures, None) as fetcher:
        prepared = await prepare(orders, fetcher)
        if others := prepared.judged.instead_of:
            listed = ", ".join(f"form {index}" for index in others)
            told(f"form {prepared.judged.form.index} was taken; {listed} could be harvested as well (--form K)")
        with CrawlFolder.create(out, config_text, "harvest") as folder:
            store = CrawlStore(folder.database)
            archive = Archive(folder.warc)
            try:
                departures.keep_in(store)
                return await begun(store, archive, fetcher, prepared, orders, watch, sign, folder.path)
            finally:
                folder.derive(store)
                archive.close()
                store.close()


async def begun(
    store: CrawlStore,
    archive: Archive,
    fetcher: Fetcher,
    prepared: Prepared,
    orders: Orders,
    watch: Callable[[Harvest], None] = lambda _: None,
    sign: StopSign | None = None,
    folder: Path | None = None,
) -> HarvestReport:
    """Plan the first query and run; experiments have no folder."""
    _plan(store, archive, prepared, orders)
    again = planned_by(orders, prepared.source)
    reader = Reader(orders.web.limits.reading_seconds) if folder is not None else None
    parts = _parts(store, archive, fetcher, prepared.source, again, sign or StopSign(), watch, reader)
    return await _run(Harvest(parts, orders.harvest), parts, folder)


async def resume(
    folder: CrawlFolder, orders: Orders, watch: Callable[[Harvest], None], sign: StopSign
) -> HarvestReport:
    """Go on where the folder's harvest stopped; what the form's page was is in the folder."""
    store = CrawlStore(folder.database)
    archive = Archive(folder.warc)
    try:
        archive.recover(store.archive_ends())
        kept = recall(store)
        orders = replace(orders, sets=kept.sets, values=kept.values)
        document = read(kept.response)
        form = next(form for form in document.page.forms if form.index == kept.form)
        source = understood(kept.response, document, form, orders)
        departures = Departures()
        departures.keep_in(store)
        async with _door(orders.web, departures, store) as fetcher:
            asks = planned_by(orders, source, folder.path)
            reader = Reader(orders.web.limits.reading_seconds)
            parts = _parts(store, archive, fetcher, source, asks, sign, watch, reader)
            parts.keeper.recall()
            spent = parts.queries.requests()
            return await _run(Harvest(parts, orders.harvest, spent_before=spent), parts, folder.path)
    finally:
        folder.derive(store)
        archive.close()
        store.close()


def _parts(
    store: CrawlStore,
    archive: Archive,
    fetcher: Fetcher,
    source: HarvestSource,
    asks: QueryPlanner,
    sign: StopSign,
    watch: Callable[[Harvest], None],
    reader: Reader | None,
) -> Parts:
    keeper = Keeper(store, Knowledge(Session(source.form), Template.of_form(source.document)))
    return Parts(store, Queries(store.db), archive, fetcher, sign, source, asks, keeper, reader, watch)


def _plan(store: CrawlStore, archive: Archive, prepared: Prepared, orders: Orders) -> None:
    """The form's page and the first submission, committed together: from here on `resume` works."""
    page, response = prepared.page, prepared.response

    def plan() -> None:
        keep(store, Kept(response, prepared.source.form.index, dict(orders.sets), orders.values))
        Queries(store.db).plan(prepared.query, prepared.choice, prepared.source.told, prepared.request)

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


async def _run(harvest: Harvest, parts: Parts, folder: Path | None) -> HarvestReport:
    clock, store = WallClock(), parts.store
    store.note(clock.now(), "started", pages=store.pages)
    stopped_by = await harvest.run()
    store.note(clock.now(), "stopped", by=stopped_by, pages=store.pages)
    if folder is not None and not (folder / FILE).exists():  # once: what people wrote into it stays
        with replacing(folder / FILE) as out:
            out.write(described(parts.source, parts.keeper.now).encode())
    return report(store, stopped_by, harvest.why, harvest.estimate, parts.keeper.now.counts)
