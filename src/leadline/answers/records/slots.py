"""Slots of a record's own page: which of its texts tell about the record, learned from what pages look like.

A line of a page is read in up to three ways: as a whole, without the label that it begins with, and as the parts
that its elements make of it. Each reading is a slot with one vector: its form (words, digits, sentences), its
element, links, where it stands (before or after the title, under a heading, in a list, in one of several boxes
alike), what stands around it, and whether another record's page says the same: what stays is template, what
varies is data. One learned score a role (title, value, furniture) decides how a line is read and whether it is
kept (`data/slots.card.json` says what the weights were learned from).
"""

import json
import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby, islice
from operator import mul

from leadline.answers.records.fields import NamedValue
from leadline.answers.records.labels import bare_label, may_be_label
from leadline.answers.records.leaves import Leaf
from leadline.answers.records.linked_data import property_of
from leadline.answers.records.nodes import HEADINGS, Node, words_in
from leadline.answers.records.outline import Outline

_Layer = list[tuple[float, list[float]]]
ROLES = ("furniture", "value", "title")
_TAGS = (
    *("h1", "h2", "h3", "li", "p", "td", "th", "dd", "dt"),
    *("a", "button", "label", "time", "line", "span", "div"),
)
_INSIDE = ("form", "table", "ul", "ol")
_UP = 3  # boxes from a text to what is read as its surroundings
_BOLD = frozenset({"b", "strong"})
_LONGEST_HEADING = 60  # letters; a longer text is not the name of what follows
_MOST_ALIKE = 200  # a bound on time: siblings that are counted


@dataclass(slots=True, eq=False)
class Slot:
    """One reading of a line, or of a part of it."""

    text: str
    node: Node  # the smallest element that holds it
    leaf: Leaf
    name: str = ""  # what a label, a header or markup calls it
    whole: bool = True
    parts: int = 1
    heading: str = ""  # the heading above it
    chances: tuple[float, ...] = ()  # of each of `ROLES`


@dataclass(slots=True, eq=False)
class Line:
    """A line of a page with its readings: each one a sequence of slots that together say it."""

    readings: list[list[Slot]]
    start: int
    words: int
    linked: float
    heading: int = -1  # the number of the heading above it


