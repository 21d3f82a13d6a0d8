"""Combinations of choices as an experiment (Liddle et al.): fields as factors, maximal coverage, productive
levels.
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, islice
from math import fsum, prod

from leadline.errors import MissingValue
from leadline.harvest.assign import best_first
from leadline.model.field import Field
from leadline.model.query import Choice

Levels = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Factor:
    """One field with the values it takes; the level None leaves it as the page has it."""

    name: str
    levels: Levels
    default: int = 0  # number of the level that the default query has
    page: str | None = None  # what the field has on the page


def factors_of(fields: Sequence[Field], given: Mapping[str, Sequence[str]]) -> tuple[Factor, ...]:
    """Finite fields, and text fields for which the user gave values.

    Raises `MissingValue` for a text field that is required and has none."""
    factors: list[Factor] = []
    for field in fields:
        levels: Levels = field.levels
        if not field.finite:
            levels = tuple(dict.fromkeys((field.default, *given.get(field.name, ()))))
        elif field.default not in levels:
            levels = (None, *levels)
        if field.wanting:
            levels = tuple(level for level in levels if level)
            if not levels:
                raise MissingValue(field.name, field.label or field.name)
        start = levels.index(field.default) if field.default in levels else 0
        if len(levels) > 1 or levels[start:] != (field.default,):
            factors.append(Factor(field.name, levels, start, field.default))
    return tuple(factors)


def default_of(factors: Sequence[Factor]) -> tuple[int, ...]:
    return tuple(factor.default for factor in factors)


def choice_of(factors: Sequence[Factor], combination: Sequence[int]) -> Choice:
    """What to fill in; fields that stay as they are on the page are not named."""
    chosen = ((factor, factor.levels[number]) for factor, number in zip(factors, combination, strict=True))
    return tuple((one.name, level) for one, level in chosen if level is not None and level != one.page)


def combination_of(factors: Sequence[Factor], choice: Choice) -> tuple[int, ...]:
    """The way back; a field that is not named, or has no such level, counts as left alone."""
    chosen = dict(choice)
    values = ((factor, chosen.get(factor.name, factor.page)) for factor in factors)
    return tuple(one.levels.index(value) if value in one.levels else one.default for one, value in values)


Combination = tuple[int, ...]  # for each factor the number of its level


class Coverage:
    """Maximal coverage (Liddle et al., section 5.1): the combination farthest from all that were used.

    The sum of Hamming distances to the used ones is the number of used ones times the number of factors, less how
    often each chosen level was used: it is largest where each factor takes its least-used level. That is separable
    by factor, so a form of 10¹² combinations costs no more than one of ten. (Max-*min* distance ties everywhere
    once each level was used; only the sum gives the paper's next query, (a1, b4) after its Table 2.)

    >>> table2 = Coverage([7, 4], seed=0, ties="regular")
    >>> [table2.take() for _ in range(8)]
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (5, 1), (6, 2), (0, 3)]
    """

    def __init__(self, sizes: Sequence[int], seed: int, ties: str = "random") -> None:
        self._sizes = tuple(sizes)
        self._seed = seed
        self._regular = ties == "regular"
        self._counts = [[0] * size for size in sizes]
        self.used: set[Combination] = set()

    def use(self, combination: Combination) -> None:
        if combination not in self.used:
            self.used.add(combination)
            for counts, level in zip(self._counts, combination, strict=True):
                counts[level] += 1

    def take(self) -> Combination | None:
        """The farthest combination, used from now on; None if all are."""
        if len(self.used) >= prod(self._sizes):
            return None
        orders = [self._order(factor) for factor in range(len(self._sizes))]
        sorted_counts = zip(self._counts, orders, strict=True)
        weights = [[-float(counts[level]) for level in order] for counts, order in sorted_counts]
        for _, places in best_first(weights, fsum):
            combination = tuple(order[place] for order, place in zip(orders, places, strict=True))
            if combination not in self.used:
                self.use(combination)
                return combination
        return None

    def _order(self, factor: int) -> Sequence[int]:
        """Levels in the order in which ties are broken, another one for every query."""
        levels = range(self._sizes[factor])
        if self._regular:
            return levels
        return sorted(levels, key=lambda level: hashed(self._seed, len(self.used), factor, level))


def hashed(seed: int, *about: object) -> int:
    """A number out of a seed and what it is about: the same on every machine, and no generator's state to keep."""
    text = "\x1f".join(map(str, (seed, *about)))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


Levelled = tuple[tuple[int, int], ...]  # factors with their levels: none (which all queries have), one or two
_PRIOR = 2.0  # queries' worth of trust in the mean of all
_LOOKED_AT = 10


class Productivity:
    """Steering to productive levels: what Liddle et al. name as their next step (section 7, figure 8).

    A level's productivity is the mean number of new records of the queries that had it, drawn towards the mean of
    all until it was tried a few times. `levels` takes the combinations of the largest sum; `pairs` looks at ten
    times as many of them and adds what pairs of levels did beyond their two levels.

    >>> steering = Productivity([2, 2], "levels")
    >>> steering.add((0, 0), 5), steering.add((1, 1), 0)
    (None, None)
    >>> steering.best({(0, 0), (1, 1)}, 1)
    [(0, 1)]
    """

    def __init__(self, sizes: Sequence[int], kind: str) -> None:
        self._sizes = tuple(sizes)
        self._pairs = kind == "pairs"
        self.steers = kind in ("levels", "pairs") and bool(sizes)
        self._queries: Counter[Levelled] = Counter()
        self._new: Counter[Levelled] = Counter()

    def add(self, combination: Combination, new: int) -> None:
        chosen = list(enumerate(combination))
        for size in range(3 if self._pairs else 2):
            for key in combinations(chosen, size):
                self._queries[key] += 1
                self._new[key] += new

    def best(self, used: Container[Combination], wanted: int) -> list[Combination]:
        """The most promising combinations that were not used."""
        sizes = enumerate(self._sizes)
        weights = [[self._mean(((factor, level),)) for level in range(size)] for factor, size in sizes]
        unused = (one for one in best_first(weights, fsum) if one[1] not in used)
        found = list(islice(unused, wanted * (_LOOKED_AT if self._pairs else 1)))
        if self._pairs:
            found.sort(key=lambda one: -one[0] - self._beyond(one[1]))
        return [combination for _, combination in found[:wanted]]

    def _beyond(self, combination: Combination) -> float:
        pairs = (pair for pair in combinations(enumerate(combination), 2) if pair in self._queries)
        return fsum(self._mean(pair) - (self._mean(pair[:1]) + self._mean(pair[1:])) / 2 for pair in pairs)

    def _mean(self, key: Levelled) -> float:
        overall = self._new[()] / self._queries[()] if self._queries else 0.0
        return (self._new[key] + _PRIOR * overall) / (self._queries[key] + _PRIOR)
