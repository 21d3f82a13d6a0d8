"""What a record says, as a number that can be compared, and a number as a field wants it written.

Only order counts here: which half of the records is below, which above. So a number is the first one of a text,
and a date its day; how the site writes either is seen in the records themselves.

>>> [number_of(text) for text in ("$6,900", "1.234,50 €", "3.5 l", "71 200 km", "none")]
[6900.0, 1234.5, 3.5, 71200.0, None]
>>> day_of("2026-03-01") == day_of("1.3.2026"), day_of("12/31/2025") == day_of("2025-12-31"), day_of("soon")
(True, True, None)
"""

import re
from datetime import date

from leadline.harvest.values.supply import written
from leadline.model.field import Field, FieldType

_NUMBER = re.compile(r"-?\d+(?:[.,'\u00a0\u202f \u2009]\d+)*")
_GROUPED = re.compile(r"-?\d{1,3}(?:[.,'\u00a0\u202f \u2009]\d{3})+")
_NO_DIGIT = re.compile(r"[^\d-]")
_PARTS = re.compile(r"(\d{1,4})[./\-](\d{1,2})[./\-](\d{1,4})")
_YEAR = 1000  # a part of a date above it is the year
_MONTHS = 12
NUMERIC = 0.8  # share of a column's texts that are numbers, if it is one to compare
YEARS = (1900.0, 2030.0)  # where years are looked for


def number_of(text: str) -> float | None:
    """The first number of a text; a mark before three digits parts thousands, before others it is the point."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    digits = found[0]
    point = -1 if _GROUPED.fullmatch(digits) else max(digits.rfind("."), digits.rfind(","))
    whole, rest = (digits, "0") if point < 0 else (digits[:point], digits[point + 1 :])
    return float(f"{_NO_DIGIT.sub('', whole)}.{rest}")


def day_of(text: str) -> float | None:
    """The day of a date written in numbers. Where day and month could change places, the day is first."""
    found = _PARTS.search(text)
    if found is None:
        return None
    a, b, c = map(int, found.groups())
    year, month, day = (a, b, c) if a >= _YEAR else (c, b, a) if b <= _MONTHS else (c, a, b)
    try:
        return float(date(year, month, day).toordinal())
    except ValueError:
        return None


class Scale:
    """How one range counts: days for dates, numbers for the rest."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.is_date = field.type is FieldType.DATE
        self.step = 1.0  # the smallest difference that records have shown

    def read(self, text: str) -> float | None:
        number = day_of(text) if self.is_date else number_of(text)
        if number is not None and not self.is_date and number % 1:
            self.step = 0.01
        return number

    def write(self, number: float) -> str:
        if self.is_date:
            return written(self._field, date.fromordinal(max(1, int(number))).isoformat())
        return f"{number:.0f}" if self.step == 1 or not number % 1 else f"{number:.2f}"
