"""How often words stand in each document, counted once for all but the rare ones, so that a question need not read
every place of its words in every page.

The full-text index knows a word's places; `bm25` goes through all of them for every document that has the words,
and words that many pages have stand there dozens of times. Documents are therefore counted in blocks as they come
in, and a question is reckoned from the counts, by the same formula (SQLite's `fts5_aux.c`) and so with the same
scores. Where a block has no counts of a word, few of its documents have it, and the index tells their scores. What
is in no block is left to the index. Documents that go are left out of what a block says, until they are many and
all is counted again.
"""

import math
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from leadline.store.word_blocks import TOTALS, WEIGHTS, Counts, unpacked, unpacked_counts
from leadline.store.word_counts import Wording

BM25 = f"bm25(words, {', '.join(map(str, WEIGHTS))})"
_K1, _B, _LEAST = 1.2, 0.75, 1e-6  # as in SQLite
_PLAIN = re.compile("[a-z0-9]+")
Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]
_Range = tuple[int, int]
"""Documents from behind the first number to the second."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the blocks say to a question: `documents` that have all words, and the number of the last document they
    know of; behind it the index has to be asked."""

    documents: Numbers
    scores: Scores
    until: int

    def best(self, most: int) -> Iterator[tuple[float, int]]:
        """Scores and numbers of at least so many, with all that are as good as the last of them."""
        good = (
            self.scores <= np.partition(self.scores, most - 1)[most - 1]
            if most < len(self.scores)
            else slice(None)
        )
        yield from zip(self.scores[good].tolist(), self.documents[good].tolist(), strict=True)


@dataclass(frozen=True, slots=True)
class _Totals:
    """Of the whole index."""

    documents: int
    words: int

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Self:
        told = connection.execute("SELECT block FROM words_data WHERE id = ?", (TOTALS,)).fetchone()
        documents, *words = [*unpacked(told[0])] or [0] if told else [0]
        return cls(documents, sum(words))

    def rarity(self, having: int) -> float:
        """The weight of a word that so many documents have."""
        return max(_LEAST, math.log((self.documents - having + 0.5) / (having + 0.5)))

    def dampers(self, lengths: Numbers) -> Scores:
        mean = self.words / self.documents or 1.0
        return _K1 * (1 - _B + _B * lengths.astype(np.float64) / mean)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """All that was counted, as one list of documents."""

    numbers: Numbers
    lengths: Numbers
    bounds: tuple[int, ...]  # the greatest number of each block, after a 0
    places: tuple[int, ...]  # where each block begins, and the end

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Self:
        rows = connection.execute("SELECT high, documents, lengths FROM block ORDER BY high").fetchall()
        numbers, lengths = ([np.frombuffer(row[place], np.int64) for row in rows] for place in (1, 2))
        places = np.cumsum([0, *map(len, numbers)]).tolist()
        none = np.zeros(0, np.int64)
        return cls(
            np.concatenate([none, *numbers]),
            np.concatenate([none, *lengths]),
            (0, *(int(row[0]) for row in rows)),
            tuple(places),
        )

    def counts(self, connection: sqlite3.Connection, word: str | None) -> tuple[Counts, tuple[_Range, ...]]:
        """How often a word stands in each document, a place in the title for as much as it weighs; and where that
        was not counted."""
        told, missing = np.zeros(len(self.numbers), np.uint16), list[_Range]()
        found = dict(connection.execute("SELECT high, packed FROM common WHERE word = ?", (word,)))
        for (low, high), (begin, end) in zip(pairwise(self.bounds), pairwise(self.places), strict=True):
            if high in found:
                told[begin:end] = unpacked_counts(found[high], end - begin)
            else:
                missing.append((low, high))
        return told, tuple(_joined(missing))


@dataclass(frozen=True, slots=True)
class _Column:
    """A word in every document of the blocks."""

    rarity: float
    counts: Counts
    asked: Scores | None  # what the index says where nothing was counted

    @property
    def is_there(self) -> NDArray[np.bool_]:
        return self.counts > 0 if self.asked is None else (self.counts > 0) | (self.asked > 0)

    def scores(self, places: Numbers, dampers: Scores) -> Scores:
        count = self.counts[places].astype(np.float64)
        reckoned = self.rarity * ((count * (_K1 + 1.0)) / (count + dampers))
        return reckoned if self.asked is None else np.where(count > 0, reckoned, self.asked[places])


def reckoned(connection: sqlite3.Connection, terms: Sequence[str]) -> Reckoned | None:
    """None where the index alone is the quicker. The connection is in a transaction."""
    blocks = _Blocks.of(connection)
    words = dict(zip(terms, _as_indexed(terms), strict=True))
    counted = {term: blocks.counts(connection, word) for term, word in words.items()}
    if all(missing == ((0, blocks.bounds[-1]),) for _, missing in counted.values()) or not len(blocks.numbers):
        return None
    totals = _Totals.of(connection)
    gone = [document for (document,) in connection.execute("SELECT document FROM gone")]
    is_there = ~np.isin(blocks.numbers, gone)
    has_all, columns = is_there, dict[str, _Column]()
    for term, (counts, missing) in counted.items():
        asked = _asked(connection, term, blocks.numbers, missing) if missing else None
        counted_here = 0 if missing else int(np.count_nonzero((counts > 0) & is_there))
        having = counted_here + _having(connection, term, 0 if missing else blocks.bounds[-1])
        columns[term] = _Column(totals.rarity(having), counts, asked)
        has_all = has_all & columns[term].is_there
    places = np.flatnonzero(has_all)
    dampers, scores = totals.dampers(blocks.lengths[places]), np.zeros(len(places))
    of_terms = {term: column.scores(places, dampers) for term, column in columns.items()}
    for term in terms:  # in this order, as the index does it: sums of fractions depend on it
        scores += of_terms[term]
    return Reckoned(blocks.numbers[places], -1.0 * scores, blocks.bounds[-1])


def _as_indexed(terms: Sequence[str]) -> list[str | None]:
    """None for what is no word, or several."""
    if all(map(_PLAIN.fullmatch, terms)):
        return list(terms)
    with Wording.opened() as wording:
        return [None if (word := wording.one(term)) is None else word.decode() for term in terms]


def _asked(connection: sqlite3.Connection, word: str, documents: Numbers, ranges: Sequence[_Range]) -> Scores:
    """What a word alone is worth in each document, as the index has it; 0 where it is not."""
    scores = np.zeros(len(documents))
    for low, high in ranges:
        rows = connection.execute(
            f"SELECT rowid, {BM25} FROM words WHERE words MATCH ? AND rowid > ? AND rowid <= ?",  # noqa: S608  # ours
            (f'"{word}"', low, high),
        ).fetchall()
        if rows:
            numbers, found = zip(*rows, strict=True)
            scores[np.searchsorted(documents, np.array(numbers, np.int64))] = -np.array(found)
    return scores


def _having(connection: sqlite3.Connection, word: str, behind: int) -> int:
    sql = "SELECT count(*) FROM words WHERE words MATCH ? AND rowid > ?"
    return int(connection.execute(sql, (f'"{word}"', behind)).fetchone()[0])


def _joined(ranges: Sequence[_Range]) -> Iterator[_Range]:
    """Ranges that follow on each other as one."""
    begun: _Range | None = None
    for low, high in ranges:
        if begun is None or low != begun[1]:
            if begun is not None:
                yield begun
            begun = low, high
        begun = begun[0], high
    if begun is not None:
        yield begun
