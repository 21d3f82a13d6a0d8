"""The texts of a record, put together again where only a highlighted word divided them.

Each leaf has the path of its element below the row (`div.cell/span:1`), which is what fields are aligned by:
tags, lasting classes except those of a whole row (`stripes`), and at the last step the place among elements of
the same tag.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from leadline.answers.records.outline import LINE, Node, Outline, is_highlight
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.stripes import row_level_classes
from leadline.answers.records.text_columns import TextColumns
from leadline.parse.tree import INLINE

_WORD = re.compile(r"\w+")
_NOTHING = re.compile(r"^[\W_]*$")
_EDGES = re.compile(r"^[\s·•|¦‖,;»›>–—/\-]+(?=[\s\w(\"'«“$€£+#<])")
_SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))
_END = f"{_SPACES}·•|¦‖,;»›–—/-"
"""What goes at the end; a pattern would look for the end from each of them."""
_SIGNS = re.compile(r"\s{1,9}[·•|¦‖]\s+|\s{0,9}[·•]\s*")


@dataclass(slots=True, eq=False)
class Leaf:
    """One text of a record."""

    text: str
    path: str
    node: Node
    line: int
    """Leaves of one line have the same number."""
    head: str = ""
    """What stands over its column, where that is a column of preformatted text."""


class RowLeaves:
    """Rows of one region, read leaf by leaf."""

    def __init__(self, outline: Outline, rows: Sequence[RecordRow], asked: Iterable[str] = ()) -> None:
        self.outline = outline
        self.asked = frozenset(word for value in asked for word in _WORD.findall(value.casefold()))
        self._paths: dict[int, str] = {}
        self._places: dict[int, int] = {}
        self._tops = {id(node): n for row in rows for n, node in enumerate(row)}
        self._of_rows = row_level_classes(rows)
        self.alone = all(len(row) == 1 for row in rows)
        """Whether every record is one part."""
        self._highlights = self._find_highlights(rows)
        self._columns = TextColumns(outline, rows)
        self.rows = [list(self._leaves(row)) for row in rows]
        self._divide()

    def path(self, node: Node) -> str:
        """The path of an element below its row, without the place at the last step."""
        waiting: list[Node] = []
        path = ""
        for parent in node.lineage():
            known = self._paths.get(id(parent))
            if known is not None or id(parent) in self._tops:
                path = known if known is not None else (parent.tag if self._tops[id(parent)] else "")
                break
            waiting.append(parent)
        for below in reversed(waiting):
            path = f"{path}/{_step(below.tag, below.classes - self._of_rows)}"[-_LONGEST_PATH:]
            self._paths[id(below)] = path
        return path

    def _leaves(self, row: RecordRow) -> Iterator[Leaf]:
        outline = self.outline
        leaf: Leaf | None = None
        line = 0
        last = -1
        for node in row:
            for n in range(node.start, node.end):
                owner = outline.owners[n]
                while id(owner) in self._highlights and owner.parent is not None:
                    owner = owner.parent
                line += outline.gaps[n] >= LINE
                column = self._columns.column(n)
                if leaf is not None and leaf.node is owner and leaf.line == line and column == last:
                    leaf.text += (" " if outline.gaps[n] else "") + outline.texts[n]
                    continue
                if leaf is not None:
                    yield leaf
                path = self._place(owner) if column < 0 else f"{self.path(owner)}@{column}"
                leaf = Leaf(outline.texts[n], path, owner, line, self._columns.head(column))
                last = column
        if leaf is not None:
            yield leaf

    def _place(self, node: Node) -> str:
        path = self.path(node)
        parent = node.parent
        if not path or parent is None or id(node) in self._tops:
            return path
        if id(node) not in self._places:
            counts: dict[tuple[str, frozenset[str]], int] = {}
            for sibling in parent.children:
                kind = (sibling.tag, sibling.classes)
                self._places[id(sibling)] = counts[kind] = counts.get(kind, -1) + 1
        return f"{path}:{self._places[id(node)]}"

    def _find_highlights(self, rows: Sequence[RecordRow]) -> frozenset[int]:
        """Elements that only mark words that were asked for: named so, or of such words, or (where nothing is
        known about the query) of very few words again and again, here more of them and there fewer."""
        outline = self.outline
        sure: set[int] = set()
        found: dict[str, list[tuple[int, Node, str]]] = {}
        for number, row in enumerate(rows):
            for node in row:
                for n in range(node.start, node.end):
                    owner = outline.owners[n]
                    if is_highlight(owner):
                        sure.add(id(owner))
                    elif owner.tag in INLINE and owner.end - owner.start == 1:
                        words = _WORD.findall(outline.texts[n].casefold())
                        if self.asked and words and self.asked.issuperset(words):
                            sure.add(id(owner))
                        else:
                            said = " ".join(words)
                            found.setdefault(self.path(owner), []).append((number, owner, said))
        for nodes in found.values():
            counts = Counter(number for number, _, _ in nodes)
            usual = Counter(counts.values()).most_common(1)[0][1] if counts else 0
            distinct = len({said for _, _, said in nodes})
            if len(nodes) > 3 and usual < 0.7 * len(rows) and distinct <= max(2, len(nodes) // 6):
                sure.update(id(node) for _, node, _ in nodes)
        return frozenset(sure)

    def _divide(self) -> None:
        """Leaves at the separators within them, where most rows have as many."""
        counts: dict[str, list[int]] = {}
        for row in self.rows:
            for leaf in row:
                counts.setdefault(leaf.path, []).append(len(_SIGNS.findall(leaf.text)))
        apart = {path for path, many in counts.items() if _is_steady(many)}
        for place, row in enumerate(self.rows):
            told: list[Leaf] = []
            for leaf in row:
                texts = _SIGNS.split(leaf.text) if leaf.path in apart else [leaf.text]
                for n, text in enumerate(texts):
                    kept = trimmed(text)
                    if kept:
                        path = f"{leaf.path}~{n}" if len(texts) > 1 else leaf.path
                        told.append(Leaf(kept, path, leaf.node, leaf.line, leaf.head))
            self.rows[place] = told


_LONGEST_PATH = 300


@lru_cache(maxsize=8_192)
def _step(tag: str, names: frozenset[str]) -> str:
    return ".".join((tag, *sorted(names)))


def _is_steady(many: Sequence[int]) -> bool:
    most, share = Counter(many).most_common(1)[0]
    return most > 0 and share * 5 >= len(many) * 3 and (len(many) > 1 or most > 1)


def trimmed(text: str) -> str:
    """A text without the signs that only divide it from its neighbours; empty if there is nothing else.

    >>> trimmed("· Author"), trimmed("|"), trimmed("-5 °C"), trimmed("1990,")
    ('Author', '', '-5 °C', '1990')
    """
    if _NOTHING.match(text) and not any(sign in text for sign in "★☆*€$£%+"):
        return ""
    bare = _EDGES.sub("", text).rstrip(_END)
    if text[:1] == "-" and text[1:2].isdigit():
        bare = text[0] + bare.lstrip("-")
    return bare.strip()
