"""Columns of a table: which cell stands in which, also where cells span columns or rows, and their heads."""

from collections.abc import Iterator

from leadline.query.records.outline import Outline, Part
from leadline.query.records.shape import Row

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
    for line in _taken(row):
        taken: set[int] = set()
        for cell in line.reached:
            place = known.get(id(cell))
            if place is None:
                known[id(cell)] = place = _own_place(cell)
                yield place, cell
            taken.update(range(place, place + width(cell)))
        place = 0
        for cell in cells_of(line):
            while place in taken:
                place += 1
            known[id(cell)] = place
            yield place, cell
            place += width(cell)


def _own_place(cell: Part) -> int:
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
    lines = _taken(row)
    own = {id(line) for line in lines}
    found = {id(cell): cell for line in lines for cell in line.reached if id(cell.above) not in own}
    return list(found.values())


def heads_of(outline: Outline, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The heads over the rows of a table, one for each column; empty if it has none."""
    first = next(iter(_taken(rows[0])), None)
    table = next((part for part in first.chain() if part.tag == "table"), None) if first is not None else None
    if table is None:
        return ()
    for line in lines_of(table):
        if line is first:
            break
        if are_heads(outline, line):
            heads = ((outline.text(cell).rstrip(":： ▲▼↑↓"), width(cell)) for cell in cells_of(line))
            return tuple(head for head, wide in heads for _ in range(wide))
    return ()


def lines_of(part: Part) -> list[Part]:
    """The rows of a table, of a body of one, or the row itself; not those of tables within."""
    if part.tag == "tr":
        return [part]
    if part.tag in ("thead", "tbody", "tfoot"):
        return [line for line in part.parts if line.tag == "tr"]
    return [line for inner in part.parts for line in lines_of(inner)] if part.tag == "table" else []


def _taken(row: Row) -> list[Part]:
    return [line for part in row if part.tag in ("tr", "tbody") for line in lines_of(part)]


def are_heads(outline: Outline, line: Part) -> bool:
    """Whether a row of a table holds the heads of its columns."""
    cells = cells_of(line)
    if len(cells) < 2:
        return False
    if line.above is not None and line.above.tag == "thead":
        return True
    told = [cell for cell in cells if cell.last > cell.first]
    if all(cell.tag == "th" for cell in told):
        return bool(told)
    # Heads of the old kind: every cell that says something says it in bold.
    return len(told) > 1 and all(
        cell.tag == "th" or all(_is_bold(outline.owners[n], cell) for n in range(cell.first, cell.last))
        for cell in told
    )


def _is_bold(part: Part, cell: Part) -> bool:
    for above in part.chain():
        if above.tag in ("b", "strong", "th"):
            return True
        if above is cell:
            return False
    return False


def cells_of(line: Part) -> list[Part]:
    return [cell for cell in line.parts if cell.tag in ("td", "th")]


def width(cell: Part) -> int:
    return min(_number(cell, "colspan"), _WIDEST)


def _number(cell: Part, name: str) -> int:
    said = cell.word(name).strip()
    return max(1, int(said)) if said.isdecimal() and len(said) < 6 else 1
