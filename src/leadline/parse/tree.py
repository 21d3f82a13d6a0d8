"""One lexbor tree a page, and the elements of it that anybody reads.

A Python loop over a tree costs more than parsing it, so the loop here does one thing: it keeps the elements
whose tag somebody asked for, in document order. `css("*")` and a look at the tag's number costs a third of
a selector list with twenty alternatives, because the selector engine tries every alternative on every node.

Lexbor's mutation events are off: they mirror `<option>`s into `<selectedcontent>`, which takes quadratic
time in the number of options (8,000 options: 0.5 s) and tells us nothing.

Which elements a reader does not see is told as far as the page itself says so. Style sheets are not fetched: what
counts is the `hidden` attribute, the element's own `style`, and `aria-hidden`. Text under the first two is no
visible text. What is only hidden from assistive technology (`aria-hidden`) is seen by everybody else, so its text
counts; a control in there is still suspicious, because traps for robots are marked so.
"""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode, SelectolaxError

from leadline.model.form import Invisible

ELEMENTS = tomllib.loads((files(__package__) / "elements.toml").read_text("utf-8"))


def elements(*names: str) -> frozenset[str]:
    """Tags by what they are to us."""
    return frozenset(tag for name in names for tag in ELEMENTS[name].split())


INLINE, CONTROLS, UNREAD = elements("inline"), elements("controls"), elements("unread")
HEAD, LINKS, GROUPS = elements("head"), elements("links"), elements("groups")
WANTED = INLINE | CONTROLS | UNREAD | HEAD | LINKS | GROUPS | elements("others_wanted")


def _numbers() -> dict[int, str]:
    """Lexbor's number of each wanted tag, asked of lexbor itself: the numbers differ between its versions."""
    every = "".join(f"<{tag}></{tag}>" for tag in sorted(WANTED))
    sources = (f"<title></title><meta><link><base><body>{every}", "<frameset><frame></frameset>")
    nodes = (node for source in sources for node in LexborHTMLParser(source).css("*"))
    return {node.tag_id: str(node.tag) for node in nodes if node.tag in WANTED}


TAGS = _numbers()  # wanted tags by lexbor's number, which costs less to ask for than the name


class Tree:
    """A parsed page: where its text starts, and tag paths on demand."""

    def __init__(self, html: str | LexborHTMLParser) -> None:
        parsed = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS) if isinstance(html, str) else html
        self.document, self.root = parsed, parsed.root
        self.body = self.document.body or self.root
        outside = self.root.parent if self.root is not None else None
        self._paths: dict[int, str] = {} if outside is None else {outside.mem_id: ""}

    def copy(self) -> "Tree":
        """Another that may be changed."""
        try:
            return Tree(self.document.clone())
        except SelectolaxError:  # lexbor copies no <!DOCTYPE html SYSTEM …>, which pages made by XSLT have
            return Tree(self.document.html or "")

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


_DEEPEST = 512  # browsers nest no deeper; a path of more steps starts in the middle
_LONGEST = 2_048  # a longer path is the work of a generator; only its end tells one link from another
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


# ── what is not seen ──────────────────────────────────────────────────────────────────────────────────────

