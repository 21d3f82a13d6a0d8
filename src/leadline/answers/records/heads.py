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

from leadline.answers.records.class_names import HEADS
from leadline.answers.records.columns import cells_of, lines_of, placed, taken, width
from leadline.answers.records.labels import may_name
from leadline.answers.records.outline import Outline, Part
from leadline.answers.records.shape import Row
from leadline.answers.records.text_columns import mark_text_heads

_SIGNS = ":： ▲▼△▽↑↓⇅⇵▴▾"
_LOOKS = ("bgcolor", "class", "style", "background")
_FIRST = 3
"""Lines in which heads are looked for: a title across the table may stand above them."""


@dataclass(frozen=True, slots=True)
class Heads:
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


def mark_heads(outline: Outline) -> None:
    """Mark the lines of tables and of text, and the boxes, that hold heads of columns."""
    mark_text_heads(outline)
    for table in outline.tables:
        lines = [line for line in lines_of(table) if line.last > line.first]
        first = _first_heads(outline, lines)
        for line in first:
            line.heads = True
        said = {outline.text(line) for line in first}
        for line in lines:
            line.heads = line.heads or (len(cells_of(line)) > 1 and outline.text(line) in said)
    for table, after in pairwise(outline.tables):
        for line in (lines := _lines_alone(outline, table, after)):
            line.heads = True
        if lines:
            outline.heads_above[id(after)] = lines
    for box in outline.named_heads:
        box.heads = _heads_boxes(outline, box)


def _lines_alone(outline: Outline, table: Part, after: Part) -> list[Part]:
    """The lines of a table that has heads alone, for the table right after it, which has as many columns."""
    if table.last != after.first or table.first == table.last:
        return []
    lines = [line for line in lines_of(table) if line.last > line.first]
    below = [line for line in lines_of(after) if line.last > line.first]
    if not below or not lines or not all(_is_headed(outline, line) for line in lines):
        return []
    if _is_headed(outline, below[0]):
        return []
    return lines if _wide(lines[0]) == _wide(below[0]) else []


def _wide(line: Part) -> int:
    return sum(map(width, cells_of(line)))


def _first_heads(outline: Outline, lines: Sequence[Part]) -> list[Part]:
    """The lines of heads that a table begins with."""
    for n, line in enumerate(lines[:_FIRST]):
        below = lines[n + 1 :]
        if sum(cell.last > cell.first for cell in cells_of(line)) > 1:
            if not below or not _are_first_heads(outline, line, below):
                return []
            found = [line]
            for after in below[:-1]:
                if not _is_headed(outline, after):
                    break
                found.append(after)
            return found
    return []


def _are_first_heads(outline: Outline, line: Part, below: Sequence[Part]) -> bool:
    if _is_headed(outline, line):
        return not all(_is_headed(outline, other) for other in below)
    if not _are_names(outline, cells_of(line)):
        return False
    if HEADS.search(line.word("class")) or all(HEADS.search(cell.word("class")) for cell in cells_of(line)):
        return True
    return _is_coloured(line, below) and _tells_kinds(outline, line, below)


def _is_headed(outline: Outline, line: Part) -> bool:
    """Whether a line is heads by its tags or by bold type."""
    cells = cells_of(line)
    if len(cells) < 2:
        return False
    if line.above is not None and line.above.tag == "thead":
        return True
    told = [cell for cell in cells if cell.last > cell.first]
    if all(cell.tag == "th" for cell in told):
        return bool(told)
    return len(told) > 1 and all(
        cell.tag == "th" or all(_is_bold(outline.owners[n], cell) for n in range(cell.first, cell.last))
        for cell in told
    )


def are_heads(outline: Outline, line: Part) -> bool:
    """Whether a row of a table holds the heads of its columns."""
    return line.heads or _is_headed(outline, line)


def is_heading_row(part: Part) -> bool:
    """A row of a table that has nothing but heads of columns."""
    return part.heads or (
        part.tag == "tr"
        and not any(
            cell.tag == "td" or (cell.tag == "th" and cell.word("scope").lower() == "row") for cell in part.parts
        )
    )


def _are_names(outline: Outline, cells: Sequence[Part]) -> bool:
    """Whether cells are short names that lead nowhere but to this list in another order."""
    here = outline.document.url.partition("?")[0]
    told = [cell for cell in cells if cell.last > cell.first]
    for cell in told:
        text = outline.text(cell).strip(_SIGNS)
        if not may_name(text) or any(map(str.isdigit, text)):
            return False
        links = [link for n in range(cell.first, cell.last) if (link := outline.owners[n].link) is not None]
        if any((outline.leads_to(link) or here).partition("?")[0] != here for link in links):
            return False
    return len(told) > 1 and len({outline.text(cell) for cell in told}) == len(told)


