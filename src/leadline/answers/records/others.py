"""What a record's own page tells about other records: "recently viewed", "others also bought", the next and the
previous one. None of it is about this record.

Known by its links: they lead to pages of other records (`Others`, the addresses that the lists brought up). Where
such links stand side by side, each with a box of its own, the whole box tells about the other record. A link in
running text takes nothing with it.
"""

from collections.abc import Callable
from urllib.parse import urldefrag, urljoin

from leadline.answers.records.outline import Node, Outline
from leadline.model.url_parameters import page_key

IsRecordPage = Callable[[str], bool]
"""Whether an address, as `leadline.model.url_parameters.page_key` writes it, is the page of a record."""
_CARDS = frozenset({"li", "article", "tr"})
_LINKED = 8
"""A box is about what its links lead to if one letter in so many stands in a link."""


def nodes_about_others(outline: Outline, own: str, title: str, others: IsRecordPage) -> frozenset[int]:
    """The ids of the parts that speak of other records than the one with this title at the address `own`."""
    here, base = page_key(urldefrag(own).url), outline.document.page.base_url
    leads: dict[int, set[str]] = {}
    links: list[Node] = []
    for link in _links(outline):
        target = page_key(urldefrag(_joined(base, link.attr("href"))).url)
        if target != here and others(target):
            links.append(link)
            for parent in link.lineage():
                leads.setdefault(id(parent), set()).add(target)
    if not links:
        return frozenset()
    named = [n for n, text in enumerate(outline.texts) if text == title or _is_headline(outline.owners[n])]
    return frozenset(id(_card(outline, link, leads, named)) for link in links)


def _is_headline(node: Node) -> bool:
    return any(parent.tag == "h1" for parent in node.lineage())


def _links(outline: Outline) -> list[Node]:
    """Every link with a text or a picture."""
    found, waiting = [], [outline.root]
    while waiting:
        node = waiting.pop()
        if node.link is node:
            found.append(node)
        waiting += node.children
    return found


def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:  # `http://[` is no address
        return address


def _card(outline: Outline, link: Node, leads: dict[int, set[str]], named: list[int]) -> Node:
    """The box around a link that is about the same record as the link.

    Beside boxes of other records it is the largest; else only a row, an item or an article is a box.
    """
    card, box = link, link
    for parent in link.lineage():
        if any(parent.start <= n < parent.end for n in named if not link.start <= n < link.end):
            break
        if len(leads[id(parent)]) > 1:
            card = box
            break
        if parent.tag in _CARDS and card is link:
            card = parent
        box = parent
    return card if outline.link_letters(card) * _LINKED >= outline.letters(card) else link
