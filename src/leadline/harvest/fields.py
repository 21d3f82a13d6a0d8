"""The fields of a form that a planner may fill, with what can be chosen for each.

Left as the page has them: what a reader does not see (honeypots), what is private, how results are sorted and
shown, sliders and colours, and whatever the user set by hand. Two controls of one name are one switch with two
handles: only where both take text can they be set by that name, other doubles are left alone.

Ends of ranges and parts of dates are fields like others; `end` and `group` say that they belong together.

>>> from leadline.forms.understand import understand
>>> from leadline.parse.document import Document
>>> html = '''<form action=/find>Genre <select name=g><option value="">Any<option value=c>Crime</select>
... Title <input name=t> Sort by <select name=s><option>Newest first<option>Oldest first</select>
... <input type=hidden name=lang value=en> <button>Search</button></form>'''
>>> document = Document(html, "http://example.org/")
>>> form = document.page.forms[0]
>>> for field in harvest_fields(form, understand(form, document)):
...     print(field.name, field.label, field.finite, field.levels, repr(field.anything))
g Genre True ('', 'c') ''
t Title False () ''
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from leadline.forms.evidence import Evidence
from leadline.forms.labels.claims import CHOICES, grouped
from leadline.forms.types import Constraints, End, Type
from leadline.forms.types.ends import without_end
from leadline.forms.understand import Understood, UnderstoodField
from leadline.gate.fields import carries_deeds
from leadline.lexicon.phrases import says, vocabulary
from leadline.model.cached import cached_property
from leadline.model.form import Control, Form

_LEFT_ALONE = frozenset({Type.PRIVATE, Type.SORT, Type.DISPLAY})
_NOT_TYPED_IN = frozenset({"password", "file", "range", "color", "hidden"})
_NOTHING = frozenset({"", "0", "-1", "*", "%", "any", "all", "none", "null"})
_OPEN = vocabulary("fields", "open")
_OPEN_WORDS = 4
"""A longer label that has such a word in it ("Books for all ages") is a choice like others."""
_PARTICLE = 2
"""Letters of what may be left of "at least" without its "least"."""
_TOGETHER = frozenset({"range", "date"})


@dataclass(frozen=True, slots=True)
class Level:
    """One thing that can be chosen: what is sent, and what a reader sees."""

    value: str
    label: str


@dataclass(frozen=True)  # no slots: what is looked up for every query is worked out once
class HarvestField:
    """One field a planner may fill."""

    name: str
    label: str
    type: Type
    finite: bool
    """Select, radio, checkbox: `choices` is its whole domain. Otherwise they are suggestions (a datalist)."""
    choices: tuple[Level, ...] = ()
    default: str | None = ""
    """What is sent if nobody touches it; None where that is none of the choices."""
    required: bool = False
    multiple: bool = False
    end: End = ""
    group: tuple[str, ...] = ()
    """Names of all fields of its range or date, itself included."""
    group_label: str = ""
    """What stands before all of them: "Price" where its own label is "at least"."""
    constraints: Constraints = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The values of a finite field; none for text."""
        return tuple(choice.value for choice in self.choices) if self.finite else ()

    @cached_property
    def anything(self) -> str | None:
        """The value that asks for nothing in particular; None where every choice narrows."""
        if not self.finite:
            return ""
        open_ones = [choice.value for choice in self.choices if _is_open(choice)]
        if not open_ones or self.default in open_ones:
            return self.default if open_ones else None
        return open_ones[0]

    @cached_property
    def narrowing(self) -> tuple[str, ...]:
        """The values of a finite field that ask for something in particular."""
        return tuple(value for value in self.levels if value != self.anything)

    @cached_property
    def called(self) -> str:
        """Its label as a reader understands it: "Price at least" for an "at least" after "Price"; empty where it
        says nothing but which end of something it is."""
        if not self.end:
            return self.label
        topic = without_end(self.group_label)
        if topic and topic.casefold() not in self.label.casefold():
            return f"{self.group_label} {self.label}"
        return self.label if topic or len(without_end(self.label)) > _PARTICLE else ""

    @property
    def wanting(self) -> bool:
        """Whether the form insists on a value that its default does not give."""
        return self.required and not self.default


