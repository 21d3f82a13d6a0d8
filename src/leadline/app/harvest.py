"""Harvest: a prepared form, a folder and a door, put together.

`harvest_job` says what is to be harvested, `rehearse` shows what would be sent, `harvest` begins in a new folder,
`resume_harvest` goes on in an old one.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from leadline.answers.document import read
from leadline.app.door_walk import Remembering
from leadline.app.doors import alone, beside, looks_for_doors, rehearsed
from leadline.app.memory import ValueMemory, learned_from
from leadline.app.progress import NOBODY, FormChosen, Started, Supervisor
from leadline.app.settings import Settings, dump, shareable
from leadline.app.taken_up import check_plans, kept_source, on_screen_again, rendered_as_before
from leadline.app.targets import page_address, read_target, read_text, target_of
from leadline.app.watching import watching
from leadline.doors.as_form import door_of
from leadline.errors import BadTarget, MissingValue
from leadline.harvest.door_source import job_through
from leadline.harvest.endings import KeptEnding
from leadline.harvest.human import approved, cut_as_decided
from leadline.harvest.loop import Harvest
from leadline.harvest.planners.hiwe import HiwePlanner
from leadline.harvest.prepare import HarvestJob, Prepared, check, planned_by, prepare, values_of
from leadline.harvest.profile import SOURCE_FILE, HarvestStart, SourceProfile, described
from leadline.harvest.recut import Recut
from leadline.harvest.report import HarvestReport, packed_doors, packed_use, report
from leadline.harvest.requests import RequestBudget, record_page
from leadline.harvest.source import HarvestSource
from leadline.model.page import Page, Response
from leadline.model.rest import Rest
from leadline.protocols import Fetcher
from leadline.store.archive import Archive
from leadline.store.atomic import atomic_write
from leadline.store.batch import Batch
from leadline.store.folder import KIND, CrawlFolder, is_free
from leadline.store.protocols import Store
from leadline.web.browsing import BrowsesPages
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.politeness import longest_gap
from leadline.web.tasks import Reader


def harvest_job(
    target: str,
    settings: Settings,
    *,
    values: Mapping[str, str] | None = None,
    base_url: str | None = None,
    stdin: BinaryIO | None = None,
) -> HarvestJob:
    """The job that a URL, or a file with a form, is; judged before anything is asked for."""
    found = target_of(target, page_address(base_url))
    limit = settings.web.limits.body
    saved = read_target(found, stdin or BytesIO(), limit) if found.kind != "url" else None
    file = settings.harvest.values
    text = read_text(Path(file), "--values", "a CSV or TOML file") if file is not None else None
    harvest, forms = settings.harvest, settings.forms
    job = HarvestJob(settings.web, harvest, found.url, forms, values or {}, saved, text, place=found.place)
    check(job)
    return job


def harvest_door(
    job: HarvestJob, budget: RequestBudget, clock: WallClock, rests: Iterable[tuple[str, Rest]] = ()
) -> AbstractAsyncContextManager[Fetcher]:
    cookie_urls = (job.url, *(f"http://{host}/" for host in job.harvest.allowed_sites))
    door = partial(open_door, before_request=budget.departing, on_rest=budget.resting)
    return door(job.web, clock, rests=rests, cookie_urls=cookie_urls, read=_read_page)


def _read_page(response: Response) -> Page:
    """A page with what it carries for its scripts: one that has its records so needs no browser."""
    return read(response).page


async def rehearse(job: HarvestJob) -> Prepared:
    """All but the submission: the page is asked for, nothing is sent and nothing is written."""
    clock = WallClock()
    budget = RequestBudget(now=clock.now)
    async with harvest_door(job, budget, clock) as fetcher:
        prepared = await rehearsed(job, fetcher)
        return replace(prepared, pause=budget.pause)


async def harvest(
    job: HarvestJob, out: Path, supervisor: Supervisor = NOBODY, memory: ValueMemory | None = None
) -> HarvestReport:
    """A new harvest in a new folder, which is made only when there is something to send. `memory` has what other
    sources taught; that of the settings if not given."""
    memory = memory if memory is not None else ValueMemory.of(job.harvest)
    job = replace(job, memory=memory.text())
    if not is_free(out):
        raise BadTarget(f"--out {out}: there is something already; choose a new folder, or: leadline resume {out}")
    while True:
        try:
            return await _harvest(job, out, supervisor, memory)
        except MissingValue as missing:
            asked = supervisor.decisions
            value = asked.value_for(missing.name, missing.label) if asked is not None else None
            if value is None:
                raise
            job = replace(job, sets={**job.sets, missing.name: value})


async def _harvest(job: HarvestJob, out: Path, supervisor: Supervisor, memory: ValueMemory) -> HarvestReport:
    decisions, on_progress = supervisor.decisions, supervisor.on_progress
    budget = RequestBudget(job.harvest.max_requests)
    async with harvest_door(job, budget, WallClock()) as fetcher:
        reached: Fetcher = fetcher
        if job.harvest.doors == "only":
            prepared, reached = await alone(job, fetcher)
        else:
            prepared = await prepare(job, fetcher)
        if others := prepared.judged.instead_of:
            taken, url = prepared.source.form.index, prepared.source.page.url
            wanted = decisions.which_form(url, sorted((taken, *others))) if decisions is not None else None
            if wanted is not None and wanted != taken:
                job = replace(job, url=url, harvest=replace(job.harvest, form=wanted))
                prepared = await prepare(job, fetcher)
            elif wanted is None:
                on_progress(FormChosen(taken, others))
        if looks_for_doors(job):
            prepared, reached = await beside(job, prepared, fetcher, supervisor)
        if prepared.door is not None:
            job = job_through(prepared.door, job)
        if prepared.unmatched:
            supervisor.warn(unmatched_line(prepared))
        if because := prepared.judged.because:
            supervisor.warn(because)
        text = dump({"web": shareable(job.web), "forms": job.forms, "harvest": job.harvest})
        with (
            CrawlFolder.create(out, text, "harvest", begun=False) as folder,
            folder.working() as (store, archive),
        ):
            budget.keep_in(store)
            on_progress(Started("harvest", out, resumed=False))
            return await run_prepared(store, archive, reached, prepared, job, supervisor, folder.path, memory)


def unmatched_line(prepared: Prepared) -> str:
    """Which of the user's values nobody is going to ask for."""
    boxes = [field.called or field.name for field in prepared.source.fields if not field.finite]
    there = f"its text fields are {', '.join(boxes)}" if boxes else "it has no text field"
    return f"--values: no text field of this form fits {', '.join(prepared.unmatched)}; {there}"


