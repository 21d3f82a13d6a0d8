"""The records' own pages: what they tell more than the list did.

A record's own page says much that is not about the record. What another record's page of the same site says as
well (`known`) is the site's: its furniture, and the labels. That is part of the vectors by which the texts get
their roles (`roles`, `slots`).

Nothing is about this record that the page tells about other records: "recently viewed", "others also bought", the
next and the previous one. That is known by its links: they lead to pages of other records (`IsRecordPage`, the
addresses that the lists brought up). Where such links stand side by side, each with a box of its own, the whole
box tells about the other record. A link in running text takes nothing with it.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from itertools import count, groupby, islice
from urllib.parse import urldefrag, urljoin

from leadline.answers.records.boilerplate import mark_boilerplate
from leadline.answers.records.cut import Cut
from leadline.answers.records.fields import TITLE
from leadline.answers.records.labels import bare_label, may_be_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.linked_data import attribute_fields, linked_things, property_of, thing_fields
from leadline.answers.records.nodes import Node, walk, words_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.roles import FURNITURE, JOINED, LABEL, Read, SlotRoles
from leadline.answers.records.roles import TITLE as TITLE_ROLE
from leadline.answers.records.shape import group_nodes
from leadline.answers.records.slots import PageSlots
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document

Pair = tuple[str, str]
IsRecordPage = Callable[[str], bool]
"""Whether an address, as `leadline.model.url_parameters.page_key` writes it, is the page of a record."""
_CARDS = frozenset({"li", "article", "tr"})
_LINKED = 8  # a box is about what its links lead to if one letter in so many stands in a link
_MOST_LEAVES = 3_000
_LONG = 120  # letters from which on a text without a name is worth keeping
_LONGEST_FIELD = 20_000
_TEXT = "text"
_PLACE = "place "  # begins the names of fields that have none but where they stand, as `column` does in lists
_AS_LIKELY = 0.8  # of the likeliest title: pages say it again further down, and the first is the heading
_SIGNS = re.compile(r"[.:@~]+")  # of paths (`leaves`)
_MANY_PLACES = 3  # a byline may stand above a text and below it
_AROUND = 6  # boxes around a text whose classes may name it where nothing nearer does


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
    found = _apart(record, _detail_fields(detail, record, _CommonText(known, seen), is_record_page), seen)
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


def _apart(record: Cut, found: Sequence[Pair], seen: Container[str]) -> list[Pair]:
    """What a page says, where the list has something else under the same name under a name of its own."""
    have, listed = dict(record.fields), _CommonText(record.text)
    taken = {*have, *(name for name, _ in found)}
    names = {name: next(free for n in count(2) if (free := f"{name} {n}") not in taken) for name in have}

    def name_of(name: str, value: str) -> str:
        is_known = name not in have or _plain(value) in seen or listed.has(value)
        return name if is_known or _is_longer(value, have[name]) else names[name]

    return [(name_of(name, value), value) for name, value in found]


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
    """What another page of the same kind says; not what the list says of this record (`own`), which another one
    has by chance."""

    def __init__(self, text: str, own: Container[str] = ()) -> None:
        self._text = f" {_plain(text)} " if text else ""
        self._own = own
        self._known: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._text)

    def has(self, text: str) -> bool:
        if not self._text:
            return False
        if text not in self._known:
            plain = _plain(text)
            self._known[text] = f" {plain} " in self._text and plain not in self._own
        return self._known[text]


def _detail_fields(detail: Document, record: Cut, common: _CommonText, is_record_page: IsRecordPage) -> list[Pair]:
    roles, page, row = _own_page(detail, record, common, is_record_page)
    found = _named(_put_together(roles.of_row(0)), page, common, record.title)
    unseen = attribute_fields((row[0].node.outermost(),)) if row else ()
    return found + [pair for pair in unseen if not common.has(" ".join(pair))]


def own_page_roles(
    detail: Document, known: str = ""
) -> tuple[SlotRoles, list[Leaf], Callable[[str], bool] | None]:
    """The texts of a page and their roles, and what another page says as well: for learning."""
    common = _CommonText(known)
    roles, _, row = _own_page(detail, Cut("", "", (), detail.url), common, lambda _: False)
    return roles, row, common.has if common else None


def _own_page(
    detail: Document, record: Cut, common: _CommonText, is_record_page: IsRecordPage
) -> tuple[SlotRoles, PageSlots, list[Leaf]]:
    outline = Outline(detail)
    mark_boilerplate(outline, group_nodes(outline))
    leaves = RowLeaves(outline, ((outline.root,),))
    foreign = _nodes_about_others(outline, record, is_record_page)
    if foreign:
        own = (leaf for leaf in leaves.rows[0] if foreign.isdisjoint(map(id, leaf.node.lineage())))
        leaves.rows[0] = [_one_text(some) for _, some in groupby(own, key=lambda leaf: (leaf.line, id(leaf.node)))]
    del leaves.rows[0][_MOST_LEAVES:]
    is_common = common.has if common else None
    page = PageSlots(outline, leaves.rows[0], is_common)
    return SlotRoles(leaves, (record.title,), lambda _, __: "", page, is_common), page, leaves.rows[0]


def _one_text(some: Iterable[Leaf]) -> Leaf:
    """A text that went on after a link which is left out."""
    first, *more = some
    return replace(first, text=" ".join((first.text, *(leaf.text for leaf in more)))) if more else first


def _put_together(slots: Iterable[Read]) -> list[Read]:
    """What is said in several texts as one."""
    found: list[Read] = []
    for slot in slots:
        if slot.role == JOINED and found:
            found[-1] = replace(found[-1], text=f"{found[-1].text} {slot.text}")
        else:
            found.append(slot)
    return found


def _named(slots: Sequence[Read], page: PageSlots, common: _CommonText, title: str) -> list[Pair]:
    """What the slots say that are the record's, each under its name, in the order of the page."""
    top = _title_slot(slots, common) if not title else None
    looks = _looks(slots)
    said: set[str] = set()
    found: list[Pair] = []
    label = ""  # what both pages say right before a text that only this one has
    for slot in slots:
        name = property_of(slot.leaf.node) or property_of(slot.leaf.node.parent) or slot.name
        if slot is top:
            found.append((TITLE, slot.text))
        elif slot.text != title and slot.role not in (FURNITURE, LABEL):
            if name or label:
                # Values of a list stand together; what has the same label further down is another thing's.
                if (found and found[-1][0] == (name or label)) or (name or label) not in dict(found):
                    found.append((name or label, slot.text))
            elif slot.text not in said:
                # What only this page says is no name: a name is the same on the pages of all records.
                heading = page.heading(slot.leaf)
                is_name = common.has(heading) if common else top is None or heading != top.text
                word = bare_label(heading) if is_name else ""
                found.append((_name(slot, word, looks, aligned=bool(common)), slot.text))
            said.add(slot.text)
        bare = bare_label(slot.text)
        label = bare if slot.role in (FURNITURE, LABEL) and may_be_label(bare) and common.has(bare) else ""
    return found


