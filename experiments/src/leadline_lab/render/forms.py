"""Forms as HTML: fields with their labels where the form says they stand, in the rows of the family."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline_lab.anatomy import FormModel, Input, Placement
from leadline_lab.render.controls import LISTS, Ids, alone, box, boxes, button, control, hidden, shows_inside
from leadline_lab.render.rows import Line, Section, arranged
from leadline_lab.render.skins import Skin
from leadline_lab.render.templates import IN_LINE, FormTemplate, RowTemplate
from leadline_lab.render.vocabulary import FORM_WORDS
from leadline_lab.render.writing import Attribute, text_of

_SMALL = 2
"""Fields of a form that fits into a header."""


def form(model: FormModel, skin: Skin, ids: Ids, *, small: bool = False) -> str:
    """A form; `small` if it stands where there is little room."""
    seen = [field for field in model.inputs if field.control != "hidden"]
    fits = small and len([field for field in seen if not field.honeypot]) <= _SMALL
    template = skin.family.compact if fits else skin.family.form
    writer = _Writer(skin, template, ids)
    kept = "".join(hidden(f.name, f.default, skin) for f in model.inputs if f.control == "hidden")
    buttons = " ".join(button(one, skin) for one in model.buttons)
    shown = template.frame.format(
        form=_start(model, skin),
        heading=template.heading.replace("{}", text_of(model.heading)) if model.heading else "",
        hidden="" if skin.habits.hidden_last else kept,
        opening=f"{skin.habits.opening} " if model.searchable and skin.habits.opening else "",
        rows=writer.rows(arranged(seen), template.rows),
        buttons=template.buttons.format(buttons=buttons, hidden=kept if skin.habits.hidden_last else ""),
    )
    marked = model.searchable and skin.habits.names_forms
    return skin.family.searching.replace("{}", shown) if marked else shown


def _start(model: FormModel, skin: Skin) -> str:
    given: list[Attribute] = [("action", model.action)] if model.action else []
    habits = skin.habits
    if model.method == "post":
        given.append(("method", habits.post))
    elif habits.says_get:
        given.append(("method", "get" if habits.post == "post" else "GET"))
    if model.multipart:
        given.append(("enctype", "multipart/form-data"))
    named = skin.names.attribute("form")
    if habits.names_forms:
        words = FORM_WORDS[model.kind].split()
        named = skin.hand.attributes((("class", words[habits.form_word % len(words)]),))
        if model.searchable and skin.family.searching_role:
            given.append(("role", skin.family.searching_role))
    return skin.hand.tag("form", given, named)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A field on its way: its control and its label, both as HTML."""

    control: str
    label: str
    placement: str