def _is_coloured(line: Part, below: Sequence[Part]) -> bool:
    """Whether a line has a look that no line below it has."""
    looks = _looks(line)
    return bool(looks) and not any(looks & _looks(other) for other in below)


def _looks(line: Part) -> frozenset[tuple[str, str]]:
    parts = (line, *cells_of(line)[:1])
    return frozenset((name, said) for part in parts for name in _LOOKS if (said := part.word(name)))


def _tells_kinds(outline: Outline, line: Part, below: Sequence[Part]) -> bool:
    """Whether lines below have as many cells, and in some column all numbers or links where this has a word."""
    cells = cells_of(line)
    same = [some for other in below if len(some := cells_of(other)) == len(cells)]
    if len(same) * 2 < len(below):
        return False
    for n in range(len(cells)):
        told = [row[n] for row in same if row[n].last > row[n].first]
        if told and all(outline.linked(c) or any(map(str.isdigit, outline.text(c))) for c in told):
            return True
    return False


def _heads_boxes(outline: Outline, box: Part) -> bool:
    """Whether a box that is called head holds a name for each part of the boxes that follow it."""
    above = box.above
    told = _told(box)
    if above is None or len(told) < 2 or any(part.last - part.first > 2 for part in told):
        return False
    place = next(n for n, part in enumerate(above.parts) if part is box)
    after = [part for part in above.parts[place + 1 :] if part.last > part.first]
    if not after or after[0].tag != box.tag or not _are_names(outline, told):
        return False
    return [part.tag for part in box.parts] == [part.tag for part in after[0].parts]


def _told(part: Part) -> list[Part]:
    return [inner for inner in part.parts if inner.last > inner.first]


def _is_bold(part: Part, cell: Part) -> bool:
    for above in part.chain():
        if above.tag in ("b", "strong", "th"):
            return True
        if above is cell:
            return False
    return False


def heads_between(outline: Outline, first: int, last: int) -> list[Part]:
    """Lines and boxes of heads among texts."""
    found = {id(a): a for n in range(first, last) for a in outline.owners[n].chain() if a.heads}
    return list(found.values())


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────


def heads_of(outline: Outline, rows: Sequence[Row]) -> Heads:
    """The heads over the rows of a table; none if it has none."""
    first = next(iter(taken(rows[0])), None)
    if first is None and len(rows[0]) > 1 and {id(cell.above) for cell in rows[0]} == {id(rows[0][0].above)}:
        first = rows[0][0].above if rows[0][0].tag in ("td", "th") else None  # some cells of a line
    table = next((part for part in first.chain() if part.tag == "table"), None) if first is not None else None
    if first is None or table is None:
        return _heads_of_boxes(outline, rows)
    block: list[Part] = []
    for line in lines_of(table):
        if line is first:
            break
        if are_heads(outline, line):
            block.append(line)
        elif block and line.last > line.first:
            break
    block = block or outline.heads_above.get(id(table), [])
    return Heads(_names(outline, block, len(taken(rows[0])))) if block else Heads()


def _names(outline: Outline, block: Sequence[Part], lines: int) -> tuple[tuple[str, ...], ...]:
    """Names of columns, from one line of heads or several."""
    if len(block) == lines > 1 and not any(line.reached for line in block):
        return tuple(_stacked(outline, (line,)) for line in block)
    return (_stacked(outline, tuple(block)),)


def _stacked(outline: Outline, block: Row) -> tuple[str, ...]:
    """The lowest head of each column, with the one above it where that alone tells two columns apart."""
    stacks: dict[int, list[str]] = {}
    for place, cell in placed(block):
        for column in range(place, place + width(cell)):
            if text := outline.text(cell).strip(_SIGNS):
                stacks.setdefault(column, []).append(text)
    spanned = any(width(cell) > 1 for cell in cells_of(block[0])) and len(block) > 1
    if not spanned:
        return tuple(stacks[n][0] if n in stacks else "" for n in range(max(stacks, default=-1) + 1))
    lowest = Counter(stack[-1] for stack in stacks.values())
    return tuple(
        "" if n not in stacks else " ".join(stacks[n][-2:]) if lowest[stacks[n][-1]] > 1 else stacks[n][-1]
        for n in range(max(stacks, default=-1) + 1)
    )


def _heads_of_boxes(outline: Outline, rows: Sequence[Row]) -> Heads:
    """Heads in the box right before rows that are no rows of a table; a row may be all that a box holds."""
    row = rows[0]
    first: Part | None = row[0]
    if len(row) > 1:
        first = row[0].above if row[0].above is not None and _told(row[0].above) == list(row) else None
    if first is None or first.above is None:
        return Heads()
    before = [part for part in first.above.parts if part.heads and part.first < first.first]
    if not before:
        return Heads()
    return Heads((tuple(outline.text(part).strip(_SIGNS) for part in before[-1].parts),))
