"""What was asked: the inverse of filling in and sending a form.

The form itself, made again with the token and the carried answers of the session, is the key: it says which
name stands for which attribute, and its choices say which code stands for which value. Names it does not know
are passed over, as real programs do.
"""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from leadline_lab.anatomy import FormModel, Input
from leadline_lab.forms.choices import ANY_NUMBERS
from leadline_lab.sources.model import Source

Sent = Mapping[str, Sequence[str]]
_PARTS = ("year", "month", "day")
_SHOWN = ("sort", "per_page", "match", "scope", "token", "trap", "")
_LAST_STEP = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """What `sources.ask` wants to know, and what was wrong with the sending."""

    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Attribute → values; ranges as `price.low`, `price.high`; words as `keyword`; for forms of other kinds
    the meaning of a field → what was entered."""
    sort: str = ""
    """One of the source's `sorts`, empty for its own order."""
    per_page: int = 0
    """Records a page, 0 if nobody chose."""
    step: int = 0
    """Step of the form that was sent."""
    following: int = 0
    """Step to show next; 0: answer the query."""
    missing: tuple[str, ...] = ()
    """Labels (names, where there are none) of required fields that were left empty."""
    token: bool = True
    """The session's token came back, or none was wanted."""
    trapped: bool = False
    """A honeypot was filled in."""

    @property
    def outcome(self) -> Literal["", "required", "error", "bad-token"]:
        """What the site answers instead of records; empty: nothing stands against them."""
        if self.trapped:
            return "error"
        if not self.token:
            return "bad-token"
        return "required" if self.missing else ""


def asked(model: FormModel, source: Source | None, sent: Sent) -> Asked:
    """Decode what a browser sends for `model` (made with the token and the carried values of the session)."""
    values = _values(model, source, sent)
    sorting, sizing = (_one(model, meaning, sent) for meaning in ("sort", "per_page"))
    missing = _missing(model, source, values)
    last = model.step in (0, _LAST_STEP)
    return Asked(
        values=values,
        sort=_order(source, sorting),
        per_page=int(sizing) if sizing.isascii() and sizing.isdigit() and len(sizing) < 5 else 0,
        step=model.step,
        following=0 if last else model.step if missing else model.step + 1,
        missing=missing,
        token=all(tuple(sent.get(i.name, ())) == (i.default,) for i in model.inputs if i.meaning == "token"),
        trapped=any(value for i in model.inputs if i.honeypot for value in sent.get(i.name, ())),
    )


def _values(model: FormModel, source: Source | None, sent: Sent) -> dict[str, tuple[str, ...]]:
    """Attribute (or end of a range) → what it should be, in the order of the form."""
    found: dict[str, tuple[str, ...]] = {}
    dates: dict[tuple[str, str], dict[str, str]] = {}
    for i in model.inputs:
        if i.meaning in _SHOWN:
            continue
        entered = _entered(i, source, sent)
        if not entered:
            continue
        if i.type in _PARTS and _is_date(source, i.meaning):
            dates.setdefault((i.meaning, i.end), {})[i.type] = entered[0]
        else:
            found.update(_placed(i, source, entered))
    for (attribute, end), parts in dates.items():
        found.update(_date(attribute, end, parts))
    return found


def _entered(i: Input, source: Source | None, sent: Sent) -> tuple[str, ...]:
    """Values of the source that were chosen or typed; a choice that excludes nothing is nothing."""
    said = tuple(value.strip() for value in sent.get(i.name, ()) if value.strip())
    attribute = source.attribute(i.meaning) if source else None
    if not i.choices or attribute is None:
        return said
    if attribute.values:
        meant = {choice.value: choice.label for choice in i.choices if choice.label in attribute.values}
        return tuple(meant[value] for value in said if value in meant)
    offered = {choice.value for choice in i.choices}
    return tuple(value for value in said if value in offered and value not in ANY_NUMBERS)


def _placed(i: Input, source: Source | None, entered: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    attribute = source.attribute(i.meaning) if source else None
    if i.end:
        return {f"{i.meaning}.{i.end}": entered[:1]}
    if attribute is not None and attribute.ask == "range" and i.choices:
        low, _, high = entered[0].rpartition("-")
        return {f"{i.meaning}.low": (low,), f"{i.meaning}.high": (high,)}
    return {i.meaning: entered}


def _is_date(source: Source | None, name: str) -> bool:
    attribute = source.attribute(name) if source else None
    return attribute is not None and attribute.type == "date"


def _date(attribute: str, end: str, parts: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """A day out of its parts; without day or month the first and the last that fit, without a year nothing."""
    if "year" not in parts:
        return {}
    year = int(parts["year"])
    months = [int(parts["month"])] * 2 if "month" in parts else [1, 12]
    last = monthrange(year, months[1])[1]
    # The 31st of a month of 30 days is its last: forms with three lists let people choose it.
    days = [min(int(parts["day"]), last)] * 2 if {"day", "month"} <= parts.keys() else [1, last]
    low, high = (f"{year:04d}-{month:02d}-{day:02d}" for month, day in zip(months, days, strict=True))
    if end:
        return {f"{attribute}.{end}": (low if end == "low" else high,)}
    return {attribute: (low,)} if low == high else {f"{attribute}.low": (low,), f"{attribute}.high": (high,)}


def _missing(model: FormModel, source: Source | None, values: Mapping[str, object]) -> tuple[str, ...]:
    """What the source does not answer without (marked or not), or what a form of another kind marks."""
    given = {name.removesuffix(".low").removesuffix(".high") for name in values}
    wanted = {
        i.meaning: i.group or i.label or i.name
        for i in reversed(model.inputs)
        if i.control != "hidden" and (i.meaning in source.requires if source else i.required)
    }
    return tuple(label for meaning, label in reversed(wanted.items()) if meaning not in given)


def _one(model: FormModel, meaning: str, sent: Sent) -> str:
    names = [i.name for i in model.inputs if i.meaning == meaning]
    return next((value for name in names for value in sent.get(name, ())), "")


def _order(source: Source | None, said: str) -> str:
    """One of the source's orders out of what sites call it: `-price`, `price_desc`."""
    orders = source.sorts if source else ()
    names = {order: order for order in orders}
    for order in orders:
        names[f"{order[1:]}_desc" if order.startswith("-") else f"{order}_asc"] = order
    return names.get(said, "")
