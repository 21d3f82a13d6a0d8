"""Tables whose records are columns: things compared side by side, labels in the first cell of every line."""

from leadline.answers.records.columns import cells_of, colspan, table_rows
from leadline.answers.records.labels import may_be_label
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.regions import Region
from leadline.answers.records.shape import RecordRow, shape_of
from leadline.answers.records.stated import link_targets
from leadline.answers.records.urls import pattern_of

_LEAST = 3
"""Lines, and cells of a line, below which nothing is said about which way a table goes."""
_WIDEST = 60


def transposed_records(outline: Outline, region: Region) -> Region | None:
    """The columns of the table that a region's rows stand in, if those are the records; None if rows are.

    They are where one of the first lines leads to another page in every cell, all of one kind, and the lines have
    labels instead of links in their first cells.
    """
    table = next((node for node in region.rows[0][0].lineage() if node.tag == "table"), None)
    lines = [line for line in table_rows(table) if line.end > line.start] if table is not None else []
    if len(lines) < _LEAST:
        return None
    cells = [cells_of(line) for line in lines]
    wide = len(cells[0])
    if not _LEAST <= wide <= _WIDEST or any(len(line) != wide or max(map(colspan, line)) > 1 for line in cells):
        return None
    if not _are_labels(outline, [line[0] for line in cells]):
        return None
    if sum(_leads_apart(outline, line[1:]) for line in cells[:2]) != 1 or _leads_apart(outline, cells[-1][1:]):
        return None
    rows: list[RecordRow] = [tuple(line[n] for line in cells) for n in range(1, wide)]
    return Region(tuple(rows), shape_of(rows, run=True))


def row_label(outline: Outline, cell: Node) -> str:
    """The label of the line that a cell of such a column stands in."""
    return outline.text(cell.parent.children[0]).rstrip(":： ") if cell.parent is not None else ""


def _are_labels(outline: Outline, firsts: list[Node]) -> bool:
    texts = [outline.text(cell) for cell in firsts if cell.end > cell.start]
    if len(texts) + 1 < len(firsts) or len(set(texts)) < len(texts):
        return False
    if any(outline.link_letters(cell) for cell in firsts):
        return False
    return all(may_be_label(text.rstrip(":： ")) for text in texts)


def _leads_apart(outline: Outline, cells: list[Node]) -> bool:
    """Whether every cell leads to a page of its own, none of them to this list in another order."""
    links = [found[0] for cell in cells if (found := link_targets(outline, (cell,), 1))]
    here = outline.document.url.partition("?")[0]
    return (
        len(links) == len(cells)
        and len(set(links)) == len(links)
        and len(set(map(pattern_of, links))) == 1
        and links[0].partition("?")[0] != here
    )
