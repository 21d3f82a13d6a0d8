"""Bars and grids as SVG, in the manner of `leadline_bench.locate.plot`."""

from collections.abc import Collection, Mapping, Sequence
from html import escape

from leadline_bench.locate.plot import COLOURS, drawing, rounded_up

_LEFT, _TOP, _BOTTOM = 60, 60, 50


def bars(title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """One group of bars a domain, one bar a series."""
    wide = max(90, 16 * len(series) + 24)
    width, height = _LEFT + wide * len(groups) + 20, 360
    top = rounded_up(max(1e-9, *(value for values in series.values() for value in values)))
    floor, tall = height - _BOTTOM, height - _BOTTOM - _TOP
    parts = [f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>']
    for share in (0.0, 0.5, 1.0):
        y = floor - share * tall
        parts.append(f'<path d="M{_LEFT},{y:.1f}H{width - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share * top:,.4g}</text>')
    each = (wide - 24) / len(series)
    for n, (name, values) in enumerate(series.items()):
        colour = COLOURS[n % len(COLOURS)]
        at = _LEFT + n * 150
        parts.append(f'<rect x="{at}" y="34" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{at + 14}" y="43">{escape(name)}</text>')
        for g, value in enumerate(values):
            x, tall_one = _LEFT + g * wide + 12 + n * each, tall * value / top
            parts.append(
                f'<rect x="{x:.1f}" y="{floor - tall_one:.1f}" width="{each - 2:.1f}" height="{tall_one:.1f}" '
                f'fill="{colour}"><title>{escape(name)}: {value:.3g}</title></rect>'
            )
    for g, group in enumerate(groups):
        x = _LEFT + (g + 0.5) * wide
        parts.append(f'<text x="{x:.0f}" y="{floor + 18}" text-anchor="middle">{escape(group)}</text>')
    return drawing(max(width, _LEFT + 150 * len(series)), height, *parts)


def grid(title: str, blocks: Mapping[str, Sequence[Collection[str]]]) -> str:
    """Which terms were chosen when: one block a context, one row a term, one column an iteration."""
    parts = [f'<text x="20" y="22" font-size="15">{escape(title)}</text>']
    columns = max((len(found) for found in blocks.values()), default=0)
    y = 44
    for context, iterations in blocks.items():
        terms = dict.fromkeys(term for chosen in iterations for term in chosen)
        parts.append(f'<text x="20" y="{y}" font-weight="bold">{escape(context)}</text>')
        parts += (
            f'<text x="{178 + 24 * n}" y="{y}" text-anchor="middle">{n + 1}</text>' for n in range(len(iterations))
        )
        for term in terms:
            y += 18
            parts.append(f'<text x="160" y="{y}" text-anchor="end">{escape(term)}</text>')
            for n, chosen in enumerate(iterations):
                fill = COLOURS[0] if term in chosen else "#eee"
                parts.append(f'<rect x="{168 + 24 * n}" y="{y - 12}" width="20" height="14" fill="{fill}"/>')
        y += 32
    return drawing(max(420, 190 + 24 * columns), y, *parts)
