"""Who harvests the sources of a project: this process, or several, each source by one of them.

`python -m leadline.app.sourcing` is a worker: what it is to do comes by standard input. A source is harvested in a
folder of its own, so a worker that takes one over from another that was killed resumes that folder.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from leadline.app import harvest
from leadline.app.memory import ValueMemory
from leadline.app.progress import Progress, SourceFinished, Supervisor, Warned
from leadline.errors import LeadlineError, WorkerLost
from leadline.harvest.endings import kept_ending
from leadline.harvest.prepare import HarvestJob
from leadline.harvest.report import HarvestReport, report
from leadline.locate.loop import TIME_LIMIT
from leadline.scale.crew import Books, Crew
from leadline.scale.links import processes_of
from leadline.scale.worker import Coordinator, Handler, serve
from leadline.store.folder import CrawlFolder, is_free
from leadline.web.clock import WallClock

MODULE = "leadline.app.sourcing"

_FINISHED = (
    "complete",
    "covered",
    "exhausted",
    "robots",
    "unanswered",
    "done",
    "coverage",
)  # the last two: older folders
VALUES = "values.toml"
"""What the forms of a project taught, in its folder."""
_AT_ONCE = 8  # sites that a process harvests at the same time; one site is never asked by two


@dataclass(frozen=True, slots=True)
class Source:
    """One relevant form that was located, to be harvested."""

    folder: str
    identity: str
    page_url: str
    approved: bool = False  # a person said that it is a search


@dataclass(frozen=True, slots=True)
class TimedJob:
    """The job of every source; `--time-limit` is that of all of them together. Processes of one machine have the
    same monotonic clock."""

    job: HarvestJob
    ends_at: float | None = None

    def next(self) -> HarvestJob | None:
        if self.ends_at is None:
            return self.job
        left = self.ends_at - time.monotonic()
        return replace(self.job, web=replace(self.job.web, time_limit=left)) if left > 0 else None


async def harvest_all(
    out: Path, sites: Mapping[str, Sequence[Source]], job: TimedJob, supervisor: Supervisor, processes: int = 1
) -> list[SourceFinished]:
    """Harvest the sources of all sites, those of one site one after the other."""
    places = asyncio.Semaphore(_AT_ONCE * processes)
    async with _harvester(out, job, supervisor, processes) as harvested:

        async def one_site(site: str, wanted: Sequence[Source]) -> list[SourceFinished]:
            async with places:
                return [await harvested(site, source) for source in wanted if not supervisor.stopped]

        done = await asyncio.gather(*(one_site(*named) for named in sites.items()))
    return list(chain.from_iterable(done))


@asynccontextmanager
async def _harvester(
    out: Path, job: TimedJob, supervisor: Supervisor, processes: int
) -> AsyncIterator[Callable[[str, Source], Awaitable[SourceFinished]]]:
    """Harvests one source of a site: here, or in the process that owns the site."""
    if processes == 1:

        async def here(_: str, source: Source) -> SourceFinished:
            return await _harvest(out, source, job, supervisor)

        yield here
        return
    nobody = Books(lambda *_: None, lambda *_: None, lambda *_: None)  # each folder keeps its own
    async with Crew(processes, processes_of(MODULE), (out, job), WallClock(), nobody) as crew:

        async def there(site: str, source: Source) -> SourceFinished:
            working = asyncio.ensure_future(crew.do("harvest", source, site))
            stopping = asyncio.ensure_future((supervisor.stop or asyncio.Event()).wait())
            await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not working.done():  # its worker ends with the crew, and its folder can be resumed
                working.cancel()
                return SourceFinished(source.page_url, out / source.folder, stopped_by="interrupted")
            return _told(working, source, out, supervisor)

        yield there


def _told(
    working: "asyncio.Future[tuple[SourceFinished, list[str]]]", source: Source, out: Path, supervisor: Supervisor
) -> SourceFinished:
    try:
        found, warnings = working.result()
    except WorkerLost as error:
        found, warnings = SourceFinished(source.page_url, out / source.folder, problem=str(error)), []
    for sentence in warnings:
        supervisor.warn(sentence)
    supervisor.on_progress(found)
    return found


@asynccontextmanager
async def _opened(_: Coordinator, job: tuple[Path, TimedJob]) -> AsyncIterator[Mapping[str, Handler]]:
    """A worker. A killed one's folder is free as soon as it is gone."""
    out, wanted = job

    async def harvest_one(source: Source) -> tuple[SourceFinished, list[str]]:
        said: list[str] = []

        def hear(event: Progress) -> None:
            if isinstance(event, Warned):
                said.append(event.text)

        return await _harvest(out, source, wanted, Supervisor(hear)), said

    yield {"harvest": harvest_one}


async def _harvest(out: Path, source: Source, jobs: TimedJob, supervisor: Supervisor) -> SourceFinished:
    path = out / source.folder
    if (job := jobs.next()) is None:
        return SourceFinished(source.page_url, path, stopped_by=TIME_LIMIT)

    def warnings(event: Progress) -> None:
        if isinstance(event, Warned):  # pages of eight harvests at once would say nothing
            supervisor.on_progress(event)

    try:
        done = await _start_or_resume(path, source, job, replace(supervisor, on_progress=warnings))
        found = SourceFinished(source.page_url, path, done.records, done.requests, done.stopped_by)
    except LeadlineError as error:
        found = SourceFinished(source.page_url, path, problem=str(error))
    supervisor.on_progress(found)
    return found


async def _start_or_resume(path: Path, source: Source, job: HarvestJob, supervisor: Supervisor) -> HarvestReport:
    # One table for all sources of the project, beside the user's own.
    memory = ValueMemory.of(job.harvest, path.parent.parent / VALUES)
    if is_free(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        job = replace(job, url=source.page_url, identity=source.identity)
        if source.approved:
            job = replace(job, harvest=replace(job.harvest, searchable=0.0))
        return await harvest.harvest(job, path, supervisor, memory)
    with CrawlFolder.open(path) as folder:
        with closing(folder.open_store()) as store:
            ended = str((store.log.last_note("stopped") or {}).get("by", ""))
            if ended in _FINISHED:
                if not folder.records.is_file():  # killed between the end and the files that are made of it
                    folder.derive(store)
                kept = kept_ending(store)
                return report(store, ended, *((kept.why, kept.estimate) if kept is not None else ()))
        return await harvest.resume_harvest(folder, job, supervisor, memory)


if __name__ == "__main__":
    asyncio.run(serve(_opened))
