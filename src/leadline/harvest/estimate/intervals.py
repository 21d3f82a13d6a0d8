"""Intervals of what is missing: 95 % of them are to hold the truth, also where little or nothing was missed.

What is missing is rare and comes in clusters (one query misses several records at once), so an interval that is
symmetric around its estimate ends below zero and is too short above. The missing mass of a sample is a sum of
weighted counts, for which Fay and Feuer's gamma interval was made (Statistics in Medicine 16, 1997); its variance
here is that of clusters, by linearisation of the ratio (Cochran, *Sampling Techniques*, 1977, section 6.3).

>>> round(chi_square(0.975, 2), 1), round(chi_square(0.975, 20), 1)  # tables: 7.4, 34.2
(7.3, 34.2)
>>> low, high = gamma_interval(0.0, 0.0, 1.0)  # nothing missed: the rule of three, two-sided
>>> low, round(high, 1)
(0.0, 3.7)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

TAIL = 0.025
"""Of each side of a 95 % interval."""
NORMAL = NormalDist().inv_cdf(1 - TAIL)


def chi_square(p: float, degrees: float) -> float:
    """A quantile of χ², degrees of freedom as a real number (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * degrees)
    return float(degrees * max(0.0, 1 - spread + NormalDist().inv_cdf(p) * sqrt(spread)) ** 3)


def student(degrees: int) -> float:
    """The quantile of Student's t for both tails (Peizer and Pratt's first term): few clusters tell their own
    spread badly.

    >>> round(student(10), 2), round(student(1000), 2)  # tables: 2.23, 1.96
    (2.2, 1.96)
    """
    return NORMAL * (1 + (NORMAL**2 + 1) / (4 * degrees))


def gamma_interval(value: float, variance: float, weight: float) -> tuple[float, float]:
    """Both ends for a sum of weighted counts; `weight` is what one more would add."""
    low = 0.0
    if value > 0 and variance > 0:
        low = variance / (2 * value) * chi_square(TAIL, 2 * value**2 / variance)
    more, spread = value + weight, variance + weight**2
    if more <= 0 or spread <= 0:
        return value, value
    high = spread / (2 * more) * chi_square(1 - TAIL, 2 * more**2 / spread)
    return min(low, value), max(high, value)


@dataclass(frozen=True, slots=True)
class Cluster:
    """The records of one drawn query."""

    mass: float  # Σ 1/degree of its records
    missing: float  # the same of those that no other query brought
    records: int
    squares: float = 0.0  # Σ 1/degree²: how unequal the weights are
    most: float = 0.0  # `missing` at most, where degrees are only known from below


def missing_share(clusters: Sequence[Cluster]) -> tuple[float, float, float]:
    """The share of the mass that is missing, with both ends, by clusters drawn at random. The upper end is that of
    what may be missing at most."""
    mass = sum(one.mass for one in clusters)
    missing = sum(one.missing for one in clusters)
    records = sum(one.records for one in clusters)
    if not mass or len(clusters) < 2 or not records:
        return (missing / mass if mass else 1.0), 0.0, 1.0
    share, m = missing / mass, len(clusters)
    spread = sum((one.missing - share * one.mass) ** 2 for one in clusters) * m / (m - 1)
    # One missing record weighs what records weigh that stand for most: those with few ways to them.
    weight = sum(one.squares for one in clusters) / mass or mass / records
    spread = max(spread, missing * weight) * (student(m - 1) / NORMAL) ** 2
    low, high = gamma_interval(missing, spread, weight)
    low = max(
        0.0, low - weight
    )  # one record more or less is chance: what was drawn came one whole record at a time
    more = max(0.0, sum(one.most for one in clusters) / missing - 1) if missing else 0.0
    return share, min(1.0, low / mass), min(1.0, high * (1 + more) / (mass + missing * more))
