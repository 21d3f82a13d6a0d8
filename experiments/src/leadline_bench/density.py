"""`leadline bench density`: how dense relevant forms are in the lab for `best-first-sc`, beside ACHE's Table 1.

The lab's census decides how many sites of a domain have databases; whether a crawler meets as many forms as the
paper's did is seen by crawling. Density = distinct relevant forms / pages fetched, pooled over worlds.
"""

import gc
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from leadline.errors import BadConfiguration
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline_bench import virtual
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.sheets import SheetVisitor
from leadline_bench.report import Cell, Report, Table
from leadline_bench.workers import workers
from leadline_lab.spec import SCALES, Role, WorldSpec
from leadline_lab.words import domains

TABLE_1 = {
    "airfare": 0.00132, "auto": 0.00962, "book": 0.00142, "hotel": 0.01857, "job": 0.00571, "movie": 0.00094,
    "music": 0.00297, "rental": 0.00148,
}  # fmt: skip
"""Barbosa & Freire 2007, Table 1."""
_STRATEGY = "best-first-sc"


@dataclass(frozen=True, slots=True)
class Density:
    """What is measured."""

    domains: tuple[str, ...] = tuple(TABLE_1)
    worlds: int = 2
    pages: int = 50_000
    scale: str = "large"
    role: str = "tuning"
    seed: int = 0


QUICK = Density(("hotel",), worlds=1, pages=200, scale="tiny")


def checked(plan: Density) -> None:
    """Raise on what cannot be measured."""
    if plan.scale not in SCALES:
        raise BadConfiguration(f"--scale {plan.scale!r} is not known; known: {', '.join(SCALES)}")
    if plan.role not in tuple(Role):
        raise BadConfiguration(f"--role {plan.role!r} is not known; known: {', '.join(Role)}")
    known = domains(Role(plan.role))
    if missing := [d for d in plan.domains if d not in known]:
        raise BadConfiguration(f"{plan.role} worlds have no domain {missing[0]!r}; known: {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Met:
    domain: str
    pages: int
    forms: int
    on_topic: int


def measure(plan: Density, processes: int, told: Callable[[str], None]) -> Report:
    pages: dict[str, int] = defaultdict(int)
    forms: dict[str, int] = defaultdict(int)
    for met in _all(plan, processes):
        pages[met.domain] += met.pages
        forms[met.domain] += met.forms
        told(f"{met.domain}: {met.forms} relevant forms on {met.pages:,} pages, {met.on_topic:,} on topic")
    density = {domain: forms[domain] / max(1, pages[domain]) for domain in plan.domains}
    ratio = {domain: density[domain] / TABLE_1[domain] for domain in plan.domains if domain in TABLE_1}
    rows = tuple(
        (d, pages[d], forms[d], 100 * density[d], 100 * TABLE_1[d] if d in TABLE_1 else None, ratio.get(d))
        for d in plan.domains
    )
    table = Table(
        f"Relevant forms met by {_STRATEGY}",
        ("domain", "pages", "forms", "density %", "ACHE Table 1, %", "ratio"),
        rows,
    )
    figures = {f"density.{d}": density[d] for d in plan.domains} | {f"ratio.{d}": r for d, r in ratio.items()}
    if ratio:
        figures["worst_factor"] = max(max(r, 1 / r) if r else float("inf") for r in ratio.values())
    settings: dict[str, Cell] = {
        "domains": " ".join(plan.domains), "worlds": plan.worlds, "pages": plan.pages, "scale": plan.scale,
        "role": plan.role, "seed": plan.seed,
    }  # fmt: skip
    return Report("density", settings, figures, (table,))


def _all(plan: Density, processes: int) -> Iterator[Met]:
    orders = [(plan, plan.seed + n, domain) for n in range(plan.worlds) for domain in plan.domains]
    if processes == 1:
        yield from (_one(*order) for order in orders)
        return
    with workers(processes) as pool:
        for done in as_completed([pool.submit(_one, *order) for order in orders]):
            yield done.result()


@lru_cache(maxsize=1)
def _laboratory(spec: WorldSpec) -> Laboratory:
    return Laboratory(spec)


def _one(plan: Density, seed: int, domain: str) -> Met:
    laboratory = _laboratory(WorldSpec(seed, SCALES[plan.scale], Role(plan.role)))
    settings = LocateSettings(
        topic=domain, strategy=_STRATEGY, pages=plan.pages, open_groups=1, seed=seed, snapshot_pages=plan.pages + 1
    )
    store = SqliteStore(Path(":memory:"), levels=1)
    gc.disable()  # millions of small tuples and no cycles: the collector would take a sixth of the time
    visitor = SheetVisitor(laboratory.web, classifier(bundled(domain)), domain)
    parts = CrawlParts(
        store=store, strategy=strategy(_STRATEGY, settings), visitor=visitor, clock=virtual.VirtualClock()
    )
    try:
        virtual.run(_crawl(parts, settings, laboratory.seeds(domain)))
        found = store.pages.summary()
        return Met(domain, store.log.pages, found.relevant_forms, found.on_topic)
    finally:
        gc.enable()
        store.close()


async def _crawl(parts: CrawlParts, settings: LocateSettings, seeds: list[str]) -> str:
    return await Crawl(parts, settings).run(seeds)
