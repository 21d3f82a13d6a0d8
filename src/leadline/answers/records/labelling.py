"""Which texts of a region's records are labels.

A text before a colon is one if it comes again: in a quarter of the records, or most texts of its column have
such a beginning and share few of them ("RFC 1: …, RFC 2: …" are titles). A text of its own is one if its
element says so, or if texts at its path come again in most records and stand before something else.

What was asked for comes again as well: all cars found are diesels. Such a value is told from a label by what was
asked, by the head of its column, by a label of its own right before it, and by its neighbours: where cells of one
kind hold labels and values, there are about as many of each.
"""

import re
from collections import Counter
from collections.abc import Container, Mapping

from leadline.answers.records.labels import is_label_by_class, is_label_by_tag, may_be_label, split_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.outline import Node

_WORD = re.compile(r"\w+")
_PLACE = re.compile(r":\d+$")
_COMES_AGAIN = 0.5
_FEW = 3
"""Below so many records coming again says little."""


class LabelFinder:
    """The labels of the records of one region."""

    def __init__(self, row_leaves: RowLeaves) -> None:
        self._rows = len(row_leaves.rows)
        self._asked = row_leaves.asked
        self._alone = row_leaves.alone
        self._paths = _label_paths(row_leaves)
        if self._rows < _FEW:
            self._paths |= _pair_paths(row_leaves)
        counts: Counter[str] = Counter()
        leaves: Counter[str] = Counter()
        begun: dict[str, Counter[str]] = {}
        for row in row_leaves.rows:
            here: set[str] = set()
            for leaf in row:
                leaves[leaf.path] += 1
                if (pair := split_label(leaf.text)) is not None:
                    here.add(pair[0])
                    begun.setdefault(leaf.path, Counter())[pair[0]] += 1
            counts.update(here)
        self._common = {label for label, count in counts.items() if count > 1 and count * 4 >= self._rows}
        self._columns = {
            path
            for path, said in begun.items()
            if said.total() * 5 >= leaves[path] * 3 and len(said) * 2 <= said.total()
        }

    def pair(self, leaf: Leaf) -> tuple[str, str] | None:
        """The label and the value within one text; the value is empty where the label stands alone."""
        found = split_label(leaf.text)
        if found is None or (leaf.node.tag == "a" and found[1]):
            return None
        known = self._rows < _FEW or found[0] in self._common or leaf.path in self._columns
        return found if known else None

    def names(self, leaf: Leaf, following: Leaf) -> bool:
        """Whether a text of its own names what follows."""
        if leaf.path == following.path and leaf.node is not following.node:
            return False
        if is_label_by_tag(leaf.node):
            # The row's own first element is its title; so is the head of the row where rows are records. A number
            # before a title in the same element names nothing.
            return (
                may_be_label(leaf.text)
                and (leaf.path != "" or leaf.path in self._paths)
                and not (leaf.node.tag == "th" and self._heads_record(leaf))
            )
        if leaf.path not in self._paths or not may_be_label(leaf.text):
            return False
        return is_label_by_class(leaf.node) or not self._is_asked(leaf.text)

    def _heads_record(self, leaf: Leaf) -> bool:
        """Whether a head stands in the only row of a record, before its one other cell."""
        return self._alone and leaf.path.count("/") < 2 and not _is_one_of_several(leaf.node)

    def _is_asked(self, text: str) -> bool:
        words = _WORD.findall(text.casefold())
        return bool(words) and self._asked.issuperset(words)


def _is_one_of_several(head: Node) -> bool:
    return head.parent is not None and len(head.parent.children) > 2


def _label_paths(row_leaves: RowLeaves) -> frozenset[str]:
    """Paths whose texts come again in most records."""
    rows = len(row_leaves.rows)
    texts: dict[str, Counter[str]] = {}
    nodes: dict[str, Leaf] = {}
    for row in row_leaves.rows:
        for leaf in row:
            nodes.setdefault(leaf.path, leaf)
        for path, said in {(leaf.path, leaf.text) for leaf in row}:
            texts.setdefault(path, Counter())[said] += 1
    found = {
        path for path, counts in texts.items() if _are_names(counts) and _come_again(counts, nodes[path], rows)
    }
    return frozenset((found - _values_among(found, texts, nodes, rows)) | _constant_kinds(texts, nodes, rows))


