"""Which fields belong together, and what they are called together: composites, continued lines, fieldsets."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from leadline.forms.labels.answer import FieldLabel, Group, LabelSource
from leadline.forms.labels.claims import CHOICES, Claim, Key, Role
from leadline.forms.labels.composites import Composite, says_end
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.boxes import Widget
from leadline.model.form import Control, Form

Fields = Sequence[Sequence[Control]]
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

    def only_around(self, field: Sequence[Control]) -> str:
        """The innermost legend around a field, if nothing else to fill in stands in that fieldset."""
        legends = field[0].legends
        if not legends or any(control.legends != legends for control in field):
            return ""
        seen = sum(control.invisible is None for control in field)
        return legends[-1] if self._inside[legends] == seen else ""


def with_groups(
    answers: Sequence[FieldLabel],
    fields: Fields,
    found: Sequence[Composite],
    labels: Mapping[int, tuple[str, float]],
    surroundings: Surroundings,
    claims: Mapping[Key, Claim],
) -> tuple[FieldLabel, ...]:
    """The answers with their groups; parts without a text of their own get the label of the whole."""
    answers = list(answers)
    for composite in found:
        _compose(answers, composite, labels.get(composite.members[0]), fields)
    seen = {widget.place: widget for widget in surroundings.fillable}
    for number in range(1, len(fields)):
        if not answers[number].label and _continues(number, fields, surroundings, claims, seen):
            _continue(answers, number)
    _fieldsets(answers, fields)
    return tuple(answers)


def _compose(
    answers: list[FieldLabel], composite: Composite, own: tuple[str, float] | None, fields: Fields
) -> None:
    first = answers[composite.members[0]]
    label, confidence = own or ("", 0.0)
    if not label and not says_end(first.label):
        label, confidence = first.label, first.confidence
    if not label and (legends := fields[composite.members[0]][0].legends):
        label, confidence = legends[-1], 0.5
    group = Group(composite.kind, label, composite.members)
    for member in composite.members:
        answer = replace(answers[member], group=group)
        if not answer.label and label:
            answer = replace(answer, label=label, source=LabelSource.GROUP, confidence=_INHERITED * confidence)
        answers[member] = answer


def _continues(
    number: int,
    fields: Fields,
    surroundings: Surroundings,
    claims: Mapping[Key, Claim],
    seen: Mapping[int, Widget],
) -> bool:
    """On the line of the field before it, with no text in between: a phone number in three boxes."""
    one, other = fields[number - 1][0], fields[number][0]
    if one.kind in CHOICES or other.kind in CHOICES or one.kind != other.kind:
        return False
    claim = claims.get((Role.FIELD, other.place))
    earlier = seen.get(one.place)
    if claim is None or earlier is None:
        return False
    text = surroundings.before(claim)
    apart = text is not None and text.rank > earlier.rank
    return not apart and min(claim.bottom, earlier.bottom) > max(claim.top, earlier.top)


def _continue(answers: list[FieldLabel], number: int) -> None:
    before = answers[number - 1]
    if not before.label or before.source in (LabelSource.OPTION, LabelSource.VALUE, LabelSource.PLACEHOLDER):
        return
    members = (*before.group.members, number) if before.group else (number - 1, number)
    if len(members) > MOST_MEMBERS:
        return
    group = Group(before.group.kind if before.group else "row", before.label, members)
    for member in members:
        answers[member] = replace(answers[member], group=group)
    answers[number] = replace(
        answers[number], label=before.label, source=LabelSource.GROUP, confidence=_CONTINUED * before.confidence
    )


def _fieldsets(answers: list[FieldLabel], fields: Fields) -> None:
    """Fields of one fieldset, where nothing narrower holds them together."""
    by_legend: dict[tuple[str, ...], list[int]] = {}
    for number, field in enumerate(fields):
        if field[0].legends:
            by_legend.setdefault(field[0].legends, []).append(number)
    for legends, members in by_legend.items():
        if len(members) > MOST_MEMBERS:
            continue
        group = Group("fieldset", legends[-1], tuple(members))
        for member in members:
            if answers[member].group is None:
                answers[member] = replace(answers[member], group=group)
