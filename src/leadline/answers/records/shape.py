"""Rows that look alike: groups of nodes, regions of rows, and the shape by which a list is found on other pages.

All bodies are one group (there is one). The children of all members of a group fall into groups by their tag,
their classes and what they contain; so cards in several rows of a grid, entries under several dates and rows of
several tables meet in one group although they have different parents. Which classes a site gives to every row
and which to some (`featured`, `category-7`) need not be known: a child joins the first group that it resembles
by half.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby, islice, pairwise, takewhile
from math import log1p
from statistics import fmean

from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, filled, walk
from leadline.answers.records.outline import Outline
from leadline.answers.records.urls import pattern_of
from leadline.lexicon.phrases import template

_UNSAFE = re.compile(r"[|/.\s]")


@dataclass(frozen=True, slots=True)
class Shape:
    """Where rows stand, what they look like, and what tells one from another. `parent` are the elements above,
    `row` is the tag of a row and the classes that most rows have. `key` says what records go by: `url`, `text`, or
    the name of a field after `=`."""

    parent: str
    row: str
    run: bool
    key: str = ""
    link: str = ""  # which of a record's links leads to its own page (path below the row)

    def __str__(self) -> str:
        return "|".join(("run" if self.run else "row", self.parent, self.row, self.link, self.key))

    @classmethod
    def read(cls, text: str) -> "Shape":
        kind, parent, row, *rest = text.split("|", 4)
        link, key = (*rest, "", "")[:2]
        return cls(parent, row, kind == "run", key, link)

    def shared(self, other: "Shape") -> "Shape":
        """With the looks of rows that both have: what differs from page to page says what a record is like, and
        not that it is one."""
        tag, *classes = self.row.split(".")
        common = [name for name in classes if name in other.row.split(".")[1:]]
        return replace(self, row=".".join((tag, *common)))

    def fit(self, node: Node) -> int:
        """How well a node fits the rows: 0 not at all, else one and how many elements above it fit as well."""
        tag, *classes = self.row.split(".")
        if node.tag != tag or not set(classes) <= {_safe(name) for name in node.classes}:
            return 0
        above = zip(self.parent.split("/")[::-1], parent_path(node).split("/")[::-1], strict=False)
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], above)))
        return same + 1 if same or classes else 0


def parent_path(node: Node) -> str:
    """The three elements above a row, the nearest last."""
    parents = list(islice(node.lineage(), 1, 4))
    return "/".join(".".join(map(_safe, (one.tag, *sorted(one.classes)))) for one in reversed(parents))


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)


@dataclass(frozen=True, slots=True)
class Region:
    """Rows that look alike."""

    rows: tuple[RecordRow, ...]
    run: bool = False  # cut out of siblings, where nothing in a row says that it is one
    sure: bool = False
    """Whether the page itself says which nodes make one row: lines or cells, as many as it has headers for."""

    @property
    def shape(self) -> Shape:
        first = self.rows[0][0]
        counts = Counter(name for row in self.rows for name in row[0].classes)
        common = sorted(name for name, count in counts.items() if count * 2 > len(self.rows))
        is_run = self.run or len(self.rows[0]) > 1
        return Shape(parent_path(first), ".".join(map(_safe, (first.tag, *common))), is_run)


def first_link(outline: Outline, *row: Node) -> str | None:
    """The address that a row's first link leads to."""
    known = outline.first_links
    for top in row:
        if id(top) not in known:
            links = (outline.target_of(node) for node in walk((top,)) if node.tag == "a")
            known[id(top)] = next((url for url in links if url is not None), None)
        if (url := known[id(top)]) is not None:
            return url
    return None


def link_pattern(outline: Outline, *row: Node) -> str:
    """The kind of page that a row's first link leads to; empty if it has none."""
    url = first_link(outline, *row)
    return pattern_of(url) if url is not None else ""


# ── how much rows look alike ──────────────────────────────────────────────────────────────────────────────

_COMPARED = 12  # rows of a region that are compared, and nodes of a row: bounds on time, see tests/bounds
_MOST_NODES = 150


def row_similarity(rows: Sequence[RecordRow]) -> float:
    """How much of what stands in one row stands in the others: mean Jaccard index of neighbours' elements."""
    compared = [kinds(row) for row in rows[:_COMPARED]]
    if len(compared) < 2:
        return 1.0
    shares = [len(one & other) / len(one | other) for one, other in pairwise(compared)]
    return sum(shares) / len(shares)


def kinds(row: RecordRow) -> frozenset[str]:
    """Tags and classes in a row."""
    return _kinds(row[0]) if len(row) == 1 else frozenset().union(*map(_kinds, row))


def _kinds(top: Node) -> frozenset[str]:
    if top.kinds is None:
        if top.size > _MOST_NODES:
            nodes = list(walk((top,), _MOST_NODES))
            top.kinds = frozenset({node.tag for node in nodes}).union(*{node.classes for node in nodes})
        else:
            top.kinds = frozenset((top.tag,)).union(top.classes, *map(_kinds, top.children))
    return top.kinds


def common_kinds(rows: Sequence[RecordRow]) -> frozenset[str]:
    """What most of the rows have."""
    counts = Counter(kind for row in rows[:_COMPARED] for kind in kinds(row))
    return frozenset(kind for kind, count in counts.items() if count * 2 > min(len(rows), _COMPARED))


_LINES = 4  # of a table, below which a long text here and a short one there are chance


