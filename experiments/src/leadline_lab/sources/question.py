"""What was asked, read the way a site reads it: typed, checked, folded.

Case and accents do not matter. Parameters a site does not know are ignored, as sites do; blanks are nothing.
What cannot be read (a price that is no number, a zip code with four digits) is a complaint in the site's words.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leadline_lab.sources.model import Attribute, Source
from leadline_lab.sources.wording import date_look, say
from leadline_lab.sources.writing import read_date, read_number
from leadline_lab.spec import Role

_ACCENTS = re.compile("[\u0300-\u036f]+")
_TOKEN = re.compile(r"[^\W_]+")
ZIP_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Question:
    """A conjunction; within one attribute, any of the values."""

    words: tuple[str, ...] = ()
    """Keywords, all of them wanted."""
    equal: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    within: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()
    """Attribute → alternatives, each a set of words that all occur in it."""
    least: tuple[tuple[str, int], ...] = ()
    most: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.words or self.equal or self.within or self.least or self.most)


@dataclass(frozen=True, slots=True)
class Complaint:
    """The site does not understand, and says why."""

    message: str


def fold(text: str) -> str:
    """Without case and accents.

    >>> fold("Señor Öß")
    'senor oss'
    """
    if text.isascii():
        return text.lower()
    # Folded on both sides of the decomposition: it makes capitals out of mathematical letters.
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.casefold()).casefold())
    return _ACCENTS.sub("", apart)


def tokens(folded: str) -> list[str]:
    """Words as an index of whole words has them."""
    return _TOKEN.findall(folded)


def given(asked: Mapping[str, Sequence[str]], name: str) -> list[str]:
    """What was really filled in."""
    return [value.strip() for value in asked.get(name, ()) if value.strip()]


def read(source: Source, role: Role, asked: Mapping[str, Sequence[str]]) -> Question | Complaint:
    """The question, or the first thing that is wrong with it."""
    words: tuple[str, ...] = ()
    if source.keyword and (typed := " ".join(given(asked, "keyword"))):
        folded = fold(typed)
        words = tuple(dict.fromkeys(tokens(folded) if source.keyword == "words" else folded.split()))
        if all(len(word) < source.shortest_keyword for word in words):
            return Complaint(say(source, role, "short", n=source.shortest_keyword))
    equal: list[tuple[str, tuple[str | int, ...]]] = []
    within: list[tuple[str, tuple[tuple[str, ...], ...]]] = []
    ends: dict[str, list[tuple[str, int]]] = {"low": [], "high": []}
    for a in source.attributes:
        if not a.askable:
            continue
        for end, found in ends.items():
            limits = _typed(source, role, a, given(asked, f"{a.name}.{end}")) if a.numeric else ()
            if isinstance(limits, Complaint):
                return limits
            found += [(a.name, int(limit)) for limit in limits[:1]]
        values = given(asked, a.name)
        if not values:
            continue
        if a.ask == "contains":
            within.append((a.name, tuple(tuple(fold(value).split()) for value in values)))
            continue
        typed_values = _typed(source, role, a, values)
        if isinstance(typed_values, Complaint):
            return typed_values
        equal.append((a.name, typed_values))
    return Question(words, tuple(equal), tuple(within), tuple(ends["low"]), tuple(ends["high"]))


def _typed(source: Source, role: Role, a: Attribute, values: Sequence[str]) -> tuple[str | int, ...] | Complaint:
    """Values as the table has them."""
    found: list[str | int] = []
    for value in values:
        if a.type == "date":
            days = read_date(value, a.format)
            if days is None:
                return Complaint(say(source, role, "date", field=a.label, n=date_look(source, a.format)))
            found.append(days)
        elif a.numeric:
            number = read_number(value)
            if number is None:
                return Complaint(say(source, role, "number", field=a.label))
            found.append(number)
        elif a.type == "zip" and not a.values and not (len(value) == ZIP_DIGITS and value.isdigit()):
            return Complaint(say(source, role, "zip", field=a.label, n=ZIP_DIGITS))
        else:
            found.append(fold(value))
    return tuple(found)
