"""Where an answer may keep its records: candidates, and the region of a shape that is known from another page.

Candidates are the groups of the page and the runs of siblings under each parent that begin alike (`<dt><dd>`,
`<h3><p><p>`, two rows of a table, everything between two rules, lines from one "Title:" to the next). A list's
last page may hold a single record, which repeats nothing: with the `Shape` of another page one row is enough.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile

from leadline.answers.records.labels import leading_label
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, filled
from leadline.answers.records.outline import RUNNING, Outline
from leadline.answers.records.rows import side_by_side_records, split_into_lists, split_unlike_lists
from leadline.answers.records.shape import NodeGroup, Region, Shape, kinds, parent_path, region_of

_NEVER = frozenset({"br", "hr", "img", "input", "label", "option", "col", "colgroup", "caption", "thead", "tfoot"})
_GAPS = frozenset({"tr", "p", "div"})
_NO_PART_OF_RUN = frozenset({"table", "form", "footer", "nav"})
_LONGEST_RUN = 40  # nodes of one record: a bound on time
_MOST_STARTS = 4  # kinds of nodes under one parent that are tried as the beginning of a record


def candidate_regions(outline: Outline, groups: Sequence[NodeGroup]) -> Iterator[Region]:
    """All regions of two rows or more, outer ones first."""
    for group in groups[1:]:
        rows: list[RecordRow] = [(node,) for node in group if not node.boilerplate and _may_be_row(node)]
        together = _with_last_line(rows)
        lists = split_into_lists(outline, together)
        for some in lists if lists == [together] else [together, *lists]:
            if len(some) > 1:
                yield region_of(some)
            if some and some[0][0].tag == "tr" and len(cells := side_by_side_records(outline, some)) > 1:
                yield region_of(cells, run=True, sure=True)
        yield from _run_regions(outline, group)
    yield from _run_regions(outline, groups[0])


def _with_last_line(rows: list[RecordRow]) -> list[RecordRow]:
    """Cells of a table with those of its last line, which has fewer of them where cells are cards."""
    last = rows[-1][0].parent if rows and rows[0][0].tag == "td" else None
    after = last.siblings_after() if last is not None and last.parent is not None else []
    if len(after) != 1 or after[0].tag != "tr":
        return rows
    return [*rows, *((cell,) for cell in filled(after[0].children))]


def _may_be_row(node: Node) -> bool:
    if node.end == node.start or node.tag in _NEVER or (node.tag == "tbody" and node.outermost() is not node):
        return False  # a body that is all of its table is the table itself
    if node.tag in RUNNING:
        return node.tag in ("a", "span") and node.end - node.start > 1
    return not node.has_only_header_cells


def _run_regions(outline: Outline, group: NodeGroup) -> Iterator[Region]:
    """Runs of siblings under the members of a group, taken together where they begin alike."""
    found: dict[int, list[RecordRow]] = {}
    for parent in group:
        if parent.boilerplate or len(parent.children) < 4:
            continue
        children = [child for child in parent.children if not child.boilerplate and _counts(child)]
        for start in _starts(children):
            found.setdefault(start, []).extend(_runs(children, start))
        if len(rows := _label_cycles(outline, children)) > 1:
            yield region_of(rows, run=True)
        if len(rows := _as_many_as_headers(parent)) > 1:
            yield region_of(rows, run=True, sure=True)
        for rows in (
            _divided(children, 2, lambda node: node.tag == "hr"),
            _divided(parent.children, 1, lambda node: node.end == node.start and node.tag in _GAPS),
            _cut_at(children, _unspanned(children)),
            *_periodic(children),
            *_begun_alike(children),
        ):
            if len(rows) > 1 and _mostly_several(rows):
                yield region_of(rows, run=True)
    for rows in (some for runs in found.values() for some in split_unlike_lists(outline, runs)):
        if len(rows) > 1 and _mostly_several(rows):
            yield region_of(rows, run=True)


def _counts(node: Node) -> bool:
    return node.end > node.start or node.tag in ("hr", "img")


def _mostly_several(rows: Sequence[RecordRow]) -> bool:
    return sum(len(row) > 1 for row in rows) * 2 > len(rows)


def _cut_at(nodes: Sequence[Node], places: Sequence[int]) -> list[RecordRow]:
    """From each place to the next."""
    return [tuple(nodes[a : min(b, a + _LONGEST_RUN)]) for a, b in pairwise([*places, len(nodes)])]


def _starts(children: Sequence[Node]) -> list[int]:
    """Groups that may begin a record: headings, and the first of those that take turns."""
    counts = Counter(child.group for child in children if child.tag != "hr")
    tags = {child.group: child.tag for child in children}
    many = [group for group, count in counts.items() if count > 1]
    starts = [group for group in many if tags[group] in HEADINGS or tags[group] == "dt"]
    most = max((counts[group] for group in many), default=0)
    turning = [group for group in many if counts[group] * 2 > most]
    if len(turning) > 1 and turning[0] not in starts:  # counters keep the order of first sight
        starts.append(turning[0])
    # A title over several lines of one kind comes less often than they do, and never twice in a row.
    twice = {one.group for one, other in pairwise(children) if one.group == other.group}
    title = next((group for group in many if group not in twice and counts[group] * 2 <= most), None)
    if title is not None and title not in starts:
        starts.append(title)
    return starts[:_MOST_STARTS]


def _runs(children: Sequence[Node], start: int) -> list[RecordRow]:
    """Siblings from one node of that group to the next; the last one ends where the others do."""
    found: list[list[Node]] = []
    rank = ""
    for child in children:
        if child.group == start:
            rank = child.tag
            found.append([child])
        elif found and found[-1]:
            if child.tag in HEADINGS and rank in HEADINGS and child.tag < rank:
                found.append([])  # a heading of a higher rank ends the list
            elif len(found[-1]) < _LONGEST_RUN:
                found[-1].append(child)
    return _trimmed([tuple(run) for run in found if run])


def _trimmed(rows: list[RecordRow]) -> list[RecordRow]:
    """The last run without what no other run has: a pager, a footer; of two runs without tables and forms."""
    if len(rows) < 2:
        return rows
    last = list(rows[-1])
    if len(rows) == 2:
        if not any(node.tag in _NO_PART_OF_RUN for node in rows[0]):
            last = [last[0], *takewhile(lambda node: node.tag not in _NO_PART_OF_RUN, last[1:])]
        return [rows[0], tuple(last)]
    seen = {node.group for row in rows[:-1] for node in row}
    longest = max(len(row) for row in rows[:-1])
    while len(last) > 1 and (last[-1].group not in seen or len(last) > longest):
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
                yield _cut_at(shown[:end], range(first, end, many))
            return


_MOST_BEGINNINGS = 3  # kinds of nodes that are tried as the first of a record: a bound on time


def _begun_alike(children: Sequence[Node]) -> Iterator[list[RecordRow]]:
    """Records of any number of siblings each, that begin with a node of one kind: an entry and the lines below it.
    Beginnings come at most every second time and never twice in a row."""
    shown = filled(children)
    looks = [(child.tag, child.classes, kinds((child,))) for child in shown]
    counts = Counter(looks)
    again = {one for one, other in pairwise(looks) if one == other}
    starts = [look for look, count in counts.items() if 1 < count <= len(shown) / 2 and look not in again]
    for start in starts[:_MOST_BEGINNINGS]:
        yield _cut_at(shown, [n for n, look in enumerate(looks) if look == start])


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


def _as_many_as_headers(parent: Node) -> list[RecordRow]:
    """Lines of a table, taken together by as many as it has lines of headers."""
    table = next((node for node in (parent, parent.parent) if node is not None and node.tag == "table"), None)
    if table is None or parent.tag == "thead":
        return []
    lines = filled(table.table_rows)
    headers = list(takewhile(lambda line: line.is_header, lines))
    many = len(headers)
    if many < 2 or any(line.spanned_by or any(cell.colspan > 1 for cell in line.cells) for line in headers):
        return []
    below = [line for line in lines if not line.is_header and line.parent is parent]
    rows = [tuple(below[n : n + many]) for n in range(0, len(below), many)]
    fitting = [len(line.cells) for line in headers]
    return rows if all([len(line.cells) for line in row] == fitting for row in rows) else []


def _unspanned(children: Sequence[Node]) -> list[int]:
    """Places of rows of a table that no cell of the rows above spans, but for those of rows spanned themselves."""
    places: list[int] = []
    for n, child in enumerate(children):
        if not places or all(cell.parent is not children[places[-1]] for cell in child.spanned_by):
            places.append(n)
    return places


def _label_cycles(outline: Outline, children: Sequence[Node]) -> list[RecordRow]:
    """Lines with labels that come round again: a record goes from the first label to its next occurrence."""
    labels = [leading_label(outline, child) if child.tag != "dd" else "" for child in children]
    known = [label for label in labels if label]
    distinct = len(set(known))
    least = sum(child.tag != "dd" for child in children)
    if len(known) * 2 < least or distinct < 2 or distinct * 2 > len(known):
        return []
    rows: list[list[Node]] = []
    labels_of: list[set[str]] = []
    for child, label in zip(children, labels, strict=True):
        if label == known[0]:
            rows.append([child])
            labels_of.append({label})
        elif rows and (label or child.tag == "dd") and len(rows[-1]) < _LONGEST_RUN:
            rows[-1].append(child)
            labels_of[-1].update({label} - {""})
    # Titles that come again are no labels: those of one record are those of the next.
    alike = [len(one & other) / len(one | other) for one, other in pairwise(labels_of)]
    several = sum(len(labels) > 1 for labels in labels_of)
    return [tuple(row) for row in rows] if sum(alike) * 2 > len(alike) and several * 2 > len(rows) else []


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
    return Region(tuple(outermost), shape)


def _runs_of_shape(outline: Outline, groups: Sequence[NodeGroup], shape: Shape) -> Region | None:
    def kind(shape: Shape) -> tuple[bool, str, str]:
        return shape.run, shape.parent.rpartition("/")[2], shape.row

    same = [region for region in candidate_regions(outline, groups) if kind(region.shape) == kind(shape)]
    if same:
        return max(same, key=lambda region: len(region.rows))
    starts: dict[int, list[Node]] = {}
    for node in (node for group in groups[1:] for node in group if not node.boilerplate):
        if node.parent is not None and shape.fit(node):
            starts.setdefault(id(node.parent), []).append(node)
    if not starts:
        return None
    first = max(starts.values(), key=len)[0]
    rows = _runs(filled(first.parent.children), first.group) if first.parent is not None else []
    return Region(tuple(rows), shape) if rows else None
