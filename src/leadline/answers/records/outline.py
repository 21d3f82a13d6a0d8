"""A page as plain objects, made in one pass: everything after it asks for children, texts and letters.

Asking lexbor again and again for the same subtree costs ten times its parse; one walk and prefix sums make the
text of any node a slice, and its number of letters a subtraction.

Texts are kept apart as the page keeps them apart, each with the gap before it: `NONE` where a reader sees one
word (`wh<b>ale</b>`), `SPACE`, `LINE`, or `EMPTY` for an empty line. Where lines are made by `<br>` or within
`<pre>`, each line becomes a node of its own (tag `line`), and where empty lines stand between them, each
paragraph does (tag `para`), so that lists without elements are lists all the same.
"""

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from leadline.answers.records.nodes import HEADER_CLASS, HIGHLIGHT_CLASS, Node, RecordRow, stable_classes
from leadline.answers.records.spelling import shared_ending, unescaped
from leadline.model.url import join
from leadline.parse.document import Document
from leadline.parse.tree import INLINE

NONE, SPACE, LINE, EMPTY = 0, 1, 2, 3
_PIECES = re.compile(r"\s*\S+(?: \S+)*\s?|\s+")
_IN_LINES = "a bdi bdo cite code data del dfn img input kbd label nobr q samp span strike time var output blink"
RUNNING = INLINE | frozenset(_IN_LINES.split())  # elements that stand within a line
_MARKING = frozenset({"span", "b", "em", "strong", "i", "font"})
_ROLES = {
    "table": "table", "grid": "table", "rowgroup": "tbody", "row": "tr", "cell": "td", "gridcell": "td",
    "columnheader": "th", "rowheader": "th",
}  # fmt: skip
"""Boxes that say they are a table are one (WAI-ARIA 1.2, section 5.3)."""
MOST_LETTERS = 2_000_000  # letters read of one answer; the page says so itself where its text is cut (`Page.cut`)
_LONGEST_TEXT = 20_000  # letters of one text of a record


