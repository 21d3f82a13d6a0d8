"""What is missing by the parts of a list: those not asked for, and those that were cut.

A part not asked for yet is like those that were: it holds what these brought that no query outside of them did.
Where none is left and all came whole, others that met nothing besides bound what is missing.
Where what parts hold falls with the order they were asked in (the largest first), it is like those asked last. A
part that was cut lacks what the site says it has besides what came; where the site says nothing, what its own
parts lack, by another list; where neither is known, what other parts that were cut lack.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, variance

from leadline.harvest.estimate.intervals import NORMAL, gamma_interval, student
from leadline.harvest.estimate.ledger import DEEPEST, Brought, Ledger, Node, parts_of
from leadline.harvest.estimate.sizes import most_unmet
from leadline.model.field import Field

_FEW = 3  # parts of a part before others are judged by them
_NOTHING_MISSED = gamma_interval(0.0, 0.0, 1.0)[1]
_FALLS = 2.0  # standard errors between the first and the last parts asked for that make an order


@dataclass(frozen=True, slots=True)
class Rest:
    """What the parts of one list lack."""

    parts: int
    asked: int
    missing: float
    variance: float
    weight: float  # what one more part would hold

    @property
    def _ends(self) -> tuple[float, float]:
        return gamma_interval(self.missing, self.variance, self.weight)

    @property
    def low(self) -> float:
        return self._ends[0]

    @property
    def high(self) -> float:
        return self._ends[1]


class Parts:
    """Queries of a ledger by what they are parts of."""

    def __init__(self, ledger: Ledger, lists: Mapping[str, Field]) -> None:
        self._ledger, self._lists = ledger, lists
        self._answers: dict[Node, Brought] = {}
        self._within: dict[Node, int] = {}
        self.children: dict[Node, dict[str, dict[str, Node]]] = {}
        """A query → list → value → the query with that value besides, if it was asked or has parts that were."""
        alone = records = 0
        for query in ledger.queries:
            node = frozenset(query.narrowed)
            if not query.narrowed or not all(name in lists for name, _ in node) or len(node) > DEEPEST:
                continue
            if query.answered or query.cut or query.stated is not None:
                self._answers[node] = query
                self._place(node)
            if ledger.is_whole(query):
                alone, records = alone + query.alone, records + query.records
        for query in ledger.queries:
            for part in self._parts_of(query):
                self._within[part] = self._within.get(part, 0) + query.new
        self._else = alone / records if records else 1.0
        """The share of a part that no query outside of it met."""

    def _parts_of(self, query: Brought) -> Iterator[Node]:
        """The queries by lists alone that this one is a part of, itself included."""
        pairs = tuple(pair for pair in query.narrowed if pair[0] in self._lists)
        return (node for node in parts_of(pairs) if node in self._answers)

    def _place(self, node: Node) -> None:
        for pair in node:
            self.children.setdefault(node - {pair}, {}).setdefault(pair[0], {})[pair[1]] = node

    def by(self, base: Node, name: str, fewest: int) -> Rest | None:
        """What the parts of `base` by one list lack; None where that cannot be told."""
        asked = [node for node in self.children.get(base, {}).get(name, {}).values() if node in self._answers]
        count = len(self._lists[name].narrowing)
        if len(asked) < min(fewest, count) or count < 2 or len(asked) < 2:
            return None
        asked.sort(key=lambda node: self._answers[node].before)
        lacks = [self._lack(node, len(base)) for node in asked]
        known = [lack for lack in lacks if lack is not None]
        cut = [lack for lack in known if lack[0] > 0]
        unknown = len(lacks) - len(known)
        if unknown and (len(cut) < _FEW or unknown > len(known)):
            return None
        typical = fmean(lack[0] for lack in cut) if cut else 0.0
        spread = variance([lack[0] for lack in cut]) if len(cut) > 1 else typical**2
        own = [
            self._held(node) + (lack[0] if lack is not None else typical)
            for node, lack in zip(asked, lacks, strict=True)
        ]
        like = _like_the_others(own)
        left, mean = count - len(asked), fmean(like)
        few = (student(len(like) - 1) / NORMAL) ** 2 if len(like) > 1 else NORMAL**2
        # What another part holds varies as these do, and so does their mean; at least as records that fall evenly.
        varies = max(variance(like), mean) * left * (left + len(like)) / len(like) * few if len(like) > 1 else 0.0
        missing = left * mean + sum(lack[0] for lack in known) + unknown * typical
        varies += sum(lack[1] for lack in known) + unknown * spread + unknown**2 * spread / max(1, len(cut))
        weight = max(1.0, mean, left * mean / len(like))
        if not left and self._meet_nothing_else(frozenset(asked)):
            # There is no other part: at most what those who asked otherwise may have met none of by chance.
            unmet = most_unmet(self._ledger.seen, self._ledger.seen - self._ledger.once)
            weight = min(weight, max(1.0, unmet / _NOTHING_MISSED))
        return Rest(count, len(asked), missing, varies, weight)

    def _meet_nothing_else(self, parts: frozenset[Node]) -> bool:
        """Whether all parts came whole by themselves, and no other query had anything besides."""
        if not all(self._ledger.is_whole(self._answers[node]) for node in parts):
            return False
        return not any(query.alone for query in self._ledger.telling if frozenset(query.narrowed) not in parts)

    def _held(self, node: Node) -> float:
        query = self._answers[node]
        return float(query.alone if self._ledger.is_whole(query) else self._within[node])

    def _lack(self, node: Node, depth: int) -> tuple[float, float] | None:
        """What one part lacks, with its variance."""
        query = self._answers[node]
        if self._ledger.is_whole(query):
            return 0.0, 0.0
        if query.stated is not None and (query.believed or self._ledger.believed):
            lacks = max(0.0, query.stated - self._within[node]) * self._else
            return lacks, lacks + (lacks / 2) ** 2 * (1 - self._else)
        if depth >= DEEPEST:
            return None
        found = [self.by(node, name, _FEW) for name in self.children.get(node, {})]
        best = min((one for one in found if one is not None), key=lambda one: one.variance, default=None)
        return (best.missing, best.variance) if best is not None else None


def _like_the_others(brought: Sequence[float]) -> Sequence[float]:
    """Those of the parts asked for, in this order, that parts not asked for are like."""
    half = len(brought) // 2
    first, last = brought[:half], brought[half:]
    if half < _FEW:
        return brought
    error = (max(variance(first), fmean(first)) / len(first) + max(variance(last), fmean(last)) / len(last)) ** 0.5
    return last if fmean(first) - fmean(last) > _FALLS * max(error, 1e-9) else brought
