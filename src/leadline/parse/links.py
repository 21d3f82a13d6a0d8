"""Links with the contexts a link classifier reads: anchor, words around, place in the page (FFC section 3.2).

Frames are links too: a page that is nothing but frames would otherwise end a crawl.
"""

from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from leadline.model.page import Link
from leadline.parse.address import Addresses
from leadline.parse.deeds import marks_of
from leadline.parse.flow import Flow
from leadline.parse.tree import Tree

AROUND = 10
"""Words on each side of the anchor (SPEC section 6)."""
MOST = 10_000
"""Links kept of one page; the pages with more are traps."""
_LONGEST = 1_000
"""Characters of an anchor; a whole page may stand in one unclosed `<a>`."""
_BY_HREF = frozenset({"a", "area"})
_NO_REL: frozenset[str] = frozenset()

Marked = tuple[str, LexborNode, int]
"""Tag, element, and the number of its mark."""


def links_of(marked: Sequence[Marked], flow: Flow, tree: Tree, addresses: Addresses) -> tuple[Link, ...]:
    """Links in document order, repeated ones kept."""
    links: list[Link] = []
    # Every name looked up once a page and not once a link: with `Tree.path_of` this loop is the dearest
    # part of an ordinary page.
    starts, ends, seen, seen_words, join = flow.start, flow.end, flow.seen, flow.words, " ".join
    find, path_of, keep, make = addresses.find, tree.path_of, links.append, tuple.__new__
    for tag, node, number in marked:
        attributes = node.attributes
        href = attributes.get("href" if tag in _BY_HREF else "src")
        if href is None and (href := attributes.get("xlink:href")) is None:
            continue
        if (found := find(href)) is None:
            continue
        start, end = starts[number], ends[number]
        words = seen_words if seen[number] else flow.unseen
        if start < 0:
            anchor = around = ""
        else:
            anchor = join(words[start:end])[:_LONGEST]
            around = join(words[start - AROUND if start > AROUND else 0 : start] + words[end : end + AROUND])
        rel = attributes.get("rel")
        path = path_of(tag, node, attributes)
        rels = frozenset(rel.lower().split()) if rel else _NO_REL
        # `Link(…)` would come to the same by a function of Python's own: 11 of 31 µs for eighty links.
        told = anchor or _named(node, attributes)
        keep(make(Link, (found[0], told, around, path, rels, found[1], marks_of(attributes))))
        if len(links) == MOST:
            break
    return tuple(links)


def _named(node: LexborNode, attributes: dict[str, str | None]) -> str:
    """What stands for the anchor of a link without text: names of the link, then of images in it."""
    image = node.css_first("img[alt],[aria-label],svg title") if node.first_child is not None else None
    within = image.attributes if image is not None else {}
    for name in (
        attributes.get("aria-label"),
        within.get("alt"),
        within.get("aria-label"),
        attributes.get("alt"),
        attributes.get("title"),
        within.get("title"),
    ):
        if name and (folded := " ".join(name[: 2 * _LONGEST].split())):
            return folded[:_LONGEST]
    return ""
