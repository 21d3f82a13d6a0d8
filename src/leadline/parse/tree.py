"""One lexbor tree a page, and the elements of it that anybody reads.

A Python loop over a tree costs more than parsing it, so the loop here does one thing: it keeps the elements
whose tag somebody asked for, in document order. `css("*")` and a look at the tag's number costs a third of
a selector list with twenty alternatives, because the selector engine tries every alternative on every node.

Lexbor's mutation events are off: they mirror `<option>`s into `<selectedcontent>`, which takes quadratic
time in the number of options (8,000 options: 0.5 s) and tells us nothing.
"""

from functools import lru_cache

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

INLINE = frozenset(
    [
        "abbr",
        "acronym",
        "b",
        "big",
        "em",
        "font",
        "i",
        "ins",
        "mark",
        "s",
        "small",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "wbr",
    ]
)
"""Elements that do not end a word: `<u>N</u>ame` reads as one."""
CONTROLS = frozenset({"input", "select", "textarea", "button"})
UNREAD = frozenset({"script", "style", "iframe", "noembed", "noframes", "datalist"})
"""Their text is data, or fallback for browsers of the last century."""
HEAD = frozenset({"title", "meta", "link", "base"})
LINKS = frozenset({"a", "area", "frame", "iframe"})
GROUPS = frozenset({"form", "fieldset", "legend", "label"})
WANTED = INLINE | CONTROLS | UNREAD | HEAD | LINKS | GROUPS | {"body", "frameset", "noscript"}


def _numbers() -> dict[int, str]:
    """Lexbor's number of each wanted tag, asked of lexbor itself: the numbers differ between its versions."""
    found: dict[int, str] = {}
    for source in (
        "<title></title><meta><link><base><body>" + "".join(f"<{tag}></{tag}>" for tag in sorted(WANTED)),
        "<frameset><frame></frameset>",
    ):
        for node in LexborHTMLParser(source).css("*"):
            if node.tag in WANTED:
                found[node.tag_id] = str(node.tag)
    return found


TAGS = _numbers()
"""Wanted tags by lexbor's number, which costs less to ask for than the name."""


class Tree:
    """A parsed page: where its text starts, and tag paths on demand."""

    def __init__(self, html: str | LexborHTMLParser) -> None:
        parsed = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS) if isinstance(html, str) else html
        self.document = parsed
        self.root = self.document.root
        self.body = self.document.body or self.root
        outside = self.root.parent if self.root is not None else None
        self._paths: dict[int, str] = {} if outside is None else {outside.mem_id: ""}

    def copy(self) -> "Tree":
        """Another that may be changed."""
        return Tree(self.document.clone())

    def elements(self) -> list[tuple[str, LexborNode]]:
        """Every element somebody reads, with its tag, in document order."""
        tags = TAGS
        return [(tags[number], node) for node in self.document.css("*") if (number := node.tag_id) in tags]

    def path_of(self, tag: str, node: LexborNode, attributes: dict[str, str | None]) -> str:
        """From the root: `html/body/div.nav#top/ul/li/a`."""
        parent = node.parent
        if parent is None:
            above: str | None = ""
        elif (above := self._paths.get(place := parent.mem_id)) is None:
            above = self._path_to(parent, place)
        classes, name = attributes.get("class"), attributes.get("id")
        step = _written(tag, classes, name) if classes or name else f"/{tag}"
        return f"{above}{step}"[1:]

    def _path_to(self, node: LexborNode, place: int) -> str:
        """The path with a slash before it, remembered for every element on the way."""
        paths = self._paths
        missing = [(node, place)]
        path: str | None = ""
        while (above := node.parent) is not None and (path := paths.get(place := above.mem_id)) is None:
            if len(missing) == _DEEPEST:
                break
            missing.append((above, place))
            node = above
        known = path or ""
        for node, place in reversed(missing):
            given = node.attributes
            if given and ((classes := given.get("class")) or given.get("id")):
                known += _written(node.tag, classes, given.get("id"))
            else:
                known = f"{known}/{node.tag}"
            if len(known) > _LONGEST:
                known = "/…" + known[-_LONGEST // 2 :]
            paths[place] = known
        return known


_DEEPEST = 512
"""Browsers nest no deeper; a path of more steps starts in the middle."""
_LONGEST = 2_048
"""A longer path is the work of a generator; only its end tells one link from another."""
_LONGEST_STEP = 256


@lru_cache(maxsize=8_192)
def _written(tag: str | None, classes: str | None, name: str | None) -> str:
    step = f"/{tag}"
    if classes:
        step = f"{step}.{'.'.join(classes.split())}"[:_LONGEST_STEP]
    if name:
        step = f"{step}#{name}"[: 2 * _LONGEST_STEP]
    return step


def text_of(node: LexborNode) -> str:
    """What a reader reads in an element, on one line."""
    return " ".join((node.text(deep=True, separator=" ") or "").split())


def classes(node: LexborNode) -> str:
    """Class and id of an element, for words in them."""
    attributes = node.attributes
    return f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
