"""What may be the records of a page: proposals only, `selection` picks one of them or none.

Lists: the groups of the page, runs of siblings, lines of tables, what labels, rules and gaps divide (`regions`),
columns of a table that goes the other way. One record: all rows of a list taken together, the boxes that hold what
is new on the page, from the whole of it down to the smallest, and every box of which there is only one.
"""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import groupby
from math import sqrt

from leadline.answers.records.boilerplate import KnownText, mark_boilerplate
from leadline.answers.records.features import PageTexts
from leadline.answers.records.headers import mark_headers
from leadline.answers.records.labels import bare_label, may_be_label
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, filled, mark_rowspans, walk
from leadline.answers.records.outline import RUNNING, Outline
from leadline.answers.records.regions import candidate_regions
from leadline.answers.records.rows import is_total_row, without_furniture
from leadline.answers.records.shape import NodeGroup, Region, first_link, group_nodes, row_similarity
from leadline.answers.records.urls import pattern_of
from leadline.parse.document import Document

_MOST = 32  # candidates of a page that are looked at: a bound on time
_COMPARED = 4  # rows of a candidate that are compared before it is looked at: a bound on time
_MOST_FIELDS = 40  # rows that may be the fields of one record: a bound on time
_BOXES = frozenset({"div", "li", "article", "section", "tr", "table", "dl", "p", "tbody", "ul", "main", "td"})


def outlined(document: Document, *furniture: KnownText) -> tuple[Outline, list[NodeGroup]]:
    """A page as whatever proposes reads it: nodes in groups, headers of columns and furniture marked."""
    outline = Outline(document)
    mark_rowspans(outline.rowspan_cells)
    mark_headers(outline)
    groups = group_nodes(outline)
    mark_boilerplate(outline, groups, furniture)
    return outline, groups


def propose(outline: Outline, groups: Sequence[NodeGroup], texts: PageTexts) -> list[Region]:
    """All candidates, each once; of too many those that may say most that is new."""
    lists = [region for region in candidate_regions(outline, groups) if not _are_places(outline, region.rows)]
    once: dict[tuple[int, ...], Region] = {}
    single = (_alone(outline, row) for row in _single(outline, groups, texts))
    for region in (*lists, *_derived(outline, lists, texts), *single):
        # Two that begin their rows with the same nodes, and end with the same one, are one.
        rows = region.rows
        once.setdefault((id(rows[-1][-1]), len(rows[0]), *[id(row[0]) for row in rows]), region)
    if len(once) <= _MOST:
        return list(once.values())
    best = set(nlargest(_MOST, once, key=lambda key: _promise(texts, once[key])))
    return [once[key] for key in once if key in best]


