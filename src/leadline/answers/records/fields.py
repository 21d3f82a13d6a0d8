"""Fields of the records of one region, aligned across them and named by the page itself.

Names, the surest first: microdata and RDFa (`itemprop`, `property`), labels in the text or beside it, the heads
of a table's columns, the title, words in class names; what has none of these is numbered by its column.

Labels are told from values by three signs: a colon; an element for labels (`<dt>`, `<th>` beside one `<td>`, a
class that says so); and that they come again: texts at one path that most records share name what follows them,
whether or not there is a colon. A single record has only the first two.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from leadline.answers.records.columns import cells_by_column, cells_from_above, colspan, column_of, table_rows_of
from leadline.answers.records.heads import Headers, headers_over
from leadline.answers.records.labelling import LabelFinder, is_explicit_label
from leadline.answers.records.labels import is_label_by_tag
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.markup import attribute_fields, property_of
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.turned import row_label
from leadline.answers.records.words import name_from_classes

Fields = tuple[tuple[str, str], ...]
TITLE = "title"
_MOST = 80
_LONGEST = 10_000


def name_fields(row_leaves: RowLeaves, rows: tuple[RecordRow, ...], titles: Sequence[str]) -> list[Fields]:
    """The fields of every record; `titles` are theirs, as far as links and headings tell."""
    labels = LabelFinder(row_leaves)
    columns = list(_columns_of(row_leaves.outline, rows))
    named = [
        list(_named(leaves, labels, places, title))
        for leaves, places, title in zip(row_leaves.rows, columns, titles, strict=True)
    ]
    numbers = _FallbackNames(named)
    return [
        (*_shared(row_leaves.outline, row, places), *_collected(numbers, leaves, title, attribute_fields(row)))
        for leaves, places, title, row in zip(named, columns, titles, rows, strict=True)
    ]


def _columns_of(outline: Outline, rows: tuple[RecordRow, ...]) -> "Iterator[_Columns]":
    """The columns of every record; tables have heads of their own."""
    known: dict[int, Headers] = {}
    for row in rows:
        table = next((id(node) for node in row[0].lineage() if node.tag == "table"), 0)
        if table not in known:
            known[table] = headers_over(outline, (row,))
        yield _Columns(outline, known[table], row)


def _shared(outline: Outline, row: RecordRow, columns: "_Columns") -> Fields:
    """What a record has from cells that span its row from above."""
    cells = cells_from_above(row)
    named = ((columns.head(cell) or f"group {n}", outline.text(cell)) for n, cell in enumerate(cells, 1))
    return tuple((name, value) for name, value in named if value)


def named_leaves(row_leaves: RowLeaves, rows: tuple[RecordRow, ...], title: str) -> "list[NamedValue]":
    """The texts of a single row with the names that labels and markup give them."""
    return list(
        _named(
            row_leaves.rows[0], LabelFinder(row_leaves), _Columns(row_leaves.outline, Headers(), rows[0]), title
        )
    )


class _Columns:
    """Which column of its table a leaf stands in."""

    def __init__(self, outline: Outline, headers: Headers, row: RecordRow) -> None:
        self._heads: dict[int, str] = {}
        self._cells: set[int] = set()
        if len(row) > 1 and row[0].tag in ("td", "th"):
            across = all(cell.parent is row[0].parent for cell in row)
            self._heads = {
                id(cell): headers.over(0, column_of(cell), colspan(cell)) if across else row_label(outline, cell)
                for cell in row
            }
        elif headers and not table_rows_of(row):
            boxes = row[0].children if len(row) == 1 else row
            self._heads = {id(box): headers.over(0, n, 1) for n, box in enumerate(boxes)}
        self._cells.update(self._heads)
        numbers = {id(line): n for n, line in enumerate(table_rows_of(row))}
        for place, cell in cells_by_column(row):
            self._cells.add(id(cell))
            self._heads[id(cell)] = headers.over(numbers.get(id(cell.parent), 0), place, colspan(cell))

    def names(self, labels: LabelFinder, leaf: Leaf, following: Leaf) -> bool:
        """Whether a text names what follows: not in a column with a head, unless its own element says so."""
        return labels.names(leaf, following) and (is_label_by_tag(leaf.node) or not self.head(leaf.node))

    def head(self, node: Node) -> str:
        for parent in node.lineage():
            if id(parent) in self._cells:
                return self._heads.get(id(parent), "")
            if parent.tag == "tr":
                return ""
        return ""


class NamedValue:
    """A value on its way to a field."""

    __slots__ = ("leaf", "name", "sure", "text")

    def __init__(self, leaf: Leaf, name: str, text: str, *, sure: bool) -> None:
        self.leaf, self.name, self.text, self.sure = leaf, name, text, sure


def _named(leaves: Sequence[Leaf], labels: LabelFinder, columns: _Columns, title: str) -> Iterator[NamedValue]:
    """Leaves with the names that labels, heads and markup give them; labels themselves left out."""
    waiting: Leaf | None = None
    name = ""
    single = open_ = False
    for place, leaf in enumerate(leaves):
        marked = _marked(leaf.node)
        if marked:
            yield NamedValue(leaf, marked, leaf.text, sure=True)
            continue
        pair = labels.pair(leaf) if leaf.text != title else None
        following = leaves[place + 1] if place + 1 < len(leaves) else None
        if waiting is not None and open_ and _is_value(waiting, leaf, colon=pair is not None):
            yield NamedValue(leaf, name, leaf.text, sure=True)
            open_ = False
        elif pair is not None and pair[1]:
            if waiting is not None and open_ and waiting.node.tag == "dt":
                # A term over lines that have labels of their own is a title and names none of them.
                yield NamedValue(waiting, "", waiting.text, sure=False)
            waiting, name, single, open_ = leaf, pair[0], False, False
            yield NamedValue(leaf, name, pair[1], sure=True)
        elif (
            leaf.text != title
            and following is not None
            and (pair is not None or columns.names(labels, leaf, following))
        ):
            waiting, name, single, open_ = leaf, pair[0] if pair else leaf.text.rstrip(":： "), True, True
        elif waiting is not None and (leaf.line == waiting.line or (single and _belongs(waiting, leaf))):
            yield NamedValue(leaf, name, leaf.text, sure=True)
            open_ = False
        else:
            waiting = None
            head = leaf.head or columns.head(leaf.node)
            yield NamedValue(leaf, head, leaf.text, sure=bool(head))


def _is_value(label: Leaf, leaf: Leaf, *, colon: bool) -> bool:
    """Whether a text is what the label right before it names, however often it comes again.

    One with a `colon` of its own is, if it stands in another element of the same line: "Title" "Dublin: Rarities".
    """
    if leaf.path == label.path or is_label_by_tag(leaf.node):
        return False
    if colon:
        return (
            leaf.node is not label.node
            and leaf.line == label.line
            and (is_explicit_label(label) or _is_pair(label, leaf))
        )
    return leaf.line == label.line or _belongs(label, leaf)


def _is_pair(label: Leaf, leaf: Leaf) -> bool:
    """Whether two texts are all that a box holds."""
    box = label.node.parent
    return (
        box is not None
        and leaf.node.parent is box
        and [node for node in box.children if node.end > node.start]
        == [
            label.node,
            leaf.node,
        ]
    )


def _marked(node: Node) -> str:
    """What microdata or RDFa calls an element, or the one around it."""
    parent = node.parent
    return property_of(node) or (property_of(parent) if parent is not None else "")


def _belongs(label: Leaf, leaf: Leaf) -> bool:
    """Whether a label names a leaf of another line: one in what stands right beside it."""
    own, other = label.node, leaf.node
    while own.parent is not None and (own.parent.start, own.parent.end) == (own.start, own.end):
        own = own.parent
    if own.tag == "line" and own.end - own.start > 1:
        return False  # what a line begins with names the rest of that line
    if own.tag == "dt":
        return any(parent.tag == "dd" for parent in other.lineage())
    beside = own.parent
    if own.tag in _BOXES:  # a cell of its own: what stands in the same row or box belongs to it
        if beside is None or not any(parent is beside for parent in other.lineage()):
            return False
        if len(beside.children) <= 3 or own.tag not in ("td", "th"):
            return len(beside.children) <= 3
        place = next(n for n, node in enumerate(beside.children) if node is own)
        return place + 1 < len(beside.children) and any(
            parent is beside.children[place + 1] for parent in other.lineage()
        )
    return any(parent is own for parent in other.lineage())


_BOXES = frozenset({"dt", "th", "td", "div", "span", "p", "li", "h4", "h5", "h6", "line", "b", "strong"})


class _FallbackNames:
    """Names of values that have none: words in classes, else the number of the column."""

    def __init__(self, named: Sequence[Sequence[NamedValue]]) -> None:
        self._columns: dict[tuple[str, int], int] = {}
        steady: dict[str, Counter[int]] = {}
        for row in named:
            here = Counter(word for one in row if not one.sure and (word := name_from_classes(one.leaf.node)))
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

    def names(self, row: Sequence[NamedValue]) -> dict[int, str]:
        """A name for every value of a record that has none of its own."""
        found: dict[int, str] = {}
        for number, place in _places(row).items():
            word = name_from_classes(row[number].leaf.node)
            found[number] = word if word and word not in self._looks else f"column {self._columns[place]}"
        return found


def _places(row: Sequence[NamedValue]) -> dict[int, tuple[str, int]]:
    """Path and, of several values at one path, which: for every value without a sure name."""
    counts: Counter[str] = Counter()
    found: dict[int, tuple[str, int]] = {}
    for number, one in enumerate(row):
        if not one.sure:
            found[number] = (one.leaf.path, counts[one.leaf.path])
            counts[one.leaf.path] += 1
    return found


def _collected(numbers: _FallbackNames, row: Sequence[NamedValue], title: str, unseen: Fields) -> Fields:
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
