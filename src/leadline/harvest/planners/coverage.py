"""Maximal coverage (Liddle et al., section 5.1): the combination farthest from all that were used.

The sum of Hamming distances to the used ones is the number of used ones times the number of factors, less how
often each chosen level was used: it is largest where each factor takes its least-used level. That is separable by
factor, so a form of 10¹² combinations costs no more than one of ten. (Max-*min* distance ties everywhere once each
level was used; only the sum gives the paper's next query, (a1, b4) after its Table 2.)

>>> table2 = Coverage([7, 4], seed=0, ties="regular")
>>> [table2.take() for _ in range(8)]
[(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (5, 1), (6, 2), (0, 3)]
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from math import fsum, prod

from leadline.harvest.assign import best_first

Combination = tuple[int, ...]
"""For each factor the number of its level."""


class Coverage:
    """Which combinations were used, and which is farthest from them."""

    def __init__(self, sizes: Sequence[int], seed: int, ties: str = "random") -> None:
        self._sizes = tuple(sizes)
        self._seed = seed
        self._regular = ties == "regular"
        self._counts = [[0] * size for size in sizes]
        self.used: set[Combination] = set()

    def use(self, combination: Combination) -> None:
        """Count a combination as used."""
        if combination not in self.used:
            self.used.add(combination)
            for counts, level in zip(self._counts, combination, strict=True):
                counts[level] += 1

    def take(self) -> Combination | None:
        """The farthest combination, used from now on; None if all are."""
        found = next(self._farthest(), None)
        if found is not None:
            self.use(found)
        return found

    def _farthest(self) -> Iterator[Combination]:
        if len(self.used) >= prod(self._sizes):
            return
        orders = [self._order(factor) for factor in range(len(self._sizes))]
        weights = [
            [-float(counts[level]) for level in order] for counts, order in zip(self._counts, orders, strict=True)
        ]
        for _, places in best_first(weights, fsum):
            combination = tuple(order[place] for order, place in zip(orders, places, strict=True))
            if combination not in self.used:
                yield combination

    def _order(self, factor: int) -> Sequence[int]:
        """Levels in the order in which ties are broken, another one for every query."""
        levels = range(self._sizes[factor])
        if self._regular:
            return levels
        return sorted(levels, key=lambda level: hashed(self._seed, len(self.used), factor, level))


def hashed(seed: int, *about: object) -> int:
    """A number out of a seed and what it is about: the same on every machine, and no generator's state to keep."""
    said = "\x1f".join(map(str, (seed, *about)))
    return int.from_bytes(blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
