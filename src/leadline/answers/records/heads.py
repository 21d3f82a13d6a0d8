"""Heads of columns: which lines of a table are heads, and what they call its cells.

Lines are heads by their tags (`<thead>`, `<th>`), by bold type, by a class that says so, or because they alone are
coloured over columns of numbers or links. Heads may come again further down, take several lines (groups of columns
above their own heads; as many lines as each record has), or stand in a table of their own right above. Boxes that
look like a table's rows may have a row of heads as well, if its class says so.

`mark_heads` marks them before anything else looks at the page (`Part.heads`), so that they are never records.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from leadline.answers.records.class_names import HEADER_CLASS
from leadline.answers.records.columns import cells_by_column, cells_of, colspan, table_rows, table_rows_of
from leadline.answers.records.labels import may_be_label
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.text_columns import mark_text_headers

_SIGNS = ":： ▲▼△▽↑↓⇅⇵▴▾"
_LOOKS = ("bgcolor", "class", "style", "background")
_FIRST = 3
"""Lines in which heads are looked for: a title across the table may stand above them."""


@dataclass(frozen=True, slots=True)
class Headers:
    """What the columns of a table are called; several lines of names where a record has as many lines."""

    lines: tuple[tuple[str, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lines)

    def over(self, line: int, place: int, wide: int) -> str:
        """The head over a cell in the given line of a record; empty across columns with different ones."""
        if not self.lines:
            return ""
        names = set(self.lines[min(line, len(self.lines) - 1)][place : place + wide])
        return names.pop() if len(names) == 1 else ""


# ── marking ───────────────────────────────────────────────────────────────────────────────────────────────


def mark_headers(outline: Outline) -> None:
    """Mark the lines of tables and of text, and the boxes, that hold heads of columns."""
    mark_text_headers(outline)
    for table in outline.tables:
        lines = [line for line in table_rows(table) if line.end > line.start]
        first = _first_heads(outline, lines)
        for line in first:
            line.is_header = True
        said = {outline.text(line) for line in first}
        for line in lines:
            line.is_header = line.is_header or (len(cells_of(line)) > 1 and outline.text(line) in said)
    for table, after in pairwise(outline.tables):
        for line in (lines := _lines_alone(outline, table, after)):
            line.is_header = True
        if lines:
            outline.headers_above[id(after)] = lines
    for box in outline.header_boxes:
        box.is_header = _heads_boxes(outline, box)


def _lines_alone(outline: Outline, table: Node, after: Node) -> list[Node]:
    """The lines of a table that has heads alone, for the table right after it, which has as many columns."""
    if table.end != after.start or table.start == table.end:
        return []
    lines = [line for line in table_rows(table) if line.end > line.start]
    below = [line for line in table_rows(after) if line.end > line.start]
    if not below or not lines or not all(_is_headed(outline, line) for line in lines):
        return []
    if _is_headed(outline, below[0]):
        return []
    return lines if _wide(lines[0]) == _wide(below[0]) else []


def _wide(line: Node) -> int:
    return sum(map(colspan, cells_of(line)))


def _first_heads(outline: Outline, lines: Sequence[Node]) -> list[Node]:
    """The lines of heads that a table begins with."""
    for n, line in enumerate(lines[:_FIRST]):
        below = lines[n + 1 :]
        if sum(cell.end > cell.start for cell in cells_of(line)) > 1:
            if not below or not _are_first_heads(outline, line, below):
                return []
            found = [line]
            for after in below[:-1]:
                if not _is_headed(outline, after):
                    break
                found.append(after)
            return found
    return []


def _are_first_heads(outline: Outline, line: Node, below: Sequence[Node]) -> bool:
    if _is_headed(outline, line):
        return not all(_is_headed(outline, other) for other in below)
    if not _are_names(outline, cells_of(line)):
        return False
    if HEADER_CLASS.search(line.attr("class")) or all(
        HEADER_CLASS.search(cell.attr("class")) for cell in cells_of(line)
    ):
        return True
    return _is_coloured(line, below) and _tells_kinds(outline, line, below)


def _is_headed(outline: Outline, line: Node) -> bool:
    """Whether a line is heads by its tags or by bold type."""
    cells = cells_of(line)
    if len(cells) < 2:
        return False
    if line.parent is not None and line.parent.tag == "thead":
        return True
    told = [cell for cell in cells if cell.end > cell.start]
    if all(cell.tag == "th" for cell in told):
        return bool(told)
    return len(told) > 1 and all(
        cell.tag == "th" or all(_is_bold(outline.owners[n], cell) for n in range(cell.start, cell.end))
        for cell in told
    )


def is_header_row(outline: Outline, line: Node) -> bool:
    """Whether a row of a table holds the heads of its columns."""
    return line.is_header or _is_headed(outline, line)


def has_only_header_cells(node: Node) -> bool:
    """A row of a table that has nothing but heads of columns."""
    return node.is_header or (
        node.tag == "tr"
        and not any(
            cell.tag == "td" or (cell.tag == "th" and cell.attr("scope").lower() == "row")
            for cell in node.children
        )
    )


def _are_names(outline: Outline, cells: Sequence[Node]) -> bool:
    """Whether cells are short names that lead nowhere but to this list in another order."""
    here = outline.document.url.partition("?")[0]
    told = [cell for cell in cells if cell.end > cell.start]
    for cell in told:
        text = outline.text(cell).strip(_SIGNS)
        if not may_be_label(text) or any(map(str.isdigit, text)):
            return False
        links = [link for n in range(cell.start, cell.end) if (link := outline.owners[n].link) is not None]
        if any((outline.target_of(link) or here).partition("?")[0] != here for link in links):
            return False
    return len(told) > 1 and len({outline.text(cell) for cell in told}) == len(told)


def _is_coloured(line: Node, below: Sequence[Node]) -> bool:
    """Whether a line has a look that no line below it has."""
    looks = _looks(line)
    return bool(looks) and not any(looks & _looks(other) for other in below)


def _looks(line: Node) -> frozenset[tuple[str, str]]:
    nodes = (line, *cells_of(line)[:1])
    return frozenset((name, said) for node in nodes for name in _LOOKS if (said := node.attr(name)))


def _tells_kinds(outline: Outline, line: Node, below: Sequence[Node]) -> bool:
    """Whether lines below have as many cells, and in some column all numbers or links where this has a word."""
    cells = cells_of(line)
    same = [some for other in below if len(some := cells_of(other)) == len(cells)]
    if len(same) * 2 < len(below):
        return False
    for n in range(len(cells)):
        told = [row[n] for row in same if row[n].end > row[n].start]
        if told and all(outline.link_letters(c) or any(map(str.isdigit, outline.text(c))) for c in told):
            return True
    return False


def _heads_boxes(outline: Outline, box: Node) -> bool:
    """Whether a box that is called head holds a name for each part of the boxes that follow it."""
    parent = box.parent
    told = _record_drafts(box)
    if parent is None or len(told) < 2 or any(node.end - node.start > 2 for node in told):
        return False
    place = next(n for n, node in enumerate(parent.children) if node is box)
    after = [node for node in parent.children[place + 1 :] if node.end > node.start]
    if not after or after[0].tag != box.tag or not _are_names(outline, told):
        return False
    return [node.tag for node in box.children] == [node.tag for node in after[0].children]


def _record_drafts(node: Node) -> list[Node]:
    return [inner for inner in node.children if inner.end > inner.start]


def _is_bold(node: Node, cell: Node) -> bool:
    for parent in node.lineage():
        if parent.tag in ("b", "strong", "th"):
            return True
        if parent is cell:
            return False
    return False


def headers_between(outline: Outline, first: int, last: int) -> list[Node]:
    """Lines and boxes of heads among texts."""
    found = {id(a): a for n in range(first, last) for a in outline.owners[n].lineage() if a.is_header}
    return list(found.values())


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────


def headers_over(outline: Outline, rows: Sequence[RecordRow]) -> Headers:
    """The heads over the rows of a table; none if it has none."""
    first = next(iter(table_rows_of(rows[0])), None)
    if first is None and len(rows[0]) > 1 and {id(cell.parent) for cell in rows[0]} == {id(rows[0][0].parent)}:
        first = rows[0][0].parent if rows[0][0].tag in ("td", "th") else None  # some cells of a line
    table = next((node for node in first.lineage() if node.tag == "table"), None) if first is not None else None
    if first is None or table is None:
        return _heads_of_boxes(outline, rows)
    block: list[Node] = []
    for line in table_rows(table):
        if line is first:
            break
        if is_header_row(outline, line):
            block.append(line)
        elif block and line.end > line.start:
            break
    block = block or outline.headers_above.get(id(table), [])
    return Headers(_names(outline, block, len(table_rows_of(rows[0])))) if block else Headers()


def _names(outline: Outline, block: Sequence[Node], lines: int) -> tuple[tuple[str, ...], ...]:
    """Names of columns, from one line of heads or several."""
    if len(block) == lines > 1 and not any(line.spanned_by for line in block):
        return tuple(_stacked(outline, (line,)) for line in block)
    return (_stacked(outline, tuple(block)),)


def _stacked(outline: Outline, block: RecordRow) -> tuple[str, ...]:
    """The lowest head of each column, with the one above it where that alone tells two columns apart."""
    stacks: dict[int, list[str]] = {}
    for place, cell in cells_by_column(block):
        for column in range(place, place + colspan(cell)):
            if text := outline.text(cell).strip(_SIGNS):
                stacks.setdefault(column, []).append(text)
    spanned = any(colspan(cell) > 1 for cell in cells_of(block[0])) and len(block) > 1
    if not spanned:
        return tuple(stacks[n][0] if n in stacks else "" for n in range(max(stacks, default=-1) + 1))
    lowest = Counter(stack[-1] for stack in stacks.values())
    return tuple(
        "" if n not in stacks else " ".join(stacks[n][-2:]) if lowest[stacks[n][-1]] > 1 else stacks[n][-1]
        for n in range(max(stacks, default=-1) + 1)
    )


def _heads_of_boxes(outline: Outline, rows: Sequence[RecordRow]) -> Headers:
    """Heads in the box right before rows that are no rows of a table; a row may be all that a box holds."""
    row = rows[0]
    first: Node | None = row[0]
    if len(row) > 1:
        first = row[0].parent if row[0].parent is not None and _record_drafts(row[0].parent) == list(row) else None
    if first is None or first.parent is None:
        return Headers()
    before = [node for node in first.parent.children if node.is_header and node.start < first.start]
    if not before:
        return Headers()
    return Headers((tuple(outline.text(node).strip(_SIGNS) for node in before[-1].children),))
