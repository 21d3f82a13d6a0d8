"""Words to ask for: those of results first, then of the page and the topic (ALGORITHMS: C3, C7).

How many records a word would bring is judged by how many of the records seen so far have it. Where nothing is cut
off, frequent words bring most; where answers are cut off, they bring the same few again and again, and rarer ones
are better. Which of the two holds is not known beforehand: words are kept in buckets by frequency (1, 2, 3–4,
5–8 … records), and the bucket that brought most new records a page lately is asked next.

>>> words = Vocabulary(seed=0)
>>> words.read((("title", "Red river"), ("title", "Red house"), ("title", "Blue moon")))
>>> words.best(set())
'red'
"""

import re
from collections.abc import Collection, Iterable

from leadline.harvest.planners.coverage import hashed
from leadline.learn.stopwords import STOP_WORDS
from leadline.learn.text import normalise

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_SHORTEST = 3
_LONGEST = 24
_EVERYWHERE = 0.8
"""A word in more records than this is part of the page, such as "price"."""
_MANY = 30
"""Records that have to be seen to tell: those of the first word all have it."""
_KEEP = 0.85
"""How much of what a bucket did is remembered at the next query."""
_HOPE = 1.0
"""New records a page that a bucket promises before it was tried."""
_HINTS = -1
"""The bucket of words that no record had yet."""
_MOST = 20_000
"""Words that are kept; when there are more, those seen once are forgotten."""


class Vocabulary:
    """Words of the records seen, and how well words of their frequency did."""

    def __init__(self, seed: int, hints: Iterable[tuple[str, float]] = ()) -> None:
        """`hints` are words of the page and the topic: all there is before records were seen."""
        self._seed = seed
        self._hints = {normalise(word) or word: (weight, word) for word, weight in hints}
        self._hinted = {word for _, word in self._hints.values()}
        self._records = 0
        self._seen: dict[str, int] = {}
        self._written: dict[str, str] = {}
        self._lots: dict[str, int] = {}
        """What decides between words that are equally frequent."""
        self._buckets: dict[int, tuple[float, float]] = {}

    def read(self, sample: Iterable[tuple[str, str]]) -> None:
        """Take the fields of new records in."""
        fields: dict[str, int] = {}
        for name, value in sample:
            fields[name] = fields.get(name, 0) + 1
            for key, word in {normalise(word): word for word in words_of(value)}.items():
                self._seen[key] = self._seen.get(key, 0) + 1
                if key not in self._written:
                    self._written[key], self._lots[key] = word, hashed(self._seed, key)
        self._records += max(fields.values(), default=0)
        if len(self._seen) > _MOST:
            self._forget()

    def best(self, used: Collection[str]) -> str | None:
        """The most promising word whose normalised form is not used."""
        buckets: dict[int, list[str]] = {}
        for key, times in self._seen.items():
            if key not in used and (times <= self._records * _EVERYWHERE or self._records < _MANY):
                buckets.setdefault(_bucket(times), []).append(key)
        hints = [hint for key, hint in self._hints.items() if key not in used and key not in self._seen]
        if hints:
            buckets[_HINTS] = []
        if not buckets:
            return None
        bucket = max(buckets, key=lambda one: (self._rate(one), one))
        if bucket == _HINTS:
            return max(hints)[1]
        key = max(buckets[bucket], key=lambda one: (self._seen[one], self._lots[one]))
        return self._written[key]

    def learn(self, word: str, new: int, pages: int) -> None:
        """What a word brought."""
        times = self._seen.get(normalise(word))
        if times is not None or word in self._hinted:
            bucket = _bucket(times) if times is not None else _HINTS
            known, cost = self._buckets.get(bucket, (0.0, 0.0))
            self._buckets[bucket] = known * _KEEP + new, cost * _KEEP + pages

    def _rate(self, bucket: int) -> float:
        """New records a page; an untried bucket is as good as the best one, and better than nothing."""
        if bucket not in self._buckets:
            return max(_HOPE, *(new / cost for new, cost in self._buckets.values()), 0.0)
        new, cost = self._buckets[bucket]
        return new / cost

    def _forget(self) -> None:
        kept = {key: times for key, times in self._seen.items() if times > 1}
        self._seen = kept if len(kept) <= _MOST else dict(list(kept.items())[: _MOST // 2])
        self._written = {key: self._written[key] for key in self._seen}
        self._lots = {key: self._lots[key] for key in self._seen}


def words_of(text: str) -> list[str]:
    """Words worth asking for: no stop-words, no short ones, numbers of four digits at most (years)."""
    found = (word.lower() for word in _WORD.findall(text))
    return [
        word for word in found if _SHORTEST <= len(word) <= _LONGEST and word not in STOP_WORDS and _telling(word)
    ]


def _telling(word: str) -> bool:
    return not any(c.isdigit() for c in word) or (word.isdigit() and len(word) == 4)


def _bucket(times: int) -> int:
    return (times - 1).bit_length()
