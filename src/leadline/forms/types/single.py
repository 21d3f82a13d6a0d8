"""One field by itself: what the markup says first, then its options, then the words at it."""

from dataclasses import dataclass
from typing import NamedTuple

from leadline.forms.types.answer import ORDERED, PARTS_OF_DATES, Type
from leadline.forms.types.domains import digits_in, domain_of
from leadline.forms.types.lexicon import AND, BETWEEN, FILLING, HIGH, LOW
from leadline.forms.types.words import consents, is_private, is_private_name, named_in_label, named_in_name
from leadline.forms.wording import TERM_NAMES
from leadline.lexicon.units import folded, words
from leadline.model.form import Control

_KINDS = {
    "password": Type.PRIVATE,
    "file": Type.PRIVATE,
    "email": Type.PRIVATE,
    "tel": Type.PRIVATE,
    "date": Type.DATE,
    "datetime-local": Type.DATE,
    "week": Type.DATE,
    "month": Type.DATE,
    "color": Type.OTHER,
    "time": Type.OTHER,
}
_AUTOCOMPLETE = {
    "postal-code": Type.ZIP,
    "address-level2": Type.CITY,
    "address-level1": Type.REGION,
    "country": Type.COUNTRY,
    "country-name": Type.COUNTRY,
    "language": Type.LANGUAGE,
    "transaction-amount": Type.PRICE,
    "transaction-currency": Type.DISPLAY,
    "bday": Type.DATE,
    "bday-day": Type.DAY,
    "bday-month": Type.MONTH,
    "bday-year": Type.YEAR,
    "name": Type.NAME,
    "given-name": Type.NAME,
    "additional-name": Type.NAME,
    "family-name": Type.NAME,
    "organization": Type.NAME,
    "email": Type.PRIVATE,
    "tel": Type.PRIVATE,
    "tel-national": Type.PRIVATE,
    "username": Type.PRIVATE,
    "current-password": Type.PRIVATE,
    "new-password": Type.PRIVATE,
    "one-time-code": Type.PRIVATE,
    "street-address": Type.PRIVATE,
}
_CHOICES = frozenset({"radio", "checkbox"})
_FROM_WORDS = frozenset(
    {Type.CITY, Type.REGION, Type.COUNTRY, Type.LANGUAGE, Type.PRICE, Type.DATE, Type.ZIP, Type.SORT, Type.DISPLAY}
    | PARTS_OF_DATES
)
"""What words may make of a list of choices; a list of authors is still one of choices."""
_ANY_LETTER = frozenset("pkw")
"""Short for terms on some sites, for prices or kilometres on others: the label decides."""
_SEARCHED = frozenset({Type.KEYWORD, Type.NAME, Type.CATEGORY, Type.NUMBER, Type.PRICE, Type.LANGUAGE, Type.SORT})
"""What the words at a search box may speak of without making it anything else."""
_WITH_DIGITS = frozenset({Type.PRICE, Type.ZIP, *PARTS_OF_DATES})
_SAY_AN_END = LOW | HIGH | BETWEEN | AND | FILLING
_OF_A_WHOLE = ORDERED | {Type.CITY, Type.REGION, Type.COUNTRY, Type.ZIP}
_WORDS_BEFORE = 5
_NUMBERS = frozenset({Type.PRICE, Type.ZIP, Type.DISPLAY, Type.NUMBER, Type.DATE, *PARTS_OF_DATES})


