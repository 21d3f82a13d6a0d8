"""Whether a value can stand in a field at all: lengths, numbers, patterns, formats of dates."""

import re
from functools import lru_cache

from leadline.model.field import Field, FieldType

_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_PART = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_LONGEST_PATTERN = 120
_NUMBERS = frozenset({FieldType.NUMBER, FieldType.PRICE, FieldType.YEAR, FieldType.DAY})


def fits(field: Field, value: str) -> bool:
    """Judged by what the markup demands, and by digits where a number is wanted."""
    demands = field.constraints
    longest, shortest = demands.get("maxlength"), demands.get("minlength")
    if not value or (isinstance(longest, int) and len(value) > longest):
        return False
    if isinstance(shortest, int) and len(value) < shortest:
        return False
    if field.type in _NUMBERS:
        return _NUMBER.fullmatch(value) is not None and _within(float(value.replace(",", ".")), field)
    if field.type is FieldType.DATE and _NUMBER.fullmatch(value):
        return False  # the day alone, from a list beside those of months and years
    pattern = demands.get("pattern")
    return not isinstance(pattern, str) or _matches(pattern, value)


def written(field: Field, value: str) -> str:
    """A date as the field wants it ("dd/mm/yyyy", "jj.mm.aaaa"), other values as they are.

    >>> from leadline.model.form import Control
    >>> box = Control("text", "d", "", ())
    >>> starts = Field((box,), "Start", type=FieldType.DATE, constraints={"format": "dd.mm.yyyy"})
    >>> written(starts, "2026-03-01"), written(starts, "soon")
    ('01.03.2026', 'soon')
    """
    wanted = field.constraints.get("format")
    found = _ISO.fullmatch(value)
    if field.type is not FieldType.DATE or not isinstance(wanted, str) or found is None:
        return value
    year, month, day = found.groups()
    return _PART.sub(lambda part: _part(part[0], year, month, day, wanted), wanted)


def _part(part: str, year: str, month: str, day: str, wanted: str) -> str:
    """Letters of a format: m is the month; y, or four letters, the year; d, t, and j beside aaaa, the day."""
    if part[0] == "m":
        return month
    if part[0] == "y" or len(part) == 4 or (part[0] == "a" and "y" not in wanted):
        return year[-len(part) :] if len(part) == 2 else year
    return day


def _within(number: float, field: Field) -> bool:
    low, high = field.constraints.get("min"), field.constraints.get("max")
    return not (
        (isinstance(low, int | float) and number < low) or (isinstance(high, int | float) and number > high)
    )


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> "re.Pattern[str] | None":
    """None for an expression in a browser's dialect, and for one that could keep the machine busy: groups that
    repeat, many repetitions in a row. It demands nothing then."""
    if len(pattern) > _LONGEST_PATTERN or "(" in pattern or pattern.count("*") + pattern.count("+") > 2:
        return None
    try:
        return re.compile(pattern)
    except re.error:
        return None


def _matches(pattern: str, value: str) -> bool:
    expression = _compiled(pattern)
    return expression is None or expression.fullmatch(value) is not None
