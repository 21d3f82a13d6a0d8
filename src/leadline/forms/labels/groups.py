"""Which fields belong together, and what they are called together: composites, continued lines, fieldsets."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from leadline.forms.labels.claims import Claim, Key, Role
from leadline.forms.labels.composites import Composite, says_end
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.boxes import Widget
from leadline.model.field import CHOICES, Field, FieldGroup, LabelSource
from leadline.model.form import Form

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
