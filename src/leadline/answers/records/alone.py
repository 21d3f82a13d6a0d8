"""Whether what may be the only record of a page is it, beside a region whose rows may be its lines."""

from leadline.answers.records.heads import headers_between
from leadline.answers.records.known import KnownText
from leadline.answers.records.outline import Outline
from leadline.answers.records.regions import Region


def _holds(single: Region, region: Region) -> bool:
    (first, last), spans = single.spans[0], region.spans
    return first <= spans[0][0] and spans[-1][1] <= last


def encloses_rows(outline: Outline, single: Region, region: Region) -> bool:
    """Whether a record holds a region's rows and no menu beside them."""
    if not _holds(single, region):
        return False
    (first, last), (begin, _), (_, end) = single.spans[0], region.spans[0], region.spans[-1]
    beside = (outline.owners[n].link for n in (*range(first, begin), *range(end, last)))
    return len({id(link) for link in beside if link is not None}) <= _MENU


_NEARLY = 0.8
_MENU = 3
"""Links around a record's lines, of its title, its picture, its author; more are a menu."""


def stands_for_rows(outline: Outline, single: Region, region: Region) -> bool:
    """Whether a record is all that a region holds but heads, or leads to a page where the region leads nowhere."""
    (begin, last), (first, end) = single.spans[0], (region.spans[0][0], region.spans[-1][1])
    if first <= begin and last <= end:
        headed = headers_between(outline, first, end)
        held = sum(outline.letters(node) for row in region.rows for node in row) - sum(
            map(outline.letters, headed)
        )
        return bool(headed) and sum(map(outline.letters, single.rows[0])) >= _NEARLY * held
    linked = any(outline.link_letters(node) for row in region.rows for node in row)
    apart = last <= first and single.rows[0][0].parent is not region.rows[0][0].parent
    return apart and not linked and any(map(outline.link_letters, single.rows[0]))


def is_list_or_row(outline: Outline, single: Region, region: Region | None, known: KnownText) -> bool:
    """Whether a part that might be a single record is one of a region's rows, or the list of them."""
    if region is None:
        return False
    (first, last), spans = single.spans[0], region.spans
    if (first, last) in spans:
        others = (outline.text_between(*span) for span in spans if span != (first, last))
        return not (known and all(map(known.has, others)))
    if not _holds(single, region) or not any(node.children for row in region.rows for node in row):
        return False
    held = sum(outline.letters(node) for row in region.rows for node in row)
    return 2 * held > sum(outline.letters(node) for node in single.rows[0])
