"""Who may claim a text as a label: fields, single radios and checkboxes, and groups of them.

Radios and checkboxes of one name are one field. Each of them claims the text of its value; a field of several
also claims a text of its own, standing where its controls stand together.

Fields that are one thing to a reader, the ends of a range or the parts of a date, are composites. `forms.types`
tells them by internal names, options and the words right before them; labels are not known yet. A composite claims
a text of its own ("Price", "Date of birth"); its parts claim theirs ("from", "to", "month").
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from leadline.forms.layout.boxes import Box, Widget
from leadline.forms.layout.source import Scene, boxes_around
from leadline.forms.types.together import types_of
from leadline.forms.types.words import DAY, ENDS, MONTH, YEAR
from leadline.lexicon.phrases import phrase
from leadline.lexicon.tables import words
from leadline.model.field import CHOICES, Field, FieldGroup, fields_of
from leadline.model.form import BUTTONS, Control, Form

_PARTS = (DAY, MONTH, YEAR)
_WORDS_BEFORE = 6


def composites(fields: Sequence[Field]) -> list[FieldGroup]:
    """Every composite among the fields of a form; a field is part of one at most."""
    named = [Field(field.controls, " ".join(field.first.before.split()[-_WORDS_BEFORE:])) for field in fields]
    groups = {field.group for field in types_of(named) if field.group is not None} if len(fields) > 1 else ()
    return sorted(groups, key=lambda group: group.members)


def says_end(label: str) -> bool:
    """Whether a label names an end or a part, and so not the whole.

    >>> says_end("From:"), says_end("Price"), says_end("")
    (True, False, True)
    """
    return all(word in ENDS or any(part.search(phrase(word)) for part in _PARTS) for word in words(label))


_NO_HINT = ("on", "true")  # values that say only that a box is ticked


class Role(Enum):
    """What the text would be for the one who claims it."""

    FIELD = "field"
    VALUE = "value"
    GROUP = "group"


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    role: Role
    controls: tuple[Control, ...]
    widgets: tuple[Widget, ...]
    left: float
    top: float
    right: float
    bottom: float
    around: tuple[Box, ...]  # boxes that hold all its widgets, innermost first
    hints: frozenset[str]
    """Words of its name, id and kind, of a radio or checkbox also of its value: a label often says the same."""
    range: bool = False  # of a group: its members are the ends of a range

    @property
    def first(self) -> int:
        return self.widgets[0].rank

    @property
    def last(self) -> int:
        return self.widgets[-1].rank


def claim_of(
    role: Role, controls: Iterable[Control], by_place: Mapping[int, Widget], *, of_range: bool
) -> Claim | None:
    """None if none of the controls is to be seen."""
    seen = [(control, by_place[control.place]) for control in controls if control.place in by_place]
    if not seen:
        return None
    widgets = tuple(sorted((widget for _, widget in seen), key=lambda widget: widget.rank))
    own = tuple(control for control, _ in seen)
    left, top = min(widget.left for widget in widgets), min(widget.top for widget in widgets)
    right, bottom = max(widget.right for widget in widgets), max(widget.bottom for widget in widgets)
    return Claim(role, own, widgets, left, top, right, bottom, _around(widgets), _hints(role, own[0]), of_range)


def _around(widgets: tuple[Widget, ...]) -> tuple[Box, ...]:
    boxes = tuple(boxes_around(widgets[0]))
    if len(widgets) == 1:
        return boxes
    last = set(map(id, boxes_around(widgets[-1])))
    return tuple(box for box in boxes if id(box) in last)


def _hints(role: Role, control: Control) -> frozenset[str]:
    texts = [control.name, control.attribute("id") or "", control.attribute("autocomplete") or ""]
    if role is Role.VALUE and control.value not in _NO_HINT:
        texts.append(control.value)
    if control.kind not in ("text", "select-one", "select-multiple", "textarea", "radio", "checkbox"):
        texts.append(control.kind)
    return frozenset(word for text in texts for word in words(text) if len(word) > 1)


Key = tuple[Role, int]  # a role, and `Control.place` of the first control it is for


def claims_of(
    form: Form,
    scene: Scene,
    controls: Mapping[int, Control],
    settled: Container[int] = (),
    composed: Sequence[FieldGroup] | None = None,
) -> dict[Key, Claim]:
    """Everything in a scene that claims a text: the form's own fields, then those of other forms.

    `settled` are controls whose label the author linked to them: they claim nothing. `composed` are the form's
    composites, where the caller knows them already."""
    by_place = {widget.place: widget for widget in scene.widgets}
    fields = fields_of(form)
    wanted: list[tuple[Role, Sequence[Control], str]] = []
    for field in fields:
        if field.control not in CHOICES:
            wanted.append((Role.FIELD, field.controls, ""))
            continue
        wanted += [(Role.VALUE, (control,), "") for control in field.controls]
        if len(field.controls) > 1:
            wanted.append((Role.GROUP, field.controls, ""))
    for composite in composites(fields) if composed is None else composed:
        wanted.append((Role.GROUP, [fields[member].first for member in composite.members], composite.kind))
    own = {place for field in fields for place in field.places}
    for place in by_place:
        control = controls.get(place)
        if place not in own and control is not None and control.kind not in BUTTONS and not control.labels:
            wanted.append((Role.VALUE if control.kind in CHOICES else Role.FIELD, (control,), ""))
    found: dict[Key, Claim] = {}
    for role, members, kind in wanted:
        if role is Role.GROUP or members[0].place not in settled:
            claim = claim_of(role, members, by_place, of_range=kind == "range")
            if claim is not None:
                found[role, members[0].place] = claim
    return found


@lru_cache(maxsize=16_384)
def likeness(hints: frozenset[str], text: str) -> float:
    """Share of a text's words that the internal name has too, by their beginnings.

    >>> likeness(frozenset({"fname", "first"}), "First street"), likeness(frozenset({"q"}), "Author")
    (0.5, 0.0)
    """
    text_words = [word for word in words(text) if len(word) > 1][:8]
    if not text_words:
        return 0.0
    return sum(any(_alike(word, hint) for hint in hints) for word in text_words) / len(text_words)


def _alike(word: str, hint: str) -> bool:
    if word == hint:
        return True
    short, long = sorted((word, hint), key=len)
    if short.isdigit():
        return long.startswith(short) and not long[len(short)].isdigit()
    return len(short) >= 3 and (long.startswith(short) or (len(short) >= 4 and short in long))
