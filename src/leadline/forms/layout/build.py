"""Elements → boxes: hidden ones and prose left out, texts cut into the pieces a reader takes them for.

A piece is an inline element's whole text if nothing interrupts it (`<span>Name <em>*</em></span>`), or bare text
with the formatting in it (`<b>Price</b> (EUR):`). What has no letter or digit (an asterisk, a colon) goes with
the piece beside it.
"""

import re
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborNode

from leadline.forms.layout.boxes import Box, Break, Display, Item, Rectangle, Style, Text, Widget
from leadline.forms.layout.markup import (
    FLEX,
    FORMATTING,
    GAPS,
    ICONS,
    INDENTS,
    SKIPPED,
    display_of,
    line_height,
    span,
    style_of,
    text_width,
    widget_size,
    written_in,
)
from leadline.forms.layout.rendered import around
from leadline.model.form import BUTTONS, Invisible
from leadline.parse.tree import CONTROLS, why_invisible

if TYPE_CHECKING:
    from leadline.forms.layout.source import Source

MOST_NODES = 20_000  # nodes of one sketch; what comes later stays without a place
_MOST_PROSE = 400  # nodes of one subtree without controls: labels are not in there beyond these
_DEEPEST = 120
LONGEST = 400  # characters kept of a text; no label is so long
_MOST_COLUMNS = 60
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]")


class Builder:
    """Adds the boxes of elements to a sketch, within one budget.

    Elements in `opened` are drawn although they hide. With `only_shown` texts that a browser does not show are
    left out."""

    def __init__(self, source: "Source", opened: Container[int] = (), *, only_shown: bool = False) -> None:
        self._source = source
        self._opened = opened
        self._only_shown = only_shown
        self._left = MOST_NODES
        self._prose_left: int | None = None

    def add(self, node: LexborNode, into: Box, style: Style, depth: int, *, in_flex: bool = False) -> None:
        """One node, whatever it is, as the last item of a box."""
        if not self._may_go_on():
            return
        tag = node.tag or ""
        if tag == "-text":
            shown = self._source.measured.texts.get(node.mem_id) if self._source.measured else None
            if shown is not None or not self._only_shown:
                self._text(node.text_content or "", into, style, shown)
        elif tag in CONTROLS:
            self._widget(node, into)
        elif tag == "br":
            into.items.append(Break())
        # A form in a `<noscript>` was parsed as one, so what stands beside it counts.
        elif tag in SKIPPED and not (tag == "noscript" and node.mem_id in self._source.around):
            return
        elif not self._hidden(node):
            self._element(tag, node, into, style, depth, in_flex=in_flex)

    def _hidden(self, node: LexborNode) -> bool:
        """By itself; what is hidden by an element around it is not come to."""
        why = why_invisible(node)
        return why is not None and why is not Invisible.ARIA and node.mem_id not in self._opened

    def _may_go_on(self) -> bool:
        self._left -= 1
        if self._prose_left is not None:
            self._prose_left -= 1
            return self._prose_left > 0 and self._left > 0
        return self._left > 0

    def _element(self, tag: str, node: LexborNode, into: Box, style: Style, depth: int, *, in_flex: bool) -> None:
        attributes = node.attributes
        if (classes := attributes.get("class")) and written_in(ICONS, classes[:200]):
            return
        box = Box(tag=tag, display=display_of(tag, attributes, in_flex=in_flex))
        box.indent, box.gap = INDENTS.get(tag, 0.0), GAPS.get(tag, 0.0)
        if box.display is Display.CELL:
            box.columns = span(attributes.get("colspan"), _MOST_COLUMNS) or 1
            box.rows = span(attributes.get("rowspan"), 1_000)
        style = style_of(tag, attributes, style)
        if style.purpose and node.mem_id in self._source.around:
            style = style._replace(purpose=0)  # said of a field with its text, not of the text
        if tag == "label":
            style = style._replace(label=True, names=self._source.named_by(node))
        if depth >= _DEEPEST:
            self._text(node.text(separator=" ")[:LONGEST], into, style)
            return
        prose = self._prose_left is None and node.mem_id not in self._source.around
        if prose:
            self._prose_left = _MOST_PROSE
        flex = written_in(FLEX, (attributes.get("style") or "")[:1_024])
        child = node.child
        while child is not None:
            self.add(child, box, style, depth + 1, in_flex=flex)
            child = child.next
        if prose:
            self._prose_left = None
        box.items = merged(box.items)
        _close(tag, box, into)

    def _text(self, raw: str, into: Box, style: Style, shown: Rectangle | None = None) -> None:
        words = _SPACES.sub(" ", raw[: 4 * LONGEST])
        if not words or (words == " " and not (into.items and isinstance(into.items[-1], Text))):
            return
        into.items.append(Text(shown=shown, words=words, style=style))

    def _widget(self, node: LexborNode, into: Box) -> None:
        place = self._source.places.get(node.mem_id, -1)
        control = self._source.controls.get(place)
        if control is None or control.kind == "hidden" or self._hidden(node):
            return
        shown = control.text if control.kind in BUTTONS else ""
        if control.kind.startswith("select"):
            shown = max((option.label for option in control.options[:200]), key=len, default="")
        width, height = widget_size(control.kind, dict(control.attributes), shown)
        seen = self._source.measured.controls.get(place) if self._source.measured else None
        into.items.append(Widget(width=width, height=height, place=place, kind=control.kind, shown=seen))


