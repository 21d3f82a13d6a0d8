"""How deep a page may nest, estimated from its bytes at a fraction of the cost of parsing it.

Every `<` is looked at with the letters behind it, in arrays: a start tag is one down, an end tag one up.
Void elements and those a next one closes by itself (`<li>`, `<p>`, `<td>`) count for nothing, since they
cannot nest without something between them that does. The estimate errs on the side of suspicion: what is
called risky is only tokenised and looked at properly (`thin`).
"""

import re

import numpy as np
from numpy.typing import NDArray

DEEP = 200
"""Levels below which no page is slow to build; real pages stay under 60."""
STRAY = 1_000
"""End tags that close nothing, or not what was opened last: each searches the stack."""
_NEAR = 16
_QUOTED = 200
_RAW = re.compile(r"<(!--|script|style|title|textarea|xmp|noembed|noframes|iframe)", re.IGNORECASE)
_ENDS = {
    name: re.compile("-->" if name == "!--" else f"</{name}", re.IGNORECASE)
    for name in ("!--", "script", "style", "title", "textarea", "xmp", "noembed", "noframes", "iframe")
}
FORMATTING = 30
"""Formatting elements open at once, each opened again by every block that follows."""

_FLAT = (
    *("br", "hr", "img", "inp", "met", "lin", "sou", "emb", "wbr", "col", "are", "bas", "par", "tra", "key"),
    *("p", "li", "td", "th", "tr", "dt", "dd", "opt", "tbo", "the", "tfo", "rt", "rp"),
)
_SHAPING = ("b", "i", "u", "s", "tt", "em", "fon", "big", "sma", "str", "cod", "nob")

_LOWER = np.arange(256, dtype=np.uint32)
_LOWER[65:91] += 32


def _code(name: str) -> int:
    """Up to three letters as one number; a shorter name is padded with what ends it."""
    padded = name[:3].ljust(3, "\0").encode()
    return padded[0] << 16 | padded[1] << 8 | padded[2]


_FLAT_CODES = np.array([_code(n) for n in _FLAT], dtype=np.uint32)
_SHAPING_CODES = np.array([_code(n) for n in _SHAPING], dtype=np.uint32)


def risky(html: str) -> bool:
    """Whether building the tree of this page might take more than linear time.

    >>> risky("<p>one<p>two<img>" * 5000), risky("<div>" * 5000), risky("<b><p></b>" * 5000)
    (False, True, False)
    >>> risky("<font color=red><p>x</p>" * 5000), risky("</x>" * 5000)
    (True, True)
    """
    data = np.frombuffer(_markup_of(html).encode("utf-8", "replace") + b"\0\0\0\0", dtype=np.uint8)
    if _tags_in_tags(data) > _QUOTED:
        return True
    codes, step = _tags(data)
    shaping = np.isin(codes, _SHAPING_CODES)
    if shaping.any() and _rise(np.where(shaping, step, 0)) > FORMATTING:
        return True
    flat = np.isin(codes, _FLAT_CODES)
    if flat.any() and -int(np.cumsum(np.where(flat, step, 0)).min()) > STRAY:
        return True
    nesting = ~(flat | shaping)
    return _nests_badly((codes[nesting].astype(np.int64) * step[nesting]).tolist())


def _nests_badly(tags: list[int]) -> bool:
    """Too deep, or closed in another order than opened too often; an end tag is its start tag's negative."""
    stack: list[int] = []
    crossed = 0
    for tag in tags:
        if tag > 0:
            stack.append(tag)
            if len(stack) > DEEP:
                return True
        elif stack and stack[-1] == -tag:
            stack.pop()
        else:
            crossed += 1
            if crossed > STRAY:
                return True
            if -tag in stack[-_NEAR:]:
                while stack.pop() != -tag:
                    pass
    return False


def _tags_in_tags(data: NDArray[np.uint8]) -> int:
    """How often a `<` follows another without a `>` between: end tags hidden in attributes."""
    angles = data[(data == 0x3C) | (data == 0x3E)]
    return int(np.count_nonzero((angles[1:] == 0x3C) & (angles[:-1] == 0x3C)))


def _tags(data: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """(first letters, +1 or −1) of everything that looks like a tag."""
    place = np.flatnonzero(data == 0x3C)
    closing = data[place + 1] == 0x2F
    place = place + 1 + closing
    letters = [_LOWER[data[np.minimum(place + k, data.size - 1)]] for k in range(3)]
    is_tag = (letters[0] >= 97) & (letters[0] <= 122)
    # What is no letter or digit ends a name, and so do the letters after it.
    second = np.where(_in_name(letters[1]), letters[1], 0)
    third = np.where((second != 0) & _in_name(letters[2]), letters[2], 0)
    codes = (letters[0] << 16 | second << 8 | third)[is_tag].astype(np.uint32)
    return codes, np.where(closing, -1, 1)[is_tag]


def _in_name(letter: NDArray[np.uint32]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = ((letter >= 97) & (letter <= 122)) | ((letter >= 48) & (letter <= 57))
    return found


def _rise(step: NDArray[np.int64]) -> int:
    """The largest climb from any low to a later high: end tags that close nothing do not hide it."""
    depth = np.cumsum(step)
    return int((depth - np.minimum(np.minimum.accumulate(depth), 0)).max())


def _markup_of(html: str) -> str:
    """The page without comments, scripts and other raw text, which may hold anything that looks like a tag."""
    kept = []
    end = 0
    while (opened := _RAW.search(html, end)) is not None:
        kept.append(html[end : opened.start()])
        closing = _ENDS[opened[1].lower()].search(html, opened.end())
        if closing is None:
            return "".join(kept)
        end = closing.end()
    kept.append(html[end:])
    return "".join(kept)
