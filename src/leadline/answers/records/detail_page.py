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

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from urllib.parse import urldefrag, urljoin

from leadline.answers.records.boilerplate import mark_boilerplate
from leadline.answers.records.cut import Cut
from leadline.answers.records.fields import TITLE, NamedValue, named_values
from leadline.answers.records.labels import bare_label, may_be_label
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.linked_data import attribute_fields, linked_things, thing_fields
from leadline.answers.records.nodes import Node, walk, words_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import group_nodes
from leadline.answers.records.slots import ROLES, OwnPage, Slot
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
_PLACE = "place "  # begins the names of fields that have none but where they stand, as `column` does in lists
_TITLE_ROLE = ROLES.index(TITLE)
_AS_LIKELY = 0.8  # of the likeliest title: pages say it again further down, and the first is the heading
_SIGNS = re.compile(r"[.:@~]+")  # of paths (`leaves`)
_AROUND = 6  # boxes around a text whose classes may name it where nothing nearer does
_MOST_FURNITURE = 0.7  # below this chance a text is kept: who reads a table can leave a column out


def added_fields(record: Cut, more: Cut) -> frozenset[str]:
    """The names of fields of `more` whose values the list did not show, under whatever name. What the page itself
    gives no name (`_PLACE`, a short `_TEXT`) counts for nothing: it may be the time, or a request's number."""
    have = set(record.fields)
    listed = _CommonText(" ".join((record.text, *(value for _, value in record.fields))))
    added = (pair for pair in more.fields if pair not in have and not listed.has(pair[1]))
    return frozenset(
        name for name, text in added if not name.startswith(_PLACE) and (name != _TEXT or len(text) >= _LONG)
    )


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
    listed = _repeated(found)
    for name, value in (*found, *(pair for pair in described if pair[0] not in lists)):
        plain = _plain(value)
        if not plain or plain in seen or name in listed:
            continue
        before = have.get(name)
        if before is None or _is_longer(value, before):
            have[name] = value[:_LONGEST_FIELD]
    was, was_listed = {name for name, _ in record.fields}, _repeated(record.fields)
    kept = ((name, value if name in was_listed else have[name]) for name, value in record.fields)
    fields = (*kept, *(pair for pair in have.items() if pair[0] not in was))
    several = dict.fromkeys(pair for pair in found if pair[0] in listed and pair[0] not in was)
    fields += tuple((name, value[:_LONGEST_FIELD]) for name, value in several if _plain(value) not in seen)
    fields += tuple((name, value) for name, value in described if name in lists - listed and name not in have)
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
        self._known: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._text)

    def has(self, text: str) -> bool:
        if not self._text:
            return False
        if text not in self._known:
            self._known[text] = f" {_plain(text)} " in self._text
        return self._known[text]


def _detail_fields(detail: Document, record: Cut, common: _CommonText, is_record_page: IsRecordPage) -> list[Pair]:
    page = _own_page(detail, record, common, is_record_page)
    found = _named_slots(page.slots(), _own_boxes(page.values, common), common, record.title)
    unseen = attribute_fields((page.outline.root,))
    return found + [pair for pair in unseen if not common.has(" ".join(pair))]


def own_page(detail: Document, known: str = "") -> OwnPage:
    """The lines of a page, for learning their roles."""
    return _own_page(detail, Cut("", "", (), detail.url), _CommonText(known), lambda _: False)


def _own_page(detail: Document, record: Cut, common: _CommonText, is_record_page: IsRecordPage) -> OwnPage:
    outline = Outline(detail)
    mark_boilerplate(outline, group_nodes(outline))
    row = (outline.root,)
    leaves = RowLeaves(outline, (row,))
    foreign = _nodes_about_others(outline, record, is_record_page)
    shown = (leaf for leaf in leaves.rows[0] if not foreign or foreign.isdisjoint(map(id, leaf.node.lineage())))
    leaves.rows = [list(islice(shown, _MOST_LEAVES))]
    values = named_values(leaves, row, record.title)
    return OwnPage(outline, leaves.rows[0], values, common.has if common else None)


