"""What the texts of records look like, as numbers that `roles` goes by.

Of any row: the element of a text, its box, what stands before and after it, the label that may name it. Of a
record's own page also where it stands (before or after the title, under a heading, in a list, in one of several
boxes alike), how much around it leads elsewhere, and how much around it another record's page says as well.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from leadline.answers.records.labels import bare_label, is_label_by_class, is_label_by_tag, may_be_label
from leadline.answers.records.leaves import Leaf
from leadline.answers.records.linked_data import property_of
from leadline.answers.records.nodes import HEADINGS, Node, words_in
from leadline.answers.records.outline import Outline

_INSIDE = ("form", "table", "ul", "ol", "p", "h1", "h2")
_BOXES = frozenset({"table", "dl", "ul", "ol", "section", "article"})
_UP = 3  # boxes from a text to what is read as its surroundings
_BOLD = frozenset({"b", "strong"})
_LONGEST_HEADING = 60  # letters; a longer text is not the name of what follows
_MOST_ALIKE = 200  # a bound on time: siblings that are counted
_Vector = tuple[float, ...]


@dataclass(slots=True)
class InForce:
    """The label that names what comes."""

    leaf: Leaf
    name: str
    alone: bool  # in a text of its own
    used: int = 0  # values that it has named


# ── of any row ────────────────────────────────────────────────────────────────────────────────────────────

_TAGS = ("dt", "dd", "th", "td", "label", "bold", "mark", "span", "a", "div", "li", "p", "line", "heading")
_TAG_OF = {
    "b": "bold", "strong": "bold", "em": "mark", "i": "mark", "u": "mark", "font": "mark", "small": "mark",
    **dict.fromkeys(HEADINGS, "heading"),
}  # fmt: skip

_SAID = 7  # of a text's own part what is said of its neighbours as well
_STRUCTURE = 14  # where the structure of a slot begins
NOTHING_BESIDE = (0.0,) * (6 + _SAID + 7 + 5)


def beside(leaf: Leaf, other: Leaf, slot: _Vector, own: _Vector) -> _Vector:
    """What stands before a text, or after it."""
    alike = other.path.rpartition(":")[0] == leaf.path.rpartition(":")[0]
    return (
        1.0, float(other.line == leaf.line), float(other.path == leaf.path), float(other.node is leaf.node),
        float(other.node.parent is leaf.node.parent), float(alike), *own[:_SAID], own[15], own[17], own[12],
        own[9], slot[5], slot[6], slot[9], *slot[_STRUCTURE : _STRUCTURE + 4], slot[-1],
    )  # fmt: skip


def structure_of(leaf: Leaf, siblings: tuple[int, int, bool]) -> Iterator[float]:
    """What a text's element looks like; `siblings` that say something: how many, its place, text between them."""
    node, tag = leaf.node, _TAG_OF.get(leaf.node.tag, leaf.node.tag)
    own = node.outermost()
    box, (many, place, bare) = own.parent, siblings
    line = node.closest("tr")
    yield from (is_label_by_tag(node), is_label_by_class(node), node.link is not None, tag == "bold")
    yield from (tag == one for one in _TAGS)
    yield from (bool(node.classes), bool(node.children), node.end - node.start > 1, own is not node)
    yield from (math.log1p(many), many == 1, many == 2, many % 2 == 0, place % 2, place == 0)
    yield from (place == many - 1, bare, box is not None and own.start == box.start)
    yield from (box is not None and own.end == box.end, box is not None and box.tag == "tr")
    yield line is not None and any(cell.attr("colspan") or cell.attr("rowspan") for cell in line.children)
    yield node.boilerplate


_NO_FORCE = (0.0,) * 14


def in_force(force: InForce | None, leaf: Leaf) -> _Vector:
    """How a text stands to the label that may name it."""
    if force is None:
        return _NO_FORCE
    label = force.leaf
    own = label.node.outermost()
    box, around = own.parent, list(leaf.node.lineage())
    following = own.siblings_after() if box is not None else []
    return tuple(map(float, (
        1, force.used == 0, math.log1p(force.used), force.alone, leaf.line == label.line, leaf.path == label.path,
        leaf.node is label.node, _is_in(box, around), _is_in(following[0] if following else None, around),
        box is not None and len(box.children) > 3, own.tag == "line" and own.end - own.start > 1,
        own.tag == "dt" and leaf.node.closest("dd") is not None,
        is_label_by_tag(label.node) or is_label_by_class(label.node) or bare_label(label.text) != label.text,
        _is_in(label.node.parent, around),
    )))  # fmt: skip


