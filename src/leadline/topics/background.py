"""The web at large: how common a word is, and what pages about nothing in particular look like.

A user shows pages that are on topic, seldom pages that are not. So document frequencies of common web words
come along, counted over pages of many sites and grouped into *kinds* of pages (shops, forums, sign-up pages,
pages in German …). From a kind's frequencies pages are imagined: each term is there with its probability in the
kind. They are the negative examples nobody has to bring (learning from positive and unlabelled examples: Liu et
al., *Building text classifiers using positive and unlabeled examples*, ICDM 2003). Kinds that look like the
user's own examples are left out: they are not reliably negative.

`data/background.npz` holds plain counts (terms that at least four sites use) and no page;
`leadline_bench.training.topics` made it and docs/rooms/topics.md names what it was counted on.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from leadline.learn.features import Weights

FLOOR = 0.001  # a word seen on fewer pages than this share is as rare as we can tell
UNLISTED = 1.25
"""A page's squared length over that of its listed terms alone. A choice: medians of the development sets are 1.14
(the background's own), 1.17 (swde) and 1.25 (ache_ebola)."""
ALIKE = 0.5  # cosine from which a kind of page is too much like the examples to be a negative one


@dataclass(frozen=True, slots=True)
class Background:
    """Terms, and for each kind of page how many pages it has and how many of them hold each term."""

    terms: tuple[str, ...]
    pages: NDArray[np.int64]
    counts: NDArray[np.int64]  # kinds down, terms across
    shares: Mapping[str, float]

    def rarity(self, term: str) -> float:
        """log(1/share of pages): 0 for a word on every page, about 7 for one hardly any page has."""
        return -math.log(max(self.shares.get(term, 0.0), FLOOR))

    def imagine(self, each: int, seed: int, unlike: Sequence[Weights] = ()) -> list[dict[str, float]]:
        """Unit weights of `each` imagined pages of every kind that is not like the given examples."""
        likeness = self.likeness(unlike)
        random = np.random.default_rng(seed)
        imagined = []
        for kind, share in enumerate(self.counts / self.pages[:, None]):
            drawn = [self._imagined(share, random) for _ in range(each)]
            if likeness[kind] < ALIKE:  # after the draw, so that one kind more or less changes no other
                imagined += drawn
        return imagined

    def likeness(self, examples: Sequence[Weights]) -> list[float]:
        """Cosine between each kind and the middle of the examples, rare words counting more."""
        middle = np.zeros(len(self.terms))
        place = {term: number for number, term in enumerate(self.terms)}
        for example in examples:
            for term, weight in example.items():
                if (number := place.get(term)) is not None:
                    middle[number] += weight
        rarity = np.array([self.rarity(term) for term in self.terms])
        middle *= rarity
        kinds = self.counts / self.pages[:, None] * rarity
        lengths = np.linalg.norm(kinds, axis=1) * np.linalg.norm(middle)
        return [float(c) for c in np.divide(kinds @ middle, lengths, out=np.zeros(len(kinds)), where=lengths > 0)]

    def _imagined(self, share: NDArray[np.float64], random: np.random.Generator) -> dict[str, float]:
        present = np.flatnonzero(random.random(len(share)) < share)
        weights = 1.0 + np.log(random.geometric(0.5, len(present)))
        length = math.sqrt(UNLISTED * float((weights**2).sum())) or 1.0
        return {self.terms[number]: float(w) / length for number, w in zip(present, weights, strict=True)}


def from_bytes(stored: bytes) -> Background:
    """The background that `leadline_bench.training.topics` wrote: plain arrays, no pickle."""
    with np.load(BytesIO(stored), allow_pickle=False) as arrays:
        terms = tuple(arrays["terms"].tobytes().decode().split("\n"))
        pages = arrays["pages"].astype(np.int64)
        table = np.zeros((len(pages), len(terms)), dtype=np.int64)
        table[arrays["kinds"], arrays["columns"]] = arrays["counts"]
    return background_of(terms, pages, table)


@lru_cache(maxsize=1)
def bundled_background() -> Background:
    return from_bytes((files("leadline.topics") / "data" / "background.npz").read_bytes())


def background_of(terms: tuple[str, ...], pages: NDArray[np.int64], table: NDArray[np.int64]) -> Background:
    """The background of a table of counts, kinds down and terms across."""
    shares = table.sum(axis=0) / pages.sum()
    return Background(terms, pages, table, dict(zip(terms, shares.tolist(), strict=True)))
