"""One trial: one strategy on one domain of one world, and how many forms it had met after how many pages.

What was met is counted with the answer key (`counting`), whatever the crawl's own critic believed.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from leadline.errors import WorkNotDone
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import STRATEGIES, strategy
from leadline.model.events import Outcome
from leadline.protocols import Prior, Strategy
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier, linear_model
from leadline.web.politeness import PolitenessGate
from leadline_bench import virtual
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.counting import Right, count, kept, listed
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.oracle import Oracle
from leadline_bench.locate.truth import Judge, Topical, by_site, by_terms, goals
from leadline_bench.locate.variants import Variant, scaled
from leadline_bench.locate.visitor import CachedVisitor, PacedVisitor
from leadline_bench.locate.witness import Witness

ORACLE = "oracle"
NO_GATE = -1.0  # what P(on topic) of any page is above
_IN_MEMORY = Path(":memory:")
"""What SQLite takes for a database without a file."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Everything the result depends on, besides the code."""

    strategy: str
    domain: str
    world: int
    """Seed of the world."""
    role: str
    sites: int
    pages: int
    k: int = 1
    critic: str = "truth"
    pages_critic: str = "topic"
    learning_pages: int | None = None
    """Pages that the thresholds of learning are scaled to (`variants.scaled`); its own if None."""
    lesson: int | None = None
    """World of the crawl that a taught strategy learnt from."""
    setting: str = "default"
    """The knobs of the world (`leadline_lab.settings`)."""

    @property
    def variant(self) -> Variant:
        return Variant.of(self.strategy)

    @property
    def settings(self) -> LocateSettings:
        """Of the crawl."""
        base = LocateSettings(
            topic=self.domain,
            strategy=self.variant.name,
            pages=self.pages,
            open_groups=self.k,
            seed=self.world,
            soft404=False,
            snapshot_pages=self.pages + 1,
        )
        return self.variant.settings(scaled(base, self.learning_pages or self.pages))

    def __str__(self) -> str:
        at = "" if self.setting == "default" else f" at {self.setting}"
        return f"{self.strategy} on {self.domain} in {self.role} world {self.world}{at}"


