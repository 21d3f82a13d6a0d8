"""One crawl of a patchwork: the real loop, parser, topic and critic; what was met is counted by what was sewn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import STRATEGIES, strategy
from leadline.locate.visit import Visit, permitted
from leadline.model.events import Finding
from leadline.model.url import site_of
from leadline.protocols import Prior, Strategy
from leadline.store.batch import FrontierLink
from leadline.store.codec import unpack_links
from leadline.store.packed import PackedLinks
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.classify import linear_model
from leadline_bench import virtual
from leadline_bench.locate.variants import Variant, scaled
from leadline_bench.patchwork.oracle import shortest, treasure
from leadline_bench.patchwork.pieces import TOPICS
from leadline_bench.patchwork.plain import PLAIN
from leadline_bench.patchwork.reading import Reader, Seen

ORACLE = "oracle"
_IN_MEMORY = Path(":memory:")


@dataclass
class Visitor:
    """A `leadline.locate.visit.Visitor` that notes what it met."""

    reader: Reader
    topic: str
    gate: float | None
    met: dict[str, int] = field(default_factory=dict)
    """Relevant forms, and the pages fetched when each was met."""
    listed: dict[str, int] = field(default_factory=dict)
    """Of those, the ones that the crawl's own critic listed."""
    wrong: set[str] = field(default_factory=set)
    """What else it listed."""
    trail: list[tuple[str, Seen]] = field(default_factory=list)

    async def visit(self, link: FrontierLink) -> Visit:
        seen = await self.reader.read(link.url)
        if seen.status is None:
            return Visit(link, failure=seen.failure)
        permit = permitted(link).why
        self.trail.append((link.url, seen))
        if seen.reading is None:
            return Visit(link, link.url, seen.status, set_aside=seen.set_aside, permit=permit)
        on_topic, goals = seen.judged[self.topic]
        if self.gate is not None and on_topic <= self.gate:
            goals = ()
        if seen.set_aside is None:
            self._note(seen, goals)
        links = PackedLinks.of(unpack_links(seen.links), seen.links) if seen.links else ()
        reading = replace(seen.reading, on_topic=on_topic, goals=goals, links=links)
        return Visit(link, link.url, seen.status, reading, None, seen.set_aside, permit=permit)

    def _note(self, seen: Seen, goals: Sequence[Finding]) -> None:
        pages = len(self.trail)
        true = seen.relevant if seen.subject == TOPICS[self.topic] else {}
        for form in true.values():
            self.met.setdefault(form, pages)
        for goal in goals:
            if goal.identity in true:
                self.listed.setdefault(true[goal.identity], pages)
            else:
                self.wrong.add(goal.identity)


@dataclass(frozen=True, slots=True)
class Result:
    """What one crawl came to."""

    strategy: str
    topic: str
    world: int
    pages: int
    budget: int
    reachable: int
    """Relevant forms that there is a way to."""
    met: tuple[int, ...]
    listed: tuple[int, ...]
    wrong: int
    spent: Mapping[str, int]
    """Pages by what they were."""

    @property
    def area(self) -> float:
        """Share of the relevant forms that was met, averaged over the budget."""
        return area(self.met, self.budget, self.reachable)

    @property
    def listed_area(self) -> float:
        return area(self.listed, self.budget, self.reachable)


def area(found: Sequence[int], budget: int, of: int) -> float:
    return sum(max(0, budget - page) for page in found) / budget / max(1, of)


def crawl(
    reader: Reader, topic: str, name: str, budget: int, chosen: Strategy | None = None
) -> tuple[Result, Visitor]:
    """One strategy from the seeds of a topic; `chosen`: one of this name that is there already."""
    plan, variant = reader.web.plan, Variant.of(name)
    base = LocateSettings(
        topic=topic, strategy=variant.name, pages=budget, open_groups=1, seed=plan.seed, soft404=False,
        snapshot_pages=budget + 1,
    )  # fmt: skip
    settings = variant.settings(scaled(base, budget))
    words = linear_model(bundled(topic), bundled_background()).weights
    prior = Prior(topic=words)
    guide: Strategy
    if chosen is not None:
        guide = chosen
    elif variant.name in PLAIN:
        guide = PLAIN[variant.name](settings, prior)
    else:
        guide = strategy(variant.name, settings, prior)
    gated = getattr(STRATEGIES.get(variant.name), "topical_only", False)
    visitor = Visitor(reader, topic, settings.topic_threshold if gated else None)
    store = SqliteStore(_IN_MEMORY, levels=settings.levels)
    parts = CrawlParts(store=store, strategy=guide, visitor=visitor, clock=virtual.VirtualClock())
    try:
        virtual.run(Crawl(parts, settings).run(plan.seeds(topic)))
    finally:
        store.close()
    forms = treasure(reader, topic)
    reachable = {identity for found in forms.values() for identity in found}
    met = tuple(page for identity, page in visitor.met.items() if identity in reachable)
    listed = tuple(page for identity, page in visitor.listed.items() if identity in reachable)
    spent = dict(_spent(visitor, topic))
    pages = len(visitor.trail)
    return (
        Result(name, topic, plan.seed, pages, budget, len(reachable), met, listed, len(visitor.wrong), spent),
        visitor,
    )


def _spent(visitor: Visitor, topic: str) -> Iterator[tuple[str, int]]:
    """Pages that did not answer, of directories, of other sites, of the subject's sites with and without searches;
    and of the first of these those after their last form."""
    plan = visitor.reader.web.plan
    rich = {site_of(b.url("/")): b.style for b in plan.brands if b.subject == TOPICS[topic]}
    kinds = {"missing": 0, "directories": 0, "others": 0, "everywhere": 0, "apart": 0, "nowhere": 0}
    for url, seen in visitor.trail:
        kind = rich.get(site_of(url))
        if seen.status != 200:
            kinds["missing"] += 1
        else:
            kinds[kind or ("directories" if url in plan.hubs else "others")] += 1
    yield from kinds.items()
    entered: dict[str, int] = {}
    for number, (url, _) in enumerate(visitor.trail, 1):
        entered.setdefault(site_of(url), number)
    rich_sites = [site for site, style in rich.items() if style != "nowhere"]
    yield "sites with searches", len(rich_sites)
    yield "entered", sum(site in entered for site in rich_sites)
    yield "gone without", sum(seen.failure is not None for _, seen in visitor.trail)


def oracle(reader: Reader, topic: str, budget: int) -> Result:
    """The same of who knows where everything is."""
    pages, met = shortest(reader, topic, budget)
    reachable = {form for found in treasure(reader, topic).values() for form in found}
    return Result(ORACLE, topic, reader.web.plan.seed, pages, budget, len(reachable), met, met, 0, {})
