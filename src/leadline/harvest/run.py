"""Harvesting, put together: a prepared form, a folder and a door make a harvest.

`rehearse` shows what would be sent, `start` begins in a new folder, `resume` goes on with an old one.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from leadline.answers.document import read
from leadline.answers.judge import Template
from leadline.errors import BadTarget
from leadline.harvest.choice import ChosenForm, choose
from leadline.harvest.loop import Harvest
from leadline.harvest.parts import HarvestParts
from leadline.harvest.prepare import Orders, Prepared, planned_by, prepare, understood
from leadline.harvest.profile import SOURCE_FILE, HarvestStart, SourceProfile, described
from leadline.harvest.recording import Recorder
from leadline.harvest.report import HarvestReport, report
from leadline.harvest.requests import RequestBudget
from leadline.harvest.source import HarvestSource
from leadline.model.rest import Rest
from leadline.model.url import site_of
from leadline.parse.document import Document, parse
from leadline.parse.forms import stable_action
from leadline.protocols import Fetcher, QueryPlanner
from leadline.store.archive import Archive
from leadline.store.atomic import replacing
from leadline.store.batch import Batch, PlannedQuery
from leadline.store.folder import KIND, CrawlFolder, is_free
from leadline.store.protocols import Store
from leadline.submit.session import Session
from leadline.web.door import WallClock, open_door
from leadline.web.politeness import longest_gap
from leadline.web.tasks import Reader


@asynccontextmanager
async def _door(
    orders: Orders, budget: RequestBudget, clock: WallClock, promised: Iterable[tuple[str, Rest]] = ()
) -> AsyncIterator[Fetcher]:
    told = partial(open_door, departing=budget.departing, resting=budget.resting)
    visited = (orders.url, *(f"http://{host}/" for host in orders.harvest.allowed_sites))
    async with told(orders.web, clock, promised=promised, visited=visited, read=parse) as fetcher:
        yield fetcher


async def rehearse(orders: Orders) -> Prepared:
    """All but the submission: the page is asked for, nothing is sent and nothing is written."""
    async with _door(orders, RequestBudget(), WallClock()) as fetcher:
        return await prepare(orders, fetcher)


def check_new(out: Path) -> None:
    """Raise if there is something in the folder already, before anything is sent."""
    if not is_free(out):
        raise BadTarget(f"--out {out}: there is something already; choose a new folder, or: leadline resume {out}")


async def start(
    out: Path,
    config_text: str,
    orders: Orders,
    watch: Callable[[Harvest], None],
    stop: asyncio.Event,
    told: Callable[[str], None] = lambda _: None,
) -> HarvestReport:
    """A new harvest in a new folder, made only when there is something to send; `told` hears of choices."""
    budget = RequestBudget(orders.harvest.max_requests)
    async with _door(orders, budget, WallClock()) as fetcher:
        prepared = await prepare(orders, fetcher)
        if others := prepared.judged.instead_of:
            listed = ", ".join(f"form {index}" for index in others)
            told(f"form {prepared.judged.form.index} was taken; {listed} could be harvested as well (--form K)")
        with (
            CrawlFolder.create(out, config_text, "harvest", begun=False) as folder,
            folder.working() as (store, archive),
        ):
            budget.keep_in(store)
            return await begun(store, archive, fetcher, prepared, orders, watch, stop, folder.path)


async def begun(
    store: Store,
    archive: Archive,
    fetcher: Fetcher,
    prepared: Prepared,
    orders: Orders,
    watch: Callable[[Harvest], None] = lambda _: None,
    stop: asyncio.Event | None = None,
    folder: Path | None = None,
) -> HarvestReport:
    """Plan the first query and run; experiments have no folder."""
    _plan(store, archive, prepared, orders)
    again = planned_by(orders, prepared.source)
    reader = Reader(orders.web.limits.reading_seconds) if folder is not None else None
    parts = _parts(store, archive, fetcher, prepared.source, again, stop or asyncio.Event(), watch, reader)
    return await _run(Harvest(parts, orders.harvest), parts, folder)


async def resume(
    folder: CrawlFolder,
    orders: Orders,
    watch: Callable[[Harvest], None],
    stop: asyncio.Event,
    told: Callable[[str], None] = lambda _: None,
) -> HarvestReport:
    """Go on where the folder's harvest stopped; what the form's page was is in the folder. `told` hears what in it
    was not believed."""
    with folder.working() as (store, archive):
        kept = HarvestStart.recalled(store.decisions)
        orders = replace(orders, sets=kept.sets, values=kept.values)
        document = read(kept.response)
        judged = _judged_again(document, kept.form, orders)
        source = understood(kept.response, document, judged, orders)
        budget = RequestBudget(orders.harvest.max_requests)
        budget.keep_in(store)
        clock = WallClock()
        known = store.hosts.promises(clock.now(), longest_gap(orders.web))
        for sentence in known.disbelieved:
            told(sentence)
        async with _door(orders, budget, clock, known.hosts) as fetcher:
            asks = planned_by(orders, source, folder.path)
            reader = Reader(orders.web.limits.reading_seconds)
            parts = _parts(store, archive, fetcher, source, asks, stop, watch, reader)
            parts = replace(parts, profile=parts.profile.recalled(store.decisions))
            _check_plans(parts, orders)
            spent = store.hosts.requests()
            return await _run(Harvest(parts, orders.harvest, spent_before=spent), parts, folder.path)


def _judged_again(document: Document, index: int, orders: Orders) -> ChosenForm:
    """The form a folder says was harvested, through the gate once more: the folder may be somebody else's."""
    if not any(form.index == index for form in document.page.forms):
        raise BadTarget(f"the folder says that form {index} was harvested, and its page has none such: begin anew")
    return choose(document.page, replace(orders.harvest, form=index), orders.forms)


