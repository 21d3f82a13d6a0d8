"""Texts that name what stands beside them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from leadline.answers.records.outline import Outline, Part

LONGEST = 40
"""Letters of a label."""
_PREFIX = re.compile(r"^([^\W\d_][^:：]{0,39}?)\s{0,9}[:：](?!//)\s*(.*)$", re.DOTALL)
_NAME = re.compile(r"^[^\W\d_][^:：]{0,39}$")
_LABEL_CLASS = re.compile(
    r"(?:^|[\s_-])(?:label|lbl|caption|key|term|prompt|fieldname|field-?name|attr(?:ibute)?-?name|dt|th)(?:$|[\s_-])",
    re.IGNORECASE,
)
_LABEL_TAGS = frozenset({"dt", "label"})
_MOST_WORDS = 5
_SENTENCE = re.compile(r"\w{4}[.!?]\s")


def divided(text: str) -> tuple[str, str] | None:
    """A label and its value out of one text; the value is empty where the label stands alone.

    >>> divided("Author: Herman Melville"), divided("Pages :"), divided("12:30"), divided("see http://e.org")
    (('Author', 'Herman Melville'), ('Pages', ''), None, None)
    """
    match = _PREFIX.match(text)
    if match is None or (match[1][-1].isdigit() and match[2][:1].isdigit()):  # 12:30, Mar 10 13:33
        return None
    if _SENTENCE.search(match[1]) or len(match[1].split()) > _MOST_WORDS:
        return None
    return match[1], match[2].strip()


def may_name(text: str) -> bool:
    """Whether a text could be a label as far as it goes."""
    return _NAME.match(text) is not None


def names_by_tag(part: Part) -> bool:
    """Whether the element itself says that it holds a label."""
    return part.tag in _LABEL_TAGS or (part.tag == "th" and _beside_one_cell(part))


def names_by_class(part: Part) -> bool:
    given = part.given.get("class") if part.given else None
    return bool(given) and _is_label_class(given or "")


@lru_cache(maxsize=4_096)
def _is_label_class(names: str) -> bool:
    return _LABEL_CLASS.search(names) is not None


def _beside_one_cell(head: Part) -> bool:
    """In a row of heads and values in turn."""
    above = head.above
    return above is not None and [cell.tag for cell in above.parts] == ["th", "td"] * (len(above.parts) // 2)


def _is_bold(outline: Outline, cells: Sequence[Part]) -> bool:
    """Whether of two cells the first one stands out."""
    bold = [outline.owners[cell.first].tag in ("b", "strong") for cell in cells if cell.last > cell.first]
    return bold == [True, False]


def leading_label(outline: Outline, part: Part) -> str:
    """The label that a line, a row of a table or a paragraph begins with; empty if it begins with none."""
    if part.last == part.first:
        return ""
    if part.tag == "tr":
        cells = [cell for cell in part.parts if cell.tag in ("td", "th")]
        if len(cells) < 2 or cells[0].last - cells[0].first != 1:
            return ""
        text = outline.texts[cells[0].first]
        is_label = cells[0].tag == "th" or text.endswith((":", "：")) or _is_bold(outline, cells)
        return text.rstrip(":： ") if is_label and may_name(text.rstrip(":： ")) else ""
    if part.tag == "dt":
        text = outline.text(part)
        return text.rstrip(":： ") if may_name(text.rstrip(":： ")) and not outline.linked(part) else ""
    found = divided(outline.texts[part.first])
    return found[0] if found else ""
