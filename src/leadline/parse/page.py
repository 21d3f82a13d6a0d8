"""One response → one `Page`: text, links, forms, hints. Everything later stages read is made here, at once.

The work is one parse by lexbor, one pass over the elements somebody wants, one reading of the whole text
(`flow`), and cutting. It never raises, whatever the bytes are, and takes time linear in their number:
`tame` sees to it that lexbor does too.
"""

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible
from leadline.model.page import Headers, Hints, Page, Response, header
from leadline.parse.address import Addresses
from leadline.parse.drafts import Marked
from leadline.parse.flow import Flow, Marks, Region
from leadline.parse.forms import forms_of
from leadline.parse.head import Head
from leadline.parse.hints import hints_of
from leadline.parse.links import links_of
from leadline.parse.owners import with_pointers
from leadline.parse.surroundings import Group
from leadline.parse.tame import tamed
from leadline.parse.tree import CONTROLS, GROUPS, HEAD, INLINE, LINKS, TAGS, UNREAD, Tree
from leadline.parse.visibility import MAY_HIDE, why_invisible
from leadline.web.charset import decode

_HTML = frozenset({"text/html", "application/xhtml+xml", ""})
_SNIFFED = 1_024
_BODIES = ("body", "frameset")


def parse(response: Response) -> Page:
    """The page in a response. Text that is no HTML gives a page with text alone."""
    decoded = decode(response.body, header(response.headers, "content-type"))
    if response.content_type in _HTML or _looks_like_html(response.content_type, decoded.text):
        return parse_html(decoded.text, response.url, response.headers, decoded.charset)
    return _text_page(decoded.text, response.url, response.headers, decoded.charset)


def parse_html(html: str, url: str, headers: Headers = (), charset: str = "utf-8") -> Page:
    """The page in already decoded text."""
    return _read(tamed(html), url, headers, charset)


def _looks_like_html(content_type: str, text: str) -> bool:
    """Servers that call a page `text/plain` are rare but real; XML is only HTML if it says so."""
    start = text[:_SNIFFED].lstrip("\ufeff \t\r\n\f").lower()
    if content_type in ("application/xml", "text/xml"):
        return "<html" in start
    return content_type.startswith("text/") and start.startswith(("<!doctype html", "<html"))


def _text_page(text: str, url: str, headers: Headers, charset: str) -> Page:
    head = Head((), url)
    return Page(
        url=url,
        base_url=url,
        canonical_url=None,
        title="",
        text=" ".join(text.replace("\0", "\ufffd").split()),
        language=head.language(None, headers),
        links=(),
        forms=(),
        robots=head.robots(headers),
        charset=charset,
    )


class _Sorted:
    """The elements of a page by what they are for, those with text marked."""

    def __init__(self, tree: Tree) -> None:
        self.marks = Marks()
        self.groups: dict[int, Group] = {}
        self.head: list[tuple[str, LexborNode]] = []
        self.links: list[tuple[str, LexborNode, int]] = []
        self.controls: list[tuple[str, LexborNode, int]] = []
        self.data: list[LexborNode] = []
        self._hide(tree)
        elements = iter(tree.document.css("*"))
        for node in elements:
            tag = TAGS.get(node.tag_id)
            if tag in _BODIES:
                break
            if tag is not None:
                self._take_of_head(tag, node)
        tags, link, around, glue = TAGS, self.links.append, self.marks.around, self.marks.glue
        for node in elements:
            # Links and inline elements are most of what there is, so they are told apart here.
            if (tag := tags.get(node.tag_id)) is None:
                continue
            if tag == "a":
                link((tag, node, around(node)))
            elif tag in INLINE:
                glue(node)
            elif tag not in _BODIES:
                self._take(tag, node)

    def _hide(self, tree: Tree) -> None:
        """First of all, so that these marks stand outside of any other on the same element."""
        for node in tree.document.css(MAY_HIDE):
            reason = why_invisible(node)
            if reason is None or node.tag in ("html", "body", "head"):
                continue
            region = Region.PLAIN if reason is Invisible.ARIA else Region.UNSEEN
            self.groups[self.marks.around(node, region)] = Group("", node, {}, reason)

    def _take_of_head(self, tag: str, node: LexborNode) -> None:
        if tag in HEAD:
            self.head.append((tag, node))
        elif tag == "script":
            self._take_data(node)

    def _take(self, tag: str, node: LexborNode) -> None:
        if tag in CONTROLS:
            number = self.marks.at(node) if tag == "input" else self.marks.around(node)
            self.controls.append((tag, node, number))
        elif tag in GROUPS:
            self.groups[self.marks.around(node)] = Group(tag, node, node.attributes)
        elif tag in HEAD:
            self.head.append((tag, node))
            if tag == "title":
                self.marks.around(node, Region.UNREAD)
        elif tag in UNREAD:
            number = self.marks.around(node, Region.UNREAD)
            if tag == "script":
                self._take_data(node)
            elif tag in LINKS:
                self.links.append((tag, node, number))
        elif tag in LINKS:
            self.links.append((tag, node, self.marks.at(node)))
        else:
            self.marks.around(node, Region.UNSEEN)

    def _take_data(self, node: LexborNode) -> None:
        if "ld+json" in (node.attributes.get("type") or "").lower():
            self.data.append(node)


def _read(html: str, url: str, headers: Headers, charset: str, owner_attribute: str | None = None) -> Page:
    tree = Tree(html)
    elements = _Sorted(tree)
    flow = elements.marks.read(tree.body) if tree.body is not None else Flow([], [], [], [])
    head = Head(elements.head, url)
    addresses = Addresses(url, head.base_url)
    marked = Marked(tree, flow, elements.groups, owner_attribute)
    found = forms_of(elements.controls, marked, html, url, addresses)
    if found.doubtful:
        pointers = with_pointers(html)
        return _read(pointers.html, url, headers, charset, pointers.attribute)
    return Page(
        url=url,
        base_url=head.base_url,
        canonical_url=head.canonical_url(),
        title=head.title,
        text=" ".join(flow.words),
        language=head.language(tree.root, headers),
        links=links_of(elements.links, flow, tree, addresses),
        forms=found.forms,
        hints=_hints(tree, html, head, elements.data, addresses),
        robots=head.robots(headers),
        charset=charset,
        refresh_url=head.refresh_url(),
        loose_controls=found.loose,
    )


def _hints(tree: Tree, html: str, head: Head, data: list[LexborNode], addresses: Addresses) -> Hints:
    microdata = tree.document.css('[itemtype$="SearchAction"]') if "SearchAction" in html else []
    return hints_of(head.links, data, microdata, addresses)
