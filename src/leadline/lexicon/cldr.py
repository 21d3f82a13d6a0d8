"""What people all over the world call months and days, and how they write money: Unicode's CLDR, through babel.

babel is not opened before something of it is asked for; all languages of the lexicon take it a fifth of a second.

>>> months("de")["marz"], months("cs")["listopad"], months("hr")["listopad"]
(3, 11, 10)
>>> currencies("€"), currencies("CHF"), currencies("CA$"), currencies("pieces"), currencies("all")
(('EUR',), ('CHF',), ('CAD',), (), ())
>>> "USD" in currencies("$"), "AUD" in currencies("$")
(True, True)
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from leadline.lexicon.tables import codes, words

if TYPE_CHECKING:
    from babel import Locale

_WIDTHS = ("wide", "abbreviated", "short")
_DIRECTIONS = str.maketrans("", "", "\u200e\u200f\u061c")


@cache
def locale(language: str) -> "Locale":
    """What babel knows of a language; English where it knows nothing."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale.parse("en")


@cache
def months(language: str) -> Mapping[str, int]:
    """The names of months, long and short, in all their cases, folded."""
    return dict(_single_words(language, "months"))


@cache
def weekdays(language: str) -> frozenset[str]:
    """The names of days, long and short, folded."""
    return frozenset(word for word, _ in _single_words(language, "days"))


def _single_words(language: str, what: str) -> Iterator[tuple[str, int]]:
    """Names of one word: of others it cannot be told where they end."""
    for context in getattr(locale(language), what).values():
        for width in _WIDTHS:
            for number, name in context.get(width, {}).items():
                if len(found := words(str(name))) == 1:
                    yield found[0], int(number)


@cache
def halves_of_days() -> Mapping[str, int]:
    """What stands behind the hours of a twelve-hour clock → the hours it adds; "a.m." is two words."""
    called = (locale(code).day_periods["format"]["abbreviated"] for code in codes())
    return {
        " ".join(words(str(names[half]))): hours
        for names in called
        for half, hours in (("am", 0), ("pm", 12))
        if half in names
    }


@cache
def currencies_in_use() -> tuple[str, ...]:
    """Codes of money that is legal somewhere today, those of most countries first."""
    from babel.core import get_global

    known = chain.from_iterable(get_global("territory_currencies").values())
    used = Counter(str(code) for code, _, end, tender in known if end is None and tender)
    return tuple(code for code, _ in used.most_common())


@cache
def _codes() -> frozenset[str]:
    return frozenset(currencies_in_use())


@cache
def _signs() -> Mapping[str, frozenset[str]]:
    """What stands for money before or behind a number → the codes of ISO 4217 it may mean."""
    found: dict[str, set[str]] = {}
    for language in codes():
        for code, sign in locale(language).currency_symbols.items():
            if code in _codes() and code != sign:
                found.setdefault(_bare(str(sign)), set()).add(str(code))
    return {sign: frozenset(meant) for sign, meant in found.items()}


@lru_cache(maxsize=1024)
def currencies(sign: str) -> tuple[str, ...]:
    """The currencies that a sign or a code may mean, in the order of their codes; none where it is no money.

    A sign that is part of others ("$" of "CA$", "A$", "HK$") is what people of those countries write too. Codes
    are capital letters: in small ones they are words ("all", "try", "top")."""
    bare = _bare(sign)
    if bare in _codes():
        return (bare,)
    if bare not in _signs():
        return ()
    return tuple(sorted({code for longer, meant in _signs().items() if bare in longer for code in meant}))


def decimals(code: str) -> int:
    """How many digits a currency has behind its decimal mark."""
    from babel.numbers import get_currency_precision

    return int(get_currency_precision(code))


def _bare(sign: str) -> str:
    return "".join(sign.translate(_DIRECTIONS).split()).strip(".")
