"""Rows and cells of one table as a grid: which columns and rows each cell covers (HTML 4.9.12)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leadline.forms.layout.boxes import Box, Display

_MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell and the part of the grid it covers."""

    box: Box
    row: int
    column: int
    rows: int
    columns: int


class Grid:
    """The cells of one table, without those of tables in it."""

    def __init__(self, table: Box) -> None:
        self.cells: list[Cell] = []
        self.rows = 0
        self.columns = 0
        covered: dict[int, int] = {}
        for items in _rows_of(table):
            column = 0
            for box in items:
                while covered.get(column, 0) > self.rows and column < _MOST_COLUMNS:
                    column += 1
                if column >= _MOST_COLUMNS:
                    break
                self._take(box, column, covered)
                column += box.columns
            self.rows += 1
        self.cells = [_bounded(cell, self.rows) for cell in self.cells]

    def _take(self, box: Box, column: int, covered: dict[int, int]) -> None:
        columns = min(box.columns, _MOST_COLUMNS - column)
        rows = box.rows or 1_000_000
        for number in range(column, column + columns):
            covered[number] = self.rows + rows
        self.columns = max(self.columns, column + columns)
        box.row, box.column = self.rows, column
        self.cells.append(Cell(box, self.rows, column, rows, columns))

    def widths(self, preferred: Callable[[Box], float]) -> list[float]:
        """Wishes of single columns first; cells over several share out what is missing."""
        widths = [0.0] * self.columns
        for cell in self.cells:
            if cell.columns == 1:
                widths[cell.column] = max(widths[cell.column], preferred(cell.box) + 8.0)
        for cell in self.cells:
            if cell.columns > 1:
                last = cell.column + cell.columns
                missing = preferred(cell.box) + 8.0 - sum(widths[cell.column : last])
                if missing > 0:
                    for column in range(cell.column, last):
                        widths[column] += missing / cell.columns
        return widths


def _bounded(cell: Cell, rows: int) -> Cell:
    return Cell(cell.box, cell.row, cell.column, max(1, min(cell.rows, rows - cell.row)), cell.columns)


def _rows_of(table: Box) -> Iterator[list[Box]]:
    """The cells of each row; cells without a row are one of their own."""
    stray: list[Box] = []
    for part in table.items:
        if not isinstance(part, Box):
            continue
        if part.display is Display.CELL:
            stray.append(part)
        elif part.display is Display.ROW:
            if stray:
                yield stray
                stray = []
            yield _cells(part)
        elif part.display is Display.ROWS:
            yield from (_cells(row) for row in part.items if isinstance(row, Box) and row.display is Display.ROW)
    if stray:
        yield stray


def _cells(row: Box) -> list[Box]:
    return [item for item in row.items if isinstance(item, Box) and item.display is Display.CELL]