def _is_in(box: Node | None, around: Sequence[Node]) -> bool:
    return box is not None and any(one is box for one in around)


# ── of a record's own page ────────────────────────────────────────────────────────────────────────────────


class PageSlots:
    """The texts of a record's own page, and what stands around each."""

    def __init__(self, outline: Outline, leaves: Sequence[Leaf], common: Callable[[str], bool] | None) -> None:
        self._outline, self._leaves = outline, leaves
        self._alike: dict[int, _Vector] = {}
        self._above: dict[int, _Vector] = {}
        self._title = frozenset(words_in(outline.document.page.title))
        self._letters = max(1, outline.letters(outline.root))
        self._lines: dict[int, list[Leaf]] = {}
        for leaf in leaves:
            self._lines.setdefault(leaf.line, []).append(leaf)
        self._numbers = {line: n for n, line in enumerate(self._lines, 1)}
        self._near = [(0.0, 0.0), *map(_line_part, self._lines.values()), (0.0, 0.0)]
        self._common = [common is not None and common(leaf.text) for leaf in leaves]
        self._is_common = common or (lambda _: False)
        self._shared = _shares(leaves, self._common)
        self._headings = [(line, some) for line, some in self._lines.items() if _is_heading(some)]
        self._top = next((some[0].node.start for _, some in self._headings if some[0].node.closest("h1")), 0)

    def heading(self, leaf: Leaf) -> str:
        """The last heading before a text that stands beside it or beside a box around it."""
        return " ".join(one.text for one in self._heading(leaf))

    def _heading(self, leaf: Leaf) -> list[Leaf]:
        last = bisect_right(self._headings, leaf.line - 1, key=lambda one: one[0]) - 1
        for _, some in self._headings[max(0, last - 7) : last + 1][::-1]:
            box = some[0].node.outermost().parent
            if box is not None and box.start <= leaf.node.start < box.end:
                return some
        return []

    def is_template(self, place: int) -> bool:
        """Whether a text is a line of its own and another page says it and all in its box, or in boxes alike."""
        alone = len(self._lines[self._leaves[place].line]) == 1
        return alone and self._common[place] and self._shared[place][1] == 1.0

    def vector(self, place: int) -> _Vector:
        leaf = self._leaves[place]
        return tuple(map(float, (*self._element(leaf), *self._around(leaf), *self._said(place, leaf))))

    def _element(self, leaf: Leaf) -> Iterator[float]:
        node, own = leaf.node, leaf.node.outermost()
        yield from (_linked(self._outline, own), bool(property_of(node) or property_of(node.parent)))
        yield from (bool(node.named_by_classes), node.tag == "button", node.tag == "time")
        yield from self._boxes(own)
        yield from self._siblings(own)
        text = leaf.text
        yield from (text[-1:] in ".!?。", sum(map(str.isdigit, text)) / max(1, len(text)), text.isupper())
        yield from (not any(map(str.isalpha, text)), text[:1].isdigit(), len(text) > 120)

    def _around(self, leaf: Leaf) -> Iterator[float]:
        outline, away = self._outline, leaf.node.start - self._top
        yield from (leaf.node.start / max(1, len(outline.texts)), away > 0)
        yield math.copysign(math.log1p(abs(away)), away)
        up = next(islice(leaf.node.outermost().lineage(), _UP, None), outline.root)
        yield from (_linked(outline, up), math.log1p(outline.letters(up)), outline.letters(up) / self._letters)
        here = self._numbers[leaf.line]
        yield from (*self._near[here - 1], *self._near[here], *self._near[here + 1])
        own = self._lines[leaf.line]
        yield from (math.log1p(len(own)), leaf is own[0], leaf is own[-1])
        heading = self._heading(leaf)
        level = _level(heading[0].node) if heading else 0
        yield from (bool(heading), level == 2, level > 2)
        yield bool(heading) and self._is_common(" ".join(one.text for one in heading))

    def _said(self, place: int, leaf: Leaf) -> Iterator[float]:
        words = frozenset(words_in(leaf.text))
        titled = len(self._title & words)
        yield from (titled / max(1, len(words)), titled / max(1, len(self._title)))
        yield from (self._common[place], *self._shared[place])
        for near in (place - 1, place + 1):
            yield 0 <= near < len(self._common) and self._common[near]

    def _siblings(self, node: Node) -> _Vector:
        """How many siblings are like a node, their mean number of letters, the share of those in links."""
        if node.parent is None:
            return (0.0,) * 4
        known = self._alike.get(id(node))
        if known is None:
            groups: dict[tuple[str, frozenset[str]], list[Node]] = {}
            for one in node.parent.children[:_MOST_ALIKE]:
                if one.end > one.start:
                    groups.setdefault((one.tag, one.classes), []).append(one)
            for some in groups.values():
                letters, many = self._outline.letters(*some), len(some)
                linked = self._outline.link_letters(*some) / max(1, letters) if many > 1 else 0.0
                told = (math.log1p(many), float(many > 1), math.log1p(letters / many), linked)
                self._alike |= dict.fromkeys(map(id, some), told)
            known = self._alike.setdefault(id(node), (0.0,) * 4)
        return known

    def _boxes(self, node: Node) -> _Vector:
        """Whether a node stands in a thing of its own (`itemscope`), in boxes of `_INSIDE`, and in one of how many
        boxes alike, each of several texts: comments, cards, teasers."""
        waiting: list[Node] = []
        top: Node | None = node
        while top is not None and id(top) not in self._above:
            waiting.append(top)
            top = top.parent
        found = self._above[id(top)] if top is not None else (0.0,) * (len(_INSIDE) + 2)
        for one in reversed(waiting):
            box = one.parent
            is_block = box is not None and box.end - box.start > 2 and box.tag != "tr"
            alike = self._siblings(box)[0] if box is not None and is_block else 0.0
            here = ("itemscope" in one.attributes, *(one.tag == tag for tag in _INSIDE), alike)
            found = self._above[id(one)] = tuple(map(max, found, map(float, here)))
        return found


