"""Texts that name what stands beside them, and which texts of a region's records do.

A text before a colon is a label if it comes again: in a quarter of the records, or most texts of its column have
such a beginning and share few of them ("RFC 1: …, RFC 2: …" are titles). A text of its own is one if its
element says so, or if texts at its path come again in most records and stand before something else.

What was asked for comes again as well: all cars found are diesels. Such a value is told from a label by what was
asked, by the header of its column, by a label of its own right before it, and by its neighbours: where cells of
one kind hold labels and values, there are about as many of each.
"""

import re
from collections import Counter
from collections.abc import Container, Mapping
from functools import lru_cache

from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.nodes import Node, filled, words_in
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


# ── labels of a region's records ──────────────────────────────────────────────────────────────────────────

_PLACE = re.compile(r":\d+$")
_COMES_AGAIN = 0.5
_STEADY = 0.9
_FEW = 3  # below so many records coming again says little
_WORDS_ALONE = 4  # words of a label that nothing but its place before a value says to be one
_LINES = frozenset({"tr", "div", "li", "p", "line", "dl"})


class LabelFinder:
    """The labels of the records of one region."""

    def __init__(self, leaves: RowLeaves) -> None:
        self._rows = len(leaves.rows)
        self._asked = leaves.asked
        self._one_node_each = leaves.one_node_each
        self._paths = _label_paths(leaves)
        if self._rows < _FEW:
            self._paths |= _paths_of_pairs(leaves)
        counts: Counter[str] = Counter()
        total: Counter[str] = Counter()
        begun: dict[str, Counter[str]] = {}
        for row in leaves.rows:
            here: set[str] = set()
            for leaf in row:
                total[leaf.path] += 1
                if (pair := split_label(leaf.text)) is not None:
                    here.add(pair[0])
                    begun.setdefault(leaf.path, Counter())[pair[0]] += 1
            counts.update(here)
        self._common = {label for label, count in counts.items() if count > 1 and count * 4 >= self._rows}
        often = [(path, labels) for path, labels in begun.items() if labels.total() * 5 >= total[path] * 3]
        self._columns = {path for path, labels in often if len(labels) * 2 <= labels.total()}

    def pair(self, leaf: Leaf) -> tuple[str, str] | None:
        """The label and the value within one text; the value is empty where the label stands alone."""
        found = split_label(leaf.text)
        if found is None or (leaf.node.tag == "a" and found[1]):
            return None
        known = self._rows < _FEW or found[0] in self._common or leaf.path in self._columns
        return found if known else None

    def is_label_of(self, leaf: Leaf, following: Leaf) -> bool:
        """Whether a text of its own names what follows."""
        if leaf.path == following.path and leaf.node is not following.node:
            return False
        if not may_be_label(leaf.text):
            return False
        if is_label_by_tag(leaf.node):
            # The row's own first element is its title; so is the head of the row where rows are records. A number
            # before a title in the same element names nothing.
            return (leaf.path != "" or leaf.path in self._paths) and not self._heads_record(leaf)
        if leaf.path not in self._paths or is_label_by_class(leaf.node):
            return leaf.path in self._paths
        words = words_in(leaf.text)
        return not words or not self._asked.issuperset(words)

    def _heads_record(self, leaf: Leaf) -> bool:
        """Whether a `<th>` stands in the only row of a record, before its one other cell."""
        line = leaf.node.parent
        several = line is not None and len(line.children) > 2
        return leaf.node.tag == "th" and self._one_node_each and leaf.path.count("/") < 2 and not several


def is_explicit_label(leaf: Leaf) -> bool:
    """Whether a text says itself that it is a label: by its element, its class or a colon."""
    return is_label_by_tag(leaf.node) or is_label_by_class(leaf.node) or leaf.text.endswith((":", "："))


def _label_paths(leaves: RowLeaves) -> frozenset[str]:
    """Paths whose texts come again in most records."""
    rows = len(leaves.rows)
    texts: dict[str, Counter[str]] = {}
    firsts: dict[str, Leaf] = {}
    for row in leaves.rows:
        for leaf in row:
            firsts.setdefault(leaf.path, leaf)
        for path, text in {(leaf.path, leaf.text) for leaf in row}:
            texts.setdefault(path, Counter())[text] += 1
    found: set[str] = set()
    for path, counts in texts.items():
        named = sum(count for text, count in counts.items() if may_be_label(bare_label(text)))
        if named * 2 > counts.total() and _come_again(counts, firsts[path], rows):
            found.add(path)
    return frozenset((found - _values_among(found, texts, firsts, rows)) | _constant_kinds(texts, firsts, rows))


