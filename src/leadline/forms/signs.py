"""What queries have and other forms hardly ever, without a word for it: the second ground to tell a search.

A form of lists, ticks and ranges often says nowhere that it searches; its button says "Show cars". What tells it
from a registration or an order is how it asks:

| sign | what is there |
|---|---|
| `choice` | a list or a radio button that leaves the choice open: "Any make", "egal" |
| `choices` | several of them |
| `order` | a control that orders or counts results, beside others |
| `range` | the two ends of one quantity, side by side |
| `shows` | a button that shows or lists something |

>>> from leadline.parse.document import parse_html
>>> html = "<form><select name=m><option>Any make<option>Kia</select><button>Show cars</button></form>"
>>> signs(Evidence(parse_html(html, "http://a.example/").forms[0]))
('choice', 'shows')
"""

from collections.abc import Sequence
from itertools import pairwise

from leadline.forms import wording
from leadline.forms.evidence import Evidence
from leadline.forms.types.ends import about_the_same, end_of, sure_end
from leadline.lexicon.phrases import says
from leadline.lexicon.units import words
from leadline.model.field import Field
from leadline.model.form import Control

_ENDS = frozenset({"text", "number", "select-one"})
_SHORT = 10
"""Letters that a box for a number takes at most, where its author said so."""
_NUMERIC = 0.6
_WORDS_OF_A_CHOICE = 4
_LOOKED_AT = 60
"""Fields of one form."""


def signs(evidence: Evidence) -> tuple[str, ...]:
    """The names of those that are there."""
    left_open = open_choices(evidence)
    found = {
        "choice": left_open > 0,
        "choices": left_open > 1,
        "order": bool(evidence.arranging) and len(evidence.visible) > len(evidence.arranging),
        "range": ranges(evidence) > 0,
        "shows": any(says(text, wording.SHOW) for text in evidence.submits),
    }
    return tuple(name for name, there in found.items() if there)


def open_choices(evidence: Evidence) -> int:
    """How many lists, and groups of radio buttons, may be left open."""
    lists = sum(len(c.options) > 1 and bool(says(c.options[0].label, wording.ANY)) for c in evidence.chosen)
    radios = {c.name for c in evidence.chosen if c.kind == "radio" and _leaves_open(c)}
    return lists + len(radios)


def ranges(evidence: Evidence) -> int:
    """Pairs of neighbours that are the low and the high end of one quantity. Dates do not count: whoever books a
    room gives two as well; nor do "from" and "to" of a journey."""
    fields = [c for c in evidence.visible[:_LOOKED_AT] if c.kind not in ("radio", "checkbox")]
    return sum(_a_range(low, high) for low, high in pairwise(fields))


def _a_range(low: Control, high: Control) -> bool:
    if low.kind not in _ENDS or low.kind != high.kind:
        return False
    one, other = _labelled(low), _labelled(high)
    if end_of(one) != "low" or end_of(other) != "high" or not about_the_same(one, other):
        return False
    return _takes_numbers(low) or bool(sure_end(one) and sure_end(other))


def _labelled(control: Control) -> Field:
    label = control.labels[0] if control.labels else " ".join(control.before.split()[-3:])
    return Field((control,), label)


def _takes_numbers(control: Control) -> bool:
    if control.kind == "number":
        return True
    if control.kind == "text":
        return any(0 < _number(control.attribute(key)) <= _SHORT for key in ("size", "maxlength"))
    return _share_of_numbers([o.label for o in control.options[1:]]) >= _NUMERIC


def _number(said: str | None) -> int:
    return int(said) if said and said.isascii() and said.isdigit() and len(said) < 6 else 0


def _share_of_numbers(labels: Sequence[str]) -> float:
    return sum(any(c.isdigit() for c in label) for label in labels) / len(labels) if labels else 0.0


def _leaves_open(radio: Control) -> bool:
    said = (*radio.labels, radio.after)
    return any(len(words(text)) <= _WORDS_OF_A_CHOICE and says(text, wording.ANY) for text in said)