def _are_places(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether rows lead to places on one and the same page: they are parts of the record which that page is."""
    first = first_link(outline, *rows[0])
    if first is None or any(first_link(outline, *row) != first for row in rows[1:]):
        return False
    links = (next((node.attr("href") for node in walk(row) if node.tag == "a"), "") for row in rows)
    return all("#" in link for link in links)


def _promise(texts: PageTexts, region: Region) -> float:
    _, _, new, *_, letters = texts.counted(region.rows)
    alike = row_similarity(region.rows[:_COMPARED]) if len(region.rows) > 1 else 1.0
    return (new + 0.05 * letters) * alike * sqrt(min(len(region.rows), 10))


def _derived(outline: Outline, lists: Sequence[Region], texts: PageTexts) -> Iterator[Region]:
    """Lists read in another way: as one record, by columns."""
    for region in lists:
        if region.rows[0][0].tag == "tr" and (turned := _transposed_records(outline, region)) is not None:
            yield turned
        if len(region.rows) <= _MOST_FIELDS:
            kept = without_furniture(outline, region.rows) or region.rows
            row = tuple(node for some in kept for node in some)
            yield Region((row,))
            yield from (Region((more,)) for more in _with_box_and_title(row, texts))


def _with_box_and_title(row: RecordRow, texts: PageTexts) -> Iterator[RecordRow]:
    """The box around a record, if nothing else in it is new; the record with the heading or the line before it."""
    box: Node | None = row[0]
    while box is not None and box.end < row[-1].end:
        box = box.parent
    if box is not None and texts.new((box,)) == texts.new(row):
        row = (box.outermost(),)
        yield row
    before = row[0].sibling_before()
    if before is not None and (before.tag in HEADINGS or before.tag == row[0].tag == "line"):
        yield (before, *row)


def _single(outline: Outline, groups: Sequence[NodeGroup], texts: PageTexts) -> Iterator[RecordRow]:
    node: Node | None = outline.root
    while node is not None:
        if node.tag in _BOXES:
            yield (node,)
        stretch = tuple(child for child in filled(node.children) if texts.new((child,)) and not child.boilerplate)
        if len(stretch) > 1:
            first, last = stretch[0].start, stretch[-1].end
            between = (c for c in filled(node.children) if first <= c.start < last and not c.boilerplate)
            yield tuple(between)
        inner = [child for child in node.children if 2 * texts.new((child,)) > texts.new((node,))]
        node = inner[0] if inner else None
    yield from _new_boxes(outline.root, texts)
    alone: list[Node] = []
    for group in groups[1:]:
        if group[0].tag not in RUNNING and group[0].tag != "line":
            members = [node for node in group if node.end > node.start and not node.boilerplate]
            alone += members if len(members) == 1 else []
    for node in sorted(alone, key=lambda node: -texts.new((node,)))[: _MOST // 2]:
        yield (node,)


_NEARLY_ALL = 0.9  # letters of a box that is new: a label or two may stand on the form's page as well


def _new_boxes(node: Node, texts: PageTexts) -> Iterator[RecordRow]:
    """The largest boxes in which nearly all is new, and those of them that follow one another, together."""
    stack = [node]
    while stack:
        box = stack.pop()
        if box.boilerplate or not texts.new((box,)):
            continue
        if _is_new(box, texts):
            yield (box,)
            continue
        stack.extend(reversed(box.children))
        for new, some in groupby(filled(box.children), key=lambda child: _is_new(child, texts)):
            together = tuple(child for child in some if not child.is_header)
            if new and len(together) > 1:
                yield together


def _alone(outline: Outline, row: RecordRow) -> Region:
    """One record, without lines that add up others."""
    return Region((tuple(node for node in row if not is_total_row(outline, node)) or row,))


def _is_new(box: Node, texts: PageTexts) -> bool:
    return not box.boilerplate and texts.new((box,)) >= _NEARLY_ALL * texts.letters((box,)) > 0


# ── columns that are records ──────────────────────────────────────────────────────────────────────────────

_LEAST = 3  # lines, and cells of a line, below which nothing is said about which way a table goes
_WIDEST = 60  # a bound on time


def _transposed_records(outline: Outline, region: Region) -> Region | None:
    """The columns of the table that a region's rows stand in, if those are the records; None if rows are. They are
    where one of the first lines leads to another page in every cell, all of one kind, and the lines have labels
    instead of links in their first cells: things compared side by side."""
    table = region.rows[0][0].closest("table")
    cells = [line.cells for line in filled(table.table_rows)] if table is not None else []
    if len(cells) < _LEAST:
        return None
    wide = len(cells[0])
    if not _LEAST <= wide <= _WIDEST or any(
        len(line) != wide or max(cell.colspan for cell in line) > 1 for line in cells
    ):
        return None
    if not _are_row_labels(outline, [line[0] for line in cells]):
        return None
    apart = [_all_lead_apart(outline, line[1:]) for line in (*cells[:2], cells[-1])]
    if sum(apart[:2]) != 1 or apart[2]:
        return None
    return Region(tuple(tuple(line[n] for line in cells) for n in range(1, wide)), run=True)


def _are_row_labels(outline: Outline, cells: list[Node]) -> bool:
    texts = [outline.text(cell) for cell in filled(cells)]
    if len(texts) + 1 < len(cells) or len(set(texts)) < len(texts) or outline.link_letters(*cells):
        return False
    return all(may_be_label(bare_label(text)) for text in texts)


def _all_lead_apart(outline: Outline, cells: list[Node]) -> bool:
    """Whether every cell leads to a page of its own, none of them to this list in another order."""
    links = [link for cell in cells if (link := first_link(outline, cell)) is not None]
    if not len(set(links)) == len(links) == len(cells) or len(set(map(pattern_of, links))) != 1:
        return False
    return links[0].partition("?")[0] != outline.document.url.partition("?")[0]
