"""Columns of a table: which cell stands in which, also where cells span columns or rows."""

from collections.abc import Iterator

from leadline.answers.records.outline import Outline, Part
from leadline.answers.records.shape import Row

_WIDEST = 200
_MOST_REACHED = 12
"""Cells of rows above that may span one row; a table is grouped by few of its columns."""


def reach(outline: Outline) -> None:
    """Tell the rows of tables which cells of rows above span them (`Part.reached`)."""
    tables: dict[int, Part] = {}
    for cell in outline.spanning:
        line = cell.above
        if line is not None and line.tag == "tr" and line.above is not None:
            tables[id(line.above)] = line.above
    for table in tables.values():
        open_cells: list[tuple[Part, int]] = []
        for line in table.parts:
            if line.tag != "tr":
                continue
            line.reached = tuple(cell for cell, _ in open_cells)
            more = [(cell, _number(cell, "rowspan")) for cell in cells_of(line) if "rowspan" in cell.given]
            left = ((cell, rows - 1) for cell, rows in (*open_cells, *more))
            open_cells = [(cell, rows) for cell, rows in left if rows > 0][:_MOST_REACHED]


def placed(row: Row) -> Iterator[tuple[int, Part]]:
    """The cells of a record's rows with the number of their column, those that only reach into it first."""
    known: dict[int, int] = {}
    for line in taken(row):
        covered: set[int] = set()
        for cell in line.reached:
            place = known.get(id(cell))
            if place is None:
                known[id(cell)] = place = own_place(cell)
                yield place, cell
            covered.update(range(place, place + width(cell)))
        place = 0
        for cell in cells_of(line):
            while place in covered:
                place += 1
            known[id(cell)] = place
            yield place, cell
            place += width(cell)


def own_place(cell: Part) -> int:
    """The column of a cell that begins above; cells that reach into its own row as well stand before it."""
    line = cell.above
    if line is None:
        return 0
    before = sum(width(other) for other in line.reached)
    for other in cells_of(line):
        if other is cell:
            break
        before += width(other)
    return before


def inherited(row: Row) -> list[Part]:
    """Cells of rows above that a record shares with the records before it."""
    if not any(part.reached or part.tag == "tbody" for part in row):
        return []
    lines = taken(row)
    own = {id(line) for line in lines}
    found = {id(cell): cell for line in lines for cell in line.reached if id(cell.above) not in own}
    return list(found.values())


def lines_of(part: Part) -> list[Part]:
    """The rows of a table, of a body of one, or the row itself; not those of tables within."""
    if part.tag == "tr":
        return [part]
    if part.tag in ("thead", "tbody", "tfoot"):
        return [line for line in part.parts if line.tag == "tr"]
    return [line for inner in part.parts for line in lines_of(inner)] if part.tag == "table" else []


def taken(row: Row) -> list[Part]:
    """The lines of tables that a record takes up."""
    return [line for part in row if part.tag in ("tr", "tbody") for line in lines_of(part)]


def cells_of(line: Part) -> list[Part]:
    return [cell for cell in line.parts if cell.tag in ("td", "th")]


def width(cell: Part) -> int:
    return min(_number(cell, "colspan"), _WIDEST)


def _number(cell: Part, name: str) -> int:
    said = cell.word(name).strip()
    return max(1, int(said)) if said.isdecimal() and len(said) < 6 else 1
