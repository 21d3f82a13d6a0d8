"""Where an answer keeps its records: the largest region of repeated siblings outside of navigation.

A *row* is what one record takes up: one element, or a run of siblings that begins with the same heading
(`<dt><dd>`, `<h3><p><p>`). A region is the rows under one parent. Rows have to look alike (the same kinds of
elements within), say something, and not be a menu; the region with most to say wins.

A list's last page may hold a single record, which repeats nothing: `Shape` is what one page's region taught
about the next, and with it one row is enough.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from selectolax.lexbor import LexborNode

from leadline.query.document import Document, classes, text_of

_AWAY = frozenset({"nav", "footer", "aside", "head", "form"})
_AWAY_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "tablist"})
_AWAY_NAME = re.compile(
    r"(?:^|[\s_-])(?:nav\w*|menu\w*|breadcrumbs?|pag(?:er|ing|ination)\w*|footer|sidebar|facets?|cookie\w*|social|share"
    r"|toolbar|masthead|topbar|languages?)(?=$|[\s_-])",
    re.IGNORECASE,
)
_RESULT_NAME = re.compile(
    r"result|treffer|hit|listing|records?\b|items?\b|catalog|entries|search|list", re.IGNORECASE
)
_FLEETING = re.compile(
    r"^(?:odd|even|first|last|alt\w*|active|selected|row-?\d+|item-?\d+|[a-z]*-?\d+)$", re.IGNORECASE
)
_HEADS = ("dt", "h2", "h3", "h4", "hr")
_ROWS = frozenset(
    {"tr", "li", "div", "article", "section", "p", "dl", "table", "tbody", "a", "blockquote", "dd", "ul"}
)
_LEAST_LETTERS = 8
_LEAST_ALIKE = 0.4
_LONG = 1_500
"""Letters of one row that count; one long row must not outweigh a list."""

Row = tuple[LexborNode, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """How to find a region again on another page of the same list."""

    parent: str
    row: str
    run: bool

    def __str__(self) -> str:
        return f"{'run' if self.run else 'row'}|{self.parent}|{self.row}"

    @classmethod
    def read(cls, text: str) -> "Shape":
        kind, parent, row = text.split("|", 2)
        return cls(parent, row, kind == "run")


@dataclass(frozen=True, slots=True)
class Region:
    """Rows that look alike under one parent."""

    shape: Shape
    rows: tuple[Row, ...]
    weight: float = 0.0


def regions(document: Document) -> list[Region]:
    """All regions worth considering, the weightiest first."""
    found = [
        weighed for parent in _parents(document) for r in _rows_under(parent) if (weighed := _weigh(parent, r))
    ]
    return sorted(found, key=lambda region: -region.weight)


def region_like(document: Document, shape: Shape) -> Region | None:
    """The region of that shape with most rows, one row being enough."""
    best: Region | None = None
    for parent in _parents(document):
        if _key(parent) != shape.parent:
            continue
        for region in _rows_under(parent, least=1):
            if region.shape == shape and (best is None or len(region.rows) > len(best.rows)):
                best = region
    return best


def _parents(document: Document) -> Iterator[LexborNode]:
    """Elements with element children, outside of what is navigation."""
    away: set[int] = set()
    for node in document.tree.document.css("body *"):
        above = node.parent
        if (above is not None and above.mem_id in away) or _is_away(node):
            away.add(node.mem_id)
        elif node.tag not in ("tr", "a", "span", "b", "i", "em", "strong"):
            yield node
    if document.tree.body is not None:
        yield document.tree.body


def _is_away(node: LexborNode) -> bool:
    if node.tag == "form":  # many a list stands in a form of checkboxes; a search form holds no list
        return node.css_first("table tr + tr, li + li, article, [class*=result]") is None
    if node.tag in _AWAY or (node.attributes.get("role") or "").lower() in _AWAY_ROLES:
        return True
    if node.tag == "header":
        return node.parent is not None and node.parent.tag == "body"
    return (
        node.tag in ("div", "ul", "ol", "section", "table", "p") and _AWAY_NAME.search(classes(node)) is not None
    )


def _key(node: LexborNode) -> str:
    """Tag and lasting classes: `li.result`, whatever is odd or first about it."""
    names = (node.attributes.get("class") or "").split()
    lasting = sorted(name for name in names if not _FLEETING.match(name))[:3]
    return ".".join([str(node.tag), *lasting])


def _rows_under(parent: LexborNode, least: int = 2) -> Iterator[Region]:
    children = [child for child in parent.iter() if child.tag not in ("br", "link", "meta", "caption", "colgroup")]
    groups: dict[str, list[Row]] = {}
    for child in children:
        if child.tag in _ROWS and not _is_heading_row(child):
            groups.setdefault(_key(child), []).append((child,))
    for key, rows in groups.items():
        if len(rows) >= least:
            yield Region(Shape(_key(parent), key, run=False), tuple(rows))
    for head in _HEADS:
        runs = _runs(children, head)
        if len(runs) >= least:
            yield Region(Shape(_key(parent), head, run=True), tuple(runs))


def _is_heading_row(node: LexborNode) -> bool:
    return node.tag == "tr" and node.css_first("td") is None


def _runs(children: Sequence[LexborNode], head: str) -> list[Row]:
    """Siblings from one heading to the next; a heading alone is no record."""
    runs: list[list[LexborNode]] = []
    for child in children:
        if child.tag == head:
            runs.append([child])
        elif runs and child.tag not in ("h1", "h2"):
            runs[-1].append(child)
    return [tuple(run) for run in runs if len(run) > 1]


def _weigh(parent: LexborNode, region: Region) -> Region | None:
    texts = [" ".join(text_of(node) for node in row) for row in region.rows]
    letters = [min(len(text), _LONG) for text in texts]
    telling = [text for text in texts if len(text) >= _LEAST_LETTERS and not text.replace(" ", "").isdigit()]
    if len(telling) * 2 < len(texts):
        return None
    alike = _alike(region.rows)
    if alike < _LEAST_ALIKE:
        return None
    linked = sum(len(text_of(a)) for row in region.rows for node in row for a in node.css("a[href]"))
    menu = 0.35 if linked > 0.9 * sum(letters) and sum(letters) < 35 * len(letters) else 1.0
    named = 1.4 if _RESULT_NAME.search(f"{classes(parent)} {classes(region.rows[0][0])}") else 1.0
    # Text of all rows, and a little more for many rows: three columns of a layout have more text than a list.
    weight = sum(letters) * alike * menu * named * min(len(texts), 10) ** 0.5
    return Region(region.shape, region.rows, weight)


def _alike(rows: Sequence[Row]) -> float:
    """How much of what stands in one row stands in the others: mean Jaccard index of neighbours' elements."""
    kinds = [_kinds(row) for row in rows[:30]]
    if len(kinds) < 2:
        return 1.0
    pairs = list(pairwise(kinds))
    return sum(len(a & b) / len(a | b) for a, b in pairs) / len(pairs)


def _kinds(row: Row) -> frozenset[str]:
    inner = [_key(node) for top in row for node in top.css("*")[:200]]
    return frozenset(inner) | {str(row[0].tag)}
