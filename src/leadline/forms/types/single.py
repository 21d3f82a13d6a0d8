"""One field by itself: what the markup says first, then its options, then the words at it; and what the markup
demands of a value, in numbers where it means numbers.
"""

import re
import tomllib
from importlib.resources import files
from typing import NamedTuple

from leadline.forms.evidence import term_name
from leadline.forms.types.options import digits_in, domain_of
from leadline.forms.types.words import ENDS, consents, is_private, is_private_name, named_in_label, named_in_name
from leadline.forms.wording import TERM_NAMES
from leadline.lexicon.tables import words
from leadline.model.field import CHOICES, ORDERED, PARTS_OF_DATES, Constraints, Field, FieldType
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


def demands_of(field: Field) -> Constraints:
    """The constraints of a field whose type is known."""
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
    found.update((name, value) for name in _KEPT if (value := first.attribute(name)))
    if field.required:
        found["required"] = True
    if first.options and not first.kind.startswith("select"):
        found["suggestions"] = True
    found.update(_read(field))
    return found


def _read(field: Field) -> dict[str, str]:
    """What stands beside it about the form of a value."""
    first, label = field.first, field.label or field.shared_label
    near = " ".join((label, first.attribute("placeholder") or "", first.before[-40:], first.after[:40]))
    if field.type is FieldType.DATE and first.kind != "date" and (written := _FORMAT.search(near)):
        return {"format": written[0].lower()}
    if field.type is FieldType.PRICE:
        shown = " ".join((near, *(option.label for option in first.options[:20])))
        currency = next((code for code, pattern in _CURRENCIES if pattern.search(shown)), None)
        return {"currency": currency} if currency else {}
    return {}


def as_number(written: str) -> int | float | None:
    """A number as HTML writes it (2.3.4.3), None where it is none.

    >>> as_number("10"), as_number("0.5"), as_number("any"), as_number("nan"), as_number("1e999")
    (10, 0.5, None, None, None)
    """
    if not re.fullmatch(r"(?ia)-?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})(?:e[+-]?\d{1,2})?", written):
        return None
    value = float(written)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _types(names: str) -> frozenset[FieldType]:
    return frozenset(map(FieldType, names.split()))


_MARKUP = tomllib.loads((files(__package__) / "markup.toml").read_text("utf-8"))
_KINDS, _AUTOCOMPLETE = (
    {name: FieldType(type_) for name, type_ in _MARKUP[table].items()} for table in ("kinds", "autocomplete")
)
_FROM_WORDS = _types("city region country language price date zip sort display") | PARTS_OF_DATES
"""What words may make of a list of choices; a list of authors is still one of choices."""
_ANY_LETTER = frozenset("pkw")
"""Short for terms on some sites, for prices or kilometres on others: the label decides."""
_SEARCHED = _types("keyword name category number price language sort")
"""What the words at a search box may speak of without making it anything else."""
_WITH_DIGITS = _types("price zip") | PARTS_OF_DATES
_OF_A_WHOLE = ORDERED | _types("city region country zip")
_WORDS_BEFORE = 5
_NUMBERS = _types("price zip display number date") | PARTS_OF_DATES


class Guess(NamedTuple):
    """A type and how sure it is; `possible` is what numbers could be if a neighbour says so."""

    type: FieldType
    sure: float
    possible: FieldType | None = None


def offered(field: Field) -> tuple[str, ...]:
    """The texts of what can be chosen, or is suggested."""
    if field.control in CHOICES:
        return field.value_labels or tuple(control.value for control in field.controls)
    return tuple(option.label or option.value for option in field.first.options)


def guess(field: Field) -> Guess:
    first = field.first
    if first.kind in _KINDS:
        return Guess(_KINDS[first.kind], 0.98)
    tokens = (first.attribute("autocomplete") or "").lower().split()
    if tokens and (tokens[-1] in _AUTOCOMPLETE or tokens[-1].startswith("cc-")):
        return Guess(_AUTOCOMPLETE.get(tokens[-1], FieldType.PRIVATE), 0.95)
    return _chosen(field) if field.finite else _written(field)


