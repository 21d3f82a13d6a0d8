"""Links with the contexts a link classifier reads: anchor, words around, place in the page (FFC section 3.2).

Frames are links too: a page that is nothing but frames would otherwise end a crawl.

`leadline.model.url.join` parses each URL by the standard, which costs more than everything else we do for a link.
Most links on real pages are already in canonical form but for the part they leave out, and only those take the
short way of `Addresses`; what it answers must be what `join` answers, and a test holds it to that.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from selectolax.lexbor import LexborNode

from leadline.model.page import Link
from leadline.model.url import IPV4, PORT, canonical, join, site_of_host
from leadline.parse.flow import Flow
from leadline.parse.tree import Tree

AROUND = 10  # words on each side of the anchor (SPEC section 6)
MOST = 10_000  # links kept of one page; the pages with more are traps
_LONGEST = 1_000  # characters of an anchor; a whole page may stand in one unclosed `<a>`
_BY_HREF = frozenset({"a", "area"})
_NO_REL: frozenset[str] = frozenset()

Marked = tuple[str, LexborNode, int]  # tag, element, and the number of its mark


def links_of(marked: Sequence[Marked], flow: Flow, tree: Tree, addresses: "Addresses") -> tuple[Link, ...]:
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
        text = anchor or _named(node, attributes)
        keep(make(Link, (found[0], text, around, path, rels, found[1], marks_of(attributes))))
        if len(links) == MOST:
            break
    return tuple(links)


def _named(node: LexborNode, attributes: dict[str, str | None]) -> str:
    """What stands for the anchor of a link without text: names of the link, then of images in it."""
    image = node.css_first("img[alt],[aria-label],svg title") if node.first_child is not None else None
    own, inner = attributes.get, (image.attributes if image is not None else {}).get
    names = (own("aria-label"), inner("alt"), inner("aria-label"), own("alt"), own("title"), inner("title"))
    for name in names:
        if name and (folded := " ".join(name[: 2 * _LONGEST].split())):
            return folded[:_LONGEST]
    return ""


# ── what a link does besides leading somewhere ────────────────────────────────────────────────────────────

_METHODS = ("data-method", "data-turbo-method", "data-http-method")
_CONFIRMS = ("data-confirm", "data-turbo-confirm", "hx-confirm", "data-bs-confirm")
_HTMX = ("hx-post", "hx-put", "hx-patch", "hx-delete", "data-hx-post", "data-hx-put", "data-hx-delete")
_SENDS = (*_HTMX, "ic-post-to")
_SCRIPTED = re.compile(r"(?i)\bconfirm\s*\(|\.submit\s*\(|\bmethod\s*[:=]\s*['\"]?(?:post|put|patch|delete)")
_LONGEST_SCRIPT = 2_000
_TELLING = frozenset({*_METHODS, *_CONFIRMS, *_SENDS, "onclick"})


def marks_of(attributes: Mapping[str, str | None]) -> str:
    """The attribute, with its value, that says what a link or button does besides leading somewhere; or nothing.
    Frameworks hang a deed onto a plain link that way, and a crawler that asks for its address does it.

    >>> marks_of({"href": "/3", "data-method": "delete"}), marks_of({"href": "/3", "data-method": "get"})
    ('data-method=delete', '')
    >>> [marks_of({"href": "/3", "onclick": done}) for done in ("return confirm('Sure?')", "track()")]
    ['onclick=confirm(', '']
    """
    if len(attributes) < 2 or _TELLING.isdisjoint(attributes):
        return ""
    for name in _METHODS:
        method = (attributes.get(name) or "").strip().lower()
        if method and method != "get":
            return f"{name}={method[:20]}"
    for name in (*_SENDS, *_CONFIRMS):
        if attributes.get(name) is not None:
            return name
    found = _SCRIPTED.search((attributes.get("onclick") or "")[:_LONGEST_SCRIPT])
    return f"onclick={found[0]}" if found else ""


# ── links made absolute, quickly ──────────────────────────────────────────────────────────────────────────

# Possessive, since no part can match what the next one begins with: a third less time.
_PATH = r"(?:/[\w\-~!$&()*+,;=:@][\w\-.~!$&()*+,;=:@]*+)*+/?+"
_QUERY = r"(?:\?[\w\-.~!$&()*+,;=:@/?%\[\]|]*+)?+"
_ROOTED = re.compile(rf"({_PATH}{_QUERY})(?:\#.*)?", re.ASCII | re.DOTALL).fullmatch
_PORT = rf"(?::(?!(?:80|443)$)(?:{PORT}))?"  # the default ones are dropped, so they go the long way
_ORIGIN = re.compile(
    rf"https?://((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{{2,}}|{IPV4}){_PORT}", re.ASCII
).fullmatch
_SHORT = 256  # longer ones are few and go the long way: what is remembered of them would be anybody's to fill
_KEPT = 8_192
"""Pages of a site share most of their links: so many are not looked at again, whichever page they stand on."""

Found = tuple[str, bool] | None


class Addresses:
    """Makes what stands on one page absolute, and says what belongs to its site."""

    def __init__(self, page_url: str, base_url: str) -> None:
        self.page_url, self._base = page_url, base_url
        page = canonical(page_url)
        base = page if base_url == page_url else canonical(base_url)
        self.page = page
        """The page's own address, where it has one that can be fetched: not if it came from a file."""
        self._site = site_of_host(_host_of(page)) if page else ""
        own = base is not None and (base == page or site_of_host(_host_of(base)) == self._site)
        self._own_root = base[: base.find("/", _AUTHORITY)] if base is not None and own else ""
        self._known: dict[str, Found] = {}

    def find(self, href: str) -> Found:
        """The canonical URL and whether it is on the page's site; None if it leads nowhere fetchable."""
        if len(href) < _SHORT:
            if href[:1] == "/" and self._own_root:
                if (path := _rooted(href)) is not None:
                    return self._own_root + path, True
            elif href[:4] == "http" and (cut := href.find("/", _AUTHORITY)) > 0:
                # Apart, since links are new and their origins are not.
                site = _site_at(href[:cut])
                if site is not None and (path := _rooted(href[cut:])) is not None:
                    return href[:cut] + path, site == self._site
        known = self._known
        if href not in known:
            url = join(self._base, href)
            known[href] = None if url is None else (url, site_of_host(_host_of(url)) == self._site)
        return known[href]

    def url(self, href: str) -> str | None:
        found = self.find(href)
        return found[0] if found else None


@lru_cache(maxsize=_KEPT)
def _rooted(href: str) -> str | None:
    """Path and query of what begins with a slash, if they are canonical already."""
    match = _ROOTED(href)
    return match[1] if match else None


@lru_cache(maxsize=_KEPT)
def _site_at(origin: str) -> str | None:
    """The site of a canonical origin; None for what may be none."""
    match = _ORIGIN(origin)
    return site_of_host(match[1]) if match and "xn--" not in match[1] else None


_AUTHORITY = len("https://")  # a host has one letter at least, so this is not past the end of `http://a/` either


def _host_of(url: str) -> str:
    """The host of a canonical URL by cutting: `parts_of` would parse it a second time."""
    start = url.find("//") + 2
    authority = url[start : url.find("/", start)].rpartition("@")[2]
    host, colon, port = authority.rpartition(":")
    return host if colon and port.isdigit() else authority
