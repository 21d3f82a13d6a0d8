"""An answer with one record, which repeats nothing: what is new on the page, or what says that it is a record."""

from collections.abc import Sequence

from leadline.answers.records.groups import NodeGroup
from leadline.answers.records.heads import headers_over
from leadline.answers.records.known import KnownText, is_about_search
from leadline.answers.records.news import ROW_TAGS, NewText
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.regions import Region
from leadline.answers.records.rows import is_total_row
from leadline.answers.records.shape import RecordRow, shape_of
from leadline.answers.records.stated import is_side_list, refines_query
from leadline.answers.records.weigh import link_letters_in
from leadline.lexicon.phrases import template

_RECORD_NAME = template(
    "classes",
    r"(?:^|[\s_-])(?:results?|hit|records?|items?|entry|card|teaser|post|topic|issue|bug|product|listing|hentry|{results})"
    r"(?:$|[\s_-]|\d)",
)


def single_record(
    outline: Outline, groups: Sequence[NodeGroup], new_text: NewText, *, sure: bool
) -> Region | None:
    """The one record of a page; None if nothing on it looks like one.

    It is `sure` that there is one where the page says so: then what is new is it, whatever it looks like.
    """
    for group in groups[1:]:
        for node in group.members:
            if (
                node.tag not in ROW_TAGS
                or node.boilerplate
                or node.end == node.start
                or not _is_record(outline, node)
            ):
                continue
            if not new_text.is_apart(node.start) and not (
                new_text.known and new_text.known.has(outline.text(node))
            ):
                row = _with_more_lines(outline, node)
                return Region((row,), shape_of([row], run=len(row) > 1))
    return new_text.region(sure=sure) if new_text.known or new_text.template else None


def is_beside_record(outline: Outline, region: Region, known: KnownText, asked: Sequence[str]) -> bool:
    """Whether a region is what stands beside a single record: it says so, or it is nothing but short links, or a
    few boxes of which the form's page has all but one."""
    if is_other_list(outline, region, asked):
        return True
    nodes = [node for row in region.rows for node in row]
    letters = sum(outline.letters(node) for node in nodes)
    if letters < _MENU * len(region.rows) and sum(outline.link_letters(node) for node in nodes) > 0.7 * letters:
        return len(region.rows) < _MANY
    if not known or len(region.rows) > _FEW:
        return False
    new = 0
    for row in region.rows:
        text = " ".join(outline.text(node) for node in row)
        new += not known.has(text) and (link_letters_in(outline, row) > 0 or not is_about_search(text))
    return new < 2


def is_other_list(outline: Outline, region: Region, asked: Sequence[str]) -> bool:
    """Whether a region says that it is no list of what was asked for."""
    return is_side_list(outline, region.rows) or refines_query(outline, region.rows, asked)


_FEW = 4
_MENU = 25
_MANY = 40
"""Links of one kind from which on they are no menu and no facets, but pages that were found by their names."""


def _is_record(outline: Outline, node: Node) -> bool:
    """A row of a table with heads, or an element that is named like a record and leads somewhere."""
    if node.tag == "tr":
        return len(node.children) > 1 and bool(headers_over(outline, ((node,),)))
    if not node.attributes:
        return False
    if "itemscope" in node.attributes and node.end - node.start > 1:
        return True
    return (
        bool(_RECORD_NAME.search(node.attr("class"))) and outline.link_letters(node) > 0 and not _has_named(node)
    )


def _with_more_lines(outline: Outline, node: Node) -> RecordRow:
    """A row of a table with those after it that are of another kind, and a title across the table before it."""
    if node.tag != "tr" or node.parent is None:
        return (node,)
    place = next(n for n, line in enumerate(node.parent.children) if line is node)
    before = node.parent.children[place - 1] if place else node
    title = (
        [before] if before is not node and len(before.children) == 1 and before.children[0].attr("colspan") else []
    )
    after = [line for line in node.parent.children[place + 1 :] if line.tag == "tr" and line.end > line.start]
    after = [line for line in after if not is_total_row(outline, line)]
    if len(after) > _FEW or any(line.group == node.group for line in after):
        return (node,)
    return (*title, node, *after)


def _has_named(node: Node) -> bool:
    """Whether a record stands within: then this is the list."""
    stack = list(node.children)
    for _ in range(200):
        if not stack:
            break
        inner = stack.pop()
        if inner.tag in ROW_TAGS and inner.attributes and _RECORD_NAME.search(inner.attr("class")):
            return True
        stack.extend(inner.children)
    return False
