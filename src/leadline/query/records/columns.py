"""Heads of a table's columns, with cells that span several."""

from leadline.query.records.outline import Outline, Part
from leadline.query.records.shape import Row

_WIDEST = 200


def heads_of(outline: Outline, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The heads over the rows of a table, one for each column; empty if it has none."""
    first = rows[0][0]
    if first.tag != "tr":
        return ()
    table = next((part for part in first.chain() if part.tag == "table"), None)
    if table is None:
        return ()
    for line in _lines(table):
        if line is first:
            break
        cells = cells_of(line)
        if are_heads(outline, line):
            return tuple(outline.text(cell).rstrip(":： ▲▼↑↓") for cell in cells for _ in range(width(cell)))
    return ()


def _lines(table: Part) -> list[Part]:
    """Rows of the table itself, not of tables within."""
    found: list[Part] = []
    for part in table.parts:
        if part.tag in ("thead", "tbody", "tfoot"):
            found += [line for line in part.parts if line.tag == "tr"]
        elif part.tag == "tr":
            found.append(part)
    return found


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
    said = cell.word("colspan").strip()
    return min(max(1, int(said)), _WIDEST) if said.isdecimal() and len(said) < 5 else 1