def _own_boxes(values: Sequence[NamedValue], common: _CommonText) -> frozenset[int]:
    """The boxes with labels that hold something of the record's own."""
    named = (one for one in values if one.sure and not one.leaf.node.boilerplate)
    return frozenset(
        id(_box(one.leaf.node)) for one in named if not common or not common.has(f"{one.name} {one.text}")
    )


def _box(node: Node) -> Node:
    box = next((ancestor for ancestor in node.lineage() if ancestor.tag in _BOXES), None)
    parent = node.parent or node
    return box or parent.parent or parent


def _named_slots(slots: Sequence[Slot], own: frozenset[int], common: _CommonText, title: str) -> list[Pair]:
    """What the slots say that are the record's, each under its name, in the order of the page. With another page
    to compare with, a short text that both have names what only this one has after it."""
    top = _title_slot([slot for slot in slots if not common.has(slot.text)]) if not title else None
    lists = _own_lists(slots, common)
    found: list[Pair] = []
    said: set[str] = set()
    label = ""
    for slot in slots:
        kept = slot.chances[0] < _MOST_FURNITURE
        if slot is top or slot.text == title:
            found += [(TITLE, slot.text)] if slot is top else []
            label = ""
        elif slot.name:
            if kept or id(_box(slot.leaf.node)) in own:
                _add(found, slot.name, slot.text)
            label = ""
        elif common.has(slot.text) and id(_list_of(slot)) not in lists:
            label = bare_label(slot.text) if may_be_label(bare_label(slot.text)) else ""
        elif (
            kept
            or id(_list_of(slot)) in lists
            or (common and not slot.leaf.node.boilerplate and (label or slot.node.named_by_classes))
        ):
            if label:
                _add(found, label, slot.text)
            elif slot.text not in said:
                # What only this page says is no name: a name is the same on the pages of all records.
                is_name = common.has(slot.heading) if common else top is None or slot.heading != top.text
                found.append(
                    (_name(slot, bare_label(slot.heading) if is_name else "", aligned=bool(common)), slot.text)
                )
            said.add(slot.text)
            label = ""
    return found


def _list_of(slot: Slot) -> Node | None:
    item = slot.node.closest("li")
    return item.parent if item is not None else None


def _own_lists(slots: Sequence[Slot], common: _CommonText) -> frozenset[int]:
    """The lists most of whose items are the record's own: so are the others, though others have them too."""
    items = [(id(box), slot) for slot in slots if common and (box := _list_of(slot)) is not None]
    own = Counter(box for box, slot in items if slot.chances[0] < _MOST_FURNITURE and not common.has(slot.text))
    count = Counter(box for box, _ in items)
    return frozenset(box for box, many in own.items() if 2 * many >= count[box])


def _add(found: list[Pair], name: str, text: str) -> None:
    """Values of a list stand together; what has the same label further down is another thing's."""
    if (found and found[-1][0] == name) or name not in dict(found):
        found.append((name, text))


def _title_slot(slots: Sequence[Slot]) -> Slot | None:
    """The first of the likeliest titles, outside of navigation if one is there."""
    among = [slot for slot in slots if not slot.leaf.node.boilerplate] or slots
    best = max((slot.chances[_TITLE_ROLE] for slot in among), default=0.0)
    return next((slot for slot in among if slot.chances[_TITLE_ROLE] >= _AS_LIKELY * best), None)


def _name(slot: Slot, heading: str, *, aligned: bool) -> str:
    """A list and a paragraph are named by the heading above, a short text by its markup first; where nothing
    tells, by its place, which is the same on the pages of all records."""
    word = slot.node.named_by_classes
    listed = slot.node.closest("li") is not None or slot.node.tag == "p" or len(slot.text) >= _LONG
    if name := (heading or word) if listed else (word or heading):
        return name
    if aligned and slot.node.tag != "p":  # by the element alone: one slot has short texts and long ones
        return _PLACE + _SIGNS.sub(" ", " ".join(slot.leaf.path.split("/")[-2:])).strip()
    around = (word for node in islice(slot.node.lineage(), _AROUND) if (word := node.named_by_classes))
    return next(around, _TEXT)


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
