"""Steering to productive levels: what Liddle et al. name as their next step (section 7, figure 8).

A level's productivity is the mean number of new records of the queries that had it, drawn towards the mean of all
until it was tried a few times. `levels` takes the combinations of the largest sum; `pairs` looks at ten times as
many of them and adds what pairs of levels did beyond their two levels.

>>> steering = Productivity([2, 2], "levels")
>>> steering.add((0, 0), 5), steering.add((1, 1), 0)
(None, None)
>>> steering.best({(0, 0), (1, 1)}, 1)
[(0, 1)]
"""

from collections.abc import Container, Sequence
from itertools import combinations
from math import fsum

from leadline.harvest.assign import best_first
from leadline.harvest.planners.coverage import Combination

_PRIOR = 2.0
"""Queries' worth of trust in the mean of all."""
_LOOKED_AT = 10


class Productivity:
    """New records by level and by pair of levels."""

    def __init__(self, sizes: Sequence[int], kind: str) -> None:
        self._sizes = tuple(sizes)
        self._pairs = kind == "pairs"
        self.steers = kind in ("levels", "pairs") and bool(sizes)
        self._sums: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {}
        self._queries = 0
        self._new = 0

    def add(self, combination: Combination, new: int) -> None:
        """One answer."""
        self._queries += 1
        self._new += new
        chosen = list(enumerate(combination))
        keys = [(one,) for one in chosen]
        for key in (*keys, *(combinations(chosen, 2) if self._pairs else ())):
            queries, found = self._sums.get(key, (0, 0))
            self._sums[key] = queries + 1, found + new

    def best(self, used: Container[Combination], wanted: int) -> list[Combination]:
        """The most promising combinations that were not used."""
        weights = [
            [self._mean(((factor, level),)) for level in range(size)] for factor, size in enumerate(self._sizes)
        ]
        looked_at = wanted * (_LOOKED_AT if self._pairs else 1)
        found: list[tuple[float, Combination]] = []
        for total, combination in best_first(weights, fsum):
            if combination not in used:
                found.append((total, combination))
                if len(found) >= looked_at:
                    break
        if self._pairs:
            found.sort(key=lambda one: -one[0] - self._beyond(one[1]))
        return [combination for _, combination in found[:wanted]]

    def _beyond(self, combination: Combination) -> float:
        chosen = enumerate(combination)
        return fsum(
            self._mean((one, other)) - (self._mean((one,)) + self._mean((other,))) / 2
            for one, other in combinations(chosen, 2)
            if (one, other) in self._sums
        )

    def _mean(self, key: tuple[tuple[int, int], ...]) -> float:
        queries, found = self._sums.get(key, (0, 0))
        overall = self._new / self._queries if self._queries else 0.0
        return (found + _PRIOR * overall) / (queries + _PRIOR)
