"""Fields of the records of one region, aligned across them and named by the page itself.

Names, the surest first: microdata and RDFa (`itemprop`, `property`), labels in the text or beside it, the headers
of a table's columns, the title, words in class names; what has none of these is numbered by its column. How
labels are told from values, `labels` says.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from leadline.answers.records.headers import Headers, header_over, headers_over
from leadline.answers.records.labels import bare_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.linked_data import Fields, attribute_fields, property_of
from leadline.answers.records.nodes import Node, RecordRow, cells_above, cells_by_column, table_rows_of
from leadline.answers.records.outline import Outline
from leadline.answers.records.roles import LABEL, SlotRoles

TITLE = "title"
_MOST_FIELDS = 80
_LONGEST_FIELD = 10_000
"""Bounds on what a hostile row makes of itself; records of the applications tried have up to 30 fields."""


def name_fields(leaves: RowLeaves, rows: tuple[RecordRow, ...], titles: Sequence[str]) -> list[Fields]:
    """The fields of every record; `titles` are theirs, as far as links and headings tell."""
    columns = list(_columns_of(leaves.outline, rows))
    roles = _roles(leaves, columns, titles)
    marked = leaves.outline.has_properties
    named = [list(_named(roles, number, cells, marked)) for number, cells in enumerate(columns)]
    fallback = _FallbackNames(named)
    return [
        (
            *_shared(leaves.outline, row, cells),
            *_collected(fallback, values, title, attribute_fields(row) if marked else ()),
        )
        for values, cells, title, row in zip(named, columns, titles, rows, strict=True)
    ]


def slot_roles(leaves: RowLeaves, rows: tuple[RecordRow, ...], titles: Sequence[str]) -> SlotRoles:
    """The roles of the texts of rows, for learning them."""
    return _roles(leaves, list(_columns_of(leaves.outline, rows)), titles)


def _roles(leaves: RowLeaves, columns: "Sequence[_Columns]", titles: Sequence[str]) -> SlotRoles:
    return SlotRoles(leaves, titles, lambda row, leaf: leaf.header or columns[row].header(leaf.node))


def _columns_of(outline: Outline, rows: tuple[RecordRow, ...]) -> "Iterator[_Columns]":
    """The columns of every record; tables have headers of their own."""
    known: dict[int, Headers] = {}
    for row in rows:
        table = id(row[0].closest("table"))
        if table not in known:
            known[table] = headers_over(outline, (row,))
        yield _Columns(outline, known[table], row)


def _shared(outline: Outline, row: RecordRow, columns: "_Columns") -> Fields:
    """What a record has from cells that span its row from above."""
    cells = cells_above(row)
    named = ((columns.header(cell) or f"group {n}", outline.text(cell)) for n, cell in enumerate(cells, 1))
    return tuple((name, value) for name, value in named if value)


class _Columns:
    """What the column is called that a leaf of one record stands in."""

    def __init__(self, outline: Outline, headers: Headers, row: RecordRow) -> None:
        self._headers: dict[int, str] = {}
        lines = table_rows_of(row)
        if len(row) > 1 and row[0].tag in ("td", "th"):
            across = all(cell.parent is row[0].parent for cell in row)
            for cell in row:
                if across:
                    self._headers[id(cell)] = header_over(headers, 0, cell.column, cell.colspan)
                elif cell.parent is not None:  # a record that is a column: each line begins with a label
                    self._headers[id(cell)] = bare_label(outline.text(cell.parent.children[0]))
        elif headers and not lines:
            boxes = row[0].children if len(row) == 1 else row
            self._headers = {id(box): header_over(headers, 0, n, 1) for n, box in enumerate(boxes)}
        numbers = {id(line): n for n, line in enumerate(lines)}
        for column, cell in cells_by_column(row):
            line = numbers.get(id(cell.parent), 0)
            self._headers[id(cell)] = header_over(headers, line, column, cell.colspan)

    def header(self, node: Node) -> str:
        if not self._headers:
            return ""
        for ancestor in node.lineage():
            if id(ancestor) in self._headers:
                return self._headers[id(ancestor)]
            if ancestor.tag == "tr":
                return ""
        return ""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value on its way to a field."""

    leaf: Leaf
    name: str
    text: str
    sure: bool


