"""What is said about the fields of a form: their labels, where those come from, how sure we are, their groups."""

from dataclasses import dataclass
from enum import StrEnum


class LabelSource(StrEnum):
    """Where a label comes from."""

    ARIA_LABELLEDBY = "aria-labelledby"
    ARIA_LABEL = "aria-label"
    LABEL = "label"
    """The author's own `<label>`."""
    TITLE = "title"
    PLACEHOLDER = "placeholder"
    LEGEND = "legend"
    LEFT = "text-left"
    ABOVE = "text-above"
    RIGHT = "text-right"
    BELOW = "text-below"
    GROUP = "group"
    """The label that a field shares with its neighbours: the parts of a date, the ends of a range."""
    OPTION = "option"
    """The first option of a select, where it asks for a choice: "Select a make"."""
    VALUE = "value"
    """The text an empty field is filled with: "Enter a city"."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together."""

    kind: str
    """`fieldset`, `range`, `date`, or `row` for others that share a label."""
    label: str
    members: tuple[int, ...]
    """Numbers of the fields, in the order of the answer."""


@dataclass(frozen=True, slots=True)
class FieldLabel:
    """One field: a control, or all radios or checkboxes of one name."""

    places: tuple[int, ...]
    """`Control.place` of each of its controls."""
    label: str = ""
    source: LabelSource = LabelSource.NONE
    confidence: float = 0.0
    """Share of labels as sure as this one that are right; without a label, that there is none to be seen."""
    values: tuple[str, ...] = ()
    """What a reader sees for each value: one a radio or checkbox, or one an option."""
    group: Group | None = None
