"""What the markup demands of a value, in numbers where it means numbers."""

import re

from leadline.model.field import Constraints, Field, FieldType
from leadline.model.form import Control

_COUNTS = ("maxlength", "minlength")
_BOUNDS = ("min", "max", "step")
_KEPT = ("pattern", "inputmode")
_NUMBERED = frozenset({"number", "range"})
_FORMAT = re.compile(
    r"(?i)(?<![a-z])(?:d{1,2}|j{2}|t{2}|m{1,2})[./\- ](?:m{1,2}|d{1,2})[./\- ](?:y{2,4}|j{4}|a{2,4})(?![a-z])"
    r"|(?<![a-z])(?:y{4}|j{4}|a{4})[./\- ]m{1,2}[./\- ](?:d{1,2}|t{2}|j{2})(?![a-z])"
)
_CURRENCIES = (
    ("BRL", re.compile(r"R\$|\bBRL\b")),
    ("USD", re.compile(r"\$|\bUSD\b|\bUS-?Dollar", re.IGNORECASE)),
    ("EUR", re.compile(r"€|\bEUR\b|\bEuros?\b", re.IGNORECASE)),
    ("GBP", re.compile(r"£|\bGBP\b", re.IGNORECASE)),
    ("CHF", re.compile(r"\bCHF\b|\bSFr", re.IGNORECASE)),
)


def demands_of(field: Field, type_: FieldType) -> Constraints:
    """The constraints of one field that is of that type."""
    first = field.first
    found: dict[str, str | int | float | bool] = {}
    for name in _COUNTS:
        written = (first.attribute(name) or "").strip()
        if written.isascii() and written.isdigit() and len(written) < 10:
            found[name] = int(written)
    for name in _BOUNDS:
        written = (first.attribute(name) or "").strip()
        if written:
            number = as_number(written) if first.kind in _NUMBERED else None
            found[name] = written if number is None else number
    found.update((name, kept) for name in _KEPT if (kept := first.attribute(name)))
    if field.required:
        found["required"] = True
    if first.options and not first.kind.startswith("select"):
        found["suggestions"] = True
    found.update(_read(first, type_, field.label or field.shared_label))
    return found


def _read(control: Control, type_: FieldType, label: str) -> dict[str, str]:
    """What stands beside it about the form of a value."""
    near = " ".join((label, control.attribute("placeholder") or "", control.before[-40:], control.after[:40]))
    if type_ is FieldType.DATE and control.kind != "date" and (written := _FORMAT.search(near)):
        return {"format": written[0].lower()}
    if type_ is FieldType.PRICE:
        shown = " ".join((near, *(option.label for option in control.options[:20])))
        currency = next((code for code, pattern in _CURRENCIES if pattern.search(shown)), None)
        return {"currency": currency} if currency else {}
    return {}


def as_number(written: str) -> int | float | None:
    """A number as HTML writes it (2.3.4.3), None where it is none.

    >>> as_number("10"), as_number("0.5"), as_number("any"), as_number("nan"), as_number("1e999")
    (10, 0.5, None, None, None)
    """
    if not re.fullmatch(
        r"-?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})(?:e[+-]?\d{1,2})?", written, re.IGNORECASE | re.ASCII
    ):
        return None
    value = float(written)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
