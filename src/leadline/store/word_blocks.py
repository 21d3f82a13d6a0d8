"""Blocks of documents, in which words are counted that many documents have (`leadline.store.common_words`).

They are made of what came in since the last, when somebody searches.
"""

import random
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.store.word_counts import Vocabulary, Wording, vocabulary

WEIGHTS = (4, 1, 1)  # title, body, marks: a word of the title says more than one of the text
BLOCK = 10_000
"""Documents of a block at most: what is in memory while they are counted."""
LEAST_BLOCK = 1_000
"""Fewer are ranked by the index in some milliseconds."""
_COMMON = 0.1
"""Of a block's documents. Words below this are left to the index, which goes through few documents for them; the
words above it are some thousands, and take a fiftieth of the index's space."""
_SAMPLE = 100  # documents whose words are tried
_TRIED = 0.07  # of the sample have the word: some less, since it is a sample
_CONTINUES = 0x80
TOTALS = 1
"""Where FTS5 keeps how many documents and words there are."""
_STRUCTURE = 10  # and what its index consists of, which every change of it changes
Counts = NDArray[np.uint16]


def forget(connection: sqlite3.Connection, document: int) -> None:
    """Before a document goes."""
    last = connection.execute("SELECT min(high) FROM block WHERE high >= ?", (document,)).fetchone()[0]
    if last is None:
        return
    connection.execute("INSERT OR IGNORE INTO gone VALUES (?)", (document,))
    begin = 0 if _number_of(connection, "gone") >= BLOCK else last
    # The number of the last one may be given again, to one that nobody counted.
    if last == document or not begin:
        low = connection.execute("SELECT coalesce(max(high), 0) FROM block WHERE high < ?", (begin,)).fetchone()[0]
        connection.execute("DELETE FROM block WHERE high > ?", (low,))
        connection.execute("DELETE FROM common WHERE high > ?", (low,))
        connection.execute("DELETE FROM gone WHERE document > ?", (low,))


def count(connection: sqlite3.Connection) -> None:
    """Count what has come in since. The counting only reads; where somebody else changed the index meanwhile,
    nothing is written, and whoever searches next counts."""
    while _uncounted(connection) >= LEAST_BLOCK:
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
        if changed:
            return


def _uncounted(connection: sqlite3.Connection) -> int:
    sql = "SELECT count(*) FROM words_docsize WHERE id > (SELECT coalesce(max(high), 0) FROM block)"
    return int(connection.execute(sql).fetchone()[0])


def _number_of(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608  # ours


def _state(connection: sqlite3.Connection) -> list[Any]:
    """What is in the index, and how far it is counted."""
    sql = "SELECT block, NULL FROM words_data WHERE id IN (?, ?) UNION ALL SELECT count(*), max(high) FROM block"
    return connection.execute(sql, (TOTALS, _STRUCTURE)).fetchall()


def _counted(connection: sqlite3.Connection) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of the next block, by the statement that puts them."""
    low = connection.execute("SELECT coalesce(max(high), 0) FROM block").fetchone()[0]
    sql = "SELECT id, sz FROM words_docsize WHERE id > ? ORDER BY id LIMIT ?"
    rows = connection.execute(sql, (low, BLOCK)).fetchall()
    documents = np.array([id_ for id_, _ in rows], np.int64)
    sizes = [tuple(unpacked(size)) for _, size in rows]
    lengths, high = np.array([sum(size) for size in sizes], np.int64), int(documents[-1])
    yield "INSERT INTO block VALUES (?, ?, ?)", [(high, documents.tobytes(), lengths.tobytes())]
    with Wording.opened() as wording:
        words = _vocabulary(connection, wording, documents)
        counts = np.zeros((len(rows), len(words.words)), np.uint16)
        sql = "SELECT title, body, marks FROM words WHERE rowid > ? AND rowid <= ? ORDER BY rowid"
        texts = connection.execute(sql, (low, high))
        for row, size, columns in zip(counts, sizes, texts, strict=True):
            row[:] = _counts_of(words, wording, columns, size)
    yield (
        "INSERT INTO common VALUES (?, ?, ?)",
        [
            (high, word.decode(), _packed(column))
            for word, column in zip(words.words, np.ascontiguousarray(counts.T), strict=True)
            if np.count_nonzero(column) >= _COMMON * len(rows)
        ],
    )


def _vocabulary(connection: sqlite3.Connection, wording: Wording, documents: NDArray[np.int64]) -> Vocabulary:
    """Words that may be common, by a sample of documents."""
    seeded = random.Random(int(documents[-1]))  # noqa: S311  # no secret
    sampled = seeded.sample(documents.tolist(), min(_SAMPLE, len(documents)))
    sql = "SELECT title || ' ' || body || ' ' || marks FROM words WHERE rowid = ?"
    return vocabulary([wording.of(connection.execute(sql, (id_,)).fetchone()[0]) for id_ in sampled], _TRIED)


def _counts_of(words: Vocabulary, wording: Wording, columns: Sequence[str], sizes: Sequence[int]) -> Counts:
    """As often as a word stands in a column, times what that weighs. The index has told how many words there are:
    where we part a text otherwise than it does, it is asked."""
    weighed = sum(weight * size for weight, size in zip(WEIGHTS, sizes, strict=True))
    times = words.counted(_weighed(map(wording.of, columns)))
    if times.sum() != weighed:
        times = words.counted(_weighed(map(wording.asked, columns)))
    return np.minimum(times[:-1], np.iinfo(np.uint16).max).astype(np.uint16)


def _weighed(columns: Iterable[bytes]) -> bytes:
    """Words of a column as often as they weigh."""
    return b" ".join(one for one, weight in zip(columns, WEIGHTS, strict=True) for _ in range(weight))


def _packed(counts: Counts) -> bytes:
    """In as few bytes a document as the greatest needs."""
    return zlib.compress(counts.astype(np.min_scalar_type(int(counts.max()))).tobytes(), 1)


def unpacked_counts(packed: bytes, documents: int) -> Counts:
    try:
        plain = zlib.decompressobj().decompress(packed, 2 * documents)  # no more, whatever somebody put there
    except zlib.error as error:
        raise ValueError(f"counts of words: {error}") from error
    return np.frombuffer(plain, f"u{len(plain) // documents}")


def unpacked(blob: bytes) -> Iterator[int]:
    """Numbers as SQLite packs them: seven bits a byte, the greatest first; none of ours is so great that it has a
    ninth byte, which would hold eight."""
    number = 0
    for byte in blob:
        number = number << 7 | byte & ~_CONTINUES
        if not byte & _CONTINUES:
            yield number
            number = 0