class OwnPage:
    """The lines of a record's own page, and what their slots look like."""

    def __init__(
        self,
        outline: Outline,
        leaves: Sequence[Leaf],
        values: Sequence[NamedValue],
        common: Callable[[str], bool] | None,
    ) -> None:
        self.outline = outline
        self.values = values
        self.is_common = common
        self._alike: dict[int, tuple[int, float, float]] = {}
        self._known_above: dict[int, tuple[float, ...]] = {}
        self._title_words = frozenset(words_in(outline.document.page.title))
        self._letters = max(1, outline.letters(outline.root))
        self.lines = list(self._read(leaves, values))
        self.headings = [(place, slot) for place, line in enumerate(self.lines) if (slot := _as_heading(line))]
        tops = (slot.node.start for _, slot in self.headings if slot.node.closest("h1") is not None)
        self._top = next(tops, 0)
        for place, line in enumerate(self.lines):
            line.heading = self._heading_over(place, line)

    def _read(self, leaves: Sequence[Leaf], values: Sequence[NamedValue]) -> Iterator[Line]:
        named = {number: list(some) for number, some in groupby(values, key=lambda one: one.leaf.line)}
        for number, some in groupby(leaves, key=lambda leaf: leaf.line):
            texts = list(some)
            box = _around([leaf.node for leaf in texts])
            raw = Slot(" ".join(leaf.text for leaf in texts), box, texts[0], parts=len(texts))
            readings = [[raw]]
            told = named.get(number, [])
            parts = [Slot(one.text, one.leaf.node, one.leaf, one.name, False, len(told)) for one in told]
            joined = [
                Slot(
                    " ".join(one.text for one in same),
                    _around([one.leaf.node for one in same]),
                    same[0].leaf,
                    name,
                )
                for name, same in ((name, list(same)) for name, same in groupby(told, key=lambda one: one.name))
            ]
            if len(joined) > 1 or (joined and joined[0].text != raw.text):
                readings.append(joined)
            elif joined:
                raw.name = joined[0].name
            # A text that goes on after an element within it is one text.
            if len(parts) > max(1, len(joined)) and len({id(part.node) for part in parts}) == len(parts):
                readings.append(parts)
            if len(readings) > 1 and self.is_common is not None:
                # A name that other pages say as well is the template before a value, and no part of it.
                first = bare_label(texts[0].text)
                labels = (*(one.name for one in told), first if may_be_label(first) else "")
                if any(self.is_common(label) for label in labels if label):
                    del readings[0]
                elif box.closest("li") is not None:
                    del readings[1 + bool(joined and joined[0].name) :]  # an item of a list is one value
            letters = sum(len(leaf.text) for leaf in texts)
            linked = sum(len(leaf.text) for leaf in texts if leaf.node.link is not None)
            yield Line(readings, box.start, len(words_in(raw.text)), linked / max(1, letters))

    def _heading_over(self, place: int, line: Line) -> int:
        """The number of the last heading before a line that stands beside it or beside a box around it."""
        last = bisect_right(self.headings, place - 1, key=lambda one: one[0]) - 1
        for number in range(last, max(-1, last - 8), -1):
            own = self.headings[number][1].node.outermost()
            if own.parent is not None and own.parent.start <= line.start < own.parent.end:
                return number
        return -1

    # ── what slots look like ──────────────────────────────────────────────────────────────────────────────

    def vector(self, place: int, slot: Slot) -> list[float]:
        return [
            float(value) for value in (*_form(slot.text), *self._element(slot), *self._surroundings(place, slot))
        ]

    def _element(self, slot: Slot) -> Iterator[float]:
        leaf, node = slot.leaf.node, slot.node.outermost()
        tags = {one.tag for one in (slot.node, leaf, node)}
        *boxes, blocks = self._above(node)
        count, letters, links = self._siblings(node)
        yield from (_share(self.outline, slot.node), leaf.link is not None, *(tag in tags for tag in _TAGS))
        yield bool(property_of(leaf) or property_of(leaf.parent) or property_of(node))
        yield from (boxes[0], bool(slot.name), bool(slot.node.named_by_classes), leaf.boilerplate, *boxes[1:])
        yield from (math.log1p(count), count > 1, math.log1p(letters), links if count > 1 else 0.0, blocks)

    def _surroundings(self, place: int, slot: Slot) -> Iterator[float]:
        outline, has, words = self.outline, self.is_common or (lambda _: False), set(words_in(slot.text))
        away, titled = slot.leaf.node.start - self._top, len(self._title_words & words)
        yield from (slot.leaf.node.start / max(1, len(outline.texts)), away > 0)
        yield math.copysign(math.log1p(abs(away)), away)
        for other in (place - 1, place + 1):
            near = self.lines[other] if 0 <= other < len(self.lines) else None
            yield from (near.words**0.5, near.linked) if near else (0.0, 0.0)
        yield from (titled / max(1, len(words)), titled / max(1, len(self._title_words)))
        yield from (self.is_common is not None, has(slot.text))
        up = next(islice(slot.node.outermost().lineage(), _UP, None), outline.root)
        yield from (_share(outline, up), math.log1p(outline.letters(up)), outline.letters(up) / self._letters)
        yield from (slot.whole and slot.parts > 1, not slot.whole, math.log1p(slot.parts))
        number = self.lines[place].heading
        above, heading = self.headings[number] if number >= 0 else (place, None)
        level = _level(heading.node) if heading else 0
        yield from (heading is not None, level == 2, level > 2, math.log1p(place - above))
        yield heading is not None and has(heading.text)

    def _siblings(self, node: Node) -> tuple[int, float, float]:
        """How many siblings are like a node, their mean number of texts, the share of their letters in links."""
        parent = node.parent
        if parent is None:
            return 1, 0.0, 0.0
        known = self._alike.get(id(node))
        if known is None:
            groups: dict[tuple[str, frozenset[str]], list[Node]] = {}
            for one in parent.children[:_MOST_ALIKE]:
                if one.end > one.start:
                    groups.setdefault((one.tag, one.classes), []).append(one)
            for some in groups.values():
                letters = self.outline.letters(*some)
                told = (len(some), letters / len(some), self.outline.link_letters(*some) / max(1, letters))
                for one in some:
                    self._alike[id(one)] = told
            known = self._alike.get(id(node), (1, 0.0, 0.0))
        return known

    def _above(self, node: Node) -> tuple[float, ...]:
        """Whether a node stands in a thing of its own (`itemscope`), in boxes of `_INSIDE`, and in one of how many
        boxes alike, each of several texts: comments, cards, teasers."""
        waiting: list[Node] = []
        found = self._known_above.get(id(node))
        while found is None:
            waiting.append(node)
            node = node.parent or node
            found = (0.0,) * (len(_INSIDE) + 2) if node is waiting[-1] else self._known_above.get(id(node))
        for one in reversed(waiting):
            box = one.parent or one
            is_block = box is not one and box.end - box.start > 2 and box.tag != "tr"
            count = self._siblings(box)[0] if is_block else 0
            here = (
                "itemscope" in one.attributes,
                *(one.tag == tag for tag in _INSIDE),
                math.log1p(count) * (count > 1),
            )
            found = tuple(map(max, found, map(float, here)))
            self._known_above[id(one)] = found
        return found

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def slots(self) -> list[Slot]:
        """The slots of the best reading of every line, with the chances of their roles and the heading above."""
        found: list[Slot] = []
        for place, line in enumerate(self.lines):
            for slot in (slot for reading in line.readings for slot in reading):
                # What another page says under no name is template; asking the model as well takes half the time.
                template = self.is_common is not None and not slot.name and self.is_common(slot.text)
                slot.chances = (1.0, 0.0, 0.0) if template else _chances(self.vector(place, slot))
                slot.heading = self.headings[line.heading][1].text if line.heading >= 0 else ""
            found += max(line.readings, key=lambda reading: max(1 - slot.chances[0] for slot in reading))
        return found


