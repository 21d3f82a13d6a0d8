"""Curves as SVG: distinct forms against pages, one line a strategy, mean over domains and worlds.

Written by hand, since a line chart is a few paths and a library for it would be the largest of all dependencies.
The bands are two standard errors over worlds.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from leadline_bench.locate.summary import Summary
from leadline_bench.locate.trial import ORACLE, Result

Numbers = NDArray[np.float64]

_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 210, 40, 52
_POINTS = 200
_LINE = 14
_LETTERS = 26
"""Of a name beside its line."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f6000", "#6a3d9a", "#b15928")
"""Okabe & Ito's palette, which colour-blind readers can tell apart, and three more."""
_FIXED = {ORACLE: "#000000", "random": "#999999"}


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    colour: str
    mean: Numbers
    error: Numbers
    is_dotted: bool = False
    """Whether another line has its colour: there are fewer colours that can be told apart than strategies."""


def curves(summary: Summary, what: Callable[[Result], Sequence[int]], title: str) -> str:
    """The chart as SVG; `what` are the pages at which forms were met."""
    return _chart(summary, lambda r, pages: np.searchsorted(np.asarray(what(r)), pages, side="right"), title)


def heights(summary: Summary, what: Callable[[Result], Sequence[tuple[int, float]]], title: str) -> str:
    """The chart of something that may fall again; `what` are (pages, how much) now and then."""

    def at(result: Result, pages: Numbers) -> Numbers:
        known = np.asarray([(0, 0.0), *what(result)], dtype=np.float64)
        return np.interp(pages, known[:, 0], known[:, 1])

    return _chart(summary, at, title)


def _chart(summary: Summary, at: Callable[[Result, Numbers], object], title: str) -> str:
    pages = np.linspace(0, summary.plan.pages, _POINTS + 1)
    return chart(_lines(summary, at, pages), pages, title)


def chart(lines: Sequence[Line], across: Numbers, title: str, below: str = "pages fetched") -> str:
    """Lines over the same numbers as SVG; `below` says what these are."""
    top = max(1.0, *(float((line.mean + line.error).max()) for line in lines))
    places = _Chart(float(across[-1]), rounded_up(top), below)
    return drawing(
        _WIDTH,
        _HEIGHT,
        f'<text x="{_LEFT}" y="24" font-size="15">{escape(title)}</text>',
        *places.axes(),
        *(places.band(across, line) for line in lines),
        *(places.line(across, line) for line in lines),
        *places.names(lines),
    )


def colours(names: Sequence[str]) -> dict[str, str]:
    """One for each strategy, the same everywhere for those that stand beside all others."""
    free = iter(COLOURS * len(names))
    return {name: _FIXED.get(name) or next(free) for name in names}


def drawing(width: float, height: float, *parts: str) -> str:
    """An SVG on white."""
    box = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
            '<rect width="100%" height="100%" fill="white"/>',
            '<g font-family="sans-serif" font-size="12">',
            *parts,
            "</g>",
            "</svg>",
            "",
        ]
    )


