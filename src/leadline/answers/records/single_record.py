"""An answer with one record, which repeats nothing: what is new on the page, or what says that it is a record."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from leadline.answers.records.boilerplate import KnownText, is_about_search, is_other_list
from leadline.answers.records.field_rows import are_field_rows, as_one_record, enclosing_record
from leadline.answers.records.headers import headers_between, headers_over
from leadline.answers.records.labels import split_label
from leadline.answers.records.nodes import Node, RecordRow, filled, walk
from leadline.answers.records.outline import RUNNING, Outline
from leadline.answers.records.ranking import RegionRanker
from leadline.answers.records.rows import is_total_row
from leadline.answers.records.shape import NodeGroup, Region, region_of
from leadline.lexicon.phrases import template

_RECORD_CLASS = template("classes", r"(?:^|[\s_-])(?:{record_boxes}|{results})(?:$|[\s_-]|\d)")
_ROW_TAGS = frozenset({"div", "li", "article", "section", "tr", "table", "dl", "p", "tbody"})
"""Elements that may be one record."""
_PAGE_TAGS = _ROW_TAGS - {"p"} | {"blockquote", "center", "form", "ul", "ol", "h1", "h2", "h3", "h4", "hr"}
_NODES_READ = 200  # a bound on time
_FEW = 4
_SHORT_LINK = 25
_MANY_LINKS = 40
"""Links of one kind from which on they are no menu and no facets, but pages that were found by their names."""
_MOST = 0.6
_NEARLY_ALL = 0.8
_MOST_LINKS_AROUND = 3  # links around a record's lines, of its title, its picture, its author; more are a menu
_OPENING = "\"'“‘«„‚"
_QUOTES = "\"'“”‘’«»„‚ .:"


def region_of_whole_records(
    outline: Outline, groups: Sequence[NodeGroup], region: Region | None, ranker: RegionRanker
) -> Region | None:
    """The best region, or the single record that it stands beside or whose fields its rows are."""
    known, asked, stated = ranker.known, ranker.asked, ranker.stated
    beside = region is None or _is_beside_record(outline, region, known, asked)
    fields = region is not None and not beside and are_field_rows(outline, region, stated)
    if region is not None and not beside and not fields:
        return enclosing_record(outline, region, known, stated) or region
    other = region if region is not None and is_other_list(outline, region.rows, asked) else None
    single = _single_record(outline, groups, _NewText(outline, ranker, other), sure=stated == {1})
    if region is None:
        return single
    if single is not None and (fields or stated == {1} or not _is_list_or_row(outline, single, region, known)):
        instead = beside or _encloses_rows(outline, single, region) or _stands_for_rows(outline, single, region)
        return single if instead else as_one_record(outline, region)
    return as_one_record(outline, region) if fields else region


# ── what is new ───────────────────────────────────────────────────────────────────────────────────────────


class _NewText:
    """Texts of a page that neither the form's page nor an empty answer has; those of `other_list` are left out."""

    def __init__(self, outline: Outline, ranker: RegionRanker, other_list: Region | None) -> None:
        self._outline, self.known, self.template = outline, ranker.known, ranker.template
        self._asked = " ".join(ranker.values).casefold()
        spans = other_list.spans if other_list is not None else [(0, 0)]
        self._left_out = range(spans[0][0], spans[-1][1])

    def is_known(self, node: Node) -> bool:
        """Whether a node stands in the list that is left out, or on the form's page."""
        return node.start in self._left_out or self.known.has(self._outline.text(node))

    def region(self, *, sure: bool) -> Region | None:
        """The smallest node that holds what is new, as one record. Unless it is `sure` that there is one,
        something new has to lead somewhere or have labels."""
        outline = self._outline
        new = [n for n in range(len(outline.texts)) if self._is_new(n)]
        linked = any(outline.owners[n].link is not None for n in new)
        if not new or not (sure or linked or sum(split_label(outline.texts[n]) is not None for n in new) > 1):
            return None
        share = _ShareOfNew(outline, new)
        node = outline.root
        while (inner := next((child for child in node.children if share.holds(child, node)), None)) is not None:
            if node.tag == "tr" and not any(below.tag in _PAGE_TAGS for below in inner.children):
                break  # a cell with boxes in it is a part of the page, any other is a part of the record
            node = inner
        while node.parent is not None and (node.tag == "line" or node.tag in RUNNING):
            node = node.parent
        return region_of([(node,)]) if node.tag in _ROW_TAGS else share.stretch(node)

    def _is_new(self, n: int) -> bool:
        owner, text = self._outline.owners[n], self._outline.texts[n]
        if owner.boilerplate or n in self._left_out or self.known.has(text) or self.template.has(text):
            return False
        return owner.link is not None or (not is_about_search(text) and not self._is_echo(text.casefold()))

    def _is_echo(self, text: str) -> bool:
        """Whether a text says nothing but what was asked for, or says it in quotes."""
        asked = self._asked
        if not asked or asked not in text:
            return False
        pair = split_label(text)
        before, _, after = text.partition(asked)
        quoted = bool(before) and bool(after) and before[-1] in _OPENING and after[0] in _QUOTES
        return quoted or asked in (text.strip(_QUOTES), pair[1].strip(_QUOTES) if pair else "")


