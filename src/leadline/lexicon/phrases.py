"""Lists of the lexicon as patterns: over the words of a text (`vocabulary`), or as a piece of a larger pattern
(`alternatives`). All languages at once, since texts of the software behind a site are English on pages of any.

>>> says("Log-In now", vocabulary("acts", "logs_in")), says("blogging", vocabulary("acts", "logs_in"))
('log in', None)
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from leadline.lexicon.tables import entries
from leadline.lexicon.units import folded, is_unspaced, words

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

    >>> (
    ...     says("Subscribers sign up", phrase_pattern(["sign up", "subscri*"])),
    ...     says("请输入邮箱", phrase_pattern(["邮箱"])),
    ... )
    ('subscribers', '邮箱')
    """
    found = {folded(entry) for entry in listed}
    spaced = (re.escape(entry).replace(r"\*", r"[^\W\d_]*") for entry in found if not is_unspaced(entry))
    inside = sorted(re.escape(entry) for entry in found if is_unspaced(entry))
    between = r"(?<= )(?:" + "|".join(sorted(spaced, key=lambda one: (-len(one), one))) + r")(?= )"
    return re.compile("|".join((between, *inside)))


@cache
def stems(table: str, key: str) -> Pattern:
    """A list whose entries count wherever they stand, glued to others or not; a space at an end ends the word."""
    found = sorted(map(folded, entries(table, key)), key=lambda one: (-len(one), one))
    return re.compile("|".join(_edged(re.escape(one.strip()), one) for one in found))


def _edged(pattern: str, entry: str) -> str:
    before, after = (r"\b" if letter == " " else "" for letter in (entry[0], entry[-1]))
    return before + pattern + after


@cache
def word_set(table: str, key: str) -> frozenset[str]:
    """Single words, as `units.words` gives them."""
    return frozenset(map(folded, entries(table, key)))


@cache
def alternatives(table: str, key: str) -> str:
    """A list as alternatives of a pattern over a text as it is written, the longest first. `*` stands for the rest
    of a word, a space for any space, and an entry with accents is also found without them."""
    return _alternatives(_as_written(table, key))


def _as_written(table: str, key: str) -> Iterator[str]:
    return (form for entry in entries(table, key) for form in (entry, folded(entry)))


def _alternatives(listed: Iterable[str]) -> str:
    ordered = sorted(set(listed), key=lambda one: (-len(one), one))
    found = "|".join(re.escape(one).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for one in ordered)
    return found.replace("'", "['’]") or r"(?!)"


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
        listed = _as_written(table, slot[1])
        return f"(?:{words_among(listed) if slot[2] else _alternatives(listed)})"

    return re.compile(_SLOT.sub(filled, written), flags)
