"""The texts of a record, put together again where only a highlighted word divided them.

Each leaf has the path of its element below the row (`div.cell/span:1`), which is what fields are aligned by:
tags, lasting classes except those of a whole row, and at the last step the place among elements of the same tag.
In `<pre>` it is the column: a stretch of positions at which some line has text, where between columns no line has
any. The line of headers counts as one of them, so that a header stands in the column it names.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from leadline.answers.records.nodes import Node, RecordRow, walk, words_in
from leadline.answers.records.outline import LINE, Outline, is_highlight
from leadline.parse.tree import INLINE

_NOTHING = re.compile(r"^[\W_]*$")
_EDGES = re.compile(r"^[\s·•|¦‖,;»›>–—/\-]+(?=[\s\w(\"'«“$€£+#<])")
_SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))
_END = f"{_SPACES}·•|¦‖,;»›–—/-"  # what goes at the end; a pattern would look for the end from each of them
_SEPARATOR = re.compile(r"\s{1,9}[·•|¦‖]\s+|\s{0,9}[·•]\s*")
_FEW_ROWS = 3  # that have something at one place, before its classes are compared
_LONGEST_PATH = 300  # letters: a bound on memory where elements are nested by the thousand


@dataclass(slots=True, eq=False)
class Leaf:
    """One text of a record."""

    text: str
    path: str
    node: Node
    line: int  # leaves of one line have the same number
    header: str = ""  # what stands over its column, where that is a column of preformatted text


class RowLeaves:
    """Rows of one region, read leaf by leaf."""

    def __init__(self, outline: Outline, rows: Sequence[RecordRow], asked: Iterable[str] = ()) -> None:
        self.outline = outline
        self.asked = frozenset(word for value in asked for word in words_in(value))
        self._paths: dict[int, str] = {}
        self._places: dict[int, int] = {}
        self._tops = {id(node): n for row in rows for n, node in enumerate(row)}
        self._of_rows = _row_level_classes(rows)
        if data := self._classes_that_are_data(rows):
            self._of_rows |= data
            self._paths.clear()
        self.one_node_each = all(len(row) == 1 for row in rows)
        self._highlights = self._find_highlights(rows)
        self._columns = _TextColumns(outline, rows)
        self.rows = [list(self._leaves(row)) for row in rows]
        self._divide()

    def path(self, node: Node) -> str:
        """The path of an element below its row, without the place at the last step."""
        waiting: list[Node] = []
        path = ""
        for ancestor in node.lineage():
            known = self._paths.get(id(ancestor))
            if known is not None or id(ancestor) in self._tops:
                path = known if known is not None else (ancestor.tag if self._tops[id(ancestor)] else "")
                break
            waiting.append(ancestor)
        for below in reversed(waiting):
            path = f"{path}/{_step(below.tag, below.classes - self._of_rows)}"[-_LONGEST_PATH:]
            self._paths[id(below)] = path
        return path

    def _classes_that_are_data(self, rows: Sequence[RecordRow]) -> frozenset[str]:
        """Classes by which elements at one place differ from row to row, beside those that they share, and which
        stand nowhere else (`badge kind-3`): what they tell apart excludes each other in every row, one column."""
        places: dict[tuple[str, str], list[Node]] = {}
        several: set[tuple[str, str]] = set()
        for row in rows:
            owners = {id(owner): owner for node in row for owner in self.outline.owners[node.start : node.end]}
            here = [
                ((self.path(owner.parent), owner.tag), owner)
                for owner in owners.values()
                if owner.parent is not None and id(owner) not in self._tops
            ]
            counts = Counter(place for place, _ in here)
            several.update(place for place, often in counts.items() if often > 1)
            for place, owner in here:
                places.setdefault(place, []).append(owner)
        told: dict[str, set[int]] = {}
        for place, owners_there in places.items():
            classes = [owner.classes for owner in owners_there]
            shared = frozenset[str].intersection(*classes)
            if shared and place not in several and len(classes) >= _FEW_ROWS:
                for name in frozenset[str].union(*classes) - shared:
                    told.setdefault(name, set()).update(id(o) for o in owners_there if name in o.classes)
        if told:
            for node in (below for row in rows for below in walk(row) if not below.classes.isdisjoint(told)):
                for name in [name for name in node.classes if name in told and id(node) not in told[name]]:
                    del told[name]
        return frozenset(told)

    def _leaves(self, row: RecordRow) -> Iterator[Leaf]:
        texts, gaps, owners = self.outline.texts, self.outline.gaps, self.outline.owners
        columns, highlights = self._columns, self._highlights
        leaf: Leaf | None = None
        line = 0
        last = -1
        for n in (n for node in row for n in range(node.start, node.end)):
            owner = owners[n]
            while id(owner) in highlights and owner.parent is not None:
                owner = owner.parent
            line += gaps[n] >= LINE
            column = columns.column(n) if columns.starts else -1
            if leaf is not None and leaf.node is owner and leaf.line == line and column == last:
                leaf.text += (" " if gaps[n] else "") + texts[n]
                continue
            if leaf is not None:
                yield leaf
            path = self._path_with_place(owner) if column < 0 else f"{self.path(owner)}@{column}"
            leaf = Leaf(texts[n], path, owner, line, columns.headers.get(column, ""))
            last = column
        if leaf is not None:
            yield leaf

    def _path_with_place(self, node: Node) -> str:
        path = self.path(node)
        if not path or node.parent is None or id(node) in self._tops:
            return path
        if id(node) not in self._places:
            met: defaultdict[tuple[str, frozenset[str]], count[int]] = defaultdict(count)
            for sibling in node.parent.children:
                self._places[id(sibling)] = next(met[sibling.tag, sibling.classes])
        return f"{path}:{self._places[id(node)]}"

    def _find_highlights(self, rows: Sequence[RecordRow]) -> frozenset[int]:
        """Elements that only mark words that were asked for: named so; or of such words, where most of what is
        marked so is, or rows differ in how much they mark (as many in each row are slots, and what was asked for
        may be the value of one); or, where nothing is known about the query, of very few words again and again."""
        outline = self.outline
        sure: set[int] = set()
        found: dict[str, list[tuple[int, Node, str, bool]]] = {}
        placed = ((k, node) for k, row in enumerate(rows) for node in row)
        for number, n in ((k, n) for k, node in placed for n in range(node.start, node.end)):
            owner = outline.owners[n]
            if is_highlight(owner):
                sure.add(id(owner))
            elif owner.tag in INLINE and owner.end - owner.start == 1:
                words = words_in(outline.texts[n])
                asked = bool(words) and self.asked.issuperset(words)
                found.setdefault(self.path(owner), []).append((number, owner, " ".join(words), asked))
        for marks in found.values():
            counts = Counter(number for number, *_ in marks)
            varies = Counter(counts.values()).most_common(1)[0][1] < 0.7 * len(rows)
            asked_for = [node for _, node, _, asked in marks if asked]
            if varies or 2 * len(asked_for) > len(marks):
                sure.update(map(id, asked_for))
            others = [words for _, _, words, asked in marks if not asked]
            if varies and len(others) > 3 and len(set(others)) <= max(2, len(others) // 6):
                sure.update(id(node) for _, node, *_ in marks)
        return frozenset(sure)

    def _divide(self) -> None:
        """Leaves at the separators within them, where most rows have as many."""
        counts: dict[str, list[int]] = {}
        for leaf in (leaf for row in self.rows for leaf in row):
            counts.setdefault(leaf.path, []).append(_separators_in(leaf.text))
        apart = {path for path, many in counts.items() if _is_steady(many)}
        for place, row in enumerate(self.rows):
            divided: list[Leaf] = []
            for leaf in row:
                texts = _SEPARATOR.split(leaf.text) if leaf.path in apart else [leaf.text]
                for n, text in enumerate(texts):
                    if bare := trimmed(text):
                        path = f"{leaf.path}~{n}" if len(texts) > 1 else leaf.path
                        divided.append(Leaf(bare, path, leaf.node, leaf.line, leaf.header))
            self.rows[place] = divided


@lru_cache(maxsize=8_192)
def _step(tag: str, classes: frozenset[str]) -> str:
    return ".".join((tag, *sorted(classes)))


def _separators_in(text: str) -> int:
    return 0 if text.isascii() and "|" not in text else len(_SEPARATOR.findall(text))


def _is_steady(many: Sequence[int]) -> bool:
    most, share = Counter(many).most_common(1)[0]
    return most > 0 and share * 5 >= len(many) * 3 and (len(many) > 1 or most > 1)


def trimmed(text: str) -> str:
    """A text without the signs that only divide it from its neighbours; empty if there is nothing else.

    >>> trimmed("· Author"), trimmed("|"), trimmed("-5 °C"), trimmed("1990,")
    ('Author', '', '-5 °C', '1990')
    """
    if text[:1].isalnum() and text[-1:].isalnum():
        return text
    if _NOTHING.match(text) and not any(sign in text for sign in "★☆*€$£%+"):
        return ""
    bare = _EDGES.sub("", text).rstrip(_END)
    if text[:1] == "-" and text[1:2].isdigit():
        bare = text[0] + bare.lstrip("-")
    return bare.strip()


# ── classes of a whole row ────────────────────────────────────────────────────────────────────────────────

_DEEPEST_STRIPE = 3


def _row_level_classes(rows: Sequence[RecordRow]) -> frozenset[str]:
    """Classes that some rows have and others lack, and that are on all nodes of a row wherever they are on one.
    Stripes are not always on the row itself: a list item may hold one `div.light` or `div.dark`, and a table may
    name every cell of a row `shaded`. In a path, such a class would divide each column of the list into two."""
    everywhere: frozenset[str] | None = None
    anywhere: set[str] = set()
    on_some: set[str] = set()
    for row in rows:
        shared: set[str] = set()
        for nodes in _levels(row):
            alike = frozenset[str].intersection(*(node.classes for node in nodes))
            shared |= alike
            on_some.update(name for node in nodes for name in node.classes - alike)
        everywhere = frozenset(shared) if everywhere is None else everywhere & shared
        anywhere |= shared
    return frozenset(anywhere - on_some - (everywhere or frozenset()))


def _levels(row: RecordRow) -> Iterator[list[Node]]:
    """The nodes side by side below a row; where that is a single one that holds others, those as well. A single
    node that holds none is left out: its class says what it is."""
    nodes = [below for node in row for below in node.children]
    for _ in range(_DEEPEST_STRIPE):
        if len(nodes) > 1 or (nodes and nodes[0].children):
            yield nodes
        if len(nodes) != 1:
            return
        nodes = list(nodes[0].children)


# ── columns of preformatted text ──────────────────────────────────────────────────────────────────────────

_WIDEST_LINE = 400  # letters of a line that has columns: a bound on time


class _TextColumns:
    """The columns of rows that are lines of `<pre>`; none where they are anything else."""

    def __init__(self, outline: Outline, rows: Sequence[RecordRow]) -> None:
        self._offsets = outline.offsets
        self.starts: list[int] = []
        self.headers: dict[int, str] = {}
        if not all(len(row) == 1 and row[0].tag == "line" and row[0].start in outline.offsets for row in rows):
            return
        first = rows[0][0]
        siblings = first.parent.children if first.parent is not None else []
        headers = [node for node in siblings if node.is_header and node.tag == "line" and node.start < first.start]
        lines = [*(row[0] for row in rows), *headers[:1]]
        starts = _column_starts(outline, lines)
        self.starts = starts if min(len(lines), len(starts)) > 1 else []
        for n in range(headers[0].start, headers[0].end) if headers and self.starts else ():
            column = self.column(n)
            self.headers[column] = f"{self.headers.get(column, '')} {outline.texts[n]}".strip()

    def column(self, text: int) -> int:
        """Which column a text of the outline stands in."""
        return bisect_right(self.starts, self._offsets.get(text, 0)) - 1


def _column_starts(outline: Outline, lines: Sequence[Node]) -> list[int]:
    taken = [False] * _WIDEST_LINE
    for n in (n for line in lines for n in range(line.start, line.end)):
        begin = outline.offsets.get(n, 0)
        end = min(begin + len(outline.texts[n]), _WIDEST_LINE)
        taken[begin:end] = [True] * (end - begin)
    return [n for n in range(_WIDEST_LINE) if taken[n] and (n == 0 or not taken[n - 1])]
