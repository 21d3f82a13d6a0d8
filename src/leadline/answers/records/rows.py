"""Rows: which of them are one list, which hold several records side by side, and which are no records at all."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from leadline.answers.records.boilerplate import is_about_search
from leadline.answers.records.headers import Headers, headers_over, is_header_row, is_separator
from leadline.answers.records.nodes import Node, RecordRow, cells_by_column, filled, texts_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import common_kinds, kinds, link_pattern, row_similarity
from leadline.lexicon.phrases import template

# ── one list or several ───────────────────────────────────────────────────────────────────────────────────

_MOST_PARENTS = 12
"""More parents with rows of one kind are a grid, not lists of different things; a bound on time, too."""
_SAME_LIST = 0.6


def split_into_lists(outline: Outline, rows: list[RecordRow]) -> list[list[RecordRow]]:
    """Rows of one group together, or apart where they hold different things: a menu and a list, two tables."""
    if not rows or rows[0][0].tag != "table":
        return _by_parents(outline, rows)
    by_headers: dict[str, list[RecordRow]] = {}
    for row in rows:
        line = next(iter(filled(row[0].table_rows)), row[0])
        by_headers.setdefault(outline.text(line) if line.is_header else "", []).append(row)
    return [some for tables in by_headers.values() for some in _by_parents(outline, tables)]


def _by_parents(outline: Outline, rows: list[RecordRow]) -> list[list[RecordRow]]:
    parents = _parents(rows)
    if len(parents) < 2 or len(parents) > _MOST_PARENTS:
        return [rows]
    if rows[0][0].tag == "tr" and len(apart := _by_headers(outline, parents)) > 1:
        return apart
    lists = [some for some in parents if len(some) > 1]
    if len(lists) == 1:
        # One list, and elements elsewhere that look like its rows: they belong to it if they lead where those do.
        patterns = {link_pattern(outline, *row) for row in lists[0]}
        return [[row for row in rows if row in lists[0] or link_pattern(outline, *row) in patterns]]
    return [rows] if row_similarity([some[0] for some in parents]) > _SAME_LIST else parents


def _parents(rows: list[RecordRow]) -> list[list[RecordRow]]:
    found: dict[int, list[RecordRow]] = {}
    for row in rows:
        found.setdefault(id(row[0].parent), []).append(row)
    return list(found.values())


def _by_headers(outline: Outline, lists: Iterable[list[RecordRow]]) -> list[list[RecordRow]]:
    """Rows of tables by what their columns are called."""
    found: dict[Headers, list[RecordRow]] = {}
    for some in lists:
        found.setdefault(headers_over(outline, some[:1]), []).extend(some)
    return list(found.values()) if all(found) else []


def split_unlike_lists(outline: Outline, rows: list[RecordRow]) -> list[list[RecordRow]]:
    """Runs of two lists apart where one says much more and leads elsewhere: records, and links to other sites."""
    parents = _parents(rows)
    if len(parents) != 2:
        return [rows]
    texts = sorted(sum(map(texts_in, some)) / len(some) for some in parents)
    one, other = ({link_pattern(outline, *row) for row in some} - {""} for some in parents)
    return parents if texts[1] >= 2 * texts[0] and not one & other else [rows]


# ── several records in each line of a table ───────────────────────────────────────────────────────────────

_LEAST = 2
_MOST_SIDE_BY_SIDE = 6
_LINES_READ = 40  # a bound on time


def side_by_side_records(outline: Outline, rows: Sequence[RecordRow]) -> list[RecordRow]:
    """The cells of each record, where lines of a table hold several records; empty if they hold one each. They
    hold several where the headers come twice, or links to records do."""
    if any(len(row) > 1 or row[0].tag != "tr" or row[0].spanned_by for row in rows):
        return []
    headers = headers_over(outline, rows)
    if headers:
        wide, step = _period_of_headers(headers[0]) if len(headers) == 1 else (0, 0)
    else:
        wide, step = _period_of_links(outline, rows)
    if not wide:
        return []
    found: list[RecordRow] = []
    for row in (*rows, *_last_line(rows)):
        records: dict[int, list[Node]] = {}
        for column, cell in cells_by_column(row):
            if column % step < wide:
                records.setdefault(column // step, []).append(cell)
        found += [tuple(cells) for cells in records.values() if filled(cells)]
    return found


def _last_line(rows: Sequence[RecordRow]) -> list[RecordRow]:
    """The line after the last of these, if it ends the table and has fewer cells."""
    last = rows[-1][0]
    following = last.parent.children[-1] if last.parent is not None else last
    if following is last or following.tag != "tr" or following.is_header or following.start != last.end:
        return []
    return [(following,)] if 0 < len(following.cells) < len(last.cells) else []


def _period_of_headers(headers: Sequence[str]) -> tuple[int, int]:
    """Columns of a record, and up to the first of the next: headers come again, one empty between or none."""
    for wide in range(_LEAST, len(headers) // 2 + 1):
        for step in (wide, wide + 1):
            groups = [tuple(headers[n : n + wide]) for n in range(0, len(headers), step)]
            between = {headers[n] for n in range(wide, len(headers), step)} if step > wide else {""}
            if len(groups) >= _LEAST and len(set(groups)) == 1 and len(set(groups[0])) == wide and between == {""}:
                return wide, step
    return 0, 0


def _period_of_links(outline: Outline, rows: Sequence[RecordRow]) -> tuple[int, int]:
    """The same by the cells that lead to records: in every line, at even distances, all of one kind."""
    lines = [row[0].cells for row in rows[:_LINES_READ]]
    if len(lines) < _LEAST or any(cell.colspan > 1 for line in lines for cell in line):
        return 0, 0
    if any(len(line) != len(lines[0]) for line in lines[:-1]):
        return 0, 0
    patterns = [[link_pattern(outline, cell) for cell in line] for line in lines]
    places = {tuple(n for n, pattern in enumerate(line) if pattern) for line in patterns[:-1]}
    if len(places) != 1 or len({pattern for line in patterns for pattern in line} - {""}) != 1:
        return 0, 0
    linked = places.pop()
    steps = {after - before for before, after in pairwise(linked)}
    if not _LEAST <= len(linked) <= _MOST_SIDE_BY_SIDE or len(steps) != 1:
        return 0, 0
    step = steps.pop()
    wide = len(lines[0]) - linked[-1]
    even = linked[0] == 0 and step in (wide, wide + 1) and wide >= _LEAST
    return (wide, step) if even else (0, 0)


# ── rows that are no records ──────────────────────────────────────────────────────────────────────────────

_TOTAL = template("records", r"\W*+{sums}\W*+")
_MANY = 0.7
_ENOUGH = 4  # rows from which on the usual one says what a record looks like
_WIDE = 3
_LISTS = frozenset({"ul", "ol", "dl", "dd", "blockquote"})


def without_non_records(outline: Outline, rows: tuple[RecordRow, ...]) -> tuple[RecordRow, ...]:
    """Rows without headers of columns, empty ones, dates between the entries of a day, totals."""
    kept = [
        row
        for row in rows
        if texts_in(row)
        and not (len(row) == 1 and (row[0].has_only_header_cells or is_separator(outline, row[0])))
    ]
    for without in (_without_line_about_search, _without_headers, _without_sections, _without_totals):
        kept = without(outline, kept)
    if len(kept) < _ENOUGH:
        return tuple(kept)
    usual = common_kinds(kept)
    patterns = [link_pattern(outline, *row) for row in kept]
    links = Counter(filter(None, patterns)).most_common(1)
    linked = bool(links) and links[0][1] >= _MANY * len(kept)
    middle = sorted(map(texts_in, kept))[len(kept) // 2]
    return tuple(
        row
        for row, pattern in zip(kept, patterns, strict=True)
        if not _is_stray(row, usual, middle, linked and pattern != links[0][0])
    )


def with_nested_rows(outline: Outline, rows: tuple[RecordRow, ...]) -> tuple[RecordRow, ...]:
    """The rows with others of their kind that stand deeper in the same list: answers below what they answer to."""
    first = rows[0][0]
    usual, count = Counter(link_pattern(outline, *row) for row in rows).most_common(1)[0]
    if any(len(row) > 1 for row in rows) or not usual or count < _MANY * len(rows) or first.parent is None:
        return rows
    own = {id(row[0]) for row in rows}
    found: list[RecordRow] = []
    stack = [node for node in first.parent.children if id(node) not in own and node.tag in _LISTS]
    while stack:
        node = stack.pop()
        if node.tag == first.tag and node.classes == first.classes and link_pattern(outline, node) == usual:
            found.append((node,))
        elif id(node) not in own:
            stack.extend(node.children)
    return tuple(sorted((*rows, *found), key=lambda row: row[0].start)) if found else rows


def _is_stray(row: RecordRow, usual: frozenset[str], middle: int, elsewhere: bool) -> bool:
    """Whether a row is another kind of thing: it looks unlike the others, or says much less; and it does not lead
    where they lead, if they lead anywhere of one kind."""
    own = kinds(row)
    similarity = len(own & usual) / max(1, len(own | usual))
    little = middle > 3 and texts_in(row) * 4 <= middle
    return similarity < (0.6 if elsewhere else 0.2) or (elsewhere and little)


def _without_headers(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """Without a first row of bold cells over rows of others: headers of the old kind."""
    if len(rows) < 2 or rows[0][0].tag != "tr" or is_header_row(outline, rows[1][0]):
        return rows
    return rows[1:] if is_header_row(outline, rows[0][0]) else rows


def _without_line_about_search(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """A few rows without a first one that is about the search."""
    if not 1 < len(rows) <= _ENOUGH or outline.link_letters(*rows[0]):
        return rows
    about = [is_about_search(outline.text_between(row[0].start, row[-1].end)) for row in rows]
    return rows[1:] if about[0] and not any(about[1:]) else rows


def _without_totals(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """Rows of a table without those that add others up."""
    kept = [row for row in rows if not all(is_total_row(outline, line) for line in row)]
    return kept if 2 * len(kept) >= len(rows) or len(rows) <= _ENOUGH else rows


def is_total_row(outline: Outline, line: Node) -> bool:
    """Whether a row of a table says in its first cell, or in its second after none, that it adds others up."""
    if line.tag != "tr" or outline.link_letters(line) or line.end == line.start:
        return False
    return _TOTAL.fullmatch(outline.texts[line.start]) is not None


def is_section_row(outline: Outline, line: Node) -> bool:
    """Whether of three cells or more one alone says something and leads nowhere: the month of the rows below."""
    cells = line.cells if line.tag == "tr" else []
    return len(cells) >= _WIDE and len(filled(cells)) == 1 and not outline.link_letters(line)


def _without_sections(outline: Outline, rows: list[RecordRow]) -> list[RecordRow]:
    """Rows of a table without those that hold or fill one cell where the others do several."""
    if len(rows) < 3 or rows[0][0].tag != "tr":
        return rows
    cells = [row[0].cells for row in rows]
    if Counter(map(len, cells)).most_common(1)[0][0] < 2:
        return rows
    usual = Counter(len(filled(some)) for some in cells).most_common(1)[0][0]
    several = (row for row, some in zip(rows, cells, strict=True) if len(some) > 1)
    return [row for row in several if usual < _WIDE or not is_section_row(outline, row[0])]
