"""A tree → the facts of its page: text, links, forms, hints, each when `Page` is first asked for it.

The work is one pass over the elements somebody wants, one reading of the whole text (`flow`), both done once,
and cutting. On a typical page the pass and the reading take half of it, links a third, forms the rest.
"""

from selectolax.lexbor import LexborNode

from leadline.model.cached import cached_property
from leadline.model.form import Control, Form, Invisible
from leadline.model.page import Headers, Hints, Link, RobotsMeta
from leadline.parse.above import texts_above
from leadline.parse.address import Addresses
from leadline.parse.bounds import cut
from leadline.parse.controls import MOST_OPTIONS
from leadline.parse.drafts import MOST_CONTROLS, Marked
from leadline.parse.flow import MOST_WORDS, Flow, Marks, Region
from leadline.parse.forms import MOST as MOST_FORMS
from leadline.parse.forms import Found, forms_of
from leadline.parse.head import Head
from leadline.parse.hints import hints_of
from leadline.parse.links import MOST as MOST_LINKS
from leadline.parse.links import links_of
from leadline.parse.owners import with_pointers
from leadline.parse.surroundings import Group
from leadline.parse.tree import CONTROLS, GROUPS, HEAD, INLINE, LINKS, TAGS, UNREAD, Tree
from leadline.parse.visibility import MAY_HIDE, why_invisible

_BODIES = ("body", "frameset")


class _Sorted:
    """The elements of a page by what they are for, those with text marked."""

    def __init__(self, tree: Tree) -> None:
        self.above = texts_above(tree)  # before any mark stands there as text
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
            self.groups[self.marks.around(node)] = Group(tag, node, cut(node.attributes))
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


class TreeFacts:
    """What `Page` is asked for, read from the tree when it is asked. What several facts need is kept."""

    def __init__(
        self, html: str, url: str, headers: Headers, charset: str, owner: str | None = None, *, whole: bool = True
    ) -> None:
        """`whole` says that `html` is all of the page."""
        self.url, self.charset, self._whole = url, charset, whole
        self._html, self._headers, self._owner = html, headers, owner
        self._tree = Tree(html)

    @cached_property
    def _elements(self) -> _Sorted:
        return _Sorted(self._tree)

    @cached_property
    def _flow(self) -> Flow:
        body = self._tree.body
        return self._elements.marks.read(body) if body is not None else Flow([], [], [], [])

    @cached_property
    def _head(self) -> Head:
        return Head(self._elements.head, self.url)

    @cached_property
    def _addresses(self) -> Addresses:
        return Addresses(self.url, self.base_url)

    @cached_property
    def found(self) -> Found:
        marked = Marked(self._tree, self._flow, self._elements.groups, self._owner, self._elements.above)
        found = forms_of(self._elements.controls, marked, self._html, self.url, self._addresses)
        if not found.doubtful:
            return found
        pointers = with_pointers(self._html)
        return TreeFacts(pointers.html, self.url, self._headers, self.charset, pointers.attribute).found

    @property
    def base_url(self) -> str:
        return self._head.base_url

    @property
    def canonical_url(self) -> str | None:
        return self._head.canonical_url()

    @property
    def title(self) -> str:
        return self._head.title

    @property
    def text(self) -> str:
        return " ".join(self._flow.words)

    @property
    def language(self) -> str | None:
        return self._head.language(self._tree.root, self._headers)

    @property
    def links(self) -> tuple[Link, ...]:
        return links_of(self._elements.links, self._flow, self._tree, self._addresses)

    @property
    def forms(self) -> tuple[Form, ...]:
        return self.found.forms

    @property
    def loose_controls(self) -> tuple[Control, ...]:
        return self.found.loose

    @property
    def hints(self) -> Hints:
        microdata = self._tree.document.css('[itemtype$="SearchAction"]') if "SearchAction" in self._html else []
        return hints_of(self._head.links, self._elements.data, microdata, self._addresses)

    @property
    def cut(self) -> tuple[str, ...]:
        elements, forms = self._elements, self.forms
        lists = (control.options for form in forms for control in form.controls)
        said = (
            (not self._whole, "it has so many tags that only its beginning is read"),
            (len(self._flow.words) >= MOST_WORDS, f"of its text the first {MOST_WORDS:,} words are read"),
            (len(elements.links) > MOST_LINKS, f"of its links the first {MOST_LINKS:,} are read"),
            (len(forms) >= MOST_FORMS, f"of its forms the first {MOST_FORMS:,} are read"),
            (
                len(elements.controls) > MOST_CONTROLS,
                f"of its controls {MOST_CONTROLS:,} are read, those of forms first",
            ),
            (
                max(map(len, lists), default=0) >= MOST_OPTIONS,
                f"of a list the first {MOST_OPTIONS:,} options are read",
            ),
        )
        return tuple(sentence for is_so, sentence in said if is_so)

    @property
    def robots(self) -> RobotsMeta:
        return self._head.robots(self._headers)

    @property
    def refresh_url(self) -> str | None:
        return self._head.refresh_url()
