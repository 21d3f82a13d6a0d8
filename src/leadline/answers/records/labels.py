"""Texts that name what stands beside them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from leadline.answers.records.outline import Node, Outline

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


def split_label(text: str) -> tuple[str, str] | None:
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


def may_be_label(text: str) -> bool:
    """Whether a text could be a label as far as it goes."""
    return _NAME.match(text) is not None


def is_label_by_tag(node: Node) -> bool:
    """Whether the element itself says that it holds a label."""
    return node.tag in _LABEL_TAGS or (node.tag == "th" and _beside_one_cell(node))


def is_label_by_class(node: Node) -> bool:
    given = node.attributes.get("class") if node.attributes else None
    return bool(given) and _is_label_class(given or "")


@lru_cache(maxsize=4_096)
def _is_label_class(names: str) -> bool:
    return _LABEL_CLASS.search(names) is not None


def _beside_one_cell(head: Node) -> bool:
    """In a row of heads and values in turn."""
    parent = head.parent
    return parent is not None and [cell.tag for cell in parent.children] == ["th", "td"] * (
        len(parent.children) // 2
    )


def _is_bold(outline: Outline, cells: Sequence[Node]) -> bool:
    """Whether of two cells the first one stands out."""
    bold = [outline.owners[cell.start].tag in ("b", "strong") for cell in cells if cell.end > cell.start]
    return bold == [True, False]


def leading_label(outline: Outline, node: Node) -> str:
    """The label that a line, a row of a table or a paragraph begins with; empty if it begins with none."""
    if node.end == node.start:
        return ""
    if node.tag == "tr":
        cells = [cell for cell in node.children if cell.tag in ("td", "th")]
        if len(cells) < 2 or cells[0].end - cells[0].start != 1:
            return ""
        text = outline.texts[cells[0].start]
        is_label = cells[0].tag == "th" or text.endswith((":", "：")) or _is_bold(outline, cells)
        return text.rstrip(":： ") if is_label and may_be_label(text.rstrip(":： ")) else ""
    if node.tag == "dt":
        text = outline.text(node)
        return text.rstrip(":： ") if may_be_label(text.rstrip(":： ")) and not outline.link_letters(node) else ""
    found = split_label(outline.texts[node.start])
    return found[0] if found else ""
