"""Labels of all fields of a form: the author's own word first, then what a reader would take for one.

1. the accessible name (`names`);
2. the text that all fields of the form, solved together, leave to this one (`match`), by structure and layout;
3. the label of the composite it is part of, or of the field it continues on the same line;
4. the prompt in it: the first option of a select, the text an empty field is filled with.
"""

from collections.abc import Mapping, Sequence

from leadline.forms.labels.claims import Claim, Key, Role, claims_of
from leadline.forms.labels.composites import Composite, composites
from leadline.forms.labels.features import side_of
from leadline.forms.labels.groups import Legends, with_groups
from leadline.forms.labels.match import Match, match
from leadline.forms.labels.model import Model, shipped
from leadline.forms.labels.names import SURE, Name, hinted_name, linked_name
from leadline.forms.labels.prompts import prompt_of
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.scene import scene_of
from leadline.forms.layout.source import Source
from leadline.model.field import CHOICES, Field, LabelSource, fields_of
from leadline.model.form import Control, Form

SIDES = {
    "left": LabelSource.LEFT,
    "right": LabelSource.RIGHT,
    "above": LabelSource.ABOVE,
    "above-aside": LabelSource.ABOVE,
    "below": LabelSource.BELOW,
    "below-aside": LabelSource.BELOW,
}


def understood(form: Form, source: Source, model: Model | None = None) -> tuple[Field, ...]:
    """The fields of a form with their labels and groups."""
    fields = fields_of(form)
    linked = {c.place: name for c in form.fields if (name := linked_name(c, source)) is not None}
    settled = {place for place, name in linked.items() if name.source is LabelSource.LABEL}
    scene = scene_of(source, form)
    surroundings = Surroundings(scene)
    composed = composites(fields)
    claims = claims_of(form, scene, source.controls, settled, composed)
    matches = dict(zip(claims, match(list(claims.values()), surroundings, model or shipped()), strict=True))
    reader = _Reader(form, linked, matches)
    labelled = [reader.labelled(field) for field in fields]
    labels = _composite_labels(fields, composed, matches)
    return with_groups(labelled, composed, labels, surroundings, claims)


def _composite_labels(
    fields: Sequence[Field], composed: Sequence[Composite], matches: Mapping[Key, Match]
) -> dict[int, tuple[str, float]]:
    """By number of the composite's first field."""
    found: dict[int, tuple[str, float]] = {}
    for composite in composed:
        got = matches.get((Role.GROUP, fields[composite.members[0]].first.place))
        if got is not None and got.text is not None:
            found[composite.members[0]] = (tidy(got.text.words), got.confidence)
    return found


class _Reader:
    """Reads the labels of one form."""

    def __init__(self, form: Form, linked: Mapping[int, Name], matches: Mapping[Key, Match]) -> None:
        self._legends = Legends(form)
        self._linked = linked
        self._matches = matches

    def labelled(self, field: Field) -> Field:
        if field.control not in CHOICES:
            values = tuple(option.label for option in field.first.options)
            return Field(field.controls, *self._label(Role.FIELD, field.first), values)
        read = [self._label(Role.VALUE, control) for control in field.controls]
        values = tuple(label for label, _, _ in read)
        if len(read) == 1:
            return Field(field.controls, *read[0], values)
        legend = self._legends.only_around(field)
        if legend:
            return Field(field.controls, tidy(legend), LabelSource.LEGEND, 0.97, values)
        return Field(field.controls, *self._matched(Role.GROUP, field.first), values)

    def _label(self, role: Role, control: Control) -> tuple[str, LabelSource, float]:
        name = self._linked.get(control.place) or hinted_name(control)
        if name is not None:
            return tidy(name.text), name.source, SURE[name.source]
        matched = self._matched(role, control)
        if matched[0] or role is Role.VALUE:
            return matched
        prompt = prompt_of(control)
        return matched if prompt is None else prompt

    def _matched(self, role: Role, control: Control) -> tuple[str, LabelSource, float]:
        got = self._matches.get((role, control.place))
        if got is None:
            return "", LabelSource.NONE, 0.0
        if got.text is None:
            return "", LabelSource.NONE, got.confidence
        return tidy(got.text.words), source_of(got.claim, got), got.confidence


def source_of(claim: Claim, got: Match) -> LabelSource:
    if got.text is None:
        return LabelSource.NONE
    return LabelSource.LEGEND if got.text.legend else SIDES[side_of(claim, got.text)]


def tidy(text: str) -> str:
    """A label without the signs around it.

    >>> tidy("* Author (last name) : *"), tidy("Price from:"), tidy("?")
    ('Author (last name)', 'Price from', '?')
    """
    return text.strip(" \t\n:*：•·|»›>-–—,;") or text.strip()
