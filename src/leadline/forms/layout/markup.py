"""How elements are laid out by their tag and their own `style`, and rough sizes of texts and widgets: as in a
browser with a default font and without style sheets (HiWE section 5.1).
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from leadline.forms.layout.boxes import Display, Style

_ELEMENTS = tomllib.loads((files(__package__) / "elements.toml").read_text("utf-8"))
SKIPPED, FORMATTING = frozenset(_ELEMENTS["skipped"]), frozenset(_ELEMENTS["formatting"])
_BLOCKS, _BOLD = frozenset(_ELEMENTS["blocks"]), frozenset(_ELEMENTS["bold"])
_TABLES = {tag: Display(display) for tag, display in _ELEMENTS["tables"].items()}
INDENTS: Mapping[str, float] = _ELEMENTS["indents"]
GAPS: Mapping[str, float] = _ELEMENTS["gaps"]
_SIZES: Mapping[str, int] = _ELEMENTS["sizes"]
_ATOM = re.compile(r"float\s*:\s*(?:left|right)|display\s*:\s*inline-(?:block|flex|table|grid)", re.IGNORECASE)
_INLINE = re.compile(r"display\s*:\s*(?:inline|contents)\s*(?:;|!|$)", re.IGNORECASE)
_BLOCK = re.compile(r"display\s*:\s*(?:block|flow-root|list-item)", re.IGNORECASE)
_STYLED = ((_ATOM, Display.ATOM), (_INLINE, Display.INLINE), (_BLOCK, Display.BLOCK))
"""What an element's own style makes of it, the first that is written."""
FLEX = re.compile(r"display\s*:\s*(?:inline-)?flex(?!.*flex-direction\s*:\s*column)", re.IGNORECASE | re.DOTALL)
_WEIGHT = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_FONT_SIZE = re.compile(r"[+-]?\d")
_CAPTION = re.compile(r"label|lbl|caption|field-?_?(?:name|title)|question|prompt", re.IGNORECASE)
_NOTE = re.compile(
    r"err(?:or)?(?![a-z])|invalid|valid(?:at|-)|hint|help|descr|desc(?![a-z])|note(?![a-z])|info(?![a-z])|tooltip|tip(?![a-z])"
    r"|instruct|example|feedback|message|msg|warn|requi?red|mandatory|optional|addon|sub-?label|icon|toggle",
    re.IGNORECASE,
)
_LONGEST_CLASS = 200
_LONGEST_LOOK = 120
ICONS = re.compile(r"material-(?:icons|symbols)", re.IGNORECASE)  # words in these are names of pictures


@lru_cache(maxsize=4_096)
def purpose_of(classes: str) -> int:
    """What the author's class names say of a text: 1 a caption, −1 a note to one, 0 nothing.

    >>> purpose_of("control-label required"), purpose_of("help-block"), purpose_of("col-md-4")
    (1, -1, 0)
    """
    if _NOTE.search(classes):
        return 1 if re.match(r"[\w-]*label(?!\w*(?:err|hint|help|desc|note))", classes, re.IGNORECASE) else -1
    return 1 if _CAPTION.search(classes) else 0


@lru_cache(maxsize=16_384)
def written_in(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a class or a style says so; the same ones come again and again."""
    return pattern.search(text) is not None


def style_of(tag: str, attributes: Mapping[str, str | None], outer: Style) -> Style:
    """The style within an element; what labels name is for whoever knows the page to say."""
    style = outer._replace(look=_look(tag, attributes.get("class"), outer.look))
    if tag in _SIZES:
        style = style._replace(size=_SIZES[tag])
    elif tag == "font":
        style = style._replace(size=_font_size(attributes.get("size"), style.size))
    elif tag == "legend":
        style = style._replace(legend=True)
    if tag == "a" or attributes.get("role") in ("button", "link"):
        style = style._replace(link=True)
    if (classes := attributes.get("class")) and (purpose := purpose_of(classes[:200])):
        style = style._replace(purpose=purpose)
    if tag in _BOLD or ((written := attributes.get("style")) and written_in(_WEIGHT, written[:1_024])):
        style = style._replace(bold=True)
    return style


@lru_cache(maxsize=8_192)
def _look(tag: str, classes: str | None, outer: str) -> str:
    """Blocks and cells begin anew; of classes the first counts, others say what is required or wrong."""
    first = classes.split(maxsplit=1)[:1] if classes and len(classes) < _LONGEST_CLASS else ()
    own = f"{tag}.{first[0]}" if first else tag
    return own if tag in _BLOCKS or tag in _TABLES else f"{outer}/{own}"[-_LONGEST_LOOK:]


def _font_size(written: str | None, size: int) -> int:
    text = (written or "").strip()
    return size if not _FONT_SIZE.fullmatch(text) else int(text) if text[0] in "+-" else int(text) - 3


def display_of(tag: str, attributes: Mapping[str, str | None], *, in_flex: bool) -> Display:
    """By tag, unless the element's own style says otherwise; parts of tables stay what they are."""
    if tag in _TABLES:
        return _TABLES[tag]
    if written := attributes.get("style"):
        for pattern, display in _STYLED:
            if written_in(pattern, written[:1_024]):
                return display
    if in_flex:
        return Display.ATOM
    return Display.BLOCK if tag in _BLOCKS else Display.INLINE


CHARACTER = 7.0
LINE = 20.0
PAGE = 960.0  # width a form is laid out in
_WIDEST = 60  # characters of one text field: what is wider says more about the author than about the layout


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
    return span(written, most, 0) or default


def span(written: str | None, most: int, default: int = 1) -> int:
    """A `colspan` or `rowspan`: 1 where it says nothing sensible, 0 where it says so.

    >>> span("3", 100), span("x", 100), span("0", 100), span("9999", 100)
    (3, 1, 0, 100)
    """
    digits = (written or "").strip()
    return min(int(digits), most) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else default