def _title_slot(slots: Sequence[Read], common: _CommonText) -> Read | None:
    """The first of the likeliest titles, outside of navigation if one is there."""
    own = [slot for slot in slots if not common.has(slot.text)]
    among = [slot for slot in own if not slot.leaf.node.boilerplate] or own
    best = max((slot.chances[TITLE_ROLE] for slot in among), default=0.0)
    return next((slot for slot in among if slot.chances[TITLE_ROLE] >= _AS_LIKELY * best), None)


def _looks(slots: Iterable[Read]) -> frozenset[str]:
    """Words in classes that say how a text looks, and are no name: texts of several places have them."""
    places: dict[str, set[str]] = {}
    for slot in slots:
        if word := slot.leaf.node.named_by_classes:
            places.setdefault(word, set()).add(slot.leaf.path.rpartition(":")[0] or slot.leaf.path)
    return frozenset(word for word, paths in places.items() if len(paths) >= _MANY_PLACES)


def _name(slot: Read, heading: str, looks: frozenset[str], *, aligned: bool) -> str:
    """A list and a paragraph are named by the heading above, a short text by its markup first; where nothing
    tells, by its place, which is the same on the pages of all records."""
    node = slot.leaf.node
    word = node.named_by_classes if node.named_by_classes not in looks else ""
    listed = node.closest("li") is not None or node.tag == "p" or len(slot.text) >= _LONG
    if name := (heading or word) if listed else (word or heading):
        return name
    if aligned and node.tag != "p":  # by the element alone: one slot has short texts and long ones
        return _PLACE + _SIGNS.sub(" ", " ".join(slot.leaf.path.split("/")[-2:])).strip()
    around = (box.named_by_classes for box in islice(node.lineage(), _AROUND))
    return next((word for word in around if word and word not in looks), _TEXT)


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
