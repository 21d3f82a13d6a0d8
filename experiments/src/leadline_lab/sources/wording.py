"""What a source says, in its language and always in the same words: messages, counts, headings.

Messages that every site has come from the language's `Tongue`; the rest is in `data/wording.toml`. Both are
split between tuning and reporting worlds. A source draws one variant of each and keeps it.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from leadline_lab.randomness import number
from leadline_lab.sources.model import Source
from leadline_lab.spec import Role
from leadline_lab.words import tongue
from leadline_lab.words.reading import phrases
from leadline_lab.words.split import seen

_DATA = Path(__file__).with_name("data") / "wording.toml"
_SEPARATORS = {"en": ",", "de": ".", "fr": "\u00a0", "es": ".", "pt": "."}
DATE_FORMATS = {
    "en": ("mdy", "mdy", "iso", "dmy"),
    "de": ("dots", "dots", "iso"),
    "fr": ("dmy",),
    "es": ("dmy",),
    "pt": ("dmy", "iso"),
}
"""How sites of a language write dates; repeated ones are more frequent."""
_LOOKS = {
    "en": {"mdy": "mm/dd/yyyy", "dmy": "dd/mm/yyyy", "iso": "yyyy-mm-dd", "dots": "dd.mm.yyyy"},
    "de": {"dots": "TT.MM.JJJJ", "iso": "JJJJ-MM-TT"},
    "fr": {"dmy": "jj/mm/aaaa"},
    "es": {"dmy": "dd/mm/aaaa"},
    "pt": {"dmy": "dd/mm/aaaa", "iso": "aaaa-mm-dd"},
}


@cache
def phrases_of(language: str, role: Role) -> dict[str, tuple[str, ...]]:
    """All of `data/wording.toml` for one language, and the tongue's messages."""
    said = tomllib.loads(_DATA.read_text(encoding="utf-8"))[language]
    own = {name: seen(phrases(block), role) for name, block in said.items()}
    return {**tongue(language, role).messages, **own}


def variant(source: Source, what: str, variants: Sequence[str]) -> str:
    """The one this source uses."""
    return variants[number(source.wording, what) % len(variants)]


def say(source: Source, role: Role, what: str, **slots: object) -> str:
    """A message with its slots filled."""
    return variant(source, what, phrases_of(source.language, role)[what]).format(**slots)


def keyword_label(source: Source, role: Role) -> str:
    """What the site calls its keyword field where it complains about it."""
    return variant(source, "keyword label", tongue(source.language, role).labels["keyword"]).rstrip(":")


def date_look(source: Source, written: str) -> str:
    """How a date should look, as the site says it."""
    return _LOOKS[source.language].get(written, "yyyy-mm-dd")


def grouped(value: int, separator: str) -> str:
    """A whole number with its thousands apart.

    >>> grouped(12500, ".")
    '12.500'
    """
    return f"{value:,}".replace(",", separator)


def separator_of(language: str) -> str:
    return _SEPARATORS[language]


def count_text(source: Source, role: Role, total: int, first: int, shown: int) -> str:
    """The number of matches as the site words it; `first` of them is at the top of this page, from 1."""
    counting, n = source.counting, total
    limit = source.cap or 1_000
    if counting == "absent":
        return ""
    if counting == "capped":
        counting, n = ("capped", limit) if total > limit else ("exact", total)
    elif counting == "rounded":
        counting, n = ("rounded", rounded(total)) if total >= 20 else ("exact", total)
    separator = separator_of(source.language)
    slots = {"n": grouped(n, separator), "shown": shown, "from": first, "to": first + shown - 1}
    return say(source, role, "count" if counting == "exact" else counting, **slots)


def rounded(total: int) -> int:
    """To two leading digits, down to the ten.

    >>> [rounded(n) for n in (27, 213, 4870, 99_960)]
    [30, 210, 4900, 100000]
    """
    unit = 10
    while total >= 100 * unit:
        unit *= 10
    return (total + unit // 2) // unit * unit
