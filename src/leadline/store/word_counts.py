"""How often words stand in texts, counted for thousands of documents at once.

Texts are parted as the index parts them (`unicode61`): letters and digits of ASCII are what they are, and what has
other letters is given to FTS5 itself, in memory, once each. Words of ASCII are told apart by their first sixteen
bytes, which is all of them, since longer ones are not counted: two numbers each, so that the words of a text are
looked up together.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Self

import numpy as np
from numpy.typing import NDArray

from leadline.store.sqlite.schema import statement

_Numbers = NDArray[np.int64]
_Keys = NDArray[np.uint64]
_HALF = 8  # bytes in a number
_LONGEST = 2 * _HALF
_SLOTS = 16  # bits: many times as many as there are words, so that few share one
_MIXED = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)  # odd, and their bits are in disorder
_BEGINNINGS = np.array([(1 << 8 * size) - 1 for size in range(_HALF + 1)], np.uint64)
_AS_WORDS = bytes(
    byte if byte >= 0x80 else ord(chr(byte).lower()) if chr(byte).isalnum() else 0x20 for byte in range(0x100)
)
"""Separators to spaces, capitals to small letters; bytes of other letters stay."""
_BREAK = "\u200b".encode()  # between letters of scripts without spaces, each of which is a word
_KEPT = 200_000  # pieces that are remembered


class Wording:
    """The words of texts, as the index has them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._index = connection
        self._known: dict[bytes, bytes] = {}

    @classmethod
    @contextmanager
    def opened(cls) -> Iterator[Self]:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            connection.executescript(statement("fulltext"))
            connection.execute("CREATE VIRTUAL TABLE temp.told USING fts5vocab(main, words, instance)")
            yield cls(connection)

    def of(self, text: str) -> bytes:
        """With a space between them."""
        words = text.encode().translate(_AS_WORDS)
        if text.isascii():
            return words
        words = b" %b " % words.replace(_BREAK, b" ")
        places = _foreign(words)
        pieces = [words[begin:end] for begin, end in places]
        if len(self._known) > _KEPT:
            self._known.clear()
        if unknown := set(pieces) - self._known.keys():
            self._learn(sorted(unknown))
        told, done = list[bytes](), 0
        for (begin, end), piece in zip(places, pieces, strict=True):
            told += (words[done:begin], self._known[piece])
            done = end
        return b"".join([*told, words[done:]])

    def asked(self, text: str) -> bytes:
        """The same, all of it by the index: it is the slower."""
        return self._asked([text])[0]

    def one(self, word: str) -> bytes | None:
        """A word that was typed; None where it is none, or several."""
        words = self.of(word).split()
        return words[0] if len(words) == 1 else None

    def _learn(self, pieces: Sequence[bytes]) -> None:
        self._known.update(zip(pieces, self._asked([piece.decode() for piece in pieces]), strict=True))

    def _asked(self, texts: Sequence[str]) -> list[bytes]:
        told = [list[str]() for _ in texts]
        self._index.execute("BEGIN")
        self._index.executemany("INSERT INTO words (rowid, body) VALUES (?, ?)", enumerate(texts))
        for number, word in self._index.execute("SELECT doc, term FROM told ORDER BY doc, offset"):
            told[number].append(word)
        self._index.execute("ROLLBACK")
        return [" ".join(words).encode() for words in told]


class Vocabulary:
    """Words that are counted: each has a number, its place in `words`."""

    def __init__(self, words: Iterable[bytes]) -> None:
        chosen = [word for word in words if len(word) <= _LONGEST]
        first, second = _keys(*_parted(_padded(b" ".join(chosen))))
        slots = _slots(first, second)
        order = np.argsort(slots, kind="stable")
        self.words = [chosen[place] for place in order]
        # Whoever looks at a slot that has no word, or behind the last, sees nothing.
        none = np.zeros(1, np.uint64)
        self._keys = np.append(first[order], none), np.append(second[order], none)
        begins = np.searchsorted(slots[order], np.arange((1 << _SLOTS) + 1))
        self._first, self._many = begins[:-1], np.diff(begins)

    def counted(self, words: bytes) -> _Numbers:
        """How often each stands there; last, the others together."""
        first, second = _keys(*_parted(_padded(words)))
        slots, others = _slots(first, second), len(self.words)
        found = self._first[slots]
        same = (self._keys[0][found] == first) & (self._keys[1][found] == second)
        waiting, step = np.flatnonzero(~same & (self._many[slots] > 1)), 1
        found[~same] = others
        while len(waiting):  # for the next word of their slot
            places = self._first[slots[waiting]] + step
            same = (self._keys[0][places] == first[waiting]) & (self._keys[1][places] == second[waiting])
            found[waiting[same]] = places[same]
            step += 1
            waiting = waiting[~same & (self._many[slots[waiting]] > step)]
        return np.bincount(found, minlength=others + 1)


def vocabulary(samples: Sequence[bytes], share: float, also: Iterable[bytes] = ()) -> Vocabulary:
    """Of words that so great a share of texts has."""
    having = Counter(word for words in samples for word in set(words.split()))
    frequent = {word for word, texts in having.items() if texts >= share * len(samples)}
    return Vocabulary(sorted(frequent.union(also)))


def _foreign(words: bytes) -> list[tuple[int, int]]:
    """Where words stand that have bytes of other letters. A space is before the first and behind the last."""
    read = np.frombuffer(words, np.uint8)
    spaces = np.flatnonzero(read == 0x20)
    ends = np.unique(np.searchsorted(spaces, np.flatnonzero(read >= 0x80)))
    return list(zip((spaces[ends - 1] + 1).tolist(), spaces[ends].tolist(), strict=True))


def _padded(words: bytes) -> bytes:
    """A space before, and so many behind that the last word's two numbers can be read."""
    return b" %b%b" % (words, b" " * (_LONGEST + 1))


def _parted(words: bytes) -> tuple[bytes, _Numbers, _Numbers]:
    """With where each word begins and ends."""
    is_word = (np.frombuffer(words, np.uint8) != 0x20).view(np.int8)
    edges = np.flatnonzero(is_word[1:] != is_word[:-1]) + 1
    return words, edges[::2], edges[1::2]


def _keys(words: bytes, begins: _Numbers, ends: _Numbers) -> tuple[_Keys, _Keys]:
    """Two numbers for each; nothing for one that is too long."""
    anywhere = np.ndarray((len(words) - _HALF + 1,), "<u8", words, strides=(1,))
    sizes = ends - begins
    first = anywhere[begins] & _BEGINNINGS[np.minimum(sizes, _HALF)]
    second = np.zeros(len(begins), np.uint64)
    longer = np.flatnonzero(sizes > _HALF)
    second[longer] = anywhere[begins[longer] + _HALF] & _BEGINNINGS[np.minimum(sizes[longer] - _HALF, _HALF)]
    longest = longer[sizes[longer] > _LONGEST]
    first[longest] = second[longest] = 0
    return first, second


def _slots(first: _Keys, second: _Keys) -> _Numbers:
    mixed: _Keys = first * _MIXED[0] ^ second * _MIXED[1]
    return (mixed >> np.uint64(64 - _SLOTS)).astype(np.int64)
