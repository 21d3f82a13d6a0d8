"""What pagers say, in all languages at once: the tables `[paging]` of the lexicon, and `pagers.toml` for words of
languages that have no file of their own.

All at once, since a pager is told by more than its words (`leadline.answers.paging`), and what means "next" in one
language hardly means "back" in another.

>>> captions("next").within("Zur nächsten Seite »"), captions("next").whole("次"), captions("back").within("Next")
(True, True, False)
"""

from dataclasses import dataclass
from functools import cache

from leadline.lexicon.tables import entries
from leadline.lexicon.units import folded, is_unspaced, words

AROUND = " .>»›→▶►[]()"
"""What stands around the words of a caption."""


@dataclass(frozen=True, slots=True)
class Captions:
    """Words and phrases of one meaning."""

    phrases: frozenset[tuple[str, ...]]
    stems: tuple[str, ...]
    """Beginnings of single words."""
    parts: tuple[str, ...]
    """Of scripts without spaces: looked for anywhere in a text."""
    longest: int

    def within(self, text: str) -> bool:
        """Whether a text says this, whatever else it says."""
        units = words(text)
        sizes = range(1, min(self.longest, len(units)) + 1)
        spans = (units[at : at + size] for size in sizes for at in range(len(units) - size + 1))
        return any(map(self._is_one, spans)) or self._holds_part(text)

    def whole(self, text: str) -> bool:
        """Whether a text says this and nothing else; numbers and arrows do not count."""
        return self._is_one(words(text)) or folded(text.strip(AROUND)) in self.parts

    def _is_one(self, units: list[str]) -> bool:
        return tuple(units) in self.phrases or (len(units) == 1 and units[0].startswith(self.stems or ("\0",)))

    def _holds_part(self, text: str) -> bool:
        if text.isascii() or not is_unspaced(text):
            return False
        plain = folded(text).strip(AROUND)
        # A single character is part of many words: 次 is "next", 目次 a table of contents.
        return plain in self.parts or any(part in plain for part in self.parts if len(part) > 1)


@cache
def captions(kind: str) -> Captions:
    """What stands in the lists `kind` of all languages."""
    listed = entries("paging", kind)
    whole = [entry for entry in listed if not entry.endswith("*") and not is_unspaced(entry)]
    phrases = frozenset(units for entry in whole if (units := tuple(words(entry))))
    return Captions(
        phrases,
        tuple(folded(entry[:-1]) for entry in listed if entry.endswith("*")),
        tuple(folded(entry) for entry in listed if is_unspaced(entry)),
        max(map(len, phrases), default=0),
    )
