"""One answer's tree for the stages that read more of it than `Page` keeps: pagers and records.

Parsing a second time costs less than keeping every element of every crawled page in `Page` for the few that
are answers to queries.
"""

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from leadline.answers.payload import Wrapped, unwrapped
from leadline.model.page import Page, Response, header
from leadline.model.url import join
from leadline.parse.page import parse, parse_html
from leadline.parse.tame import has_too_many_tags, tamed
from leadline.parse.tree import Tree
from leadline.parse.visibility import why_invisible
from leadline.web.charset import decode

_UNREAD = ["script", "style", "noscript", "template", "iframe", "select", "textarea", "button", "datalist", "svg"]
"""Their text is no part of a record: code, and the contents of controls."""
_OPTION = 40
"""Letters of the longest choice."""
_ADDRESS = re.compile(r"<(?=(?:[a-z]{2,8}://|mailto:|urn:)[^\s<>\"']|[\w.+-]{1,64}@[\w-]+\.)", re.IGNORECASE)


@dataclass(frozen=True)
class Document:
    """A parsed answer: the page, and the tree it was read from."""

    page: Page
    tree: Tree
    status: int = 200
    """HTTP status: some sites answer 404 where nothing matches."""
    wrapped: Wrapped | None = None
    """What an answer in JSON held; page and tree are of the HTML in it."""
    linked_data: tuple[str, ...] = ()
    """JSON-LD that the page carries, as it is written there."""
    cut: bool = False
    """Only its beginning was read: it has too many tags."""

    @property
    def url(self) -> str:
        return self.page.url

    def link(self, node: LexborNode, name: str = "href") -> str | None:
        """Where an element leads, made absolute; None where that is nothing to fetch."""
        written = (node.attributes.get(name) or "").strip()
        if not written or written.startswith("#"):
            return None
        return join(self.page.base_url, written)


def read(response: Response) -> Document:
    """Parse an answer for reading its records; the HTML that an answer in JSON wraps is the answer."""
    decoded = decode(response.body, header(response.headers, "content-type"))
    wrapped = unwrapped(decoded.text, response.content_type)
    if wrapped is None:
        tree, data = _tree(decoded.text)
        cut = has_too_many_tags(decoded.text)
        return Document(parse(response), tree, response.status, linked_data=data, cut=cut)
    page = parse_html(wrapped.html, response.url, response.headers, decoded.charset)
    tree, data = _tree(wrapped.html)
    return Document(page, tree, response.status, wrapped, data, has_too_many_tags(wrapped.html))


def _tree(html: str) -> tuple[Tree, tuple[str, ...]]:
    """The tree of what a reader reads, and the JSON-LD that went with the scripts."""
    tree = Tree(tamed(_with_addresses(html)))
    scripts = tree.document.css('script[type="application/ld+json"]') if "ld+json" in html else []
    data = tuple(script.text(deep=True) or "" for script in scripts)
    tree.document.strip_tags(_UNREAD)
    for label in tree.document.css("label"):
        if _is_option(label):
            label.decompose()
    for node in tree.document.css("[hidden],[style]"):
        if node.tag not in ("html", "body") and why_invisible(node) is not None:
            node.decompose()
    return tree, data


def _is_option(label: LexborNode) -> bool:
    """A choice of a form, like an option of a list. Boxes to tick beside records have links or say more."""
    box = label.css_first("input[type=radio],input[type=checkbox]")
    return box is not None and label.css_first("a[href]") is None and len(text_of(label)) <= _OPTION


def _with_addresses(html: str) -> str:
    """`<http://e.org/>` and `<kim@e.org>` as their authors meant them: text. To a parser each is an element that
    nothing closes, and every record behind it is a part of it.

    >>> _with_addresses("<li>Kim <kim@e.org><li>Ada <o:p></o:p>")
    '<li>Kim &lt;kim@e.org><li>Ada <o:p></o:p>'
    """
    return _ADDRESS.sub("&lt;", html) if _ADDRESS.search(html) else html


def classes(node: LexborNode) -> str:
    """Class and id of an element, for words in them."""
    attributes = node.attributes
    return f"{attributes.get('class') or ''} {attributes.get('id') or ''}"


def text_of(node: LexborNode) -> str:
    """What a reader reads in an element, on one line."""
    return " ".join((node.text(deep=True, separator=" ") or "").split())
