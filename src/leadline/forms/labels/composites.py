"""Fields that are one thing to a reader: the ends of a range, the parts of a date.

`forms.types` tells them, by internal names, options and the words right before them; labels are not known yet. A
composite claims a text of its own ("Price", "Date of birth"); its parts claim theirs ("from", "to", "month").
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.forms.types.lexicon import AND, BETWEEN, DAY, FILLING, HIGH, LOW, MONTH, YEAR
from leadline.forms.types.together import types_of
from leadline.lexicon.phrases import phrase
from leadline.lexicon.units import words
from leadline.model.field import Field
from leadline.model.form import Control

_NO_TOPIC = LOW | HIGH | BETWEEN | AND | FILLING
_PARTS = (DAY, MONTH, YEAR)
_WORDS_BEFORE = 6


@dataclass(frozen=True, slots=True)
class Composite:
    """Numbers are those of fields, in the order of the form."""

    kind: str
    """`range` or `date`."""
    members: tuple[int, ...]


def composites(fields: Sequence[Field]) -> list[Composite]:
    """Every composite among the fields of a form; a field is part of one at most."""
    if len(fields) < 2:
        return []
    found: list[Composite] = []
    taken: set[int] = set()
    named = [Field(field.controls, _right_before(field.first)) for field in fields]
    for kind, members in types_of(named).spans:  # dates come first: two of them are a range of theirs
        if taken.isdisjoint(members):
            taken.update(members)
            found.append(Composite(kind, members))
    return sorted(found, key=lambda composite: composite.members)


def _right_before(control: Control) -> str:
    return " ".join(control.before.split()[-_WORDS_BEFORE:])


def says_end(label: str) -> bool:
    """Whether a label names an end or a part, and so not the whole.

    >>> says_end("From:"), says_end("Price"), says_end("")
    (True, False, True)
    """
    return all(word in _NO_TOPIC or any(part.search(phrase(word)) for part in _PARTS) for word in words(label))
