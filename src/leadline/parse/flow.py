"""The reading order of a page: all its words in one list, and where elements begin and end in it.

Walking text nodes in Python is too slow for every page of a crawl. Instead a mark is put into the tree
before and after each element of interest, the whole text is read with one call, and cut at the marks.
A mark is a number between two NUL characters. No page can forge one: the HTML standard lets no NUL into a
tree (`&#0;` and a NUL in the source become U+FFFD or vanish), and `tame` removes them from the source.

Text nodes are joined by U+001F, which `str.split` counts as white space, so words of adjacent cells and
blocks stay apart; the mark `GLUE` takes it back where only an inline tag stands within a word.

Marks nest as the elements do, so one pass in document order hands down what elements mean for the controls within
them (`Around`): each marked element's surroundings are those of the marked element around it, changed by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible

MOST_WORDS = 200_000
"""Words read of one page: a long novel."""
_BETWEEN = "\x1f"
_GLUE = b"\0-\0"
_GLUED = (f"{_BETWEEN}\0-\0{_BETWEEN}", f"\0-\0{_BETWEEN}", "\0-\0")
"""What goes, in this order: the second and third are left where two glued edges meet."""


class Region(IntEnum):
    """What a marked element does to the words within it."""

    PLAIN = 0
    UNREAD = 1
    """Its text is dropped: scripts and styles."""
    UNSEEN = 2
    """Its text is no part of what a reader sees, but still names the links and controls within."""
    POINT = 3
    """It has no content."""


_UNREAD, _UNSEEN, _POINT = Region.UNREAD, Region.UNSEEN, Region.POINT
# Looking a member up in its class costs more than the rest of a step in the loop that uses these.


@dataclass(slots=True)
class Flow:
    """The words of a page, and by number of mark the place of every marked element.

    Plain lists, because a value object a mark would cost more than all the cutting.
    """

    start: list[int]
    """First word; −1 where an element stands outside of the body."""
    end: list[int]
    """One past the last word."""
    seen: list[bool]
    """Whether `start` and `end` count in `words` or in `unseen`."""
    around: list[int]
    """Number of the nearest marked ancestor, or −1."""
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
        node.insert_after(after)
        return number

    def at(self, node: LexborNode) -> int:
        """Mark an element that has no content."""
        number = len(self._regions)
        self._regions.append(Region.POINT)
        self._nodes.append(node)
        node.insert_before(_WRITTEN[number][0] if number < 2_048 else _written(number)[0])
        return number

    def glue(self, node: LexborNode) -> None:
        """Say that an inline element's edges are no word boundaries where they touch text.

        Where white space or another mark stands at the edge the words end there anyhow, which holds for most
        edges of most pages: looking is cheaper than gluing and taking the glue out again.
        """
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
        marks = [node.prev for node in self._glued_before] + [node.next for node in self._glued_after]
        for mark in marks:
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


# ── what the elements around a control mean for it ────────────────────────────────────────────────────────

_MOST_NESTED = 8
"""Fieldsets or labels around one control that are kept; the innermost ones."""


@dataclass(frozen=True, slots=True)
class Group:
    """A marked element that means something for the controls within it."""

    tag: str
    """`form`, `fieldset`, `legend`, `label`, or empty for one that only hides."""
    node: LexborNode
    attributes: Mapping[str, str | None]
    invisible: Invisible | None = None


class Surroundings(NamedTuple):
    """Numbers are those of marks."""

    form: int = -1
    """The nearest form around."""
    disabled: bool = False
    invisible: Invisible | None = None
    withheld: Invisible | None = None
    """Why it is not seen even where its form is: a form that is hidden as a whole is opened by a script."""
    fieldsets: tuple[int, ...] = ()
    """Outermost first."""
    labels: tuple[int, ...] = ()
    """Outermost first."""


_NOTHING = Surroundings()


class Around:
    """The surroundings of every mark on a page."""

    def __init__(self, flow: Flow, groups: Mapping[int, Group]) -> None:
        self._within: dict[int, Surroundings] = {-1: _NOTHING}
        self._groups = groups
        self.legends: dict[int, int] = {}
        """Fieldset → its legend: the first one that is its child."""
        self.forms_nest = False
        """A form within a form: the author closed one where the standard does not."""
        self._above = flow.around
        self.groups = [number for number in flow.order if number in groups]
        """Marks that mean something, in document order."""
        for number in self.groups:
            self._within[number] = self._inside(number, groups[number], self._outside(number))

    def __getitem__(self, number: int) -> Surroundings:
        found = self._within.get(number)
        return self._outside(number) if found is None else found

    def _outside(self, number: int) -> Surroundings:
        """Of the nearest mark around that means something. Most marks are links, which change nothing for what
        is within them: those passed on the way are remembered, so that deep nesting is climbed once."""
        within, above = self._within, self._above
        passed = []
        while (found := within.get(number := above[number])) is None:
            passed.append(number)
        for number in passed:
            within[number] = found
        return found

    def _inside(self, number: int, group: Group, outer: Surroundings) -> Surroundings:
        if group.tag == "form":
            self.forms_nest |= outer.form >= 0
            return outer._replace(form=number, withheld=None)
        if group.tag == "fieldset":
            disabled = outer.disabled or "disabled" in group.attributes
            return outer._replace(disabled=disabled, fieldsets=(*outer.fieldsets, number)[-_MOST_NESTED:])
        if group.tag == "legend":
            return self._legend(number, group, outer)
        if group.tag == "label":
            return outer._replace(labels=(*outer.labels, number)[-_MOST_NESTED:])
        withheld = outer.withheld or group.invisible
        return outer._replace(invisible=outer.invisible or group.invisible, withheld=withheld)

    def _legend(self, number: int, group: Group, outer: Surroundings) -> Surroundings:
        """Controls in the first legend of a disabled fieldset stay enabled (HTML 4.10.19.5)."""
        parent = group.node.parent
        if not outer.fieldsets or parent is None:
            return outer
        fieldset = outer.fieldsets[-1]
        if parent.mem_id != self._groups[fieldset].node.mem_id or fieldset in self.legends:
            return outer
        self.legends[fieldset] = number
        return outer._replace(disabled=any(self._within[n].disabled for n in outer.fieldsets[-2:-1]))
