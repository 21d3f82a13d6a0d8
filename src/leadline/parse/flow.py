"""The reading order of a page: all its words in one list, and where elements begin and end in it.

Walking text nodes in Python is too slow for every page of a crawl. Instead a mark is put into the tree
before and after each element of interest, the whole text is read with one call, and cut at the marks.
A mark is a number between two NUL characters. No page can forge one: the HTML standard lets no NUL into a
tree (`&#0;` and a NUL in the source become U+FFFD or vanish), and `tame` removes them from the source.

Text nodes are joined by U+001F, which `str.split` counts as white space, so words of adjacent cells and
blocks stay apart; the mark `GLUE` takes it back where only an inline tag stands within a word.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from selectolax.lexbor import LexborNode

MOST_WORDS = 200_000  # words read of one page: a long novel
_BETWEEN = "\x1f"
_GLUE = b"\0-\0"
_GLUED = (f"{_BETWEEN}\0-\0{_BETWEEN}", f"\0-\0{_BETWEEN}", "\0-\0")
"""What goes, in this order: the second and third are left where two glued edges meet."""


class Region(IntEnum):
    """What a marked element does to the words within it."""

    PLAIN = 0
    UNREAD = 1  # its text is dropped: scripts and styles
    UNSEEN = 2  # its text is no part of what a reader sees, but still names the links and controls within
    POINT = 3  # it has no content


_UNREAD, _UNSEEN, _POINT = Region.UNREAD, Region.UNSEEN, Region.POINT
# Looking a member up in its class costs more than the rest of a step in the loop that uses these.


@dataclass(slots=True)
class Flow:
    """The words of a page, and by number of mark the place of every marked element.

    Plain lists, because a value object a mark would cost more than all the cutting."""

    start: list[int]  # first word; −1 where an element stands outside of the body
    end: list[int]  # one past the last word
    seen: list[bool]  # whether `start` and `end` count in `words` or in `unseen`
    around: list[int]  # number of the nearest marked ancestor, or −1
    order: list[int] = field(default_factory=list)
    """Numbers in document order, ancestors before what is within them."""
    words: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)

    def within(self, number: int, most: int) -> str:
        """The first `most` words."""
        words = self.words if self.seen[number] else self.unseen
        start = self.start[number]
        return " ".join(words[start : min(self.end[number], start + most)])


def _written(number: int) -> tuple[bytes, bytes]:
    return b"\0%d\0" % (2 * number), b"\0%d\0" % (2 * number + 1)


_WRITTEN = tuple(_written(number) for number in range(2_048))
"""Marks of an ordinary page, written once: before and after an element."""


class Marks:
    """Marks put into one tree; `read` turns them into a `Flow`, `take_out` leaves the tree as it was."""

    def __init__(self) -> None:
        self._regions: list[Region] = []
        self._nodes: list[LexborNode] = []
        self._glued_before: list[LexborNode] = []
        self._glued_after: list[LexborNode] = []

    def around(self, node: LexborNode, region: Region = Region.PLAIN) -> int:
        """Mark an element; of two marks on one element the first is the outer one."""
        number = len(self._regions)
        self._regions.append(region)
        self._nodes.append(node)
        before, after = _WRITTEN[number] if number < 2_048 else _written(number)
        node.insert_before(before)
        if region is not _POINT:
            node.insert_after(after)
        return number

    def glue(self, node: LexborNode) -> None:
        """Say that an inline element's edges are no word boundaries where they touch text.

        Where white space or another mark stands at the edge the words end there anyhow, which holds for most
        edges of most pages: looking is cheaper than gluing and taking the glue out again."""
        text = previous.text_content if (previous := node.prev) is not None else None
        if text and not (text[-1].isspace() or text[-1] == "\0"):
            node.insert_before(_GLUE)
            self._glued_before.append(node)
        text = following.text_content if (following := node.next) is not None else None
        if text and not (text[0].isspace() or text[0] == "\0"):
            node.insert_after(_GLUE)
            self._glued_after.append(node)

    def read(self, body: LexborNode) -> Flow:
        text = body.text(separator=_BETWEEN)
        if self._glued_before or self._glued_after:
            text = text.replace(_GLUED[0], "")
            if _GLUED[2] in text:
                text = text.replace(_GLUED[1], "").replace(_GLUED[2], "")
        return _cut(text.split("\0"), self._regions)

    def take_out(self) -> None:
        """Leave the tree as it was. Whatever was put beside an element, its own mark stands next to it; of two on
        one element the later."""
        for mark in [node.prev for node in self._glued_before] + [node.next for node in self._glued_after]:
            _drop(mark)
        for node, region in zip(reversed(self._nodes), reversed(self._regions), strict=True):
            _drop(node.prev)
            if region is not _POINT:
                _drop(node.next)
        self._nodes, self._glued_before, self._glued_after = [], [], []


def _drop(mark: LexborNode | None) -> None:
    if mark is not None:
        mark.decompose()


def _cut(pieces: Sequence[str], regions: Sequence[Region]) -> Flow:
    """Text and numbers alternate in `pieces`; marks nest because elements do."""
    count = len(regions)
    start, end, around, seen = [-1] * count, [-1] * count, [-1] * count, [True] * count
    flow = Flow(start, end, seen, around)
    words, unseen, order = flow.words, flow.unseen, flow.order
    words.extend(pieces[0].split(maxsplit=MOST_WORDS)[:MOST_WORDS])
    open_marks = [-1]
    unread_depth = unseen_depth = 0
    into = words
    for mark, piece in zip(map(int, pieces[1::2]), pieces[2::2], strict=True):
        number = mark >> 1
        region = regions[number]
        if mark & 1:
            open_marks.pop()
            end[number] = len(words) if seen[number] else len(unseen)
            if region:
                if region is _UNREAD:
                    unread_depth -= 1
                else:
                    unseen_depth -= 1
                    into = unseen if unseen_depth else words
        else:
            if into is unseen:
                seen[number] = False
            start[number] = end[number] = len(into)
            around[number] = open_marks[-1]
            order.append(number)
            if region is not _POINT:
                open_marks.append(number)
                if region is _UNREAD:
                    unread_depth += 1
                elif region is _UNSEEN:
                    unseen_depth += 1
                    into = unseen
        if not unread_depth and piece != _BETWEEN and piece and len(into) < MOST_WORDS:
            into += piece.split(maxsplit=MOST_WORDS)[:MOST_WORDS] if len(piece) > MOST_WORDS else piece.split()
    return flow
