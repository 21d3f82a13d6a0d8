"""A field of a form, from its markup to the planner's hands, and a form that is understood.

One value on the whole way. The markup gives its controls (`fields_of`), `leadline.forms.labels` what a reader
calls it, `leadline.forms.types` what it takes, `leadline.harvest.source` what a planner has to know; each hands on
a copy that says more (`dataclasses.replace`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from leadline.model.form import Control, Form, Option
from leadline.model.page import cached_property

CHOICES = frozenset({"radio", "checkbox"})
End = Literal["", "low", "high"]
Constraints = Mapping[str, str | int | float | bool]
_NONE: Constraints = MappingProxyType({})


class FieldType(StrEnum):
    """What a field takes."""

    KEYWORD = "keyword"
    NAME = "name"  # a title, a person, a company, a model: what things are called
    CATEGORY = "category"  # one of a few values, listed or to be written
    DATE = "date"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    PRICE = "price"
    NUMBER = "number"
    ZIP = "zip"
    CITY = "city"  # any place that is no region and no country: towns, airports, quarters
    REGION = "region"
    COUNTRY = "country"
    LANGUAGE = "language"
    SORT = "sort"
    DISPLAY = "display"  # how results are shown: how many on a page, in which view or currency
    PRIVATE = "private"  # about the visitor, or a promise of his: never filled in
    OTHER = "other"


PARTS_OF_DATES = frozenset({FieldType.DAY, FieldType.MONTH, FieldType.YEAR})
ORDERED = frozenset({FieldType.DATE, FieldType.PRICE, FieldType.NUMBER, *PARTS_OF_DATES})
"""Types that have a less and a more, and so can be ends of a range."""


TYPED = frozenset({"number", "range", "date", "datetime-local", "month", "week", "time", "color"})
"""Inputs that browsers empty of everything that is not of their kind."""


class LabelSource(StrEnum):
    """Where a label comes from."""

    ARIA_LABELLEDBY = "aria-labelledby"
    ARIA_LABEL = "aria-label"
    LABEL = "label"  # the author's own `<label>`
    TITLE = "title"
    PLACEHOLDER = "placeholder"
    LEGEND = "legend"
    LEFT = "text-left"
    ABOVE = "text-above"
    RIGHT = "text-right"
    BELOW = "text-below"
    GROUP = "group"  # the label that a field shares with its neighbours: the parts of a date, the ends of a range
    OPTION = "option"  # the first option of a select, where it asks for a choice: "Select a make"
    VALUE = "value"  # the text an empty field is filled with: "Enter a city"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together."""

    kind: str  # `fieldset`, `range`, `date`, or `row` for others that share a label
    label: str
    members: tuple[int, ...]  # numbers of the fields, in the order of the form
    names: tuple[str, ...] = ()  # internal names of the fields

    @property
    def is_composite(self) -> bool:
        """One thing to a reader: the ends of a range, the parts of a date."""
        return self.kind in ("range", "date")


