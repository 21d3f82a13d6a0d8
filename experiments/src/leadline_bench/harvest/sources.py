"""Which sources of the lab are harvested, and by whom: work for several processes.

Every planner harvests the same sources, so that what is compared is compared by pairs. A source is named by its
world and its number among those drawn there; each process opens a world once.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from leadline.harvest.settings import HarvestSettings
from leadline_bench.harvest.drawn import Visit, visits
from leadline_bench.harvest.trial import Trial, harvested
from leadline_bench.workers import workers
from leadline_lab.serve.lab import Lab
from leadline_lab.sources import Source
from leadline_lab.sources.question import fold, tokens
from leadline_lab.sources.records import composer_of
from leadline_lab.spec import Role, spec
from leadline_lab.world import Site, open_world


@dataclass(frozen=True, slots=True)
class Draw:
    """Which worlds, and how many sources of each."""

    role: str = "tuning"
    seed: int = 0
    """Of the first world."""
    worlds: int = 2
    sources: int = 20
    """Of each world."""
    scale: str = "small"
    largest: int = 1_000
    """Records of the largest database; what is larger is left for longer budgets."""

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.worlds)


@dataclass(frozen=True, slots=True)
class Manner:
    """What is known about a source, to sort trials by."""

    host: str
    size: int
    cap: int | None
    ranking: str
    paging: str
    method: str
    kind: str
    """structured, or text."""
    default: str
    """What the query with nothing filled in brings: all, none, an error, a call for more."""
    everything: bool
    """It brings all there is."""
    per_page: int = 10
    cover: int | None = None
    """Queries of greedy set cover that knows the records, for 95 % of them; None where it was not reckoned."""

    @property
    def capped(self) -> str:
        return "none" if self.cap is None else f"{self.cap:,}"

    def fewest(self, records: int) -> int:
        """Queries that would do for so many records, if one knew which."""
        full = max(1, -(-records // self.cap)) if self.cap is not None else 1
        return max(full, self.cover or 0)

    def floor(self, records: int) -> int:
        """Requests for so many records on full pages; robots.txt and the form's page come first."""
        return 2 + -(-records // self.per_page)


@dataclass(frozen=True, slots=True)
class Harvested:
    """One source, harvested by one planner."""

    manner: Manner
    planner: str
    trial: Trial


def harvests(
    draw: Draw, planners: Sequence[str], requests: int, processes: int, tell: Callable[[str], None]
) -> list[Harvested]:
    """All sources by all planners, in the order of worlds, sources and planners."""
    orders = [
        (draw, seed, number, name, requests)
        for seed in draw.seeds
        for number in range(draw.sources)
        for name in planners
    ]
    found: dict[int, Harvested | None] = {}
    for place, one in spread(_one, orders, processes):
        found[place] = one
        if one is not None:
            trial = one.trial
            tell(
                f"{len(found)}/{len(orders)} {one.manner.host} {one.planner}: {trial.found} of {trial.size} "
                f"records, {trial.requests} requests, {trial.stopped_by}"
            )
    return [one for place in sorted(found) if (one := found[place]) is not None]


def spread(
    work: Callable[..., Any], orders: Sequence[tuple[Any, ...]], processes: int
) -> Iterator[tuple[int, Any]]:
    """(number of the order, what came of it) as they come; in this process where one is enough."""
    if processes == 1:
        yield from ((place, work(*order)) for place, order in enumerate(orders))
        return
    with workers(processes) as pool:
        futures = {pool.submit(work, *order): place for place, order in enumerate(orders)}
        for done in as_completed(futures):
            yield futures[done], done.result()


@lru_cache(maxsize=1)
def drawn(draw: Draw, seed: int) -> list[Visit]:
    """The sources of one world; a world may have fewer than were asked for."""
    return list(visits(open_world(spec(draw.scale, seed, Role(draw.role))), draw.sources, draw.largest))


_OURS_HERE = {"random": "leadline_bench.harvest.rivals:RandomPlanner"}


def _one(draw: Draw, seed: int, number: int, planner: str, requests: int) -> Harvested | None:
    found = drawn(draw, seed)
    if number >= len(found):
        return None
    visit = found[number]
    settings = HarvestSettings(
        planner=_OURS_HERE.get(planner, planner), max_requests=requests, details="never", seed=seed
    )
    return Harvested(manner_of(visit), planner, harvested(visit, settings))


_COVERED = 0.95


@lru_cache(maxsize=64)
def _records(lab: Lab, site: Site, source: Source) -> tuple[tuple[str, ...], ...]:
    composer = composer_of(lab.web.world, site, source)
    return tuple(tuple(map(str, composer.record(n).values)) for n in range(source.size))


def set_cover(visit: Visit, share: float) -> int:
    """Queries that greedy set cover takes, over everything at once, single values and single words, each as far as
    the cap goes: what one would ask who knew all records beforehand."""
    source = visit.source
    rows = _records(visit.lab, visit.plan.site, source)
    cap = source.cap if source.cap is not None else len(rows)
    found: dict[tuple[str, str], list[int]] = {}
    for number, row in enumerate(rows):
        for attribute, value in zip(source.attributes, row, strict=True):
            words = tokens(fold(value)) if attribute.searched or attribute.ask == "contains" else []
            keys = {("", word) for word in words} | ({(attribute.name, value)} if attribute.askable else set())
            for key in sorted(keys):  # the same order in every process: greedy set cover breaks ties by it
                found.setdefault(key, []).append(number)
    parts = [set(numbers[:cap]) for numbers in found.values()]
    parts += [set(range(min(cap, len(rows))))] if source.default == "all" else []
    missing, queries = set(range(len(rows))), 0
    while len(missing) > (1 - share) * len(rows):
        best = max(parts, key=lambda part: len(part & missing), default=set[int]())
        if not best & missing:
            return max(queries, 1)
        missing -= best
        queries += 1
    return max(queries, 1)


def manner_of(visit: Visit) -> Manner:
    source = visit.source
    return Manner(
        host=visit.plan.site.host,
        size=source.size,
        cap=source.cap,
        ranking=source.ranking,
        paging=source.paging,
        method=visit.model.method,
        kind="structured" if source.structured else "text",
        default=source.default,
        everything=source.reachable_by_default,
        per_page=source.per_page,
        cover=set_cover(visit, _COVERED),
    )
