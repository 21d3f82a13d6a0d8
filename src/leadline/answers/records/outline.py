"""A page as plain objects, made in one pass: everything after it asks for children, texts and letters.

Asking lexbor again and again for the same subtree costs ten times its parse; one walk and prefix sums make the
text of any part a slice, and its number of letters a subtraction.

Texts are kept apart as the page keeps them apart, each with the gap before it: `NONE` where a reader sees one
word (`wh<b>ale</b>`), `SPACE`, `LINE`, or `EMPTY` for an empty line. Where lines are made by `<br>` or within
`<pre>`, each line becomes a part of its own (tag `line`), and where empty lines stand between them, each
paragraph does (tag `para`), so that lists without elements are lists all the same.
"""

import re
from itertools import pairwise

from leadline.answers.records.class_names import HEADER_CLASS, HIGHLIGHT_CLASS, stable_classes
from leadline.answers.records.paragraphs import into_paragraphs, paragraphs_begun
from leadline.answers.records.part import Node
from leadline.model.url import join
from leadline.parse.document import Document
from leadline.parse.tree import INLINE

__all__ = ["EMPTY", "LINE", "NONE", "RUNNING", "SPACE", "Node", "Outline", "is_highlight"]

NONE, SPACE, LINE, EMPTY = 0, 1, 2, 3
_PIECES = re.compile(r"\s*\S+(?: \S+)*\s?|\s+")
_IN_LINES = "a bdi bdo cite code data del dfn img input kbd label nobr q samp span time var output blink"
RUNNING = INLINE | frozenset(_IN_LINES.split())
"""Elements that stand within a line."""
_ROLES = {
    "table": "table", "grid": "table", "rowgroup": "tbody", "row": "tr", "cell": "td", "gridcell": "td",
    "columnheader": "th", "rowheader": "th",
}  # fmt: skip
"""Boxes that say they are a table are one (WAI-ARIA 1.2, section 5.3)."""


MOST_LETTERS = 2_000_000
"""Letters read of one answer; the page says so itself where its text is cut (`Page.cut`)."""
LONGEST_TEXT = 20_000
"""Letters of one text of a record."""


