"""How often common words stand in each document, counted once, so that a question of such words need not read
every place of theirs in every page.

The full-text index knows a word's places; `bm25` goes through all of them for every document that has the words,
and words that most pages have stand on each dozens of times. Documents are therefore counted in blocks as they
come in, and a question of common words, and one other, is reckoned from the counts, by the same formula (SQLite's
`fts5_aux.c`) and so with the same scores. What is in no block, and blocks without one of the words, are left to
the index. Documents that go are left out of what a block says, until they are many and all is counted again.
"""

import math
import random
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

WEIGHTS = (4.0, 1.0, 1.0)  # title, body, marks: a word of the title says more than one of the text
BM25 = f"bm25(words, {', '.join(map(str, WEIGHTS))})"
BLOCK = 10_000
"""Documents of a block; fewer are ranked by the index in some milliseconds."""
_AT_ONCE = 10  # blocks: bounds the memory
_COMMON = 0.75
"""Of a block's documents. A word costs about a microsecond a document to count, and the less common, the less it
saves; words below this are left to the index, which has fewer documents to go through for them."""
_SAMPLE = 60  # documents whose words are tried
_TRIED = 0.6  # of the sample have the word: some less, since it is a sample
_K1, _B, _LEAST = 1.2, 0.75, 1e-6  # as in SQLite
_LAST = 2**62  # no document has a greater number
_CONTINUES = 0x80
_TOTALS = 1  # where FTS5 keeps how many documents and words there are
_STRUCTURE = 10  # and what its index consists of, which every change of it changes
Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the blocks say to a question: `documents` that have all words, and what of the index remains to be
    asked: ranges of documents, each without its first number."""

    documents: Numbers
    scores: Scores
    ranges: tuple[tuple[int, int], ...]

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
        told = connection.execute("SELECT block FROM words_data WHERE id = ?", (_TOTALS,)).fetchone()
        documents, *words = [*_unpacked(told[0])] or [0] if told else [0]
        return cls(documents, sum(words))

    def rarity(self, having: int) -> float:
        """The weight of a word that so many documents have."""
        return max(_LEAST, math.log((self.documents - having + 0.5) / (having + 0.5)))

    def dampers(self, lengths: Numbers) -> Scores:
        mean = self.words / self.documents or 1.0
        return _K1 * (1 - _B + _B * lengths.astype(np.float64) / mean)


def reckoned(connection: sqlite3.Connection, terms: Sequence[str]) -> Reckoned | None:
    """None where the index alone is the quicker. One word may be less common than the others: the index tells the
    scores of it alone. The connection is in a transaction."""
    counted = {term: _counts(connection, term) for term in terms}
    uncounted = [term for term, counts in counted.items() if not counts]
    if len(uncounted) > 1 or len(uncounted) == len(counted):
        return None
    if uncounted and _having(connection, uncounted[0]) < BLOCK:
        return None
    blocks, left = list[tuple[Numbers, Numbers, dict[str, Numbers]]](), list[tuple[int, int]]()
    low = 0
    for (high,) in connection.execute("SELECT high FROM block ORDER BY high").fetchall():
        packed = {term: counts[high] for term, counts in counted.items() if high in counts}
        if len(packed) == len(counted) - len(uncounted):
            sql = "SELECT documents, lengths FROM block WHERE high = ?"
            numbers, lengths = (
                np.frombuffer(told, np.int64) for told in connection.execute(sql, (high,)).fetchone()
            )
            unpacked = {term: _unpacked_counts(one, len(numbers)) for term, one in packed.items()}
            blocks.append((numbers, lengths, unpacked))
        else:
            left.append((low, high))
        low = high
    if not blocks:
        return None
    totals, ranges = _Totals.of(connection), tuple(_joined([*left, (low, _LAST)]))
    numbers = np.concatenate([block[0] for block in blocks])
    dampers = totals.dampers(np.concatenate([block[1] for block in blocks]))
    is_there = ~np.isin(numbers, [document for (document,) in connection.execute("SELECT document FROM gone")])
    scores, has_all = np.zeros(len(numbers)), is_there.copy()
    of_terms = {term: _scored(connection, term, numbers) for term in uncounted}
    for term in counted.keys() - of_terms.keys():
        count = np.concatenate([block[2][term] for block in blocks]).astype(np.float64)
        having = int(np.count_nonzero((count > 0) & is_there)) + sum(
            _having(connection, term, *part) for part in ranges
        )
        of_terms[term] = totals.rarity(having) * ((count * (_K1 + 1.0)) / (count + dampers))
    for term in terms:  # in this order, as the index does it: sums of fractions depend on it
        has_all &= of_terms[term] > 0
        scores += of_terms[term]
    return Reckoned(numbers[has_all], -1.0 * scores[has_all], ranges)


def forget(connection: sqlite3.Connection, document: int) -> None:
    """Before a document goes."""
    last = connection.execute("SELECT min(high) FROM block WHERE high >= ?", (document,)).fetchone()[0]
    if last is None:
        return
    connection.execute("INSERT OR IGNORE INTO gone VALUES (?)", (document,))
    # The number of the last one may be given again, to one that nobody counted.
    if last == document or _number_of(connection, "gone") >= BLOCK:
        connection.execute("DELETE FROM block")
        connection.execute("DELETE FROM common")
        connection.execute("DELETE FROM gone")


def count(connection: sqlite3.Connection) -> None:
    """Count what has come in since, in whole blocks. The counting only reads; where somebody else changed the
    index meanwhile, nothing is written, and whoever searches next counts."""
    while _uncounted(connection) >= BLOCK:
        connection.execute("BEGIN")
        try:
            state, counted = _state(connection), list(_counted(connection))
        finally:
            connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        try:
            changed = _state(connection) != state
            for sql, rows in [] if changed else counted:
                connection.executemany(sql, rows)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
        if changed or not counted:
            return


def _uncounted(connection: sqlite3.Connection) -> int:
    counted = BLOCK * _number_of(connection, "block") - _number_of(connection, "gone")
    return _Totals.of(connection).documents - counted


def _number_of(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608  # ours


def _state(connection: sqlite3.Connection) -> list[Any]:
    """What is in the index, and how far it is counted."""
    sql = "SELECT block, NULL FROM words_data WHERE id IN (?, ?) UNION ALL SELECT count(*), max(high) FROM block"
    return connection.execute(sql, (_TOTALS, _STRUCTURE)).fetchall()


def _counted(connection: sqlite3.Connection) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of the next blocks, by the statement that puts them."""
    low = connection.execute("SELECT coalesce(max(high), 0) FROM block").fetchone()[0]
    sizes = connection.execute(
        "SELECT id, sz FROM words_docsize WHERE id > ? ORDER BY id LIMIT ?", (low, BLOCK * _AT_ONCE)
    )
    rows = sizes.fetchall()
    whole = len(rows) - len(rows) % BLOCK
    if not whole:
        return
    documents = np.array([id_ for id_, _ in rows[:whole]], np.int64)
    lengths = np.array([sum(_unpacked(size)) for _, size in rows[:whole]], np.int64)
    parts = [slice(start, start + BLOCK) for start in range(0, whole, BLOCK)]
    highs = [int(documents[part][-1]) for part in parts]
    yield (
        "INSERT INTO block VALUES (?, ?, ?)",
        [
            (high, documents[part].tobytes(), lengths[part].tobytes())
            for high, part in zip(highs, parts, strict=True)
        ],
    )
    totals = _Totals.of(connection)
    dampers = totals.dampers(lengths)
    for word in _common(connection, documents):
        counts = _counts_of(connection, word, documents, dampers, totals)
        if counts is None:
            continue
        found = [
            (high, word, _packed(counts[part]))
            for high, part in zip(highs, parts, strict=True)
            if np.count_nonzero(counts[part]) >= _COMMON * BLOCK
        ]
        yield "INSERT INTO common VALUES (?, ?, ?)", found


