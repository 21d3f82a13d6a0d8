"""The part of a page that a form is laid out with (HiWE section 5.1: the page is pruned before its layout).

Only forms that are to be understood are laid out, once for each distinct form of a site, from the tree that the
page's facts were read from: a sketch of every form would be paid for by all the pages of a crawl that nobody asks
about. `Control.place` says which control is which.

What is laid out: the smallest element around the form and all its controls (they may stand elsewhere, by `form=`
or in the tables that split forms), then further out while little is added, because a table around a form often
holds its labels. Controls of other forms stay in as obstacles: texts beside them are theirs.

A form whose controls are said to be visible is laid out as if they were, whatever the page says: elements that
hide them are opened, and nothing outside of those is laid out with them (`labels.rules`).

A page that was rendered brings its own layout along (`rendered`); it replaces the rough one for every form of
which the browser showed a field.
"""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from leadline.forms.layout.arrange import arrange
from leadline.forms.layout.boxes import Box, Placed, Style, Text, Widget
from leadline.forms.layout.build import LONGEST, Builder, finish, merged
from leadline.forms.layout.markup import SKIPPED
from leadline.forms.layout.rendered import measured, put_as_shown, read_in_order
from leadline.model.form import Control, Form
from leadline.parse.document import Document
from leadline.parse.tree import CONTROLS, why_invisible
from leadline.web.geometry import MARK

OUTSIDE = frozenset({"body", "html", "-document", "-undef"})
_WIDENED = 150  # elements that may be added around a form in looking for labels outside of it
_STEPS = 6
_HEADING = 12  # words of a text right before a form that still may name a field of it
_NAMES = 8  # ids of one `aria-labelledby` that are read
_ID = re.compile(r"[^\"\\\s\]]+")


class Source:
    """The tree of one page, for the sketches of its forms."""

    def __init__(self, document: Document) -> None:
        page = document.page
        self._forms, self._nodes = document.form_nodes, document.control_nodes
        self._nearest_hider: dict[int, LexborNode | None] = {}
        owned = [control for form in page.forms for control in form.controls]
        self._tree = document.tree
        self.controls: Mapping[int, Control] = {c.place: c for c in (*owned, *page.loose_controls)}
        """Every control of the page, of any form or none, by `Control.place`."""
        self.places: Mapping[int, int] = {node.mem_id: place for place, node in enumerate(self._nodes)}
        """Lexbor's number of a control → its place."""
        self.around = _ancestors(self._nodes)
        """Lexbor's numbers of all elements with a control in them."""
        self.measured = measured(self._tree, len(self._nodes)) if MARK in document.html else None
        self._by_id: dict[str, int] = {}
        for place, node in enumerate(self._nodes):
            if name := node.id:
                self._by_id.setdefault(name, place)

    def node(self, place: int) -> LexborNode | None:
        return self._nodes[place] if 0 <= place < len(self._nodes) else None

    def element(self, form: Form) -> LexborNode | None:
        """The `<form>` itself; none for controls that belong to no form."""
        return self._forms[form.index] if form.index < len(self._forms) else None

    def hiders(self, node: LexborNode) -> Iterator[LexborNode]:
        """The elements that hide an element, itself among them, innermost first."""
        hider = self._hider(node)
        while hider is not None:
            yield hider
            hider = self._hider(hider.parent)

    def _hider(self, node: LexborNode | None) -> LexborNode | None:
        passed: list[int] = []
        found: LexborNode | None = None
        while node is not None and node.tag not in OUTSIDE:
            if node.mem_id in self._nearest_hider:
                found = self._nearest_hider[node.mem_id]
                break
            passed.append(node.mem_id)
            if why_invisible(node) is not None:
                found = node
                break
            node = node.parent
        self._nearest_hider.update(dict.fromkeys(passed, found))
        return found

    def named_by(self, label: LexborNode) -> int:
        """Place of the control that a `<label>` names (HTML 4.10.4), −1 if none."""
        attributes, controls = label.attributes, self.controls
        if "for" in attributes:
            return self._by_id.get(attributes["for"] or "", -1)
        if label.mem_id not in self.around:
            return -1
        inside = (self.places.get(node.mem_id, -1) for node in label.css("input,select,textarea,button"))
        return next((p for p in inside if p in controls and controls[p].kind != "hidden"), -1)

    def text_of(self, ids: str) -> str:
        """The text that an `aria-labelledby` points at."""
        pieces: list[str] = []
        for name in ids.split()[:_NAMES]:
            node = self._tree.document.css_first(f'[id="{name}"]') if _ID.fullmatch(name) else None
            if node is not None and node.mem_id not in self.places:
                pieces += node.text(separator=" ")[: 4 * LONGEST].split()
        return " ".join(pieces)[:LONGEST]

    def sketch(self, form: Form, *, widened: bool = True) -> Box:
        """The boxes of a form and (if `widened`) its surroundings; an empty one if nobody sees any of it."""
        sketch = Box(tag="sketch")
        opened = self._opened(form)
        root = self._root(form, opened)
        if root is None:
            return sketch
        if widened:
            root = _widened(root, opened)
        shown = self.shown(form)
        builder = Builder(self, opened, only_shown=0 < shown == len(_seen(form)))
        before = self._heading_before(root) if widened and root.mem_id not in opened else None
        if before is not None:
            builder.add(before, sketch, Style(), 0)
        builder.add(root, sketch, Style(), 0)
        sketch.items = merged(sketch.items)
        if shown:
            read_in_order(sketch)
        return sketch

    def shown(self, form: Form) -> int:
        """Controls of a form that a browser showed, buttons left out."""
        known = self.measured.controls if self.measured is not None else {}
        return sum(control.place in known for control in _seen(form))

    def _opened(self, form: Form) -> frozenset[int]:
        """Elements that hide a control the form says is visible, by lexbor's number."""
        controls = self.controls
        shown = (c.place for c in form.fields if c.invisible is None and c.place in controls)
        unseen = (self._nodes[place] for place in shown if controls[place].invisible is not None)
        return frozenset(hider.mem_id for node in unseen for hider in self.hiders(node))

    def _root(self, form: Form, opened: frozenset[int]) -> LexborNode | None:
        """The smallest element around the form, if it opens as a whole or not at all, and its visible controls."""
        seen = (c.place for c in form.controls if c.invisible is None)
        nodes = [node for place in seen if (node := self.node(place)) is not None]
        if not nodes:
            return None
        whole = self.element(form)
        if whole is not None and (not opened or any(hider.mem_id in opened for hider in self.hiders(whole))):
            nodes.insert(0, whole)
        return _common(nodes)

    def _heading_before(self, root: LexborNode) -> LexborNode | None:
        """The short text right before what is laid out, white space and comments passed over."""
        previous = root.prev
        while previous is not None and (previous.tag in SKIPPED or not previous.text().strip()):
            if previous.mem_id in self.around or previous.tag in CONTROLS:
                return None
            previous = previous.prev
        beside = ("td", "th", "tr", "tbody")
        if previous is None or previous.mem_id in self.around or previous.tag in beside:
            return None
        return previous if len(previous.text(separator=" ").split()) <= _HEADING else None