def harvest_fields(
    form: Form, understood: Understood, fixed: Collection[str] = (), language: str | None = None
) -> tuple[HarvestField, ...]:
    """The fields of a form that may be filled; `fixed` are names the user has set. What offers a deed to choose
    (bulk actions of an administration) is none of them."""
    fields = grouped(form)
    doubles = _doubles(fields)
    visible = {control.place for control in Evidence(form).visible}
    return tuple(
        _after_its_beginning(
            [
                _read(controls, told, _members(told, understood.fields, fields))
                for controls, told in zip(fields, understood.fields, strict=True)
                if controls[0].name
                and controls[0].name not in fixed
                and controls[0].name not in doubles
                and controls[0].place in visible
                and _may_be_filled(controls, told)
                and not any(carries_deeds(control, language) for control in controls)
            ]
        )
    )


def _after_its_beginning(fields: Sequence[HarvestField]) -> Iterator[HarvestField]:
    """The end of a range that says of nothing where it ends is that of the beginning before it."""
    before: HarvestField | None = None
    for one in fields:
        follows = before is not None and (before.end, one.end, before.type) == ("low", "high", one.type)
        if follows and before is not None and not one.called:
            yield replace(one, group_label=without_end(before.called))
        else:
            yield one
        before = one


def _doubles(fields: Sequence[Sequence[Control]]) -> frozenset[str]:
    """Names that several fields have, of which one at least is chosen from a list."""
    names = Counter(controls[0].name for controls in fields)
    listed = {controls[0].name for controls in fields if _finite(controls[0])}
    return frozenset(name for name, times in names.items() if times > 1 and name in listed)


def _may_be_filled(controls: Sequence[Control], told: UnderstoodField) -> bool:
    first = controls[0]
    if first.disabled or first.readonly or first.kind in _NOT_TYPED_IN:
        return False
    return told.type.type not in _LEFT_ALONE


def _finite(control: Control) -> bool:
    return control.kind in CHOICES or control.kind.startswith("select")


def _members(
    told: UnderstoodField, all_told: Sequence[UnderstoodField], fields: Sequence[Sequence[Control]]
) -> tuple[str, ...]:
    if told.group is None or told.group.kind not in _TOGETHER:
        return ()
    return tuple(fields[number][0].name for number in told.group.members if number < len(all_told))


def _read(controls: Sequence[Control], told: UnderstoodField, members: tuple[str, ...]) -> HarvestField:
    first = controls[0]
    several = first.kind == "select-multiple" or (first.kind == "checkbox" and len(controls) > 1)
    return HarvestField(
        name=first.name,
        label=told.label,
        type=told.type.type,
        finite=_finite(first),
        choices=tuple(_choices(controls, told)),
        default=_default(controls),
        required=any(control.required for control in controls),
        multiple=several,
        end=told.type.end,
        group=members,
        group_label=told.group.label if told.group is not None and members else "",
        constraints=told.type.constraints,
    )


def _choices(controls: Sequence[Control], told: UnderstoodField) -> Iterator[Level]:
    """Each value once; a checkbox can also be left unchecked."""
    first = controls[0]
    values = told.values
    if first.kind in CHOICES:
        usable = [control.disabled for control in controls]
        sent = [control.value for control in controls]
    else:
        usable = [option.disabled for option in first.options]
        sent = [option.value for option in first.options]
    labels = values if len(values) == len(sent) else [option.label for option in first.options] or sent
    seen: set[str] = set()
    if first.kind == "checkbox":
        seen.add("")
        yield Level("", "")
    for value, label, barred in zip(sent, labels, usable, strict=True):
        if value not in seen and not barred:
            seen.add(value)
            # An empty line of a list asks for nothing, whatever it sends; a box without a text is what it sends.
            yield Level(value, label if first.options else label or value)


def _default(controls: Sequence[Control]) -> str | None:
    first = controls[0]
    if not _finite(first):
        return first.value
    if first.kind in CHOICES:
        chosen = [control.value for control in controls if control.checked]
    else:
        chosen = [option.value for option in first.options if option.selected and not option.disabled]
    if not chosen and first.kind == "checkbox":
        return ""
    return chosen[0] if len(chosen) == 1 else None


def _is_open(choice: Level) -> bool:
    label = choice.label.strip()
    if choice.value == "" or not any(c.isalnum() for c in label):
        return True
    if choice.value.strip().lower() in _NOTHING and label != choice.value:
        return True
    return len(label.split()) <= _OPEN_WORDS and says(label, _OPEN) is not None