def panels(drawings: Sequence[str], across: int = 3) -> str:
    """Several drawings of one size as one."""
    across = min(across, len(drawings))
    down = -(-len(drawings) // across)
    width, height = _WIDTH * 0.62, _HEIGHT * 0.62
    size = f'width="{width:.0f}" height="{height:.0f}"'
    placed = (
        inner.replace(
            f'width="{_WIDTH}" height="{_HEIGHT}"',
            f'x="{n % across * width:.0f}" y="{n // across * height:.0f}" {size}',
        )
        for n, inner in enumerate(drawings)
    )
    return drawing(across * width, down * height, *placed)


def _lines(summary: Summary, at: Callable[[Result, Numbers], object], pages: Numbers) -> list[Line]:
    lines: list[Line] = []
    for name, colour in colours(summary.plan.strategies).items():
        is_taken = any(line.colour == colour for line in lines)
        met = [at(r, pages) for r in summary.of(name)]
        worlds = np.asarray(met, dtype=np.float64).reshape(summary.plan.worlds, -1, len(pages)).mean(axis=1)
        error = 2 * worlds.std(axis=0, ddof=min(1, len(worlds) - 1)) / sqrt(len(worlds))
        lines.append(Line(name, colour, worlds.mean(axis=0), error, is_taken))
    return lines


class _Chart:
    """Numbers to places."""

    def __init__(self, right: float, top: float, below: str) -> None:
        self._right = right
        self._top = top
        self._below = below

    def place(self, x: float, y: float) -> str:
        across = _LEFT + (_WIDTH - _LEFT - _RIGHT) * x / self._right
        down = _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * max(0.0, y) / self._top
        return f"{across:.1f},{down:.1f}"

    def axes(self) -> list[str]:
        parts = []
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            x, y = self.place(share * self._right, 0).split(",")
            anchor = "middle" if share < 1.0 else "end"  # names of lines stand beside it
            parts.append(
                f'<text x="{x}" y="{float(y) + 18:.0f}" text-anchor="{anchor}">{share * self._right:,.0f}</text>'
            )
            left, level = self.place(0, share * self._top).split(",")
            parts.append(f'<path d="M{left},{level}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
            parts.append(
                f'<text x="{float(left) - 8:.0f}" y="{float(level) + 4:.1f}" text-anchor="end">'
                f"{share * self._top:,.4g}</text>"
            )
        middle = (_LEFT + _WIDTH - _RIGHT) / 2
        return [
            *parts,
            f'<text x="{middle:.0f}" y="{_HEIGHT - 12}" text-anchor="middle">{escape(self._below)}</text>',
        ]

    def line(self, pages: Numbers, line: Line) -> str:
        points = " ".join(self.place(x, y) for x, y in zip(pages, line.mean, strict=True))
        dashes = ' stroke-dasharray="6 4"' if line.name in _FIXED else ""
        dashes = dashes or (' stroke-dasharray="2 3"' if line.is_dotted else "")
        return f'<polyline points="{points}" fill="none" stroke="{line.colour}" stroke-width="2"{dashes}/>'

    def band(self, pages: Numbers, line: Line) -> str:
        above = [self.place(x, y) for x, y in zip(pages, line.mean + line.error, strict=True)]
        below = [self.place(x, y) for x, y in zip(pages, line.mean - line.error, strict=True)]
        return f'<polygon points="{" ".join(above + below[::-1])}" fill="{line.colour}" fill-opacity="0.12"/>'

    def names(self, lines: Sequence[Line]) -> list[str]:
        """Beside the ends of their lines, moved apart where they would overlap; what all have in common is left
        out."""
        shared = set.intersection(*(set(line.name.split("@")[1:]) for line in lines))
        ordered = sorted(lines, key=lambda line: -line.mean[-1])
        ends = [float(self.place(0, line.mean[-1]).split(",")[1]) + 4 for line in ordered]
        places = _spaced(ends, _HEIGHT - 8)
        x = _WIDTH - _RIGHT + 8
        return [
            f'<text x="{x}" y="{y:.1f}" fill="{line.colour}">'
            f"{escape(_short(line.name, shared))} {line.mean[-1]:.1f}</text>"
            for line, y in zip(ordered, places, strict=True)
        ]


def _spaced(ends: Sequence[float], lowest: float) -> list[float]:
    """Heights that grow, moved apart so that names do not overlap, and none lower than that.

    >>> _spaced([10.0, 12.0, 90.0], 100.0), _spaced([90.0, 99.0], 100.0)
    ([10.0, 24.0, 90.0], [86.0, 100.0])
    """
    places = list(ends)
    for n in range(1, len(places)):
        places[n] = max(places[n], places[n - 1] + _LINE)
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], lowest - _LINE * (len(places) - 1 - n))
    return places


def _short(name: str, shared: Collection[str]) -> str:
    """The name of a variant as it fits beside a line.

    >>> _short("ache@links.apprentice=0.3@alone", {"alone"})
    'ache@apprentice=0.3'
    """
    plain, *behind = name.split("@")
    own = (part.partition("=") for part in behind if part not in shared)
    told = "@".join([plain, *(f"{key.rpartition('.')[2]}{equals}{value}" for key, equals, value in own)])
    return told if len(told) <= _LETTERS else f"{told[: _LETTERS - 1]}…"


def rounded_up(value: float) -> float:
    """The next 1, 2, 4 or 8 times a power of ten.

    >>> [rounded_up(v) for v in (0.3, 4.0, 41.0, 900.0)]
    [0.4, 4.0, 80.0, 1000.0]
    """
    unit = 10.0 ** np.floor(np.log10(value))
    return float(next(unit * step for step in (1, 2, 4, 8, 10) if unit * step >= value * (1 - 1e-9)))
