"""Charts as SVG, made here: lines with a band, and bars. They stand inside of pages, so nothing of them is style:
colours are classes of the style sheet, and a page's policy forbids anything else.

>>> line_chart([Line("here", [(0, 0), (2, 5)])], "records", "queries").startswith("<svg")
True
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from leadline.errors import escaped

_WIDTH, _HEIGHT = 720, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 150, 14, 46
_BAR = 22
_NAME = 220
_COLOURS = 6  # classes `line-0` … of the style sheet
_LETTERS, _LETTER = 34, 8.0  # of a name at most; how wide each is

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: Points
    band: Sequence[tuple[float, float, float]] = ()  # x, low, high


def line_chart(lines: Sequence[Line], up: str, across: str) -> str:
    """Lines over the same axes, named at their ends."""
    widest = max((x for line in lines for x, _ in line.points), default=1.0) or 1.0
    heights = [y for line in lines for _, y in line.points]
    heights += [high for line in lines for _, _, high in line.band]
    room = max((len(_short(line.name)) for line in lines), default=0) * _LETTER + 16
    frame = _Frame(widest, _rounded_up(max(heights, default=1.0) or 1.0), max(_RIGHT, room))
    marks = [*frame.axes(up, across)]
    for number, line in enumerate(lines):
        marks += frame.drawn(line, number % _COLOURS)
    marks += frame.names(lines)
    told = escape(f"{up} against {across}: " + "; ".join(map(_told, lines)))
    return _svg(_WIDTH, _HEIGHT, told, marks)


def bar_chart(bars: Sequence[tuple[str, float, str]], what: str) -> str:
    """(name, length, what is written behind it), one below the other."""
    longest = max((length for _, length, _ in bars), default=1.0) or 1.0
    room = _WIDTH - _NAME - 110
    marks = []
    for number, (name, length, said) in enumerate(bars):
        y = 6 + number * _BAR
        wide = max(1.0, room * length / longest)
        marks += [
            f'<text class="name" x="{_NAME - 8}" y="{y + 14}" text-anchor="end">{_clean(name)}</text>',
            f'<rect class="bar" x="{_NAME}" y="{y}" width="{wide:.1f}" height="{_BAR - 6}"/>',
            f'<text x="{_NAME + wide + 6:.1f}" y="{y + 14}">{_clean(said)}</text>',
        ]
    return _svg(_WIDTH, 12 + _BAR * len(bars), escape(what), marks)


def _told(line: Line) -> str:
    last = line.points[-1][1] if line.points else 0
    return f"{escaped(line.name)} ends at {last:,.0f}"


def _clean(text: str) -> str:
    return escape(escaped(_short(text)))


def _short(text: str) -> str:
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…"


def _svg(width: int, height: int, told: str, marks: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width} {height}" role="img" aria-label="{told}"'
    return f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" {size}>{"".join(marks)}</svg>'


def _rounded_up(value: float) -> float:
    """
    >>> _rounded_up(26), _rounded_up(101), _rounded_up(3)
    (30.0, 125.0, 3.0)
    """
    unit = 10.0 ** floor(log10(value))
    return next(
        step * unit for step in (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0) if step * unit >= value
    )


class _Frame:
    """Where numbers stand on the paper."""

    def __init__(self, widest: float, highest: float, room: float) -> None:
        self._widest, self._highest, self._right = widest, highest, _WIDTH - room

    def x(self, value: float) -> float:
        return _LEFT + (self._right - _LEFT) * value / self._widest

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * min(value, self._highest) / self._highest

    def axes(self, up: str, across: str) -> Iterator[str]:
        right, bottom = self._right, _HEIGHT - _BOTTOM
        parts = next((n for n in (4, 5, 6, 3, 2) if self._highest % n == 0), 1 if self._highest == 1 else 4)
        for part in range(parts + 1):
            value = self._highest * part / parts
            y = self.y(value)
            yield f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}</text>'
        for place in sorted({0.0, float(round(self._widest / 2)), self._widest}):
            yield f'<text x="{self.x(place):.1f}" y="{bottom + 18}" text-anchor="middle">{_number(place)}</text>'
        middle = (_LEFT + right) / 2
        yield f'<text class="axis" x="{middle}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>'
        yield f'<text class="axis" x="{_LEFT + 8}" y="{_TOP + 12}">{escape(up)}</text>'

    def drawn(self, line: Line, colour: int) -> Iterator[str]:
        if len(line.band) > 1:
            upper = [f"{self.x(x):.1f},{self.y(high):.1f}" for x, _, high in line.band]
            lower = [f"{self.x(x):.1f},{self.y(low):.1f}" for x, low, _ in reversed(line.band)]
            yield f'<polygon class="band line-{colour}" points="{" ".join(upper + lower)}"/>'
        elif line.band:  # an interval of one moment
            x, low, high = line.band[0]
            at = f'x1="{self.x(x):.1f}" x2="{self.x(x):.1f}" y1="{self.y(low):.1f}" y2="{self.y(high):.1f}"'
            yield f'<line class="whisker line-{colour}" {at}/>'
        places = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in line.points)
        yield f'<polyline class="curve line-{colour}" points="{places}"/>'
        if line.points:
            x, y = line.points[-1]
            yield f'<circle class="end line-{colour}" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3.5"/>'

    def names(self, lines: Sequence[Line]) -> Iterator[str]:
        """Beside the ends of lines, moved apart where they would stand on each other."""
        ends = [(self.y(line.points[-1][1]), n, line) for n, line in enumerate(lines) if line.points]
        free = float(_TOP)
        for y, number, line in sorted(ends, key=lambda end: (end[0], end[1])):
            at = max(y + 4, free)
            free = at + 16
            x = self.x(line.points[-1][0]) + 9
            colour = f"label line-{number % _COLOURS}"
            yield f'<text class="{colour}" x="{x:.1f}" y="{at:.1f}">{_clean(line.name)}</text>'


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
