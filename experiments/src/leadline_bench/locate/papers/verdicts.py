"""What a paper says, and whether it came out so here. Sign and interval over worlds decide, nobody's eye.

>>> stated = Verdict("A finds more than B", Interval(1.4, 1.2, 1.6), "times as many", worlds=6, holds=True)
>>> print(stated)
A finds more than B (1.40 times as many, 1.20–1.60)
>>> print(sentence([stated]))
Agrees with the paper: A finds more than B (1.40 times as many, 1.20–1.60).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline_bench.locate.summary import Measure, Summary
from leadline_bench.locate.trial import Result
from leadline_bench.statistics import Interval, mean_interval

FEWEST = 3
"""Worlds under which nothing is decided."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One thing that a paper says."""

    says: str
    measured: Interval | None
    """None where nothing was there to measure."""
    unit: str
    worlds: int
    holds: bool | None
    """None if the interval has both answers in it."""

    @property
    def outcome(self) -> str:
        if self.measured is None or self.worlds < FEWEST or self.holds is None:
            return "undecided"
        return "agrees" if self.holds else "differs"

    def __str__(self) -> str:
        if self.measured is None:
            return f"{self.says} (nothing to measure)"
        found = self.measured
        return f"{self.says} ({found.value:.2f} {self.unit}, {found.low:.2f}–{found.high:.2f})"


def sentence(verdicts: Sequence[Verdict]) -> str:
    """Where we agree with a paper, and where not."""
    heads = (("agrees", "Agrees with the paper"), ("differs", "Differs"), ("undecided", "Not decided"))
    parts = []
    for outcome, head in heads:
        said = [str(verdict) for verdict in verdicts if verdict.outcome == outcome]
        if said:
            parts.append(f"{head}: {'; '.join(said)}.")
    return " ".join(parts)


def more(
    summary: Summary,
    says: str,
    above: str,
    below: str,
    *,
    measure: Measure = Result.forms,
    domain: str | None = None,
    times: float = 1.0,
) -> Verdict:
    """That one strategy finds more than `times` as much as another."""
    found = summary.ratio(above, below, domain, measure)
    holds = None
    if found is not None and (found.low > times or found.high < times):
        holds = found.low > times
    return Verdict(says, found, "times as many", summary.plan.worlds, holds)


def same(summary: Summary, says: str, one: str, other: str, domain: str) -> Verdict:
    """That two strategies find as much; it holds as long as nothing speaks against it."""
    found = summary.ratio(one, other, domain)
    holds = None if found is None else found.low <= 1.0 <= found.high
    return Verdict(says, found, "times as many", summary.plan.worlds, holds)


def above(says: str, values: Sequence[float], least: float, unit: str, seed: int) -> Verdict:
    """That a mean over worlds lies above something."""
    if not values:
        return Verdict(says, None, unit, 0, None)
    found = mean_interval(values, seed=seed)
    holds = found.low > least if found.low > least or found.high < least else None
    return Verdict(says, found, unit, len(values), holds)
