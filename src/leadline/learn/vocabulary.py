"""The words of pages as numbers: looked up once each, and then counted and weighed many at a time.

A page has thousands of words and every crawl asks several things of each: which term it is (`learn.text`), how
often that stands there, what models say of it, and its bits of the page's fingerprint. A word, as it is written
between two spaces, is a number of a `Vocabulary`, which knows all this of it; then it is asked of arrays. Counted
in dictionaries, word by word, it took three times as long.

A vocabulary grows with what is read. One that has grown too large is left to those who still use it, and a new one
is begun: numbers are good in their own vocabulary alone.

>>> words = read("Cars, car, used-car and more cars".split())
>>> sorted((words.names[term], count) for term, count in zip(*(found.tolist() for found in words.counted())))
[('car', 4), ('us', 1)]
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from leadline.learn.features import Numbers
from leadline.learn.text import terms_of_word
from leadline.model.page import Page, cached_property

Indices = NDArray[np.int32]


def halves(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Each number as a sum of two with half of its digits (Dekker, Numerische Mathematik 18, 1971): one of them
    is exact up to 67 million times.

    >>> [float(half[0]) for half in halves(np.array([0.1]))]
    [0.09999999962747097, 3.7252903539730653e-10]
    """
    spread = numbers * (2.0**27 + 1.0)
    rough = spread - (spread - numbers)
    return rough, numbers - rough


_MOST = 200_000
"""Words of one vocabulary: some 40 MB."""
_FIRST = 1 << 14
_SILENT, _SEVERAL = -1, -2
"""In place of a term: a word that holds none; one that holds the terms of the first entry of `_several`, and so on
downwards."""


class Vocabulary(dict[str, int]):
    """Word, as it is written → its number. Threads that read large pages share it with the loop."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        """Terms by number."""
        self._numbers: dict[str, int] = {}
        self._several: list[list[int]] = []
        self._terms = np.zeros(_FIRST, np.int32)
        self._checks = np.zeros(_FIRST, np.uint64)
        self._lock = Lock()

    def __missing__(self, word: str) -> int:
        with self._lock:
            if (known := self.get(word)) is not None:
                return known
            number = len(self)
            if number == len(self._terms):  # who reads the shorter ones meanwhile knows only words that are there
                self._terms = np.concatenate((self._terms, np.zeros_like(self._terms)))
                self._checks = np.concatenate((self._checks, np.zeros_like(self._checks)))
            self._checks[number] = zlib.crc32(word.encode(errors="replace"))
            self._terms[number] = self._entry(terms_of_word(word))
            self[word] = number
        return number

    def _entry(self, found: str) -> int:
        if not found:
            return _SILENT
        if " " not in found:
            return self._number(found)
        self._several.append(list(map(self._number, found.split())))
        return _SEVERAL + 1 - len(self._several)

    def _number(self, term: str) -> int:
        if (known := self._numbers.get(term)) is not None:
            return known
        self.names.append(term)
        number = self._numbers[term] = len(self.names) - 1
        return number

    def terms_of(self, words: Indices) -> Indices:
        """The terms of some words, with repetitions and in no order."""
        found = self._terms[words]
        rest = found[found <= _SEVERAL]
        found = found[found >= 0]
        if not len(rest):
            return found
        more = [term for entry in rest.tolist() for term in self._several[_SEVERAL - entry]]
        return np.concatenate((found, np.array(more, np.int32)))

    def checks_of(self, words: Indices) -> NDArray[np.uint64]:
        """32 bits of each word, to make fingerprints of."""
        return self._checks[words]


@dataclass(frozen=True)
class Words:
    """Some text, word by word."""

    vocabulary: Vocabulary
    numbers: Indices

    @property
    def names(self) -> list[str]:
        """Terms by number."""
        return self.vocabulary.names

    @cached_property
    def distinct(self) -> Indices:
        return np.unique(self.numbers, return_counts=True)[
            0
        ]  # without counts it hashes, which takes twice as long

    def counted(self, *more: "Words") -> tuple[Indices, NDArray[np.intp]]:
        """Terms by number, each once, and how often they stand in these words and some more."""
        numbers = np.concatenate([self.numbers, *(words.numbers for words in more)]) if more else self.numbers
        return np.unique(self.vocabulary.terms_of(numbers), return_counts=True)

    def also(self, text: str) -> "Words":
        """Other text in the same vocabulary."""
        return Words(self.vocabulary, _numbered(self.vocabulary, text.split()))

    def first(self, most: int) -> "Words":
        return Words(self.vocabulary, self.numbers[:most])


_present = [Vocabulary()]


def read(words: Sequence[str]) -> Words:
    if len(_present[0]) >= _MOST:
        _present[0] = Vocabulary()
    return Words(_present[0], _numbered(_present[0], words))


def _numbered(vocabulary: Vocabulary, words: Sequence[str]) -> Indices:
    return np.fromiter(map(vocabulary.__getitem__, words), np.int32, len(words))


def page_words(page: Page) -> Words:
    """Of a page's text: topic, domain of its forms and fingerprint are all told by them."""
    return page.kept("numbers", lambda: read(page.words))


# ── weights ───────────────────────────────────────────────────────────────────────────────────────────────

_OFTEN = 1_024
_LOGS = np.array([0.0, *(1.0 + math.log(count) for count in range(1, _OFTEN + 1))])
_ROUGH, _REST = halves(_LOGS * _LOGS)


def damped(counts: NDArray[np.intp]) -> Numbers:
    """w = 1 + log tf."""
    if len(counts) and counts.max() > _OFTEN:
        return np.array([1.0 + math.log(count) for count in counts.tolist()])
    return _LOGS[counts]


def length_of(weights: Numbers) -> float:
    """Of a vector; exactly rounded, so in any order the same."""
    return math.sqrt(math.fsum((weights * weights).tolist()))


def damped_length(counts: NDArray[np.intp]) -> float:
    """`length_of(damped(counts))`, to the last bit. Of a thousand terms of a page, most stand there once or twice:
    so many times the square of a weight is added at once."""
    if not len(counts) or counts.max() > _OFTEN:
        return length_of(damped(counts))
    often = np.bincount(counts)
    told = often.nonzero()[0]
    many = often[told]
    return math.sqrt(math.fsum((many * _ROUGH[told]).tolist() + (many * _REST[told]).tolist()))


class WeightsByNumber:
    """What is known of some terms, as the numbers of a vocabulary have it; 0 for all others."""

    def __init__(self, known: Mapping[str, float]) -> None:
        self._known = known
        self._vocabulary: Vocabulary | None = None
        self._values = np.zeros(_FIRST)
        self._filled = 0
        self._lock = Lock()

    def of(self, vocabulary: Vocabulary, numbers: Indices) -> Numbers:
        with self._lock:
            if vocabulary is not self._vocabulary:
                self._vocabulary, self._filled = vocabulary, 0
            new = vocabulary.names[self._filled :]
            while self._filled + len(new) > len(self._values):
                self._values = np.concatenate((self._values, np.zeros_like(self._values)))
            if new:
                weights = map(self._known.get, new, [0.0] * len(new))
                self._values[self._filled : self._filled + len(new)] = list(weights)
                self._filled += len(new)
            return self._values[numbers]
