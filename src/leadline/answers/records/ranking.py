"""Which region holds the records: the one with most to say that is new, alike, and not a menu.

score = letters · similarity · √rows · (1 − share of the form's page) · (1 + echo of the query) · names · links

Then coarse or fine: a region whose rows hold the rows of the best one takes its place, unless those are records
side by side (cards in the rows of a grid): records have links of one kind each and fill what holds them; the parts
of a record do not.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from leadline.answers.records import boilerplate
from leadline.answers.records.boilerplate import KnownText, is_about_search
from leadline.answers.records.headers import headers_over, is_header_row
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, filled, texts_in
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import Region, first_link, link_pattern, row_similarity
from leadline.lexicon.phrases import template

_RESULT_CLASS = template("classes", r"{list_boxes}|{results}|(?:^|[\s_-])hits?\b|(?:record|item|post)s?\b")
_LEAST_LETTERS = 4
_LEAST_SIMILAR = 0.3
_LONG_ROW = 1_500  # letters of one row that count; one long row must not outweigh a list
_READ = 40  # regions of a page that are read, and rows of each: a bound on time
_FEW = 5
_PROSE = HEADINGS | {"p", "line", "span"}
_STEPS = 3  # how often a coarser region may take the place of a finer one: cell, row, table
_ALIKE = 0.6


class RegionRanker:
    """What regions of one page are compared by."""

    def __init__(self, outline: Outline, known: KnownText, template: KnownText, values: Sequence[str]) -> None:
        self.outline, self.known, self.template, self.values = outline, known, template, values
        self.stated = boilerplate.stated_counts(outline)
        self.asked = [word for value in values for word in value.casefold().split() if len(word) > 2]

    def best(self, regions: Iterable[Region]) -> Region | None:
        roughly = [one for region in regions if (one := self._score_look(region)) is not None]
        roughly.sort(key=lambda one: -one.score)
        scored = [one for rough in roughly[:_READ] if (one := self._score_text(rough)) is not None]
        if not scored:
            return None
        best = max(scored, key=lambda one: one.score)
        best = next((one for one in scored if self._divides(one, best)), best)
        for _ in range(_STEPS):
            coarser = (one for one in scored if one is not best and self._replaces(one, best))
            if (found := next(coarser, None)) is None:
                break
            best = found
        return best

    # ── one region ────────────────────────────────────────────────────────────────────────────────────────

    def _score_look(self, region: Region) -> Region | None:
        """By size, similarity and names, without reading."""
        outline, rows = self.outline, region.rows
        letters = [outline.letters(*row) for row in rows]
        if sum(count >= _LEAST_LETTERS for count in letters) * 2 < len(rows):
            return None
        similarity = row_similarity(rows)
        if similarity < _LEAST_SIMILAR:
            return None
        unit = self._unit(region)
        linked = sum(outline.link_letters(*row) for row in rows)
        menu = 0.3 if linked > 0.9 * sum(letters) and sum(letters) < 30 * len(rows) else 1.0
        size = sum(min(count, _LONG_ROW) for count in letters)
        score = size * similarity * menu * unit * min(len(rows), 10) ** 0.5 * self._named(rows)
        return replace(region, score=score) if score > 0 else None

    def _unit(self, region: Region) -> float:
        """How likely elements like these are records, and not lists of them or their cells; 0 if they are not."""
        outline, rows = self.outline, region.rows
        first = rows[0][0]
        weight = 0.7 if first.tag in ("ul", "ol") else 1.0
        if first.tag in ("table", "tbody"):
            lines = first.table_rows
            if lines and _have_headers_apart(outline, rows):
                return 0.0
            if len(lines) > 2 and is_header_row(outline, lines[0]):
                weight = 0.3
        if first.tag in ("td", "th") and not _is_rich(rows) and not region.sure:
            # The cells of a single row, or of columns with names, are none.
            weight = 0.0 if first.parent is rows[-1][0].parent or _is_headed(first) else 0.05
        return weight * 1.5 if region.sure else weight

    def _score_text(self, rough: Region) -> Region | None:
        """The same after reading: what is known, what echoes the query, where it leads, what stands above it."""
        outline, rows = self.outline, rough.rows
        texts = [outline.row_text(row) for row in rows[:_READ]]
        if self.template.share(texts) > 0.5:
            return None
        new = sum(
            not self.known.has(text) and (outline.link_letters(*row) > 0 or not is_about_search(text))
            for text, row in zip(texts, rows, strict=False)
        )
        score = rough.score * (0.1 if new < 2 and len(rows) < _FEW else 1.0) * (1.05 - self.known.share(texts))
        score *= (1 + self._echo(texts)) * self._linked(rows)
        score *= 2.5 if len(rows) in self.stated else 1.0
        score *= 0.03 if boilerplate.has_other_heading(outline, rows) else 1.0
        score *= 0.05 if boilerplate.refines_query(outline, rows, self.asked) else 1.0
        return replace(rough, score=score)

    def _named(self, rows: Sequence[RecordRow]) -> float:
        nodes = [node for node in (rows[0][0], rows[0][0].parent) if node is not None]
        names = " ".join(f"{node.attr('class')} {node.attr('id')} {node.attr('itemtype')}" for node in nodes)
        return 1.4 if _RESULT_CLASS.search(names) else 1.0

    def _echo(self, texts: Sequence[str]) -> float:
        """Share of rows that repeat a word of the query."""
        if not self.asked or not texts:
            return 0.0
        return sum(any(word in text.casefold() for word in self.asked) for text in texts) / len(texts)

    def _linked(self, rows: Sequence[RecordRow]) -> float:
        """More for rows that lead to pages of their own, of one kind."""
        usual = self._usual_share(rows)
        if usual > 2 / 3:
            return 2.0
        return 0.5 if not usual and rows[0][0].tag in _PROSE else 1.0

    def _usual_share(self, rows: Sequence[RecordRow]) -> float:
        """Share of rows whose first links lead to the usual kind of page."""
        patterns = [link_pattern(self.outline, *row) for row in rows[:_READ]]
        return max(Counter(filter(None, patterns)).values(), default=0) / len(patterns)

    # ── coarse or fine ────────────────────────────────────────────────────────────────────────────────────

    def _replaces(self, coarse: Region, fine: Region) -> bool:
        """Whether `coarse` has the records and `fine` only parts of them."""
        if coarse.rows == fine.rows or len(coarse.rows) > len(fine.rows) or fine.sure:
            return False
        spans, inner = coarse.spans, fine.spans
        if any(before[1] > after[0] for before, after in pairwise(spans)):
            return False
        starts = [first for first, _ in spans]
        held: Counter[int] = Counter()
        for first, last in inner:
            place = bisect_right(starts, first) - 1
            if place < 0 or last > spans[place][1]:
                return False
            held[place] += last - first
        if len(held) < 0.8 * len(spans) or row_similarity(coarse.rows) < 0.45:
            return False
        if len(inner) > 1.2 * len(spans):
            return not self._side_by_side(coarse, fine)
        wider = any(last - first > held[place] for place, (first, last) in enumerate(spans))
        return wider and not self._only_headed(coarse, fine)

    def _divides(self, fine: Region, coarse: Region) -> bool:
        """Whether a coarse row is several records under a heading that leads nowhere: the entries of a day."""
        return (
            fine.score * 2 > coarse.score
            and len(fine.rows) > len(coarse.rows)
            and fine.spans[-1][1] > coarse.spans[-1][0]
            and (self._only_headed(coarse, fine) or self._holds_several(coarse, fine))
            and self._side_by_side(coarse, fine)
        )

    def _holds_several(self, coarse: Region, fine: Region) -> bool:
        """Whether a coarse row is several fine ones, each with a page of its own: cards in a row."""
        links = {link for row in fine.rows if (link := first_link(self.outline, *row)) is not None}
        return (
            not coarse.shape.run
            and 2 * len(fine.rows) >= 3 * len(coarse.rows)
            and 10 * len(links) >= 9 * len(fine.rows)
            and _is_rich(fine.rows)
            and row_similarity(fine.rows) > _ALIKE
            and coarse.spans[0][0] <= fine.spans[0][0]
        )

    def _only_headed(self, coarse: Region, fine: Region) -> bool:
        """Whether a coarse row is a fine one under a heading that leads nowhere: the date of a day's entries."""
        if not coarse.shape.run or not all(link_pattern(self.outline, *row) for row in fine.rows[:_READ]):
            return False
        own = {id(node) for row in fine.rows for node in row}
        return not any(id(row[0]) in own or self.outline.link_letters(row[0]) for row in coarse.rows[:_READ])

    def _side_by_side(self, coarse: Region, fine: Region) -> bool:
        """Whether the fine rows are records of their own: they lead to pages of one kind and fill the coarse."""
        if coarse.sure or (fine.rows[0][0].tag in ("td", "th", "dd", "line") and not _is_rich(fine.rows)):
            return False
        held, whole = self.outline.letters_in(fine.rows), self.outline.letters_in(coarse.rows)
        if self._usual_share(fine.rows) >= 0.8:
            return held >= 0.7 * whole or (
                self._only_headed(coarse, fine) and bool(headers_over(self.outline, fine.rows))
            )
        return held >= 0.9 * whole and _is_rich(fine.rows, 4) and row_similarity(fine.rows) > _ALIKE


def _is_headed(cell: Node) -> bool:
    """Whether the table of a cell begins with headers of its columns."""
    table = cell.closest("table")
    lines = filled(table.table_rows) if table is not None else []
    return bool(lines) and lines[0].is_header


def _have_headers_apart(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether tables have columns of different names: each is a list of its own."""
    headers = {outline.text(lines[0]) for row in rows if (lines := row[0].table_rows) and lines[0].is_header}
    return len(headers) > 1 and len(headers) == len(rows)


def _is_rich(rows: Sequence[RecordRow], texts: int = 2) -> bool:
    """Whether rows have several texts each, as records do and cells do not."""
    return sum(map(texts_in, rows)) >= texts * len(rows)
