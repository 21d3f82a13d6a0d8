"""One trial: one strategy on one domain of one world, and how many forms it had met after how many pages.

What was met is counted with the answer key, whatever the crawl's own critic believed: a form counts when a page it
stands on was fetched and not set aside. A curve is kept as the pages at which the first, second, third … distinct
form was met.
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from leadline.errors import WorkNotDone
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import STRATEGIES, strategy
from leadline.protocols import Prior, Strategy
from leadline.store.protocols import Store
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier, linear_model
from leadline.web.politeness import PolitenessGate
from leadline_bench import virtual
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.facts import true_identity
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.oracle import Oracle
from leadline_bench.locate.truth import Judge, Topical, by_site, by_terms, goals
from leadline_bench.locate.visitor import CachedVisitor, PacedVisitor

ORACLE = "oracle"
NO_GATE = -1.0  # what P(on topic) of any page is above
ALONE = "@alone"
"""Behind the name of a strategy: nobody answers its questions about backlinks."""
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
    setting: str = "default"
    """The knobs of the world (`leadline_lab.settings`)."""

    @property
    def plain(self) -> str:
        """The strategy by the name that makes it."""
        return self.strategy.removesuffix(ALONE)

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

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of_json(values: dict[str, Any]) -> "Result":
        curves = {name: tuple(values[name]) for name in ("relevant", "searchable")}
        return Result(**(values | curves | {"trial": Trial(**values["trial"])}))

    def forms(self, pages: int) -> int:
        """Relevant forms met within so many pages."""
        return sum(page <= pages for page in self.relevant)


def run(trial: Trial, laboratory: Laboratory, cache: PageCache) -> Result:
    """Crawl, and count."""
    settings = LocateSettings(
        topic=trial.domain,
        strategy=trial.plain,
        pages=trial.pages,
        open_groups=trial.k,
        seed=trial.world,
        soft404=False,
        snapshot_pages=trial.pages + 1,
    )
    visitor = CachedVisitor(cache, laboratory.reader, judge_of(trial, laboratory, settings.topic_threshold))
    seeds = laboratory.seeds(trial.domain)
    if not seeds:
        raise WorkNotDone(f"{trial}: the world has no site about {trial.domain} to begin at")
    began, missed = time.process_time(), cache.misses
    store = SqliteStore(_IN_MEMORY, levels=settings.levels)
    parts = CrawlParts(
        store=store,
        strategy=strategy_of(trial, laboratory, settings),
        visitor=visitor,
        clock=virtual.VirtualClock(),
        backlinks=None if trial.strategy.endswith(ALONE) else laboratory.backlinks,
    )
    try:
        stopped_by = virtual.run(_crawl(parts, settings, seeds))
        found = store.pages.summary()
        relevant, searchable = _curves(store, cache, trial.domain)
        return Result(
            trial=trial,
            pages=store.log.pages,
            relevant=relevant,
            searchable=searchable,
            found=found.relevant_forms,
            on_topic=found.on_topic,
            sites=found.sites,
            errors=found.errors,
            backlink_calls=found.backlink_calls,
            stopped_by=stopped_by,
            cpu_seconds=round(time.process_time() - began, 3),
            read=cache.misses - missed,
        )
    finally:
        store.close()


def judge_of(trial: Trial, laboratory: Laboratory, threshold: float) -> Judge:
    """The critic of a trial."""
    topical: Topical
    if trial.pages_critic == "truth":
        topical = by_site(lambda url: laboratory.is_of(trial.domain, url))
    else:
        topical = by_terms(classifier(bundled(trial.domain)))
    # As `leadline.locate.critic.finder` has it: a gate for strategies that read pages of the topic alone.
    gated = trial.critic != "learned" or getattr(STRATEGIES.get(trial.plain), "topical_only", False)
    return Judge(topical, goals(trial.critic, trial.domain, threshold if gated else NO_GATE))


def strategy_of(trial: Trial, laboratory: Laboratory, settings: LocateSettings) -> Strategy:
    if trial.plain == ORACLE:
        return Oracle(laboratory.world, trial.domain, settings)
    model = linear_model(bundled(trial.domain), bundled_background())
    return strategy(trial.plain, settings, Prior(topic=model.weights))


async def _crawl(parts: CrawlParts, settings: LocateSettings, seeds: list[str]) -> str:
    if settings.open_groups > 1:
        gate = PolitenessGate(parts.clock, concurrency=settings.open_groups, address_share=1)
        parts = replace(parts, visitor=PacedVisitor(parts.visitor, parts.clock, gate))
    return await Crawl(parts, settings).run(seeds)


def _curves(store: Store, cache: PageCache, domain: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(relevant, searchable): pages fetched when each distinct form was met."""
    relevant: dict[str, int] = {}
    searchable: dict[str, int] = {}
    for page, url, final_url in _fetched(store):
        for form in cache.forms(url):
            if form.is_searchable:
                identity = true_identity(final_url, form.key)
                searchable.setdefault(identity, page)
                if form.domain == domain:
                    relevant.setdefault(identity, page)
    return tuple(relevant.values()), tuple(searchable.values())


def _fetched(store: Store) -> Iterator[tuple[int, str, str]]:
    """(pages so far, URL, where it ended) of every page that says something of its own."""
    answered = (row for row in store.pages.rows("pages") if row["status"] is not None)
    for pages, row in enumerate(answered, 1):
        if row["set_aside"] in (None, "duplicate"):
            yield pages, row["url"], row["final_url"]
