"""Rows that are not one record each: fields of one record, or lines of a table whose columns are the records."""

import re
from collections import Counter
from collections.abc import Sequence

from leadline.answers.records.boilerplate import KnownText
from leadline.answers.records.headers import headers_over, is_header_row
from leadline.answers.records.labels import bare_label, leading_label, may_be_label
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, filled, texts_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.rows import is_section_row, is_total_row
from leadline.answers.records.shape import Region, first_link, region_of
from leadline.answers.records.urls import pattern_of
from leadline.model.url import join

_BOXES = frozenset({"table", "dl", "ul", "ol", "div", "section", "article", "p", "li", "fieldset"})
_RECORD_CLASS = re.compile(r"(?:^|[\s_-])(?:result|record|hit|item|entry|card)(?:$|[\s_-])", re.IGNORECASE)
_PAIR = 2
_MOST_FIELDS = 20
_FEW_FIELDS = 6
_SHORT_FIELD = 120  # letters of a field, a line or two of text; what says more is a record
_LONGEST_RECORD = 3_000  # letters of a record around its fields; what holds more is the page
_LEVELS = 4  # boxes between a record and its fields: a row, a body, a table and a box around it
_MOST_PAGES = 3  # pages that a record leads to before its fields: its own, a picture, its author


def enclosing_record(outline: Outline, region: Region, known: KnownText, stated: frozenset[int]) -> Region | None:
    """The one record whose fields a region's rows are; None if they are records. Fields lead nowhere, or all to
    places on the page that is the record's; they are short, have different labels or a single text each; and
    before them, in the same box, stands what leads to the record."""
    rows = region.rows
    pages = {page for row in rows for node in row for page in _pages(outline, node.start, node.end)}
    if len(rows) > _MOST_FIELDS or len(pages) > 1 or len(rows) in stated:
        return None
    if not _of_one_term(rows) and not (_are_short(outline, rows) and (pages or _are_fields(outline, rows))):
        return None
    first, last = rows[0][0].start, rows[-1][-1].end
    box = rows[0][0].parent
    for _ in range(_LEVELS):
        if box is None or box.tag == "body" or box.end < last:
            return None
        links = [n for n in range(box.start, first) if outline.owners[n].link is not None]
        before = _pages(outline, box.start, first)
        if len(before) > _MOST_PAGES:  # a menu
            return None
        if links and (not pages or pages & before) and outline.letters(box) <= _LONGEST_RECORD:
            return None if known.has(outline.texts[links[0]]) else region_of([(box,)])
        box = box.parent
    return None


def are_field_rows(outline: Outline, region: Region, stated: frozenset[int]) -> bool:
    """Whether rows that do not lead anywhere each are lines of one record. They are if the page says that it has
    one; else if most begin with a label, each with another one, and they are no entries of a glossary: as many as
    the page says, or in the order of the alphabet."""
    rows = region.rows
    if len(rows) > _MOST_FIELDS or _lead_apart(outline, rows) or (len(rows) > 1 and len(rows) in stated):
        return False
    if stated == {1} or _lead_first(outline, rows) or _are_some_cells(outline, rows):
        return True
    if headers_over(outline, rows) or any(len(row) > 1 for row in rows if row[0].tag != "dt"):
        return False
    if sum(len(row) > _PAIR for row in rows) * 2 > len(rows):  # terms with several descriptions each
        return False
    if _in_one_record(outline, rows):
        return True
    labels = [label.casefold() for row in rows if (label := leading_label(outline, row[0]))]
    lines = len(rows) - (not leading_label(outline, rows[0][0]))  # a title may stand above
    if len(labels) < 3 or 5 * len(labels) < 4 * lines or len(set(labels)) < len(labels):
        return False
    if any(map(str.isdigit, "".join(labels))) or (len(labels) > 3 and labels == sorted(labels)):
        return False
    return _are_short(outline, rows)


def as_one_record(outline: Outline, region: Region) -> Region:
    """All rows of a region as one record, with the heading right above them."""
    row: RecordRow = tuple(node for nodes in region.rows for node in nodes)
    box = row[0].parent
    while box is not None and box.tag in ("tbody", "tr"):
        box = box.parent
    last = row[-1].end
    if box is not None and box.tag in _BOXES and box.end >= last and outline.letters(box) <= _LONGEST_RECORD:
        row = (box,)
    before = row[0].sibling_before()
    if before is None:
        return region_of([row])
    titled = before.tag == row[0].tag == "line" and _stands_out(outline, before)
    return region_of([(before, *row) if titled or before.tag in HEADINGS else row])


def below_headers(outline: Outline, region: Region) -> Region:
    """Of a single record that is a table with headers its rows below them; of records that are tables with headers
    and one line each those lines."""
    tables = [row[0] for row in region.rows]
    if any(len(row) > 1 for row in region.rows) or tables[0].tag not in ("table", "tbody"):
        return region
    found = [below for table in tables if (below := _rows_below_headers(outline, table))]
    if len(found) < len(tables) or (len(found) > 1 and any(len(below) > 1 for below in found)):
        return region
    return region_of(found)