def _values_among(
    found: Container[str], texts: Mapping[str, Counter[str]], firsts: Mapping[str, Leaf], rows: int
) -> set[str]:
    """Of paths whose texts come again those that stand among more cells of their own kind whose texts do not."""
    kinds: dict[str, list[str]] = {}
    for path, counts in texts.items():
        if counts.total() * 2 > rows:
            kinds.setdefault(_PLACE.sub("", path), []).append(path)
    values: set[str] = set()
    for kind, paths in kinds.items():
        named = [path for path in paths if path in found and not is_explicit_label(firsts[path])]
        if kind and named and len(paths) - len(named) > (len(named) + 1 if len(named) > 1 else 1):
            values.update(named)
    return values


def _constant_kinds(texts: Mapping[str, Counter[str]], firsts: Mapping[str, Leaf], rows: int) -> set[str]:
    """Paths of a kind of element that holds another text at each place, and there the same in every record."""
    kinds: dict[str, list[str]] = {}
    for path in texts if rows >= _FEW else ():
        if _PLACE.search(path):
            kinds.setdefault(_PLACE.sub("", path), []).append(path)
    found: set[str] = set()
    for paths in kinds.values():
        usual = {path: texts[path].most_common(1)[0] for path in paths}
        steady = all(count >= _STEADY * texts[path].total() for path, (_, count) in usual.items())
        named = all(may_be_label(text) and firsts[path].node.link is None for path, (text, _) in usual.items())
        if steady and named and 1 < len(paths) == len({text for text, _ in usual.values()}):
            found.update(path for path in paths if texts[path].total() > _COMES_AGAIN * rows)
    return found


def _come_again(counts: Counter[str], leaf: Leaf, rows: int) -> bool:
    total = counts.total()
    again = sum(count for count in counts.values() if count > _COMES_AGAIN * rows) / total
    if leaf.node.tag == "dt" and rows > 1 and again == 1.0:
        return True
    if is_label_by_class(leaf.node):
        return rows < _FEW or again >= _COMES_AGAIN or len(counts) * 3 <= total
    if rows < _FEW:
        return rows == _FEW - 1 and len(counts) > 1 and again == 1.0
    if again < 0.6:
        return False
    return (len(counts) > 1 and total > 1.5 * rows) or _is_bare(leaf) or (again > 0.9 and _leads_a_pair(leaf))


def _leads_a_pair(leaf: Leaf) -> bool:
    """The first of two elements in a box: a label and its value."""
    box = leaf.node.parent
    if box is None or len(box.children) != 2 or leaf.node.link is not None:
        return False
    return box.children[0] is leaf.node and box.end - box.start > 1


def _is_bare(leaf: Leaf) -> bool:
    """A text between elements, or in one that only makes it stand out: a value has an element of its own."""
    marks = leaf.node.tag in ("b", "strong", "em", "i", "line", "u", "th", "font")
    return marks or (bool(leaf.node.children) and not leaf.node.classes)


def _paths_of_pairs(leaves: RowLeaves) -> frozenset[str]:
    """Paths of texts that all are the first of two in a box, each another one: labels of one record's lines."""
    found: set[str] = set()
    for row in leaves.rows:
        firsts: dict[str, list[str]] = {}
        other: set[str] = set()
        for leaf in row:
            if _is_first_of_two(leaf):
                firsts.setdefault(leaf.path, []).append(leaf.text)
            elif not _beside_span(leaf):
                other.add(leaf.path)
        distinct = {path for path, texts in firsts.items() if 1 < len(texts) == len(set(texts))}
        found |= distinct - other
    return frozenset(found)


def _beside_span(leaf: Leaf) -> bool:
    """Whether a text stands in a line of a table that has another grid than the lines of labels."""
    line = leaf.node.closest("tr")
    return line is not None and any(cell.attr("colspan") or cell.attr("rowspan") for cell in line.children)


def _is_first_of_two(leaf: Leaf) -> bool:
    own = leaf.node
    if own.link is not None or own.end - own.start != 1:
        return False
    if not may_be_label(leaf.text) or len(leaf.text.split()) > _WORDS_ALONE or any(map(str.isdigit, leaf.text)):
        return False
    own = own.outermost()
    box = own.parent
    if box is None or box.tag not in _LINES:
        return False
    nodes = filled(box.children)
    if box.tag == "tr" and len(box.children) in (4, 6) and nodes == box.children:
        return nodes.index(own) % 2 == 0
    if nodes[0] is not own or own.start != box.start or own.end == box.end:
        return False
    return len(nodes) == 1 or (len(nodes) == 2 and nodes[1].end == box.end)
