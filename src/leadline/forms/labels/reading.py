"""Labels of all fields of a form: the author's own word first, then what a reader would take for one.

1. the accessible name (`names`);
2. the text that all fields of the form, solved together, leave to this one (`match`), by structure and layout;
3. the label of the composite it is part of, or of the field it continues on the same line;
4. the prompt in it: the first option of a select, the text an empty field is filled with.

Fields that belong together get a group: composites, continued lines, fieldsets.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from leadline.forms.labels.claims import Claim, Key, Role, claims_of, composites, says_end
from leadline.forms.labels.features import side_of
from leadline.forms.labels.matching import Match, Model, match, shipped
from leadline.forms.labels.names import Reading, hinted_name, linked_name, prompt_of
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.boxes import Text, Widget
from leadline.forms.layout.source import Source, scene_of
from leadline.model.field import CHOICES, Field, FieldGroup, LabelSource, fields_of
from leadline.model.form import Control, Form

_INHERITED = 0.9  # of a composite's confidence, what is left for a part that has no text of its own; set by hand
_CONTINUED = 0.8
MOST_MEMBERS = 200
"""Fields of one group. What holds more of them together says nothing about any; and each of them names all others,
so that 0.5 MB of fields in one fieldset were 835 MB of answer."""


def _group(
    fields: list[Field], composed: Sequence[FieldGroup], matches: Mapping[Key, Match], surroundings: Surroundings
) -> None:
    """Give the fields their groups; parts without a text of their own get the label of the whole."""
    for composite in composed:
        _compose(fields, composite, matches.get((Role.GROUP, fields[composite.members[0]].first.place)))
    seen = {widget.place: widget for widget in surroundings.fillable}
    for number in range(1, len(fields)):
        before, field = fields[number - 1], fields[number]
        own, earlier = matches.get((Role.FIELD, field.first.place)), seen.get(before.first.place)
        if field.label or field.control != before.control or field.control in CHOICES:
            continue  # no further box of the same kind, as of a phone number in three
        if own is not None and earlier is not None and _on_its_line(own.claim, earlier, surroundings):
            _continue(fields, number)
    _fieldsets(fields)


def _compose(fields: list[Field], composite: FieldGroup, own: Match | None) -> None:
    first = fields[composite.members[0]]
    label, confidence = "", 0.0
    if own is not None and own.text is not None:
        label, confidence = tidy(own.text.words), own.confidence
    if not label and not says_end(first.label):
        label, confidence = first.label, first.label_confidence
    if not label and (legends := first.first.legends):
        label, confidence = legends[-1], 0.5
    group = replace(composite, label=label)
    for member in composite.members:
        fields[member] = replace(fields[member], group=group)
        if not fields[member].label and label:
            fields[member] = _shares(fields[member], label, _INHERITED * confidence)


def _shares(field: Field, label: str, confidence: float) -> Field:
    return replace(field, label=label, label_source=LabelSource.GROUP, label_confidence=confidence)


def _on_its_line(claim: Claim, earlier: Widget, surroundings: Surroundings) -> bool:
    """Beside the field before it, with no text in between."""
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


def understood(form: Form, source: Source, model: Model | None = None) -> tuple[Field, ...]:
    fields = fields_of(form)
    linked = {c.place: name for c in form.fields if (name := linked_name(c, source)) is not None}
    settled = {place for place, (_, where, _) in linked.items() if where is LabelSource.LABEL}
    scene = scene_of(source, form)
    surroundings = Surroundings(scene)
    composed = composites(fields)
    claims = claims_of(form, scene, source.controls, settled, composed)
    matches = dict(zip(claims, match(list(claims.values()), surroundings, model or shipped()), strict=True))

    def read(role: Role, control: Control) -> Reading:
        name = linked.get(control.place) or hinted_name(control) if role is not Role.GROUP else None
        if name is not None:
            return tidy(name[0]), *name[1:]
        got = matches.get((role, control.place))
        if got is not None and got.text is not None:
            where = LabelSource.LEGEND if got.text.style.legend else source_of(got.claim, got.text)
            return tidy(got.text.words), where, got.confidence
        prompt = prompt_of(control) if role is Role.FIELD else None
        return prompt or ("", LabelSource.NONE, got.confidence if got is not None else 0.0)

    seen = (control.legends for control in form.fields if control.invisible is None)
    inside = Counter(legends[:depth] for legends in seen for depth in range(1, len(legends) + 1))
    found = [_in_fieldset(labelled(field, read), inside) for field in fields]
    _group(found, composed, matches, surroundings)
    return tuple(found)


def _in_fieldset(field: Field, inside: Mapping[tuple[str, ...], int]) -> Field:
    """A field of several controls is called by the innermost legend around them, if nothing else to fill in stands
    in that fieldset; `inside` counts what does."""
    legends = field.first.legends
    if len(field.controls) == 1 or not legends or any(control.legends != legends for control in field.controls):
        return field
    seen = sum(control.invisible is None for control in field.controls)
    if inside[legends] != seen or not legends[-1]:
        return field
    return replace(field, label=tidy(legends[-1]), label_source=LabelSource.LEGEND, label_confidence=0.97)


def labelled(field: Field, read: Callable[[Role, Control], Reading]) -> Field:
    """A field with what is read for it and for its values: `read` gives a label, where from and how sure."""
    if field.control not in CHOICES:
        values = tuple(option.label for option in field.first.options)
        return Field(field.controls, *read(Role.FIELD, field.first), values)
    found = [read(Role.VALUE, control) for control in field.controls]
    own = found[0] if len(found) == 1 else read(Role.GROUP, field.first)
    return Field(field.controls, *own, tuple(label for label, _, _ in found))


def source_of(claim: Claim, text: Text) -> LabelSource:
    """Where a text lies as seen from what claims it."""
    return LabelSource(f"text-{side_of(claim, text).removesuffix('-aside')}")


def tidy(text: str) -> str:
    """A label without the signs around it.

    >>> tidy("* Author (last name) : *"), tidy("Price from:"), tidy("?")
    ('Author (last name)', 'Price from', '?')
    """
    return text.strip(" \t\n:*：•·|»›>-–—,;") or text.strip()
