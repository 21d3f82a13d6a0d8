"""The records' own pages: whether there are any, whether they tell more, and what.

A record's own page says much that is not about the record. What another record's page of the same site says as
well (`known`) is the site's: its furniture, and the labels. So a short text that both pages have, followed by
one that only this page has, is a label with its value, whatever the markup; labels that say so themselves count
without it. Of a box with labels (a table, a list) all pairs belong to the record if some of them are its own.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from leadline.answers.records.away import mark_boilerplate
from leadline.answers.records.cut import Cut, Records
from leadline.answers.records.fields import NamedValue, named_leaves
from leadline.answers.records.groups import group_nodes
from leadline.answers.records.labels import may_be_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.markup import attribute_fields, linked_things, thing_fields
from leadline.answers.records.others import IsRecordPage, nodes_about_others
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.words import name_from_classes
from leadline.model.url import site_of
from leadline.parse.document import Document

Pair = tuple[str, str]
_WORD = re.compile(r"\w+")
_BOXES = frozenset({"table", "dl", "ul", "ol", "section", "article"})
_NEARLY = 0.8
_MOST_LEAVES = 3_000
_LONG = 120
"""Letters from which on a text without a name is worth keeping."""
_LONGEST = 20_000
TEXT = "text"


def wants_detail(records: Records, document: Document) -> bool:
    """Whether (nearly) every record of a page leads to a page of its own on the same site."""
    here = site_of(document.url)
    own = {cut.url for cut in records.cuts if cut.url != document.url and site_of(cut.url) == here}
    return bool(own) and len(own) >= _NEARLY * len(records.cuts)


def no_record_page(_: str) -> bool:
    """Nothing is known about other records."""
    return False


def adds_fields(record: Cut, detail: Document, known: str = "", others: IsRecordPage = no_record_page) -> bool:
    """Whether a record's own page tells more than the list did; `known` and `others` as for `merged`."""
    return bool(added_fields(record, merge_detail(record, detail, known, others)))


def added_fields(record: Cut, more: Cut) -> frozenset[str]:
    """The names of fields of `more` whose values the list did not show, under whatever name."""
    have = dict(record.fields)
    listed = f" {_plain(record.text)} {_plain(' '.join(have.values()))} "
    return frozenset(
        name for name, value in more.fields if have.get(name) != value and f" {_plain(value)} " not in listed
    )


def merge_detail(record: Cut, detail: Document, known: str = "", others: IsRecordPage = no_record_page) -> Cut:
    """The record with the fields of its own page; its identity, text and address stay.

    `known` is the text of another record's page of the same site (`Page.text`), `others` knows the addresses of
    records: what the page tells about those is left out.
    """
    have = dict(record.fields)
    values = {_plain(value): name for name, value in have.items()}
    for name, value in _detail_fields(detail, record, _Common(known), others):
        said = _plain(value)
        if not said or said in values:
            continue
        before = have.get(name)
        if before is None or _is_longer(value, before):
            have[name] = value[:_LONGEST]
        values[said] = name
    fields = tuple(have.items())
    return record if fields == record.fields else replace(record, fields=fields)


def _is_longer(value: str, before: str) -> bool:
    """Whether a value is what the list had cut short, and showed so."""
    kept = before.rstrip(" .…[]")
    begun = _plain(kept)
    return kept != before.rstrip() and len(_plain(value)) > len(begun) > 0 and _plain(value).startswith(begun)


class _Common:
    """What another page of the same kind says."""

    def __init__(self, text: str) -> None:
        self._said = f" {_plain(text)} " if text else ""

    def __bool__(self) -> bool:
        return bool(self._said)

    def has(self, text: str) -> bool:
        return f" {_plain(text)} " in self._said


def _detail_fields(detail: Document, record: Cut, common: _Common, others: IsRecordPage) -> list[Pair]:
    outline = Outline(detail)
    groups = group_nodes(outline)
    mark_boilerplate(outline, groups)
    rows = ((outline.root,),)
    row_leaves = RowLeaves(outline, rows)
    foreign = nodes_about_others(outline, record.url, record.title, others)
    row_leaves.rows = [[leaf for leaf in row_leaves.rows[0] if _is_own(leaf, foreign)][:_MOST_LEAVES]]
    named = named_leaves(row_leaves, rows, record.title)
    sure = [one for one in named if one.sure]
    found = _from_boxes(sure, common)
    if common:
        found += _between(row_leaves.rows[0], sure, common, record.title)
    found += [pair for pair in attribute_fields(rows[0]) if not common.has(" ".join(pair))]
    things = list(linked_things(detail.linked_data))
    own = [thing for thing in things if _plain(str(thing.get("name", ""))) == _plain(record.title)] or things[:1]
    for thing in own:
        found += thing_fields(thing)
    return found


def _is_own(leaf: Leaf, foreign: frozenset[int]) -> bool:
    return not leaf.node.boilerplate and not (foreign and any(id(node) in foreign for node in leaf.node.lineage()))


def _from_boxes(sure: Sequence[NamedValue], common: _Common) -> list[Pair]:
    """Named values of the boxes that hold something of the record's own."""
    boxes: dict[int, list[Pair]] = {}
    for one in sure:
        pairs = boxes.setdefault(id(_box(one.leaf.node)), [])
        if pairs and pairs[-1][0] == one.name:
            pairs[-1] = (one.name, f"{pairs[-1][1]} {one.text}")
        else:
            pairs.append((one.name, one.text))
    return [
        pair
        for pairs in boxes.values()
        if not common or any(not common.has(f"{name} {value}") for name, value in pairs)
        for pair in pairs
    ]


def _box(node: Node) -> Node:
    own = node
    for parent in node.lineage():
        if parent.tag in _BOXES:
            return parent
        own = parent if own is node else own
    return own.parent or own


def _between(leaves: Sequence[Leaf], sure: Sequence[NamedValue], common: _Common, title: str) -> list[Pair]:
    """What only this page has, named by what both pages have before it."""
    taken = {id(one.leaf) for one in sure}
    found: list[Pair] = []
    label, line = "", -1
    for leaf in leaves:
        if id(leaf) in taken or leaf.text == title:
            label = ""
        elif common.has(leaf.text):
            label = leaf.text.rstrip(":： ") if may_be_label(leaf.text.rstrip(":： ")) else ""
        elif label:
            found.append((label, leaf.text))
            label, line = "", leaf.line
            continue
        elif found and leaf.line == line:
            found[-1] = (found[-1][0], f"{found[-1][1]} {leaf.text}")
            continue
        elif word := name_from_classes(leaf.node):
            found.append((word, leaf.text))
        elif len(leaf.text) >= _LONG:
            found.append((TEXT, leaf.text))
        line = -1
    return found


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