def _close(tag: str, box: Box, into: Box) -> None:
    """An inline element of one text is that text; an empty one is nothing, unless it takes a cell's place."""
    if box.display is Display.INLINE:
        texts = [item for item in box.items if isinstance(item, Text)]
        if tag in FORMATTING and len(texts) == len(box.items):
            into.items.extend(texts)
            return
        if tag not in FORMATTING and all(isinstance(item, Text | Break) for item in box.items):
            if texts:
                whole = _joined(texts)
                whole.element = True
                into.items.append(whole)
            return
    elif not box.items and box.display not in (Display.CELL, Display.ROW, Display.ROWS) and tag != "hr":
        return
    into.items.append(box)


def merged(items: Iterable[Item]) -> list[Item]:
    """Bare texts side by side become one piece; what is punctuation alone goes with its neighbour."""
    found: list[Item] = []
    for item in items:
        last = found[-1] if found else None
        if isinstance(item, Text) and isinstance(last, Text) and _together(last, item):
            found[-1] = _joined([last, item])
        else:
            found.append(item)
    return [item for item in found if not (isinstance(item, Text) and not item.words.strip())]


def _together(left: Text, right: Text) -> bool:
    if left.style.names != right.style.names:
        return not _WORD.search(right.words) and right.style.names < 0
    if not left.element and not right.element:
        return not _heads(left, right)
    if not _WORD.search(right.words) or not _WORD.search(left.words):
        return True
    return _goes_on(left, right)


def _heads(left: Text, right: Text) -> bool:
    """A heading in bold before the first label, in one line: "<b>My account</b> Member name:"."""
    before, begin = left.words.rstrip()[-1:], right.words.lstrip()[:1]
    return left.style.bold and not right.style.bold and begin.isupper() and before not in "-–/&,("


def _goes_on(left: Text, right: Text) -> bool:
    """A sentence with links in it: "I agree to the <a>terms</a> and conditions"; or what a comma begins."""
    before, begin = left.words.rstrip(), right.words.lstrip()[0]
    if begin in ",;":
        return True
    if before[-1] in ".:?!)*|":
        return False
    if right.style.link and not left.style.link:
        return before.count(" ") >= 2 and (not left.element or begin.islower())
    return left.style.link and not right.style.link and not right.element and (begin.islower() or begin in ",;.&")


def _joined(texts: list[Text]) -> Text:
    """One piece of several; it looks like the first of them that has a word."""
    speaking = next((text for text in texts if _WORD.search(text.words)), texts[0])
    places = [text.shown for text in texts if text.shown is not None]
    return Text(
        shown=around(places) if places else None,
        words=_SPACES.sub(" ", "".join(text.words for text in texts)),
        style=speaking.style._replace(label=any(text.style.label for text in texts)),
        element=all(text.element for text in texts if _WORD.search(text.words)),
    )


def finish(sketch: Box) -> list[Text | Widget]:
    """Measure texts, number texts and widgets, and count them in every box around them; all of them in order."""
    leaves: list[Text | Widget] = []
    pending: list[tuple[Item, Box | None]] = [(sketch, None)]
    ordered: list[Box] = []
    while pending:
        item, within = pending.pop()
        if isinstance(item, Break):
            continue
        item.within = within
        if isinstance(item, Box):
            ordered.append(item)
            pending.extend((inner, item) for inner in reversed(item.items))
            continue
        item.rank = len(leaves)
        leaves.append(item)
        if isinstance(item, Text):
            item.words = item.words.strip()[:LONGEST]
            item.width = text_width(item.words, item.style.size, bold=item.style.bold)
            item.height = line_height(item.style.size)
    for box in reversed(ordered):  # innermost first, so that each adds what is already counted
        for item in box.items:
            if isinstance(item, Box):
                box.widgets += item.widgets
                box.texts += item.texts
            elif isinstance(item, Widget):
                box.widgets += item.kind not in BUTTONS
            elif isinstance(item, Text):
                box.texts += 1
    return leaves
