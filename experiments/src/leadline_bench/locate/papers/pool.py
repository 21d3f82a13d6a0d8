"""One pool of trials for all figures: what several need is run once.

Strategies that claims rest on have a larger budget than the others. A figure that compares both reads off the
first pages and the first worlds of the larger one, which are those of a smaller crawl: thresholds of learning are
scaled to the smaller budget everywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from leadline_bench.locate.experiment import Plan
from leadline_bench.locate.papers.exhibit import PaperFigure
from leadline_bench.locate.summary import Summary
from leadline_bench.locate.trial import ORACLE, Result, Trial

CLAIMED = (ORACLE, "sounding", "smart", "scdi", "ache", "best-first-sc", "best-first")
"""Strategies that claims rest on; they crawl every domain."""


@dataclass(frozen=True, slots=True)
class Budget:
    pages: int
    worlds: int


@dataclass(frozen=True)
class PoolPlan:
    """Which trials there are."""

    base: Plan
    """What all have in common: domains, role, scale, seed."""
    common: Budget
    claimed: Budget
    figures: tuple[PaperFigure, ...]
    also: tuple[str, ...] = ()
    """More strategies beside those that claims rest on."""

    @cached_property
    def wanted(self) -> dict[str, tuple[str, ...]]:
        """Strategy → its domains."""
        found = {name: set(self.base.domains) for name in self.claims}
        for figure in self.figures:
            for name in figure.strategies:
                found.setdefault(name, set()).update(figure.among(self.base.domains))
        return {name: tuple(d for d in self.base.domains if d in some) for name, some in found.items()}

    @property
    def claims(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*CLAIMED, *self.also)))

    def budget(self, strategies: Sequence[str]) -> Budget:
        """What all of these have."""
        mine = [self.claimed if name in self.claims else self.common for name in strategies]
        return Budget(min(b.pages for b in mine), min(b.worlds for b in mine))

    def plan(self, strategies: Sequence[str], domains: Sequence[str]) -> Plan:
        """The part of the pool that is about these."""
        budget = self.budget(strategies)
        return replace(
            self.base,
            strategies=tuple(strategies),
            domains=tuple(domains),
            worlds=budget.worlds,
            pages=budget.pages,
            learning_pages=self.common.pages,
        )

    def trials(self) -> Iterator[Trial]:
        """World by world and domain by domain, as pages are shared."""
        for world in range(max(self.common.worlds, self.claimed.worlds)):
            for domain in self.base.domains:
                for name, domains in self.wanted.items():
                    plan = self.plan((name,), (domain,))
                    if domain in domains and world < plan.worlds:
                        yield from plan.in_world(plan.seed + world)


@dataclass(frozen=True)
class Pool:
    """The results, for figures to choose from."""

    plan: PoolPlan
    results: Sequence[Result]

    def summary(self, strategies: Sequence[str], domains: Sequence[str]) -> Summary:
        return Summary(self.plan.plan(strategies, domains), self.results)

    def of(self, figure: PaperFigure) -> Summary:
        return self.summary(figure.strategies, figure.among(self.plan.base.domains))
