"""Sizes as methods say them, compared with each other and made into shares."""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.harvest.estimate.intervals import TAIL, Cluster
from leadline.harvest.estimate.ledger import Brought

_DIFFER = 1.5


@dataclass(frozen=True, slots=True)
class Size:
    """One method's word."""

    method: str
    total: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def unweighted(query: Brought, records: int) -> Cluster:
    return Cluster(float(records), float(min(query.alone, records)), records, float(records))


def differ(one: Size, other: Size) -> bool:
    return max(one.total, other.total) > _DIFFER * max(1.0, min(one.total, other.total))


def widened(sizes: Sequence[Size]) -> Size:
    """The first, the surest; reaching over the next one that differs from it, if there is one."""
    best = sizes[0]
    other = next((one for one in sizes[1:] if differ(best, one)), None)
    if other is None:
        return best
    method = f"{best.method}, which {other.method} contradicts"
    return Size(method, best.total, min(best.low, other.total), max(best.high, other.total))


def preferred(sizes: list[Size]) -> list[Size]:
    """The surest first; but where words drawn by lot and parts of a list agree, the one that tells more: few words
    of rare kinds say little where most values of a list were asked for."""
    audit, parts = (next((one for one in sizes if one.method == name), None) for name in ("audit", "parts"))
    if audit is None or parts is None or parts.width >= audit.width or differ(audit, parts):
        return sizes
    return [parts if one is audit else audit if one is parts else one for one in sizes]


def shares(certain: float, seen: float, total: float, low: float, high: float) -> tuple[float, float, float]:
    """Coverage with both ends; `certain` are records without lines that may be none."""
    return (
        min(1.0, seen / total) if total else 1.0,
        certain / high if high else 1.0,
        min(1.0, seen / low) if low else 1.0,
    )


def most_unmet(seen: int, again: int) -> float:
    """How many more there may be, if `again` of `seen` records were met again by lot, and none besides.

    >>> most_unmet(26, 26), most_unmet(100, 50)
    (1, 5)
    """
    more, chance = 0, 1.0
    while more < 10 * seen:
        chance *= (seen + more + 1 - again) / (seen + more + 1)
        if chance <= TAIL:
            break
        more += 1
    return more