def are_columns(outline: Outline, cells: Sequence[RecordRow]) -> bool:
    """Whether cells differ more from column to column than from line to line in how much they say: then they are
    parts of records, and no cards side by side. What leads somewhere from every cell is cards, unless each line
    has one of them and something else beside it: then it is the lines that are records."""
    lines = [list(line) for _, line in groupby(cells, key=lambda row: id(row[0].parent))]
    parents = [cell.parent for (cell, *_), *_ in lines]
    if len(lines) == len(cells) > 1 and all(
        line is not None and len(filled(line.children)) > 1 for line in parents
    ):
        return True
    if all(outline.link_letters(*cell) for cell in cells):
        return False
    if len(lines) < _LINES:
        return False
    said = [[log1p(outline.letters(*cell)) for cell in line] for line in lines]
    columns = [[line[n] for line in said if len(line) > n] for n in range(max(map(len, said)))]
    mean = fmean(chain.from_iterable(said))
    between = sum(len(column) * (fmean(column) - mean) ** 2 for column in columns)
    return 2 * between > sum((one - mean) ** 2 for line in said for one in line) > 0


# ── groups ────────────────────────────────────────────────────────────────────────────────────────────────

_MOST_GROUPS = 8  # groups of one tag under one group; what comes after joins the nearest
_JOINS = 0.55
_SAME_TAGS = 0.95  # the most that nodes with other classes inside are alike, so that the same classes go before
_MOST_CHILDREN = 40  # a bound on time
_TABLES = frozenset({"table", "tbody"})


NodeGroup = list[Node]  # nodes of one tag in the order of the page


def group_nodes(outline: Outline) -> list[NodeGroup]:
    """All groups, outer ones first; every node knows the number of its own (`Node.group`)."""
    outline.root.group = 0
    found = [[outline.root]]
    for group in found:
        _group_children((child for member in group for child in member.children), found)
    return found


def _group_children(children: Iterable[Node], found: list[NodeGroup]) -> None:
    leaders: dict[str, list[tuple[Node, frozenset[str], int]]] = {}
    for child in children:
        contents = _contents(child)
        # Headers of columns are like no row below them, and must not be what those are compared with.
        known = leaders.setdefault("headers" if child.has_only_header_cells else child.tag, [])
        best, highest = None, 0.0
        for leader, inner, group in known:
            similarity = _node_similarity(child, contents, leader, inner)
            if similarity > highest:
                best, highest = group, similarity
            if similarity >= 1.0:
                break
        if best is None or (highest < _JOINS and len(known) < _MOST_GROUPS):
            best = len(found)
            found.append([])
            known.append((child, contents, best))
        child.group = best
        found[best].append(child)


def _node_similarity(one: Node, inner: frozenset[str], other: Node, other_inner: frozenset[str]) -> float:
    """0 to 1, half of it for classes and half for what they contain."""
    if one.classes == other.classes:
        # The same classes are meant to be the same, whatever is missing inside.
        named = 1.1 if one.classes else 1.0
    else:
        shared = len(one.classes & other.classes)
        named = max(0.5, shared / len(one.classes | other.classes)) if shared else 0.2
    within = len(inner & other_inner) / len(inner | other_inner) if inner or other_inner else 1.0
    if within < _SAME_TAGS and 1 < len(one.children) == len(other.children) and _tags(one) == _tags(other):
        within = _SAME_TAGS  # every second row has other classes, also on its cells
    if one.tag == "tr" and named <= 1.0 and _cells(one) != _cells(other):
        named = 0.0  # rows of a table have as many cells; those of another table beside it may not
    elif one.tag in _TABLES and named <= 1.0 and _first_line(one) != _first_line(other):
        named = 0.0  # a bar of links, a calendar and the records may all be tables
    return 0.5 * named + 0.5 * within


def _first_line(table: Node) -> list[str]:
    """The cells that a table begins with."""
    line = table
    while line.tag in ("table", "tbody", "thead") and line.children:
        line = next(iter(filled(line.children)), line.children[0])
    return [cell.tag for cell in line.children]


def _cells(line: Node) -> int:
    return len(line.children) + len(line.spanned_by)


def _tags(node: Node) -> list[tuple[str, ...]]:
    children = node.children[:_MOST_CHILDREN]
    return [(child.tag, *(below.tag for below in child.children[:_MOST_CHILDREN])) for child in children]


def _contents(node: Node) -> frozenset[str]:
    """Tags and classes of its children, tags of theirs."""
    found: set[str] = set()
    for child in node.children[:_MOST_CHILDREN]:
        found.add(child.tag)
        found.update(child.classes)
        found.update(f">{below.tag}" for below in child.children[:_MOST_CHILDREN])
    return frozenset(found)


_TITLE_CLASS = template("classes", r"{titles}|name\b")
_BESIDE = 20  # letters that may stand beside a title in its box: a year, an author


def is_titled(outline: Outline, node: Node) -> bool:
    """Whether a link stands in a heading, or in what a class calls the title, with next to nothing beside it."""
    most = 2 * outline.letters(node) + _BESIDE
    for box in node.lineage():
        if box.tag in HEADINGS or box.tag == "dt":
            return True
        if box.attributes and _is_title_class(box.attr("class"), box.attr("itemprop")):
            return True
        if outline.letters(box) > most:
            return False
    return False


@lru_cache(maxsize=4_096)
def _is_title_class(names: str, property_: str) -> bool:
    return _TITLE_CLASS.search(f"{names} {property_}") is not None
