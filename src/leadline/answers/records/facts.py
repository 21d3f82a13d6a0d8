"""Whether the rows of a region are the fields of one record, and what that record takes up."""

import re
from collections import Counter
from collections.abc import Sequence

from leadline.answers.records.columns import lines_of
from leadline.answers.records.heads import are_heads, heads_of
from leadline.answers.records.known import Known
from leadline.answers.records.labels import leading_label, may_name
from leadline.answers.records.outline import Outline, Part
from leadline.answers.records.regions import Region
from leadline.answers.records.rows import is_bar, is_sum
from leadline.answers.records.shape import Row, shape_of
from leadline.answers.records.stated import links_of
from leadline.answers.records.urls import pattern_of
from leadline.answers.records.weigh import links_in
from leadline.model.url import join


def around(outline: Outline, region: Region, known: Known, stated: frozenset[int]) -> Region | None:
    """The one record whose fields a region's rows are; None if they are records.

    Fields lead nowhere, or all to places on the page that is the record's; they are short, have different labels
    or a single text each; and before them, in the same box, stands what leads to the record.
    """
    rows = region.rows
    parts = [part for row in rows for part in row]
    pages = {page for part in parts for page in _pages(outline, part.first, part.last)}
    if len(rows) > _MOST_FIELDS or len(pages) > 1 or len(rows) in stated:
        return None
    short = sum(outline.letters(part) for part in parts) <= _SHORT * len(rows)
    if not _of_one_term(rows) and not (short and (pages or _are_fields(outline, region))):
        return None
    first, last = rows[0][0].first, rows[-1][-1].last
    box = rows[0][0].above
    for _ in range(_LEVELS):
        if box is None or box.tag == "body" or box.last < last:
            return None
        links = [n for n in range(box.first, first) if outline.owners[n].link is not None]
        before = _pages(outline, box.first, first)
        if len(before) > _MOST_PAGES:  # a menu
            return None
        if links and (not pages or pages & before) and outline.letters(box) <= _LONGEST:
            own = outline.texts[links[0]]
            return None if known and known.has(own) else Region(((box,),), shape_of([(box,)]))
        box = box.above
    return None


def are_facts(outline: Outline, region: Region, stated: frozenset[int]) -> bool:
    """Whether rows that do not lead anywhere each are lines of one record.

    They are if the page says that it has one; else if most begin with a label, each with another one, and they are
    no entries of a glossary: as many as the page says, or in the order of the alphabet.
    """
    rows = region.rows
    if len(rows) > _MOST_FIELDS or _lead_apart(outline, rows) or (len(rows) > 1 and len(rows) in stated):
        return False
    if stated == {1} or _lead_first(outline, rows) or _are_some_cells(outline, rows):
        return True
    if heads_of(outline, rows) or any(len(row) > 1 for row in rows if row[0].tag != "dt"):
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
    return sum(outline.letters(part) for row in rows for part in row) <= _SHORT * len(rows)


def boxed(outline: Outline, region: Region) -> Region:
    """All rows of a region as one record, with the heading right above them."""
    parts = [part for row in region.rows for part in row]
    box = parts[0].above
    while box is not None and box.tag in ("tbody", "tr"):
        box = box.above
    row: Row = tuple(parts)
    if box is not None and box.tag in _BOXES and box.last >= parts[-1].last and outline.letters(box) <= _LONGEST:
        row = (box,)
    siblings = row[0].above.parts if row[0].above is not None else []
    place = next(n for n, part in enumerate(siblings) if part is row[0]) if siblings else 0
    before = siblings[place - 1] if place else None
    if before is not None and (
        before.tag in _HEADINGS or (before.tag == row[0].tag == "line" and _stands_out(outline, before))
    ):
        row = (before, *row)
    return Region((row,), shape_of([row], run=len(row) > 1))


def below_heads(outline: Outline, region: Region) -> Region:
    """A single record that is a table with heads of columns: its rows below them."""
    row = region.rows[0]
    if len(region.rows) > 1 or len(row) > 1 or row[0].tag not in ("table", "tbody"):
        return region
    below = lines_below(outline, row[0])
    return Region((below,), shape_of([below], run=len(below) > 1)) if below else region


def lines_below(outline: Outline, table: Part) -> Row:
    """The lines of a table below its heads that are no sums; empty if it has no heads."""
    lines = [line for line in lines_of(table) if line.last > line.first]
    below = tuple(line for line in lines if not line.heads and not is_sum(outline, line))
    below = tuple(line for line in below if not is_bar(outline, line)) or below
    headed = bool(lines) and bool(below) and are_heads(outline, lines[0]) and not are_heads(outline, below[0])
    return below if headed else ()


