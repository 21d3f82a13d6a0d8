"""Fields that are one thing to a reader: the ends of a range, the parts of a date.

Both are told by internal names and options, and by standing side by side in the source. A composite claims a text
of its own ("Price", "Date of birth"); its parts claim theirs ("from", "to", "month").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leadline.forms.wording import words
from leadline.model.form import Control

_ENDS = {
    "low": "min minimum from low lower lo start begin since after von ab desde de debut lowest bottom",
    "high": "max maximum to high higher upper hi end until before bis hasta a fin highest top thru through",
}
_LOW, _HIGH = (frozenset(_ENDS[end].split()) for end in ("low", "high"))
_NAMES = {
    "day": "day dd dia tag jour giorno dag mday bday dom",
    "month": "month mm mes monat mois mese maand mon bmonth",
    "year": "year yy yyyy ano jahr annee anno jaar byear",
}
_PARTS = tuple((part, frozenset(names.split())) for part, names in _NAMES.items())
_TYPED = frozenset({"text", "search", "number", "tel", "date", "month", "week", "time", "datetime-local", "range"})


@dataclass(frozen=True, slots=True)
class Composite:
    """Numbers are those of fields, in the order of the form."""

    kind: str
    """`range` or `date`."""
    members: tuple[int, ...]


def composites(fields: Sequence[Sequence[Control]]) -> list[Composite]:
    """Every composite among the fields of a form; a field is part of one at most."""
    found: list[Composite] = []
    place = 0
    while place < len(fields):
        length = _date_length(fields, place)
        if length:
            found.append(Composite("date", tuple(range(place, place + length))))
            place += length
        elif place + 1 < len(fields) and _is_range(fields[place], fields[place + 1]):
            found.append(Composite("range", (place, place + 1)))
            place += 2
        else:
            place += 1
    return found


def says_end(label: str) -> bool:
    """Whether a label names an end or a part, and so not the whole.

    >>> says_end("From:"), says_end("Price"), says_end("")
    (True, False, True)
    """
    said = words(label)
    return all(word in _LOW or word in _HIGH or any(word in names for _, names in _PARTS) for word in said)


def _date_length(fields: Sequence[Sequence[Control]], place: int) -> int:
    """Two or three different parts of a date one after another."""
    seen: set[str] = set()
    for field in fields[place : place + 3]:
        part = _part_of_date(field)
        if part is None or part in seen:
            break
        seen.add(part)
    return len(seen) if len(seen) >= 2 else 0


def _part_of_date(field: Sequence[Control]) -> str | None:
    control = field[0]
    if len(field) > 1 or not (control.kind in _TYPED or control.kind.startswith("select")):
        return None
    said = set(_said(control))
    for part, names in _PARTS:
        if said & names:
            return part
    return _part_by_options(control)


def _part_by_options(control: Control) -> str | None:
    numbers = [
        int(o.label) for o in control.options[:200] if o.label.isascii() and o.label.isdigit() and len(o.label) < 6
    ]
    if len(numbers) < 10 or len(numbers) < len(control.options) - 2:
        return "month" if 12 <= len(control.options) <= 14 and _are_months(control) else None
    if len(numbers) == 31 and max(numbers) == 31:
        return "day"
    if len(numbers) == 12 and max(numbers) == 12:
        return "month"
    return "year" if min(numbers) > 1800 and max(numbers) < 2200 else None


def _are_months(control: Control) -> bool:
    """Twelve options whose values count from 1 (or 0) to 12, or whose texts are short and all different."""
    values = {o.value.lstrip("0") or "0" for o in control.options}
    numbers = {str(number) for number in range(1, 13)}
    return numbers <= values or {str(number) for number in range(12)} <= values


def _is_range(low: Sequence[Control], high: Sequence[Control]) -> bool:
    first, second = low[0], high[0]
    if len(low) > 1 or len(high) > 1 or first.kind != second.kind:
        return False
    if not (first.kind in _TYPED or first.kind == "select-one"):
        return False
    return any(_differ_by_ends(one, other) for one, other in zip(_spoken(first), _spoken(second), strict=True))


def _differ_by_ends(one: str, other: str) -> bool:
    """Names alike but for a word of beginning in one and of ending in the other."""
    first, second = words(one), words(other)
    low, high = set(first) - set(second), set(second) - set(first)
    if low & _LOW and high & _HIGH and len(low) <= 2 and len(high) <= 2:
        return True
    return _glued(one.casefold(), other.casefold())


def _glued(one: str, other: str) -> bool:
    """`pricemin` and `pricemax`."""
    ends = (("min", "max"), ("from", "to"), ("low", "high"), ("start", "end"), ("von", "bis"))
    return any(
        one.replace(low, "", 1) == other.replace(high, "", 1) and low in one and high in other
        for low, high in ends
    )


def _spoken(control: Control) -> tuple[str, str]:
    return control.name, control.attribute("id") or ""


def _said(control: Control) -> Iterator[str]:
    for text in _spoken(control):
        found = words(text)
        yield from found[-2:]
        if found and (last := found[-1]):
            yield from (part for part in ("day", "month", "year") if last.endswith(part))
