"""What a browser makes of the `value` an author wrote: the value sanitisation of the HTML standard, 4.10.5.1.

>>> sanitised("number", " 12 ", {}), sanitised("number", "12", {}), sanitised("date", "2024-13-01", {})
('', '12', '')
>>> sanitised("range", "", {"min": "10", "max": "20"}), sanitised("color", "Red", {})
('15', '#000000')
"""

import math
import re
from calendar import monthrange
from collections.abc import Callable, Mapping

_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_DATE = re.compile(r"(\d{4,})-(\d\d)-(\d\d)", re.ASCII)
_MONTH = re.compile(r"(\d{4,})-(0[1-9]|1[0-2])", re.ASCII)
_WEEK = re.compile(r"(\d{4,})-W(0[1-9]|[1-4]\d|5[0-3])", re.ASCII)
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?", re.ASCII)
_COLOR = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
_SPACE = " \t\n\f\r"

Attributes = Mapping[str, str | None]


def sanitised(kind: str, value: str, attributes: Attributes) -> str:
    """The value an untouched input of this kind holds."""
    rule = _RULES.get(kind)
    return value if rule is None else rule(value, attributes)


def _line(value: str, _: Attributes) -> str:
    return value.replace("\n", "").replace("\r", "") if "\n" in value or "\r" in value else value


def _trimmed(value: str, attributes: Attributes) -> str:
    return _line(value, attributes).strip(_SPACE)


def _email(value: str, attributes: Attributes) -> str:
    if "multiple" not in attributes:
        return _trimmed(value, attributes)
    return ",".join(part.strip(_SPACE) for part in value.split(","))


def _number(value: str, _: Attributes) -> str:
    return value if _finite(value) is not None else ""


def _finite(value: str | None) -> float | None:
    if value is None or len(value) > 400 or not _NUMBER.fullmatch(value):
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def _range(value: str, attributes: Attributes) -> str:
    """Always a number: the middle by default, within the bounds, on a step."""
    least = _finite(attributes.get("min"))
    least = 0.0 if least is None else least
    most = _finite(attributes.get("max"))
    most = 100.0 if most is None else most
    number = _finite(value)
    if number is None:
        number = least if most < least else least + (most - least) / 2
    number = max(least, min(number, most)) if most >= least else least
    step = _finite(attributes.get("step"))
    step = 1.0 if step is None or step <= 0 else step
    if (attributes.get("step") or "").strip().lower() != "any" and abs(number - least) / step < 1e15:
        steps = math.floor((number - least) / step + 0.5)
        if least + steps * step > most >= least:
            steps = math.floor((most - least) / step)
        number = least + steps * step
    return f"{number:.12g}"


def _date(value: str, _: Attributes) -> str:
    return value if _is_date(value) else ""


def _is_date(value: str) -> bool:
    match = _DATE.fullmatch(value[:32])
    if not match or len(value) > 32:
        return False
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    # The Gregorian calendar repeats every 400 years; `calendar` knows only the first 9999 of them.
    return year > 0 and 1 <= month <= 12 and 1 <= day <= monthrange(2000 + year % 400, month)[1]


def _month(value: str, _: Attributes) -> str:
    return value if _MONTH.fullmatch(value) else ""


def _week(value: str, _: Attributes) -> str:
    return value if _WEEK.fullmatch(value) else ""


def _time(value: str, _: Attributes) -> str:
    return value if _TIME.fullmatch(value) else ""


def _local(value: str, _: Attributes) -> str:
    """Date and time, the `T` between them and the time at its shortest."""
    date, _sep, time = value.replace(" ", "T", 1).partition("T")
    match = _TIME.fullmatch(time)
    if not _is_date(date) or not match:
        return ""
    if (match[2] or ":00").startswith(":00") and not (match[3] or "").strip(".0"):
        time = time[:5]
    return f"{date}T{time}"


def _color(value: str, _: Attributes) -> str:
    return value.lower() if _COLOR.fullmatch(value) else "#000000"


_RULES: Mapping[str, Callable[[str, Attributes], str]] = {
    "text": _line,
    "search": _line,
    "tel": _line,
    "password": _line,
    "url": _trimmed,
    "email": _email,
    "number": _number,
    "range": _range,
    "date": _date,
    "month": _month,
    "week": _week,
    "time": _time,
    "datetime-local": _local,
    "color": _color,
}