class Outline:
    """All parts of a page and its texts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.texts: list[str] = []
        self.owners: list[Node] = []
        """The innermost part of each text."""
        self.gaps: list[int] = []
        """What stands before each text."""
        self.rowspan_cells: list[Node] = []
        """Cells of tables that say they span several rows."""
        self.offsets: dict[int, int] = {}
        """The position of texts in their lines, where those are preformatted."""
        self.preformatted: list[Node] = []
        self._position = 0
        self.tables: list[Node] = []
        self.headers_above: dict[int, list[Node]] = {}
        """Lines of heads in a table of their own, by the table that they are for."""
        self.header_boxes: list[Node] = []
        """Boxes whose class says that they are heads."""
        self._addresses: dict[int, str | None] = {}
        self._letters = [0]
        self._linked = [0]
        self.root = self._walk()

    def letters(self, node: Node) -> int:
        return self._letters[node.end] - self._letters[node.start]

    def link_letters(self, node: Node) -> int:
        """Letters within links."""
        return self._linked[node.end] - self._linked[node.start]

    def target_of(self, link: Node) -> str | None:
        """Where an `<a>` leads, made absolute; None if nowhere, or to another place on this page."""
        known = id(link)
        if known not in self._addresses:
            href = link.attr("href").strip()
            wanted = bool(href) and not href.startswith("#")
            self._addresses[known] = join(self.document.page.base_url, href) if wanted else None
        return self._addresses[known]

    def text(self, node: Node) -> str:
        """What a reader reads in a part, on one line."""
        return self.text_between(node.start, node.end)

    def text_between(self, first: int, last: int) -> str:
        pieces: list[str] = []
        for n in range(first, last):
            if n > first and self.gaps[n]:
                pieces.append(" ")
            pieces.append(self.texts[n])
        return "".join(pieces)

    # ── making it ─────────────────────────────────────────────────────────────────────────────────────────

    def _walk(self) -> Node:
        body = self.document.visible_tree.body
        root = Node("body", dict(body.attributes) if body is not None else {}, None, 0)
        if body is None:
            return root
        stack, numbers, gap = [root], [body.mem_id], LINE
        for node in body.traverse(include_text=True):
            parent = node.parent
            if parent is None or node.mem_id == numbers[0]:
                continue
            over = parent.mem_id
            while numbers[-1] != over and len(stack) > 1:
                gap = max(gap, self._closed(stack.pop()))
                numbers.pop()
            tag = node.tag or ""
            if tag == "-text":
                gap = self._take(node.text(deep=False) or "", stack[-1], gap)
            elif tag[:1] not in "-!":
                stack.append(self._opened(tag, node.attributes, stack[-1]))
                numbers.append(node.mem_id)
                gap = max(gap, _edge(stack[-1]))
        while stack:
            self._closed(stack.pop())
        return root

    def _opened(self, tag: str, given: dict[str, str | None], parent: Node) -> Node:
        node = Node(_ROLES.get(given.get("role") or "", tag) if given else tag, given, parent, len(self.texts))
        names = given.get("class") if given else None
        if names:
            node.classes = stable_classes(names)
        node.preformatted = tag == "pre" or parent.preformatted
        node.link = node if tag == "a" and given.get("href") else parent.link
        parent.children.append(node)
        if tag == "pre":
            self.preformatted.append(node)
            self._position = 0
        elif node.tag == "table":
            self.tables.append(node)
        elif "rowspan" in given and tag in ("td", "th"):
            self.rowspan_cells.append(node)
        elif names and tag in ("div", "ul", "ol", "li") and "h" in names and HEADER_CLASS.search(names):
            self.header_boxes.append(node)
        return node

    def _closed(self, node: Node) -> int:
        node.end = len(self.texts)
        if node.tag == "pre" or any(child.tag == "br" for child in node.children):
            self._into_lines(node)
        return _edge(node)

    def _take(self, text: str, owner: Node, gap: int) -> int:
        """Keep a text, in `<pre>` each of its lines; the gap that it leaves after itself."""
        if owner.preformatted:
            return self._take_preformatted(text, owner, gap)
        return self._keep(text, owner, gap)

    def _take_preformatted(self, text: str, owner: Node, gap: int) -> int:
        """Line by line, and apart what two spaces divide, with its position."""
        for place, line in enumerate(text.split("\n")):
            if place:
                gap = LINE if gap < LINE else EMPTY
                self._position = 0
            for piece in _PIECES.findall(line.expandtabs()):
                if not piece.isspace():
                    self.offsets[len(self.texts)] = self._position + len(piece) - len(piece.lstrip())
                gap = self._keep(piece, owner, gap)
                self._position += len(piece)
        return gap

    def _keep(self, text: str, owner: Node, gap: int) -> int:
        if self._letters[-1] > MOST_LETTERS:
            return gap
        words = text[:LONGEST_TEXT].split()
        if not words:
            return max(gap, SPACE) if text else gap
        self.texts.append(" ".join(words))
        self.owners.append(owner)
        self.gaps.append(max(gap, SPACE if text[0].isspace() else NONE))
        length = sum(map(len, words))
        self._letters.append(self._letters[-1] + length)
        self._linked.append(self._linked[-1] + (length if owner.link is not None else 0))
        return SPACE if text[-1].isspace() else NONE

    def _into_lines(self, node: Node) -> None:
        """Put what stands between line breaks into parts of their own."""
        brs: dict[int, int] = {}
        for child in node.children:
            if child.tag == "br":
                brs[child.start] = brs.get(child.start, 0) + 1
        inner = [child for child in node.children if child.tag != "br"]
        inside = {n for child in inner for n in range(child.start + 1, child.end)}
        edges = {edge for child in inner if child.tag not in RUNNING for edge in (child.start, child.end)}
        breaks = [
            n
            for n in range(node.start + 1, node.end)
            if n not in inside and (n in brs or n in edges or self.gaps[n] >= LINE)
        ]
        if not breaks:
            return
        blocks = {child.start for child in inner if child.tag not in RUNNING and child.end > child.start}
        lines: list[Node] = []
        place = 0
        for begin, end in pairwise([node.start, *breaks, node.end]):
            here: list[Node] = []
            while place < len(inner) and (inner[place].start < end or inner[place].end <= begin):
                here.append(inner[place])
                place += 1
            if begin not in blocks:
                empty_blocks = [child for child in here if child.tag not in RUNNING]
                running = [child for child in here if child.tag in RUNNING]
                here = [*empty_blocks, self._line(node, begin, end, running)]
            lines += here
        lines = paragraphs_begun(node, [*lines, *inner[place:]])
        empty = {n for n in breaks if brs.get(n, 0) > 1 or self.gaps[n] == EMPTY}
        node.children = into_paragraphs(node, lines, empty)

    def _line(self, node: Node, begin: int, end: int, inner: list[Node]) -> Node:
        line = Node("line", {}, node, begin, end, inner, link=node.link)
        for child in inner:
            child.parent = line
        for n in range(begin, end):
            if self.owners[n] is node:
                self.owners[n] = line
        return line


def _edge(node: Node) -> int:
    """The gap that the edge of an element makes."""
    if node.tag not in RUNNING:
        return LINE
    return NONE if node.tag in INLINE or is_highlight(node) else SPACE


def is_highlight(node: Node) -> bool:
    """Whether an element says that it only marks words that were asked for."""
    if node.tag == "mark":
        return True
    return (
        node.tag in _MARKING and bool(node.attributes) and HIGHLIGHT_CLASS.search(node.attr("class")) is not None
    )


_MARKING = frozenset({"span", "b", "em", "strong", "i", "font"})
