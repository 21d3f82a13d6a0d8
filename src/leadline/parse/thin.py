"""Hostile markup thinned so that tree building stays linear; see `tame` for when and why.

A stack of open elements is kept roughly as the standard keeps it. Where it is deeper than `DEEPEST`, start
tags of elements that only nest are dropped, and the end tags that then match nothing. Formatting elements
may be open at once up to a number that falls with the size of the page, since every later block opens all
of them again. A tag with more than `MOST_ATTRIBUTES` loses the rest.
"""

from collections.abc import Sequence

from turbohtml import tokenize

from leadline.parse.tokens import Tag, tags_of

DEEPEST = 256
"""Browsers stop at 512; a page that gets here is not worth twice the time."""
MOST_FORMATTING = 40
_MOST_REOPENED = 2_000_000
_MOST_STRAY = 2_000
"""End tags that match nothing: each searches the stack."""
_MOST_ROOTS = 50
MOST_ATTRIBUTES = 200

_VOID = frozenset(
    {"area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input"}
    | {"keygen", "link", "meta", "param", "source", "track", "wbr"}
)
_FORMATTING = frozenset(
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)
_KEPT = frozenset(
    {"a", "body", "button", "caption", "form", "frameset", "head", "html", "iframe", "noembed", "noframes"}
    | {"noscript", "option", "plaintext", "script", "select", "style", "tbody", "td", "textarea", "tfoot"}
    | {"th", "thead", "title", "tr", "xmp"}
)
"""Never dropped: they mean something to us, hold raw text, or cannot nest without a table between."""
_BELOW = {"tr": 1, "tbody": 2, "thead": 2, "tfoot": 2}
"""What has to have room below: the text of a cell that was dropped would stand between cells."""
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
"""Without their start tag their text would turn into markup."""
_ROOT = frozenset({"html", "body"})
_CLOSES = {
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    "tr": frozenset({"tr", "td", "th"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "tbody": frozenset({"tbody", "thead", "tfoot", "tr", "td", "th"}),
    "thead": frozenset({"tbody", "thead", "tfoot", "tr", "td", "th"}),
    "tfoot": frozenset({"tbody", "thead", "tfoot", "tr", "td", "th"}),
    "rt": frozenset({"rt", "rp"}),
    "rp": frozenset({"rt", "rp"}),
    "a": frozenset({"a"}),
    "button": frozenset({"button"}),
}
_NEAR = 16
"""How far up the stack an element is looked for: a bound on the work, not a rule of the standard."""
_ONLY_ON_TOP = frozenset({"option", "optgroup", "rt", "rp"})
_BOUNDARY = frozenset({"table", "ul", "ol", "dl", "select", "menu", "ruby", "template", "svg", "math", "object"})
_P_CLOSES = frozenset({"p"})
_CLOSING_P = frozenset(
    {"address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "dd", "dt"}
    | {"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"}
    | {"hgroup", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary"}
    | {"table", "ul"}
)


class _Stack:
    """Open elements, counted by name so that looking for one takes no search."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.count: dict[str, int] = {}
        self.formatting = 0

    def push(self, name: str) -> None:
        self.names.append(name)
        self.count[name] = self.count.get(name, 0) + 1
        self.formatting += name in _FORMATTING

    def pop(self) -> str:
        name = self.names.pop()
        self.count[name] -= 1
        self.formatting -= name in _FORMATTING
        return name

    def open(self, name: str) -> bool:
        return self.count.get(name, 0) > 0

    def close_implied(self, name: str) -> None:
        """What a start tag closes without saying so, with what stands open in it, if it is near the top."""
        closed = _CLOSES.get(name) or (_P_CLOSES if name in _CLOSING_P else None)
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
        if self.names[-above] == "a":
            kept = self.names[len(self.names) - above + 1 :]
            for _ in range(above):
                self.pop()
            for name in kept:
                self.push(name)
        else:
            for _ in range(above):
                self.pop()


class _Limits:
    """What may stand open at once on a page of so many tags.

    Every block opens all formatting elements again, so their product with the number of tags bounds the tree.
    """

    def __init__(self, tags: int) -> None:
        self.formatting = max(2, min(MOST_FORMATTING, _MOST_REOPENED // (tags + 1)))


def thinned(html: str) -> str:
    tags = list(tags_of(html))
    limits = _Limits(len(tags))
    return _without_excess(html, tags, limits) if _exceeds(tags, limits) else html


def _exceeds(tags: Sequence[Tag], limits: _Limits) -> bool:
    """Only a page beyond a limit is changed at all: the stack kept here is no browser's."""
    stack = _Stack()
    stray = roots = 0
    for tag in tags:
        if tag.attributes > MOST_ATTRIBUTES:
            return True
        if tag.closing:
            stray += not _closed(tag, stack)
        elif not _opened(tag, stack, limits):
            return True
        else:
            roots += tag.name in _ROOT
    return stray > _MOST_STRAY or roots > _MOST_ROOTS


def _without_excess(html: str, tags: Sequence[Tag], limits: _Limits) -> str:
    pieces: list[str] = []
    copied = roots = 0
    stack = _Stack()
    for tag in tags:
        keep = _closed(tag, stack) if tag.closing else _opened(tag, stack, limits)
        if tag.name in _ROOT and not tag.closing:
            # A second <body> or <html> only adds attributes to the first, each compared with all there are.
            roots += 1
            keep = roots <= _MOST_ROOTS
        if keep and tag.attributes <= MOST_ATTRIBUTES:
            continue
        pieces.append(html[copied : tag.start])
        copied = tag.end
        pieces.append(_shortened(html[tag.start : tag.end]) if keep else " ")
    pieces.append(html[copied:])
    return "".join(pieces)


def _opened(tag: Tag, stack: _Stack, limits: _Limits) -> bool:
    name = tag.name
    if name in _VOID or name == "form":
        # A form is not closed by its place in the stack but by its end tag, wherever that stands.
        return True
    stack.close_implied(name)
    if name in _FORMATTING and name != "a" and stack.formatting >= limits.formatting:
        return False
    if len(stack.names) >= DEEPEST and (
        name not in _KEPT or len(stack.names) + _BELOW.get(name, 0) >= 2 * DEEPEST
    ):
        return name in _RAW
    stack.push(name)
    return True


def _closed(tag: Tag, stack: _Stack) -> bool:
    """An end tag closes what is open above its element; one that matches nothing has no effect anyhow.

    `</p>` and `</br>` make an element out of nothing by the standard; an empty paragraph is no loss.
    """
    if not stack.open(tag.name):
        return tag.name == "form" or tag.name in _RAW
    while stack.pop() != tag.name:
        pass
    return True


def _shortened(source: str) -> str:
    """The tag with its first attributes."""
    token = next(iter(tokenize(source)))
    written = (f' {name}="{_quoted(value)}"' for name, value in (token.attrs or [])[:MOST_ATTRIBUTES])
    return f"<{token.tag}{''.join(written)}>"


def _quoted(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;")
