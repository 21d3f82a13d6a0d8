"""Nodes of a page's outline: elements and lines, what their classes say, and the cells and columns of tables."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from leadline.lexicon.phrases import template, word_set

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WORDS = re.compile(r"\w+")


@dataclass(slots=True, eq=False)
class Node:
    """An element, or a line of one."""

    tag: str
    attributes: dict[str, str | None]
    parent: "Node | None"
    start: int  # its texts are `texts[start:end]` of the outline
    end: int = 0
    children: list["Node"] = field(default_factory=list)
    size: int = 1  # nodes in it, itself among them
    classes: frozenset[str] = frozenset()  # those that every row of a list would have, see `stable_classes`
    link: "Node | None" = None  # the link it stands in
    preformatted: bool = False
    boilerplate: bool = False  # in navigation, a footer, an advertisement: no place for records
    group: int = -1  # the number of its `shape.NodeGroup`
    is_header: bool = False  # holds the headers of columns
    spanned_by: tuple["Node", ...] = ()  # cells of rows above that span this row of a table as well
    kinds: frozenset[str] | None = None  # tags and classes within, once somebody asked (`shape.kinds`)

    def attr(self, name: str) -> str:
        return self.attributes.get(name) or ""

    def lineage(self) -> Iterator["Node"]:
        """Itself and its ancestors."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def closest(self, tag: str) -> "Node | None":
        """Itself or its nearest ancestor with that tag."""
        return next((node for node in self.lineage() if node.tag == tag), None)

    def outermost(self) -> "Node":
        """The largest box that holds this node's texts and no others."""
        node = self
        while (parent := node.parent) is not None and (parent.start, parent.end) == (node.start, node.end):
            node = parent
        return node

    def siblings_after(self) -> list["Node"]:
        # Nodes are equal to nothing but themselves.
        siblings = self.parent.children if self.parent is not None else [self]
        return siblings[siblings.index(self) + 1 :]

    def sibling_before(self) -> "Node | None":
        siblings = self.parent.children if self.parent is not None else [self]
        place = siblings.index(self)
        return siblings[place - 1] if place else None

    @property
    def named_by_classes(self) -> str:
        """The name that the classes of an element, or of the ones around it alone, give to its text."""
        node = self
        for _ in range(_WRAPPERS):
            if node.classes and (word := _telling_words(node.classes)):
                return word
            parent = node.parent
            if parent is None or (parent.start, parent.end) != (node.start, node.end):
                break
            node = parent
        return ""

    # ── of tables ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def table_rows(self) -> list["Node"]:
        """The rows of a table, of a body of one, or the row itself; not those of tables within."""
        if self.tag == "tr":
            return [self]
        if self.tag in ("thead", "tbody", "tfoot"):
            return [line for line in self.children if line.tag == "tr"]
        return [line for inner in self.children for line in inner.table_rows] if self.tag == "table" else []

    @property
    def cells(self) -> list["Node"]:
        return [cell for cell in self.children if cell.tag in ("td", "th")]

    @property
    def colspan(self) -> int:
        return min(self.number("colspan"), _MOST_COLSPAN)

    @property
    def column(self) -> int:
        """The column of a cell; cells that reach into its row from above stand before it."""
        if self.parent is None:
            return 0
        before = takewhile(lambda cell: cell is not self, self.parent.cells)
        return sum(cell.colspan for cell in (*self.parent.spanned_by, *before))

    @property
    def has_only_header_cells(self) -> bool:
        """A row of a table that has nothing but headers of columns."""
        if self.is_header or self.tag != "tr":
            return self.is_header
        cells = self.children
        return not any(c.tag == "td" or (c.tag == "th" and c.attr("scope").lower() == "row") for c in cells)

    def number(self, name: str) -> int:
        """The number in an attribute, 1 if there is none."""
        written = self.attr(name).strip()
        return max(1, int(written)) if written.isdecimal() and len(written) < 6 else 1


RecordRow = tuple[Node, ...]  # what one record takes up: one node, or a run of siblings


def walk(nodes: Sequence[Node], most: int = sys.maxsize) -> Iterator[Node]:
    """Nodes and all below them in the order of the page; at most so many."""
    stack = list(reversed(nodes))
    for _ in range(most):
        if not stack:
            break
        node = stack.pop()
        yield node
        if node.children:
            stack.extend(reversed(node.children))


