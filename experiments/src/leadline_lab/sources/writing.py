"""How values and keys look on a page, and how to read them back.

Keys stand in the addresses of detail pages. Some sites count, some use codes, some an opaque number: the n-th
record's key is an affine map of n, so it can be undone without a list.
"""

from datetime import date, timedelta

from leadline_lab.sources.model import Attribute, Source
from leadline_lab.sources.wording import grouped

DAY_ZERO = date(2026, 1, 1)
"""Days in the data count from here."""
_PATTERNS = {"iso": "%Y-%m-%d", "dmy": "%d/%m/%Y", "mdy": "%m/%d/%Y", "dots": "%d.%m.%Y"}
_OPAQUE = 1 << 32
_LETTERS = "ABCDEFGHJKLMNPRSTUVWX"


def written(attribute: Attribute, value: str | int, short: bool = False) -> str:
    """A value as the page has it; `short` as in lists."""
    if isinstance(value, int):
        if attribute.type == "date":
            return date_text(value, attribute.format)
        return attribute.format.format(grouped(value, attribute.separator))
    if short and attribute.snippet:
        words = value.split(" ")
        return value if len(words) <= attribute.snippet else " ".join(words[: attribute.snippet]) + " …"
    return value


def date_text(days: int, look: str) -> str:
    """A day as a site writes it.

    >>> date_text(31, "dots")
    '01.02.2026'
    """
    # Built by hand: strftime is ten times slower, and large sources write a date a record.
    day = DAY_ZERO + timedelta(days)
    if look == "dmy":
        return f"{day.day:02d}/{day.month:02d}/{day.year}"
    if look == "mdy":
        return f"{day.month:02d}/{day.day:02d}/{day.year}"
    if look == "dots":
        return f"{day.day:02d}.{day.month:02d}.{day.year}"
    return day.isoformat()


def read_date(text: str, look: str) -> int | None:
    """Days after 1 January 2026 of a date in this look or in ISO 8601, None if it is neither."""
    from datetime import datetime

    for pattern in (_PATTERNS.get(look, "%Y-%m-%d"), "%Y-%m-%d"):
        try:
            return (datetime.strptime(text.strip(), pattern).date() - DAY_ZERO).days  # noqa: DTZ007 – days have no zone
        except ValueError:
            continue
    return None


def read_number(text: str) -> int | None:
    """A whole number as people type it: with currency, blanks and thousands apart; None if it is none.

    >>> read_number("$ 12,500"), read_number("12.500 €"), read_number("cheap")
    (12500, 12500, None)
    """
    kept = text.strip().strip("$£€¥ \u00a0")
    sign = -1 if kept.startswith("-") else 1
    groups = kept.lstrip("-").replace("\u00a0", " ").replace(".", " ").replace(",", " ").split(" ")
    if not all(group.isascii() and group.isdigit() for group in groups):
        return None
    if len(groups) > 1 and not all(len(group) == 3 for group in groups[1:]):
        # 12.50: sites of this lab price in whole units and forget what follows.
        groups = groups[:1] if len(groups) == 2 else []
    return sign * int("".join(groups)) if groups else None


def key_of(source: Source, identity: int, n: int) -> str:
    if source.identity == "hex":
        return f"{(n * _factor(identity) + identity) % _OPAQUE:08x}"
    first = 1 + identity % 50_000
    if source.identity == "code":
        letters = _LETTERS[identity % 21] + _LETTERS[identity // 21 % 21]
        return f"{letters}{first + n:06d}"
    return str(first + n)


def number_of(source: Source, identity: int, key: str) -> int | None:
    """The record with this key, None if there is none."""
    n = _undone(source, identity, key)
    return n if n is not None and 0 <= n < source.size and key_of(source, identity, n) == key else None


def _undone(source: Source, identity: int, key: str) -> int | None:
    digits = key[2:] if source.identity == "code" else key
    try:
        if source.identity == "hex":
            return (int(digits, 16) - identity) * pow(_factor(identity), -1, _OPAQUE) % _OPAQUE
        return int(digits) - 1 - identity % 50_000
    except ValueError:
        return None


def _factor(identity: int) -> int:
    """Odd, so that it has an inverse."""
    return (identity >> 16) % _OPAQUE | 1
