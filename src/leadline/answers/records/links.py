"""Which of a record's links leads to its own page, and what the record is called.

The links of all rows are compared by their path below the row: the one that (nearly) every record has, with
another address each time, is the record's own. Of several such columns the heading's comes first, then one
whose class says title, then the longer text. A record without that link has its weightiest one.

Some software hands the state of a list on to every link of it (`?count=20`, the language, the repository). What
the list itself was asked with says nothing about the record, unless it is a field of the form that is there to
choose from: `?kind=map` may be either. Other software writes the way back to the list into every link.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leadline.answers.records.anchors import GENERIC, RecordLink, mark_controls
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.urls import (
    ASKED,
    STRICT,
    VISIT,
    pairs_of,
    pattern_of,
    without_state,
    without_tail,
    without_way_back,
)
from leadline.lexicon.phrases import template
from leadline.model.url import site_of
from leadline.parse.document import Document
from leadline.parse.links import marks_of

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt"})
_TITLE_CLASS = template("classes", r"{titles}|name\b")
_COUNT = re.compile(r"(?:#?[\[(]?\d{1,6}[\])]?[.):]?)?")
_SCORED = re.compile(r"(?:[\W_]*(?:[^\W\d_]{2,12}\s*[:=]\s*)?[\d.,]+\s*%?[\W_]*)?")
_FILE = re.compile(r"\.(?:jpe?g|png|gif|svg|webp|ico|css|js|mp3|mp4|zip)(?:$|\?)", re.IGNORECASE)
_MOST_LINKS = 60
_NEARLY = 0.8


@dataclass(frozen=True, slots=True)
class OwnLinks:
    """What leads to each record: `anchors` one a row (None where it has none), `path` that of most."""

    path: str
    anchors: tuple[RecordLink | None, ...]
    level: int
    """How much of their addresses may be left out without making two records one (see `urls`); -1 if nearly every
    record has one, but not a different one each."""


def links_of_record(
    outline: Outline, row_leaves: RowLeaves, row: RecordRow, state: frozenset[tuple[str, str]]
) -> list[RecordLink]:
    """The links of a record that lead to other pages, in their order; `state` as of `list_state`."""
    found: list[RecordLink] = []
    stack = list(reversed(row))
    while stack and len(found) < _MOST_LINKS:
        node = stack.pop()
        if node.tag == "a" and (anchor := _anchor(outline, row_leaves, node, state)) is not None:
            found.append(anchor)
        stack.extend(reversed(node.children))
    parent = row[0].link
    if not found and parent is not None and (anchor := _anchor(outline, row_leaves, parent, state)) is not None:
        found.append(anchor)  # a card that as a whole stands in a link
    return found


def list_state(document: Document) -> frozenset[tuple[str, str]]:
    """What the list was asked with and nobody can choose."""
    asked = pairs_of(document.url)
    if not asked:
        return asked
    chosen = {control.name for form in document.page.forms for control in form.fields if control.invisible is None}
    return frozenset(pair for pair in asked if pair[0] not in chosen)


def _anchor(
    outline: Outline, row_leaves: RowLeaves, node: Node, state: frozenset[tuple[str, str]]
) -> RecordLink | None:
    document = outline.document
    url = outline.target_of(node)
    if url is None or _FILE.search(url):
        return None
    fragment = node.attr("href").strip().partition("#")[2]
    if url == document.url and not fragment:
        return None
    text = outline.text(node) or _named(node)
    weight, titled = _weight(outline, node, text, url, document.url)
    lasting = without_tail(without_way_back(without_state(url, state), document.url), document.url)
    nofollow = "nofollow" in node.attr("rel").lower()
    return RecordLink(
        url, fragment, row_leaves.path(node), text, weight, lasting, marks_of(node.attributes), nofollow, titled
    )


def _named(node: Node) -> str:
    """What a link without text is called: its title, or what stands for its image."""
    for name in ("aria-label", "title"):
        if told := node.attr(name).strip():
            return told
    images = [inner for inner in node.children[:4] if inner.attributes]
    return next((told for image in images for n in ("alt", "title") if (told := image.attr(n).strip())), "")


def _weight(outline: Outline, node: Node, text: str, url: str, here: str) -> tuple[float, bool]:
    """How much speaks for a link's being the record's own, and whether it is a title."""
    weight, titled = min(len(text), 80) / 20, False
    if GENERIC.match(text):
        weight -= 3.0
    for depth, parent in enumerate(node.lineage()):
        if parent.tag in _HEADINGS:
            weight, titled = weight + 6.0, True
            break
        if parent.attributes and _TITLE_CLASS.search(f"{parent.attr('class')} {parent.attr('itemprop')}"):
            weight, titled = weight + 4.0, True
            break
        if depth >= 3 or outline.letters(parent) > 2 * outline.letters(node) + 20:
            break
    if site_of(url) != site_of(here):
        weight -= 1.0
    return weight, titled


def own_links(
    outline: Outline, row_leaves: RowLeaves, rows: Sequence[RecordRow], like: str | None = None
) -> OwnLinks:
    """The records' own links; `like` is the path that was theirs on an earlier page."""
    state = list_state(outline.document)
    found = mark_controls(
        [links_of_record(outline, row_leaves, row, state) for row in rows], outline.document, row_leaves.asked
    )
    # Where no link may be asked for, the others still tell records apart.
    order = {anchor.path: place for row in reversed(found) for place, anchor in enumerate(row)}
    leading = [[anchor for anchor in row if anchor.leads] for row in found]
    found = leading if 2 * sum(map(bool, leading)) >= len(rows) else found
    known = like if like and any(a.path == like for row in found for a in row) else None
    path = known or _best_path(found, row_leaves.asked, order)
    chosen = tuple(_one(row, path) for row in found)
    fitting = [anchor for anchor in chosen if anchor is not None and anchor.path == path]
    if not fitting or len(fitting) < _NEARLY * len(rows):
        return OwnLinks(path, chosen, -1)
    return OwnLinks(path, chosen, _level(fitting, row_leaves.asked))


