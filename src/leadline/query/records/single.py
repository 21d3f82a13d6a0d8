"""An answer with one record, which repeats nothing: what is new on the page, or what says that it is a record."""

import re
from collections.abc import Sequence

from leadline.model.url import join
from leadline.query.records.columns import heads_of
from leadline.query.records.groups import Group
from leadline.query.records.known import Known, is_furniture
from leadline.query.records.labels import divided, leading_label
from leadline.query.records.outline import Outline, Part
from leadline.query.records.regions import Region
from leadline.query.records.shape import Row, shape_of
from leadline.query.records.weigh import links_in

_RECORD_NAME = re.compile(
    r"(?:^|[\s_-])(?:results?|hit|records?|items?|entry|card|teaser|post|topic|issue|bug|product|listing|hentry|treffer)"
    r"(?:$|[\s_-]|\d)",
    re.IGNORECASE,
)
_ROW_TAGS = frozenset({"div", "li", "article", "section", "tr", "table", "dl", "p", "tbody"})


def single_record(
    outline: Outline, groups: Sequence[Group], known: Known, template: Known, asked: Sequence[str]
) -> Region | None:
    """The one record of a page; None if nothing on it looks like one."""
    for group in groups[1:]:
        for part in group.members:
            if part.tag in _ROW_TAGS and not part.away and part.last > part.first and _is_record(outline, part):
                text = outline.text(part)
                if not known.has(text) if known else True:
                    return Region(((part,),), shape_of([(part,)]))
    if known or template:
        return _what_is_new(outline, known, template, asked)
    return None


def is_beside(outline: Outline, region: Region, known: Known) -> bool:
    """Whether a region is what stands beside a single record: nothing but short links, or a few boxes of which the
    form's page has all but one."""
    parts = [part for row in region.rows for part in row]
    letters = sum(outline.letters(part) for part in parts)
    if letters < _MENU * len(region.rows) and sum(outline.linked(part) for part in parts) > 0.7 * letters:
        return len(region.rows) < _MANY
    if not known or len(region.rows) > _FEW:
        return False
    new = 0
    for row in region.rows:
        text = " ".join(outline.text(part) for part in row)
        new += not known.has(text) and (links_in(outline, row) > 0 or not is_furniture(text))
    return new < 2


_FEW = 4
_MENU = 25
_MANY = 40
"""Links of one kind from which on they are no menu and no facets, but pages that were found by their names."""


def around(outline: Outline, region: Region, known: Known) -> Region | None:
    """The one record whose fields a region's rows are; None if they are records.

    Fields lead nowhere, or all to places on the page that is the record's; they are short, have different labels
    or a single text each; and before them, in the same box, stands what leads to the record.
    """
    rows = region.rows
    parts = [part for row in rows for part in row]
    pages = {page for part in parts for page in _pages(outline, part.first, part.last)}
    if len(rows) > _MOST_FIELDS or len(pages) > 1:
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
        same = not pages or pages & _pages(outline, box.first, first)
        if links and same and outline.letters(box) <= _LONGEST:
            own = outline.texts[links[0]]
            return None if known and known.has(own) else Region(((box,),), shape_of([(box,)]))
        box = box.above
    return None


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


_MOST_FIELDS = 20
_SHORT = 120
_LONGEST = 3_000
_LEVELS = 4


def _is_record(outline: Outline, part: Part) -> bool:
    """A row of a table with heads, or an element that is named like a record and leads somewhere."""
    if part.tag == "tr":
        return len(part.parts) > 1 and bool(heads_of(outline, ((part,),)))
    if not part.given:
        return False
    if "itemscope" in part.given and part.last - part.first > 1:
        return True
    return bool(_RECORD_NAME.search(part.word("class"))) and outline.linked(part) > 0 and not _has_named(part)


def _has_named(part: Part) -> bool:
    """Whether a record stands within: then this is the list."""
    stack = list(part.parts)
    for _ in range(200):
        if not stack:
            break
        inner = stack.pop()
        if inner.tag in _ROW_TAGS and inner.given and _RECORD_NAME.search(inner.word("class")):
            return True
        stack.extend(inner.parts)
    return False


def _what_is_new(outline: Outline, known: Known, template: Known, asked: Sequence[str]) -> Region | None:
    """The smallest part that holds all texts which neither the form's page nor an empty answer has."""
    said = " ".join(asked).casefold()
    new = [
        n
        for n, text in enumerate(outline.texts)
        if not outline.owners[n].away
        and not (known and known.has(text))
        and not (template and template.has(text))
        and not (is_furniture(text) and outline.owners[n].link is None)
        and not (
            said and said in text.casefold() and len(text) < len(said) + 60 and outline.owners[n].link is None
        )
    ]
    if not new:
        return None
    linked = any(outline.owners[n].link is not None for n in new)
    labelled = sum(divided(outline.texts[n]) is not None for n in new) > 1
    if not (linked or labelled):
        return None
    part = outline.root
    while True:
        inner = next((child for child in part.parts if _holds(outline, child, new)), None)
        if inner is None:
            break
        part = inner
        new = [n for n in new if part.first <= n < part.last]
    while part.tag not in _ROW_TAGS and part.above is not None:
        part = part.above
    return None if part.tag == "body" else Region(((part,),), shape_of([(part,)]))


def _holds(outline: Outline, part: Part, new: Sequence[int]) -> bool:
    """Whether a part holds most of what is new, and what leads to it."""
    inside = [n for n in new if part.first <= n < part.last]
    letters = sum(len(outline.texts[n]) for n in inside)
    if letters < _MOST * sum(len(outline.texts[n]) for n in new):
        return False
    if not any(outline.owners[n].link is not None for n in new):
        return len(inside) == len(new)
    return any(outline.owners[n].link is not None for n in inside) and len(inside) > 1


_MOST = 0.6
