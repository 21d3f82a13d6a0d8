"""Where an answer keeps its records: candidates, the weightiest first.

A *row* is what one record takes up: one part, or a run of siblings that begins alike (`<dt><dd>`, `<h3><p><p>`,
two rows of a table, everything between two rules, lines from one "Title:" to the next). Candidates are the
groups of the page (`groups`) and the runs under each parent.

A list's last page may hold a single record, which repeats nothing: `Shape` is what one page's region taught
about the next, and with it one row is enough.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from leadline.answers.records.columns import cells_of, colspan, table_rows
from leadline.answers.records.groups import NodeGroup
from leadline.answers.records.halves import side_by_side_records
from leadline.answers.records.heads import has_only_header_cells
from leadline.answers.records.labels import leading_label
from leadline.answers.records.lists import split_into_lists, split_unlike_lists
from leadline.answers.records.outline import RUNNING, Node, Outline
from leadline.answers.records.shape import RecordRow, Shape, shape_of

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NEVER = frozenset({"br", "hr", "img", "input", "label", "option", "col", "colgroup", "caption", "thead", "tfoot"})
_LONGEST_RUN = 40


@dataclass(frozen=True, slots=True)
class Region:
    """Rows that look alike; `spans` are their texts."""

    rows: tuple[RecordRow, ...]
    shape: Shape
    sure: bool = False
    """Whether the page itself says which parts make one row: lines or cells, as many as it has heads for."""

    @property
    def spans(self) -> list[tuple[int, int]]:
        return [(row[0].start, row[-1].end) for row in self.rows]


def candidate_regions(outline: Outline, groups: Sequence[NodeGroup]) -> Iterator[Region]:
    """All regions of two rows or more, outer ones first."""
    for group in groups[1:]:
        rows: list[RecordRow] = [(node,) for node in group.members if not node.boilerplate and _may_be_row(node)]
        for some in split_into_lists(outline, _with_last_line(rows)):
            if len(some) > 1:
                yield Region(tuple(some), shape_of(some))
            if some and some[0][0].tag == "tr" and len(cells := side_by_side_records(outline, some)) > 1:
                yield Region(tuple(cells), shape_of(cells, run=True), sure=True)
        yield from _run_regions(outline, group)
    yield from _run_regions(outline, groups[0])


def _with_last_line(rows: list[RecordRow]) -> list[RecordRow]:
    """Cells of a table with those of its last line, which has fewer of them where cells are cards."""
    if not rows or rows[0][0].tag != "td":
        return rows
    last = rows[-1][0].parent
    table = last.parent if last is not None else None
    if last is None or table is None or table.children[-1] is last or table.children[-1].tag != "tr":
        return rows
    if len(table.children) > 1 and table.children[-2] is not last:
        return rows
    return [*rows, *((cell,) for cell in table.children[-1].children if cell.end > cell.start)]


def _may_be_row(node: Node) -> bool:
    if node.end == node.start or node.tag in _NEVER:
        return False
    if (
        node.tag == "tbody"
        and node.parent is not None
        and node.parent.end - node.parent.start == node.end - node.start
    ):
        return False  # the table itself
    if node.tag in RUNNING:
        return node.tag in ("a", "span") and node.end - node.start > 1
    return not has_only_header_cells(node)


def _run_regions(outline: Outline, group: NodeGroup) -> Iterator[Region]:
    """Runs of siblings under the members of a group, taken together where they begin alike."""
    found: dict[int, list[RecordRow]] = {}
    for parent in group.members:
        if parent.boilerplate or len(parent.children) < 4:
            continue
        children = [child for child in parent.children if not child.boilerplate and _counts(child)]
        for start in _starts(children):
            found.setdefault(start, []).extend(sibling_runs(children, start))
        cycles = _cycles(outline, children)
        if len(cycles) > 1:
            yield Region(tuple(cycles), shape_of(cycles, run=True))
        if len(lines := _as_many_as_heads(parent)) > 1:
            yield Region(tuple(lines), shape_of(lines, run=True), sure=True)
        for between in (_between_rules(children), _between_gaps(parent), _blocks(children)):
            if len(between) > 1:
                yield Region(tuple(between), shape_of(between, run=True))
    for rows in (some for all_runs in found.values() for some in split_unlike_lists(outline, all_runs)):
        if len(rows) > 1 and sum(len(row) > 1 for row in rows) * 2 > len(rows):
            yield Region(tuple(rows), shape_of(rows, run=True))


def _counts(node: Node) -> bool:
    return node.end > node.start or node.tag in ("hr", "img")


def _starts(children: Sequence[Node]) -> list[int]:
    """Groups that may begin a record: headings, and the first of those that take turns."""
    counts = Counter(child.group for child in children if child.tag != "hr")
    tags = {child.group: child.tag for child in children}
    many = [group for group, count in counts.items() if count > 1]
    starts = [group for group in many if tags[group] in _HEADINGS or tags[group] == "dt"]
    most = max((counts[group] for group in many), default=0)
    turning = [group for group in many if counts[group] * 2 > most]
    if len(turning) > 1 and turning[0] not in starts:  # counters keep the order of first sight
        starts.append(turning[0])
    # A title over several lines of one kind comes less often than they do, and never twice in a row.
    twice = {one.group for one, other in pairwise(children) if one.group == other.group}
    title = next((group for group in many if group not in twice and counts[group] * 2 <= most), None)
    if title is not None and title not in starts:
        starts.append(title)
    return starts[:4]


def sibling_runs(children: Sequence[Node], start: int) -> list[RecordRow]:
    """Siblings from one part of that group to the next; the last one ends where the others do."""
    found: list[list[Node]] = []
    rank = ""
    for child in children:
        if child.group == start:
            rank = child.tag
            found.append([child])
        elif found and found[-1]:
            if child.tag in _HEADINGS and rank in _HEADINGS and child.tag < rank:
                found.append([])  # a heading of a higher rank ends the list
            elif len(found[-1]) < _LONGEST_RUN:
                found[-1].append(child)
    return _trimmed([tuple(run) for run in found if run])


def _trimmed(rows: list[RecordRow]) -> list[RecordRow]:
    """The last run without what no other run has: a pager, a footer."""
    if len(rows) < 2:
        return rows
    if len(rows) == 2:
        return [rows[0], _without_tables(rows[0], rows[1])]
    seen = {node.group for row in rows[:-1] for node in row}
    last = list(rows[-1])
    longest = max(len(row) for row in rows[:-1])
    while len(last) > 1 and (last[-1].group not in seen or len(last) > longest):
        last.pop()
    return [*rows[:-1], tuple(last)]


def _without_tables(first: RecordRow, last: RecordRow) -> RecordRow:
    """The last of two runs without tables and forms at its end, if the first has none."""
    if any(node.tag in _APART for node in first):
        return last
    end = next((n for n, node in enumerate(last) if n and node.tag in _APART), len(last))
    return last[:end]


_APART = frozenset({"table", "form", "footer", "nav"})


def _between_rules(children: Sequence[Node]) -> list[RecordRow]:
    """What stands between `<hr>`s, before the first and after the last as well if it looks like the others."""
    if sum(child.tag == "hr" for child in children) < 2:
        return []
    found: list[list[Node]] = [[]]
    for child in children:
        if child.tag == "hr":
            found.append([])
        else:
            found[-1].append(child)
    inner = [tuple(row) for row in found[1:-1] if row]
    seen = {node.group for row in inner for node in row}
    ends = [tuple(row) if row and all(node.group in seen for node in row) else () for row in (found[0], found[-1])]
    return [row for row in (ends[0], *inner, ends[1]) if row]


def _as_many_as_heads(parent: Node) -> list[RecordRow]:
    """Lines of a table, taken together by as many as it has lines of heads."""
    table = next((node for node in (parent, parent.parent) if node is not None and node.tag == "table"), None)
    if table is None or parent.tag == "thead":
        return []
    told = [line for line in table_rows(table) if line.end > line.start]
    headers = list(takewhile(lambda line: line.is_header, told))
    many = len(headers)
    if many < 2 or any(line.spanned_by or max(map(colspan, cells_of(line)), default=1) > 1 for line in headers):
        return []
    lines = [line for line in told if not line.is_header and line.parent is parent]
    rows = [tuple(lines[n : n + many]) for n in range(0, len(lines), many)]
    fitting = [len(cells_of(line)) for line in headers]
    return rows if all([len(cells_of(line)) for line in row] == fitting for row in rows) else []


def _blocks(children: Sequence[Node]) -> list[RecordRow]:
    """Rows of a table that one cell spans together."""
    if not any(child.spanned_by for child in children):
        return []
    found: list[list[Node]] = []
    for child in children:
        if found and any(cell.parent is found[-1][0] for cell in child.spanned_by):
            found[-1].append(child)
        else:
            found.append([child])
    rows = [tuple(row) for row in found]
    return rows if sum(len(row) > 1 for row in rows) * 2 > len(rows) else []


def _between_gaps(parent: Node) -> list[RecordRow]:
    """What stands between rows or paragraphs that say nothing: spacers and rules of tables without borders."""
    found: list[list[Node]] = [[]]
    for child in parent.children:
        if child.end == child.start and child.tag in _GAPS:
            found.append([])
        elif not child.boilerplate and _counts(child):
            found[-1].append(child)
    rows = [tuple(row) for row in found if row]
    return rows if sum(len(row) > 1 for row in rows) * 2 > len(rows) else []


_GAPS = frozenset({"tr", "p", "div"})


def _cycles(outline: Outline, children: Sequence[Node]) -> list[RecordRow]:
    """Lines with labels that come round again: a record goes from the first label to its next occurrence."""
    labels = [leading_label(outline, child) if child.tag != "dd" else "" for child in children]
    known = [label for label in labels if label]
    counts = Counter(known)
    least = sum(child.tag != "dd" for child in children)
    if len(known) * 2 < least or len(counts) < 2 or len(counts) * 2 > len(known):
        return []
    first = known[0]
    found: list[list[Node]] = []
    said: list[set[str]] = []
    for child, label in zip(children, labels, strict=True):
        if label == first:
            found.append([child])
            said.append({label})
        elif found and (label or child.tag == "dd") and len(found[-1]) < _LONGEST_RUN:
            found[-1].append(child)
            said[-1].update({label} - {""})
    # Titles that come again are no labels: those of one record are those of the next.
    alike = [len(one & other) / len(one | other) for one, other in pairwise(said)]
    several = sum(len(labels) > 1 for labels in said)
    return [tuple(row) for row in found] if sum(alike) * 2 > len(alike) and several * 2 > len(said) else []