def _seen(form: Form) -> list[Control]:
    """Fields that a reader sees, as far as the markup says."""
    return [control for control in form.fields if control.invisible is None]


def _ancestors(nodes: list[LexborNode]) -> set[int]:
    """Every element with a control in it."""
    found: set[int] = set()
    for node in nodes:
        parent = node.parent
        while parent is not None and parent.mem_id not in found:
            found.add(parent.mem_id)
            parent = parent.parent
    return found


def _common(nodes: list[LexborNode]) -> LexborNode:
    """The lowest element that holds all of them, or is the only one and no control itself."""
    chain: list[LexborNode] = []
    node: LexborNode | None = nodes[0]
    while node is not None and node.tag not in ("-document", "-undef"):
        chain.append(node)
        node = node.parent
    height = {step.mem_id: number for number, step in enumerate(chain)}
    reached = 1 if chain[0].tag in CONTROLS and len(chain) > 1 else 0
    for other in nodes[1:]:
        passed: list[int] = []
        node = other
        while node is not None and node.mem_id not in height:
            passed.append(node.mem_id)
            node = node.parent
        meeting = height[node.mem_id] if node is not None else len(chain) - 1
        height.update(dict.fromkeys(passed, meeting))
        reached = max(reached, meeting)
    return chain[reached]


def _widened(root: LexborNode, opened: Container[int]) -> LexborNode:
    """Further out while little is added, but not out of what is opened."""
    limit = len(root.css("*")) + _WIDENED
    for _ in range(_STEPS):
        parent = root.parent
        if root.mem_id in opened or parent is None or parent.tag in OUTSIDE or len(parent.css("*")) > limit:
            return root
        root = parent
    return root


@dataclass(frozen=True, slots=True)
class Scene:
    """A form laid out. The boxes around a text or widget are reached through `within`."""

    sketch: Box
    texts: tuple[Text, ...]
    widgets: tuple[Widget, ...]
    shown: bool = False  # whether places are those of a browser


def scene_of(source: Source, form: Form, *, widened: bool = True) -> Scene:
    """Lay out one form of a page, as a browser did if the page was rendered; with what stands around it, or as
    HiWE does, without."""
    sketch = source.sketch(form, widened=widened)
    leaves = finish(sketch)
    arrange(sketch)
    shown = source.shown(form) > 0
    if shown:
        put_as_shown(sketch)
    texts = tuple(item for item in leaves if isinstance(item, Text))
    return Scene(sketch, texts, tuple(item for item in leaves if isinstance(item, Widget)), shown)


def boxes_around(item: Placed) -> Iterator[Box]:
    """Innermost first."""
    box = item.within
    while box is not None:
        yield box
        box = box.within
