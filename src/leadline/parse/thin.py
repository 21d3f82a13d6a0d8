"""Hostile markup thinned so that tree building stays linear; see `tame` for when and why.

A stack of open elements is kept roughly as the standard keeps it. Where it is deeper than `DEEPEST`, start
tags of elements that only nest are dropped, and the end tags that then match nothing. Formatting elements
may be open at once up to a number that falls with the size of the page, since every later block opens all
of them again. A tag with more than `MOST_ATTRIBUTES` loses the rest.
"""

from collections import Counter
from html import escape

from turbohtml import tokenize

from leadline.parse.tame import FORMATTING, Tag, tags_of
from leadline.parse.tree import ELEMENTS, elements

DEEPEST = 256  # browsers stop at 512; a page that gets here is not worth twice the time
MOST_FORMATTING = 40
_MOST_REOPENED = 2_000_000
_MOST_STRAY = 2_000  # end tags that match nothing: each searches the stack
_MOST_ROOTS = 50
MOST_ATTRIBUTES = 200

_VOID, _KEPT, _RAW, _BOUNDARY = elements("void"), elements("kept"), elements("raw"), elements("boundary")
_FORMATTING = FORMATTING | {"a"}
_BELOW = {"tr": 1, "tbody": 2, "thead": 2, "tfoot": 2}
"""What has to have room below: the text of a cell that was dropped would stand between cells."""
_ROOT = ("html", "body")
_CLOSES = {
    **dict.fromkeys(elements("closing_p"), frozenset({"p"})),
    **{name: frozenset(closed.split()) for name, closed in ELEMENTS["closes"].items()},
}
_NEAR = 16  # how far up the stack an element is looked for: a bound on the work, not a rule of the standard
_ONLY_ON_TOP = elements("closes_only_on_top")


class _Stack:
    """Open elements, counted by name so that looking for one takes no search."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.count = Counter[str]()
        self.formatting = 0

    def push(self, name: str) -> None:
        self.names.append(name)
        self.count[name] += 1
        self.formatting += name in _FORMATTING

    def pop(self) -> str:
        name = self.names.pop()
        self.count[name] -= 1
        self.formatting -= name in _FORMATTING
        return name

    def open(self, name: str) -> bool:
        return self.count[name] > 0

    def close_implied(self, name: str) -> None:
        """What a start tag closes without saying so, with what stands open in it, if it is near the top."""
        closed = _CLOSES.get(name)
        if closed is None or self.open("svg") or self.open("math"):
            return
        near = 1 if name in _ONLY_ON_TOP else _NEAR
        for above in range(1, min(near, len(self.names)) + 1):
            found = self.names[-above]
            if found in closed:
                self._close(above)
                return
            if found in _BOUNDARY:
                return

    def _close(self, above: int) -> None:
        """A link ends without what was opened in it (the adoption agency), anything else with it."""
        closed = [self.pop() for _ in range(above)]
        if closed[-1] == "a":
            for name in reversed(closed[:-1]):
                self.push(name)


def thinned(html: str) -> str:
    tags = list(tags_of(html))
    # Every block opens all formatting elements again: their product with the number of tags bounds the tree.
    most = max(2, min(MOST_FORMATTING, _MOST_REOPENED // (len(tags) + 1)))
    stack, roots, stray, exceeds = _Stack(), 0, 0, False
    pieces: list[str] = []
    copied = 0
    for tag in tags:
        keep = _closed(tag, stack) if tag.closing else _opened(tag, stack, most)
        stray += tag.closing and not keep
        exceeds |= tag.attributes > MOST_ATTRIBUTES or not (keep or tag.closing)
        if tag.name in _ROOT and not tag.closing:
            # A second <body> or <html> only adds attributes to the first, each compared with all there are.
            roots += 1
            keep = roots <= _MOST_ROOTS
        if not keep or tag.attributes > MOST_ATTRIBUTES:
            pieces += (html[copied : tag.start], _shortened(html[tag.start : tag.end]) if keep else " ")
            copied = tag.end
    # Only a page beyond a limit is changed at all: the stack kept here is no browser's.
    exceeds = exceeds or stray > _MOST_STRAY or roots > _MOST_ROOTS
    return "".join((*pieces, html[copied:])) if exceeds else html


def _opened(tag: Tag, stack: _Stack, most: int) -> bool:
    name = tag.name
    if name in _VOID or name == "form":
        # A form is not closed by its place in the stack but by its end tag, wherever that stands.
        return True
    stack.close_implied(name)
    if name in _FORMATTING and name != "a" and stack.formatting >= most:
        return False
    depth = len(stack.names)
    if depth >= DEEPEST and (name not in _KEPT or depth + _BELOW.get(name, 0) >= 2 * DEEPEST):
        return name in _RAW
    stack.push(name)
    return True


def _closed(tag: Tag, stack: _Stack) -> bool:
    """An end tag closes what is open above its element; one that matches nothing has no effect anyhow.

    `</p>` and `</br>` make an element out of nothing by the standard; an empty paragraph is no loss."""
    if not stack.open(tag.name):
        return tag.name == "form" or tag.name in _RAW
    while stack.pop() != tag.name:
        pass
    return True


def _shortened(source: str) -> str:
    """The tag with its first attributes."""
    token = next(iter(tokenize(source)))
    written = (f' {name}="{escape(value)}"' for name, value in (token.attrs or [])[:MOST_ATTRIBUTES])
    return f"<{token.tag}{''.join(written)}>"
