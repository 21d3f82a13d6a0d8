"""Locating, put together: a folder, a door, a topic and a strategy make a crawl; the same again resumes it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from leadline.errors import BadConfiguration
from leadline.forms.domains.model import DomainModel
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import check as check_forms
from leadline.locate.backlinks import named
from leadline.locate.critic import Critic, finder
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.locate.visit import ArchivedProbes, WebVisitor, read
from leadline.model.rest import RestingHost
from leadline.parse.document import parse
from leadline.protocols import BacklinkSource, TopicClassifier
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.web.door import WallClock, open_door
from leadline.web.politeness import longest_gap, patience
from leadline.web.settings import WebSettings
from leadline.web.soft404 import SoftNotFound
from leadline.web.tasks import Reader


@dataclass(frozen=True, slots=True)
class LocateReport:
    """What `leadline locate --json` prints; the keys are a contract."""

    strategy: str
    pages: int
    requests: int
    sites: int
    forms: int
    relevant_forms: int
    backlink_calls: int
    robots_blocked: int
    errors: int
    seconds: float
    stopped_by: str
    on_topic: int = 0
    """Pages judged to be about the topic."""
    backlink_failures: int = 0
    """Questions to a backlink provider that it did not, or not wholly, answer."""
    resting: tuple[RestingHost, ...] = ()
    """Hosts whose links wait because they asked to be left alone, and until when."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Orders:
    """Everything a crawl was told."""

    web: WebSettings
    locate: LocateSettings
    topic: TopicClassifier
    seeds: Sequence[str]
    forms: FormsSettings = field(default_factory=FormsSettings)
    backlinks: BacklinkSource | None = None
    """Instead of the provider that the settings name."""
    topic_forms: DomainModel | None = None
    """What the topic's own examples taught about its forms."""


def check(settings: LocateSettings, forms: FormsSettings | None = None) -> None:
    """Raise on settings that cannot work, before anything is started."""
    if forms is not None:
        check_forms(forms)
    strategy(settings.strategy, settings)
    finder(settings.find, settings.topic_threshold, settings.topic, forms)
    named.check(settings)
    for name in ("pages", "open_groups", "snapshot_pages", "levels"):
        if getattr(settings, name) < 1:
            raise BadConfiguration(f"locate.{name} = {getattr(settings, name)} leaves nothing to do; at least 1")


async def locate(
    folder: CrawlFolder,
    orders: Orders,
    watch: Callable[[Crawl], None],
    stop: asyncio.Event,
    told: Callable[[str], None] = lambda _: None,
) -> LocateReport:
    """Crawl from the seeds, or from where the folder's crawl stopped; `told` hears what was not believed."""
    settings = orders.locate
    check(settings, orders.forms)
    goals = finder(settings.find, settings.topic_threshold, settings.topic, orders.forms, orders.topic_forms)
    clock = WallClock()
    began = time.monotonic()
    with folder.working(levels=settings.levels) as (store, archive):
        store.note(clock.now(), "started", pages=store.log.pages)
        # Counted anew from here: how long the last request of a killed process travelled nobody knows.
        now = clock.now()
        known = store.hosts.promises(now, longest_gap(orders.web))
        promised = [
            (host, rest._replace(until=max(rest.until, now + orders.web.delay))) for host, rest in known.hosts
        ]
        for sentence in known.disbelieved:
            told(sentence)
        door = partial(open_door, clock=clock, departing=store.promise, resting=store.rest, promised=promised)

        def note(sentence: str) -> None:
            store.note(clock.now(), "backlinks", failed=sentence)

        async with (
            door(orders.web, visited=orders.seeds, read=parse) as fetcher,
            named.open_backlinks(settings, orders.web, door, clock, note, archive) as provider,
        ):
            parts = CrawlParts(
                store=store,
                strategy=strategy(settings.strategy, settings),
                visitor=WebVisitor(
                    fetcher,
                    Critic(orders.topic, goals),
                    SoftNotFound(ArchivedProbes(fetcher, archive), read=read, seed=settings.seed)
                    if settings.soft404
                    else None,
                    Reader(orders.web.limits.reading_seconds),
                ),
                clock=clock,
                archive=archive,
                backlinks=orders.backlinks or provider,
                watch=watch,
                stop=stop,
                patience=patience(orders.web),
            )
            crawl = Crawl(parts, settings)
            stopped_by = await crawl.run(list(orders.seeds))
        seconds = float(store.decisions.get("seconds") or 0.0) + time.monotonic() - began
        store.decide("seconds", f"{seconds:.3f}")
        store.note(clock.now(), "stopped", by=stopped_by, pages=store.log.pages)
        return replace(report(store, settings.strategy, stopped_by), resting=crawl.resting)


def report(store: Store, name: str, stopped_by: str) -> LocateReport:
    found = store.pages.summary()
    return LocateReport(
        strategy=name,
        pages=found.pages,
        requests=found.requests,
        sites=found.sites,
        forms=found.forms,
        relevant_forms=found.relevant_forms,
        backlink_calls=found.backlink_calls,
        robots_blocked=found.robots_blocked,
        errors=found.errors,
        seconds=round(float(store.decisions.get("seconds") or 0.0), 3),
        stopped_by=stopped_by,
        on_topic=found.on_topic,
        backlink_failures=found.backlink_failures,
    )
