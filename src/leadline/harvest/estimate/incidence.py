"""How often records were met, by however chosen queries: a point that leans on an assumption, and a lower bound.

| source | here |
|---|---|
| Lu and Li 2010: OR = n/S, size = S/(1 − OR^−1.1) for queries on text | `lu_li` |
| Chao 1987: S + (t − 1)/t · Q1(Q1 − 1)/(2(Q2 + 1)), a lower bound, with its log-normal interval | `chao2` |

Neither knows how queries were chosen, so neither has an upper end that holds.

>>> times = {"a": 1, "b": 1, "c": 2, "d": 3}
>>> found = Incidence.of(times.values(), queries=4)
>>> found.seen, found.once, found.twice, found.met
(4, 2, 1, 7)
>>> round(chao2(found), 2), round(lu_li(found) or 0, 1)
(4.38, 8.7)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Self

_TEXT = 1.1  # Lu and Li's exponent for random words on texts


@dataclass(frozen=True, slots=True)
class Incidence:
    """Frequencies of frequencies."""

    queries: int  # t: those that brought records
    seen: int  # S
    met: int  # n: records of all answers together
    once: int  # Q1
    twice: int  # Q2

    @classmethod
    def of(cls, times: Iterable[int], queries: int) -> Self:
        seen = met = once = twice = 0
        for count in times:
            seen, met = seen + 1, met + count
            once, twice = once + (count == 1), twice + (count == 2)
        return cls(queries, seen, met, once, twice)


def lu_li(found: Incidence) -> float | None:
    """The size by how much answers overlap; None where they do not."""
    if not found.seen or found.met <= found.seen:
        return None
    return found.seen / (1 - float((found.met / found.seen) ** -_TEXT))


def chao2(found: Incidence) -> float:
    """At least so many, in expectation."""
    t = found.queries
    return found.seen + ((t - 1) / t if t else 0) * found.once * (found.once - 1) / (2 * (found.twice + 1))


def chao2_low(found: Incidence) -> float:
    """The lower end of its 95 % interval (Chao 1987, equation 5, in the form for incidences)."""
    missing = chao2(found) - found.seen
    if missing <= 0:
        return float(found.seen)
    k = (found.queries - 1) / found.queries if found.queries else 0.0
    q1, q2 = found.once, found.twice
    variance = (
        k * q1 * (q1 - 1) / (2 * (q2 + 1))
        + k**2 * q1 * (2 * q1 - 1) ** 2 / (4 * (q2 + 1) ** 2)
        + k**2 * q1**2 * q2 * (q1 - 1) ** 2 / (4 * (q2 + 1) ** 4)
    )
    ratio = exp(NormalDist().inv_cdf(0.975) * sqrt(log(1 + variance / missing**2)))
    return found.seen + missing / ratio
