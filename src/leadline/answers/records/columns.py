"""Columns of a table: which cell stands in which, also where cells span columns or rows."""

from collections.abc import Iterator

from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow

_WIDEST = 200
_MOST_REACHED = 12
"""Cells of rows above that may span one row; a table is grouped by few of its columns."""


def mark_rowspans(outline: Outline) -> None:
    """Tell the rows of tables which cells of rows above span them (`Part.reached`)."""
    tables: dict[int, Node] = {}
    for cell in outline.rowspan_cells:
        line = cell.parent
        if line is not None and line.tag == "tr" and line.parent is not None:
            tables[id(line.parent)] = line.parent
    for table in tables.values():
        open_cells: list[tuple[Node, int]] = []
        for line in table.children:
            if line.tag != "tr":
                continue
            line.spanned_by = tuple(cell for cell, _ in open_cells)
            more = [(cell, _number(cell, "rowspan")) for cell in cells_of(line) if "rowspan" in cell.attributes]
            left = ((cell, rows - 1) for cell, rows in (*open_cells, *more))
            open_cells = [(cell, rows) for cell, rows in left if rows > 0][:_MOST_REACHED]


def cells_by_column(row: RecordRow) -> Iterator[tuple[int, Node]]:
    """The cells of a record's rows with the number of their column, those that only reach into it first."""
    known: dict[int, int] = {}
    for line in table_rows_of(row):
        covered: set[int] = set()
        for cell in line.spanned_by:
            place = known.get(id(cell))
            if place is None:
                known[id(cell)] = place = column_of(cell)
                yield place, cell
            covered.update(range(place, place + colspan(cell)))
        place = 0
        for cell in cells_of(line):
            while place in covered:
                place += 1
            known[id(cell)] = place
            yield place, cell
            place += colspan(cell)


def column_of(cell: Node) -> int:
    """The column of a cell that begins above; cells that reach into its own row as well stand before it."""
    line = cell.parent
    if line is None:
        return 0
    before = sum(colspan(other) for other in line.spanned_by)
    for other in cells_of(line):
        if other is cell:
            break
        before += colspan(other)
    return before


def cells_from_above(row: RecordRow) -> list[Node]:
    """Cells of rows above that a record shares with the records before it."""
    if not any(node.spanned_by or node.tag == "tbody" for node in row):
        return []
    lines = table_rows_of(row)
    own = {id(line) for line in lines}
    found = {id(cell): cell for line in lines for cell in line.spanned_by if id(cell.parent) not in own}
    return list(found.values())


def table_rows(node: Node) -> list[Node]:
    """The rows of a table, of a body of one, or the row itself; not those of tables within."""
    if node.tag == "tr":
        return [node]
    if node.tag in ("thead", "tbody", "tfoot"):
        return [line for line in node.children if line.tag == "tr"]
    return [line for inner in node.children for line in table_rows(inner)] if node.tag == "table" else []


def table_rows_of(row: RecordRow) -> list[Node]:
    """The lines of tables that a record takes up."""
    return [line for node in row if node.tag in ("tr", "tbody") for line in table_rows(node)]


def cells_of(line: Node) -> list[Node]:
    return [cell for cell in line.children if cell.tag in ("td", "th")]


def colspan(cell: Node) -> int:
    return min(_number(cell, "colspan"), _WIDEST)


def _number(cell: Node, name: str) -> int:
    said = cell.attr(name).strip()
    return max(1, int(said)) if said.isdecimal() and len(said) < 6 else 1