def _values_among(
    found: Container[str], texts: Mapping[str, Counter[str]], nodes: Mapping[str, Leaf], rows: int
) -> set[str]:
    """Of paths whose texts come again those that stand among more cells of their own kind whose texts do not."""
    kinds: dict[str, list[str]] = {}
    for path, counts in texts.items():
        if counts.total() * 2 > rows:
            kinds.setdefault(_PLACE.sub("", path), []).append(path)
    values: set[str] = set()
    for kind, paths in kinds.items():
        named = [path for path in paths if path in found and not is_explicit_label(nodes[path])]
        if kind and named and len(paths) - len(named) > max(1, len(named) + 1 if len(named) > 1 else 1):
            values.update(named)
    return values


def _constant_kinds(texts: Mapping[str, Counter[str]], nodes: Mapping[str, Leaf], rows: int) -> set[str]:
    """Paths of a kind of element that holds another text at each place, and there the same in every record."""
    kinds: dict[str, list[str]] = {}
    for path in texts:
        if _PLACE.search(path):
            kinds.setdefault(_PLACE.sub("", path), []).append(path)
    found: set[str] = set()
    for paths in kinds.values():
        usual = {path: texts[path].most_common(1)[0] for path in paths}
        steady = all(count >= _STEADY * texts[path].total() for path, (_, count) in usual.items())
        named = all(may_be_label(text) and nodes[path].node.link is None for path, (text, _) in usual.items())
        if rows >= _FEW and steady and named and 1 < len(paths) == len({text for text, _ in usual.values()}):
            found.update(path for path in paths if texts[path].total() > _COMES_AGAIN * rows)
    return found


_STEADY = 0.9


def _are_names(counts: Counter[str]) -> bool:
    return sum(count for text, count in counts.items() if may_be_label(text.rstrip(":： "))) * 2 > counts.total()


def is_explicit_label(leaf: Leaf) -> bool:
    """Whether a text says itself that it is a label: by its element, its class or a colon."""
    return is_label_by_tag(leaf.node) or is_label_by_class(leaf.node) or leaf.text.endswith((":", "："))


def _pair_paths(row_leaves: RowLeaves) -> frozenset[str]:
    """Paths of texts that all are the first of two in a box, each another one: labels of one record's lines."""
    found: set[str] = set()
    for row in row_leaves.rows:
        said: dict[str, list[str]] = {}
        other: set[str] = set()
        for leaf in row:
            if _is_first_of_two(leaf):
                said.setdefault(leaf.path, []).append(leaf.text)
            elif not _beside_span(leaf):
                other.add(leaf.path)
        found.update(
            path for path, texts in said.items() if path not in other and 1 < len(texts) == len(set(texts))
        )
    return frozenset(found)


def _beside_span(leaf: Leaf) -> bool:
    """Whether a text stands in a line of a table that has another grid than the lines of labels."""
    line = next((parent for parent in leaf.node.lineage() if parent.tag == "tr"), None)
    return line is not None and any(cell.attr("colspan") or cell.attr("rowspan") for cell in line.children)


def _is_first_of_two(leaf: Leaf) -> bool:
    own = leaf.node
    if own.link is not None or own.end - own.start != 1:
        return False
    if not may_be_label(leaf.text) or len(leaf.text.split()) > _WORDS or any(map(str.isdigit, leaf.text)):
        return False
    while own.parent is not None and (own.parent.start, own.parent.end) == (own.start, own.end):
        own = own.parent
    box = own.parent
    if box is None or box.tag not in _LINES:
        return False
    telling = [node for node in box.children if node.end > node.start]
    if box.tag == "tr" and len(box.children) in (4, 6) and telling == box.children:
        return telling.index(own) % 2 == 0
    if telling[0] is not own or own.start != box.start or own.end == box.end:
        return False
    return len(telling) == 1 or (len(telling) == 2 and telling[1].end == box.end)


_WORDS = 4
_LINES = frozenset({"tr", "div", "li", "p", "line", "dl"})


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
    parent = leaf.node.parent
    return (
        parent is not None
        and len(parent.children) == 2
        and parent.children[0] is leaf.node
        and parent.end - parent.start > 1
        and leaf.node.link is None
    )


def _is_bare(leaf: Leaf) -> bool:
    """A text between elements, or in one that only makes it stand out: a value has an element of its own."""
    return leaf.node.tag in ("b", "strong", "em", "i", "line", "u", "th", "font") or (
        bool(leaf.node.children) and not leaf.node.classes
    )
