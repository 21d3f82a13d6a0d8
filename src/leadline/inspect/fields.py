"""Controls of one form → fields as people count them: radios and checkboxes of one name are one field.

Only what the markup says; what a field *means* (label, type, group) is not judged here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from leadline.forms.labels.claims import CHOICES, grouped, together
from leadline.model.form import BUTTONS, Control, Form, Option
from leadline.model.page import Page

_CONSTRAINTS = (
    "maxlength",
    "minlength",
    "pattern",
    "min",
    "max",
    "step",
    "size",
    "autocomplete",
    "inputmode",
    "accept",
)
_COUNTS = frozenset({"maxlength", "minlength", "size"})
_MOST_DIGITS = 16
"""A longer number is none that anybody meant; JSON's readers lose digits from here on."""
_LONGEST = 1_000
"""Characters of a constraint as written."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in: one control, or all radios or checkboxes of one name."""

    controls: tuple[Control, ...]

    @property
    def first(self) -> Control:
        return self.controls[0]

    @property
    def name(self) -> str:
        return self.first.name

    @property
    def control(self) -> str:
        return self.first.kind

    @property
    def required(self) -> bool:
        return any(c.required for c in self.controls)

    @property
    def multiple(self) -> bool:
        """Several values can be chosen at once."""
        several = self.control == "select-multiple" or self.first.attribute("multiple") is not None
        return several or (self.control == "checkbox" and len(self.controls) > 1)

    @property
    def default(self) -> str | list[str] | None:
        """What is sent if nobody touches it: a list where several can be chosen, None where nothing is sent."""
        if self.control in CHOICES:
            checked = [c.value for c in self.controls if c.checked]
            return checked if self.multiple else (checked[0] if checked else None)
        if self.control == "select-multiple":
            return [o.value for o in self.first.options if o.selected and not o.disabled]
        return self.first.value

    @property
    def values(self) -> tuple[Option, ...]:
        """What can be chosen: options, suggestions of a datalist, or one for each radio or checkbox."""
        if self.control in CHOICES:
            return tuple(
                Option(c.value, beside(c), selected=c.checked, disabled=c.disabled) for c in self.controls
            )
        return self.first.options

    @property
    def constraints(self) -> dict[str, str | int | bool]:
        """What the markup demands of a value, as written; lengths are numbers."""
        found: dict[str, str | int | bool] = {}
        for name in _CONSTRAINTS:
            written = self.first.attribute(name)
            if written is not None:
                counts = (
                    name in _COUNTS and written.isascii() and written.isdigit() and len(written) < _MOST_DIGITS
                )
                found[name] = int(written) if counts else written[:_LONGEST]
        if self.multiple:
            found["multiple"] = True
        return found


def fields_of(form: Form) -> tuple[Field, ...]:
    """The fields of a form in the order of their first controls."""
    return tuple(map(Field, grouped(form)))


def loose_fields_of(page: Page) -> tuple[Field, ...]:
    """Fields that belong to no form: search boxes of today often stand alone and are sent by a script."""
    controls = (c for c in page.loose_controls if c.kind not in BUTTONS and c.kind != "hidden")
    return tuple(map(Field, together(controls)))


def beside(control: Control) -> str:
    """The words that stand at one radio or checkbox: its own label, else what follows, else what precedes."""
    return _first_of([_joined(control.labels), control.after, control.before])


def _joined(labels: Iterable[str]) -> str:
    """Pages that repeat an id give its first control the labels of all: one of each is enough to read."""
    return " ".join(dict.fromkeys(labels))


def _first_of(texts: Iterable[str]) -> str:
    return next((text.strip() for text in texts if text.strip()), "")