def _chosen(field: Field) -> Guess:
    if field.first.kind in CHOICES and len(field.controls) == 1:
        return _ticked(field)
    domain = domain_of(offered(field), (option.value for option in field.first.options))
    named, sure = _named(field)
    if named is FieldType.SORT and domain.type not in PARTS_OF_DATES:
        return Guess(named, 0.9)
    if domain.firm:
        return Guess(domain.type, 0.95 if named is domain.type else 0.9)
    if domain.type is FieldType.CATEGORY:
        fits = named in _FROM_WORDS and (named not in _WITH_DIGITS or digits_in(offered(field)))
        return Guess(named, 0.9 * sure) if named is not None and fits else Guess(FieldType.CATEGORY, 0.75)
    if named in _NUMBERS and named is not None:
        return Guess(named, 0.9, domain.type)
    if domain.type is FieldType.DISPLAY:
        return Guess(FieldType.DISPLAY if named is None else FieldType.NUMBER, 0.55)
    return Guess(FieldType.NUMBER, 0.6, domain.type)


def _ticked(field: Field) -> Guess:
    """A box by itself says yes or no; some say yes to a contract."""
    if consents(field.label) or consents(field.first.name):
        return Guess(FieldType.PRIVATE, 0.85)
    named = named_in_label(field.label)
    return Guess(named, 0.7) if named in (FieldType.SORT, FieldType.DISPLAY) else Guess(FieldType.CATEGORY, 0.7)


def _written(field: Field) -> Guess:
    first = field.first
    private = is_private(field.label) or is_private(first.attribute("placeholder") or "")
    if private or is_private_name(first.name):
        return Guess(FieldType.PRIVATE, 0.9)
    named, sure = _named(field)
    vague = first.name in _ANY_LETTER and named not in (None, FieldType.KEYWORD)
    if first.kind == "search" or (_takes_terms(first) and not vague):
        # A box for terms that asks for them itself is one, whatever its label says further: "filter the data" has
        # a word for dates of another language in it.
        asks = named_in_label(first.attribute("placeholder") or "", arranges=False) is FieldType.KEYWORD
        if named is not None and named not in _SEARCHED and not asks:
            return Guess(named, 0.7)
        return Guess(FieldType.KEYWORD, 0.95 if named in (FieldType.KEYWORD, None) else 0.85)
    if first.kind == "textarea":
        return Guess(FieldType.PRIVATE, 0.8)
    if first.options:
        domain = domain_of(offered(field))
        if domain.firm:
            return Guess(domain.type, 0.85)
        if named is None:
            return Guess(FieldType.CATEGORY, 0.6)
    if first.kind in ("number", "range"):
        return Guess(named, 0.95) if named in _NUMBERS and named is not None else Guess(FieldType.NUMBER, 0.9)
    if named is None:
        return Guess(FieldType.OTHER, 0.3)
    return Guess(named, min(sure, 0.6) if named is FieldType.CATEGORY else sure)


def _named(field: Field) -> tuple[FieldType | None, float]:
    """By label, internal name, prompt in the field and label of the whole, in this order; agreement makes sure."""
    first = field.first
    hint = first.attribute("placeholder") or ""
    arranges = field.finite
    label = named_in_label(field.label, arranges=arranges)
    names = (first.name, first.attribute("id") or "")
    name = next((found for text in names if (found := named_in_name(text, arranges=arranges))), None)
    if label is FieldType.DATE and name in PARTS_OF_DATES and name is not None:
        return name, 0.85
    if label is not None:
        return label, 0.95 if name is label else 0.85 if name is None else 0.75
    # Where no group has the words for both ends, they often stand right before the first one.
    around = field.shared_label or " ".join(first.before.split()[-_WORDS_BEFORE:])
    only_an_end = all(word in ENDS for word in words(field.label))
    whole = named_in_label(around, arranges=arranges) if only_an_end else None
    whole = whole if whole in _OF_A_WHOLE else None
    if name is not None and name not in (FieldType.KEYWORD, FieldType.CATEGORY):
        return name, 0.85 if whole is name else 0.7
    other = named_in_label(hint, arranges=arranges) if hint != field.label else None
    return next(((type_, sure) for type_, sure in ((other, 0.7), (whole, 0.7), (name, 0.6)) if type_), (None, 0.0))


def _takes_terms(control: Control) -> bool:
    """`p1` counts something; `q` and `keyword2` take terms."""
    name = term_name(control)
    if control.kind == "textarea":
        return name in ("q", "query", "search", "keyword", "keywords")
    return name in TERM_NAMES and control.kind in ("text", "search")
