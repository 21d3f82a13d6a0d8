"""What a list of options is a list of: months, years, countries, prices, orders of results …

A domain is *firm* where nothing else looks like it (months by name, countries), else it only says what the
numbers could be, and words decide: 10, 20, 50 may be results on a page as well as kilometres.

Names by which a list is known stand in `names.toml`, written by us and not complete: a list is one of countries if
most of its options are known ones.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from leadline.lexicon.phrases import says, vocabulary
from leadline.lexicon.tables import entries, folded
from leadline.model.field import FieldType


def key(text: str) -> str:
    """A name as the lists have it: letters alone, without case, accents and what stands in brackets.

    >>> key("Côte d'Ivoire"), key(" São Paulo (SP) ")
    ('cote d ivoire', 'sao paulo')
    """
    bare = text.partition("(")[0]
    return " ".join("".join(c if c.isalpha() else " " for c in folded(bare)).split())


@cache
def names(what: str) -> frozenset[str]:
    """One of the lists: `months`, `countries`, `regions`, `languages`, `currencies`.

    >>> "allemagne" in names("countries"), "nordrhein westfalen" in names("regions")
    (True, True)
    """
    return frozenset(map(key, entries("categories", "months")) if what == "months" else _lists()[what])


@cache
def _lists() -> dict[str, list[str]]:
    return tomllib.loads((files(__package__) / "names.toml").read_text("utf-8"))


_LISTED = {
    "countries": FieldType.COUNTRY, "regions": FieldType.REGION,
    "languages": FieldType.LANGUAGE, "currencies": FieldType.DISPLAY,
}  # fmt: skip
_MOST = 0.8
_JACCARD = 0.6
_YEARS = range(1900, 2036)
_READ = 300  # options that are looked at: what the first three hundred are, the others are too
_PAGE_SIZES = frozenset(
    {5, 6, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 32, 36, 40, 48, 50, 60, 75, 96, 100, 200, 250, 500}
)
_MONEY = re.compile(r"[$€£¥₹₽]|\b(?:usd|eur|euros?|gbp|chf|brl|mxn)\b|\br\$", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,'\u00a0\u202f ]*")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_PROMPT = vocabulary("fields", "prompts")
_SORTING = vocabulary("fields", "orders")
_TIMES = vocabulary("fields", "times")
_MODES = vocabulary("fields", "modes")
"""How the words of a query are combined: it changes what is found, but asks for nothing."""


class Domain(NamedTuple):
    """What options are, and whether that settles it."""

    type: FieldType
    firm: bool


def domain_of(labels: Iterable[str], values: Iterable[str] = ()) -> Domain:
    """What options with these labels (and values, where they say more) are.

    >>> domain_of(["Month", "January", "February", "March", "April", "May", "June", "July"])
    Domain(type=<FieldType.MONTH: 'month'>, firm=True)
    >>> domain_of(["any", "1998", "1999", "2000", "2001"]).type, domain_of(["10", "25", "50", "100"])
    (<FieldType.YEAR: 'year'>, Domain(type=<FieldType.DISPLAY: 'display'>, firm=False))
    """
    texts = _choices(labels)
    if not texts:
        return Domain(FieldType.CATEGORY, firm=False)
    named = _by_name(texts) or _by_phrase(texts)
    if named is not None:
        return Domain(named, firm=True)
    if sum(bool(_MONEY.search(text)) for text in texts) >= 0.5 * len(texts):
        return Domain(FieldType.PRICE, firm=True)
    numbers = [number for text in texts if (number := _number(text)) is not None]
    if len(numbers) >= _MOST * len(texts):
        return _of_numbers(numbers, alone=all(text.isdigit() for text in texts))
    codes = [value for value in values if len(value) == 2 and value.isascii() and value.isupper()]
    if len(codes) >= 100:
        return Domain(FieldType.COUNTRY, firm=True)
    return Domain(FieldType.CATEGORY, firm=False)


def digits_in(labels: Iterable[str]) -> bool:
    """Whether half of the choices have a number in them."""
    texts = _choices(labels)
    return bool(texts) and sum(any(c.isdigit() for c in text) for text in texts) >= 0.5 * len(texts)


def _choices(labels: Iterable[str]) -> list[str]:
    """The options without those that ask for a choice or say that any will do."""
    texts = [text.strip() for text in labels][:_READ]
    choices = [text for text in texts if any(c.isalnum() for c in text)]
    if len(choices) < 3 or choices[0][0].isdigit():
        return choices
    return choices[1:] if says(choices[0], _PROMPT) or choices[0][0] in "-–—<[(" else choices


def _by_name(texts: Sequence[str]) -> FieldType | None:
    keys = {k for text in texts if (k := key(text))}
    if len(keys) < 3:
        return None
    if len(keys & names("months")) >= max(6, _MOST * len(keys)):
        return FieldType.MONTH
    shares: dict[FieldType, float] = {}
    for what, type_ in _LISTED.items():
        known = keys & names(what)
        share = len(known) / len(keys)
        alike = len(known) / len(keys | names(what))
        if share >= _MOST or alike >= _JACCARD or (share >= 0.6 and len(known) >= 25):
            shares[type_] = share
    return max(shares, key=lambda type_: shares[type_], default=None)


def _by_phrase(texts: Sequence[str]) -> FieldType | None:
    if len(texts) < 2:
        return None
    for pattern, type_ in ((_SORTING, FieldType.SORT), (_TIMES, FieldType.DATE), (_MODES, FieldType.DISPLAY)):
        if sum(bool(says(text, pattern)) for text in texts) >= 0.6 * len(texts):
            return type_
    return None


def _of_numbers(numbers: Sequence[float], *, alone: bool) -> Domain:
    """`alone`: without units, so that they may count results."""
    found, n = set(numbers), len(numbers)
    if n >= 3 and sum(number in _YEARS for number in numbers) >= _MOST * n:
        return Domain(FieldType.YEAR, firm=True)
    if 28 <= len(found) <= 31 and min(found) == 1 and max(found) == len(found):
        return Domain(FieldType.DAY, firm=False)
    if found == set(range(1, 13)):
        return Domain(FieldType.MONTH, firm=False)
    if alone and 2 <= n <= 9 and found <= _PAGE_SIZES and max(found) >= 20 and found & {10, 20, 12, 24, 25, 50}:
        return Domain(FieldType.DISPLAY, firm=False)
    return Domain(FieldType.NUMBER, firm=False)


def _number(text: str) -> float | None:
    """The number an option is: alone, or with one word or sign to it ("5+", "2 rooms", "under 500")."""
    found = _NUMBER.search(text)
    if found is None or len(_WORDS.findall(text)) > 2:
        return None
    digits = re.sub(r"[^\d]", "", found[0])
    return float(digits) if len(digits) <= 12 else None