_HIDING = re.compile(
    r"""
    (?:^|;)\s*(?:
        display\s*:\s*none
      | visibility\s*:\s*(?:hidden|collapse)
      | opacity\s*:\s*(?:0+(?:\.0+)?|\.0+)%?\s*(?:!|;|$)
      | text-indent\s*:\s*-\d{3,}
      | (?:left|top|right|bottom|margin(?:-(?:left|top|right|bottom))?|inset[a-z-]*)\s*:\s*-\d{3,}
      | clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)
      | transform\s*:[^;]*(?:scale\(\s*0\s*\)|translate[xy]?\(\s*-\d{4,})
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NO_SIZE = re.compile(
    r"(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*(?:0+(?:\.0+)?|\.0+)(?:px|r?em|%|pt)?\s*(?:!|;|$)", re.IGNORECASE
)
_SPILLS = re.compile(r"(?:^|;)\s*overflow\s*:\s*visible\s*(?:!|;|$)", re.IGNORECASE)
"""A box without size whose author says that its content is seen: how scripts lay out long lists."""
_LONGEST_STYLE = 4_096  # no author writes more by hand, and the expression above need not see a megabyte


@lru_cache(maxsize=8_192)
def style_hides(style: str) -> bool:
    """Whether an inline style takes its element from sight.

    >>> style_hides("color: red; DISPLAY : none"), style_hides("position:absolute; left:-9999px")
    (True, True)
    >>> style_hides("width: 0.5em; opacity: 0.9; margin-left: -10px")
    False
    >>> style_hides("width: 0"), style_hides("overflow: visible; width: 0")
    (True, False)
    """
    if _HIDING.search(style) is not None:
        return True
    return _NO_SIZE.search(style) is not None and _SPILLS.search(style) is None


MAY_HIDE = "[style],[hidden],[aria-hidden]"
"""Asked of every page: looking into the source first for whether there is any costs more than asking."""


def why_invisible(node: LexborNode) -> Invisible | None:
    """The reason an element itself gives for not being seen."""
    attributes = node.attributes
    if "hidden" in attributes:
        return Invisible.HIDDEN_ATTRIBUTE
    style = attributes.get("style")
    if style and style_hides(style[:_LONGEST_STYLE]):
        return Invisible.STYLE
    if (attributes.get("aria-hidden") or "").strip().lower() == "true":
        return Invisible.ARIA
    return None


# ── right above a form ────────────────────────────────────────────────────────────────────────────────────

_MOST_ABOVE = 10
_LEVELS = 4  # elements around a form that may stand between it and its heading
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "th", "dt", "label", "b", "strong"}
_SILENT = frozenset({"script", "style", "noscript", "template", "-comment"})
_END = frozenset({"body", "html", "frameset"})
_FORM_TAGS = CONTROLS | {"form"}
_CONTROL = ",".join(_FORM_TAGS)


def texts_above(tree: Tree) -> dict[int, str]:
    """The short text right above each form that has one ("Search Articles", and below it a box that says "Go"), by
    lexbor's number of the form: the nearest thing before it that says anything, looked for before it and before
    the elements around it, if it is short and holds no control: what stands before another form is that form's.
    Of a long text the last element counts, if it is a heading.

    >>> tree = Tree("<p>We sell cameras.</p><div><h3>Search articles</h3><form><input name=q></form></div>")
    >>> list(texts_above(tree).values())
    ['Search articles']
    """
    found = ((form.mem_id, _text_above(form)) for form in tree.document.css("form"))
    return {number: text for number, text in found if text}


def _text_above(form: LexborNode) -> str:
    node: LexborNode | None = form
    for _ in range(_LEVELS):
        if node is None or node.tag in _END:
            return ""
        before = node.prev
        while before is not None:
            if before.tag not in _SILENT and (_is_control(before) or _words(before)):
                return "" if _is_control(before) else _short_text(before)
            before = before.prev
        node = node.parent
    return ""


def _is_control(node: LexborNode) -> bool:
    return node.tag in _FORM_TAGS or (_is_element(node) and node.css_first(_CONTROL) is not None)


def _short_text(node: LexborNode) -> str:
    words = _words(node)
    if len(words) > _MOST_ABOVE:
        last = node.last_child if _is_element(node) else None
        while last is not None and (last.tag in _SILENT or not _words(last)):
            last = last.prev
        words = _words(last) if last is not None and last.tag in _HEADINGS else []
    return " ".join(words) if len(words) <= _MOST_ABOVE else ""


def _is_element(node: LexborNode) -> bool:
    return not (node.tag or "-").startswith(("-", "!"))


def _words(node: LexborNode) -> list[str]:
    return node.text(deep=True, separator=" ").split()
