"""Forms drawn as they were laid out, with a line from each field to its label: people check labels by looking.

What is drawn is the sketch that labels were read from, not the page as a browser shows it; where both differ, a
wrong label has its reason. A line is the greener the surer the label. A label that stands nowhere (an attribute)
is written into its field; a field without one is red.

Everything from the page is text: it is escaped, and characters XML forbids are left out.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from leadline.app.inspect import Inspected
from leadline.forms.labels.reading import tidy
from leadline.forms.layout.boxes import Placed, Text, Widget
from leadline.forms.layout.markup import LINE, line_height
from leadline.forms.layout.source import Scene, Source, scene_of
from leadline.model.field import CHOICES, Field, UnderstoodForm
from leadline.model.form import BUTTONS

_MARGIN = 20.0
_NARROWEST = 480.0
_HEADING = 26.0
_LONGEST = 140
_BOLD_LETTER = 10.0
_SMALL_LETTER = 6.0  # width of one letter of what is written into a field: more than fits is pressed together
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STYLE = (
    "text{font:13px sans-serif;fill:#333}.head{font-weight:bold;font-size:15px}.why{fill:#777}"
    ".own{fill:#fff;stroke:#36c}.other{fill:#eee;stroke:#bbb}.none{fill:#fee;stroke:#c33}.button{fill:#ddd;stroke:#888}"
    ".type{fill:#a0522d;font-size:11px}"
    "line{stroke-width:2;opacity:.75}"
)


class _Drawn(NamedTuple):
    """A piece of the picture with the room it takes."""

    marks: str
    width: float
    height: float


def drawing(results: Iterable[Inspected]) -> str:
    """One SVG document with every form of every page, below each other."""
    marks: list[str] = []
    width, height = _NARROWEST, _MARGIN
    for result in results:
        for piece in _pages(result):
            marks.append(f'<g transform="translate({_MARGIN:g} {height:g})">{piece.marks}</g>')
            width, height = max(width, piece.width + 2 * _MARGIN), height + piece.height + _MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#fcfcfc"/>{"".join(marks)}</svg>\n'
    )


def _pages(result: Inspected) -> Iterator[_Drawn]:
    title = f"{result.page.title or '(no title)'} · {result.source}"[:_LONGEST]
    yield _Drawn(_text(title, 0, 15, "head"), _BOLD_LETTER * len(title), _HEADING)
    if not result.page.forms:
        yield _Drawn(_text("No form on this page.", 0, 15), 0, _HEADING)
        return
    source = Source(result.document)
    for known in result.forms:
        yield _form(known, scene_of(source, known.form))


def _form(known: UnderstoodForm, scene: Scene) -> _Drawn:
    items: list[Placed] = [*scene.texts, *scene.widgets]
    left, top = min((i.left for i in items), default=0.0), min((i.top for i in items), default=0.0)
    width = max((i.right for i in items), default=0.0) - left
    height = max((i.bottom for i in items), default=0.0) - top
    safe = "safe to send" if known.verdict.safe else f"not to be sent: {'; '.join(known.verdict.refused)}"
    kind, searchable = known.judgement.kind, known.judgement.searchable
    heading = f"form {known.form.index}: {kind}, P(search) {searchable:.2f}, {safe}"[:_LONGEST]
    body = "".join(_Drawer(known, scene).marks())
    shifted = f'<g transform="translate({-left:g} {_HEADING - top:g})">{body}</g>'
    room = max(width + 90.0, 7.0 * len(heading))
    return _Drawn(_text(heading, 0, 15, "why") + shifted, room, height + _HEADING + 14.0)


class _Drawer:
    """One form on its sketch."""

    def __init__(self, known: UnderstoodForm, scene: Scene) -> None:
        self._scene = scene
        self._controls = {control.place: control for control in known.form.controls}
        self._fields = known.fields
        self._by_place = {widget.place: widget for widget in scene.widgets}
        self._of = {place: field for field in known.fields for place in field.places}

    def marks(self) -> Iterator[str]:
        yield from (_lines_of(text) for text in self._scene.texts)
        yield from (self._widget(widget) for widget in self._scene.widgets)
        for field in self._fields:
            yield from self._links(field)

    def _widget(self, widget: Widget) -> str:
        control, found = self._controls.get(widget.place), self._of.get(widget.place)
        if control is None:
            return _rectangle(widget, "other")
        if control.kind in BUTTONS:
            shown = control.text or control.value
            return _rectangle(widget, "button") + _text(shown[:60], widget.left + 8, widget.top + 16)
        return _rectangle(widget, "own" if found is not None and found.label else "none")

    def _links(self, field: Field) -> Iterator[str]:
        """The line to the label, thinner ones to the labels of values, and what the field takes."""
        seen = [self._by_place[place] for place in field.places if place in self._by_place]
        if not seen:
            return
        edge = seen[-1].right
        if field.control in CHOICES and len(field.controls) > 1:
            for number, place in enumerate(field.places):
                widget = self._by_place.get(place)
                text = self._nearest(field.value_labels[number], widget) if widget is not None else None
                if widget is not None and text is not None:
                    edge = max(edge, text.right)
                    yield _line(widget, text, "#999", 1)
        target = self._nearest(field.label, seen[0])
        caption = f"{field.type.value} {field.end}".strip()
        if target is not None:
            hue = 120 * min(1.0, max(0.0, field.label_confidence))
            yield _line(seen[0], target, f"hsl({hue:.0f} 70% 40%)", 2)
        elif field.label:
            caption = f"{field.label[:40]} · {caption}"
        if field.control in CHOICES:
            yield _text(caption, edge + 8, seen[0].top + 14, "type")
        else:
            room = seen[0].width - 8
            fit = room if len(caption) * _SMALL_LETTER > room else None
            yield _text(caption, seen[0].left + 4, seen[0].top + 14, "type", fit)

    def _nearest(self, label: str, widget: Widget) -> Text | None:
        """The text a label was read from: the nearest one that says it."""
        wanted = tidy(label)
        alike = [text for text in self._scene.texts if wanted and tidy(text.words) == wanted]
        return min(alike, key=lambda text: _apart(text, widget), default=None)


def _apart(text: Text, widget: Widget) -> float:
    across = max(text.left - widget.right, widget.left - text.right, 0.0)
    return across + max(text.top - widget.bottom, widget.top - text.bottom, 0.0)


def _line(widget: Widget, text: Text, colour: str, thick: int) -> str:
    """Between the middles of the two, each cut at the edge that faces the other."""
    x1, y1 = _facing(widget, text)
    x2, y2 = _facing(text, widget)
    ends = f'x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"'
    dot = f'<circle cx="{x2:.0f}" cy="{y2:.0f}" r="{thick + 1}" fill="{colour}"/>'
    return f'<line {ends} stroke="{colour}" style="stroke-width:{thick}"/>{dot}'


def _facing(item: Placed, other: Placed) -> tuple[float, float]:
    x = min(max((other.left + other.right) / 2, item.left), item.right)
    y = min(max((other.top + other.bottom) / 2, item.top), item.bottom)
    return x, y


def _rectangle(item: Placed, kind: str) -> str:
    place = f'x="{item.left:.0f}" y="{item.top:.0f}" width="{item.width:.0f}" height="{item.height:.0f}"'
    return f'<rect class="{kind}" rx="3" {place}/>'


def _lines_of(text: Text) -> str:
    """A text that runs over several lines is cut at its spaces as evenly as they allow."""
    rows = max(1, int(text.height / line_height(text.style.size) + 0.1))
    longest = max(1, -(-len(text.words) // rows))
    lines: list[str] = []
    line = ""
    for word in text.words.split():
        if line and len(line) + len(word) > longest and len(lines) < rows - 1:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    weight = "head" if text.style.size > 0 or text.style.bold else ""
    fit = text.width if rows == 1 else None
    top = text.top + 14
    return "".join(_text(one, text.left, top + n * LINE, weight, fit) for n, one in enumerate([*lines, line]))


def _text(words: str, x: float, y: float, kind: str = "", fit: float | None = None) -> str:
    clean = escape(_FORBIDDEN.sub("", " ".join(words.split())))
    as_wide = f' textLength="{fit:.0f}" lengthAdjust="spacingAndGlyphs"' if fit and len(clean) > 1 else ""
    return f'<text class="{kind}" x="{x:.0f}" y="{y:.0f}"{as_wide}>{clean}</text>'