def _named(roles: SlotRoles, number: int, columns: _Columns, marked: bool) -> Iterator[NamedValue]:
    """The texts of a row with the names that labels, headers and markup (where a page is `marked` up at all) give
    them; labels themselves left out."""
    for read in roles.of_row(number):
        leaf = read.leaf
        if marked and (property_ := property_of(leaf.node) or property_of(leaf.node.parent)):
            yield NamedValue(leaf, property_, leaf.text, True)
        elif read.role != LABEL:
            name = read.name or leaf.header or columns.header(leaf.node)
            yield NamedValue(leaf, name, read.text, bool(name))


class _FallbackNames:
    """Names of values that have none: words in classes, else the number of the column."""

    def __init__(self, named: Sequence[Sequence[NamedValue]]) -> None:
        self._columns: dict[tuple[str, int], int] = {}
        repeated: dict[str, Counter[int]] = {}
        for row in named:
            here = Counter(word for one in row if not one.sure and (word := one.leaf.node.named_by_classes))
            for word, often in here.items():
                repeated.setdefault(word, Counter())[often] += 1
            for place in _places(row).values():
                self._columns.setdefault(place, len(self._columns) + 1)
        # A class that every record has twice or more, always as often, is a look and no name.
        usual = ((word, *counts.most_common(1)[0], counts.total()) for word, counts in repeated.items())
        self._looks = {word for word, often, rows, total in usual if often > 1 and rows * 3 > 2 * total}

    def names(self, row: Sequence[NamedValue]) -> dict[int, str]:
        """A name for every value of a record that has none of its own."""
        found: dict[int, str] = {}
        for number, place in _places(row).items():
            word = row[number].leaf.node.named_by_classes
            found[number] = word if word and word not in self._looks else f"column {self._columns[place]}"
        return found


def _places(row: Sequence[NamedValue]) -> dict[int, tuple[str, int]]:
    """Path and, of several values at one path, which: for every value without a sure name."""
    met: defaultdict[str, count[int]] = defaultdict(count)
    unsure = ((number, one.leaf.path) for number, one in enumerate(row) if not one.sure)
    return {number: (path, next(met[path])) for number, path in unsure}


def _collected(fallback: _FallbackNames, row: Sequence[NamedValue], title: str, unseen: Fields) -> Fields:
    found: dict[str, list[str]] = {}
    last: dict[str, Leaf] = {}
    names = fallback.names(row)
    for number, one in enumerate(row):
        is_title = bool(title) and one.text == title and TITLE not in found
        name = one.name or (TITLE if is_title else names[number])
        known = found.get(name)
        if known is None:
            if len(found) < _MOST_FIELDS:
                found[name] = [one.text]
        elif one.text not in (text := " ".join(known)) and len(text) < _LONGEST_FIELD:
            if _is_next_item(last[name], one.leaf):
                known.append(one.text)
            else:
                known[-1] = f"{known[-1]} {one.text}"
        last[name] = one.leaf
    texts = [" ".join(values) for values in found.values()]
    if title and TITLE not in found and not any(title in text or text in title for text in texts):
        found = {TITLE: [title], **found}
    for name, value in unseen:
        found.setdefault(name, [value])
    return tuple((name, value) for name, values in found.items() for value in values)


def _is_next_item(before: Leaf, leaf: Leaf) -> bool:
    """Whether two texts of one name are items of one list: then they stay two values, and are no text in parts."""
    ours, theirs = leaf.node.closest("li"), before.node.closest("li")
    return ours is not None and theirs is not None and ours is not theirs and ours.parent is theirs.parent
