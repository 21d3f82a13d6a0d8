"""Records that are nearly the same: reported, never merged.

Texts are compared by their pairs of neighbouring words (Jaccard index). Which texts to compare is found by
MinHash (Broder 1997) in bands, so that 100,000 records cost what their words cost and no more.
"""

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

from leadline.answers.records.cut import Cut

_WORD = re.compile(r"\w+")
_BANDS, _ROWS = 20, 5
"""At a likeness of 0.85 a pair is missed with probability (1 − 0.85⁵)²⁰ < 10⁻⁵."""
_PRIME = (1 << 61) - 1
_MOST_ALIKE = 50
"""Records of one bucket that are compared; templates with one changing word would make millions of pairs."""


def near_duplicates(cuts: Sequence[Cut], alike: float = 0.85) -> tuple[tuple[str, str], ...]:
    """Pairs of ids whose texts share at least that much, in the order of the records."""
    shingles = [_shingles(cut.text) for cut in cuts]
    buckets: dict[tuple[int, ...], list[int]] = {}
    for number, own in enumerate(shingles):
        if own:
            least = _least(own)
            for band in range(_BANDS):
                key = (band, *least[band * _ROWS : (band + 1) * _ROWS])
                buckets.setdefault(key, []).append(number)
    found: set[tuple[int, int]] = set()
    for together in buckets.values():
        some = together[:_MOST_ALIKE]
        found.update((one, other) for place, one in enumerate(some) for other in some[place + 1 :])
    near = sorted(pair for pair in found if _likeness(shingles[pair[0]], shingles[pair[1]]) >= alike)
    return tuple((cuts[one].id, cuts[other].id) for one, other in near if cuts[one].id != cuts[other].id)


def _shingles(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())
    pairs = [f"{one} {other}" for one, other in pairwise(words)] or words
    return frozenset(int.from_bytes(blake2b(pair.encode(), digest_size=7).digest()) for pair in pairs)


def _least(shingles: frozenset[int]) -> list[int]:
    return [min((factor * one + offset) % _PRIME for one in shingles) for factor, offset in _HASHES]


_HASHES = tuple((2 * n * 0x9E3779B97F4A7C15 % _PRIME + 1, n * 0xC2B2AE3D27D4EB4F % _PRIME) for n in range(1, 101))


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other)
