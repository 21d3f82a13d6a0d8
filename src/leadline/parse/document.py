"""One body → one `Document`: decoded once, made one tree, and everybody reads that.

`Document.page` has the facts that stages ask for most, each read from the tree when it is asked for (`facts`). Who
needs the elements themselves (layout, pagers, judge, records) takes the tree: `tree` as the page has it, or
`visible_tree`, a copy without what no reader reads. Lexbor copies a tree in a sixth of the time it takes to make
one, so the copy is no second parse.

It never raises, whatever the bytes are, and takes time linear in their number: `tame` sees to it that lexbor
does too.
"""

import re
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from leadline.model.call import Place
from leadline.model.page import Headers, Page, Response, cached_property
from leadline.model.url import join
from leadline.parse.facts import TreeFacts
from leadline.parse.marked import MarkedTree
from leadline.parse.tame import tamed
from leadline.parse.tree import Tree, text_of, why_invisible
from leadline.web.charset import decoded

_HTML = frozenset({"text/html", "application/xhtml+xml", ""})
_SNIFFED = 1_024
_NO_TEXT = ["script", "style", "noscript", "template", "iframe", "select", "textarea", "button", "datalist", "svg"]
"""Their text is no part of a record: code, and the contents of controls."""
_OPTION = 40  # letters of the longest choice
_ADDRESS = re.compile(r"<(?=(?:[a-z]{2,8}://|mailto:|urn:)[^\s<>\"']|[\w.+-]{1,64}@[\w-]+\.)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wrapped:
    """What an answer in JSON holds."""

    html: str
    following: str | int | None = None
    """An address, or the number, offset or mark of the next part, as it was given."""
    name: str = ""  # what it was given as
    data: object = None  # all of it
    listed: int | None = None  # how many records it has
    place: Place | None = None  # where they stand in it


class Document:
    """The text of one answer and its tree."""

    def __init__(
        self,
        text: str,
        url: str,
        headers: Headers = (),
        charset: str = "utf-8",
        *,
        status: int = 200,
        is_html: bool = True,
        wrapped: Wrapped | None = None,
    ) -> None:
        self.text, self.url, self.status = text, url, status
        self.wrapped = wrapped
        """What an answer in JSON held; text, page and trees are of the HTML in it."""
        self.headers, self._charset, self._is_html = headers, charset, is_html
        self.html, whole = tamed(text)
        """The source of the tree."""
        self.cut = not whole
        """Only its beginning was read: it has too many tags."""
        if is_html:
            self._marked  # noqa: B018  # a large page is read beside others: its tree is made where it is read

    @classmethod
    def of(cls, response: Response) -> "Document":
        """The document in a response. Text that is no HTML gives a page with text alone."""
        known = response.memo.document
        if isinstance(known, cls):
            return known
        found = decoded(response)
        is_html = response.content_type in _HTML or _looks_like_html(response.content_type, found.text)
        where = (response.url, response.headers, found.charset)
        document = response.memo.document = cls(found.text, *where, status=response.status, is_html=is_html)
        return document

    def at(self, url: str) -> "Document":
        """The same document as if it stood elsewhere; both read one tree."""
        other = Document.__new__(Document)
        other.__dict__ = {**self.__dict__, "url": url}
        other.__dict__.pop("page", None)
        return other

    @cached_property
    def page(self) -> Page:
        if not self._is_html:
            nothing = TreeFacts(MarkedTree(""), self.url, self.headers, self._charset, whole=True)
            return replace(Page.of(nothing), text=" ".join(self.text.replace("\0", "\ufffd").split()))
        return Page.of(TreeFacts(self._marked, self.url, self.headers, self._charset, whole=not self.cut))

    @cached_property
    def _marked(self) -> MarkedTree:
        return MarkedTree(self.html)

    @property
    def tree(self) -> Tree:
        """As the page has it."""
        return self._marked.unmarked()

    @property
    def control_nodes(self) -> list[LexborNode]:
        """Every control in its tree, by `Control.place`."""
        return [node for _, node, _ in self._marked.elements.controls]

    @property
    def form_nodes(self) -> list[LexborNode]:
        """Every form in its tree, by `Form.index`."""
        groups = self._marked.elements.groups
        return [groups[number].node for number in self._marked.forms]

    @cached_property
    def visible_tree(self) -> Tree:
        """Of what a reader reads: without scripts, controls, choices and hidden elements. It is nobody's but that
        of who reads records and pagers."""
        tree = Tree(tamed(_with_addresses(self.text))[0]) if _ADDRESS.search(self.text) else self.tree.copy()
        tree.document.strip_tags(_NO_TEXT)
        for label in tree.document.css("label"):
            if _is_option(label):
                label.decompose()
        for node in tree.document.css("[hidden],[style]"):
            if node.tag not in ("html", "body") and why_invisible(node) is not None:
                node.decompose()
        return tree

    @cached_property
    def linked_data(self) -> tuple[str, ...]:
        """JSON-LD that the page carries, as it is written there."""
        if "ld+json" not in self.html:
            return ()
        scripts = self._marked.tree.document.css('script[type="application/ld+json"]')
        return tuple(script.text(deep=True) or "" for script in scripts)

    def link(self, node: LexborNode, name: str = "href") -> str | None:
        """Where an element leads, made absolute; None where that is nothing to fetch."""
        written = (node.attributes.get(name) or "").strip()
        if not written or written.startswith("#"):
            return None
        return join(self.page.base_url, written)


def parse(response: Response) -> Page:
    return Document.of(response).page


def parse_html(html: str, url: str, headers: Headers = (), charset: str = "utf-8") -> Page:
    """The page in already decoded text."""
    return Document(html, url, headers, charset).page


def _looks_like_html(content_type: str, text: str) -> bool:
    """Servers that call a page `text/plain` are rare but real; XML is only HTML if it says so."""
    start = text[:_SNIFFED].lstrip("\ufeff \t\r\n\f").lower()
    if content_type in ("application/xml", "text/xml"):
        return "<html" in start
    return content_type.startswith("text/") and start.startswith(("<!doctype html", "<html"))


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
    return _ADDRESS.sub("&lt;", html)