def words_in(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


def filled(nodes: Iterable[Node]) -> list[Node]:
    """Those that have texts."""
    return [node for node in nodes if node.end > node.start]


def texts_in(row: RecordRow) -> int:
    return row[-1].end - row[0].start


# ── what classes say ──────────────────────────────────────────────────────────────────────────────────────

HIGHLIGHT_CLASS = template("classes", r"{highlights}|(?:^|[\s_-])(?:hl|hit|mark|match)(?:$|[\s_-])")
"""Classes of words that were asked for."""
HEADER_CLASS = template("classes", r"(?:^|[\s_-])(?:\w{0,8}?{headers}|hdr|thead|th)(?:$|[\s_-])")
"""Classes of headers of columns."""
_OF_SOME_ROWS = template("classes", r"^(?:{row_states}|.*\d|.*\d{3,}.*|.*[-_](?:odd|even|first|last))$")
_CLASS_WORDS = re.compile(r"__|--|[-_.:]|(?<=[a-z])(?=[A-Z])")
_LAYOUT = word_set("classes", "layout")
_WORD = re.compile(r"^[a-z]{2,}$")
_WRAPPERS = 3  # boxes around one text whose classes may name it: `<td class=price><div><span>`


@lru_cache(maxsize=8_192)
def stable_classes(names: str) -> frozenset[str]:
    """The classes of an element that every row of its list would have."""
    return frozenset(name for name in names.split() if not _OF_SOME_ROWS.match(name))


@lru_cache(maxsize=8_192)
def _telling_words(classes: frozenset[str]) -> str:
    for name in sorted(classes):
        words = [word.lower() for word in _CLASS_WORDS.split(name) if word]
        telling = [word for word in words if _WORD.match(word) and word not in _LAYOUT]
        if telling and all(_WORD.match(word) for word in words):
            return " ".join(telling[-2:])
    return ""


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────

_MOST_COLSPAN = 200  # a bound on time: `colspan` may say any number (HTML allows 1,000)
_MOST_SPANNING = 12  # cells of rows above that may span one row; a table is grouped by few of its columns


def table_rows_of(row: RecordRow) -> list[Node]:
    """The rows of tables that a record takes up."""
    return [line for node in row if node.tag in ("tr", "tbody") for line in node.table_rows]


def mark_rowspans(cells: Iterable[Node]) -> None:
    """Tell the rows of tables which cells of rows above span them (`Node.spanned_by`)."""
    lines = (cell.parent for cell in cells)
    tables = [line.parent for line in lines if line is not None and line.tag == "tr" and line.parent is not None]
    for table in dict.fromkeys(tables):
        spanning: list[tuple[Node, int]] = []
        for line in (child for child in table.children if child.tag == "tr"):
            line.spanned_by = tuple(cell for cell, _ in spanning)
            more = [(cell, cell.number("rowspan")) for cell in line.cells if "rowspan" in cell.attributes]
            left = ((cell, rows - 1) for cell, rows in (*spanning, *more))
            spanning = [(cell, rows) for cell, rows in left if rows > 0][:_MOST_SPANNING]


def cells_by_column(row: RecordRow) -> Iterator[tuple[int, Node]]:
    """The cells of a record's rows with the number of their column, those that only reach into it first."""
    known: dict[int, int] = {}
    for line in table_rows_of(row):
        covered: set[int] = set()
        for cell in line.spanned_by:
            column = known.get(id(cell))
            if column is None:
                known[id(cell)] = column = cell.column
                yield column, cell
            covered.update(range(column, column + cell.colspan))
        column = 0
        for cell in line.cells:
            while column in covered:
                column += 1
            known[id(cell)] = column
            yield column, cell
            column += cell.colspan


def cells_above(row: RecordRow) -> list[Node]:
    """Cells of rows above that a record shares with the records before it."""
    if not any(node.spanned_by or node.tag == "tbody" for node in row):
        return []
    lines = table_rows_of(row)
    own = {id(line) for line in lines}
    found = {id(cell): cell for line in lines for cell in line.spanned_by if id(cell.parent) not in own}
    return list(found.values())
