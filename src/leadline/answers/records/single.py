"""An answer with one record, which repeats nothing: what is new on the page, or what says that it is a record."""

import re
from collections.abc import Sequence

from leadline.answers.records.groups import Group
from leadline.answers.records.heads import heads_of
from leadline.answers.records.known import Known, is_furniture
from leadline.answers.records.news import ROW_TAGS, News
from leadline.answers.records.outline import Outline, Part
from leadline.answers.records.regions import Region
from leadline.answers.records.rows import is_sum
from leadline.answers.records.shape import Row, shape_of
from leadline.answers.records.stated import is_aside, refines
from leadline.answers.records.weigh import links_in

_RECORD_NAME = re.compile(
    r"(?:^|[\s_-])(?:results?|hit|records?|items?|entry|card|teaser|post|topic|issue|bug|product|listing|hentry|treffer)"
    r"(?:$|[\s_-]|\d)",
    re.IGNORECASE,
)


def single_record(outline: Outline, groups: Sequence[Group], news: News, *, sure: bool) -> Region | None:
    """The one record of a page; None if nothing on it looks like one.

    It is `sure` that there is one where the page says so: then what is new is it, whatever it looks like.
    """
    for group in groups[1:]:
        for part in group.members:
            if part.tag not in ROW_TAGS or part.away or part.last == part.first or not _is_record(outline, part):
                continue
            if not news.is_apart(part.first) and not (news.known and news.known.has(outline.text(part))):
                row = _with_more_lines(outline, part)
                return Region((row,), shape_of([row], run=len(row) > 1))
    return news.region(sure=sure) if news.known or news.template else None


def is_beside(outline: Outline, region: Region, known: Known, asked: Sequence[str]) -> bool:
    """Whether a region is what stands beside a single record: it says so, or it is nothing but short links, or a
    few boxes of which the form's page has all but one."""
    if is_something_else(outline, region, asked):
        return True
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


def is_something_else(outline: Outline, region: Region, asked: Sequence[str]) -> bool:
    """Whether a region says that it is no list of what was asked for."""
    return is_aside(outline, region.rows) or refines(outline, region.rows, asked)


_FEW = 4
_MENU = 25
_MANY = 40
"""Links of one kind from which on they are no menu and no facets, but pages that were found by their names."""


def _is_record(outline: Outline, part: Part) -> bool:
    """A row of a table with heads, or an element that is named like a record and leads somewhere."""
    if part.tag == "tr":
        return len(part.parts) > 1 and bool(heads_of(outline, ((part,),)))
    if not part.given:
        return False
    if "itemscope" in part.given and part.last - part.first > 1:
        return True
    return bool(_RECORD_NAME.search(part.word("class"))) and outline.linked(part) > 0 and not _has_named(part)


def _with_more_lines(outline: Outline, part: Part) -> Row:
    """A row of a table with those after it that are of another kind, and a title across the table before it."""
    if part.tag != "tr" or part.above is None:
        return (part,)
    place = next(n for n, line in enumerate(part.above.parts) if line is part)
    before = part.above.parts[place - 1] if place else part
    title = [before] if before is not part and len(before.parts) == 1 and before.parts[0].word("colspan") else []
    after = [line for line in part.above.parts[place + 1 :] if line.tag == "tr" and line.last > line.first]
    after = [line for line in after if not is_sum(outline, line)]
    if len(after) > _FEW or any(line.group == part.group for line in after):
        return (part,)
    return (*title, part, *after)


def _has_named(part: Part) -> bool:
    """Whether a record stands within: then this is the list."""
    stack = list(part.parts)
    for _ in range(200):
        if not stack:
            break
        inner = stack.pop()
        if inner.tag in ROW_TAGS and inner.given and _RECORD_NAME.search(inner.word("class")):
            return True
        stack.extend(inner.parts)
    return False