def _rows_below_headers(outline: Outline, table: Node) -> RecordRow:
    """The lines of a table below its headers that are no totals; empty if it has no headers."""
    lines = filled(table.table_rows)
    below = tuple(line for line in lines if not line.is_header and not is_total_row(outline, line))
    below = tuple(line for line in below if not is_section_row(outline, line)) or below
    headed = bool(below) and is_header_row(outline, lines[0]) and not is_header_row(outline, below[0])
    return below if headed else ()


def _are_short(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    return outline.letters_in(rows) <= _SHORT_FIELD * len(rows)


def _lead_first(outline: Outline, rows: tuple[RecordRow, ...]) -> bool:
    """Whether the first of a few rows leads somewhere and no other does: a title, and what is said about it."""
    if len(rows) > _FEW_FIELDS or headers_over(outline, rows):
        return False
    linked = [outline.link_letters(*row) > 0 for row in rows]
    first = rows[0][0]
    before = first.sibling_before() if first.tag == "line" else None
    if before is not None and before.tag == "line" and _stands_out(outline, before):
        return not any(linked)
    return linked[0] and not any(linked[1:])


def _stands_out(outline: Outline, line: Node) -> bool:
    """Whether a line leads somewhere, or is bold as a whole."""
    bold = {outline.owners[n].tag for n in range(line.start, line.end)} <= {"b", "strong"}
    return outline.link_letters(line) > 0 or bold


def _in_one_record(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether rows of two texts, the first of them another one each time, are what a box called a record holds."""
    box = rows[0][0].parent
    if box is None or any(node.parent is not box for row in rows for node in row):
        return False
    firsts = {outline.texts[row[0].start] for row in rows if texts_in(row) == _PAIR}
    named = len(rows) == len(firsts) and all(map(may_be_label, firsts))
    return named and _RECORD_CLASS.search(box.attr("class")) is not None


def _are_some_cells(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether rows are cells of a table with headers, or beside others that are none of them: no cards."""
    if any(node.tag not in ("td", "th") for row in rows for node in row):
        return False
    lines = {id(line): line for row in rows if (line := row[0].parent) is not None}
    cells = sum(len(filled(line.children)) for line in lines.values())
    return cells > len(rows) or any(headers_over(outline, ((line,),)) for line in lines.values())


def _lead_apart(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether most rows lead to pages of their own, of one kind."""
    links = [link for row in rows if (link := first_link(outline, *row)) is not None]
    usual = max(Counter(map(pattern_of, links)).values(), default=0)
    return 5 * usual >= 3 * len(rows) and 5 * len(set(links)) >= 4 * len(links)


def _pages(outline: Outline, first: int, last: int) -> set[str]:
    """The pages that texts lead to, wherever on them."""
    links = [outline.owners[n].link for n in range(first, last)]
    hrefs = {link.attr("href").strip().partition("#")[0] for link in links if link is not None}
    base = outline.document.page.base_url
    return {url for href in hrefs if href and (url := join(base, href)) is not None}


def _of_one_term(rows: Sequence[RecordRow]) -> bool:
    """Descriptions in a list that has but one term."""
    box = rows[0][0].parent
    if box is None or any(node.tag != "dd" or node.parent is not box for row in rows for node in row):
        return False
    return sum(node.tag == "dt" for node in box.children) == 1


def _are_fields(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    if headers_over(outline, rows):
        return False
    labels = [label for row in rows if (label := leading_label(outline, row[0]))]
    if len(labels) * 2 >= len(rows):
        return len(set(labels)) == len(labels)
    return sum(map(texts_in, rows)) <= _PAIR * len(rows)


# ── columns that are records ──────────────────────────────────────────────────────────────────────────────

_LEAST = 3  # lines, and cells of a line, below which nothing is said about which way a table goes
_WIDEST = 60  # a bound on time


def transposed_records(outline: Outline, region: Region) -> Region | None:
    """The columns of the table that a region's rows stand in, if those are the records; None if rows are. They are
    where one of the first lines leads to another page in every cell, all of one kind, and the lines have labels
    instead of links in their first cells: things compared side by side."""
    table = region.rows[0][0].closest("table")
    cells = [line.cells for line in filled(table.table_rows)] if table is not None else []
    if len(cells) < _LEAST:
        return None
    wide = len(cells[0])
    if not _LEAST <= wide <= _WIDEST or any(
        len(line) != wide or max(cell.colspan for cell in line) > 1 for line in cells
    ):
        return None
    if not _are_row_labels(outline, [line[0] for line in cells]):
        return None
    apart = [_all_lead_apart(outline, line[1:]) for line in (*cells[:2], cells[-1])]
    if sum(apart[:2]) != 1 or apart[2]:
        return None
    return region_of([tuple(line[n] for line in cells) for n in range(1, wide)], run=True)


def _are_row_labels(outline: Outline, cells: list[Node]) -> bool:
    texts = [outline.text(cell) for cell in filled(cells)]
    if len(texts) + 1 < len(cells) or len(set(texts)) < len(texts) or outline.link_letters(*cells):
        return False
    return all(may_be_label(bare_label(text)) for text in texts)


def _all_lead_apart(outline: Outline, cells: list[Node]) -> bool:
    """Whether every cell leads to a page of its own, none of them to this list in another order."""
    links = [link for cell in cells if (link := first_link(outline, cell)) is not None]
    if not len(set(links)) == len(links) == len(cells) or len(set(map(pattern_of, links))) != 1:
        return False
    return links[0].partition("?")[0] != outline.document.url.partition("?")[0]
