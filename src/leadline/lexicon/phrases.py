"""Lists of the lexicon as patterns: over the words of a text (`vocabulary`), as pieces of a larger pattern
(`template`), as captions of pagers (`captions`). All languages at once: texts of the software behind a site are
English on pages of any, and what means "next" in one language hardly means "back" in another.

>>> says("Log-In now", vocabulary("acts", "logs_in")), says("blogging", vocabulary("acts", "logs_in"))
('log in', None)
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from leadline.lexicon.tables import entries, folded, is_unspaced, words

Pattern = re.Pattern[str]


@lru_cache(maxsize=16_384)
def phrase(text: str) -> str:
    """The words of a text with single spaces, and one at either end, so that ` log in ` can be looked for."""
    return f" {' '.join(words(text))} "


def says(text: str, pattern: Pattern) -> str | None:
    """The first word or phrase of a vocabulary in a text."""
    found = pattern.search(phrase(text)) if text else None
    return found[0].strip() if found else None


@cache
def vocabulary(table: str, *keys: str) -> Pattern:
    """Words and phrases as one pattern over `phrase`; `*` ends a stem."""
    return phrase_pattern(entry for key in keys for entry in entries(table, key))


def phrase_pattern(listed: Iterable[str]) -> Pattern:
    """The same of any list. Where a script has no spaces its words stand inside of others: they count anywhere.

    >>> says("Subscribers sign up", phrase_pattern(["sign up", "subscri*"]))
    'subscribers'
    >>> says("请输入邮箱", phrase_pattern(["邮箱"]))
    '邮箱'
    """
    found = {folded(entry) for entry in listed}
    spaced = (re.escape(entry).replace(r"\*", r"[^\W\d_]*") for entry in found if not is_unspaced(entry))
    inside = sorted(re.escape(entry) for entry in found if is_unspaced(entry))
    between = r"(?<= )(?:" + "|".join(sorted(spaced, key=lambda one: (-len(one), one))) + r")(?= )"
    return re.compile("|".join((between, *inside)))


@cache
def word_set(table: str, key: str) -> frozenset[str]:
    """Single words, as `units.words` gives them."""
    return frozenset(map(folded, entries(table, key)))


def _alternatives(listed: Iterable[str]) -> str:
    """Any of these, the longest first. Branches that begin alike stand under that letter: `re` tries one branch
    after the other, and some lists know forty languages."""
    groups: dict[str, list[str]] = {}
    for one in sorted(set(listed), key=lambda one: (-len(one), one)):
        groups.setdefault(one[:1], []).append(one[1:])
    return (
        "|".join(_written(first) + f"(?:{'|'.join(map(_written, rest))})" for first, rest in groups.items())
        or r"(?!)"
    )


def _written(text: str) -> str:
    pattern = re.escape(text).replace(r"\*", r"\w*").replace(r"\ ", r"\s{1,9}")
    return pattern.replace("'", "['’]")


def words_among(listed: Iterable[str]) -> str:
    """Entries as whole words; anywhere in scripts without spaces."""
    found = set(listed)
    inside = {one for one in found if is_unspaced(one)}
    return rf"\b(?:{_alternatives(found - inside)})\b" + (f"|{_alternatives(inside)}" if inside else "")


_SLOT = re.compile(r"\{([a-z_]+)(:words)?\}")


def template(table: str, written: str, flags: re.RegexFlag = re.IGNORECASE) -> Pattern:
    r"""A pattern in which `{key}` stands for a list of this table, `{key:words}` for whole words of it.

    >>> template("records", r"{scores}: \d+").search("Pertinence: 12")[0]
    'Pertinence: 12'
    """

    def filled(slot: re.Match[str]) -> str:
        listed = [form for entry in entries(table, slot[1]) for form in (entry, folded(entry))]
        listed = [form.lower() for form in listed] if flags & re.IGNORECASE else listed
        return f"(?:{words_among(listed) if slot[2] else _alternatives(listed)})"

    return re.compile(_SLOT.sub(filled, written), flags)


_LIKE = {
    0x0131: 0x0069,
    0x017F: 0x0073,
    0x0345: 0x03B9,
    0x1FBE: 0x03B9,
    0x03D0: 0x03B2,
    0x03F5: 0x03B5,
    0x03D1: 0x03B8,
    0x03F0: 0x03BA,
    0x03D6: 0x03C0,
    0x03F1: 0x03C1,
    0x03C2: 0x03C3,
    0x03D5: 0x03C6,
    0x1E9B: 0x1E61,
    0x1C80: 0x0432,
    0x1C81: 0x0434,
    0x1C82: 0x043E,
    0x1C83: 0x0441,
    0x1C84: 0x0442,
    0x1C85: 0x0442,
    0x1C86: 0x044A,
    0x1C87: 0x0463,
    0x1C88: 0xA64B,
}
"""Letters that `re` takes for others although their small letters differ, and those others."""
_ODD = tuple(map(chr, (0x0130, 0x00B5, *_LIKE)))
_APOSTROPHE = "\u2019"


def plain_text(text: str) -> str | None:
    """A text as `plain_parts` are written: small letters, single spaces; None where an odd letter stands in it."""
    if not text.isascii():
        if any(map(text.__contains__, _ODD)):
            return None
        text = text.replace(_APOSTROPHE, "'")
    return " ".join(text.lower().split())


@cache
def plain_parts(table: str, *keys: str) -> tuple[str, ...]:
    """A `plain_text` holds one of these if it has an entry of these lists, as `template` looks for it. Looking for
    each by itself is much faster than one pattern for them all, which tries each at every letter.

    >>> "not found" in plain_parts("blocks", "apologies")
    True
    """
    forms = (form for key in keys for one in entries(table, key) for form in (one, folded(one)))
    written = (form.lower().translate(_LIKE).replace(_APOSTROPHE, "'") for form in forms)
    parts = {form.partition("*")[0].strip() for form in written}
    return tuple(sorted(one for one in parts if not any(other in one for other in parts - {one})))


AROUND = " .>»›→▶►[]()"  # what stands around the words of a caption


@dataclass(frozen=True, slots=True)
class Captions:
    """Words and phrases of one meaning, as a pager's links and buttons have them."""

    phrases: frozenset[tuple[str, ...]]
    stems: tuple[str, ...]  # beginnings of single words
    parts: tuple[str, ...]  # of scripts without spaces: looked for anywhere in a text
    sizes: Mapping[str, set[int]]
    """How many words the phrases have, by their first one: hardly a word of a page begins any."""

    def within(self, text: str) -> bool:
        """Whether a text says this, whatever else it says."""
        units = words(text)
        for at, unit in enumerate(units):
            if unit.startswith(self.stems):
                return True
            if any(tuple(units[at : at + size]) in self.phrases for size in self.sizes.get(unit, ())):
                return True
        return self._holds_part(text)

    def whole(self, text: str) -> bool:
        """Whether a text says this and nothing else; numbers and arrows do not count."""
        return self._is_one(words(text)) or folded(text.strip(AROUND)) in self.parts

    def _is_one(self, units: list[str]) -> bool:
        return tuple(units) in self.phrases or (len(units) == 1 and units[0].startswith(self.stems))

    def _holds_part(self, text: str) -> bool:
        if text.isascii() or not is_unspaced(text):
            return False
        plain = folded(text).strip(AROUND)
        # A single character is part of many words: 次 is "next", 目次 a table of contents.
        return plain in self.parts or any(part in plain for part in self.parts if len(part) > 1)


@cache
def captions(kind: str) -> Captions:
    """What pagers say: lists of the tables `[paging]`, and of `pagers.toml` for languages without a file.

    >>> captions("next").within("Zur nächsten Seite »"), captions("next").whole("次")
    (True, True)
    """
    listed = entries("paging", kind)
    whole = [entry for entry in listed if not entry.endswith("*") and not is_unspaced(entry)]
    phrases = frozenset(units for entry in whole if (units := tuple(words(entry))))
    sizes: dict[str, set[int]] = {}
    for units in phrases:
        sizes.setdefault(units[0], set()).add(len(units))
    return Captions(
        phrases,
        tuple(folded(entry[:-1]) for entry in listed if entry.endswith("*")),
        tuple(folded(entry) for entry in listed if is_unspaced(entry)),
        sizes,
    )