def _chances(vector: Sequence[float]) -> tuple[float, ...]:
    inner, outer = _weights()
    scores = _layer(outer, list(map(math.tanh, _layer(inner, vector))))
    grown = [math.exp(score - max(scores)) for score in scores]
    return tuple(one / sum(grown) for one in grown)


def _layer(layer: _Layer, values: Sequence[float]) -> list[float]:
    return [bias + sum(map(mul, row, values)) for bias, row in layer]


@cache
def _weights() -> tuple[_Layer, _Layer]:
    """Both layers, the scale of the features multiplied into the first."""
    stored = json.loads((files(__package__) / "data" / "slots.json").read_text("utf-8"))
    means, scales = stored["scale"]
    inner, outer = (list(zip(one["bias"], one["rows"], strict=True)) for one in stored["layers"])
    scaled = [(bias, list(map(mul, row, scales))) for bias, row in inner]
    return [(bias - sum(map(mul, row, means)), row) for bias, row in scaled], outer


def _as_heading(line: Line) -> Slot | None:
    slot = line.readings[0][0]
    if len(slot.text) > _LONGEST_HEADING:
        return None
    tags = {slot.node.tag, slot.leaf.node.tag}
    near = any(
        one.tag in HEADINGS for one in (slot.node, slot.node.parent, slot.node.outermost()) if one is not None
    )
    return slot if near or (tags & _BOLD and may_be_label(bare_label(slot.text))) else None


def _level(node: Node) -> int:
    found = next((one.tag for one in node.lineage() if one.tag in HEADINGS), "h6")
    return int(found[1])


def _around(nodes: Sequence[Node]) -> Node:
    """The smallest element that holds all of some."""
    first, last = min(node.start for node in nodes), max(node.end for node in nodes)
    node = nodes[0]
    while node.parent is not None and not (node.start <= first and last <= node.end):
        node = node.parent
    return node


def _share(outline: Outline, node: Node) -> float:
    return outline.link_letters(node) / max(1, outline.letters(node))


def _form(text: str) -> Iterator[float]:
    many = len(words_in(text))
    yield from (
        1.0,
        math.log1p(many),
        many == 1,
        many > 3,
        many > 7,
        many > 40,
        text[-1:] in ".!?。",
        text[-1:] in ":：",
    )
    yield from (
        sum(map(str.isdigit, text)) / max(1, len(text)),
        text[:1].isdigit(),
        text[:1].isupper(),
        text.isupper(),
    )
    yield not any(map(str.isalpha, text))