class Outline:
    """All nodes of a page and its texts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.texts: list[str] = []
        self.owners: list[Node] = []
        """The innermost node of each text."""
        self.gaps: list[int] = []
        """What stands before each text."""
        self.rowspan_cells: list[Node] = []
        self.offsets: dict[int, int] = {}
        """The position of texts in their lines, where those are preformatted."""
        self.preformatted: list[Node] = []
        self.tables: list[Node] = []
        self.headers_above: dict[int, list[Node]] = {}
        """Rows of headers in a table of their own, by the table that they are for."""
        self.header_boxes: list[Node] = []
        """Boxes whose class says that they hold headers of columns."""
        self.has_properties = False
        """Whether anything says in microdata or RDFa which property it holds."""
        self.first_links: dict[int, str | None] = {}
        """Where nodes lead first, as far as somebody asked (`shape.first_link`)."""
        self._ending = shared_ending(document.html)
        self._position = 0
        self._broken: set[int] = set()  # nodes with line breaks
        self._targets: dict[str, str | None] = {}
        self._letters = [0]
        self._link_letters = [0]
        self.root = self._walk()

    def letters(self, *nodes: Node) -> int:
        letters = self._letters
        return sum([letters[node.end] - letters[node.start] for node in nodes])

    def link_letters(self, *nodes: Node) -> int:
        letters = self._link_letters
        return sum([letters[node.end] - letters[node.start] for node in nodes])

    def target_of(self, link: Node) -> str | None:
        """Where an `<a>` leads, made absolute; None if nowhere, or to another place on this page."""
        href = link.attributes.get("href") or ""
        if href not in self._targets:
            bare = href.strip()
            wanted = bool(bare) and not bare.startswith("#")
            self._targets[href] = join(self.document.page.base_url, bare) if wanted else None
        return self._targets[href]

    def row_text(self, row: RecordRow) -> str:
        return " ".join(self.text(node) for node in row)

    def text(self, node: Node) -> str:
        """What a reader reads in a node, on one line."""
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
                keep = self._keep_preformatted if stack[-1].preformatted else self._keep
                gap = keep(node.text(deep=False) or "", stack[-1], gap)
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
        self.has_properties |= "itemprop" in given or "property" in given
        node.preformatted = tag == "pre" or parent.preformatted
        node.link = node if tag == "a" and given.get("href") else parent.link
        parent.children.append(node)
        if tag == "br":
            self._broken.add(id(parent))
        elif tag == "pre":
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
        if node.tag == "pre" or id(node) in self._broken:
            self._into_lines(node)
        node.size = sum([child.size for child in node.children], 1)
        return _edge(node)

    def _keep_preformatted(self, text: str, owner: Node, gap: int) -> int:
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
        """The gap that the text leaves after itself."""
        if self._letters[-1] > MOST_LETTERS:
            return gap
        if "\\" in text:
            text = unescaped(text.strip(), self._ending)
        words = text[:_LONGEST_TEXT].split()
        if not words:
            return max(gap, SPACE) if text else gap
        self.texts.append(" ".join(words))
        self.owners.append(owner)
        self.gaps.append(max(gap, SPACE if text[0].isspace() else NONE))
        length = sum(map(len, words))
        self._letters.append(self._letters[-1] + length)
        self._link_letters.append(self._link_letters[-1] + (length if owner.link is not None else 0))
        return SPACE if text[-1].isspace() else NONE

    def _into_lines(self, node: Node) -> None:
        """Put what stands between line breaks into nodes of their own."""
        brs = Counter(child.start for child in node.children if child.tag == "br")
        inner = [child for child in node.children if child.tag != "br"]
        inside = {n for child in inner for n in range(child.start + 1, child.end)}
        edges = {edge for child in inner if child.tag not in RUNNING for edge in (child.start, child.end)}
        between = (n for n in range(node.start + 1, node.end) if n not in inside)
        breaks = [n for n in between if n in brs or n in edges or self.gaps[n] >= LINE]
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
        lines = _before_paragraphs(node, [*lines, *inner[place:]])
        empty = {n for n in breaks if brs[n] > 1 or self.gaps[n] == EMPTY}
        node.children = _into_paragraphs(node, lines, empty)

    def _line(self, node: Node, begin: int, end: int, inner: list[Node]) -> Node:
        line = Node("line", {}, node, begin, end, inner, link=node.link)
        line.size = sum([child.size for child in inner], 1)
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
    names = node.attributes.get("class") if node.tag in _MARKING else None
    return node.tag == "mark" or (bool(names) and _is_highlight_class(names or ""))


@lru_cache(maxsize=4_096)
def _is_highlight_class(names: str) -> bool:
    return HIGHLIGHT_CLASS.search(names) is not None


# ── paragraphs that no element holds together ─────────────────────────────────────────────────────────────


def _before_paragraphs(node: Node, lines: list[Node]) -> list[Node]:
    """The lines before a `<p>` that stands between paragraphs and not around them: the first is one as well."""
    found: list[Node] = []
    bare: list[Node] = []
    for line in lines:
        if line.tag == "line":
            bare.append(line)
            continue
        inner = line.children if line.tag == "p" else []
        if bare and len(inner) > 1 and all(below.tag == "line" for below in inner):
            bare = [_wrapped("p", node, bare)]
        found += [*bare, line]
        bare = []
    return [*found, *bare]


def _into_paragraphs(node: Node, lines: list[Node], empty: set[int]) -> list[Node]:
    """Lines in paragraphs of their own, where empty lines (`empty` are the texts after them) stand between."""
    paragraphs: list[list[Node]] = [[]]
    for line in lines:
        if line.start in empty and paragraphs[-1]:
            paragraphs.append([])
        paragraphs[-1].append(line)
    if len(paragraphs) < 2 or len(paragraphs) * 4 > len(lines) * 3:
        return lines
    boxes: list[Node] = []
    more: list[Node] = []
    if all(line.tag == "line" for some in paragraphs[1:-1] for line in some):
        # Paragraphs are of lines alone: boxes before the first and after the last are none of them.
        first = 1 + max((n for n, line in enumerate(paragraphs[0]) if line.tag != "line"), default=-1)
        boxes, paragraphs[0] = paragraphs[0][:first], paragraphs[0][first:]
        last = next((n for n, line in enumerate(paragraphs[-1]) if line.tag != "line"), len(paragraphs[-1]))
        paragraphs[-1], more = paragraphs[-1][:last], paragraphs[-1][last:]
    return [*boxes, *(_wrapped("para", node, some) for some in paragraphs if some), *more]


def _wrapped(tag: str, parent: Node, some: list[Node]) -> Node:
    made = Node(tag, {}, parent, some[0].start, some[-1].end, some, link=parent.link)
    made.size = sum([line.size for line in some], 1)
    for line in some:
        line.parent = made
    return made
