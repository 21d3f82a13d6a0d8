"""A tree with marks in it (`flow`): its elements by what they are for, and what those around a control mean to it.

One pass over the elements somebody wants and one reading of the whole text, both done once, are half of what
reading a typical page takes. Marks nest as the elements do, so one pass in document order hands down what elements
mean for the controls within them (`Around`): each marked element's surroundings are those of the marked element
around it, changed by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible
from leadline.model.page import cached_property
from leadline.parse.controls import cut
from leadline.parse.flow import Flow, Marks, Region
from leadline.parse.tree import (
    CONTROLS,
    GROUPS,
    HEAD,
    INLINE,
    LINKS,
    MAY_HIDE,
    TAGS,
    UNREAD,
    Tree,
    texts_above,
    why_invisible,
)

_BODIES = ("body", "frameset")
_MOST_NESTED = 8  # fieldsets or labels around one control that are kept; the innermost ones


@dataclass(frozen=True, slots=True)
class Group:
    """A marked element that means something for the controls within it."""

    tag: str  # `form`, `fieldset`, `legend`, `label`, or empty for one that only hides
    node: LexborNode
    attributes: Mapping[str, str | None]
    invisible: Invisible | None = None


class Surroundings(NamedTuple):
    """Numbers are those of marks."""

    form: int = -1  # the nearest form around
    disabled: bool = False
    invisible: Invisible | None = None
    withheld: Invisible | None = None
    """Why it is not seen even where its form is: a form that is hidden as a whole is opened by a script."""
    fieldsets: tuple[int, ...] = ()  # outermost first
    labels: tuple[int, ...] = ()  # outermost first


_NOTHING = Surroundings()


class Around:
    """The surroundings of every mark on a page."""

    def __init__(self, flow: Flow, groups: Mapping[int, Group]) -> None:
        self._within: dict[int, Surroundings] = {-1: _NOTHING}
        self._groups = groups
        self.legends: dict[int, int] = {}
        """Fieldset → its legend: the first one that is its child."""
        self.forms_nest = False
        """A form within a form: the author closed one where the standard does not."""
        self._above = flow.around
        self.groups = [number for number in flow.order if number in groups]
        """Marks that mean something, in document order."""
        for number in self.groups:
            self._within[number] = self._inside(number, groups[number], self._outside(number))

    def __getitem__(self, number: int) -> Surroundings:
        found = self._within.get(number)
        return self._outside(number) if found is None else found

    def _outside(self, number: int) -> Surroundings:
        """Of the nearest mark around that means something. Most marks are links, which change nothing for what
        is within them: those passed on the way are remembered, so that deep nesting is climbed once."""
        within, above = self._within, self._above
        passed = []
        while (found := within.get(number := above[number])) is None:
            passed.append(number)
        for number in passed:
            within[number] = found
        return found

    def _inside(self, number: int, group: Group, outer: Surroundings) -> Surroundings:
        if group.tag == "form":
            self.forms_nest |= outer.form >= 0
            return outer._replace(form=number, withheld=None)
        if group.tag == "fieldset":
            disabled = outer.disabled or "disabled" in group.attributes
            return outer._replace(disabled=disabled, fieldsets=(*outer.fieldsets, number)[-_MOST_NESTED:])
        if group.tag == "legend":
            return self._legend(number, group, outer)
        if group.tag == "label":
            return outer._replace(labels=(*outer.labels, number)[-_MOST_NESTED:])
        withheld = outer.withheld or group.invisible
        return outer._replace(invisible=outer.invisible or group.invisible, withheld=withheld)

    def _legend(self, number: int, group: Group, outer: Surroundings) -> Surroundings:
        """Controls in the first legend of a disabled fieldset stay enabled (HTML 4.10.19.5)."""
        parent = group.node.parent
        if not outer.fieldsets or parent is None:
            return outer
        fieldset = outer.fieldsets[-1]
        if parent.mem_id != self._groups[fieldset].node.mem_id or fieldset in self.legends:
            return outer
        self.legends[fieldset] = number
        return outer._replace(disabled=any(self._within[n].disabled for n in outer.fieldsets[-2:-1]))


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
            number = self.marks.around(node, Region.POINT if tag == "input" else Region.PLAIN)
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
            self.links.append((tag, node, self.marks.around(node, Region.POINT)))
        else:
            self.marks.around(node, Region.UNSEEN)

    def _take_data(self, node: LexborNode) -> None:
        if "ld+json" in (node.attributes.get("type") or "").lower():
            self.data.append(node)


class MarkedTree:
    """One tree, and what is read of it as a whole, wherever the page stands."""

    def __init__(self, html: str, owner: str | None = None) -> None:
        """`owner` is the attribute that `owners.with_pointers` wrote into the source."""
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

    @cached_property
    def around(self) -> Around:
        return Around(self.flow, self.elements.groups)

    @cached_property
    def forms(self) -> list[int]:
        """Marks of the forms, in document order."""
        return [number for number in self.around.groups if self.elements.groups[number].tag == "form"]

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        """Id → the first element with it, by lexbor's number."""
        found: dict[str, int] = {}
        for node in self.tree.document.css("[id]"):
            found.setdefault(node.id or "", node.mem_id)
        found.pop("", None)
        return found

    def unmarked(self) -> Tree:
        """The tree for those who read its texts themselves."""
        if self._is_marked:
            self.flow  # noqa: B018  # read while the marks are there
            self.elements.marks.take_out()
            self._is_marked = False
        return self.tree
