"""Rough sizes: a default font, and widgets as browsers draw them without style sheets (HiWE section 5.1)."""

from collections.abc import Mapping

CHARACTER = 7.0
LINE = 20.0
PAGE = 960.0
"""Width a form is laid out in."""
_WIDEST = 60
"""Characters of one text field: what is wider says more about the author than about the layout."""


def text_width(text: str, size: int = 0, *, bold: bool = False) -> float:
    """Wide characters (from U+1100 on) count twice."""
    count = len(text) if text.isascii() else sum(2 if c >= "\u1100" else 1 for c in text)
    return count * CHARACTER * (1.0 + 0.15 * size) * (1.1 if bold else 1.0)


def line_height(size: int) -> float:
    return LINE * (1.0 + 0.15 * max(size, 0))


def widget_size(kind: str, attributes: Mapping[str, str | None], shown: str) -> tuple[float, float]:
    """Width and height; `shown` is the text of a button or the longest option."""
    if kind in ("radio", "checkbox"):
        return 16.0, LINE
    if kind in ("submit", "reset", "button", "image"):
        return max(40.0, text_width(shown[:_WIDEST]) + 16.0), LINE + 4
    if kind.startswith("select"):
        rows = _number(attributes.get("size"), 4 if kind == "select-multiple" else 1, 30)
        return text_width(shown[:_WIDEST]) + 30.0, LINE * rows + 2
    if kind == "textarea":
        columns, rows = _number(attributes.get("cols"), 20, _WIDEST), _number(attributes.get("rows"), 2, 30)
        return columns * CHARACTER + 20.0, rows * LINE
    return _number(attributes.get("size"), 20, _WIDEST) * CHARACTER + 8.0, LINE + 2


def _number(written: str | None, default: int, most: int) -> int:
    digits = (written or "").strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6 or int(digits) == 0:
        return default
    return min(int(digits), most)


def span(written: str | None, most: int) -> int:
    """A `colspan` or `rowspan`: 1 where it says nothing sensible, 0 where it says so.

    >>> span("3", 100), span("x", 100), span("0", 100), span("9999", 100)
    (3, 1, 0, 100)
    """
    digits = (written or "").strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6:
        return 1
    return min(int(digits), most)
