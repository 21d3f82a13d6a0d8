"""Locate: a folder, a door, a topic and a strategy, put together; the same again resumes the crawl.

`begin` makes the folder with all that a crawl is to know, `crawl_folder` crawls what a folder describes.
"""

import gc
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from leadline.app.prior import prior_of, successes_of, write_successes
from leadline.app.progress import NOBODY, CrawlProgress, Started, Supervisor, ignore_progress
from leadline.app.settings import Settings
from leadline.app.targets import read_text
from leadline.app.visiting import LOCAL, RAY, VisitJob, scattered, visitor_of
from leadline.errors import BadConfiguration, BadTarget
from leadline.forms.domains.model import DomainModel
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import check as check_forms
from leadline.locate.backlinks import named
from leadline.locate.critic import finder
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.locate.visit import Visitor
from leadline.model.events import Outcome
from leadline.model.rest import RestingHost
from leadline.model.url import canonical
from leadline.parse.document import parse
from leadline.protocols import NOTHING_KNOWN, Clock, Fetcher, Prior, TopicClassifier
from leadline.store.archive import Archive
from leadline.store.atomic import atomic_write
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.topics.bundled import find_topic, forms_of
from leadline.topics.classify import classifier
from leadline.topics.files import read_topic, write_topic
from leadline.topics.topic import Topic
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.politeness import longest_gap, patience

_PAUSE = 0.25  # seconds between two lines of progress


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
    site_searches: int = 0  # relevant forms that do not say themselves what they search; their pages do
    backward_pages: int = 0  # pages of these that a backward crawl looked at, to learn from
    on_topic: int = 0  # pages judged to be about the topic
    backlink_failures: int = 0  # questions to a backlink provider that it did not, or not wholly, answer
    resting: tuple[RestingHost, ...] = ()
    """Hosts whose links wait because they asked to be left alone, and until when."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def check(
    settings: LocateSettings, forms: FormsSettings | None = None, topic_forms: DomainModel | None = None
) -> None:
    """Raise on settings that cannot work, before anything is started."""
    if forms is not None:
        check_forms(forms)
    strategy(settings.strategy, settings)
    finder(settings, forms, topic_forms)
    named.check(settings)
    if settings.engine not in (LOCAL, RAY):
        raise BadConfiguration(f"locate.engine = {settings.engine!r} is unknown; choose from {LOCAL}, {RAY}")
    for name in (
        "pages",
        "open_groups",
        "processes",
        "snapshot_pages",
        "levels",
        "links.threshold",
        "sounding.rerank_pages",
    ):
        if (given := attrgetter(name)(settings)) < 1:
            raise BadConfiguration(f"locate.{name} = {given} leaves nothing to do; at least 1")


async def locate(
    out: Path,
    settings: Settings,
    topic: str | Topic,
    seeds: Sequence[str],
    supervisor: Supervisor = NOBODY,
    learn_from: Sequence[Path] = (),
) -> LocateReport:
    """A new crawl in a new folder, for a bundled topic, one in a file, or one of the caller's making; its strategy
    begins with what the crawls in the folders `learn_from` found."""
    chosen = find_topic(topic) if isinstance(topic, str) else topic
    word = topic if isinstance(topic, str) else topic.name
    settings = replace(settings, locate=replace(settings.locate, topic=word))
    check(settings.locate, settings.forms, forms_of(chosen))
    # One link more than there are levels: the one by which a site was entered.
    earlier = successes_of(learn_from, settings.locate.levels + 1, supervisor)
    named.prepare(settings.locate, supervisor.warn)
    with begin(out, settings, chosen, seeds, earlier) as folder:
        return await crawl_folder(folder, settings, supervisor)


def begin(
    out: Path, settings: Settings, topic: Topic, seeds: Sequence[str], earlier: Sequence[Outcome] = ()
) -> CrawlFolder:
    """A new folder that holds all a crawl is to know."""
    check(settings.locate, settings.forms, forms_of(topic))
    settings = replace(settings, locate=named.settled(settings.locate))

    def beside(folder: Path) -> None:
        write_topic(topic, folder / "topic.toml")
        write_successes(earlier, folder)
        with atomic_write(folder / "seeds.txt") as file:
            file.write("".join(f"{url}\n" for url in seeds).encode())

    return CrawlFolder.create(out, settings.toml("locate"), "locate", beside)


async def crawl_folder(folder: CrawlFolder, settings: Settings, supervisor: Supervisor = NOBODY) -> LocateReport:
    """Run, or resume, the crawl that a folder describes, with these settings."""
    topic = read_topic(folder.path / "topic.toml", ours=False)
    seeds = read_seeds(folder.path / "seeds.txt")
    learned = topic.learned.forms if topic.learned is not None else None
    named.prepare(settings.locate, supervisor.warn)
    prior = prior_of(folder.path, topic)
    words = tuple(keyword.words for keyword in topic.keywords)
    return await crawl(folder, settings, classifier(topic), seeds, learned, supervisor, prior, words)


def read_seeds(file: Path) -> list[str]:
    return seeds_of(read_text(file, "seeds", "a file with one http(s) address a line, or -"), str(file))


def seeds_of(text: str, source: str) -> list[str]:
    """One URL a line; empty lines and lines that begin with # do not count."""
    urls = []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        url = canonical(word if "://" in word else f"https://{word}")
        if url is None:
            where = f"{source}, line {number}"
            raise BadTarget(f"{where}: {word[:80]!r} is not a URL; write one http(s) address a line")
        urls.append(url)
    if not urls:
        raise BadTarget(f"{source} holds no seeds; write one http(s) address a line")
    return list(dict.fromkeys(urls))


