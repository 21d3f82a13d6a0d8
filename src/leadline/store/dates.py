"""Dates, with the time of day or without: in numbers, in one of three orders, or with months by their names.

>>> day_first, english = dated("dmy"), dated_in_words("en")
>>> day_first("03.04.2020"), day_first("12/31/2020"), dated("ymd")("2024年3月1日")
(datetime.date(2020, 4, 3), None, datetime.date(2024, 3, 1))
>>> english("Fri, March 5th, 2021, 3:05 p.m."), english("March 2021"), english("5 March 2021 by Ann")
(datetime.datetime(2021, 3, 5, 15, 5), None, None)
>>> dated_in_words("es")("3 de marzo de 2020")
datetime.date(2020, 3, 3)
"""

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from functools import cache, lru_cache

from leadline.lexicon import cldr
from leadline.lexicon.tables import words

ORDERS = ("ymd", "dmy", "mdy")
_LONGEST = 60  # letters of a date with its day of the week and its time
_PARTICLE = 2
"""Letters of what stands between the parts of a date: "de", "of", the "th" of a fifth. In the formats of CLDR
nothing longer does."""
# Between numbers stand signs, or letters of scripts that write a sign for year, month and day each.
_BETWEEN = r"(?: ?[./\-] ?|[^\W\da-zA-Z_] ?)"
_NUMBERS = {
    "ymd": re.compile(
        rf"(?P<y>\d{{4}}){_BETWEEN}(?P<m>\d{{1,2}}){_BETWEEN}(?P<d>\d{{1,2}})(?:\.|[^\W\da-zA-Z_])?"
    ),
    "dmy": re.compile(r"(?P<d>\d{1,2}) ?([./\-]) ?(?P<m>\d{1,2}) ?\2 ?(?P<y>\d{4})\.?"),
    "mdy": re.compile(r"(?P<m>\d{1,2}) ?([./\-]) ?(?P<d>\d{1,2}) ?\2 ?(?P<y>\d{4})"),
}
_TIME = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
    r" ?(?P<half>(?!(?:Z|UTC|GMT)$)[^\W\d_][^\d+\-]*?)? ?(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?"
)
_APART = re.compile(r"(?<=\d)T(?=\d)|,? {1,3}(?=\d{1,2}:\d\d)")
_Day = tuple[str, time | None]


@lru_cache(maxsize=64)
def _day_and_time(text: str) -> _Day | None:
    """What says the day, and the time if there is one; None where what should be a time is none."""
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return None
    day, *rest = _APART.split(text, maxsplit=1)
    if not rest:
        return day, None
    moment = _time(rest[0])
    return None if moment is None else (day, moment)


def _time(text: str) -> time | None:
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hour, half = int(found["hour"]), found["half"]
    if half:
        added = cldr.halves_of_days().get(" ".join(words(half)))
        if added is None or not 1 <= hour <= 12:
            return None
        hour = hour % 12 + added
    try:
        return time(hour, int(found["minute"]), int(found["second"] or 0), tzinfo=_zone(found["zone"]))
    except ValueError:
        return None


def _zone(text: str | None) -> timezone | None:
    if not text or text[0] not in "+-":
        return timezone.utc if text else None  # noqa: UP017  # the name of the class beside it
    hours, minutes = int(text[1:3]), int(text[-2:])
    away = timedelta(hours=hours, minutes=minutes)
    return timezone(-away if text[0] == "-" else away)


def _made(year: str, month: int, day: str, moment: time | None) -> date | None:
    try:
        found = date(int(year), month, int(day))
    except ValueError:
        return None
    return found if moment is None else datetime.combine(found, moment)


@cache
def dated(order: str) -> Callable[[str], date | None]:
    """Reads dates in numbers: year, month and day in this order. Years have four digits: "3/4/05" says nothing."""
    pattern = _NUMBERS[order]

    def read(text: str) -> date | None:
        parts = _day_and_time(text)
        found = pattern.fullmatch(parts[0]) if parts else None
        if parts is None or found is None:
            return None
        return _made(found["y"], int(found["m"]), found["d"], parts[1])

    return read


@lru_cache(maxsize=64)
def _tokens(day: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a text, folded, and its numbers."""
    return tuple(words(day)), tuple(re.findall(r"\d+", day))


@cache
def dated_in_words(language: str) -> Callable[[str], date | None]:
    """Reads dates whose month is called by its name, beside the number of the day and that of the year."""

    def read(text: str) -> date | None:
        parts = _day_and_time(text)
        if parts is None:
            return None
        named, numbers = _tokens(parts[0])
        if len(numbers) != 2 or not named:
            return None
        year, day = numbers if len(numbers[0]) == 4 else numbers[::-1]
        called = [cldr.months(language)[word] for word in named if word in cldr.months(language)]
        if len(called) != 1 or len(year) != 4 or len(day) > 2:
            return None
        others = (word for word in named if word not in cldr.months(language))
        if not all(len(word) <= _PARTICLE or word in cldr.weekdays(language) for word in others):
            return None
        return _made(year, called[0], day, parts[1])

    return read
