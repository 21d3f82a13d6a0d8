"""Fields of the records of one region, aligned across them and named by the page itself.

Names, the surest first: microdata and RDFa (`itemprop`, `property`), labels in the text or beside it, the heads
of a table's columns, the title, words in class names; what has none of these is numbered by its column.

Labels are told from values by three signs: a colon; an element for labels (`<dt>`, `<th>` beside one `<td>`, a
class that says so); and that they come again: texts at one path that most records share name what follows them,
whether or not there is a colon. A single record has only the first two.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from leadline.query.records.columns import heads_of, inherited, placed, width
from leadline.query.records.labelling import Labels
from leadline.query.records.leaves import Leaf, Reading
from leadline.query.records.markup import property_of, unseen_fields
from leadline.query.records.outline import Outline, Part
from leadline.query.records.shape import Row
from leadline.query.records.turned import label_beside
from leadline.query.records.words import class_word

Fields = tuple[tuple[str, str], ...]
TITLE = "title"
_MOST = 80
_LONGEST = 10_000


def fields_of(reading: Reading, rows: tuple[Row, ...], titles: Sequence[str]) -> list[Fields]:
    """The fields of every record; `titles` are theirs, as far as links and headings tell."""
    labels = Labels(reading)
    heads = heads_of(reading.outline, rows)
    named = [
        list(_named(leaves, labels, _Columns(reading.outline, heads, row), title))
        for leaves, row, title in zip(reading.rows, rows, titles, strict=True)
    ]
    numbers = _Numbers(named)
    shared = _Shared(reading, heads)
    return [
        (*shared.fields(row), *_collected(numbers, leaves, title, unseen_fields(row)))
        for leaves, title, row in zip(named, titles, rows, strict=True)
    ]


class _Shared:
    """What records have from cells that span their row from above."""

    def __init__(self, reading: Reading, heads: Sequence[str]) -> None:
        self._outline, self._heads = reading.outline, heads

    def fields(self, row: Row) -> Fields:
        cells = inherited(row)
        if not cells:
            return ()
        columns = _Columns(self._outline, self._heads, row)
        named = ((columns.head(cell) or f"group {n}", self._outline.text(cell)) for n, cell in enumerate(cells, 1))
        return tuple((name, value) for name, value in named if value)


def named_leaves(reading: Reading, rows: tuple[Row, ...], title: str) -> "list[Named]":
    """The texts of a single row with the names that labels and markup give them."""
    return list(_named(reading.rows[0], Labels(reading), _Columns(reading.outline, (), rows[0]), title))


class _Columns:
    """Which column of its table a leaf stands in."""

    def __init__(self, outline: Outline, heads: Sequence[str], row: Row) -> None:
        self._heads: dict[int, str] = {}
        self._cells: set[int] = set()
        if len(row) > 1 and row[0].tag in ("td", "th"):
            self._heads = {id(cell): label_beside(outline, cell) for cell in row}
            self._cells.update(self._heads)
        for place, cell in placed(row):
            self._cells.add(id(cell))
            # A cell across columns with different heads is named by none of them.
            over = set(heads[place : place + width(cell)])
            if len(over) == 1:
                self._heads[id(cell)] = over.pop()

    def head(self, part: Part) -> str:
        for above in part.chain():
            if id(above) in self._cells:
                return self._heads.get(id(above), "")
            if above.tag == "tr":
                return ""
        return ""


class Named:
    """A value on its way to a field."""

    __slots__ = ("leaf", "name", "sure", "text")

    def __init__(self, leaf: Leaf, name: str, text: str, *, sure: bool) -> None:
        self.leaf, self.name, self.text, self.sure = leaf, name, text, sure


def _named(leaves: Sequence[Leaf], labels: Labels, columns: _Columns, title: str) -> Iterator[Named]:
    """Leaves with the names that labels, heads and markup give them; labels themselves left out."""
    waiting: Leaf | None = None
    name = ""
    alone = False
    for place, leaf in enumerate(leaves):
        marked = _marked(leaf.part)
        if marked:
            yield Named(leaf, marked, leaf.text, sure=True)
            continue
        pair = labels.pair(leaf) if leaf.text != title else None
        following = leaves[place + 1] if place + 1 < len(leaves) else None
        if pair is not None and pair[1]:
            waiting, name, alone = leaf, pair[0], False
            yield Named(leaf, name, pair[1], sure=True)
        elif leaf.text != title and following is not None and (pair is not None or labels.names(leaf, following)):
            waiting, name, alone = leaf, pair[0] if pair else leaf.text.rstrip(":： "), True
        elif waiting is not None and (leaf.line == waiting.line or (alone and _belongs(waiting, leaf))):
            yield Named(leaf, name, leaf.text, sure=True)
        else:
            waiting = None
            head = columns.head(leaf.part)
            yield Named(leaf, head, leaf.text, sure=bool(head))


def _marked(part: Part) -> str:
    """What microdata or RDFa calls an element, or the one around it."""
    above = part.above
    return property_of(part) or (property_of(above) if above is not None else "")


def _belongs(label: Leaf, leaf: Leaf) -> bool:
    """Whether a label names a leaf of another line: one in what stands right beside it."""
    own, other = label.part, leaf.part
    while own.above is not None and (own.above.first, own.above.last) == (own.first, own.last):
        own = own.above
    if own.tag == "line" and own.last - own.first > 1:
        return False  # what a line begins with names the rest of that line
    if own.tag == "dt":
        return any(above.tag == "dd" for above in other.chain())
    beside = own.above
    if own.tag in _BOXES:  # a cell of its own: what stands in the same row or box belongs to it
        if beside is None or not any(above is beside for above in other.chain()):
            return False
        if len(beside.parts) <= 3 or own.tag not in ("td", "th"):
            return len(beside.parts) <= 3
        place = next(n for n, part in enumerate(beside.parts) if part is own)
        return place + 1 < len(beside.parts) and any(above is beside.parts[place + 1] for above in other.chain())
    return any(above is own for above in other.chain())


_BOXES = frozenset({"dt", "th", "td", "div", "span", "p", "li", "h4", "h5", "h6", "line", "b", "strong"})


class _Numbers:
    """Names of values that have none: words in classes, else the number of the column."""

    def __init__(self, named: Sequence[Sequence[Named]]) -> None:
        self._columns: dict[tuple[str, int], int] = {}
        steady: dict[str, Counter[int]] = {}
        for row in named:
            here = Counter(word for one in row if not one.sure and (word := class_word(one.leaf.part)))
            for word, count in here.items():
                steady.setdefault(word, Counter())[count] += 1
            for place in _places(row).values():
                self._columns.setdefault(place, len(self._columns) + 1)
        # A class that every record has twice or more, always as often, is a look and no name.
        self._looks = {
            word
            for word, counts in steady.items()
            if (most := counts.most_common(1)[0])[0] > 1 and most[1] * 3 > 2 * counts.total()
        }

    def names(self, row: Sequence[Named]) -> dict[int, str]:
        """A name for every value of a record that has none of its own."""
        found: dict[int, str] = {}
        for number, place in _places(row).items():
            word = class_word(row[number].leaf.part)
            found[number] = word if word and word not in self._looks else f"column {self._columns[place]}"
        return found


def _places(row: Sequence[Named]) -> dict[int, tuple[str, int]]:
    """Path and, of several values at one path, which: for every value without a sure name."""
    counts: Counter[str] = Counter()
    found: dict[int, tuple[str, int]] = {}
    for number, one in enumerate(row):
        if not one.sure:
            found[number] = (one.leaf.path, counts[one.leaf.path])
            counts[one.leaf.path] += 1
    return found


def _collected(numbers: _Numbers, row: Sequence[Named], title: str, unseen: Fields) -> Fields:
    found: dict[str, str] = {}
    names = numbers.names(row)
    for number, one in enumerate(row):
        is_title = bool(title) and one.text == title and TITLE not in found
        name = one.name or (TITLE if is_title else names[number])
        known = found.get(name)
        if known is None:
            if len(found) < _MOST:
                found[name] = one.text
        elif one.text not in known and len(known) < _LONGEST:
            found[name] = f"{known} {one.text}"
    if title and TITLE not in found and not any(title in value or value in title for value in found.values()):
        found = {TITLE: title, **found}
    for name, value in unseen:
        found.setdefault(name, value)
    return tuple(found.items())