async def crawl(
    folder: CrawlFolder,
    given: Settings,
    topic: TopicClassifier,
    seeds: Sequence[str],
    topic_forms: DomainModel | None = None,
    supervisor: Supervisor = NOBODY,
    prior: Prior = NOTHING_KNOWN,
    words: Sequence[str] = (),
) -> LocateReport:
    """Crawl from the seeds, or from where the folder's crawl stopped; `topic_forms` is what the topic's own
    examples taught about its forms, `prior` what the strategy is to begin with, `words` are the topic's."""
    web, settings = given.web, given.locate
    check(settings, given.forms, topic_forms)
    guide = strategy(settings.strategy, settings, prior)
    clock, began = WallClock(), time.monotonic()
    with folder.working(levels=settings.levels) as (store, archive):
        supervisor.on_progress(Started("locate", folder.path, resumed=store.log.pages > 0))
        store.note(clock.now(), "started", pages=store.log.pages)
        # Counted anew from here: how long the last request of a killed process travelled nobody knows.
        now = clock.now()
        known = store.hosts.promises(now, longest_gap(web))
        rests = [(host, rest._replace(until=max(rest.until, now + web.delay))) for host, rest in known.hosts]
        for sentence in known.disbelieved:
            supervisor.warn(sentence)
        door = partial(open_door, clock=clock, before_request=store.promise, on_rest=store.rest, rests=rests)

        def note(sentence: str) -> None:
            store.note(clock.now(), "backlinks", failed=sentence)

        job = VisitJob(given, topic, topic_forms, tuple(words), tuple(seeds), guide.topical_only, tuple(rests))
        async with (
            _visitor(job, door, store, archive, clock) as visitor,
            named.open_backlinks(settings, web, door, clock, note, archive) as provider,
        ):
            parts = CrawlParts(
                store=store,
                strategy=guide,
                visitor=visitor,
                clock=clock,
                archive=archive,
                backlinks=provider,
                watch=_watching(supervisor, settings.pages),
                stop=supervisor.stop,
                patience=patience(web),
            )
            crawl = Crawl(parts, settings)
            with _tables_left_alone():
                stopped_by = await crawl.run(list(seeds))
        seconds = float(store.decisions.get("seconds") or 0.0) + time.monotonic() - began
        store.decide("seconds", f"{seconds:.3f}")
        store.note(clock.now(), "stopped", by=stopped_by, pages=store.log.pages)
        ended = {"seconds": round(seconds, 3), "stopped_by": stopped_by, "resting": crawl.resting}
        found = {**asdict(store.pages.summary()), **ended, "strategy": settings.strategy}
        return LocateReport(**{one.name: found[one.name] for one in fields(LocateReport)})


@asynccontextmanager
async def _visitor(
    job: VisitJob,
    door: Callable[..., AbstractAsyncContextManager[Fetcher]],
    store: Store,
    archive: Archive,
    clock: Clock,
) -> AsyncIterator[Visitor]:
    """This process, or several."""
    if job.settings.locate.processes > 1 or job.settings.locate.engine != LOCAL:
        async with scattered(job, store, archive, clock) as crew:
            yield crew
        return
    async with door(job.settings.web, cookie_urls=job.seeds, read=parse) as fetcher:
        yield visitor_of(job, fetcher, archive)


_LOOKED_THROUGH = 50_000
"""New objects after which the collector looks for garbage: some ten MB, the links of two hundred pages. Much of
what it would look through after 20,000 is gone by then, as links of pages that are let go of."""


@contextmanager
def _tables_left_alone() -> Iterator[None]:
    """What was there before a crawl (modules, words of all languages: a hundred thousand objects) the collector
    does not go through again and again while it lasts: that was a twentieth of the time of a page. Nor is it
    called after each seven hundred new objects: the links of one page are more, and none of them is garbage before
    the page is learnt."""
    often = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_LOOKED_THROUGH, *often[1:])
    try:
        yield
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()


def _watching(supervisor: Supervisor, pages: int) -> Callable[[Crawl], None]:
    """Tells now and then: what a line of progress shows is counted in the database, which takes its time."""
    told_at = -_PAUSE

    def watch(crawl: Crawl) -> None:
        nonlocal told_at
        if time.monotonic() - told_at < _PAUSE:
            return
        told_at = time.monotonic()
        forms, errors = crawl.store.pages.progress()
        waiting = sum(crawl.store.frontier.waiting().values())
        progress = CrawlProgress(crawl.store.log.pages, pages, forms, waiting, crawl.under_way, errors)
        supervisor.on_progress(progress)

    return watch if supervisor.on_progress is not ignore_progress else lambda _: None
