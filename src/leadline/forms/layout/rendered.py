"""Where a browser put things: the boxes it noted at the end of a rendered page, read back, and a sketch brought
into their order and to their places.

A note that does not fit the page is no note: it was cut off, the page was changed after it was rendered, or its
author wrote one to mislead. Then the page is laid out roughly, as any other.

Style sheets put things elsewhere than the source has them: a label floated to the left, lifted above its field or
set into another column of a grid. So the items of each box are brought into the order in which they are read: what
stands above goes before what stands below it, left before right on one line, and where neither holds (two columns)
the source decides. Tables stay as they are. What the browser does not show keeps its rough place, far below all
that it shows: the folded part of a form is laid out beside itself.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from leadline.forms.layout.boxes import Box, Break, Display, Item, Rectangle
from leadline.parse.tree import Tree
from leadline.web.geometry import MARK, MOST, UNREAD

_SPACE = " \t\n\f\r"
_LONGEST = 2_000_000  # characters of a note; two lists of `MOST` boxes are shorter
_FARTHEST = 10_000_000  # pixels; browsers lay out no farther


@dataclass(frozen=True, slots=True)
class Measured:
    """Where controls and texts of one page stand; what is not seen has no place."""

    controls: Mapping[int, Rectangle]  # by `Control.place`
    texts: Mapping[int, Rectangle]  # by lexbor's number of a text


def measured(tree: Tree, controls: int) -> Measured | None:
    """The boxes noted in a page with so many controls; None if there are none."""
    note = tree.document.css_first(f"script#{MARK}") if tree.body is not None else None
    noted = _noted(note.text()) if note is not None else None
    if noted is None or tree.body is None:
        return None
    texts = list(_texts(tree.body))
    if len(noted[0]) != controls or len(noted[1]) != len(texts):
        return None
    return Measured(
        {place: box for place, box in enumerate(noted[0]) if box is not None},
        {node.mem_id: box for node, box in zip(texts, noted[1], strict=True) if box is not None},
    )


def _texts(body: LexborNode) -> Iterator[LexborNode]:
    """The texts that the browser counted, in document order."""
    for node in body.traverse(include_text=True):
        read = node.tag == "-text" and (node.text_content or "").strip(_SPACE)
        if read and (parent := node.parent) is not None and parent.tag not in UNREAD:
            yield node


_Boxes = list[Rectangle | None]


def _noted(note: str) -> tuple[_Boxes, _Boxes] | None:
    try:
        noted = json.loads(note) if len(note) <= _LONGEST else None
    except (ValueError, RecursionError):
        return None
    lists: list[object] = [noted.get(name) for name in ("controls", "texts")] if isinstance(noted, dict) else []
    found = [[*map(_box, boxes)] for boxes in lists if isinstance(boxes, list) and len(boxes) <= 2 * MOST]
    return (found[0], found[1]) if len(found) == 2 else None


def _box(noted: object) -> Rectangle | None:
    """None also for what is no box: nobody sees it."""
    if not isinstance(noted, list) or len(noted) != 4 or not all(_is_length(number) for number in noted):
        return None
    box = Rectangle(*map(float, noted))
    return box if box.width > 0 and box.height > 0 else None


def _is_length(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < _FARTHEST


def around(boxes: Sequence[Rectangle]) -> Rectangle:
    """The smallest rectangle that holds all of them.

    >>> around([Rectangle(0, 0, 10, 10), Rectangle(20, 5, 10, 10)])
    Rectangle(left=0, top=0, width=30, height=15)
    """
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rectangle(left, top, right - left, bottom - top)


_TABLES = (Display.TABLE, Display.ROWS, Display.ROW)
_MOST_ITEMS = 200  # items of one box that are compared each with each
_TOUCHING = 2.0  # pixels by which neighbours may overlap
_SAME_LINE = 0.4
_FAR = 2_000.0


def read_in_order(sketch: Box) -> None:
    """Bring the items of all boxes into reading order; before anything is numbered."""
    boxes = _inside_out(sketch)
    places: dict[int, Rectangle] = {}
    for box in boxes:
        seen = [place for item in box.items if (place := _place(item, places)) is not None]
        if seen:
            places[id(box)] = around(seen)
        if box.display not in _TABLES and 1 < len(seen) <= _MOST_ITEMS:
            _reorder(box, places)


def put_as_shown(sketch: Box) -> None:
    """Give what was shown its place on the screen; after the rough layout."""
    boxes = _inside_out(sketch)
    leaves = [item for box in boxes for item in box.items if not isinstance(item, Box | Break)]
    below = max((leaf.shown.bottom for leaf in leaves if leaf.shown is not None), default=0.0) + _FAR
    for leaf in leaves:
        if leaf.shown is None:
            leaf.top += below
        else:
            leaf.put(leaf.shown)
    for box in boxes:
        if inside := [item for item in box.items if not isinstance(item, Break)]:
            box.put(around(inside))


def _inside_out(sketch: Box) -> list[Box]:
    """All boxes, inner ones before those around them."""
    found = [sketch]
    for box in found:
        found.extend(item for item in box.items if isinstance(item, Box))
    return found[::-1]


def _place(item: Item, places: dict[int, Rectangle]) -> Rectangle | None:
    if isinstance(item, Box):
        return places.get(id(item))
    return None if isinstance(item, Break) else item.shown


def _reorder(box: Box, places: dict[int, Rectangle]) -> None:
    """What has no place stays where it is in the list."""
    slots = [(number, place) for number, item in enumerate(box.items) if (place := _place(item, places))]
    order = in_reading_order([place for _, place in slots])
    if order == sorted(order):
        return
    moved = [box.items[slots[number][0]] for number in order]
    for (number, _), item in zip(slots, moved, strict=True):
        box.items[number] = item


def in_reading_order(places: Sequence[Rectangle]) -> list[int]:
    """Numbers of rectangles as they are read: the first in the source that nothing unread precedes comes next.

    >>> field, label = Rectangle(0, 30, 100, 20), Rectangle(0, 0, 60, 20)
    >>> in_reading_order([field, label])
    [1, 0]
    """
    left = list(range(len(places)))
    waits_for = [sum(_precedes(other, place) for other in places) for place in places]
    found: list[int] = []
    while left:
        # Rectangles that overlap may wait for one another in a circle: then the source decides.
        following = next((number for number in left if waits_for[number] == 0), left[0])
        left.remove(following)
        found.append(following)
        for number in left:
            waits_for[number] -= _precedes(places[following], places[number])
    return found


def _precedes(one: Rectangle, other: Rectangle) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    if one.bottom <= other.top + _TOUCHING and one.top < other.top and across > _TOUCHING:
        return True
    beside = one.right <= other.left + _TOUCHING and one.left < other.left
    return beside and down >= _SAME_LINE * min(one.height, other.height)
