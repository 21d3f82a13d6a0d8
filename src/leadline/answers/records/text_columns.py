"""Columns of preformatted text: lines of `<pre>` whose words stand below each other.

A column is a stretch of positions at which some line has text; between columns no line has any. Heads are a line
of names above a rule of dashes or an `<hr>`; they count as a line when columns are looked for, so that a head
stands in the column it names.
"""

from bisect import bisect_right
from collections.abc import Sequence

from leadline.answers.records.labels import may_name
from leadline.answers.records.outline import Outline, Part
from leadline.answers.records.shape import Row

_LEAST = 2
_LOOKED_AT = 3
_WIDEST = 400


class TextColumns:
    """The columns of rows that are lines of `<pre>`; none where they are anything else."""

    def __init__(self, outline: Outline, rows: Sequence[Row]) -> None:
        self._outline = outline
        self._starts: list[int] = []
        self._heads: dict[int, str] = {}
        if all(len(row) == 1 and row[0].tag == "line" and row[0].first in outline.offsets for row in rows):
            heads = _heads_before(rows[0][0])
            lines = [row[0] for row in rows] + ([heads] if heads is not None else [])
            self._starts = _stretches(outline, lines) if len(lines) >= _LEAST else []
            if len(self._starts) < _LEAST:
                self._starts = []
            elif heads is not None:
                for n in range(heads.first, heads.last):
                    said = self._heads.get(self.column(n), "")
                    self._heads[self.column(n)] = f"{said} {outline.texts[n]}".strip()

    def column(self, text: int) -> int:
        """Which column a text of the outline stands in; -1 if there are none."""
        return bisect_right(self._starts, self._outline.offsets.get(text, 0)) - 1 if self._starts else -1

    def head(self, column: int) -> str:
        return self._heads.get(column, "")


def _stretches(outline: Outline, lines: Sequence[Part]) -> list[int]:
    """Where columns begin."""
    taken = [False] * _WIDEST
    for line in lines:
        for n in range(line.first, line.last):
            begin = outline.offsets.get(n, 0)
            for place in range(begin, min(begin + len(outline.texts[n]), _WIDEST)):
                taken[place] = True
    return [n for n in range(_WIDEST) if taken[n] and (n == 0 or not taken[n - 1])]


def _heads_before(line: Part) -> Part | None:
    siblings = line.above.parts if line.above is not None else []
    return next((part for part in siblings if part.heads and part.tag == "line" and part.first < line.first), None)


def mark_text_heads(outline: Outline) -> None:
    """Mark the lines of `<pre>` that are heads of columns: names above a rule."""
    for block in outline.preformatted:
        parts = [part for part in block.parts if part.last > part.first or part.tag == "hr"]
        for n, line in enumerate(parts[:_LOOKED_AT]):
            following = parts[n + 1] if n + 1 < len(parts) else None
            if line.tag == "line" and following is not None and is_rule(outline, following):
                line.heads = _are_names(outline, line)
                break


def is_rule(outline: Outline, part: Part) -> bool:
    """Whether a line says nothing: dashes, dots, a rule."""
    return part.tag == "hr" or (
        part.last > part.first
        and not any(any(map(str.isalnum, outline.texts[n])) for n in range(part.first, part.last))
    )


def _are_names(outline: Outline, line: Part) -> bool:
    texts = outline.texts[line.first : line.last]
    return len(texts) >= _LEAST and all(may_name(text) and not any(map(str.isdigit, text)) for text in texts)
