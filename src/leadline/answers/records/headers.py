"""Headers of columns: which lines of a table are headers, and what they call its cells.

Lines are headers by their tags (`<thead>`, `<th>`), by bold type, by a class that says so, or because they alone
are coloured over columns of numbers or links. Headers may come again further down, take several lines (groups of
columns above their own headers; as many lines as each record has), or stand in a table of their own right above.
Boxes that look like a table's rows may have a row of headers as well, if its class says so; in preformatted text
it is a line of names above a rule.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile

from leadline.answers.records.labels import may_be_label
from leadline.answers.records.nodes import HEADER_CLASS, Node, RecordRow, cells_by_column, filled, table_rows_of
from leadline.answers.records.outline import Outline

_SIGNS = ":： ▲▼△▽↑↓⇅⇵▴▾"
_LOOKS = ("bgcolor", "class", "style", "background")
_FIRST = 3  # lines in which headers are looked for: a title across the table may stand above them


Headers = tuple[tuple[str, ...], ...]
"""What the columns of a table are called; several lines of names where a record has as many lines."""


def header_over(headers: Headers, line: int, column: int, wide: int) -> str:
    """The header over a cell in the given line of a record; empty across columns with different ones."""
    names = set(headers[min(line, len(headers) - 1)][column : column + wide]) if headers else set()
    return names.pop() if len(names) == 1 else ""


# ── marking ───────────────────────────────────────────────────────────────────────────────────────────────


def mark_headers(outline: Outline) -> None:
    """Mark the lines of tables and of text, and the boxes, that hold headers of columns. This comes first, so that
    they are never records."""
    _mark_text_headers(outline)
    for table in outline.tables:
        lines = filled(table.table_rows)
        first = _first_headers(outline, lines)
        for line in first:
            line.is_header = True
        again = {outline.text(line) for line in first}
        for line in lines:
            line.is_header = line.is_header or (len(line.cells) > 1 and outline.text(line) in again)
    for table, after in pairwise(outline.tables):
        if lines := _table_of_headers(outline, table, after):
            outline.headers_above[id(after)] = lines
        for line in lines:
            line.is_header = True
    for box in outline.header_boxes:
        box.is_header = _heads_boxes(outline, box)


def _table_of_headers(outline: Outline, table: Node, after: Node) -> list[Node]:
    """The lines of a table that has headers alone, for the table right after it, which has as many columns."""
    if table.end != after.start or table.start == table.end:
        return []
    lines, below = filled(table.table_rows), filled(after.table_rows)
    if not below or not lines or not all(_is_headed(outline, line) for line in lines):
        return []
    same = not _is_headed(outline, below[0]) and _wide(lines[0]) == _wide(below[0])
    return lines if same else []


def _wide(line: Node) -> int:
    return sum(cell.colspan for cell in line.cells)


def _first_headers(outline: Outline, lines: Sequence[Node]) -> list[Node]:
    for n, line in enumerate(lines[:_FIRST]):
        below = lines[n + 1 :]
        if len(filled(line.cells)) > 1:
            if not below or not _are_first_headers(outline, line, below):
                return []
            found = [line]
            for after in below[:-1]:
                if not _is_headed(outline, after):
                    break
                found.append(after)
            return found
    return []


def _are_first_headers(outline: Outline, line: Node, below: Sequence[Node]) -> bool:
    if _is_headed(outline, line):
        return not all(_is_headed(outline, other) for other in below)
    cells = line.cells
    if not _are_names(outline, cells):
        return False
    if HEADER_CLASS.search(line.attr("class")) or all(HEADER_CLASS.search(cell.attr("class")) for cell in cells):
        return True
    looks = _looks(line)
    coloured = bool(looks) and not any(looks & _looks(other) for other in below)
    return coloured and _differs_in_kind(outline, cells, below)


def _is_headed(outline: Outline, line: Node) -> bool:
    """Whether a line is headers by its tags or by bold type."""
    cells = line.cells
    if len(cells) < 2:
        return False
    if line.parent is not None and line.parent.tag == "thead":
        return True
    named = filled(cells)
    if all(cell.tag == "th" for cell in named):
        return bool(named)
    texts = [(outline.owners[n], cell) for cell in named if cell.tag != "th" for n in range(cell.start, cell.end)]
    return len(named) > 1 and all(_is_bold(owner, cell) for owner, cell in texts)


def _are_names(outline: Outline, cells: Sequence[Node]) -> bool:
    """Whether cells are short names that lead nowhere but to this list in another order."""
    here = outline.document.url.partition("?")[0]
    named = filled(cells)
    for cell in named:
        text = outline.text(cell).strip(_SIGNS)
        if not may_be_label(text) or any(map(str.isdigit, text)):
            return False
        links = [link for n in range(cell.start, cell.end) if (link := outline.owners[n].link) is not None]
        if any((outline.target_of(link) or here).partition("?")[0] != here for link in links):
            return False
    return len(named) > 1 and len({outline.text(cell) for cell in named}) == len(named)


def _looks(line: Node) -> frozenset[tuple[str, str]]:
    nodes = (line, *line.cells[:1])
    return frozenset((name, value) for node in nodes for name in _LOOKS if (value := node.attr(name)))


def _differs_in_kind(outline: Outline, cells: Sequence[Node], below: Sequence[Node]) -> bool:
    """Whether lines below have as many cells, and in some column all numbers or links where this has a word."""
    same = [some for other in below if len(some := other.cells) == len(cells)]
    if len(same) * 2 < len(below):
        return False
    for n in range(len(cells)):
        column = filled(row[n] for row in same)
        if column and all(outline.link_letters(c) or any(map(str.isdigit, outline.text(c))) for c in column):
            return True
    return False


def _heads_boxes(outline: Outline, box: Node) -> bool:
    """Whether a box that is called header holds a name for each child of the boxes that follow it."""
    names = filled(box.children)
    if box.parent is None or len(names) < 2 or any(node.end - node.start > 2 for node in names):
        return False
    after = filled(box.siblings_after())
    if not after or after[0].tag != box.tag or not _are_names(outline, names):
        return False
    return [node.tag for node in box.children] == [node.tag for node in after[0].children]


def _is_bold(node: Node, cell: Node) -> bool:
    within = takewhile(lambda ancestor: ancestor is not cell.parent, node.lineage())
    return any(ancestor.tag in ("b", "strong", "th") for ancestor in within)


def _mark_text_headers(outline: Outline) -> None:
    for block in outline.preformatted:
        lines = [node for node in block.children if node.end > node.start or node.tag == "hr"]
        for line, following in pairwise(lines[: _FIRST + 1]):
            if line.tag == "line" and is_separator(outline, following):
                texts = outline.texts[line.start : line.end]
                named = all(may_be_label(text) and not any(map(str.isdigit, text)) for text in texts)
                line.is_header = named and len(texts) > 1
                break


def is_separator(outline: Outline, node: Node) -> bool:
    """Whether a line says nothing: dashes, dots, a rule."""
    letters = any(any(map(str.isalnum, outline.texts[n])) for n in range(node.start, node.end))
    return node.tag == "hr" or (node.end > node.start and not letters)


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────


def headers_over(outline: Outline, rows: Sequence[RecordRow]) -> Headers:
    """The headers over the rows of a table; none if it has none."""
    lines = table_rows_of(rows[0])
    first = lines[0] if lines else None
    if first is None and len(rows[0]) > 1 and {id(cell.parent) for cell in rows[0]} == {id(rows[0][0].parent)}:
        first = rows[0][0].parent if rows[0][0].tag in ("td", "th") else None  # some cells of a line
    table = first.closest("table") if first is not None else None
    if first is None or table is None:
        return _headers_of_boxes(outline, rows[0])
    block: list[Node] = []
    for line in table.table_rows:
        if line is first:
            break
        if line.is_header:
            block.append(line)
        elif block and line.end > line.start:
            break
    block = block or outline.headers_above.get(id(table), [])
    if not block:
        return ()
    if len(block) == len(lines) > 1 and not any(line.spanned_by for line in block):
        return tuple(_column_names(outline, (line,)) for line in block)
    return (_column_names(outline, tuple(block)),)


def _column_names(outline: Outline, block: RecordRow) -> tuple[str, ...]:
    """The lowest header of each column, with the one above it where that alone tells two columns apart."""
    stacks: dict[int, list[str]] = {}
    for first, cell in cells_by_column(block):
        for column in range(first, first + cell.colspan):
            if text := outline.text(cell).strip(_SIGNS):
                stacks.setdefault(column, []).append(text)
    columns = [stacks.get(n, [""]) for n in range(max(stacks, default=-1) + 1)]
    if len(block) < 2 or all(cell.colspan == 1 for cell in block[0].cells):
        return tuple(stack[0] for stack in columns)
    lowest = Counter(stack[-1] for stack in stacks.values())
    return tuple(" ".join(stack[-2:]) if lowest[stack[-1]] > 1 else stack[-1] for stack in columns)


def _headers_of_boxes(outline: Outline, row: RecordRow) -> Headers:
    """Headers in the box right before rows that are no rows of a table; a row may be all that a box holds."""
    first: Node | None = row[0]
    if len(row) > 1 and (first := row[0].parent) is not None and filled(first.children) != list(row):
        first = None
    if first is None or first.parent is None or not (outline.header_boxes or outline.preformatted):
        return ()
    before = [node for node in first.parent.children if node.is_header and node.start < first.start]
    return tuple(tuple(outline.text(node).strip(_SIGNS) for node in box.children) for box in before[-1:])
