"""Rows of a list that are no records, and records of a list that are no rows of it."""

import re
from collections import Counter
from collections.abc import Sequence

from leadline.answers.records.headers import is_separator
from leadline.answers.records.nodes import Node, RecordRow, texts_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import common_kinds, kinds, link_pattern
from leadline.lexicon.phrases import template

_TOTAL = template("records", r"\W*+{sums}\W*+")
_NUMBER = re.compile(r"\d+(?:[., '\u00a0\u202f]\d{3})*")
_MANY = 0.7  # of the rows lead to one kind of page: the others do by mistake, or are none
_ENOUGH = 3  # rows from which on the usual one says what a record looks like
_SEVERAL = 3  # texts; two may be a name and nothing known about it
_LISTS = frozenset({"ul", "ol", "dl", "dd", "blockquote"})


def without_furniture(outline: Outline, rows: tuple[RecordRow, ...]) -> tuple[RecordRow, ...]:
    """Rows without headers of columns, rules and sums."""
    kept = tuple(row for row in rows if texts_in(row) and not _is_furniture(outline, row))
    own = tuple(row for row in kept if not all(is_total_row(outline, line) for line in row))
    return own if 2 * len(own) >= len(kept) or 0 < len(own) < len(kept) <= _ENOUGH else kept


def without_non_records(outline: Outline, rows: tuple[RecordRow, ...]) -> tuple[RecordRow, ...]:
    """Rows without furniture, without what is left over, and without those of another kind than the others."""
    kept = without_furniture(outline, rows)
    leads = [link_pattern(outline, *row) for row in kept]
    if len(kept) > 1 and all(leads[:-1]) and not leads[-1] and _is_remainder(outline, kept):
        kept, leads = kept[:-1], leads[:-1]
    if len(kept) < _ENOUGH:
        return kept
    usual = common_kinds(kept)
    there, often = Counter(leads).most_common(1)[0]
    linked, middle = bool(there) and often >= _MANY * len(kept), sorted(map(texts_in, kept))[len(kept) // 2]
    return tuple(
        row
        for row, lead in zip(kept, leads, strict=True)
        if not _is_stray(row, usual, middle, linked and lead != there)
    )


def _is_furniture(outline: Outline, row: RecordRow) -> bool:
    return len(row) == 1 and (row[0].has_only_header_cells or is_separator(outline, row[0]))


def _is_stray(row: RecordRow, usual: frozenset[str], middle: int, elsewhere: bool) -> bool:
    """Whether a row is another kind of thing: it looks unlike the others, or says one thing where they say several
    (the month of the rows below); and it does not lead where they lead, if they lead anywhere of one kind."""
    own = kinds(row)
    similarity = len(own & usual) / max(1, len(own | usual))
    little = texts_in(row) == 1 and middle >= _SEVERAL and (elsewhere or row[0].tag == "tr")
    return similarity < (0.6 if elsewhere else 0.2) or little


def is_total_row(outline: Outline, line: Node) -> bool:
    """Whether a row of a table says in its first cell, or in its second after none, that it adds others up."""
    if line.tag != "tr" or outline.link_letters(line) or line.end == line.start:
        return False
    return _TOTAL.fullmatch(outline.texts[line.start]) is not None


def _is_remainder(outline: Outline, rows: tuple[RecordRow, ...]) -> bool:
    """Whether the last row, which alone leads nowhere, adds up what is not shown, whatever it is called: it has
    nothing but a name and figures, and in some column a larger one than any record."""
    *records, last = ([outline.text(cell) for node in row for cell in node.children] for row in rows)
    figures = [(n, _figure(text)) for n, text in enumerate(last) if n and text]
    if len(figures) < _SEVERAL - 1 or any(figure < 0 for _, figure in figures):
        return False
    return any(all(figure > _figure("".join(row[n : n + 1])) for row in records) for n, figure in figures)


def _figure(text: str) -> int:
    """The first number of a text, whatever divides its thousands; none is less than any."""
    found = _NUMBER.search(text)
    return int(re.sub(r"\D", "", found[0])) if found else -1


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


def leading_rows(rows: tuple[RecordRow, ...], links: Sequence[object | None]) -> tuple[RecordRow, ...]:
    """Without boxes in which nothing leads to a record, where something does in others: a table of something else
    may look like that of the records."""
    boxes = {id(row[0].parent) for row, link in zip(rows, links, strict=True) if link is not None}
    return tuple(row for row in rows if id(row[0].parent) in boxes) if boxes else rows
