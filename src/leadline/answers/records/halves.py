"""Tables with several records in each line, side by side: the heads come twice, or links to records do."""

from collections.abc import Sequence
from itertools import pairwise

from leadline.answers.records.columns import cells_by_column, cells_of, colspan
from leadline.answers.records.heads import headers_over
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.stated import link_patterns

_LEAST = 2
_MOST = 6
"""Records side by side; columns of each."""
_READ = 40


def side_by_side_records(outline: Outline, rows: Sequence[RecordRow]) -> list[RecordRow]:
    """The cells of each record, where lines of a table hold several records; empty if they hold one each."""
    if any(len(row) > 1 or row[0].tag != "tr" or row[0].spanned_by for row in rows):
        return []
    headers = headers_over(outline, rows)
    if headers:
        period = _period_of_heads(headers.lines[0]) if len(headers.lines) == 1 else (0, 0)
    else:
        period = _period_of_links(outline, rows)
    wide, step = period
    if not wide:
        return []
    found: list[RecordRow] = []
    for row in (*rows, *_last_line(rows)):
        nodes: dict[int, list[Node]] = {}
        for place, cell in cells_by_column(row):
            if place % step < wide:
                nodes.setdefault(place // step, []).append(cell)
        found += [tuple(cells) for cells in nodes.values() if any(cell.end > cell.start for cell in cells)]
    return found


def _last_line(rows: Sequence[RecordRow]) -> list[RecordRow]:
    """The line after the last of these, if it ends the table and has fewer cells."""
    last = rows[-1][0]
    following = last.parent.children[-1] if last.parent is not None else last
    if following is last or following.tag != "tr" or following.is_header or following.start != last.end:
        return []
    return [(following,)] if 0 < len(cells_of(following)) < len(cells_of(last)) else []


def _period_of_heads(headers: Sequence[str]) -> tuple[int, int]:
    """Columns of one record, and up to the first of the next: heads come again, with one empty between or none."""
    for wide in range(_LEAST, len(headers) // 2 + 1):
        for step in (wide, wide + 1):
            groups = [tuple(headers[n : n + wide]) for n in range(0, len(headers), step)]
            between = {headers[n] for n in range(wide, len(headers), step)} if step > wide else {""}
            if len(groups) >= _LEAST and len(set(groups)) == 1 and len(set(groups[0])) == wide and between == {""}:
                return wide, step
    return 0, 0


def _period_of_links(outline: Outline, rows: Sequence[RecordRow]) -> tuple[int, int]:
    """The same by the cells that lead to records: in every line, at even distances, all of one kind."""
    lines = [cells_of(row[0]) for row in rows[:_READ]]
    if len(lines) < _LEAST or any(colspan(cell) > 1 for line in lines for cell in line):
        return 0, 0
    full = lines[:-1]
    if any(len(line) != len(lines[0]) for line in full):
        return 0, 0
    places = {tuple(n for n, cell in enumerate(line) if link_patterns(outline, (cell,), 1)) for line in full}
    kinds = {kind for line in lines for cell in line for kind in link_patterns(outline, (cell,), 1)}
    if len(places) != 1 or len(kinds) != 1:
        return 0, 0
    linked = places.pop()
    steps = {after - before for before, after in pairwise(linked)}
    if not _LEAST <= len(linked) <= _MOST or len(steps) != 1:
        return 0, 0
    step = steps.pop()
    wide = len(lines[0]) - linked[-1]
    even = linked[0] == 0 and step in (wide, wide + 1) and wide >= _LEAST
    return (wide, step) if even else (0, 0)
