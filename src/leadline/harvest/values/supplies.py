"""Everything a planner may take values from, in one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leadline.harvest.values.table import LvsTable
from leadline.protocols import ValueSource


@dataclass(frozen=True, slots=True)
class Supplies:
    """What there is to fill text fields with. A planner works on a copy of the table, so a run can be repeated."""

    table: LvsTable = field(default_factory=LvsTable)
    """Explicit entries, built-in categories, experience of earlier crawls."""
    sources: Sequence[ValueSource] = ()
    """Asked where the table has no row, in this order."""
    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values the user gave for one field, by its name."""
    words: Sequence[tuple[str, float]] = ()
    """Words of the form's page and of the topic with weights in 0–1, for boxes that take any word."""
    openers: Sequence[str] = ()
    """Words that open a database in the language of the page."""
    elements: int = 0
    """How many elements the form has in all (HiWE's n); 0: those handed to the planner."""