async def run_prepared(
    store: Store,
    archive: Archive,
    fetcher: Fetcher,
    prepared: Prepared,
    job: HarvestJob,
    supervisor: Supervisor = NOBODY,
    folder: Path | None = None,
    memory: ValueMemory = ValueMemory(),  # noqa: B008  # a frozen value
) -> HarvestReport:
    """Plan the first query and run; experiments have no folder."""
    opened = fetcher.inner if isinstance(fetcher, Remembering) else fetcher
    used = [packed_use(opened.use, prepared.call)] if isinstance(opened, BrowsesPages) else []
    used += [packed_doors(prepared.doors)] if prepared.doors else []
    _plan(store, archive, prepared, job, tuple(used))
    source, planner = prepared.source, planned_by(job, prepared.source)
    reader = Reader(job.web.limits.reading_seconds) if folder is not None else None
    watch, stop = watching(supervisor, job.web.delay, WallClock()), supervisor.stop or asyncio.Event()
    parts = (store, archive, fetcher, source, planner, new_profile(source), job.harvest)
    harvest = Harvest(*parts, reader, watch, stop, replan=partial(planned_by, job, source))
    done = await _run(harvest, folder)
    _remember(harvest, job, memory)
    return done


def _remember(harvest: Harvest, job: HarvestJob, memory: ValueMemory) -> None:
    """What the form taught serves the next source."""
    if memory.files and harvest.queries.counts()[1]:
        table = harvest.planner.table if isinstance(harvest.planner, HiwePlanner) else None
        memory.learn(learned_from(harvest.source, table), left_out=values_of(job))