def _line_part(line: Sequence[Leaf]) -> tuple[float, float]:
    letters = sum(len(leaf.text) for leaf in line)
    linked = sum(len(leaf.text) for leaf in line if leaf.node.link is not None)
    return math.sqrt(letters), linked / max(1, letters)


def _shares(leaves: Sequence[Leaf], common: Sequence[bool]) -> list[_Vector]:
    """Of the texts beside each in its list, in its box and in its line those that another page has, too."""
    boxes = {number: _box(list(line)) for number, line in groupby(leaves, key=lambda leaf: leaf.line)}
    ways: list[Sequence[object]] = [
        [id((item := leaf.node.closest("li")) and item.parent) for leaf in leaves],
        [boxes[leaf.line] for leaf in leaves],
        [leaf.line for leaf in leaves],
    ]
    shares: list[list[float]] = []
    for places in ways:
        total, known = Counter(places), Counter(p for p, is_known in zip(places, common, strict=True) if is_known)
        shares.append([known[place] / total[place] for place in places])
    return list(zip(*shares, strict=True))


def _box(line: Sequence[Leaf]) -> tuple[object, ...]:
    """What a line stands in: a table or a list; without one, lines beside it whose boxes look the same."""
    node, last = line[0].node, line[-1].node.end
    for one in node.lineage():
        if one.tag in _BOXES:
            return (id(one),)
    while node.parent is not None and node.end < last:
        node = node.parent
    node = node.outermost()
    return id(node.parent), node.tag, node.classes


def _is_heading(line: Sequence[Leaf]) -> bool:
    text = " ".join(leaf.text for leaf in line)
    if len(text) > _LONGEST_HEADING:
        return False
    node = line[0].node
    near = any(one.tag in HEADINGS for one in (node, node.parent, node.outermost()) if one is not None)
    return near or (node.tag in _BOLD and len(line) == 1 and may_be_label(bare_label(text)))


def _level(node: Node) -> int:
    found = next((one.tag for one in node.lineage() if one.tag in HEADINGS), "h6")
    return int(found[1])


def _linked(outline: Outline, node: Node) -> float:
    return outline.link_letters(node) / max(1, outline.letters(node))
