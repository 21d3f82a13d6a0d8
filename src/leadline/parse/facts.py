"""A tree → the facts of its page: text, links, forms, hints, each when `Page` is first asked for it.

The work is one pass over the elements somebody wants, one reading of the whole text (`flow`), both done once,
and cutting. On a typical page the pass and the reading take half of it, links a third, forms the rest.
"""

from selectolax.lexbor import LexborNode

from leadline.model.form import Control, Form, Invisible
from leadline.model.page import Headers, Hints, Link, RobotsMeta, cached_property
from leadline.parse.captions import texts_above
from leadline.parse.controls import MOST_OPTIONS, cut
from leadline.parse.flow import MOST_WORDS, Flow, Group, Marks, Region
from leadline.parse.forms import MOST as MOST_FORMS
from leadline.parse.forms import Found, forms_of
from leadline.parse.head import Head, hints_of
from leadline.parse.links import MOST as MOST_LINKS
from leadline.parse.links import Addresses, links_of
from leadline.parse.owners import MOST_CONTROLS, Marked, with_pointers
from leadline.parse.tree import CONTROLS, GROUPS, HEAD, INLINE, LINKS, MAY_HIDE, TAGS, UNREAD, Tree, why_invisible

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
            tag = TAGS.get(node.tag_id, "")
            if tag in _BODIES:
                break
            if tag in HEAD:
                self.head.append((tag, node))
            elif tag == "script":
                self._take_data(node)
        tags, link, around, glue = TAGS, self.links.append, self.marks.around, self.marks.glue
        for node in elements:
            # Links and inline elements are most of what there is, so they are told apart here.
            if not (tag := tags.get(node.tag_id, "")):
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


class MarkedTree:
    """One tree, and what is read of it as a whole, with marks in it (`flow`), wherever the page stands."""

    def __init__(self, html: str, owner: str | None = None) -> None:
        """`owner` is the attribute that `owners` wrote into the source."""
        self.html, self.owner = html, owner
        self.tree = Tree(html)
        self._is_marked = False

    @cached_property
    def elements(self) -> _Sorted:
        self._is_marked = True
        return _Sorted(self.tree)

    @cached_property
    def flow(self) -> Flow:
        marks, body = self.elements.marks, self.tree.body
        return marks.read(body) if body is not None else Flow([], [], [], [])

    @property
    def forms(self) -> list[LexborNode]:
        return [group.node for group in self.elements.groups.values() if group.tag == "form"]

    def unmarked(self) -> Tree:
        """The tree for those who read its texts themselves."""
        if self._is_marked:
            self.flow  # noqa: B018  # read while the marks are there
            self.elements.marks.take_out()
            self._is_marked = False
        return self.tree


class TreeFacts:
    """What `Page` is asked for, read from the tree when it is asked. What several facts need is kept."""

    def __init__(self, marked: MarkedTree, url: str, headers: Headers, charset: str, *, whole: bool) -> None:
        """`whole` says that the tree is of all of the page."""
        self._marked, self.url, self._headers = marked, url, headers
        self.charset, self._whole = charset, whole

    @cached_property
    def _head(self) -> Head:
        return Head(self._marked.elements.head, self.url)

    @cached_property
    def _addresses(self) -> Addresses:
        return Addresses(self.url, self.base_url)

    @cached_property
    def found(self) -> Found:
        found = self._found(self._marked) or self._found(MarkedTree(*with_pointers(self._marked.html)))
        return found or Found((), ())

    def _found(self, of: MarkedTree) -> Found | None:
        page = Marked(of.tree, of.flow, of.elements.groups, of.elements.above, of.owner)
        return forms_of(of.elements.controls, page, of.html, self._addresses)

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
        return " ".join(self._marked.flow.words)

    @property
    def language(self) -> str | None:
        return self._head.language(self._marked.tree.root, self._headers)

    @property
    def links(self) -> tuple[Link, ...]:
        return links_of(self._marked.elements.links, self._marked.flow, self._marked.tree, self._addresses)

    @property
    def forms(self) -> tuple[Form, ...]:
        return self.found.forms

    @property
    def loose_controls(self) -> tuple[Control, ...]:
        return self.found.loose

    @property
    def hints(self) -> Hints:
        marked = self._marked
        microdata = marked.tree.document.css('[itemtype$="SearchAction"]') if "SearchAction" in marked.html else []
        return hints_of(self._head.links, marked.elements.data, microdata, self._addresses)

    @property
    def cut(self) -> tuple[str, ...]:
        elements, forms = self._marked.elements, self.forms
        longest = max((len(control.options) for form in forms for control in form.controls), default=0)
        many_controls = len(elements.controls) > MOST_CONTROLS
        cuts = {
            "it has so many tags that only its beginning is read": not self._whole,
            f"of its text the first {MOST_WORDS:,} words are read": len(self._marked.flow.words) >= MOST_WORDS,
            f"of its links the first {MOST_LINKS:,} are read": len(elements.links) > MOST_LINKS,
            f"of its forms the first {MOST_FORMS:,} are read": len(forms) >= MOST_FORMS,
            f"of its controls {MOST_CONTROLS:,} are read, those of forms first": many_controls,
            f"of a list the first {MOST_OPTIONS:,} options are read": longest >= MOST_OPTIONS,
        }
        return tuple(sentence for sentence, is_so in cuts.items() if is_so)

    @property
    def robots(self) -> RobotsMeta:
        return self._head.robots(self._headers)

    @property
    def refresh_url(self) -> str | None:
        return self._head.refresh_url()
