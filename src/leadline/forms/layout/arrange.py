"""Boxes → places, as a browser without style sheets would put them, roughly (HiWE section 5.1).

Blocks stand below one another; texts, widgets and atoms beside one another in lines that wrap; tables are grids
(HTML 4.9.12). Every box is asked for its preferred width once and placed once, so the time is linear in their
number.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from leadline.forms.layout.boxes import Box, Break, Display, Item, Text, Widget
from leadline.forms.layout.markup import CHARACTER, LINE, PAGE

_MOST_COLUMNS = 200


class Grid:
    """The cells of one table, without those of tables in it; each is told its place, its span cut to the table."""

    def __init__(self, table: Box) -> None:
        self.cells: list[Box] = []
        self.rows = self.columns = 0
        covered: dict[int, int] = {}
        for cells in _rows_of(table):
            column = 0
            for cell in cells:
                while covered.get(column, 0) > self.rows and column < _MOST_COLUMNS:
                    column += 1
                if column >= _MOST_COLUMNS:
                    break
                cell.row, cell.column = self.rows, column
                cell.rows, cell.columns = cell.rows or 1_000_000, min(cell.columns, _MOST_COLUMNS - column)
                column += cell.columns
                covered |= dict.fromkeys(range(cell.column, column), self.rows + cell.rows)
                self.columns = max(self.columns, column)
                self.cells.append(cell)
            self.rows += 1
        for cell in self.cells:
            cell.rows = min(cell.rows, self.rows - cell.row)

    def widths(self) -> list[float]:
        """Wishes of single columns first; cells over several share out what is missing."""
        widths = [0.0] * self.columns
        for cell in self.cells:
            if cell.columns == 1:
                widths[cell.column] = max(widths[cell.column], preferred(cell) + 8.0)
        for cell in self.cells:
            if cell.columns > 1:
                last = cell.column + cell.columns
                missing = preferred(cell) + 8.0 - sum(widths[cell.column : last])
                if missing > 0:
                    for column in range(cell.column, last):
                        widths[column] += missing / cell.columns
        return widths


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


_TABLE_PARTS = (Display.ROWS, Display.ROW, Display.CELL)
_FOLDED = (Display.TABLE, *_TABLE_PARTS)
_NARROWEST = 40.0
_PADDING = 4.0


def arrange(sketch: Box) -> None:
    """Give every box, text and widget of a sketch its rectangle."""
    _place(sketch, 0.0, 0.0, PAGE)


def preferred(box: Box) -> float:
    """The width of a box whose lines never wrap."""
    if box.preferred < 0:
        if box.display is Display.TABLE or _has_rows(box):
            box.preferred = sum(Grid(box).widths())
        else:
            box.preferred = box.indent + _widest_line(box.items)
    return box.preferred


def _has_rows(box: Box) -> bool:
    """Rows or cells whose table is not part of the sketch, or was forgotten by the author."""
    return any(isinstance(item, Box) and item.display in _TABLE_PARTS for item in box.items)


def _widest_line(items: Iterable[Item]) -> float:
    widest = line = 0.0
    for item in items:
        if isinstance(item, Break):
            line = 0.0
        elif isinstance(item, Box):
            width = preferred(item)
            if item.display in (Display.INLINE, Display.ATOM):
                line += width
            else:
                widest, line = max(widest, width), 0.0
        else:
            line += item.width + CHARACTER
        widest = max(widest, line)
    return widest


def _place(box: Box, left: float, top: float, width: float) -> None:
    box.left, box.top, box.width = left, top, width
    if box.display is Display.TABLE or _has_rows(box):
        box.height = _place_grid(box, left, top, width)
    else:
        pen = _Pen(left + box.indent, top, max(width - box.indent, _NARROWEST))
        pen.write(box.items)
        box.height = pen.finished() - top


class _Pen:
    """Writes items into lines of one width."""

    def __init__(self, left: float, top: float, width: float) -> None:
        self._left, self._width = left, width
        self._x, self._y, self._line = left, top, 0.0

    def write(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Break):
                self._end_line(at_least=LINE)
            elif isinstance(item, Text):
                self._text(item)
            elif isinstance(item, Widget):
                self._beside(item, item.width, item.height)
            elif item.display is Display.INLINE and not _has_rows(item):
                self._inline(item)
            elif item.display is Display.ATOM:
                self._atom(item)
            else:
                self._block(item)

    def finished(self) -> float:
        self._end_line()
        return self._y

    def _end_line(self, at_least: float = 0.0) -> None:
        self._y += max(self._line, at_least)
        self._x, self._line = self._left, 0.0

    def _text(self, text: Text) -> None:
        """A text longer than a line fills several of them."""
        if text.width <= self._width:
            self._beside(text, text.width, text.height)
            return
        if self._x > self._left:
            self._end_line()
        lines, last = divmod(text.width, self._width)
        text.left, text.top, text.width, text.height = self._left, self._y, self._width, (lines + 1) * LINE
        self._y += lines * LINE
        self._x, self._line = self._left + last, LINE

    def _beside(self, item: Text | Widget, width: float, height: float) -> None:
        if self._x > self._left and self._x + width > self._left + self._width:
            self._end_line()
        item.left, item.top = self._x, self._y
        self._x += width + CHARACTER
        self._line = max(self._line, height)

    def _inline(self, box: Box) -> None:
        left, top = self._x, self._y
        self.write(box.items)
        box.left, box.top = min(left, self._x), top
        box.width, box.height = abs(self._x - left), self._y + self._line - top

    def _atom(self, box: Box) -> None:
        width = min(preferred(box) + CHARACTER, self._width)
        if self._x > self._left and self._x + width > self._left + self._width:
            self._end_line()
        _place(box, self._x, self._y, max(width, _NARROWEST))
        self._x += box.width
        self._line = max(self._line, box.height)

    def _block(self, box: Box) -> None:
        self._end_line()
        self._y += box.gap / 2
        _place(box, self._left, self._y, self._width)
        self._y += box.height + box.gap / 2


def _place_grid(box: Box, left: float, top: float, width: float) -> float:
    """The height of a table with every cell placed: in the middle of its row, where browsers put it."""
    y = top
    for part in box.items:
        # A caption, or what the parser left in the table.
        if isinstance(part, Box) and part.display not in _FOLDED:
            _place(part, left, y, width)
            y += part.height
    grid = Grid(box)
    columns = grid.widths()
    wanted = sum(columns)
    if wanted > width > 0:
        columns = [column * width / wanted for column in columns]
    starts = list(accumulate(columns, initial=left))
    heights = [0.0] * grid.rows
    for cell in grid.cells:
        left, right = starts[cell.column], starts[cell.column + cell.columns]
        _place(cell, left + _PADDING, 0.0, max(right - left, _NARROWEST))
        if cell.rows == 1:
            heights[cell.row] = max(heights[cell.row], cell.height + _PADDING)
    for cell in grid.cells:
        last = cell.row + cell.rows
        missing = cell.height - sum(heights[cell.row : last]) if cell.rows > 1 else 0.0
        if missing > 0:
            heights[last - 1] += missing
    tops = list(accumulate(heights, initial=y))
    for cell in grid.cells:
        room = tops[cell.row + cell.rows] - tops[cell.row]
        _shift(cell, tops[cell.row] + (room - cell.height) / 2)
    return tops[-1] - top


def _shift(box: Box, down: float) -> None:
    pending: list[Item] = [box]
    while pending:
        item = pending.pop()
        if isinstance(item, Break):
            continue
        item.top += down
        if isinstance(item, Box):
            pending.extend(item.items)
