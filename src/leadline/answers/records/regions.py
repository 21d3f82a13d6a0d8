"""Where an answer may keep its lists: candidates, and the region of a shape that is known from another page.

Rows are the nodes of a group, also links with nothing but commas between them, or siblings cut where something
comes round again: a kind of node, a label, a rule or a gap, every so many nodes. What of one kind stands in
several boxes is proposed together and apart. A list's last page may hold a single record, which repeats nothing:
with the `Shape` of another page one row is enough.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from leadline.answers.records.headers import headers_over
from leadline.answers.records.labels import leading_label
from leadline.answers.records.nodes import Node, RecordRow, cells_by_column, filled
from leadline.answers.records.outline import RUNNING, Outline
from leadline.answers.records.shape import (
    NodeGroup,
    Region,
    Shape,
    are_columns,
    kinds,
    link_pattern,
    parent_path,
    row_similarity,
)

_NEVER = frozenset({"br", "hr", "img", "input", "label", "option", "col", "colgroup", "caption", "thead", "tfoot"})
_GAPS = frozenset({"tr", "p", "div"})
_MOST_PARENTS = 12  # more boxes with rows of one kind are a grid; a bound on time, too
_SAME_LIST = 0.6  # likeness of the first rows of boxes that are one list
_LONGEST_RUN = 40  # nodes of one record: a bound on time
_COMMAS = frozenset(",;、،，；")
_ENUMERATED = 2  # commas between links, and nothing else, that make them a list: three links
_MOST_STARTS = 4  # kinds of nodes under one parent that are tried as the beginning of a record: a bound on time


def candidate_regions(outline: Outline, groups: Sequence[NodeGroup]) -> Iterator[Region]:
    """All regions of two rows or more, outer ones first."""
    for group in groups[1:]:
        listed = _are_enumerated(outline, group)
        rows: list[RecordRow] = [
            (node,) for node in group if not node.boilerplate and _may_be_row(node, listed=listed)
        ]
        if rows and rows[0][0].tag == "td" and are_columns(outline, rows):
            rows = []
        for some in _together_and_apart(outline, _with_last_line(rows)):
            yield Region(tuple(some))
            if some[0][0].tag == "tr" and len(cells := _side_by_side(outline, some)) > 1:
                yield Region(tuple(cells), run=True, sure=True)
        yield from _run_regions(outline, group)
    yield from _run_regions(outline, groups[0])


def _together_and_apart(outline: Outline, rows: list[RecordRow]) -> Iterator[list[RecordRow]]:
    """Rows of one kind as one list; as one in each box, unless these hold the same kind of thing; as one for each
    set of names of columns. Cells of one line are no list of their own."""
    if len(rows) > 1:
        yield rows
    tag = rows[0][0].tag if rows else ""
    boxes = [] if tag == "td" else _by(rows, lambda row: id(row[0].parent))
    lists = _apart(boxes)
    if len(lists) == 1 or (lists and row_similarity([some[0] for some in boxes]) <= _SAME_LIST):
        yield from lists
    if tag == "tr" and len(boxes) > 1:
        names = {id(some[0][0].parent): headers_over(outline, some[:1]) for some in boxes}
        yield from _apart(_by(rows, lambda row: names[id(row[0].parent)]))
    elif tag == "table":
        lines = {id(row): next(iter(filled(row[0].table_rows)), row[0]) for row in rows}
        yield from _apart(_by(rows, lambda row: outline.text(line) if (line := lines[id(row)]).is_header else ""))


def _by(rows: Iterable[RecordRow], key: Callable[[RecordRow], object]) -> list[list[RecordRow]]:
    found: dict[object, list[RecordRow]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return list(found.values())


def _apart(lists: list[list[RecordRow]]) -> list[list[RecordRow]]:
    return [some for some in lists if len(some) > 1] if 1 < len(lists) <= _MOST_PARENTS else []


def _with_last_line(rows: list[RecordRow]) -> list[RecordRow]:
    """Cells of a table with those of its last line, which has fewer of them where cells are cards."""
    last = rows[-1][0].parent if rows and rows[0][0].tag == "td" else None
    after = last.siblings_after() if last is not None and last.parent is not None else []
    if len(after) != 1 or after[0].tag != "tr":
        return rows
    return [*rows, *((cell,) for cell in filled(after[0].children))]


def _are_enumerated(outline: Outline, group: NodeGroup) -> bool:
    """Whether links within a line are what it lists: three at least with nothing but a comma between one and the
    next ("maps: Ashford, 1727, Bridge, 1801, Canal, 1790", each a link)."""
    if not group or group[0].tag != "a":
        return False
    texts = outline.texts
    pairs = Counter(
        id(one.parent)
        for one, other in pairwise(group)
        if one.parent is other.parent and other.start - one.end == 1 and texts[one.end] in _COMMAS
    )
    return max(pairs.values(), default=0) >= _ENUMERATED


def _may_be_row(node: Node, *, listed: bool) -> bool:
    if node.end == node.start or node.tag in _NEVER or (node.tag == "tbody" and node.outermost() is not node):
        return False  # a body that is all of its table is the table itself
    if node.tag in RUNNING:
        return node.tag in ("a", "span") and (node.end - node.start > 1 or listed)
    return not node.has_only_header_cells


def _side_by_side(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """The cells of each record, where lines of a table hold several: what its columns are called, and lead to,
    comes round again. The line after the last of these may have fewer cells."""
    headers, cells = headers_over(outline, rows), rows[0][0].cells
    if len(headers) > 1 or any(line.spanned_by or len(line.cells) != len(cells) for (line,) in rows):
        return []
    names = headers[0] if headers else ("",) * len(cells)
    looks = [(names[n : n + 1], link_pattern(outline, cell)) for n, cell in enumerate(cells)]
    steps = (
        n for n in range(2, (len(looks) + 3) // 2) if len(looks) % n in (0, n - 1) and len(set(looks[:n])) > 1
    )
    step = next((n for n in steps if all(one == two for one, two in zip(looks, looks[n:], strict=False))), 0)
    if not step or any(cell.colspan > 1 for cell in cells):
        return []
    last = [(line,) for line in rows[-1][0].siblings_after() if line.tag == "tr" and len(line.cells) < len(cells)]
    found: dict[tuple[int, int], list[Node]] = {}
    for line, row in enumerate((*rows, *last)):
        for column, cell in cells_by_column(row):
            found.setdefault((line, column // step), []).append(cell)
    return [tuple(some) for some in found.values() if filled(some)]


def _run_regions(outline: Outline, group: NodeGroup) -> Iterator[Region]:
    """Runs of siblings under the members of a group, taken together where they begin alike."""
    found: dict[object, list[RecordRow]] = {}
    for parent in group:
        if parent.boilerplate or len(parent.children) < 4:
            continue
        children = [child for child in parent.children if not child.boilerplate and _counts(child)]
        for start, rows in _beginnings(outline, children):
            found.setdefault(start, []).extend(rows)
        for rows in (
            _divided(children, 2, lambda node: node.tag == "hr"),
            _divided(parent.children, 1, lambda node: node.end == node.start and node.tag in _GAPS),
            *_periodic(children),
        ):
            if _are_runs(rows):
                yield Region(tuple(rows), run=True)
    for rows in found.values():
        for some in (rows, *_by(rows, lambda row: id(row[0].parent))):
            if _are_runs(some):
                yield Region(tuple(some), run=True)


def _counts(node: Node) -> bool:
    return node.end > node.start or node.tag in ("hr", "img")


def _are_runs(rows: Sequence[RecordRow]) -> bool:
    return len(rows) > 1 and sum(len(row) > 1 for row in rows) * 2 > len(rows)


def _cut_at(nodes: Sequence[Node], places: Sequence[int]) -> list[RecordRow]:
    """From each place to the next."""
    return [tuple(nodes[a : min(b, a + _LONGEST_RUN)]) for a, b in pairwise([*places, len(nodes)])]


def _beginnings(outline: Outline, children: Sequence[Node]) -> Iterator[tuple[object, list[RecordRow]]]:
    """Siblings from one node of a kind to the next, for every kind that may begin a record: of its group, of its
    look, of the label it begins with. It comes again, and other nodes stand between: after nearly all of them, or
    after most where some records have nothing but their beginning (a term whose description is empty)."""
    shown = [child for child in children if child.tag != "hr"]
    ways: list[list[object]] = [
        [child.group for child in shown],
        [(child.tag, child.classes, kinds((child,))) for child in shown],
        [leading_label(outline, child) if child.tag != "dd" else "" for child in shown],
    ]
    for kinds_of in ways:
        counts = Counter(kinds_of)
        followed = Counter(one for one, after in pairwise(kinds_of) if after != one)
        starts = [
            kind
            for kind, count in counts.items()
            if kind != "" and count > 1 and (2 * count <= len(shown) + 1 or 2 * followed[kind] > count)
        ]
        for start in starts[:_MOST_STARTS]:
            yield start, _trimmed(_cut_at(shown, [n for n, kind in enumerate(kinds_of) if kind == start]))


def _trimmed(rows: list[RecordRow]) -> list[RecordRow]:
    """The last run without what no other run has: a pager, a footer."""
    if len(rows) < 2:
        return rows
    last = list(rows[-1])
    seen = {node.group for row in rows[:-1] for node in row}
    longest = max(len(row) for row in rows[:-1])
    while len(last) > 1 and (last[-1].group not in seen or (len(rows) > 2 and len(last) > longest)):
        last.pop()
    return [*rows[:-1], tuple(last)]


_LONGEST_PERIOD = 6  # siblings of one record that nothing marks: lines of an entry, not of an article
_COMPARED = 36  # siblings that are compared: a bound on time
_MORE_ALIKE = 0.05  # by which a period has to be better than none: below it stripes and missing parts decide


def _periodic(children: Sequence[Node]) -> Iterator[list[RecordRow]]:
    """Records of as many siblings each, where what stands so many further on is more like a node than what follows
    it (the generalised nodes of Liu, Grossman & Zhai, KDD 2003); from each place where the first may begin."""
    some = [kinds((child,)) for child in filled(children)[:_COMPARED]]

    def alike(step: int) -> float:
        pairs = [(one, other) for one, other in zip(some, some[step:], strict=False)]
        return sum(len(one & other) / len(one | other) for one, other in pairs) / len(pairs)

    next_one = alike(1) if len(some) > 3 else 1.0
    if next_one + _MORE_ALIKE >= 1.0:
        return
    for many in range(2, min(_LONGEST_PERIOD, len(some) // 2) + 1):
        if alike(many) > next_one + _MORE_ALIKE:
            shown = filled(children)
            for first in range(many):
                end = len(shown) - (len(shown) - first) % many
                rows = _cut_at(shown[:end], range(first, end, many))
                if not _slips(rows):
                    yield rows
            return


def _slips(rows: Sequence[RecordRow]) -> bool:
    """Whether what most rows begin with stands elsewhere in some of them, and not in all, or not at their
    beginnings: a record there has more nodes, or fewer."""
    begin, often = Counter((row[0].tag, row[0].classes) for row in rows).most_common(1)[0]
    within = sum(any((node.tag, node.classes) == begin for node in row[1:]) for row in rows)
    return within > 0 and min(within, often) < len(rows)


def _divided(nodes: Sequence[Node], least: int, divides: Callable[[Node], bool]) -> list[RecordRow]:
    """What stands between rules, or between rows and paragraphs that say nothing (spacers of tables without
    borders); before the first and after the last as well if it looks like the others. A single rule is the foot
    of a page."""
    found: list[list[Node]] = [[]]
    for node in nodes:
        if divides(node):
            found.append([])
        elif not node.boilerplate and _counts(node):
            found[-1].append(node)
    seen = {node.group for row in found[1:-1] for node in row}
    ends = [row if not seen or all(node.group in seen for node in row) else [] for row in (found[0], found[-1])]
    return [tuple(row) for row in (ends[0], *found[1:-1], ends[1]) if row] if len(found) > least else []


# ── a known shape on another page ─────────────────────────────────────────────────────────────────────────


def region_of_shape(outline: Outline, groups: Sequence[NodeGroup], shape: Shape) -> Region | None:
    """The rows that fit best, one being enough; None if there are none."""
    if shape.run:
        return _runs_of_shape(outline, groups, shape)
    found: dict[str, list[RecordRow]] = {}
    fitting: dict[str, int] = {}
    for node in (node for group in groups[1:] for node in filled(group) if not node.boilerplate):
        if fit := shape.fit(node):
            place = parent_path(node)
            found.setdefault(place, []).append((node,))
            fitting[place] = fit
    if not found:
        return None
    best = max(found, key=lambda place: (fitting[place], len(found[place])))
    # Rows of a table within a row stand in a place of the same name.
    outermost: list[RecordRow] = []
    for row in sorted(found[best], key=lambda row: (row[0].start, -row[0].end)):
        if not outermost or row[0].start >= outermost[-1][0].end:
            outermost.append(row)
    return Region(tuple(outermost), shape.run)


def _runs_of_shape(outline: Outline, groups: Sequence[NodeGroup], shape: Shape) -> Region | None:
    def kind(shape: Shape) -> tuple[bool, str, str]:
        return shape.run, shape.parent.rpartition("/")[2], shape.row

    same = [region for region in candidate_regions(outline, groups) if kind(region.shape) == kind(shape)]
    if same:
        # Cut at another period, only the first row may begin as rows of this shape do.
        whole = [region for region in same if all(shape.fit(row[0]) for row in region.rows)]
        return max(whole or same, key=lambda region: len(region.rows))
    starts: dict[int, list[Node]] = {}
    for node in (node for group in groups[1:] for node in group if not node.boilerplate):
        if node.parent is not None and shape.fit(node):
            starts.setdefault(id(node.parent), []).append(node)
    if not starts:
        return None
    first = max(starts.values(), key=len)[0]
    children = filled(first.parent.children) if first.parent is not None else []
    rows = _trimmed(_cut_at(children, [n for n, child in enumerate(children) if child.group == first.group]))
    return Region(tuple(rows), shape.run) if rows else None
