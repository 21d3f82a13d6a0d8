"""What a sketch of a form consists of: boxes, and in them texts, widgets and line breaks.

Boxes are made by `sketch`, given a place by `arrange`, and read through `scene`; after that nobody changes them.
Lengths are pixels of a browser without style sheets.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Union


class Display(Enum):
    """How a box takes part in the layout."""

    INLINE = "inline"
    BLOCK = "block"
    ATOM = "atom"
    """As wide as its content, beside what stands before it: a float, an inline block, a child of a flex box."""
    TABLE = "table"
    ROWS = "rows"
    ROW = "row"
    CELL = "cell"


@dataclass(slots=True, eq=False)
class Rectangle:
    left: float = 0.0
    top: float = 0.0
    width: float = 0.0
    height: float = 0.0

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def put(self, place: "Rectangle") -> None:
        """Move it there."""
        self.left, self.top, self.width, self.height = place.left, place.top, place.width, place.height


@dataclass(slots=True, eq=False)
class Placed(Rectangle):
    """Anything laid out; its rectangle is valid once arranged."""

    rank: int = -1  # position among all texts and widgets of the sketch, in document order
    within: "Box | None" = None
    shown: Rectangle | None = None  # of a text or widget: where a browser put it, if one did (`measured`)


class Style(NamedTuple):
    """What text inherits from the elements around it."""

    bold: bool = False
    size: int = 0  # steps above (or below) ordinary text
    link: bool = False
    label: bool = False  # it stands in a `<label>`
    names: int = -1  # place of the control that its `<label>` names, −1 if none: then it is free for others
    legend: bool = False
    purpose: int = 0  # what class names around it say: 1 a caption, −1 a note, 0 nothing
    look: str = ""
    """Tags and first class names, down from the block it stands in: labels of one form are marked up alike."""


PLAIN = Style()


@dataclass(slots=True, eq=False)
class Text(Placed):
    """A piece of text that no control, line break or block interrupts."""

    words: str = ""
    style: Style = PLAIN
    element: bool = False
    """An element of its own rather than bare text: a neighbour in the same line is another piece."""


@dataclass(slots=True, eq=False)
class Widget(Placed):
    place: int = -1  # the same number as `Control.place`
    kind: str = "text"


@dataclass(slots=True, eq=False)
class Break:
    """The end of a line."""


Item = Union["Box", Text, Widget, Break]


@dataclass(slots=True, eq=False)
class Box(Placed):
    tag: str = ""
    display: Display = Display.BLOCK
    items: list[Item] = field(default_factory=list)
    columns: int = 1  # columns a cell spans
    rows: int = 1  # rows a cell spans; 0 for all that follow
    indent: float = 0.0
    gap: float = 0.0  # space above and below
    widgets: int = 0  # widgets in it that can be filled in, at any depth
    texts: int = 0  # texts in it, at any depth
    row: int = -1  # of a cell: its row in its table, known once arranged
    column: int = -1
    preferred: float = -1.0  # width it would like to have; negative while unknown