def _level(anchors: Sequence[RecordLink], asked: frozenset[str]) -> int:
    most = len({anchor.key(asked, VISIT) for anchor in anchors})
    if most < _NEARLY * len(anchors) and not _listed_again(anchors, asked, most):
        return -1
    fitting = (level for level in (STRICT, ASKED) if len({a.key(asked, level) for a in anchors}) == most)
    return next(fitting, VISIT)


def _listed_again(anchors: Sequence[RecordLink], asked: frozenset[str], most: int) -> bool:
    """Two lists of the same records on one page, matches in titles and in texts: one title, one address."""
    if 2 * most < len(anchors) or any(GENERIC.match(anchor.text) for anchor in anchors):
        return False
    titles = {anchor.text for anchor in anchors}
    pairs = {(anchor.key(asked, VISIT), anchor.text) for anchor in anchors}
    return len(titles) == len(pairs) == most


def _best_path(found: Sequence[Sequence[RecordLink]], asked: frozenset[str], order: Mapping[str, int]) -> str:
    columns: dict[str, list[RecordLink]] = {}
    for row in found:
        for path, anchor in {anchor.path: anchor for anchor in reversed(row)}.items():
            columns.setdefault(path, []).append(anchor)
    best, most = "", float("-inf")
    for path, anchors in columns.items():
        share = len(anchors) / max(1, len(found))
        distinct = len({anchor.key(asked, VISIT) for anchor in anchors}) / len(anchors)
        weight = sum(anchor.weight for anchor in anchors) / len(anchors)
        alike = len({pattern_of(anchor.url) for anchor in anchors}) / len(anchors)
        score = 12 * min(share, 0.95) * min(distinct, 0.95) + weight - 2 * alike - 0.3 * min(order[path], 9)
        if score > most:
            best, most = path, score
    return best


def _one(row: Sequence[RecordLink], path: str) -> RecordLink | None:
    fitting = [anchor for anchor in row if anchor.path == path]
    return fitting[0] if fitting else max(row, key=lambda anchor: anchor.weight, default=None)


def titles_of(outline: Outline, rows: Sequence[RecordRow], anchors: Sequence[RecordLink | None]) -> list[str]:
    """What records are called: their headings, else the texts of their links; empty where neither says much."""
    titles = [_headed(outline, row, anchor) for row, anchor in zip(rows, anchors, strict=True)]
    # What all are called alike is a label: "Title", "Name".
    is_label = len(titles) > 1 and len(set(titles)) == 1
    linked = map(_linked, anchors)
    return [(title if not is_label else "") or other for title, other in zip(titles, linked, strict=True)]


def _headed(outline: Outline, row: RecordRow, anchor: RecordLink | None) -> str:
    for node in row:
        found = _heading(node)
        if found is not None and (text := outline.text(found)):
            return _without_count(text, anchor)
    return ""


def _linked(anchor: RecordLink | None) -> str:
    if anchor is not None and anchor.text and not GENERIC.match(anchor.text):
        return anchor.text
    return ""


def _without_count(heading: str, anchor: RecordLink | None) -> str:
    """A heading without its number in the list and its score, where what is left is the record's link."""
    if anchor is None or GENERIC.match(anchor.text) or heading.count(anchor.text) != 1:
        return heading
    before, _, after = heading.partition(anchor.text)
    return anchor.text if _COUNT.fullmatch(before.strip()) and _SCORED.fullmatch(after.strip()) else heading


def _heading(node: Node) -> Node | None:
    stack = [node]
    for _ in range(_LOOKED_AT):
        if not stack:
            return None
        one = stack.pop()
        if one.tag in _HEADINGS and (one.tag != "dt" or one is node) and one.end > one.start:
            return one
        stack.extend(reversed(one.children))
    return None


_LOOKED_AT = 60
