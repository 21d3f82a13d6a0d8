"""Whether rows that look alike are one list: by where they stand, how columns are called, where they lead."""

from collections.abc import Iterable

from leadline.answers.records.columns import table_rows
from leadline.answers.records.heads import Headers, headers_over
from leadline.answers.records.likeness import row_similarity
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.stated import link_patterns


def split_into_lists(outline: Outline, rows: list[RecordRow]) -> list[list[RecordRow]]:
    """Rows of one group together, or apart where they hold different things: a menu and a list, two tables."""
    if rows and rows[0][0].tag == "table":
        return [some for tables in _by_first_line(outline, rows) for some in _by_parents(outline, tables)]
    return _by_parents(outline, rows)


def _by_parents(outline: Outline, rows: list[RecordRow]) -> list[list[RecordRow]]:
    """Rows of one group together, or by their parents where those hold different things: a menu and a list."""
    parents: dict[int, list[RecordRow]] = {}
    for row in rows:
        parents.setdefault(id(row[0].parent), []).append(row)
    if len(parents) < 2 or len(parents) > _MOST_PARENTS:
        return [rows]
    if rows[0][0].tag == "tr" and len(apart := _by_heads(outline, parents.values())) > 1:
        return apart
    lists = [some for some in parents.values() if len(some) > 1]
    if len(lists) == 1:
        # One list, and elements elsewhere that look like its rows: they belong to it if they lead where those do.
        kinds = {tuple(link_patterns(outline, row, 1)) for row in lists[0]}
        return [[row for row in rows if row in lists[0] or tuple(link_patterns(outline, row, 1)) in kinds]]
    firsts = [some[0] for some in parents.values()]
    return [rows] if row_similarity(firsts) > _SAME else list(parents.values())


def split_unlike_lists(outline: Outline, rows: list[RecordRow]) -> list[list[RecordRow]]:
    """Runs of two lists apart where one says much more and leads elsewhere: records, and links to other sites."""
    parents: dict[int, list[RecordRow]] = {}
    for row in rows:
        parents.setdefault(id(row[0].parent), []).append(row)
    if len(parents) != 2:
        return [rows]
    one, other = parents.values()
    texts = sorted(sum(row[-1].end - row[0].start for row in some) / len(some) for some in (one, other))
    kinds = [{kind for row in some for kind in link_patterns(outline, row, 1)} for some in (one, other)]
    return [one, other] if texts[1] >= 2 * texts[0] and not kinds[0] & kinds[1] else [rows]


def _by_first_line(outline: Outline, tables: list[RecordRow]) -> list[list[RecordRow]]:
    """Tables by their heads; those without any together."""
    found: dict[str, list[RecordRow]] = {}
    for row in tables:
        line = next((line for line in table_rows(row[0]) if line.end > line.start), row[0])
        found.setdefault(outline.text(line) if line.is_header else "", []).append(row)
    return list(found.values())


def _by_heads(outline: Outline, lists: Iterable[list[RecordRow]]) -> list[list[RecordRow]]:
    """Rows of tables by what their columns are called."""
    found: dict[Headers, list[RecordRow]] = {}
    for some in lists:
        found.setdefault(headers_over(outline, some[:1]), []).extend(some)
    return list(found.values()) if all(found) else []


_MOST_PARENTS = 12
_SAME = 0.6
