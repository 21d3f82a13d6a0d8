"""Numbers out of names: every choice of a world is a function of its seed and of what it is about.

Built on nothing but `random.Random.random` (whose stream Python promises to keep), division and comparison:
no logarithm, no power, no library distribution, because their last digit differs between machines and
releases, and the same seed has to give the same bytes everywhere.

>>> dice(7, "site", 3).below(10) == dice(7, "site", 3).below(10)
True
>>> [round(dice(7, n).quantile([(0.0, 10.0), (0.5, 40.0), (1.0, 5000.0)])) for n in range(3)]
[33, 32, 368]
"""

import hashlib
import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """One stream of choices."""

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random  # noqa: S311 – a world, no secret
        """The next number in [0, 1)."""

    def chance(self, share: float) -> bool:
        return self.random() < share

    def below(self, n: int) -> int:
        """A whole number in 0 … n-1."""
        return int(self.random() * n)

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends possible."""
        return low + int(self.random() * (high - low + 1))

    def pick(self, things: Sequence[T]) -> T:
        return things[int(self.random() * len(things))]

    def weighted(self, things: Sequence[T], cumulative: Sequence[float]) -> T:
        """One of the things; `cumulative` are running sums of their weights (see `running`)."""
        return things[bisect_right(cumulative, self.random() * cumulative[-1], 0, len(things) - 1)]

    def several(self, things: Sequence[T], cumulative: Sequence[float], n: int) -> list[T]:
        """n of them, with repetition."""
        roll, total, last = self.random, cumulative[-1], len(things) - 1
        return [things[bisect_right(cumulative, roll() * total, 0, last)] for _ in range(n)]

    def sample(self, things: Sequence[T], n: int) -> list[T]:
        """n different ones (all of them if there are fewer), in random order."""
        pool = list(things)
        n = min(n, len(pool))
        for i in range(n):
            j = i + int(self.random() * (len(pool) - i))
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:n]

    def quantile(self, table: Sequence[tuple[float, float]]) -> float:
        """A number from a distribution given by some of its quantiles, (share, value), linear in between."""
        roll = self.random()
        i = min(max(bisect_right(table, (roll, float("inf"))) - 1, 0), len(table) - 2)
        (low_share, low), (high_share, high) = table[i], table[i + 1]
        return low + (high - low) * (roll - low_share) / (high_share - low_share)


def dice(*names: object) -> Dice:
    """The dice for one question: equal names, equal rolls."""
    return Dice(number(*names))


def number(*names: object) -> int:
    """64 bits that depend on all the names."""
    said = "\x1f".join(map(str, names)).encode()
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "big")


def running(weights: Sequence[float]) -> list[float]:
    """Running sums: what `Dice.weighted` wants."""
    return list(accumulate(weights))
