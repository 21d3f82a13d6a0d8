"""Several words at once, where fewer are answered with too much.

Most searches look for all the words and so find less with each. One that finds more with two words looks for any
of them: then phrases are given up. A phrase is made of words that were too broad alone; the length is the one that
brought most new records a page lately, and grows by one where a length was too broad again and again.

>>> from leadline.model.query import Answer, Reply
>>> phrases = Phrases()
>>> for word in ("red", "river", "blue"):
...     phrases.learn(word, Answer((("q", word),), Reply.TOO_MANY))
>>> sorted(phrases.next(set()).split()) in (["red", "river"], ["blue", "red"], ["blue", "river"])
True
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from leadline.harvest.planners.coverage import hashed
from leadline.learn.text import normalise
from leadline.model.query import Answer, Reply

_KEEP = 0.8
_LONGEST = 5
_AGAIN = 2
"""Answers of one length that are too broad before a longer one is tried."""
_MOST = 80
"""Broad words that are kept."""
_TRIES = 50


@dataclass(slots=True)
class _Length:
    """How phrases of one length did."""

    new: float = 0.0
    pages: float = 0.0
    broad: int = 0

    def add(self, answer: Answer, *, broad: bool) -> None:
        self.new = self.new * _KEEP + answer.new
        self.pages = self.pages * _KEEP + max(1, answer.pages)
        self.broad += broad

    @property
    def rate(self) -> float:
        """New records a page; what was not tried is good for one."""
        return (self.new + 1.0) / (self.pages + 1.0)


@dataclass(slots=True)
class Phrases:
    """Broad words, and how phrases of them do by length."""

    help: bool = True
    _broad: dict[str, int] = field(default_factory=dict)
    """Word → how much it found, as far as the site said."""
    _lengths: dict[int, _Length] = field(default_factory=dict)
    _made: int = 0

    def learn(self, words: str, answer: Answer) -> None:
        """Take the answer to a word or a phrase in."""
        broad = answer.truncated or answer.reply is Reply.TOO_MANY
        parts = words.split()
        self._lengths.setdefault(len(parts), _Length()).add(answer, broad=broad)
        found = answer.count or answer.records
        if len(parts) == 1:
            if broad and len(self._broad) < _MOST:
                self._broad[words] = found
            return
        counts = [self._broad[one] for one in parts if one in self._broad]
        if found and counts and min(counts) and found > max(counts):
            self.help = False

    def next(self, tried: Collection[str], shortest: int = 1) -> str | None:
        """The next phrase, where one is called for; None where single words (`shortest` = 1) do as well."""
        if not self.help or len(self._broad) < 2:
            return None
        known = range(shortest, min(_LONGEST, len(self._broad)) + 1)
        usable = [n for n in known if n == 1 or self._length(n - 1).broad >= _AGAIN]
        length = max(usable, key=lambda n: (self._length(n).rate, -n), default=1)
        return self._phrase(length, tried) if length > 1 else None

    def _length(self, n: int) -> _Length:
        return self._lengths.get(n) or _Length()

    def _phrase(self, length: int, tried: Collection[str]) -> str | None:
        for _ in range(_TRIES):
            self._made += 1
            mixed = sorted(self._broad, key=lambda word: hashed(self._made, word))
            phrase = " ".join(sorted(mixed[:length]))
            if normalise(phrase) not in tried:
                return phrase
        return None