class _ShareOfNew:
    """How much of what is new a node holds."""

    def __init__(self, outline: Outline, new: Sequence[int]) -> None:
        self._new = new
        self._letters = [0, *accumulate(len(outline.texts[n]) for n in new)]
        self._links = [0, *accumulate(outline.owners[n].link is not None for n in new)]

    def _between(self, node: Node) -> tuple[int, int]:
        return bisect_left(self._new, node.start), bisect_left(self._new, node.end)

    def holds(self, node: Node, whole: Node) -> bool:
        """Whether a node holds most of what the one around it does, and what leads to it."""
        (first, last), (begin, end) = self._between(node), self._between(whole)
        if self._letters[last] - self._letters[first] < _MOST * (self._letters[end] - self._letters[begin]):
            return False
        if self._links[end] == self._links[begin]:
            return (first, last) == (begin, end)
        return self._links[last] > self._links[first] and last - first > 1

    def stretch(self, box: Node) -> Region | None:
        """What stands from the first new text of a box to the last, where no element of its own is around it."""
        new = [child.start for child in box.children if len(set(self._between(child))) > 1]
        within = (child for child in filled(box.children if new else ()) if new[0] <= child.start <= new[-1])
        row = tuple(child for child in within if not child.boilerplate)
        return region_of([row], run=True) if row else None


# ── the record ────────────────────────────────────────────────────────────────────────────────────────────


def _single_record(
    outline: Outline, groups: Sequence[NodeGroup], new_text: _NewText, *, sure: bool
) -> Region | None:
    """The one record of a page; None if nothing on it looks like one. It is `sure` that there is one where the
    page says so: then what is new is it, whatever it looks like."""
    for node in (node for group in groups[1:] for node in filled(group)):
        named = node.tag in _ROW_TAGS and not node.boilerplate and _is_record(outline, node)
        if named and not new_text.is_known(node):
            return region_of([_with_more_lines(outline, node)])
    return new_text.region(sure=sure) if new_text.known or new_text.template else None


def _is_record(outline: Outline, node: Node) -> bool:
    """A row of a table with headers, or an element that is named like a record and leads somewhere."""
    if node.tag == "tr":
        return len(node.children) > 1 and bool(headers_over(outline, ((node,),)))
    if not node.attributes:
        return False
    if "itemscope" in node.attributes and node.end - node.start > 1:
        return True
    if not _RECORD_CLASS.search(node.attr("class")) or not outline.link_letters(node):
        return False
    # Where a record stands within, this is the list.
    within = (inner for inner in walk(node.children, _NODES_READ) if inner.tag in _ROW_TAGS and inner.attributes)
    return not any(_RECORD_CLASS.search(inner.attr("class")) for inner in within)


def _with_more_lines(outline: Outline, node: Node) -> RecordRow:
    """A row of a table with those after it that are of another kind, and a title across the table before it."""
    if node.tag != "tr" or node.parent is None:
        return (node,)
    before = node.sibling_before()
    is_title = before is not None and len(before.children) == 1 and before.children[0].attr("colspan")
    lines = filled(node.siblings_after())
    after = [line for line in lines if line.tag == "tr" and not is_total_row(outline, line)]
    if len(after) > _FEW or any(line.group == node.group for line in after):
        return (node,)
    return (before, node, *after) if before is not None and is_title else (node, *after)


# ── the record beside a region ────────────────────────────────────────────────────────────────────────────


def _is_beside_record(outline: Outline, region: Region, known: KnownText, asked: Sequence[str]) -> bool:
    """Whether a region is what stands beside a single record: it says so, or it is nothing but short links, or a
    few boxes of which the form's page has all but one."""
    rows = region.rows
    if is_other_list(outline, rows, asked):
        return True
    letters = outline.letters_in(rows)
    if letters < _SHORT_LINK * len(rows) and sum(outline.link_letters(*row) for row in rows) > 0.7 * letters:
        return len(rows) < _MANY_LINKS
    if not known or len(rows) > _FEW:
        return False
    texts = [(outline.row_text(row), outline.link_letters(*row)) for row in rows]
    return sum(not known.has(text) and (linked > 0 or not is_about_search(text)) for text, linked in texts) < 2


def _holds(single: Region, region: Region) -> bool:
    (first, last), spans = single.spans[0], region.spans
    return first <= spans[0][0] and spans[-1][1] <= last


def _encloses_rows(outline: Outline, single: Region, region: Region) -> bool:
    """Whether a record holds a region's rows and no menu beside them."""
    if not _holds(single, region):
        return False
    (first, last), (begin, _), (_, end) = single.spans[0], region.spans[0], region.spans[-1]
    beside = (outline.owners[n].link for n in (*range(first, begin), *range(end, last)))
    return len({id(link) for link in beside if link is not None}) <= _MOST_LINKS_AROUND


def _stands_for_rows(outline: Outline, single: Region, region: Region) -> bool:
    """Whether a record is all that a region holds but headers, or leads to a page where the region does not."""
    (begin, last), (first, end) = single.spans[0], (region.spans[0][0], region.spans[-1][1])
    row = single.rows[0]
    if first <= begin and last <= end:
        headers = headers_between(outline, first, end)
        held = outline.letters_in(region.rows) - outline.letters(*headers)
        return bool(headers) and outline.letters(*row) >= _NEARLY_ALL * held
    linked = any(outline.link_letters(*nodes) for nodes in region.rows)
    apart = last <= first and row[0].parent is not region.rows[0][0].parent
    return apart and not linked and outline.link_letters(*row) > 0


def _is_list_or_row(outline: Outline, single: Region, region: Region, known: KnownText) -> bool:
    """Whether a node that might be a single record is one of a region's rows, or the list of them."""
    own, spans = single.spans[0], region.spans
    if own in spans:
        others = [outline.text_between(*span) for span in spans if span != own]
        return not (known and all(map(known.has, others)))
    if not _holds(single, region) or not any(node.children for row in region.rows for node in row):
        return False
    return 2 * outline.letters_in(region.rows) > outline.letters(*single.rows[0])