@dataclass(frozen=True)  # no slots: what planners look up for every query is worked out once
class Field:
    """One thing to fill in: a control, or all radios or checkboxes of one name."""

    controls: tuple[Control, ...]
    label: str = ""
    label_source: LabelSource = LabelSource.NONE
    label_confidence: float = 0.0
    """Share of labels as sure as this one that are right; without a label, that there is none to be seen."""
    value_labels: tuple[str, ...] = ()
    """What a reader sees for each value: one a radio or checkbox, or one an option."""
    group: FieldGroup | None = None
    type: FieldType = FieldType.OTHER
    type_confidence: float = 0.0
    """Set by hand, one a kind of evidence; see docs/rooms/forms.md for how often types are right."""
    end: End = ""  # which end of a range it is
    constraints: Constraints = field(default_factory=lambda: _NONE)
    """What a value must be like, as far as the markup says, in numbers where it means numbers."""
    full_label: str = ""
    """Of an end of a range: its label with what it is an end of ("Price at least"); empty where nothing says."""
    any_value: str | None = None  # of a finite field: see `anything`
    only: frozenset[str] | None = None  # the values that a user left of its choices (`source.toml`); None for all

    @property
    def first(self) -> Control:
        return self.controls[0]

    @property
    def name(self) -> str:
        return self.first.name

    @property
    def control(self) -> str:
        """The kind of its controls."""
        return self.first.kind

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(control.place for control in self.controls)

    @property
    def required(self) -> bool:
        return any(control.required for control in self.controls)

    @property
    def finite(self) -> bool:
        """Select, radio, checkbox: `choices` is its whole domain. Otherwise they are suggestions (a datalist)."""
        return self.control in CHOICES or self.control.startswith("select")

    @property
    def multiple(self) -> bool:
        """Several values can be chosen at once."""
        return self.control == "select-multiple" or (self.control == "checkbox" and len(self.controls) > 1)

    @property
    def selected(self) -> tuple[str, ...]:
        """What is sent if nobody touches it."""
        if self.control in CHOICES:
            return tuple(control.value for control in self.controls if control.checked)
        if self.finite:
            return tuple(option.value for option in self.first.options if option.selected and not option.disabled)
        return (self.first.value,)

    @property
    def default(self) -> str | None:
        """`selected` as one value; None where that is none of the choices."""
        selected = self.selected
        if not selected and self.control == "checkbox":
            return ""
        return selected[0] if len(selected) == 1 else None

    @property
    def standing(self) -> str | None:
        """What a finite field asks for where nobody touches it, as one value; None where that is nothing in
        particular. Several that stand chosen together are none of the choices, each of which asks for less."""
        chosen = self.selected
        said = "\n".join(chosen) if len(chosen) > 1 else self.default or ""
        return None if said == self.anything or (self.multiple and not chosen) else said

    @property
    def wanting(self) -> bool:
        """Whether the form insists on a value that its default does not give."""
        return self.required and not self.default

    @property
    def shared_label(self) -> str:
        """The label of the group it is in, of whichever kind."""
        return self.group.label if self.group is not None else ""

    @property
    def group_label(self) -> str:
        """What stands before both ends of a range or all parts of a date: "Price" where its label is "from"."""
        return self.group.label if self.group is not None and self.group.is_composite else ""

    @property
    def composite(self) -> tuple[str, ...]:
        """Names of all fields of its range or date, itself included."""
        return self.group.names if self.group is not None and self.group.is_composite else ()

    @property
    def called(self) -> str:
        """Its label as a reader understands it."""
        return self.full_label if self.end else self.label

    @cached_property
    def choices(self) -> tuple[Option, ...]:
        """What can be chosen, each value once, with what a reader sees; a checkbox can also be left unchecked."""
        found = {"": Option("", "")} if self.control == "checkbox" else {}
        for option in self._offered():
            if not option.disabled:
                found.setdefault(option.value, Option(option.value, option.label))
        return tuple(option for option in found.values() if self.only is None or option.value in self.only)

    def _offered(self) -> Iterator[Option]:
        if self.control not in CHOICES:
            yield from self.first.options
            return
        for number, control in enumerate(self.controls):
            seen = self.value_labels[number] if self.value_labels else ""
            yield Option(control.value, seen or control.value, disabled=control.disabled)

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The values of a finite field; none for text."""
        return tuple(choice.value for choice in self.choices) if self.finite else ()

    @property
    def anything(self) -> str | None:
        """The value that asks for nothing in particular; None where every choice narrows."""
        return self.any_value if self.finite else ""

    @cached_property
    def narrowing(self) -> tuple[str, ...]:
        """The values of a finite field that ask for something in particular."""
        return tuple(value for value in self.levels if value != self.anything)


def fields_of(form: Form) -> tuple[Field, ...]:
    """The fields of a form, in the order of their first controls: radios and checkboxes of one kind and name are
    one, buttons and hidden values none."""
    groups: dict[object, list[Control]] = {}
    for number, control in enumerate(form.fields):
        shared = control.kind in CHOICES and control.name != ""
        groups.setdefault((control.kind, control.name) if shared else number, []).append(control)
    return tuple(Field(tuple(group)) for group in groups.values())


# ── a form that is understood ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a form is taken for."""

    searchable: float
    kinds: Mapping[str, float]
    """Probabilities of all kinds; `navigation` is among them where a form of choices leads elsewhere."""
    why: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The likeliest; a form called searchable is a search, so that both answers agree."""
        if self.searchable > 0.5:
            return "search"
        return max((kind for kind in self.kinds if kind != "search"), key=lambda kind: self.kinds[kind])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the safety gate says; `refused` holds a reason in words for everything that speaks against the form."""

    refused: tuple[str, ...]
    impossible: tuple[str, ...] = ()
    """Those of the reasons that no user's word can lift: there is nothing to send, or nowhere."""
    pressed: Control | None = field(default=None, compare=False)
    """The button that is pressed, None for the Enter key."""
    proof: str = field(default="", compare=False)  # what proves that the form searches, in a few words

    @property
    def safe(self) -> bool:
        return not self.refused


@dataclass(frozen=True, slots=True)
class UnderstoodForm:
    """One form: what it is for, whether it may be sent, and its fields."""

    form: Form
    judgement: Judgement
    verdict: Verdict
    visible: tuple[Control, ...]  # controls that a reader sees: no traps for robots
    fields: tuple[Field, ...]
