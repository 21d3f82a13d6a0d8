"""One strategy crawls one university for one class of pages; every page can be fetched once, and all are."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings, Stopping
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.locate.visit import Reading, Visit
from leadline.model.events import Finding, Outcome
from leadline.protocols import Prior
from leadline.store.batch import FrontierLink
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.background import bundled_background
from leadline.topics.classify import PageClassifier, classifier, linear_model
from leadline.topics.topic import Topic
from leadline.topics.train import LabelledPage, learn
from leadline_bench import virtual
from leadline_bench.locate.trial import NO_GATE
from leadline_bench.locate.variants import Variant, scaled
from leadline_bench.webkb.campus import Campus, CampusPage

CRITICS = ("truth", "topic")
_SURE = 0.5
"""P(of the kind) from which the critic `topic` takes a page for wanted."""
_WITHOUT_GATE = ("sounding",)
"""What P(topic) is above or below the threshold is something these learn from, and keeps them from nothing."""
_IN_MEMORY = Path(":memory:")
_EXAMPLES = 1_500
"""Pages of other universities that a topic is learned from at most, every n-th of them."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is looked for where, and what is known before the first page."""

    campus: Campus
    kind: str
    topic: Topic
    taught: tuple[Outcome, ...] = ()
    """Ways to pages of the kind at another university."""

    @property
    def wanted(self) -> frozenset[str]:
        return self.campus.of_kind(self.kind)


def topic_of(kind: str, campus: Campus, others: Sequence[Campus]) -> Topic:
    """Pages of the kind against all others, learned at other universities."""
    pages = [(other.name, page) for other in others if other.name != campus.name for page in other.pages.values()]
    shown = [LabelledPage(page.terms, name, page.kind == kind) for name, page in pages]
    return learn(Topic(kind), shown[:: max(1, len(shown) // _EXAMPLES)], bundled_background())


def order(task: Task, name: str, critic: str = "truth", seed: int = 0) -> list[str]:
    """The addresses of the pages in the order in which the strategy fetches them."""
    visitor, _ = _crawled(task, name, critic, seed)
    return visitor.fetched


def ways(task: Task) -> tuple[Outcome, ...]:
    """Every wanted page with a way there, for strategies that begin with a link classifier."""
    _, found = _crawled(task, "fixed-depth@fixed_depth=99", "truth", 0)
    return tuple(found)


def _crawled(task: Task, name: str, critic: str, seed: int) -> tuple["_Visitor", list[Outcome]]:
    variant, pages = Variant.of(name), len(task.campus.pages)
    settings = _settings(variant, task.kind, pages, seed)
    visitor = _Visitor(task, classifier(task.topic), truth=critic == "truth")
    known = linear_model(task.topic, bundled_background()).weights
    prior = Prior(task.taught if variant.is_taught else (), (), known)
    store = SqliteStore(_IN_MEMORY, levels=settings.levels)
    parts = CrawlParts(
        store=store,
        strategy=strategy(variant.name, settings, prior),
        visitor=visitor,
        clock=virtual.VirtualClock(),
    )
    try:
        virtual.run(Crawl(parts, settings).run([task.campus.start]))
        return visitor, [page for page in store.log.successes() if page.path]
    finally:
        store.close()


def _settings(variant: Variant, kind: str, pages: int, seed: int) -> LocateSettings:
    """No rule about leaving a site holds, since there is only one, and no page is off topic: the page of a
    department is none of a course, and strategies that read no other pages would end there."""
    base = LocateSettings(
        topic=kind,
        strategy=variant.name,
        pages=pages,
        open_groups=1,
        seed=seed,
        soft404=False,
        find="pages",
        snapshot_pages=pages + 1,
        topic_threshold=_SURE if variant.name in _WITHOUT_GATE else NO_GATE,
        stopping=Stopping(*([pages] * len(fields(Stopping)))),
    )
    scale = scaled(base, pages)
    return variant.settings(replace(scale, sites=replace(scale.sites, pages=pages)))


@dataclass(frozen=True, slots=True)
class _Visitor:
    """A `leadline.locate.visit.Visitor` that has every page at hand."""

    task: Task
    classifier: PageClassifier
    truth: bool
    """Whether labels or the classifier say that a page is wanted."""
    fetched: list[str] = field(default_factory=list)

    async def visit(self, link: FrontierLink) -> Visit:
        page = self.task.campus.pages.get(link.url)
        if page is None:
            return Visit(link, link.url, 404, set_aside="status 404")
        self.fetched.append(page.url)
        return Visit(link, page.url, 200, self._reading(page))

    def _reading(self, page: CampusPage) -> Reading:
        (on_topic,) = self.classifier.weigh([page.terms])
        is_goal = page.kind == self.task.kind if self.truth else on_topic > _SURE
        goals = (Finding(page.url, page.url, 1.0 if self.truth else on_topic),) if is_goal else ()
        return Reading(round(on_topic, 6), goals, page.links, page.forms, page.digest, page.fingerprint)
