"""Whether rows that look alike are one list: by where they stand, how columns are called, where they lead."""

from collections.abc import Iterable

from leadline.answers.records.columns import lines_of
from leadline.answers.records.heads import Heads, heads_of
from leadline.answers.records.likeness import likeness
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import Row
from leadline.answers.records.stated import patterns_in


def by_lists(outline: Outline, rows: list[Row]) -> list[list[Row]]:
    """Rows of one group together, or apart where they hold different things: a menu and a list, two tables."""
    if rows and rows[0][0].tag == "table":
        return [some for tables in _by_first_line(outline, rows) for some in _by_parents(outline, tables)]
    return _by_parents(outline, rows)


def _by_parents(outline: Outline, rows: list[Row]) -> list[list[Row]]:
    """Rows of one group together, or by their parents where those hold different things: a menu and a list."""
    parents: dict[int, list[Row]] = {}
    for row in rows:
        parents.setdefault(id(row[0].above), []).append(row)
    if len(parents) < 2 or len(parents) > _MOST_PARENTS:
        return [rows]
    if rows[0][0].tag == "tr" and len(apart := _by_heads(outline, parents.values())) > 1:
        return apart
    lists = [some for some in parents.values() if len(some) > 1]
    if len(lists) == 1:
        # One list, and elements elsewhere that look like its rows: they belong to it if they lead where those do.
        kinds = {tuple(patterns_in(outline, row, 1)) for row in lists[0]}
        return [[row for row in rows if row in lists[0] or tuple(patterns_in(outline, row, 1)) in kinds]]
    firsts = [some[0] for some in parents.values()]
    return [rows] if likeness(firsts) > _SAME else list(parents.values())


def unlike_apart(outline: Outline, rows: list[Row]) -> list[list[Row]]:
    """Runs of two lists apart where one says much more and leads elsewhere: records, and links to other sites."""
    parents: dict[int, list[Row]] = {}
    for row in rows:
        parents.setdefault(id(row[0].above), []).append(row)
    if len(parents) != 2:
        return [rows]
    one, other = parents.values()
    texts = sorted(sum(row[-1].last - row[0].first for row in some) / len(some) for some in (one, other))
    kinds = [{kind for row in some for kind in patterns_in(outline, row, 1)} for some in (one, other)]
    return [one, other] if texts[1] >= 2 * texts[0] and not kinds[0] & kinds[1] else [rows]


def _by_first_line(outline: Outline, tables: list[Row]) -> list[list[Row]]:
    """Tables by their heads; those without any together."""
    found: dict[str, list[Row]] = {}
    for row in tables:
        line = next((line for line in lines_of(row[0]) if line.last > line.first), row[0])
        found.setdefault(outline.text(line) if line.heads else "", []).append(row)
    return list(found.values())


def _by_heads(outline: Outline, lists: Iterable[list[Row]]) -> list[list[Row]]:
    """Rows of tables by what their columns are called."""
    found: dict[Heads, list[Row]] = {}
    for some in lists:
        found.setdefault(heads_of(outline, some[:1]), []).extend(some)
    return list(found.values()) if all(found) else []


_MOST_PARENTS = 12
_SAME = 0.6
