"""Rows of a region that are no records: heads of columns, empty rows, dates between the entries of a day, bars."""

from collections import Counter

from leadline.answers.records.columns import cells_of
from leadline.answers.records.heads import has_only_header_cells, is_header_row
from leadline.answers.records.known import is_about_search
from leadline.answers.records.likeness import common_kinds, kinds
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.stated import link_patterns
from leadline.answers.records.text_columns import is_separator
from leadline.lexicon.phrases import template

_SUM = template("records", r"\W*{sums}\W*")
_MANY = 0.7
_ENOUGH = 4


def without_non_records(outline: Outline, rows: tuple[RecordRow, ...]) -> tuple[RecordRow, ...]:
    """The rows that are records."""
    kept = [
        row
        for row in rows
        if row[-1].end > row[0].start
        and not (len(row) == 1 and (has_only_header_cells(row[0]) or is_separator(outline, row[0])))
    ]
    kept = _without_furniture(outline, kept)
    kept = _without_sums(outline, _without_bars(outline, _without_heads(outline, kept)))
    if len(kept) < _ENOUGH:
        return tuple(kept)
    usual = common_kinds(kept)
    links = Counter(found for row in kept if (found := _pattern(outline, row)))
    usual_link, count = links.most_common(1)[0] if links else ("", 0)
    linked = count >= _MANY * len(kept)
    texts = sorted(row[-1].end - row[0].start for row in kept)
    middle = texts[len(texts) // 2]
    return tuple(
        row for row in kept if not _is_stray(row, usual, middle, linked and _pattern(outline, row) != usual_link)
    )


def with_nested_rows(outline: Outline, rows: tuple[RecordRow, ...]) -> tuple[RecordRow, ...]:
    """The rows with others of their kind that stand deeper in the same list: answers below what they answer to."""
    first = rows[0][0]
    patterns = Counter(_pattern(outline, row) for row in rows)
    usual, count = patterns.most_common(1)[0]
    if any(len(row) > 1 for row in rows) or not usual or count < _MANY * len(rows) or first.parent is None:
        return rows
    own = {id(row[0]) for row in rows}
    found: list[RecordRow] = []
    stack = [node for node in first.parent.children if id(node) not in own and node.tag in _LISTS]
    while stack:
        node = stack.pop()
        if node.tag == first.tag and node.classes == first.classes and _pattern(outline, (node,)) == usual:
            found.append((node,))
        elif id(node) not in own:
            stack.extend(node.children)
    return tuple(sorted((*rows, *found), key=lambda row: row[0].start)) if found else rows


_LISTS = frozenset({"ul", "ol", "dl", "dd", "blockquote"})


def _is_stray(row: RecordRow, usual: frozenset[str], middle: int, elsewhere: bool) -> bool:
    """Whether a row is another kind of thing: it looks unlike the others, or says much less; and it does not lead
    where they lead, if they lead anywhere of one kind."""
    own = kinds(row)
    like = len(own & usual) / max(1, len(own | usual))
    little = middle > 3 and (row[-1].end - row[0].start) * 4 <= middle
    return like < (0.6 if elsewhere else 0.2) or (elsewhere and little)


def _pattern(outline: Outline, row: RecordRow) -> str:
    return next(iter(link_patterns(outline, row, 1)), "")


def _without_heads(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """Without a first row of bold cells over rows of others: heads of the old kind."""
    if (
        len(rows) < 2
        or rows[0][0].tag != "tr"
        or not is_header_row(outline, rows[0][0])
        or is_header_row(outline, rows[1][0])
    ):
        return rows
    return rows[1:]


def _without_furniture(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """A few rows without a first one that is about the search."""
    if not 1 < len(rows) <= _ENOUGH or any(map(outline.link_letters, rows[0])):
        return rows
    about = [is_about_search(outline.text_between(row[0].start, row[-1].end)) for row in rows]
    return rows[1:] if about[0] and not any(about[1:]) else rows


def _without_sums(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """Rows of a table without those that add others up."""
    kept = [row for row in rows if not all(is_total_row(outline, line) for line in row)]
    return kept if 2 * len(kept) >= len(rows) or len(rows) <= _ENOUGH else rows


def is_total_row(outline: Outline, line: Node) -> bool:
    """Whether a row of a table says in its first cell, or in its second after none, that it adds others up."""
    if line.tag != "tr" or outline.link_letters(line) or line.end == line.start:
        return False
    return _SUM.fullmatch(outline.texts[line.start]) is not None


def is_section_row(outline: Outline, line: Node) -> bool:
    """Whether of three cells or more one alone says something and leads nowhere: the month of the rows below."""
    cells = cells_of(line)
    told = sum(cell.end > cell.start for cell in cells)
    return line.tag == "tr" and len(cells) >= _WIDE and told == 1 and not outline.link_letters(line)


_WIDE = 3


def _without_bars(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """Rows of a table without those that hold or fill one cell where the others do several."""
    if len(rows) < 3 or rows[0][0].tag != "tr":
        return rows
    counts = [len(cells_of(row[0])) for row in rows]
    usual = Counter(counts).most_common(1)[0][0]
    if usual < 2:
        return rows
    told = [sum(cell.end > cell.start for cell in cells_of(row[0])) for row in rows]
    full = Counter(told).most_common(1)[0][0]
    return [
        row
        for row, count in zip(rows, counts, strict=True)
        if count > 1 and (full < _WIDE or not is_section_row(outline, row[0]))
    ]
