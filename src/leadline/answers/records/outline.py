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

from leadline.answers.records.class_names import HEADS, MARKED, lasting
from leadline.answers.records.paragraphs import into_paragraphs, paragraphs_begun
from leadline.answers.records.part import Part
from leadline.model.url import join
from leadline.parse.document import Document
from leadline.parse.tree import INLINE

__all__ = ["EMPTY", "LINE", "NONE", "RUNNING", "SPACE", "Outline", "Part", "is_marked"]

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
        self.owners: list[Part] = []
        """The innermost part of each text."""
        self.gaps: list[int] = []
        """What stands before each text."""
        self.spanning: list[Part] = []
        """Cells of tables that say they span several rows."""
        self.offsets: dict[int, int] = {}
        """The position of texts in their lines, where those are preformatted."""
        self.preformatted: list[Part] = []
        self._position = 0
        self.tables: list[Part] = []
        self.heads_above: dict[int, list[Part]] = {}
        """Lines of heads in a table of their own, by the table that they are for."""
        self.named_heads: list[Part] = []
        """Boxes whose class says that they are heads."""
        self._addresses: dict[int, str | None] = {}
        self._letters = [0]
        self._linked = [0]
        self.root = self._walk()

    def letters(self, part: Part) -> int:
        return self._letters[part.last] - self._letters[part.first]

    def linked(self, part: Part) -> int:
        """Letters within links."""
        return self._linked[part.last] - self._linked[part.first]

    def leads_to(self, link: Part) -> str | None:
        """Where an `<a>` leads, made absolute; None if nowhere, or to another place on this page."""
        known = id(link)
        if known not in self._addresses:
            href = link.word("href").strip()
            wanted = bool(href) and not href.startswith("#")
            self._addresses[known] = join(self.document.page.base_url, href) if wanted else None
        return self._addresses[known]

    def text(self, part: Part) -> str:
        """What a reader reads in a part, on one line."""
        return self.between(part.first, part.last)

    def between(self, first: int, last: int) -> str:
        pieces: list[str] = []
        for n in range(first, last):
            if n > first and self.gaps[n]:
                pieces.append(" ")
            pieces.append(self.texts[n])
        return "".join(pieces)

    # ── making it ─────────────────────────────────────────────────────────────────────────────────────────

    def _walk(self) -> Part:
        body = self.document.visible_tree.body
        root = Part("body", dict(body.attributes) if body is not None else {}, None, 0)
        if body is None:
            return root
        stack, numbers, gap = [root], [body.mem_id], LINE
        for node in body.traverse(include_text=True):
            above = node.parent
            if above is None or node.mem_id == numbers[0]:
                continue
            over = above.mem_id
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

    def _opened(self, tag: str, given: dict[str, str | None], above: Part) -> Part:
        part = Part(_ROLES.get(given.get("role") or "", tag) if given else tag, given, above, len(self.texts))
        names = given.get("class") if given else None
        if names:
            part.names = lasting(names)
        part.preformatted = tag == "pre" or above.preformatted
        part.link = part if tag == "a" and given.get("href") else above.link
        above.parts.append(part)
        if tag == "pre":
            self.preformatted.append(part)
            self._position = 0
        elif part.tag == "table":
            self.tables.append(part)
        elif "rowspan" in given and tag in ("td", "th"):
            self.spanning.append(part)
        elif names and tag in ("div", "ul", "ol", "li") and "h" in names and HEADS.search(names):
            self.named_heads.append(part)
        return part

    def _closed(self, part: Part) -> int:
        part.last = len(self.texts)
        if part.tag == "pre" or any(child.tag == "br" for child in part.parts):
            self._into_lines(part)
        return _edge(part)

    def _take(self, text: str, owner: Part, gap: int) -> int:
        """Keep a text, in `<pre>` each of its lines; the gap that it leaves after itself."""
        if owner.preformatted:
            return self._take_preformatted(text, owner, gap)
        return self._keep(text, owner, gap)

    def _take_preformatted(self, text: str, owner: Part, gap: int) -> int:
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

    def _keep(self, text: str, owner: Part, gap: int) -> int:
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

    def _into_lines(self, part: Part) -> None:
        """Put what stands between line breaks into parts of their own."""
        brs: dict[int, int] = {}
        for child in part.parts:
            if child.tag == "br":
                brs[child.first] = brs.get(child.first, 0) + 1
        inner = [child for child in part.parts if child.tag != "br"]
        inside = {n for child in inner for n in range(child.first + 1, child.last)}
        edges = {edge for child in inner if child.tag not in RUNNING for edge in (child.first, child.last)}
        breaks = [
            n
            for n in range(part.first + 1, part.last)
            if n not in inside and (n in brs or n in edges or self.gaps[n] >= LINE)
        ]
        if not breaks:
            return
        blocks = {child.first for child in inner if child.tag not in RUNNING and child.last > child.first}
        lines: list[Part] = []
        place = 0
        for begin, end in pairwise([part.first, *breaks, part.last]):
            here: list[Part] = []
            while place < len(inner) and (inner[place].first < end or inner[place].last <= begin):
                here.append(inner[place])
                place += 1
            if begin not in blocks:
                empty_blocks = [child for child in here if child.tag not in RUNNING]
                running = [child for child in here if child.tag in RUNNING]
                here = [*empty_blocks, self._line(part, begin, end, running)]
            lines += here
        lines = paragraphs_begun(part, [*lines, *inner[place:]])
        empty = {n for n in breaks if brs.get(n, 0) > 1 or self.gaps[n] == EMPTY}
        part.parts = into_paragraphs(part, lines, empty)

    def _line(self, part: Part, begin: int, end: int, inner: list[Part]) -> Part:
        line = Part("line", {}, part, begin, end, inner, link=part.link)
        for child in inner:
            child.above = line
        for n in range(begin, end):
            if self.owners[n] is part:
                self.owners[n] = line
        return line


def _edge(part: Part) -> int:
    """The gap that the edge of an element makes."""
    if part.tag not in RUNNING:
        return LINE
    return NONE if part.tag in INLINE or is_marked(part) else SPACE


def is_marked(part: Part) -> bool:
    """Whether an element says that it only marks words that were asked for."""
    if part.tag == "mark":
        return True
    return part.tag in _MARKING and bool(part.given) and MARKED.search(part.word("class")) is not None


_MARKING = frozenset({"span", "b", "em", "strong", "i", "font"})