class _Writer:
    """Writes the rows of one form."""

    __slots__ = ("_form", "_ids", "_skin")

    def __init__(self, skin: Skin, template: FormTemplate, ids: Ids) -> None:
        self._skin = skin
        self._form = template
        self._ids = ids

    def rows(self, parts: Sequence[Line | Section], rows: RowTemplate) -> str:
        """What nobody sees gets no separator."""
        written: list[str] = []
        for part in parts:
            trap = isinstance(part, Line) and part.inputs[0].honeypot
            if written and not trap:
                written.append(self._form.row_between)
            written.append(self._line(part, rows) if isinstance(part, Line) else self._section(part))
        return "".join(written)

    def _section(self, part: Section) -> str:
        shown = self.rows(part.lines, self._form.inner or self._form.rows)
        count = sum(not line.inputs[0].honeypot for line in part.lines)
        return self._form.section.format(legend=text_of(part.legend), rows=shown, span=count + 1)

    def _line(self, line: Line, rows: RowTemplate) -> str:
        first = line.inputs[0]
        if len(line.inputs) == 1 and not line.head:
            shown = self._shown(first)
            if first.honeypot:
                return self._form.trap.format(hide=self._hide, label=shown.label, field=shown.control)
            return rows.at(shown.placement).format(label=shown.label, field=shown.control)
        if not line.head:
            return self._headless(line.inputs, rows)
        placement: Placement = first.placement if first.placement in ("left", "above") else "left"
        if first.label == line.head:
            return self._headless((replace(first, placement=placement), *line.inputs[1:]), rows)
        label = self._label(line.head, "", required=False)
        return rows.at(placement).format(label=label, field=self._beside(line.inputs))

    @property
    def _hide(self) -> str:
        return self._skin.hand.copy(self._skin.habits.hide)

    def _headless(self, inputs: Sequence[Input], rows: RowTemplate) -> str:
        """Several fields without a text of their own: the first one's label stands for all, if it can."""
        first, others = inputs[0], inputs[1:]
        if first.placement not in ("left", "above") or not first.label:
            return rows.bare.format(label="", field=self._beside(inputs))
        shared = [replace(f, label="") if f.label == first.label else f for f in others]
        own = self._ids.new(first.name) if first.linked and self._skin.habits.tie == "for" else ""
        label = self._label(first.label, own, required=first.required)
        aria = first.label if first.linked and not own else ""
        head = control(first, self._skin, own, aria) if first.control not in LISTS else self._bare(first)
        return rows.at(first.placement).format(label=label, field=self._joined([head], inputs[:1], shared))

    def _bare(self, field: Input) -> str:
        return boxes(field, self._skin, self._form, self._ids)

    def _beside(self, inputs: Sequence[Input]) -> str:
        return self._joined([], (), inputs)

    def _joined(self, shown: list[str], before: Sequence[Input], inputs: Sequence[Input]) -> str:
        """Fields in a line, with a word or a dash between the ends of a range."""
        opening, between = self._skin.habits.joint
        pieces = list(shown)
        previous = before[-1] if before else None
        whole = [*before, *inputs]
        silent = not any(self._speaks(field) for field in inputs)
        for field in inputs:
            one = self._shown(field, colon=False)
            if previous is not None:
                pair = previous.end == "low" and field.end == "high"
                joint = f" {between} " if pair and not self._speaks(field) else " "
                pieces.append(joint if pair else self._skin.habits.date_joint)
            elif opening and silent and field.end == "low" and len(whole) == 2:
                pieces.append(f"{opening} ")
            pieces.append(IN_LINE.at(one.placement).format(label=one.label, field=one.control))
            previous = field
        return "".join(pieces)

    @staticmethod
    def _speaks(field: Input) -> bool:
        return bool(field.label) and field.placement not in ("inside", "missing")

    def _shown(self, field: Input, *, colon: bool = True) -> _Shown:
        if field.control in LISTS:
            return self._list(field)
        habits = self._skin.habits
        placement = field.placement
        if not field.label or placement == "missing":
            aria = field.label if field.linked else ""
            return _Shown(control(field, self._skin, self._id(field), aria), "", "missing")
        if placement == "inside" and shows_inside(field):
            aria = field.label if field.linked else ""
            return _Shown(control(field, self._skin, self._id(field), aria), "", "inside")
        placement = "above" if placement == "inside" else placement
        colon = colon and placement in ("left", "above")
        if not field.linked or habits.tie == "aria":
            aria = field.label if field.linked else ""
            label = self._label(field.label, "", required=field.required, colon=colon)
            return _Shown(control(field, self._skin, self._id(field), aria), label, placement)
        if habits.tie == "wrap":
            return self._wrapped(field, control(field, self._skin, "", ""), placement, colon=colon)
        own = self._ids.new(field.name)
        label = self._label(field.label, own, required=field.required, colon=colon)
        return _Shown(control(field, self._skin, own, ""), label, placement)

    def _id(self, field: Input) -> str:
        return self._ids.new(field.name) if self._skin.habits.ids_everywhere else ""

    def _wrapped(self, field: Input, inner: str, placement: str, *, colon: bool) -> _Shown:
        """Label and control in one `<label>`, which then stands where a control without label does."""
        text = self._text(field.label, required=field.required, colon=colon)
        gap = self._skin.hand.copy("<br>") if placement in ("above", "below") else " "
        both = f"{text}{gap}{inner}" if placement in ("left", "above") else f"{inner}{gap}{text}"
        start = self._skin.hand.tag("label", (), self._skin.names.attribute("label"))
        return _Shown(f"{start}{both}{self._skin.hand.end('label')}", "", "wrapped")

    def _list(self, field: Input) -> _Shown:
        """Radios and checkboxes: a box alone has the label beside it, a list has it as its head."""
        skin, label = self._skin, field.label
        if not alone(field):
            placement = "above" if field.placement == "inside" else field.placement
            head = self._label(label, "", required=field.required) if label and placement != "missing" else ""
            return _Shown(self._bare(field), head, placement if head else "missing")
        choice = field.choices[0] if field.choices else None
        checked = bool(field.default) and (choice is None or choice.value == field.default)
        label = label or (choice.label if choice else "")
        placement = "right" if field.placement == "inside" else field.placement
        if not label or placement == "missing":
            return _Shown(box(field, choice, skin, "", checked=checked), "", "missing")
        if field.linked and skin.habits.tie != "for":
            plain = replace(field, label=label, required=False)
            return self._wrapped(plain, box(field, choice, skin, "", checked=checked), placement, colon=False)
        own = self._ids.new(field.name) if field.linked else ""
        shown = self._label(label, own, required=False, colon=False)
        return _Shown(box(field, choice, skin, own, checked=checked), shown, placement)

    def _label(self, text: str, target: str, *, required: bool, colon: bool = True) -> str:
        """A label's text in its place, tied to the control of that id if one is given."""
        form, hand = self._form, self._skin.hand
        shown = self._text(text, required=required, colon=colon)
        if target:
            shown = form.tied.replace("{for}", hand.attributes((("for", target),))).replace("{text}", shown)
        elif self._skin.habits.loose_labels:
            shown = form.tied.replace("{for}", "").replace("{text}", shown)
        else:
            shown = form.loose.replace("{}", shown)
        return form.label.replace("{}", shown)

    def _text(self, text: str, *, required: bool, colon: bool) -> str:
        mark = self._skin.hand.copy(self._skin.habits.mark) if required else ""
        said = text_of(text.rstrip())
        ends = not colon or not self._skin.habits.colon or said[-1:] in ":?.!…"
        return f"{said}{mark}{'' if ends else self._form.colon}"
