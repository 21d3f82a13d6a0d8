"""The boxes that a browser noted at the end of a rendered page (`leadline.web.geometry`), read back.

A note that does not fit the page is no note: it was cut off, the page was changed after it was rendered, or its
author wrote one to mislead. Then the page is laid out roughly, as any other.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from leadline.forms.layout.boxes import Rectangle
from leadline.parse.tree import Tree
from leadline.web.geometry import MARK, MOST, UNREAD

_SPACE = " \t\n\f\r"
_LONGEST = 2_000_000
"""Characters of a note; two lists of `MOST` boxes are shorter."""
_FARTHEST = 10_000_000
"""Pixels; browsers lay out no farther."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Where controls and texts of one page stand; what is not seen has no place."""

    controls: Mapping[int, Rectangle]
    """By `Control.place`."""
    texts: Mapping[int, Rectangle]
    """By lexbor's number of a text."""


def measured(html: str, tree: Tree, controls: int) -> Measured | None:
    """The boxes noted in a page with so many controls; None if there are none."""
    if MARK not in html or tree.body is None:
        return None
    note = tree.document.css_first(f"script#{MARK}")
    told = _told(note.text()) if note is not None else None
    if told is None:
        return None
    texts = list(_texts(tree.body))
    if len(told[0]) != controls or len(told[1]) != len(texts):
        return None
    return Measured(
        {place: box for place, box in enumerate(told[0]) if box is not None},
        {node.mem_id: box for node, box in zip(texts, told[1], strict=True) if box is not None},
    )


def _texts(body: LexborNode) -> Iterator[LexborNode]:
    """The texts that the browser counted, in document order."""
    for node in body.traverse(include_text=True):
        if node.tag == "-text" and (node.text_content or "").strip(_SPACE):
            parent = node.parent
            if parent is not None and parent.tag not in UNREAD:
                yield node


_Boxes = list[Rectangle | None]


def _told(note: str) -> tuple[_Boxes, _Boxes] | None:
    if len(note) > _LONGEST:
        return None
    try:
        told = json.loads(note)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    controls, texts = _boxes(told.get("controls")), _boxes(told.get("texts"))
    return None if controls is None or texts is None else (controls, texts)


def _boxes(told: object) -> _Boxes | None:
    if not isinstance(told, list) or len(told) > 2 * MOST:
        return None
    return [_box(one) for one in told]


def _box(told: object) -> Rectangle | None:
    """None also for what is no box: nobody sees it."""
    if not isinstance(told, list) or len(told) != 4 or not all(_is_length(number) for number in told):
        return None
    left, top, width, height = map(float, told)
    return Rectangle(left, top, width, height) if width > 0 and height > 0 else None


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
