"""Texts that may name what stands beside them, as far as they tell it themselves; which do, `roles` decides."""

import re
from functools import lru_cache

from leadline.answers.records.nodes import Node, filled
from leadline.answers.records.outline import Outline
from leadline.lexicon.phrases import template

_PREFIX = re.compile(r"^([^\W\d_][^:：]{0,39}?)\s{0,9}[:：](?!//)\s*(.*)$", re.DOTALL)
_NAME = re.compile(r"^[^\W\d_][^:：]{0,39}$")
_LABEL_CLASS = template("classes", r"(?:^|[\s_-]){labels}(?:$|[\s_-])")
_LABEL_TAGS = frozenset({"dt", "label"})
_MOST_WORDS = 5
_SENTENCE = re.compile(r"\w{4}[.!?]\s")


def split_label(text: str) -> tuple[str, str] | None:
    """A label and its value out of one text; the value is empty where the label stands alone.

    >>> split_label("Author: Herman Melville"), split_label("Pages :"), split_label("12:30")
    (('Author', 'Herman Melville'), ('Pages', ''), None)
    >>> split_label("see http://e.org")
    """
    match = _PREFIX.match(text)
    if match is None or (match[1][-1].isdigit() and match[2][:1].isdigit()):  # 12:30, Mar 10 13:33
        return None
    if _SENTENCE.search(match[1]) or len(match[1].split()) > _MOST_WORDS:
        return None
    return match[1], match[2].strip()


def bare_label(text: str) -> str:
    """A label without its colon."""
    return text.rstrip(":： ")


def may_be_label(text: str) -> bool:
    """Whether a text could be a label as far as it goes."""
    return _NAME.match(text) is not None


def is_label_by_tag(node: Node) -> bool:
    """Whether the element says that it holds a label; a `<th>` does in a row of headers and values in turn."""
    if node.tag == "th" and node.parent is not None:
        cells = node.parent.children
        return [cell.tag for cell in cells] == ["th", "td"] * (len(cells) // 2)
    return node.tag in _LABEL_TAGS


def is_label_by_class(node: Node) -> bool:
    return bool(node.attributes) and _is_label_class(node.attr("class"))


@lru_cache(maxsize=4_096)
def _is_label_class(names: str) -> bool:
    return _LABEL_CLASS.search(names) is not None


def leading_label(outline: Outline, node: Node) -> str:
    """The label that a line, a row of a table or a paragraph begins with; empty if it begins with none."""
    if node.end == node.start:
        return ""
    if node.tag == "tr":
        cells = node.cells
        if len(cells) < 2 or cells[0].end - cells[0].start != 1:
            return ""
        text = outline.texts[cells[0].start]
        bold = [outline.owners[cell.start].tag in ("b", "strong") for cell in filled(cells)]
        is_label = cells[0].tag == "th" or text.endswith((":", "：")) or bold == [True, False]
    elif node.tag == "dt":
        text, is_label = outline.text(node), not outline.link_letters(node)
    else:
        found = split_label(outline.texts[node.start])
        return found[0] if found else ""
    return bare_label(text) if is_label and may_be_label(bare_label(text)) else ""
