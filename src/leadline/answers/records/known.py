"""Text that is known to be no record: of the form's page, of answers to nonsense.

Kept as the set of its word triples, so that asking whether a row stands in it takes the time of the row alone,
however long the known text is.
"""

import re
from collections.abc import Iterator, Sequence

from leadline.lexicon.phrases import template

_WORD = re.compile(r"\w+")
_NEARLY = 0.8
_FURNITURE = template("records", r"\b(?:{numbered} \d|\d+ (?:\w+ )?{countable})\b|{about_search:words}")
_LONGEST = 90


def is_about_search(text: str) -> bool:
    """Whether a short text is about the search and not of a record: counts, what was asked for, the order."""
    return len(text) <= _LONGEST and _FURNITURE.search(text) is not None


class KnownText:
    """A text to compare with; false if there is none."""

    def __init__(self, text: str) -> None:
        words = _WORD.findall(text.casefold())
        self._triples = frozenset(_triples(words))
        self._words = frozenset(words)

    def __bool__(self) -> bool:
        return bool(self._words)

    def has(self, text: str) -> bool:
        """Whether (nearly) all of a text stands in the known one, in its order."""
        words = _WORD.findall(text.casefold())
        if not words:
            return True
        if len(words) < 3:
            return self._words.issuperset(words)
        found = list(_triples(words))
        return sum(triple in self._triples for triple in found) >= _NEARLY * len(found)

    def share(self, texts: Sequence[str]) -> float:
        """Share of texts that are known."""
        if not self._words or not texts:
            return 0.0
        return sum(map(self.has, texts)) / len(texts)


def _triples(words: Sequence[str]) -> Iterator[int]:
    for n in range(len(words) - 2):
        yield hash((words[n], words[n + 1], words[n + 2]))
