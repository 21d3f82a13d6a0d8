"""The records' own pages: what they tell more than the list did.

A record's own page says much that is not about the record. What another record's page of the same site says as
well (`known`) is the site's: its furniture, and the labels. So a short text that both pages have, followed by
one that only this page has, is a label with its value, whatever the markup; labels that say so themselves count
without it. Of a box with labels (a table, a list) all pairs belong to the record if some of them are its own.

Nothing is about this record that the page tells about other records: "recently viewed", "others also bought", the
next and the previous one. That is known by its links: they lead to pages of other records (`IsRecordPage`, the
addresses that the lists brought up). Where such links stand side by side, each with a box of its own, the whole
box tells about the other record. A link in running text takes nothing with it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import urldefrag, urljoin

from leadline.answers.records.boilerplate import mark_boilerplate
from leadline.answers.records.cut import Cut
from leadline.answers.records.fields import NamedValue, named_values
from leadline.answers.records.labels import bare_label, may_be_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.linked_data import attribute_fields, linked_things, thing_fields
from leadline.answers.records.nodes import Node, walk, words_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import group_nodes
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document

Pair = tuple[str, str]
IsRecordPage = Callable[[str], bool]
"""Whether an address, as `leadline.model.url_parameters.page_key` writes it, is the page of a record."""
_BOXES = frozenset({"table", "dl", "ul", "ol", "section", "article"})
_CARDS = frozenset({"li", "article", "tr"})
_LINKED = 8  # a box is about what its links lead to if one letter in so many stands in a link
_MOST_LEAVES = 3_000
_LONG = 120  # letters from which on a text without a name is worth keeping
_LONGEST_FIELD = 20_000
_TEXT = "text"


def added_fields(record: Cut, more: Cut) -> frozenset[str]:
    """The names of fields of `more` whose values the list did not show, under whatever name."""
    have = set(record.fields)
    listed = _CommonText(" ".join((record.text, *(value for _, value in record.fields))))
    return frozenset(pair[0] for pair in more.fields if pair not in have and not listed.has(pair[1]))


def merge_detail(
    record: Cut, detail: Document, known: str = "", is_record_page: IsRecordPage = lambda _: False
) -> Cut:
    """The record with the fields of its own page; its identity, text and address stay. `known` is the text of
    another record's page of the same site (`Page.text`); what the page tells about other records is left out."""
    have = dict(record.fields)
    seen = {_plain(value) for _, value in record.fields}
    found = _detail_fields(detail, record, _CommonText(known), is_record_page)
    described = _described(detail, record)
    lists = _repeated(described)
    for name, value in (*found, *(pair for pair in described if pair[0] not in lists)):
        plain = _plain(value)
        if not plain or plain in seen:
            continue
        before = have.get(name)
        if before is None or _is_longer(value, before):
            have[name] = value[:_LONGEST_FIELD]
        seen.add(plain)
    was, was_listed = {name for name, _ in record.fields}, _repeated(record.fields)
    kept = ((name, value if name in was_listed else have[name]) for name, value in record.fields)
    fields = (*kept, *(pair for pair in have.items() if pair[0] not in was))
    fields += tuple((name, value) for name, value in described if name in lists and name not in have)
    return record if fields == record.fields else replace(record, fields=fields)


def _repeated(pairs: Sequence[Pair]) -> frozenset[str]:
    """Names of lists."""
    return frozenset(name for name, often in Counter(name for name, _ in pairs).items() if often > 1)


def _described(detail: Document, record: Cut) -> Sequence[Pair]:
    """What JSON-LD says about the record, or about the one thing that the page describes."""
    things = list(linked_things(detail.linked_data))
    named = [thing for thing in things if _plain(str(thing.get("name", ""))) == _plain(record.title)]
    found: dict[str, list[Pair]] = {}
    for thing in named or things[:1]:
        fields: dict[str, list[Pair]] = {}
        for pair in thing_fields(thing):
            fields.setdefault(pair[0], []).append(pair)
        found |= {name: pairs for name, pairs in fields.items() if name not in found}  # what two say is no list
    return [pair for pairs in found.values() for pair in pairs]


def _is_longer(value: str, before: str) -> bool:
    """Whether a value is what the list had cut short, and showed so."""
    kept = before.rstrip(" .…[]")
    begun = _plain(kept)
    return kept != before.rstrip() and len(_plain(value)) > len(begun) > 0 and _plain(value).startswith(begun)


def _plain(text: str) -> str:
    return " ".join(words_in(text))


