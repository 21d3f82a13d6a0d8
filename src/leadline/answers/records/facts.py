"""Whether the rows of a region are the fields of one record, and what that record takes up."""

import re
from collections import Counter
from collections.abc import Sequence

from leadline.answers.records.columns import table_rows
from leadline.answers.records.heads import headers_over, is_header_row
from leadline.answers.records.known import KnownText
from leadline.answers.records.labels import leading_label, may_be_label
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.regions import Region
from leadline.answers.records.rows import is_section_row, is_total_row
from leadline.answers.records.shape import RecordRow, shape_of
from leadline.answers.records.stated import link_targets
from leadline.answers.records.urls import pattern_of
from leadline.answers.records.weigh import link_letters_in
from leadline.model.url import join


def enclosing_record(outline: Outline, region: Region, known: KnownText, stated: frozenset[int]) -> Region | None:
    """The one record whose fields a region's rows are; None if they are records.

    Fields lead nowhere, or all to places on the page that is the record's; they are short, have different labels
    or a single text each; and before them, in the same box, stands what leads to the record.
    """
    rows = region.rows
    nodes = [node for row in rows for node in row]
    pages = {page for node in nodes for page in _pages(outline, node.start, node.end)}
    if len(rows) > _MOST_FIELDS or len(pages) > 1 or len(rows) in stated:
        return None
    short = sum(outline.letters(node) for node in nodes) <= _SHORT * len(rows)
    if not _of_one_term(rows) and not (short and (pages or _are_fields(outline, region))):
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
        if links and (not pages or pages & before) and outline.letters(box) <= _LONGEST:
            own = outline.texts[links[0]]
            return None if known and known.has(own) else Region(((box,),), shape_of([(box,)]))
        box = box.parent
    return None


def are_field_rows(outline: Outline, region: Region, stated: frozenset[int]) -> bool:
    """Whether rows that do not lead anywhere each are lines of one record.

    They are if the page says that it has one; else if most begin with a label, each with another one, and they are
    no entries of a glossary: as many as the page says, or in the order of the alphabet.
    """
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
    return sum(outline.letters(node) for row in rows for node in row) <= _SHORT * len(rows)


def as_one_record(outline: Outline, region: Region) -> Region:
    """All rows of a region as one record, with the heading right above them."""
    nodes = [node for row in region.rows for node in row]
    box = nodes[0].parent
    while box is not None and box.tag in ("tbody", "tr"):
        box = box.parent
    row: RecordRow = tuple(nodes)
    if box is not None and box.tag in _BOXES and box.end >= nodes[-1].end and outline.letters(box) <= _LONGEST:
        row = (box,)
    siblings = row[0].parent.children if row[0].parent is not None else []
    place = next(n for n, node in enumerate(siblings) if node is row[0]) if siblings else 0
    before = siblings[place - 1] if place else None
    if before is not None and (
        before.tag in _HEADINGS or (before.tag == row[0].tag == "line" and _stands_out(outline, before))
    ):
        row = (before, *row)
    return Region((row,), shape_of([row], run=len(row) > 1))


def below_table_headers(outline: Outline, region: Region) -> Region:
    """A single record that is a table with heads of columns: its rows below them."""
    row = region.rows[0]
    if len(region.rows) > 1 or len(row) > 1 or row[0].tag not in ("table", "tbody"):
        return region
    below = rows_below_headers(outline, row[0])
    return Region((below,), shape_of([below], run=len(below) > 1)) if below else region


def rows_below_headers(outline: Outline, table: Node) -> RecordRow:
    """The lines of a table below its heads that are no sums; empty if it has no heads."""
    lines = [line for line in table_rows(table) if line.end > line.start]
    below = tuple(line for line in lines if not line.is_header and not is_total_row(outline, line))
    below = tuple(line for line in below if not is_section_row(outline, line)) or below
    headed = (
        bool(lines) and bool(below) and is_header_row(outline, lines[0]) and not is_header_row(outline, below[0])
    )
    return below if headed else ()


def below_each_header(outline: Outline, region: Region) -> Region:
    """Records that are tables with heads and one line each: those lines."""
    tables = [row[0] for row in region.rows]
    if len(tables) < 2 or any(len(row) > 1 for row in region.rows) or tables[0].tag not in ("table", "tbody"):
        return region
    found = [below for table in tables if (below := rows_below_headers(outline, table))]
    if len(found) < len(tables) or any(len(below) > 1 for below in found):
        return region
    return Region(tuple(found), shape_of(found))


_BOXES = frozenset({"table", "dl", "ul", "ol", "div", "section", "article", "p", "li", "fieldset"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def _lead_first(outline: Outline, rows: tuple[RecordRow, ...]) -> bool:
    """Whether the first of a few rows leads somewhere and no other does: a title, and what is said about it."""
    if len(rows) > _FEW or headers_over(outline, rows):
        return False
    first = rows[0][0]
    if first.tag == "line" and first.parent is not None:
        place = next(n for n, node in enumerate(first.parent.children) if node is first)
        before = first.parent.children[place - 1] if place else None
        if before is not None and before.tag == "line" and _stands_out(outline, before):
            return not any(link_letters_in(outline, row) for row in rows)
    return link_letters_in(outline, rows[0]) > 0 and not any(link_letters_in(outline, row) for row in rows[1:])


def _stands_out(outline: Outline, line: Node) -> bool:
    """Whether a line leads somewhere, or is bold as a whole."""
    bold = {outline.owners[n].tag for n in range(line.start, line.end)} <= {"b", "strong"}
    return outline.link_letters(line) > 0 or bold


_FEW = 6


def _in_one_record(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether rows of two texts, the first of them another one each time, are what a box called a record holds."""
    box = rows[0][0].parent
    if (
        box is None
        or not _RECORD.search(box.attr("class"))
        or any(node.parent is not box for row in rows for node in row)
    ):
        return False
    pairs = [row for row in rows if row[-1].end - row[0].start == _PAIR]
    firsts = {outline.texts[row[0].start] for row in pairs}
    return len(pairs) == len(rows) == len(firsts) and all(map(may_be_label, firsts))


_RECORD = re.compile(r"(?:^|[\s_-])(?:result|record|hit|item|entry|card)(?:$|[\s_-])", re.IGNORECASE)


def _are_some_cells(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether rows are cells of a table with heads, or beside others that are none of them: no cards."""
    if any(node.tag not in ("td", "th") for row in rows for node in row):
        return False
    lines = {id(line): line for row in rows if (line := row[0].parent) is not None}
    cells = sum(cell.end > cell.start for line in lines.values() for cell in line.children)
    return cells > len(rows) or any(headers_over(outline, ((line,),)) for line in lines.values())


def _lead_apart(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether most rows lead to pages of their own, of one kind."""
    links = [found[0] for row in rows if (found := link_targets(outline, row, 1))]
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


def _are_fields(outline: Outline, region: Region) -> bool:
    if headers_over(outline, region.rows):
        return False
    labels = [leading_label(outline, row[0]) for row in region.rows]
    known = [label for label in labels if label]
    if len(known) * 2 >= len(labels):
        return len(set(known)) == len(known)
    return sum(row[-1].end - row[0].start for row in region.rows) <= 2 * len(region.rows)


_PAIR = 2
_MOST_FIELDS = 20
_SHORT = 120
_LONGEST = 3_000
_LEVELS = 4
_MOST_PAGES = 3
"""Pages that a record leads to before its fields: its own, a picture, its author."""
