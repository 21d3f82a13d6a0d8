"""Labels of all fields of a form: the author's own word first, then what a reader would take for one.

1. the accessible name (`names`);
2. the text that all fields of the form, solved together, leave to this one (`match`), by structure and layout;
3. the label of the composite it is part of, or of the field it continues on the same line;
4. the prompt in it: the first option of a select, the text an empty field is filled with.

Fields that belong together get a group: composites, continued lines, fieldsets.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from leadline.forms.labels.claims import Claim, Composite, Key, Role, claims_of, composites, says_end
from leadline.forms.labels.features import side_of
from leadline.forms.labels.matching import Match, Model, match, shipped
from leadline.forms.labels.names import SURE, Name, hinted_name, linked_name, prompt_of
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.boxes import Widget
from leadline.forms.layout.source import Source, scene_of
from leadline.model.field import CHOICES, Field, FieldGroup, LabelSource, fields_of
from leadline.model.form import Control, Form

_INHERITED = 0.9
"""Of a composite's confidence, what is left for a part that has no text of its own; set by hand."""
_CONTINUED = 0.8
MOST_MEMBERS = 200
"""Fields of one group. What holds more of them together says nothing about any; and each of them names all others,
so that 0.5 MB of fields in one fieldset were 835 MB of answer."""


class Legends:
    """Which fieldsets hold one field alone."""

    def __init__(self, form: Form) -> None:
        self._inside = Counter(
            control.legends[:depth]
            for control in form.fields
            if control.invisible is None
            for depth in range(1, len(control.legends) + 1)
        )

    def only_around(self, field: Field) -> str:
        """The innermost legend around a field, if nothing else to fill in stands in that fieldset."""
        legends = field.first.legends
        if not legends or any(control.legends != legends for control in field.controls):
            return ""
        seen = sum(control.invisible is None for control in field.controls)
        return legends[-1] if self._inside[legends] == seen else ""


def with_groups(
    labelled: Sequence[Field],
    found: Sequence[Composite],
    labels: Mapping[int, tuple[str, float]],
    surroundings: Surroundings,
    claims: Mapping[Key, Claim],
) -> tuple[Field, ...]:
    """The fields with their groups; parts without a text of their own get the label of the whole."""
    fields = list(labelled)
    for composite in found:
        _compose(fields, composite, labels.get(composite.members[0]))
    seen = {widget.place: widget for widget in surroundings.fillable}
    for number in range(1, len(fields)):
        if not fields[number].label and _continues(fields[number - 1], fields[number], surroundings, claims, seen):
            _continue(fields, number)
    _fieldsets(fields)
    return tuple(fields)


def _compose(fields: list[Field], composite: Composite, own: tuple[str, float] | None) -> None:
    first = fields[composite.members[0]]
    label, confidence = own or ("", 0.0)
    if not label and not says_end(first.label):
        label, confidence = first.label, first.label_confidence
    if not label and (legends := first.first.legends):
        label, confidence = legends[-1], 0.5
    group = FieldGroup(composite.kind, label, composite.members)
    for member in composite.members:
        fields[member] = replace(fields[member], group=group)
        if not fields[member].label and label:
            fields[member] = _shares(fields[member], label, _INHERITED * confidence)


def _shares(field: Field, label: str, confidence: float) -> Field:
    return replace(field, label=label, label_source=LabelSource.GROUP, label_confidence=confidence)


def _continues(
    before: Field,
    field: Field,
    surroundings: Surroundings,
    claims: Mapping[Key, Claim],
    seen: Mapping[int, Widget],
) -> bool:
    """On the line of the field before it, with no text in between: a phone number in three boxes."""
    one, other = before.first, field.first
    if one.kind in CHOICES or other.kind in CHOICES or one.kind != other.kind:
        return False
    claim = claims.get((Role.FIELD, other.place))
    earlier = seen.get(one.place)
    if claim is None or earlier is None:
        return False
    text = surroundings.before(claim)
    apart = text is not None and text.rank > earlier.rank
    return not apart and min(claim.bottom, earlier.bottom) > max(claim.top, earlier.top)


def _continue(fields: list[Field], number: int) -> None:
    before = fields[number - 1]
    if not before.label or before.label_source in (LabelSource.OPTION, LabelSource.VALUE, LabelSource.PLACEHOLDER):
        return
    members = (*before.group.members, number) if before.group else (number - 1, number)
    if len(members) > MOST_MEMBERS:
        return
    group = FieldGroup(before.group.kind if before.group else "row", before.label, members)
    for member in members:
        fields[member] = replace(fields[member], group=group)
    fields[number] = _shares(fields[number], before.label, _CONTINUED * before.label_confidence)


def _fieldsets(fields: list[Field]) -> None:
    """Fields of one fieldset, where nothing narrower holds them together."""
    by_legend: dict[tuple[str, ...], list[int]] = {}
    for number, field in enumerate(fields):
        if field.first.legends:
            by_legend.setdefault(field.first.legends, []).append(number)
    for legends, members in by_legend.items():
        if len(members) > MOST_MEMBERS:
            continue
        group = FieldGroup("fieldset", legends[-1], tuple(members))
        for member in members:
            if fields[member].group is None:
                fields[member] = replace(fields[member], group=group)


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
    return LabelSource.LEGEND if got.text.style.legend else SIDES[side_of(claim, got.text)]


def tidy(text: str) -> str:
    """A label without the signs around it.

    >>> tidy("* Author (last name) : *"), tidy("Price from:"), tidy("?")
    ('Author (last name)', 'Price from', '?')
    """
    return text.strip(" \t\n:*：•·|»›>-–—,;") or text.strip()
