"""Who visits the pages of a crawl: this process, or several (`leadline.scale`), each with a door of its own.

`python -m leadline.app.visiting` is a worker: what it is to do comes by standard input.
"""

import asyncio
import pickle
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from leadline.app.settings import Settings
from leadline.errors import BadConfiguration, ReadingTooLong, WorkerLost
from leadline.forms.domains.model import DomainModel
from leadline.locate.critic import Critic, finder
from leadline.locate.proof import DOUBTS, FormProver
from leadline.locate.settings import LocateSettings
from leadline.locate.visit import Appending, ArchivingFetcher, Visit, WebVisitor, read
from leadline.model.events import Failure
from leadline.model.form import Form
from leadline.model.rest import Rest
from leadline.model.url import site_of
from leadline.parse.document import parse
from leadline.protocols import Clock, Fetcher, TopicClassifier
from leadline.scale.crew import Books, Crew
from leadline.scale.links import Hire, processes_of
from leadline.scale.worker import Coordinator, Handler, serve
from leadline.store.archive import Archive, packed_exchange
from leadline.store.batch import FrontierLink
from leadline.store.packed import PackedForm, PackedLinks
from leadline.store.protocols import Store
from leadline.web.clock import WallClock
from leadline.web.door import open_door, share
from leadline.web.soft404 import SoftNotFound
from leadline.web.tasks import Reader

MODULE = "leadline.app.visiting"
LOCAL, RAY = "local", "ray"
"""What runs the processes (`locate.engine`)."""
_FORMS_KEPT = 2_000  # some 4 MB


@dataclass(frozen=True, slots=True)
class VisitJob:
    """All that somebody who visits pages has to know, in any process."""

    settings: Settings
    topic: TopicClassifier
    topic_forms: DomainModel | None = None
    words: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    topical_only: bool = False
    rests: tuple[tuple[str, Rest], ...] = ()


def visitor_of(job: VisitJob, fetcher: Fetcher, archive: Appending) -> WebVisitor:
    """Who visits pages through this door."""
    settings = job.settings.locate
    goals = finder(settings, job.settings.forms, job.topic_forms, topical_only=job.topical_only)
    archiving = ArchivingFetcher(fetcher, archive, "soft 404")
    soft404 = SoftNotFound(archiving, read=read, seed=settings.seed) if settings.soft404 else None
    asking = ArchivingFetcher(fetcher, archive, "proof")
    prover = FormProver(asking, job.words, settings.seed) if settings.prove != "no" else None
    reader = Reader(job.settings.web.limits.reading_seconds)
    return WebVisitor(fetcher, Critic(job.topic, goals), soft404, reader, prover, DOUBTS[settings.prove])


# ── several processes ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ScatteredVisitor:
    """`leadline.locate.visit.Visitor`: each site's pages are visited by the worker that owns it."""

    crew: Crew

    async def visit(self, link: FrontierLink) -> Visit:
        try:
            found: Visit = await self.crew.do("visit", link, site_of(link.url))
        except WorkerLost as error:
            return Visit(link, failure=Failure(ReadingTooLong.kind, str(error)))
        return found


@asynccontextmanager
async def scattered(
    job: VisitJob, store: Store, archive: Archive, clock: Clock
) -> AsyncIterator[ScatteredVisitor]:
    """Workers for as long as the block lasts."""
    try:
        pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise BadConfiguration(
            f"what judges pages cannot be handed to other processes ({error}); leave out --processes"
        ) from error
    books = Books(store.promise, store.rest, archive.append_packed)
    async with Crew(job.settings.locate.processes, _hire(job.settings.locate), job, clock, books) as crew:
        yield ScatteredVisitor(crew)


def _hire(settings: LocateSettings) -> Hire:
    if settings.engine == LOCAL:
        return processes_of(MODULE)
    from leadline.scale.cluster import actors_of

    return actors_of(f"{MODULE}:opened", settings.address or None)


class FormPacker:
    """Forms as the store keeps them; each is packed once, however many pages of its site it stands on."""

    def __init__(self) -> None:
        self._packed: dict[tuple[str, str], PackedForm] = {}

    def packed(self, site: str, form: Form | PackedForm) -> PackedForm:
        if isinstance(form, PackedForm):
            return form
        found = self._packed.get((site, form.identity))
        if found is None:
            if len(self._packed) >= _FORMS_KEPT:
                self._packed.clear()
            found = self._packed[site, form.identity] = PackedForm.of(form)
        return found


def packed(came: Visit, forms: FormPacker) -> Visit:
    """All that is big as store and archive keep it: worked out here, where there is time for it."""
    reading = came.reading
    if reading is not None:
        site = site_of(came.final_url)
        kept = tuple(forms.packed(site, form) for form in reading.kept)
        links = PackedLinks.of(reading.links) if reading.links else ()
        reading = replace(reading, links=links, kept=kept)
    exchange = packed_exchange(came.response) if came.response is not None else came.packed
    return replace(came, reading=reading, response=None, packed=exchange)


@asynccontextmanager
async def opened(coordinator: Coordinator, job: VisitJob) -> AsyncIterator[Mapping[str, Handler]]:
    """A worker: a door of its own, and the coordinator asked before each request."""
    clock = WallClock()
    door = open_door(
        job.settings.web, clock, on_rest=coordinator.rest, rests=job.rests, cookie_urls=job.seeds, read=parse
    )
    async with door as fetcher:
        share(fetcher, coordinator)
        visitor = visitor_of(job, fetcher, coordinator)

        forms = FormPacker()

        async def visit(link: FrontierLink) -> Visit:
            return packed(await visitor.visit(link), forms)

        handlers: dict[str, Any] = {"visit": visit}
        yield handlers


def main(_: Sequence[str] = ()) -> None:
    asyncio.run(serve(opened))


if __name__ == "__main__":
    main()