@dataclass(frozen=True, slots=True)
class Told:
    """A field as a reader sees it: its controls, its label, the labels of its values, the label of its group."""

    controls: tuple[Control, ...]
    label: str = ""
    values: tuple[str, ...] = ()
    whole: str = ""

    @property
    def first(self) -> Control:
        return self.controls[0]

    @property
    def chosen_from(self) -> bool:
        return self.first.kind.startswith("select") or self.first.kind in _CHOICES

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be chosen, or is suggested."""
        if self.first.kind in _CHOICES:
            return self.values or tuple(control.value for control in self.controls)
        return tuple(option.label or option.value for option in self.first.options)


class Guess(NamedTuple):
    """A type and how sure it is; `possible` is what numbers could be if a neighbour says so."""

    type: Type
    sure: float
    possible: Type | None = None


def guess(told: Told) -> Guess:
    """What one field takes."""
    first = told.first
    if first.kind in _KINDS:
        return Guess(_KINDS[first.kind], 0.98)
    tokens = (first.attribute("autocomplete") or "").lower().split()
    if tokens and (tokens[-1] in _AUTOCOMPLETE or tokens[-1].startswith("cc-")):
        return Guess(_AUTOCOMPLETE.get(tokens[-1], Type.PRIVATE), 0.95)
    if told.chosen_from:
        return _chosen(told)
    return _written(told)


def _chosen(told: Told) -> Guess:
    if told.first.kind in _CHOICES and len(told.controls) == 1:
        return _ticked(told)
    domain = domain_of(told.choices, (option.value for option in told.first.options))
    said, sure = _named(told)
    if said is Type.SORT and domain.type not in PARTS_OF_DATES:
        return Guess(said, 0.9)
    if domain.firm:
        return Guess(domain.type, 0.95 if said is domain.type else 0.9)
    if domain.type is Type.CATEGORY:
        fits = said in _FROM_WORDS and (said not in _WITH_DIGITS or digits_in(told.choices))
        return Guess(said, 0.9 * sure) if said is not None and fits else Guess(Type.CATEGORY, 0.75)
    if said in _NUMBERS and said is not None:
        return Guess(said, 0.9, domain.type)
    if domain.type is Type.DISPLAY:
        return Guess(Type.DISPLAY if said is None else Type.NUMBER, 0.55)
    return Guess(Type.NUMBER, 0.6, domain.type)


def _ticked(told: Told) -> Guess:
    """A box by itself says yes or no; some say yes to a contract."""
    if consents(told.label) or consents(told.first.name):
        return Guess(Type.PRIVATE, 0.85)
    said = named_in_label(told.label)
    return Guess(said, 0.7) if said in (Type.SORT, Type.DISPLAY) else Guess(Type.CATEGORY, 0.7)


def _written(told: Told) -> Guess:
    first = told.first
    private = is_private(told.label) or is_private(first.attribute("placeholder") or "")
    if private or is_private_name(first.name):
        return Guess(Type.PRIVATE, 0.9)
    said, sure = _named(told)
    takes_terms = _takes_terms(first) and not (first.name in _ANY_LETTER and said not in (None, Type.KEYWORD))
    if first.kind == "search" or takes_terms:
        if said is not None and said not in _SEARCHED:
            return Guess(said, 0.7)
        return Guess(Type.KEYWORD, 0.95 if said in (Type.KEYWORD, None) else 0.85)
    if first.kind == "textarea":
        return Guess(Type.PRIVATE, 0.8)
    if first.options:
        domain = domain_of(told.choices)
        if domain.firm:
            return Guess(domain.type, 0.85)
        if said is None:
            return Guess(Type.CATEGORY, 0.6)
    if first.kind in ("number", "range"):
        return Guess(said, 0.95) if said in _NUMBERS and said is not None else Guess(Type.NUMBER, 0.9)
    if said is None:
        return Guess(Type.OTHER, 0.3)
    return Guess(said, min(sure, 0.6) if said is Type.CATEGORY else sure)


def _named(told: Told) -> tuple[Type | None, float]:
    """By label, internal name, prompt in the field and label of the whole, in this order; agreement makes sure."""
    first = told.first
    hint = first.attribute("placeholder") or ""
    arranges = told.chosen_from
    label = named_in_label(told.label, arranges=arranges)
    names = (first.name, first.attribute("id") or "")
    name = next((found for text in names if (found := named_in_name(text, arranges=arranges))), None)
    if label is Type.DATE and name in PARTS_OF_DATES and name is not None:
        return name, 0.85
    if label is not None:
        return label, 0.95 if name is label else 0.85 if name is None else 0.75
    # Where no group has the words for both ends, they often stand right before the first one.
    around = told.whole or " ".join(first.before.split()[-_WORDS_BEFORE:])
    whole = named_in_label(around, arranges=arranges) if _only_an_end(told.label) else None
    whole = whole if whole in _OF_A_WHOLE else None
    if name is not None and name not in (Type.KEYWORD, Type.CATEGORY):
        return name, 0.85 if whole is name else 0.7
    other = named_in_label(hint, arranges=arranges) if hint != told.label else None
    return next(((type_, sure) for type_, sure in ((other, 0.7), (whole, 0.7), (name, 0.6)) if type_), (None, 0.0))


def _only_an_end(label: str) -> bool:
    """Whether a label leaves it to the label of its group to say what it is an end of."""
    return all(word in _SAY_AN_END for word in words(label))


def _takes_terms(control: Control) -> bool:
    """`p1` counts something; `q` and `keyword2` take terms."""
    written = control.name.rpartition(".")[2]
    name = folded("".join(c for c in written if c.isalpha()))
    counted = len(name) == 1 and any(c.isdigit() for c in written)
    if control.kind == "textarea":
        return name in ("q", "query", "search", "keyword", "keywords")
    return name in TERM_NAMES and not counted and control.kind in ("text", "search")
