"""Is this form a search? A judge by rules: evidence weighed by hand, added up as log-odds.

`searchable(form)` is probability-like, `why(form)` gives the pieces that counted, strongest first. The learned
judge (`leadline.forms.kinds`) takes the same `pieces` and weighs them by what it has seen.

What it scores on the development forms, and how those were labelled, is in docs/rooms/forms.md.

Signs are what queries have and other forms hardly ever, without a word for it: the second ground to tell a search.
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

import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import pairwise
from math import exp
from typing import NamedTuple

from leadline.forms import wording
from leadline.forms.evidence import Evidence, attribute, captions, naming
from leadline.forms.types.together import about_the_same, end_of, sure_end
from leadline.gate.controls import quoted
from leadline.lexicon.phrases import says, vocabulary
from leadline.lexicon.tables import words
from leadline.model.field import Field
from leadline.model.form import Control, Form

_ENDS = frozenset({"text", "number", "select-one"})
_SHORT = 10  # letters that a box for a number takes at most, where its author said so
_NUMERIC = 0.6
_WORDS_OF_A_CHOICE = 4
_LOOKED_AT = 60  # fields of one form


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
    numeric = [any(c.isdigit() for c in option.label) for option in control.options[1:]]
    return bool(numeric) and sum(numeric) >= _NUMERIC * len(numeric)


def _number(written: str | None) -> int:
    return int(written) if written and written.isascii() and written.isdigit() and len(written) < 6 else 0


def _leaves_open(radio: Control) -> bool:
    texts = (*radio.labels, radio.after)
    return any(len(words(text)) <= _WORDS_OF_A_CHOICE and says(text, wording.ANY) for text in texts)


SURE = 0.9  # from here on a form counts as a search

_PRIOR = -2.2
_WEIGHTS = tomllib.loads((files(__package__) / "searchable.toml").read_text("utf-8"))
"""Weight and sentence of a piece, by what sort of evidence it is and which of these."""


class Piece(NamedTuple):
    """One piece of evidence: what it weighs here, its name to other judges, and in words."""

    weight: float
    name: str
    sentence: str


def searchable(form: Form, evidence: Evidence | None = None) -> float:
    """How likely this form is a search, 0 to 1."""
    return 1 / (1 + exp(-(_PRIOR + sum(piece.weight for piece in pieces(evidence or Evidence(form))))))


def why(form: Form) -> tuple[str, ...]:
    """What counted for and against, strongest first; a word in front says which."""
    found = sorted(pieces(Evidence(form)), key=lambda piece: -abs(piece.weight))
    return tuple(f"{'for' if piece.weight > 0 else 'against'}: {piece.sentence}" for piece in found)


def pieces(evidence: Evidence) -> Iterator[Piece]:
    form = evidence.form
    yield from _words(evidence)
    if form.role == "search" or any(c.attribute("role") == "searchbox" for c in form.controls):
        yield Piece(3.0, "role", "its role is search")
    if any(c.kind == "search" for c in evidence.visible):
        yield Piece(2.5, "search field", "a field of the type “search”")
    if name := evidence.term_field():
        yield Piece(2.4, "term name", f"a field is named {quoted(name)}, as search terms are")
    if form.method == "get" and attribute(form, "method"):
        yield Piece(0.6, "get", "it is sent with GET")
    elif form.method == "post":
        yield Piece(-0.4, "post", "it is sent with POST")
    yield from _structure(evidence)
    yield from _against(evidence)


def _words(evidence: Evidence) -> Iterator[Piece]:
    """Each place once: ten labels that say "search" are not ten reasons."""
    for where, word in _firsts(evidence.search_words):
        weight, sentence = _WEIGHTS["words"][where]
        text = evidence.in_full(where, word)
        said = f"its action is {text}" if text.startswith("/") else sentence.format(quoted(text))
        yield Piece(weight, f"search in {where}", said)


def _firsts(found: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    first: dict[str, str] = {}
    for where, word in found:
        first.setdefault(where, word)
    return first.items()


def _structure(evidence: Evidence) -> Iterator[Piece]:
    typed, chosen = evidence.typed, evidence.chosen
    if not typed and not chosen:
        yield Piece(-5.0, "nothing to fill", "there is nothing to fill in or to choose")
    elif not typed and any(says(text, wording.GO) for text in evidence.submits) and len(chosen) > 1:
        yield Piece(1.5, "choices", "choices and a button that shows what fits")
    elif len(typed) == 1 and len(chosen) <= 2:
        yield Piece(0.5, "one field", "one field to type in")
    if evidence.choosing is not None:
        weight, sentence = _WEIGHTS["choosing"][evidence.choosing]
        yield Piece(weight, evidence.choosing.value, sentence)


def _against(evidence: Evidence) -> Iterator[Piece]:
    for kind, (weight, sentence) in _WEIGHTS["fields"].items():
        fields = evidence.form.controls if kind in ("password", "file") else evidence.visible
        if any(c.kind == kind for c in fields):
            yield Piece(weight, f"{kind} field", sentence)
    texts = [text for c in evidence.typed for text in (*naming(c), *captions(c))]
    for asked, (weight, sentence) in _WEIGHTS["asked"].items():
        if any(says(text, vocabulary("forms", asked)) for text in texts):
            yield Piece(weight, f"asks for {asked.removesuffix('s').replace('_', ' ')}", sentence)
    for act, word in _firsts(evidence.acts()):
        yield Piece(-4.0, f"button {act}", f"the button says {quoted(evidence.in_full('button', word))}")
    if word_in_action := evidence.action_act():
        yield Piece(-3.5, "action acts", f"its action says {quoted(word_in_action)}")
    if any(wording.CAPTCHA.search(" ".join((c.name, c.attribute("class") or ""))) for c in evidence.form.controls):
        yield Piece(-4.0, "captcha", "a captcha")