class _CommonText:
    """What another page of the same kind says."""

    def __init__(self, text: str) -> None:
        self._text = f" {_plain(text)} " if text else ""

    def __bool__(self) -> bool:
        return bool(self._text)

    def has(self, text: str) -> bool:
        return f" {_plain(text)} " in self._text


def _detail_fields(detail: Document, record: Cut, common: _CommonText, is_record_page: IsRecordPage) -> list[Pair]:
    outline = Outline(detail)
    mark_boilerplate(outline, group_nodes(outline))
    row = (outline.root,)
    leaves = RowLeaves(outline, (row,))
    foreign = _nodes_about_others(outline, record, is_record_page)
    shown = (leaf for leaf in leaves.rows[0] if not leaf.node.boilerplate)
    own = [leaf for leaf in shown if not foreign or foreign.isdisjoint(map(id, leaf.node.lineage()))]
    leaves.rows = [own[:_MOST_LEAVES]]
    sure = [one for one in named_values(leaves, row, record.title) if one.sure]
    found = _from_boxes(sure, common)
    if common:
        found += _named_by_common(leaves.rows[0], sure, common, record.title)
    return found + [pair for pair in attribute_fields(row) if not common.has(" ".join(pair))]


def _from_boxes(sure: Sequence[NamedValue], common: _CommonText) -> list[Pair]:
    """Named values of the boxes that hold something of the record's own."""
    boxes: dict[int, list[Pair]] = {}
    for one in sure:
        pairs = boxes.setdefault(id(_box(one.leaf.node)), [])
        if pairs and pairs[-1][0] == one.name:
            pairs[-1] = (one.name, f"{pairs[-1][1]} {one.text}")
        else:
            pairs.append((one.name, one.text))
    own = (box for box in boxes.values() if not common or not all(common.has(" ".join(pair)) for pair in box))
    return [pair for pairs in own for pair in pairs]


def _box(node: Node) -> Node:
    box = next((ancestor for ancestor in node.lineage() if ancestor.tag in _BOXES), None)
    parent = node.parent or node
    return box or parent.parent or parent


def _named_by_common(
    leaves: Sequence[Leaf], sure: Sequence[NamedValue], common: _CommonText, title: str
) -> list[Pair]:
    """What only this page has, named by what both pages have before it."""
    taken = {id(one.leaf) for one in sure}
    found: list[Pair] = []
    label, line = "", -1
    for leaf in leaves:
        if id(leaf) in taken or leaf.text == title:
            label = ""
        elif common.has(leaf.text):
            label = bare_label(leaf.text) if may_be_label(bare_label(leaf.text)) else ""
        elif label:
            found.append((label, leaf.text))
            label, line = "", leaf.line
            continue
        elif found and leaf.line == line:
            found[-1] = (found[-1][0], f"{found[-1][1]} {leaf.text}")
            continue
        elif word := leaf.node.named_by_classes:
            found.append((word, leaf.text))
        elif len(leaf.text) >= _LONG:
            found.append((_TEXT, leaf.text))
        line = -1
    return found


# ── other records ─────────────────────────────────────────────────────────────────────────────────────────


def _nodes_about_others(outline: Outline, record: Cut, is_record_page: IsRecordPage) -> frozenset[int]:
    """The ids of the nodes that speak of other records."""
    here, base = page_key(urldefrag(record.url).url), outline.document.page.base_url
    targets: dict[int, set[str]] = {}
    links: list[Node] = []
    for link in (node for node in walk((outline.root,)) if node.link is node):
        target = page_key(urldefrag(_joined(base, link.attr("href"))).url)
        if target != here and is_record_page(target):
            links.append(link)
            for ancestor in link.lineage():
                targets.setdefault(id(ancestor), set()).add(target)
    texts = enumerate(zip(outline.texts, outline.owners, strict=True)) if links else ()
    named = [n for n, (text, owner) in texts if text == record.title or owner.closest("h1") is not None]
    return frozenset(id(_card(outline, link, targets, named)) for link in links)


def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:  # `http://[` is no address
        return address


def _card(outline: Outline, link: Node, targets: dict[int, set[str]], named: list[int]) -> Node:
    """The box around a link that is about the same record as the link. Beside boxes of other records it is the
    largest; else only a row, an item or an article is a box."""
    card, box = link, link
    for ancestor in link.lineage():
        if any(ancestor.start <= n < ancestor.end for n in named if not link.start <= n < link.end):
            break
        if len(targets[id(ancestor)]) > 1:
            card = box
            break
        if ancestor.tag in _CARDS and card is link:
            card = ancestor
        box = ancestor
    return card if outline.link_letters(card) * _LINKED >= outline.letters(card) else link