def below_each_head(outline: Outline, region: Region) -> Region:
    """Records that are tables with heads and one line each: those lines."""
    tables = [row[0] for row in region.rows]
    if len(tables) < 2 or any(len(row) > 1 for row in region.rows) or tables[0].tag not in ("table", "tbody"):
        return region
    found = [below for table in tables if (below := lines_below(outline, table))]
    if len(found) < len(tables) or any(len(below) > 1 for below in found):
        return region
    return Region(tuple(found), shape_of(found))


_BOXES = frozenset({"table", "dl", "ul", "ol", "div", "section", "article", "p", "li", "fieldset"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def _lead_first(outline: Outline, rows: tuple[Row, ...]) -> bool:
    """Whether the first of a few rows leads somewhere and no other does: a title, and what is said about it."""
    if len(rows) > _FEW or heads_of(outline, rows):
        return False
    first = rows[0][0]
    if first.tag == "line" and first.above is not None:
        place = next(n for n, part in enumerate(first.above.parts) if part is first)
        before = first.above.parts[place - 1] if place else None
        if before is not None and before.tag == "line" and _stands_out(outline, before):
            return not any(links_in(outline, row) for row in rows)
    return links_in(outline, rows[0]) > 0 and not any(links_in(outline, row) for row in rows[1:])


def _stands_out(outline: Outline, line: Part) -> bool:
    """Whether a line leads somewhere, or is bold as a whole."""
    bold = {outline.owners[n].tag for n in range(line.first, line.last)} <= {"b", "strong"}
    return outline.linked(line) > 0 or bold


_FEW = 6


def _in_one_record(outline: Outline, rows: Sequence[Row]) -> bool:
    """Whether rows of two texts, the first of them another one each time, are what a box called a record holds."""
    box = rows[0][0].above
    if (
        box is None
        or not _RECORD.search(box.word("class"))
        or any(part.above is not box for row in rows for part in row)
    ):
        return False
    pairs = [row for row in rows if row[-1].last - row[0].first == _PAIR]
    firsts = {outline.texts[row[0].first] for row in pairs}
    return len(pairs) == len(rows) == len(firsts) and all(map(may_name, firsts))


_RECORD = re.compile(r"(?:^|[\s_-])(?:result|record|hit|item|entry|card)(?:$|[\s_-])", re.IGNORECASE)


def _are_some_cells(outline: Outline, rows: Sequence[Row]) -> bool:
    """Whether rows are cells of a table with heads, or beside others that are none of them: no cards."""
    if any(part.tag not in ("td", "th") for row in rows for part in row):
        return False
    lines = {id(line): line for row in rows if (line := row[0].above) is not None}
    cells = sum(cell.last > cell.first for line in lines.values() for cell in line.parts)
    return cells > len(rows) or any(heads_of(outline, ((line,),)) for line in lines.values())


def _lead_apart(outline: Outline, rows: Sequence[Row]) -> bool:
    """Whether most rows lead to pages of their own, of one kind."""
    links = [found[0] for row in rows if (found := links_of(outline, row, 1))]
    usual = max(Counter(map(pattern_of, links)).values(), default=0)
    return 5 * usual >= 3 * len(rows) and 5 * len(set(links)) >= 4 * len(links)


def _pages(outline: Outline, first: int, last: int) -> set[str]:
    """The pages that texts lead to, wherever on them."""
    links = [outline.owners[n].link for n in range(first, last)]
    hrefs = {link.word("href").strip().partition("#")[0] for link in links if link is not None}
    base = outline.document.page.base_url
    return {url for href in hrefs if href and (url := join(base, href)) is not None}


def _of_one_term(rows: Sequence[Row]) -> bool:
    """Descriptions in a list that has but one term."""
    box = rows[0][0].above
    if box is None or any(part.tag != "dd" or part.above is not box for row in rows for part in row):
        return False
    return sum(part.tag == "dt" for part in box.parts) == 1


def _are_fields(outline: Outline, region: Region) -> bool:
    if heads_of(outline, region.rows):
        return False
    labels = [leading_label(outline, row[0]) for row in region.rows]
    known = [label for label in labels if label]
    if len(known) * 2 >= len(labels):
        return len(set(known)) == len(known)
    return sum(row[-1].last - row[0].first for row in region.rows) <= 2 * len(region.rows)


_PAIR = 2
_MOST_FIELDS = 20
_SHORT = 120
_LONGEST = 3_000
_LEVELS = 4
_MOST_PAGES = 3
"""Pages that a record leads to before its fields: its own, a picture, its author."""
