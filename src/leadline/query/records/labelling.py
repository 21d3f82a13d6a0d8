"""Which texts of a region's records are labels.

A text before a colon is one if it comes again: in a quarter of the records, or most texts of its column have
such a beginning and share few of them ("RFC 1: …, RFC 2: …" are titles). A text of its own is one if its
element says so, or if texts at its path come again in most records and stand before something else.
"""

from collections import Counter

from leadline.query.records.labels import divided, may_name, names_by_class, names_by_tag
from leadline.query.records.leaves import Leaf, Reading
from leadline.query.records.outline import Part

_COMES_AGAIN = 0.5
_FEW = 3
"""Below so many records coming again says little."""


class Labels:
    """The labels of the records of one region."""

    def __init__(self, reading: Reading) -> None:
        self._rows = len(reading.rows)
        self._paths = _label_paths(reading)
        if self._rows < _FEW:
            self._paths |= _pair_paths(reading)
        counts: Counter[str] = Counter()
        leaves: Counter[str] = Counter()
        begun: dict[str, Counter[str]] = {}
        for row in reading.rows:
            here: set[str] = set()
            for leaf in row:
                leaves[leaf.path] += 1
                if (pair := divided(leaf.text)) is not None:
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
        found = divided(leaf.text)
        if found is None or (leaf.part.tag == "a" and found[1]):
            return None
        known = self._rows < _FEW or found[0] in self._common or leaf.path in self._columns
        return found if known else None

    def names(self, leaf: Leaf, following: Leaf) -> bool:
        """Whether a text of its own names what follows."""
        if leaf.path == following.path and leaf.part is not following.part:
            return False
        if names_by_tag(leaf.part):
            # The row's own first element is its title; so is the head of the row where rows are records. A number
            # before a title in the same element names nothing.
            return (
                may_name(leaf.text)
                and (leaf.path != "" or leaf.path in self._paths)
                and not (leaf.part.tag == "th" and leaf.path.count("/") < 2 and not _is_one_of_several(leaf.part))
            )
        return leaf.path in self._paths and may_name(leaf.text)


def _is_one_of_several(head: Part) -> bool:
    return head.above is not None and len(head.above.parts) > 2


def _label_paths(reading: Reading) -> frozenset[str]:
    """Paths whose texts come again in most records."""
    rows = len(reading.rows)
    texts: dict[str, Counter[str]] = {}
    parts: dict[str, Leaf] = {}
    for row in reading.rows:
        for leaf in row:
            parts.setdefault(leaf.path, leaf)
        for path, said in {(leaf.path, leaf.text) for leaf in row}:
            texts.setdefault(path, Counter())[said] += 1
    return frozenset(path for path, counts in texts.items() if _come_again(counts, parts[path], rows))


def _pair_paths(reading: Reading) -> frozenset[str]:
    """Paths of texts that all are the first of two in a box, each another one: labels of one record's lines."""
    found: set[str] = set()
    for row in reading.rows:
        said: dict[str, list[str]] = {}
        other: set[str] = set()
        for leaf in row:
            if _is_first_of_two(leaf):
                said.setdefault(leaf.path, []).append(leaf.text)
            else:
                other.add(leaf.path)
        found.update(
            path for path, texts in said.items() if path not in other and 1 < len(texts) == len(set(texts))
        )
    return frozenset(found)


def _is_first_of_two(leaf: Leaf) -> bool:
    own = leaf.part
    if own.link is not None or own.last - own.first != 1:
        return False
    if not may_name(leaf.text) or len(leaf.text.split()) > _WORDS or any(map(str.isdigit, leaf.text)):
        return False
    while own.above is not None and (own.above.first, own.above.last) == (own.first, own.last):
        own = own.above
    box = own.above
    if box is None or box.tag not in _LINES:
        return False
    telling = [part for part in box.parts if part.last > part.first]
    if box.tag == "tr" and len(box.parts) in (4, 6) and telling == box.parts:
        return telling.index(own) % 2 == 0
    if telling[0] is not own or own.first != box.first or own.last == box.last:
        return False
    return len(telling) == 1 or (len(telling) == 2 and telling[1].last == box.last)


_WORDS = 4
_LINES = frozenset({"tr", "div", "li", "p", "line", "dl"})


def _come_again(counts: Counter[str], leaf: Leaf, rows: int) -> bool:
    total = counts.total()
    again = sum(count for count in counts.values() if count > _COMES_AGAIN * rows) / total
    if leaf.part.tag == "dt" and rows > 1 and again == 1.0:
        return True
    if names_by_class(leaf.part):
        return rows < _FEW or again >= _COMES_AGAIN or len(counts) * 3 <= total
    if rows < _FEW:
        return rows == _FEW - 1 and len(counts) > 1 and again == 1.0
    if again < 0.6:
        return False
    return (len(counts) > 1 and total > 1.5 * rows) or _is_bare(leaf) or (again > 0.9 and _leads_a_pair(leaf))


def _leads_a_pair(leaf: Leaf) -> bool:
    """The first of two elements in a box: a label and its value."""
    above = leaf.part.above
    return (
        above is not None
        and len(above.parts) == 2
        and above.parts[0] is leaf.part
        and above.last - above.first > 1
        and leaf.part.link is None
    )


def _is_bare(leaf: Leaf) -> bool:
    """A text between elements, or in one that only makes it stand out: a value has an element of its own."""
    return leaf.part.tag in ("b", "strong", "em", "i", "line", "u", "th", "font") or (
        bool(leaf.part.parts) and not leaf.part.names
    )
