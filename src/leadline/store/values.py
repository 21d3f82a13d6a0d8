"""Texts as values: numbers, prices with their currency, dates, URLs, e-mail addresses, coordinates.

A `Reading` is one way to understand texts, with one convention: which sign is the decimal mark, whether the day or
the month stands first, in which language months are named. It reads a text as a whole or not at all. Which of them
is right is no question for a single text; `leadline.store.columns` asks it of all values of a column.

>>> point, comma = (read_number(mark) for mark in MARKS)
>>> point("71,200 km")[:2], comma("71,200 km")[:2]
((71200, 'km'), (71.2, 'km'))
>>> read_price(",")("CHF 1'200,50")[::2], read_price(",")("1.200,50 $")[::2], read_price(".")("from $5")
((1200.5, 'CHF'), (1200.5, '$'), None)
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from leadline.lexicon import cldr
from leadline.lexicon.tables import codes
from leadline.model.url import canonical
from leadline.store.dates import ORDERS, dated, dated_in_words


class Kind(StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    NUMBER = "number"
    PRICE = "price"
    DATE = "date"  # a day, or a day with the time of day
    URL = "url"
    EMAIL = "e-mail"
    COORDINATES = "coordinates"


Value = int | float | str | date | datetime | tuple[float, float]


class Read(NamedTuple):
    """What a text says."""

    value: Value
    form: str = ""  # what is the same over a column if this is the right reading: a unit, whether there is a time
    currency: str = ""  # ISO 4217 where the sign leaves no choice, else the sign
    label: str = ""  # what stands before it, the same over a column: "List price: $5"


@dataclass(frozen=True, slots=True, eq=False)  # there is one of each, and millions of look-ups by them
class Reading:
    """A way to understand texts."""

    kind: Kind
    convention: str
    read: Callable[[str], Read | None]


_SIGNS = str.maketrans({"−": "-", "’": "'", "\u200e": None, "\u200f": None, "\u061c": None})
_SAME = 64  # texts kept with what was made of them: one text is given to several readings, one after the other


def _plain(text: str) -> str:
    """With single ordinary spaces, and one sign for each of minus and apostrophe."""
    return " ".join((text if text.isascii() else text.translate(_SIGNS)).split())


# ── numbers and prices ────────────────────────────────────────────────────────────────────────────────────

MARKS = (".", ",")
_LONGEST = 100  # letters of a number with its unit or currency: what is longer is a sentence
_DIGITS = 15
"""What a spreadsheet and a float keep of a number; more digits are an identifier."""


_GROUPED = dict.fromkeys(map(ord, ",.' "))


@cache
def _pattern(mark: str) -> re.Pattern[str]:
    """What stands before a number, the number, what stands behind it."""
    other = re.escape(MARKS[1 - MARKS.index(mark)])
    groups = rf"\d{{1,3}}(?P<by>[{other}' ])\d{{3}}(?:(?P=by)\d{{3}})*"
    lakhs = rf"\d{{1,2}}(?:{other}\d{{2}})+{other}\d{{3}}"
    number = rf"(?:{groups}|{lakhs}|\d+)(?!{other}?\d)"
    return re.compile(
        rf"(?P<first>-?) ?(?P<before>[^\d+\-]*?) ?(?P<minus>-?) ?(?P<whole>{number})"
        rf"(?:{re.escape(mark)}(?P<part>\d+)|[.,][-–—]+)? ?(?P<behind>\D*)"
    )


_UNIT = re.compile(r"(?:[%‰°]|[^\W\d_]).*")


@lru_cache(maxsize=_SAME)
def _amount(text: str, mark: str) -> tuple[str, int | float, int, str] | None:
    """(what stands before, the number, its decimals, what stands behind) of a text."""
    found = _pattern(mark).fullmatch(_plain(text)) if len(text) <= _LONGEST else None
    if found is None:
        return None
    whole, part = found["whole"].translate(_GROUPED), found["part"] or ""
    # Numbers do not begin with zeros: postcodes, telephone numbers and identifiers do.
    if len(whole + part) > _DIGITS or (len(whole) > 1 and not int(whole[0])):
        return None
    size = float(f"{whole}.{part}") if part else int(whole)
    is_less = bool(found["minus"] or found["first"])
    return found["before"].strip(), -size if is_less else size, len(part), found["behind"].strip()


@cache
def read_number(mark: str) -> Callable[[str], Read | None]:
    """Numbers with this decimal mark; what stands behind them is their unit."""

    def read(text: str) -> Read | None:
        amount = _amount(text, mark)
        if amount is None or amount[0] or (amount[3] and not _UNIT.fullmatch(amount[3])):
            return None
        return Read(amount[1], amount[3])

    return read


@cache
def read_price(mark: str) -> Callable[[str], Read | None]:
    """Numbers with this decimal mark and the sign of a currency on one side, or without any.

    No price has more decimals than its currency: "€ 6,900" is no six euros."""

    def read(text: str) -> Read | None:
        amount = _amount(text, mark)
        if amount is None or (amount[0] and amount[3]):
            return None
        sign = amount[0] or amount[3]
        if not sign:
            return Read(amount[1])
        money = _currency(sign)
        return None if money is None or amount[2] > money[1] else Read(amount[1], "", money[0])

    return read


@lru_cache(maxsize=1024)
def _currency(sign: str) -> tuple[str, int] | None:
    """(what it is called, how many decimals it has at most)."""
    meant = cldr.currencies(sign)
    if meant:
        return meant[0] if len(meant) == 1 else sign, max(map(cldr.decimals, meant))
    is_sign = len(sign) == 1 and unicodedata.category(sign) == "Sc"
    return (sign, _DIGITS) if is_sign else None


# ── dates ─────────────────────────────────────────────────────────────────────────────────────────────────


def _read_dates(written: Callable[[str], date | None]) -> Callable[[str], Read | None]:
    def read(text: str) -> Read | None:
        found = written(_plain(text))
        if not isinstance(found, datetime):
            return None if found is None else Read(found, "day")
        return Read(found, "time" if found.tzinfo is None else "time of a zone")

    return read


# ── addresses and places ──────────────────────────────────────────────────────────────────────────────────

_EMAIL = re.compile(r"(?:mailto:)?([^@\s\"(),:;<>\[\]\\]+@[^@\s.,;<>()]+(?:\.[^@\s.,;<>()]+)+)", re.IGNORECASE)
_DECIMAL = r"(-?\d{1,3}\.\d{3,})°?"
"""Places are written to a hundred metres at least; two rougher numbers may be anything."""
_DECIMALS = re.compile(rf"(?:geo:)?{_DECIMAL} ?([NS]?) ?[,;/ ] ?{_DECIMAL} ?([EW]?)")
_ARC = r"(\d{1,3}) ?° ?(\d{1,2}(?:\.\d+)?) ?['′] ?(?:(\d{1,2}(?:\.\d+)?) ?(?:''|[\"″”]) ?)?"
_ARCS = re.compile(rf"{_ARC}([NS])[,;/ ]* ?{_ARC}([EW])")


def read_url(text: str) -> Read | None:
    """A whole address of a page."""
    whole = text.startswith(("http://", "https://")) and text.split() == [text]
    return Read(text) if whole and canonical(text) is not None else None


def read_email(text: str) -> Read | None:
    found = _EMAIL.fullmatch(text.strip())
    return None if found is None else Read(found[1])


def read_coordinates(text: str) -> Read | None:
    """Latitude and longitude in degrees.

    >>> read_coordinates("52.5200, 13.4050").value, read_coordinates("33°52′S 151°12′30″E").value
    ((52.52, 13.405), (-33.866667, 151.208333))
    """
    written = _plain(text)
    if (found := _DECIMALS.fullmatch(written)) is not None:
        place = _signed(float(found[1]), found[2]), _signed(float(found[3]), found[4])
    elif (found := _ARCS.fullmatch(written)) is not None:
        first, second = found.groups()[:4], found.groups()[4:]
        place = _signed(_degrees(*first[:3]), first[3]), _signed(_degrees(*second[:3]), second[3])
    else:
        return None
    return Read(place) if abs(place[0]) <= 90 and abs(place[1]) <= 180 else None


def _degrees(degrees: str, minutes: str, seconds: str | None) -> float:
    return round(int(degrees) + float(minutes) / 60 + float(seconds or 0) / 3600, 6)


def _signed(size: float, side: str) -> float:
    return -size if side in ("S", "W") else size


WITH_DIGITS = frozenset({Kind.PRICE, Kind.NUMBER, Kind.DATE, Kind.COORDINATES})
_LABEL = re.compile(r"([^\d:]{0,40}):(?:\s+|(?=\d))")


def _behind_labels(read: Callable[[str], Read | None]) -> Callable[[str], Read | None]:
    """The same, also behind a label with its colon."""

    def read_behind(text: str) -> Read | None:
        found = _LABEL.match(text) if ":" in text else None
        if found is None:
            return read(text)
        behind = read(text[found.end() :])
        return behind and behind._replace(label=found[0].strip())

    return read_behind


@cache
def readings() -> tuple[Reading, ...]:
    """All of them; of kinds that both fit a column the first is meant."""
    dates = {**{one: dated(one) for one in ORDERS}, **{one: dated_in_words(one) for one in codes()}}
    return (
        *(Reading(Kind.PRICE, mark, _behind_labels(read_price(mark))) for mark in MARKS),
        *(Reading(Kind.NUMBER, mark, _behind_labels(read_number(mark))) for mark in MARKS),
        *(Reading(Kind.DATE, name, _behind_labels(_read_dates(written))) for name, written in dates.items()),
        Reading(Kind.COORDINATES, "", read_coordinates),
        Reading(Kind.URL, "", read_url),
        Reading(Kind.EMAIL, "", read_email),
    )
