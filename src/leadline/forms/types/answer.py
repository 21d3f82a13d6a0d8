"""What is said about what a field takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

End = Literal["", "low", "high"]
Constraints = Mapping[str, str | int | float | bool]
_NONE: Constraints = MappingProxyType({})


class Type(StrEnum):
    """What a field takes."""

    KEYWORD = "keyword"
    NAME = "name"
    """A title, a person, a company, a model: what things are called."""
    CATEGORY = "category"
    """One of a few values, listed or to be written."""
    DATE = "date"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    PRICE = "price"
    NUMBER = "number"
    ZIP = "zip"
    CITY = "city"
    """Any place that is no region and no country: towns, airports, quarters."""
    REGION = "region"
    COUNTRY = "country"
    LANGUAGE = "language"
    SORT = "sort"
    DISPLAY = "display"
    """How results are shown: how many on a page, in which view or currency."""
    PRIVATE = "private"
    """About the visitor, or a promise of his: never filled in."""
    OTHER = "other"


PARTS_OF_DATES = frozenset({Type.DAY, Type.MONTH, Type.YEAR})
ORDERED = frozenset({Type.DATE, Type.PRICE, Type.NUMBER, *PARTS_OF_DATES})
"""Types that have a less and a more, and so can be ends of a range."""


@dataclass(frozen=True, slots=True)
class FieldType:
    """What one field takes."""

    type: Type
    constraints: Constraints = field(default_factory=lambda: _NONE)
    """What a value must be like, as far as the markup says, in numbers where it means numbers."""
    end: End = ""
    """Which end of a range it is."""
    confidence: float = 0.0
    """Set by hand, one a kind of evidence; see docs/rooms/forms.md for how often types are right."""
