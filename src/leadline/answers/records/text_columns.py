"""Columns of preformatted text: lines of `<pre>` whose words stand below each other.

A column is a stretch of positions at which some line has text; between columns no line has any. Heads are a line
of names above a rule of dashes or an `<hr>`; they count as a line when columns are looked for, so that a head
stands in the column it names.
"""

from bisect import bisect_right
from collections.abc import Sequence

from leadline.answers.records.labels import may_be_label
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.shape import RecordRow

_LEAST = 2
_LOOKED_AT = 3
_WIDEST = 400


class TextColumns:
    """The columns of rows that are lines of `<pre>`; none where they are anything else."""

    def __init__(self, outline: Outline, rows: Sequence[RecordRow]) -> None:
        self._outline = outline
        self._starts: list[int] = []
        self._heads: dict[int, str] = {}
        if all(len(row) == 1 and row[0].tag == "line" and row[0].start in outline.offsets for row in rows):
            headers = _heads_before(rows[0][0])
            lines = [row[0] for row in rows] + ([headers] if headers is not None else [])
            self._starts = _stretches(outline, lines) if len(lines) >= _LEAST else []
            if len(self._starts) < _LEAST:
                self._starts = []
            elif headers is not None:
                for n in range(headers.start, headers.end):
                    said = self._heads.get(self.column(n), "")
                    self._heads[self.column(n)] = f"{said} {outline.texts[n]}".strip()

    def column(self, text: int) -> int:
        """Which column a text of the outline stands in; -1 if there are none."""
        return bisect_right(self._starts, self._outline.offsets.get(text, 0)) - 1 if self._starts else -1

    def head(self, column: int) -> str:
        return self._heads.get(column, "")


def _stretches(outline: Outline, lines: Sequence[Node]) -> list[int]:
    """Where columns begin."""
    taken = [False] * _WIDEST
    for line in lines:
        for n in range(line.start, line.end):
            begin = outline.offsets.get(n, 0)
            for place in range(begin, min(begin + len(outline.texts[n]), _WIDEST)):
                taken[place] = True
    return [n for n in range(_WIDEST) if taken[n] and (n == 0 or not taken[n - 1])]


def _heads_before(line: Node) -> Node | None:
    siblings = line.parent.children if line.parent is not None else []
    return next(
        (node for node in siblings if node.is_header and node.tag == "line" and node.start < line.start), None
    )


def mark_text_headers(outline: Outline) -> None:
    """Mark the lines of `<pre>` that are heads of columns: names above a rule."""
    for block in outline.preformatted:
        nodes = [node for node in block.children if node.end > node.start or node.tag == "hr"]
        for n, line in enumerate(nodes[:_LOOKED_AT]):
            following = nodes[n + 1] if n + 1 < len(nodes) else None
            if line.tag == "line" and following is not None and is_separator(outline, following):
                line.is_header = _are_names(outline, line)
                break


def is_separator(outline: Outline, node: Node) -> bool:
    """Whether a line says nothing: dashes, dots, a rule."""
    return node.tag == "hr" or (
        node.end > node.start
        and not any(any(map(str.isalnum, outline.texts[n])) for n in range(node.start, node.end))
    )


def _are_names(outline: Outline, line: Node) -> bool:
    texts = outline.texts[line.start : line.end]
    return len(texts) >= _LEAST and all(may_be_label(text) and not any(map(str.isdigit, text)) for text in texts)
