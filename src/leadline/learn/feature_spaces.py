"""Feature spaces of SmartCrawler (Zhao et al., TSC 2015, section 4): how like a link is to links that led to
forms, and a site to sites that have them.

A space has three vectors: URL (of sites) or path (of links), anchor, text around. A term's weight is
w = 1 + log tf (equation 3), tf being its frequency among all that was learnt; the k most frequent terms stay.
Similarity is the sum of the three cosines: ST(s) and LT(l) of section 4.3.

>>> space = FeatureSpace.learned([Bags(("book",), ("search", "book"), ()), Bags(("book",), ("search",), ())], k=20)
>>> round(space.similarity(Bags(("book",), ("search",), ())), 4)
1.861
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from leadline.learn.contexts import CONTEXTS, Bags
from leadline.learn.feature_selection import most_frequent
from leadline.learn.features import unit_weights


@dataclass(frozen=True, slots=True)
class FeatureSpace:
    """Three vectors of length one (or empty)."""

    vectors: tuple[Mapping[str, float], ...]

    @classmethod
    def learned(cls, documents: Iterable[Bags], *, k: int) -> Self:
        """Of the links, or sites, that were successful."""
        counts: tuple[Counter[str], ...] = tuple(Counter() for _ in CONTEXTS)
        for bags in documents:
            for counted, terms in zip(counts, bags, strict=True):
                counted.update(terms)
        return cls(tuple(unit_weights({t: found[t] for t in most_frequent(found, k)}) for found in counts))

    def similarity(self, bags: Bags) -> float:
        """cos(U, U_s) + cos(A, A_s) + cos(T, T_s)."""
        return math.fsum(map(_cosine, self.vectors, bags))

    def why(self, bags: Bags) -> list[tuple[str, float]]:
        """What each term adds to the similarity, heaviest first."""
        pull = [
            (f"{context}:{term}", weight * vector[term])
            for context, vector, found in zip(CONTEXTS, self.vectors, bags, strict=True)
            for term, weight in unit_weights(Counter(found)).items()
            if term in vector
        ]
        return sorted(pull, key=lambda item: (-item[1], item[0]))

    def to_dict(self) -> dict[str, Mapping[str, float]]:
        return dict(zip(CONTEXTS, self.vectors, strict=True))

    @classmethod
    def from_dict(cls, stored: Mapping[str, Mapping[str, float]]) -> Self:
        return cls(tuple(stored[context] for context in CONTEXTS))


def _cosine(vector: Mapping[str, float], terms: Sequence[str]) -> float:
    """Of a unit vector and a bag of terms."""
    if not vector or not terms:
        return 0.0
    if len(set(terms)) == len(terms):  # nearly always: every weight is 1
        return math.fsum(vector[term] for term in terms if term in vector) / math.sqrt(len(terms))
    return math.fsum(weight * vector.get(term, 0.0) for term, weight in unit_weights(Counter(terms)).items())
