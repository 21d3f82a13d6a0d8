"""A page as plain objects, made in one pass: everything after it asks for children, texts and letters.

Asking lexbor again and again for the same subtree costs ten times its parse; one walk and prefix sums make the
text of any part a slice, and its number of letters a subtraction.

Texts are kept apart as the page keeps them apart, each with the gap before it: `NONE` where a reader sees one
word (`wh<b>ale</b>`), `SPACE`, `LINE`, or `EMPTY` for an empty line. Where lines are made by `<br>` or within
`<pre>`, each line becomes a part of its own (tag `line`), and where empty lines stand between them, each
paragraph does (tag `para`), so that lists without elements are lists all the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from leadline.model.url import join
from leadline.parse.tree import INLINE
from leadline.query.document import Document

NONE, SPACE, LINE, EMPTY = 0, 1, 2, 3
_IN_LINES = "a bdi bdo cite code data del dfn img input kbd label nobr q samp span time var output blink"
RUNNING = INLINE | frozenset(_IN_LINES.split())
"""Elements that stand within a line."""
_ROLES = {
    "table": "table", "grid": "table", "rowgroup": "tbody", "row": "tr", "cell": "td", "gridcell": "td",
    "columnheader": "th", "rowheader": "th",
}  # fmt: skip
"""Boxes that say they are a table are one (WAI-ARIA 1.2, section 5.3)."""
_MARKED = re.compile(
    r"highlight|hilite|hilight|searchword|search-?(?:hit|match|term)|(?:^|[\s_-])(?:hl|hit|mark|match)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Classes of words that were asked for."""
_FLEETING = re.compile(
    r"^(?:odd|even|first|last|alt\w*|active|selected|current|new|unread|read|visited|hover|.*\d|.*\d{3,}.*"
    r"|.*[-_](?:odd|even|first|last))$",
    re.IGNORECASE,
)
"""Classes that differ from row to row of one list."""


@dataclass(slots=True, eq=False)
class Part:
    """An element, or a line of one."""

    tag: str
    given: dict[str, str | None]
    above: "Part | None"
    first: int
    """Its texts are `texts[first:last]` of the outline."""
    last: int = 0
    parts: list["Part"] = field(default_factory=list)
    names: frozenset[str] = frozenset()
    """Classes that last."""
    link: "Part | None" = None
    """The link it stands in."""
    preformatted: bool = False
    away: bool = False
    """In navigation, a footer, an advertisement: no place for records."""
    group: int = -1
    """Which of the page's groups it belongs to, see `groups`."""
    reached: tuple["Part", ...] = ()
    """Cells of rows above that span this row of a table as well, see `spans`."""

    def word(self, name: str) -> str:
        return self.given.get(name) or ""

    def chain(self) -> Iterator["Part"]:
        """Itself and everything above."""
        part: Part | None = self
        while part is not None:
            yield part
            part = part.above


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
        body = self.document.tree.body
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
        if given and (names := given.get("class")):
            part.names = _lasting(names)
        part.preformatted = tag == "pre" or above.preformatted
        part.link = part if tag == "a" and given.get("href") else above.link
        above.parts.append(part)
        if "rowspan" in given and tag in ("td", "th"):
            self.spanning.append(part)
        return part

    def _closed(self, part: Part) -> int:
        part.last = len(self.texts)
        if part.tag == "pre" or any(child.tag == "br" for child in part.parts):
            self._into_lines(part)
        return _edge(part)

    def _take(self, text: str, owner: Part, gap: int) -> int:
        """Keep a text, in `<pre>` each of its lines; the gap that it leaves after itself."""
        lines = text.split("\n") if "\n" in text and owner.preformatted else [text]
        for place, line in enumerate(lines):
            if place:
                gap = LINE if gap < LINE else EMPTY
            words = line.split()
            if not words:
                gap = max(gap, SPACE)
                continue
            self.texts.append(" ".join(words))
            self.owners.append(owner)
            self.gaps.append(max(gap, SPACE if line[0].isspace() else NONE))
            length = sum(map(len, words))
            self._letters.append(self._letters[-1] + length)
            self._linked.append(self._linked[-1] + (length if owner.link is not None else 0))
            gap = SPACE if line[-1].isspace() else NONE
        return gap

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
        lines = _paragraphs_begun(part, [*lines, *inner[place:]])
        empty = {n for n in breaks if brs.get(n, 0) > 1 or self.gaps[n] == EMPTY}
        part.parts = _into_paragraphs(part, lines, empty)

    def _line(self, part: Part, begin: int, end: int, inner: list[Part]) -> Part:
        line = Part("line", {}, part, begin, end, inner, link=part.link)
        for child in inner:
            child.above = line
        for n in range(begin, end):
            if self.owners[n] is part:
                self.owners[n] = line
        return line


def _paragraphs_begun(part: Part, lines: list[Part]) -> list[Part]:
    """The lines before a `<p>` that stands between paragraphs and not around them: the first is one as well."""
    found: list[Part] = []
    bare: list[Part] = []
    for line in lines:
        if line.tag == "line":
            bare.append(line)
            continue
        if bare and line.tag == "p" and len(line.parts) > 1 and all(inner.tag == "line" for inner in line.parts):
            bare = [_wrapped("p", part, bare)]
        found += [*bare, line]
        bare = []
    return [*found, *bare]


def _into_paragraphs(part: Part, lines: list[Part], empty: set[int]) -> list[Part]:
    paragraphs: list[list[Part]] = [[]]
    for line in lines:
        if line.first in empty and paragraphs[-1]:
            paragraphs.append([])
        paragraphs[-1].append(line)
    if len(paragraphs) < 2 or len(paragraphs) * 4 > len(lines) * 3:
        return lines
    inner = paragraphs[1:-1]
    if not any(line.tag != "line" for some in inner for line in some):
        # Paragraphs are of lines alone: boxes before the first and after the last are none of them.
        boxes, paragraphs[0] = _split(paragraphs[0], last=True)
        paragraphs[-1], more = _split(paragraphs[-1], last=False)
    else:
        boxes, more = [], []
    return [*boxes, *(_wrapped("para", part, some) for some in paragraphs if some), *more]


def _split(lines: list[Part], *, last: bool) -> tuple[list[Part], list[Part]]:
    """Lines after the last box, or before the first, from the rest."""
    places = [n for n, line in enumerate(lines) if line.tag != "line"]
    if not places:
        return ([], lines) if last else (lines, [])
    cut = places[-1] + 1 if last else places[0]
    return lines[:cut], lines[cut:]


def _wrapped(tag: str, above: Part, some: list[Part]) -> Part:
    made = Part(tag, {}, above, some[0].first, some[-1].last, some, link=above.link)
    for line in some:
        line.above = made
    return made


def _edge(part: Part) -> int:
    """The gap that the edge of an element makes."""
    if part.tag not in RUNNING:
        return LINE
    return NONE if part.tag in INLINE or is_marked(part) else SPACE


def is_marked(part: Part) -> bool:
    """Whether an element says that it only marks words that were asked for."""
    if part.tag == "mark":
        return True
    return part.tag in _MARKING and bool(part.given) and _MARKED.search(part.word("class")) is not None


_MARKING = frozenset({"span", "b", "em", "strong", "i", "font"})


@lru_cache(maxsize=8_192)
def _lasting(names: str) -> frozenset[str]:
    return frozenset(name for name in names.split() if not _FLEETING.match(name))
