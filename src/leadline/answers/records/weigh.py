"""Which region holds the records: the one with most to say that is new, alike, and not a menu.

weight = letters · likeness · √rows · (1 − share of the form's page) · (1 + echo of the query) · names · links

Then coarse or fine: a region whose rows hold the rows of the weightiest one takes its place, unless those are
records side by side (cards in the rows of a grid): records have links of one kind each and fill what holds them;
the parts of a record do not.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from leadline.answers.records.columns import table_rows
from leadline.answers.records.heads import headers_over, is_header_row
from leadline.answers.records.known import KnownText, is_about_search
from leadline.answers.records.likeness import row_similarity
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.regions import Region
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.stated import is_side_list, link_patterns, link_targets, refines_query, stated_counts
from leadline.lexicon.phrases import template

_RESULT_NAME = template(
    "classes",
    r"result|{results}|(?:^|[\s_-])hits?\b|listing|records?\b|items?\b|catalog|entries|search|issues|posts?\b|topics|list",
)
_LEAST_LETTERS = 4
_LEAST_ALIKE = 0.3
_LONG = 1_500
"""Letters of one row that count; one long row must not outweigh a list."""


@dataclass(frozen=True, slots=True)
class ScoredRegion:
    region: Region
    weight: float


class RegionRanker:
    """What regions of one page are weighed by."""

    def __init__(self, outline: Outline, known: KnownText, template: KnownText, asked: Iterable[str]) -> None:
        self.outline, self.known, self.template = outline, known, template
        self.stated = stated_counts(outline)
        self.asked = [word for value in asked for word in value.casefold().split() if len(word) > 2]

    def best(self, regions: Iterable[Region]) -> Region | None:
        roughly = [one for region in regions if (one := self._weigh(region)) is not None]
        roughly.sort(key=lambda one: -one.weight)
        weighed = [one for rough in roughly[:_READ] if (one := self._read(rough)) is not None]
        if not weighed:
            return None
        best = max(weighed, key=lambda one: one.weight)
        best = next((one for one in weighed if self._divides(one, best)), best)
        for _ in range(_STEPS):
            coarser = next(
                (one for one in weighed if one is not best and self._replaces(one.region, best.region)), None
            )
            if coarser is None:
                break
            best = coarser
        return best.region

    # ── one region ────────────────────────────────────────────────────────────────────────────────────────

    def _weigh(self, region: Region) -> ScoredRegion | None:
        outline, rows = self.outline, region.rows
        letters = [sum(outline.letters(node) for node in row) for row in rows]
        if sum(count >= _LEAST_LETTERS for count in letters) * 2 < len(rows):
            return None
        alike = row_similarity(rows)
        if alike < _LEAST_ALIKE:
            return None
        mass = sum(min(count, _LONG) for count in letters)
        linked = sum(outline.link_letters(node) for row in rows for node in row)
        cells = 0.7 if rows[0][0].tag in ("ul", "ol") else 1.0  # rather lists of records than records
        lines = table_rows(rows[0][0]) if rows[0][0].tag in ("table", "tbody") else []
        if len(lines) > 2 and is_header_row(outline, lines[0]):
            cells = 0.3
        if lines and _headed_apart(outline, rows):
            return None
        if rows[0][0].tag in ("td", "th") and not _is_rich(rows) and not region.sure:
            if rows[0][0].parent is rows[-1][0].parent or _is_headed(rows[0][0]):
                return None  # the cells of a single row, or of columns with names
            cells = 0.05
        menu = 0.3 if linked > 0.9 * sum(letters) and sum(letters) < 30 * len(rows) else 1.0
        if region.sure:
            cells *= 1.5
        weight = mass * alike * menu * cells * min(len(rows), 10) ** 0.5 * self._named(rows)
        return ScoredRegion(region, weight) if weight > 0 else None

    def _read(self, rough: ScoredRegion) -> ScoredRegion | None:
        """The same after reading: what is known, what echoes the query, where it leads."""
        outline, rows = self.outline, rough.region.rows
        texts = [" ".join(outline.text(node) for node in row) for row in rows[:_READ]]
        if self.template and self.template.share(texts) > 0.5:
            return None
        new = sum(
            not (self.known and self.known.has(text))
            and not (is_about_search(text) and not link_letters_in(outline, row))
            for text, row in zip(texts, rows, strict=False)
        )
        alone = 0.1 if new < 2 and len(rows) < _FEW else 1.0
        weight = (
            rough.weight * alone * (1.05 - self.known.share(texts)) * (1 + self._echo(texts)) * self._linked(rows)
        )
        return ScoredRegion(rough.region, weight * self._said(rows))

    def _said(self, rows: Sequence[RecordRow]) -> float:
        """What the page says about a region from outside."""
        counted = 2.5 if len(rows) in self.stated else 1.0
        aside = 0.03 if is_side_list(self.outline, rows) else 1.0
        return counted * aside * (0.05 if refines_query(self.outline, rows, self.asked) else 1.0)

    def _named(self, rows: Sequence[RecordRow]) -> float:
        first = rows[0][0]
        parent = first.parent
        said = " ".join(
            f"{node.attr('class')} {node.attr('id')} {node.attr('itemtype')}"
            for node in (first, parent)
            if node is not None
        )
        return 1.4 if _RESULT_NAME.search(said) else 1.0

    def _echo(self, texts: Sequence[str]) -> float:
        """Share of rows that repeat a word of the query."""
        if not self.asked or not texts:
            return 0.0
        return sum(any(word in text.casefold() for word in self.asked) for text in texts) / len(texts)

    def _linked(self, rows: Sequence[RecordRow]) -> float:
        """More for rows that lead to pages of their own, of one kind."""
        firsts = [link_patterns(self.outline, row, 1) for row in rows[:_READ]]
        usual = Counter(found[0] for found in firsts if found).most_common(1)
        if usual and usual[0][1] * 3 > 2 * len(firsts):
            return 2.0
        return 0.5 if not usual and rows[0][0].tag in _PROSE else 1.0

    # ── coarse or fine ────────────────────────────────────────────────────────────────────────────────────

    def _replaces(self, coarse: Region, fine: Region) -> bool:
        """Whether `coarse` has the records and `fine` only parts of them."""
        if coarse.rows == fine.rows or len(coarse.rows) > len(fine.rows) or fine.sure:
            return False
        spans, inner = coarse.spans, fine.spans
        if any(before[1] > after[0] for before, after in pairwise(spans)):
            return False
        starts = [first for first, _ in spans]
        inside: dict[int, list[int]] = {}
        for number, (first, last) in enumerate(inner):
            place = bisect_right(starts, first) - 1
            if place < 0 or last > spans[place][1]:
                return False
            inside.setdefault(place, []).append(number)
        if len(inside) < 0.8 * len(spans) or row_similarity(coarse.rows) < 0.45:
            return False
        wider = any(
            last - first > sum(inner[n][1] - inner[n][0] for n in inside.get(place, ()))
            for place, (first, last) in enumerate(spans)
        )
        if len(inner) <= 1.2 * len(spans):
            return wider and not self._only_headed(coarse, fine)
        return not self._side_by_side(coarse, fine)

    def _divides(self, fine: ScoredRegion, coarse: ScoredRegion) -> bool:
        """Whether a coarse row is several records under a heading that leads nowhere: the entries of a day."""
        return (
            fine.weight * 2 > coarse.weight
            and len(fine.region.rows) > len(coarse.region.rows)
            and fine.region.spans[-1][1] > coarse.region.spans[-1][0]
            and (self._only_headed(coarse.region, fine.region) or self._holds_several(coarse.region, fine.region))
            and self._side_by_side(coarse.region, fine.region)
        )

    def _holds_several(self, coarse: Region, fine: Region) -> bool:
        """Whether a coarse row is several fine ones, each with a page of its own: cards in a row."""
        links = [found[0] for row in fine.rows if (found := link_targets(self.outline, row, 1))]
        return (
            not coarse.shape.run
            and 2 * len(fine.rows) >= 3 * len(coarse.rows)
            and 10 * len(set(links)) >= 9 * len(fine.rows)
            and _is_rich(fine.rows)
            and row_similarity(fine.rows) > _SAME
            and all(coarse.spans[0][0] <= first for first, _ in fine.spans[:1])
        )

    def _only_headed(self, coarse: Region, fine: Region) -> bool:
        """Whether a coarse row is a fine one under a heading that leads nowhere: the date of a day's entries."""
        if not coarse.shape.run or not all(link_patterns(self.outline, row, 1) for row in fine.rows[:_READ]):
            return False
        own = {id(node) for row in fine.rows for node in row}
        return not any(id(row[0]) in own or self.outline.link_letters(row[0]) for row in coarse.rows[:_READ])

    def _side_by_side(self, coarse: Region, fine: Region) -> bool:
        """Whether the fine rows are records of their own: they lead to pages of one kind and fill the coarse."""
        outline = self.outline
        if coarse.sure:
            return False
        if fine.rows[0][0].tag in ("td", "th", "dd", "line") and not _is_rich(fine.rows):
            return False
        held = sum(outline.letters(node) for row in fine.rows for node in row)
        whole = sum(outline.letters(node) for row in coarse.rows for node in row)
        firsts = [link_patterns(outline, row, 1) for row in fine.rows[:_READ]]
        usual = Counter(found[0] for found in firsts if found).most_common(1)
        if usual and usual[0][1] * 5 >= 4 * len(firsts):
            headed = coarse.shape.run and self._only_headed(coarse, fine) and headers_over(outline, fine.rows)
            return held >= 0.7 * whole or bool(headed)
        return held >= 0.9 * whole and _is_rich(fine.rows, 4) and row_similarity(fine.rows) > 0.6


_READ = 40
_FEW = 5
_PROSE = frozenset({"p", "line", "h1", "h2", "h3", "h4", "h5", "h6", "span"})
_STEPS = 3
_SAME = 0.6


def _is_headed(cell: Node) -> bool:
    """Whether the table of a cell begins with heads of its columns."""
    table = next((node for node in cell.lineage() if node.tag == "table"), None)
    lines = [line for line in table_rows(table) if line.end > line.start] if table is not None else []
    return bool(lines) and lines[0].is_header


def _headed_apart(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether tables have columns of different names: each is a list of its own."""
    headers = {outline.text(lines[0]) for row in rows if (lines := table_rows(row[0])) and lines[0].is_header}
    return len(headers) > 1 and len(headers) == len(rows)


def _is_rich(rows: Sequence[RecordRow], texts: int = 2) -> bool:
    """Whether rows have several texts each, as records do and cells do not."""
    return sum(row[-1].end - row[0].start for row in rows) >= texts * len(rows)


def link_letters_in(outline: Outline, row: RecordRow) -> int:
    """Letters of a row within links."""
    return sum(outline.link_letters(node) for node in row)
