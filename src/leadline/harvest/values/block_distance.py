"""Block edit distance: how far two labels are apart if whole words may also be moved.

HiWE section 5.3 takes it from Lopresti and Tomkins, *Block edit models for approximate string matching* (1997), to
see through typing errors and the order of words at once: "company type" and "type company" are nearly the same.
Finding the best moves of arbitrary blocks is NP-hard; labels are a few words, so here a block is a word:

- a word is re-typed into another for their edit distance, left out or put in for its letters and a space,
- words that stand in another order cost `MOVE` each, counted against the longest run that keeps its order,
- and the whole is never dearer than the plain edit distance.

The cheapest way to pair the words is searched exactly. Longer texts than `_WORDS` words are compared by plain edit
distance alone.

>>> block_distance("compani type", "type compani"), block_distance("hous", "hos"), block_distance("", "abc")
(1, 1, 3)
>>> round(similarity("compani type", "type compani"), 3), similarity("date", "titl")
(0.917, 0.25)
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

MOVE = 1
_WORDS = 7


@lru_cache(maxsize=65_536)
def edit_distance(one: str, other: str) -> int:
    """Least number of letters put in, left out or replaced (Levenshtein)."""
    if len(one) < len(other):
        one, other = other, one
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, against in enumerate(other, 1):
            before, row[j] = row[j], min(before + (letter != against), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def block_distance(one: str, other: str) -> int:
    """Edit distance that also prices moving words."""
    plain = edit_distance(one, other)
    # Which side is taken first decides between pairings of equal cost; ordering the two makes it symmetric.
    first, second = sorted((one.split(), other.split()))
    if plain <= MOVE or len(first) < 2 or len(second) < 2 or max(len(first), len(second)) > _WORDS:
        return plain
    return _Pairing(first, second, plain).least()


def similarity(one: str, other: str) -> float:
    """1 − distance / length of the longer one: the unit we give HiWE's threshold of 0.75."""
    longest = max(len(one), len(other))
    return 1.0 - block_distance(one, other) / longest if longest else 1.0


class _Pairing:
    """Branch and bound over the pairings of two lists of words."""

    def __init__(self, one: Sequence[str], other: Sequence[str], bound: int) -> None:
        self._one = one
        self._other = other
        self._costs = [[edit_distance(word, against) for against in other] for word in one]
        self._alone = [len(word) + 1 for word in one]
        least = [min(alone, *costs) for alone, costs in zip(self._alone, self._costs, strict=True)]
        self._rest = [sum(least[place:]) for place in range(len(one) + 1)]
        self._best = bound

    def least(self) -> int:
        self._pair(0, 0, ())
        return self._best

    def _pair(self, place: int, cost: int, taken: tuple[int, ...]) -> None:
        if cost + self._rest[place] >= self._best:
            return
        if place == len(self._one):
            left = sum(len(word) + 1 for number, word in enumerate(self._other) if number not in taken)
            moved = MOVE * (len(taken) - _longest_rise(taken))
            self._best = min(self._best, cost + left + moved)
            return
        free = [number for number in range(len(self._other)) if number not in taken]
        for number in sorted(free, key=self._costs[place].__getitem__):
            self._pair(place + 1, cost + self._costs[place][number], (*taken, number))
        self._pair(place + 1, cost + self._alone[place], taken)


def _longest_rise(numbers: Sequence[int]) -> int:
    ends: list[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
