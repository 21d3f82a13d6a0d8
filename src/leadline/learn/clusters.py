"""Documents in groups that resemble each other: spherical k-means.

Dhillon & Modha, *Concept decompositions for large sparse text data using clustering*, Machine Learning 2001: a
document goes to the centre it has the largest cosine with, a centre is the direction of what came to it. Terms
weigh less the more documents have them. Nothing is drawn: the first centres are documents far from each other,
chosen from several beginnings, and the grouping with the largest sum of cosines is kept.

>>> cars, books = [{"make": 1.0, "model": 1.0}] * 3, [{"author": 1.0, "title": 2.0}] * 2
>>> clusters([*cars, *books], 2)
[0, 0, 0, 1, 1]
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

Vector = Mapping[str, float]
_BEGINNINGS = 5
_ROUNDS = 30


def clusters(documents: Sequence[Vector], k: int) -> list[int]:
    """The cluster of each document, the largest cluster being 0."""
    vectors = weighed(documents)
    k = min(k, len(vectors))
    if k < 2:
        return [0] * len(vectors)
    step = max(1, len(vectors) // _BEGINNINGS)
    tried = [_settled(vectors, _apart(vectors, first, k)) for first in range(0, len(vectors), step)]
    placed, _ = max(tried, key=lambda found: found[1])
    sizes = Counter(placed)
    order = {old: new for new, old in enumerate(sorted(sizes, key=lambda one: (-sizes[one], placed.index(one))))}
    return [order[one] for one in placed]


def weighed(documents: Sequence[Vector]) -> list[Vector]:
    """Each of length one, its terms weighed by their rarity."""
    held = Counter(term for document in documents for term in document)
    rarity = {term: math.log(1.0 + len(documents) / many) for term, many in held.items()}
    return [_unit({term: weight * rarity[term] for term, weight in sorted(d.items())}) for d in documents]


def _apart(vectors: Sequence[Vector], first: int, k: int) -> list[Vector]:
    """k documents, each the one that resembles those before it least."""
    chosen = [vectors[first]]
    nearest = [_cosine(vector, chosen[0]) for vector in vectors]
    while len(chosen) < k:
        far = min(range(len(vectors)), key=lambda n: (nearest[n], n))
        chosen.append(vectors[far])
        nearest = [max(near, _cosine(v, chosen[-1])) for near, v in zip(nearest, vectors, strict=True)]
    return chosen


def _settled(vectors: Sequence[Vector], centres: list[Vector]) -> tuple[list[int], float]:
    """Where documents come to rest, and how much they resemble their centres in all."""
    placed: list[int] = []
    total = 0.0
    for _ in range(_ROUNDS):
        likeness = [[_cosine(vector, centre) for centre in centres] for vector in vectors]
        best = [row.index(max(row)) for row in likeness]
        total = math.fsum(row[n] for row, n in zip(likeness, best, strict=True))
        if best == placed:
            break
        placed = best
        centres = [_centre(vectors, placed, n) or centre for n, centre in enumerate(centres)]
    return placed, total


def _centre(vectors: Sequence[Vector], placed: Sequence[int], number: int) -> Vector:
    summed: dict[str, float] = {}
    for vector, one in zip(vectors, placed, strict=True):
        if one == number:
            for term, weight in vector.items():
                summed[term] = summed.get(term, 0.0) + weight
    return _unit(summed)


def _unit(vector: Vector) -> Vector:
    length = math.sqrt(math.fsum(weight * weight for weight in vector.values()))
    return {term: weight / length for term, weight in vector.items()} if length else {}


def _cosine(one: Vector, other: Vector) -> float:
    if len(other) < len(one):
        one, other = other, one
    return math.fsum(weight * other[term] for term, weight in one.items() if term in other)