def _check_plans(parts: HarvestParts, orders: Orders) -> None:
    """What the folder would send next goes where the judged form does: its form with the hidden values of the
    moment, and the submission that is open."""
    now, judged = parts.profile.session.form, parts.source.form
    if (stable_action(now.action), now.method) != (stable_action(judged.action), judged.method):
        raise BadTarget(f"the folder sends its form to {now.action}, and its page to another place: begin anew")
    asked = parts.store.queries.open()
    sites = {site_of(url) for url in (parts.source.page_url, judged.action)} | set(orders.harvest.allowed_sites)
    if asked is not None and site_of(asked.request.url) not in sites:
        raise BadTarget(f"the folder plans a request to another site, {asked.request.url}: begin anew")


def _parts(
    store: Store,
    archive: Archive,
    fetcher: Fetcher,
    source: HarvestSource,
    asks: QueryPlanner,
    stop: asyncio.Event,
    watch: Callable[[Harvest], None],
    reader: Reader | None,
) -> HarvestParts:
    profile = SourceProfile(Session(source.form), Template.of_form(source.document))
    return HarvestParts(store, archive, fetcher, stop, source, asks, profile, reader, watch)


def _plan(store: Store, archive: Archive, prepared: Prepared, orders: Orders) -> None:
    """The form's page and the first submission, committed together: from here on `resume` works."""
    start = HarvestStart(prepared.response, prepared.source.form.index, dict(orders.sets), orders.values)
    query = PlannedQuery(prepared.query, prepared.choice, prepared.source.source_page, prepared.request)
    batch = Batch(decisions=((KIND, "harvest"), start.packed()), planned=query)
    if prepared.fetched:
        Recorder(store, archive).form_page(prepared.response, prepared.page.forms, batch)
    else:  # a page from a file is no event of this harvest
        store.commit(batch)


async def _run(harvest: Harvest, parts: HarvestParts, folder: Path | None) -> HarvestReport:
    clock, store = WallClock(), parts.store
    store.note(clock.now(), "started", pages=store.log.pages)
    stopped_by = await harvest.run()
    store.note(clock.now(), "stopped", by=stopped_by, pages=store.log.pages)
    if folder is not None and not (folder / SOURCE_FILE).exists():  # once: what people wrote into it stays
        with replacing(folder / SOURCE_FILE) as out:
            out.write(described(parts.source, harvest.profile).encode())
    done = report(store, stopped_by, harvest.why, harvest.estimate, harvest.profile.counts)
    return replace(done, resting=store.hosts.resting(clock.now()))