@dataclass(frozen=True, slots=True)
class Result:
    """What a trial brought."""

    trial: Trial
    pages: int
    relevant: tuple[int, ...]
    """Pages fetched when the n-th distinct relevant form was met."""
    searchable: tuple[int, ...]
    """The same for searchable forms of any domain."""
    found: int
    """Distinct forms that the crawl's own critic took for relevant."""
    on_topic: int
    sites: int
    errors: int
    backlink_calls: int
    stopped_by: str
    cpu_seconds: float
    read: int
    """Pages that were in no cache yet."""
    kept: tuple[int, ...] = ()
    """Pages fetched when the crawl's own critic took its n-th form for relevant."""
    deep_sites: tuple[int, ...] = ()
    """The same for sites with a relevant form."""
    backward: int = 0
    """Pages fetched for a backward crawl; they count among the pages."""
    centres: int = 0
    """Pages of a reverse search that named new sites."""
    by_site: Mapping[str, int] = field(default_factory=dict)
    """Relevant forms of each site that a page was fetched of."""
    accuracy: Mapping[str, Right] = field(default_factory=dict)
    """How often classifiers were right about home pages, searchable forms and forms."""
    listed: Mapping[str, Right] = field(default_factory=dict)
    """Of the forms that the crawl's own critic listed, by scope: relevant ones, and all; empty with `truth`."""
    queues: tuple[tuple[int, int, int], ...] = ()
    """(pages, sites waiting in the queue that goes first, sites waiting in any)."""
    learned: tuple[Mapping[str, Any], ...] = ()
    """What each learning step came to."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of_json(values: dict[str, Any]) -> "Result":
        tuples = {name: tuple(found) for name, found in values.items() if isinstance(found, list)}
        tuples["queues"] = tuple(map(tuple, values["queues"]))
        pairs = {
            name: {what: tuple(right) for what, right in values[name].items()} for name in ("accuracy", "listed")
        }
        return Result(**(values | tuples | pairs | {"trial": Trial(**values["trial"])}))

    def forms(self, pages: int) -> int:
        """Relevant forms met within so many pages."""
        return sum(page <= pages for page in self.relevant)

    def area(self, pages: int) -> float:
        """Under the curve: relevant forms that were known at the mean page."""
        return sum(max(0, pages - page) for page in self.relevant) / pages


def run(trial: Trial, laboratory: Laboratory, cache: PageCache, outcomes: Sequence[Outcome] = ()) -> Result:
    """Crawl, and count; `outcomes` are what the strategy was taught."""
    began, missed = time.process_time(), cache.misses
    with crawled(trial, laboratory, cache, outcomes) as (store, stopped_by, witness):
        found = store.pages.summary()
        met = count(store, cache, trial.domain, trial.settings.topic_threshold, laboratory.is_of)
        return Result(
            trial=trial,
            pages=store.log.pages,
            relevant=tuple(met.relevant.values()),
            searchable=tuple(met.searchable.values()),
            found=found.relevant_forms,
            on_topic=found.on_topic,
            sites=found.sites,
            errors=found.errors,
            backlink_calls=found.backlink_calls,
            stopped_by=stopped_by,
            cpu_seconds=round(time.process_time() - began, 3),
            read=cache.misses - missed,
            kept=kept(store),
            deep_sites=tuple(met.sites.values()),
            backward=witness.backward,
            centres=witness.centres,
            by_site=met.by_site,
            accuracy=met.accuracy,
            listed=listed(store, cache, trial.domain) if trial.critic == "learned" else {},
            queues=tuple(witness.queues),
            learned=tuple(witness.learned),
        )


@contextmanager
def crawled(
    trial: Trial,
    laboratory: Laboratory,
    cache: PageCache,
    outcomes: Sequence[Outcome] = (),
    chosen: Strategy | None = None,
) -> Iterator[tuple[SqliteStore, str, Witness]]:
    """The store of a finished crawl, what ended it, and who watched; `chosen`: a strategy that knows more than
    one that is made by its name."""
    settings = trial.settings
    seeds = laboratory.seeds(trial.domain)
    if not seeds:
        raise WorkNotDone(f"{trial}: the world has no site about {trial.domain} to begin at")
    store = SqliteStore(_IN_MEMORY, levels=settings.levels)
    witness = Witness(chosen or strategy_of(trial, laboratory, outcomes), trial.pages)
    parts = CrawlParts(
        store=store,
        strategy=witness,
        visitor=CachedVisitor(cache, laboratory.reader, judge_of(trial, laboratory, settings.topic_threshold)),
        clock=virtual.VirtualClock(),
        backlinks=None if "alone" in trial.variant.words else laboratory.backlinks,
        watch=witness.look,
    )
    try:
        yield store, virtual.run(_crawl(parts, settings, seeds)), witness
    finally:
        store.close()


def judge_of(trial: Trial, laboratory: Laboratory, threshold: float) -> Judge:
    """The critic of a trial."""
    topical: Topical
    if trial.pages_critic == "truth":
        topical = by_site(lambda url: laboratory.is_of(trial.domain, url))
    else:
        topical = by_terms(classifier(bundled(trial.domain)))
    critic = "searchable" if "searchable" in trial.variant.words else trial.critic
    # As `leadline.locate.critic.finder` has it: a gate for strategies that read pages of the topic alone.
    gated = critic == "rule" or getattr(STRATEGIES.get(trial.variant.name), "topical_only", False)
    return Judge(topical, goals(critic, trial.domain, threshold if gated else NO_GATE))


def strategy_of(trial: Trial, laboratory: Laboratory, outcomes: Sequence[Outcome] = ()) -> Strategy:
    """With what is known before its first page."""
    variant, settings = trial.variant, trial.settings
    if variant.name == ORACLE:
        return Oracle(laboratory.world, trial.domain, settings)
    model = linear_model(bundled(trial.domain), bundled_background())
    known = laboratory.form_pages(trial.domain) if "backward" in variant.words else ()
    return strategy(variant.name, settings, Prior(tuple(outcomes), tuple(known), model.weights))


async def _crawl(parts: CrawlParts, settings: LocateSettings, seeds: list[str]) -> str:
    if settings.open_groups > 1:
        gate = PolitenessGate(parts.clock, concurrency=settings.open_groups, address_share=1)
        parts = replace(parts, visitor=PacedVisitor(parts.visitor, parts.clock, gate))
    return await Crawl(parts, settings).run(seeds)