async def resume_harvest(
    folder: CrawlFolder, job: HarvestJob, supervisor: Supervisor = NOBODY, memory: ValueMemory | None = None
) -> HarvestReport:
    """Go on where the folder's harvest stopped; which form of which page it was is in the folder."""
    memory = memory if memory is not None else ValueMemory.of(job.harvest)
    check(job)
    with folder.working() as (store, archive):
        kept = HarvestStart.recalled(store.decisions)
        job = replace(job, sets=kept.sets, values=kept.values, memory=kept.memory)
        job = replace(job, harvest=approved(folder.path, job.harvest))
        source = kept_source(kept, job)
        job = replace(job, web=rendered_as_before(kept, job))
        if (door := door_of(source.form)) is not None:
            job = job_through(door, job)
        budget = RequestBudget(job.harvest.max_requests)
        budget.keep_in(store)
        clock = WallClock()
        known = store.hosts.promises(clock.now(), longest_gap(job.web))
        for sentence in known.disbelieved:
            supervisor.warn(sentence)
        supervisor.on_progress(Started("harvest", folder.path, resumed=True))
        async with harvest_door(replace(job, url=kept.response.url), budget, clock, known.hosts) as fetcher:
            on_screen_again(fetcher, kept, job)
            planner = planned_by(job, source, folder.path)
            reader = Reader(job.web.limits.reading_seconds)
            known_so_far = cut_as_decided(folder.path, new_profile(source).recalled(store.decisions))
            profile = await Recut(store, archive, job.harvest).as_decided(known_so_far)
            watch, stop = watching(supervisor, job.web.delay, clock), supervisor.stop or asyncio.Event()
            parts = (store, archive, fetcher, source, planner, profile, job.harvest)
            replan = partial(planned_by, job, source, folder.path)
            harvest = Harvest(*parts, reader, watch, stop, store.hosts.requests(), replan=replan)
            check_plans(harvest)
            done = await _run(harvest, folder.path)
            _remember(harvest, job, memory)
            return done


def new_profile(source: HarvestSource) -> SourceProfile:
    return SourceProfile.begun(source.document, source.form)


def _plan(
    store: Store,
    archive: Archive,
    prepared: Prepared,
    job: HarvestJob,
    used: tuple[tuple[str, str], ...] = (),
) -> None:
    """The form's page and the first submission, committed together: from here on `resume` works."""
    index, call = prepared.source.form.index, prepared.call.to_json() if prepared.call is not None else None
    door = prepared.door.to_json() if prepared.door is not None else None
    start = HarvestStart(prepared.response, index, dict(job.sets), job.values, job.memory, call, door)
    batch = Batch(decisions=((KIND, "harvest"), start.packed(), *used), planned=prepared.first)
    if prepared.fetched:
        batch = replace(batch, forms=prepared.source.page.forms)
        record_page(store, prepared.response, archive.append(prepared.response), batch)
    else:  # a page from a file is no event of this harvest
        store.commit(batch)


async def _run(harvest: Harvest, folder: Path | None) -> HarvestReport:
    clock, store = WallClock(), harvest.store
    store.note(clock.now(), "started", pages=store.log.pages)
    stopped_by = await harvest.run()
    store.note(clock.now(), "stopped", by=stopped_by, pages=store.log.pages)
    estimate = harvest.estimate
    store.commit(Batch(decisions=(KeptEnding(str(stopped_by), harvest.why, estimate).packed(),)))
    if folder is not None and not (folder / SOURCE_FILE).exists():  # once: what people wrote into it stays
        with atomic_write(folder / SOURCE_FILE) as out:
            out.write(described(harvest.source, harvest.profile).encode())
    done = report(store, stopped_by, harvest.why, estimate, harvest.profile.counts)
    return replace(done, resting=store.hosts.resting(clock.now()))