def _common(connection: sqlite3.Connection, documents: Numbers) -> list[str]:
    """Words that may be common, by a sample of documents."""
    sampled = random.Random(int(documents[-1])).sample(range(len(documents)), _SAMPLE)  # noqa: S311  # no secret
    having: dict[str, int] = {}
    for place in sampled:
        number = (int(documents[place]),)
        title, body = connection.execute("SELECT title, body FROM words WHERE rowid = ?", number).fetchone()
        for word in set(re.findall(r"[a-z0-9]+", f"{title} {body}".lower())):
            having[word] = having.get(word, 0) + 1
    return sorted(word for word, times in having.items() if times >= _TRIED * _SAMPLE)


def _counts_of(
    connection: sqlite3.Connection, word: str, documents: Numbers, dampers: Scores, totals: _Totals
) -> Numbers | None:
    """How often a word stands in each document, a place in the title for as much as it weighs. FTS5 tells that by
    the word's score alone, so the score is solved for it."""
    low, high = int(documents[0]) - 1, int(documents[-1])
    if _having(connection, word, low, high) < _COMMON * len(documents):
        return None
    share = _scored(connection, word, documents) / totals.rarity(_having(connection, word))
    counts = share * dampers / (_K1 + 1.0 - share)
    whole = np.rint(counts)
    return whole.astype(np.int64) if np.abs(whole - counts).max() < 0.01 else None


def _scored(connection: sqlite3.Connection, word: str, documents: Numbers) -> Scores:
    """What a word alone is worth in each document; 0 where it is not."""
    rows = connection.execute(
        f"SELECT rowid, {BM25} FROM words WHERE words MATCH ? AND rowid > ? AND rowid <= ?",  # noqa: S608  # ours
        (f'"{word}"', int(documents[0]) - 1, int(documents[-1])),
    ).fetchall()
    scores = np.zeros(len(documents))
    numbers = np.array([id_ for id_, _ in rows], np.int64)
    places = np.searchsorted(documents, numbers)
    known = documents[places] == numbers
    scores[places[known]] = -np.array([score for _, score in rows])[known]
    return scores


def _having(connection: sqlite3.Connection, word: str, low: int = 0, high: int = _LAST) -> int:
    sql = "SELECT count(*) FROM words WHERE words MATCH ? AND rowid > ? AND rowid <= ?"
    return int(connection.execute(sql, (f'"{word}"', low, high)).fetchone()[0])


def _packed(counts: Numbers) -> bytes:
    """In as few bytes a document as the greatest needs."""
    return counts.astype(np.min_scalar_type(int(counts.max()))).tobytes()


def _unpacked_counts(packed: bytes, documents: int) -> Numbers:
    return np.frombuffer(packed, f"u{len(packed) // documents}")


def _counts(connection: sqlite3.Connection, word: str) -> dict[int, bytes]:
    """By block."""
    return dict(connection.execute("SELECT high, counts FROM common WHERE word = ?", (word,)))


def _joined(ranges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ranges that follow on each other as one."""
    begun, end = ranges[0]
    for low, high in ranges[1:]:
        if low != end:
            yield begun, end
            begun = low
        end = high
    yield begun, end


def _unpacked(blob: bytes) -> Iterator[int]:
    """Numbers as SQLite packs them: seven bits a byte, the greatest first; none of ours is so great that it has a
    ninth byte, which would hold eight."""
    number = 0
    for byte in blob:
        number = number << 7 | byte & ~_CONTINUES
        if not byte & _CONTINUES:
            yield number
            number = 0
