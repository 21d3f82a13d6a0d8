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
    return _least_pairing(first, second, plain)


def similarity(one: str, other: str) -> float:
    """1 − distance / length of the longer one: the unit we give HiWE's threshold of 0.75."""
    longest = max(len(one), len(other))
    return 1.0 - block_distance(one, other) / longest if longest else 1.0


def _least_pairing(one: Sequence[str], other: Sequence[str], bound: int) -> int:
    """Branch and bound over the pairings of two lists of words."""
    costs = [[edit_distance(word, against) for against in other] for word in one]
    alone = [len(word) + 1 for word in one]
    least = [min(left_out, *own) for left_out, own in zip(alone, costs, strict=True)]

    def pair(place: int, cost: int, taken: tuple[int, ...], best: int) -> int:
        if cost + sum(least[place:]) >= best:
            return best
        free = [number for number in range(len(other)) if number not in taken]
        if place == len(one):
            left = sum(len(other[number]) + 1 for number in free)
            return min(best, cost + left + MOVE * (len(taken) - _longest_rise(taken)))
        for number in sorted(free, key=costs[place].__getitem__):
            best = pair(place + 1, cost + costs[place][number], (*taken, number), best)
        return pair(place + 1, cost + alone[place], taken, best)

    return pair(0, 0, (), bound)


def _longest_rise(numbers: Sequence[int]) -> int:
    ends: list[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
