"""What is known about a candidate before its text is understood: one vector, the same for every kind of candidate.

**What stays is template, what varies is data.** Most of it says how much of a candidate varies: from row to row
(its texts, the pages it leads to), and against what is no record of this answer (the form's page, answers to
nonsense). The rest says how much of the page it explains, and how it stands to candidates in it or around it.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import log1p
from operator import mul

from leadline.answers.records.boilerplate import (
    KnownText,
    has_other_heading,
    is_about_search,
    lines_with_numbers,
    shown_ranges,
    stated_counts,
)
from leadline.answers.records.headers import headers_over
from leadline.answers.records.labels import leading_label
from leadline.answers.records.nodes import HEADINGS, RecordRow
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import Region, first_link, kinds
from leadline.answers.records.urls import pattern_of
from leadline.lexicon.phrases import template

_RESULT_CLASS = template("classes", r"{list_boxes}|{results}|(?:^|[\s_-])hits?\b|(?:record|item|post)s?\b")
_READ = 12  # rows of a candidate that are read, and nodes of a row: bounds on time
_NODES = 40  # texts of a node: a bound on time
_ALIKE = 0.4  # of rows and their first texts: below it what stands in a row is its fields, not a list
_TAGS = ("tr", "li", "td", "dt", "p", "line", "para", "table", "list", "inline", "heading", "box")
_TAG_OF = {
    "th": "td", "dd": "dt", "tbody": "table", "ul": "list", "ol": "list", "dl": "list", "a": "inline",
    "span": "inline", "b": "inline", **dict.fromkeys(HEADINGS, "heading"),
}  # fmt: skip

NAMES = (
    "rows", "one", "two", "few", "letters", "spread", "similarity", "page share", "known", "of nonsense", "novel",
    "explains", "novel rows", "echo", "linked letters", "linked rows", "one kind of link", "distinct links",
    "leads here", "as stated", "not as stated", "other heading", "boilerplate", "about search",
    "named", "run", "sure", "headed", "texts", "constant", "labels", "distinct labels", "distinct firsts",
    "headings", "short links", "position", "no context",
    "in rows", "rows in it", "filled by", "finer", "finer fill", "finer linked", "coarser", "coarser fill",
    "coarser linked", "coarser similar", "is a part", "has parts",
    *(f"<{tag}>" for tag in _TAGS), "one run", "one table", "rows linked apart", "labels only", "bare",
    "novel one", "begins linked", "begins headed", "uneven",
    "least similar", "leads to this list", "rows in one row", "fill of one row", "as a range", "not as a range",
)  # fmt: skip


class PageTexts:
    """The texts of a page, added up: how many letters of any stretch are known, new, linked, in boilerplate."""

    def __init__(self, outline: Outline, known: KnownText, nonsense: KnownText, values: Sequence[str]) -> None:
        self.outline, self.known, self.nonsense, self.values = outline, known, nonsense, values
        self.asked = [word for value in values for word in value.casefold().split() if len(word) > 2]
        self.here = outline.document.url.partition("?")[0]
        numbers = lines_with_numbers(outline)
        self.stated, self.ranges = stated_counts(numbers), shown_ranges(numbers)
        lengths, owners = list(map(len, outline.texts)), outline.owners
        is_known = [known.has(text) for text in outline.texts] if known else [False] * len(lengths)
        is_nonsense = [nonsense.has(text) for text in outline.texts] if nonsense else [False] * len(lengths)
        marked = [owner.boilerplate for owner in owners]
        self.is_new = [not (k or t or b) for k, t, b in zip(is_known, is_nonsense, marked, strict=True)]
        path = "/" + self.here.partition("//")[2].partition("/")[2]
        own = {"", path, self.here, path.rpartition("/")[2], "./" + path.rpartition("/")[2]}
        links = [owner.link for owner in owners]
        # To the next page of this list, or to the list in another order.
        here = [link is not None and link.attr("href").partition("?")[0] in own for link in links]
        kinds = (is_known, is_nonsense, self.is_new, marked, here, [True] * len(lengths))
        self._sums = [_sums(lengths, some) for some in kinds]
        self._new, self._all = self._sums[2], self._sums[-1]
        self.whole = max(1, self._all[-1])
        self.new_letters = max(1, self._new[-1])

    def new(self, row: RecordRow) -> int:
        return _in(self._new, row)

    def letters(self, row: RecordRow) -> int:
        return _in(self._all, row)

    def counted(self, rows: Sequence[RecordRow]) -> list[int]:
        """Letters of some rows: on the form's page, in answers to nonsense, new, in boilerplate, in links to this
        list, all."""
        spans = [(node.start, node.end) for row in rows for node in row]
        return [sum([sums[end] - sums[start] for start, end in spans]) if sums[-1] else 0 for sums in self._sums]


def _sums(lengths: Sequence[int], counts: Sequence[bool]) -> list[int]:
    return list(accumulate(map(mul, lengths, counts), initial=0))


def _in(sums: Sequence[int], row: RecordRow) -> int:
    if len(row) == 1:
        return sums[row[0].end] - sums[row[0].start]
    return sum([sums[node.end] - sums[node.start] for node in row])


@dataclass(slots=True)
class Look:
    """One candidate, as it was looked at."""

    region: Region
    spans: list[tuple[int, int]]
    starts: list[int]
    letters: int
    similarity: float
    distinct_links: float
    distinct_firsts: float
    vector: list[float]


def looks(texts: PageTexts, regions: Sequence[Region]) -> list[Look]:
    """All candidates of a page with their vectors."""
    found = [_look(texts, region) for region in regions]
    lists = [one for one in found if len(one.spans) > 1 and one.similarity * one.distinct_firsts >= _ALIKE]
    for one in found:
        one.vector[_BETWEEN : _BETWEEN + 12] = _between(one, found)
        if len(one.spans) > 1:
            one.vector[_IN_ONE : _IN_ONE + 2] = _in_one_row(one, lists)
    return found


_BETWEEN, _IN_ONE = NAMES.index("in rows"), NAMES.index("rows in one row")


def _look(texts: PageTexts, region: Region) -> Look:
    outline, rows = texts.outline, region.rows
    read = rows[:_READ]
    many = len(rows)
    letters = [texts.letters(row) for row in rows]
    *counted, total = texts.counted(rows)
    mean = total / many
    spread = (sum([(n - mean) ** 2 for n in letters]) / many) ** 0.5 / max(1.0, mean)
    known, nonsense, novel, marked, to_here = (count / max(1, total) for count in counted)
    is_new = [texts.new(row) > 0 for row in rows]
    strings = [_strings(outline, row) for row in read]
    row_texts = [" ".join(some) for some in strings]
    said = [text.casefold() for text in row_texts] if texts.asked else []
    echo = _share([any(word in text for word in texts.asked) for text in said])
    links = [first_link(outline, *row) for row in read]
    there = [link.partition("#")[0] for link in links if link is not None]
    leads_here = _share([link.partition("?")[0] == texts.here for link in there])
    usual = max(Counter(map(pattern_of, there)).values()) / len(read) if there else 0.0
    distinct = len(set(there)) / len(read)
    linked_letters = outline.link_letters(*[node for row in rows for node in row]) / max(1, total)
    labels = [leading_label(outline, row[0]) for row in read]
    labelled = [label for label in labels if label]
    firsts = [some[0] if some else "" for some in strings]
    within = [kinds(row) for row in read]
    pairs = [len(one & other) / len(one | other) for one, other in pairwise(within)]
    similarity = sum(pairs) / len(pairs) if pairs else 1.0
    first = rows[0][0]
    tag = tag if (tag := _TAG_OF.get(first.tag, first.tag)) in _TAGS else "box"
    run, one = any(len(row) > 1 for row in rows), many == 1
    heading = _share([not some.isdisjoint(HEADINGS) for some in within])
    headed = bool(headers_over(outline, rows))
    says = 1 / len(texts.stated) if texts.stated else 0.0  # of many numbers some one agrees by chance
    vector = [
        log1p(many), one, many == 2, 2 < many < 6, log1p(mean), min(spread, 3.0), 0.0 if one else similarity,
        total / texts.whole, known, nonsense, novel, counted[2] / texts.new_letters,
        _share(is_new), echo, linked_letters, len(there) / len(read), usual, distinct,
        leads_here, says * (many in texts.stated), says * (many not in texts.stated),
        has_other_heading(outline, rows), marked,
        _share([not link and is_about_search(text) for text, link in zip(row_texts, links, strict=True)]),
        _is_named(rows), run, region.sure, headed, log1p(sum(map(len, strings)) / len(read)), _constant(strings),
        len(labelled) / len(read), len(set(labelled)) / max(1, len(labelled)) if labelled else 0.0,
        len(set(firsts)) / len(read), heading, linked_letters > 0.9 and mean < 30,
        rows[0][0].start / max(1, len(outline.texts)), not texts.known and not texts.nonsense,
        *[0.0] * 12,
        *(tag == name for name in _TAGS), one and run, one and tag == "table", distinct * usual * (not one),
        bool(labelled) and not there, not there and tag in ("p", "line", "inline"), novel * one,
        _share([outline.owners[row[0].start].link is not None for row in read if row[0].end > row[0].start]),
        _share([row[0].tag in HEADINGS or row[0].tag == "dt" for row in read]),
        len({len(some) for some in strings}) / len(read),
        min(pairs, default=1.0), to_here, 0.0, 0.0,
        many in texts.ranges, bool(texts.ranges) and many not in texts.ranges,
    ]  # fmt: skip
    spans = [(row[0].start, row[-1].end) for row in rows]
    starts, values = [start for start, _ in spans], [float(value) for value in vector]
    return Look(region, spans, starts, total, similarity, distinct, len(set(firsts)) / len(read), values)


def _strings(outline: Outline, row: RecordRow) -> list[str]:
    texts = outline.texts
    if len(row) == 1:
        return texts[row[0].start : min(row[0].end, row[0].start + _NODES)]
    return [text for node in row for text in texts[node.start : min(node.end, node.start + _NODES)]]


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0


def _constant(strings: Sequence[Sequence[str]]) -> float:
    """How much of what one row says the next says, too: labels and controls do, data does not."""
    if len(strings) < 2:
        return 0.0
    shares = []
    for one, other in pairwise(strings):
        same = set(one) & set(other)
        shares.append(sum(len(text) for text in one if text in same) / max(1, sum(map(len, one))))
    return sum(shares) / len(shares)


def _is_named(rows: Sequence[RecordRow]) -> bool:
    nodes = [node for node in (rows[0][0], rows[0][0].parent) if node is not None]
    return any(node.attributes and _names_results(*map(node.attr, ("class", "id", "itemtype"))) for node in nodes)


@lru_cache(maxsize=4_096)
def _names_results(*names: str) -> bool:
    return _RESULT_CLASS.search(" ".join(names)) is not None


def _between(one: Look, others: Sequence[Look]) -> list[float]:
    """How a candidate stands to those whose rows are in its rows, and to those in whose rows its own are."""
    finer = coarser = 0.0
    finer_fill = finer_linked = coarser_fill = coarser_linked = coarser_similar = 0.0
    inside = outside = fill = is_part = has_parts = 0.0
    begin, end = one.spans[0][0], one.spans[-1][1]
    for other in others:
        first, last = other.spans[0][0], other.spans[-1][1]
        holds, is_held = begin <= first and last <= end, first <= begin and end <= last
        if not (holds or is_held) or other.spans == one.spans:
            continue
        if holds and is_within(other, one):
            outside += 1
            share = other.letters / max(1, one.letters)
            if is_one_each(other, one):
                has_parts = max(has_parts, 1.0 - share)
            if len(other.spans) > len(one.spans) and share * other.distinct_links >= finer_fill * finer_linked:
                finer, finer_fill, finer_linked = len(other.spans) / len(one.spans), share, other.distinct_links
            fill = max(fill, share)
        elif is_held and is_within(one, other):
            inside += 1
            share = one.letters / max(1, other.letters)
            if len(one.spans) > 1 and is_one_each(one, other):
                is_part = max(is_part, (1.0 - share) * other.similarity)
            if len(other.spans) > 1 and share >= coarser_fill:
                coarser, coarser_fill = len(one.spans) / len(other.spans), share
                coarser_linked, coarser_similar = other.distinct_links, other.similarity
    return [
        log1p(inside), log1p(outside), fill, log1p(finer), finer_fill, finer_linked, log1p(coarser), coarser_fill,
        coarser_linked, coarser_similar, is_part, has_parts,
    ]  # fmt: skip


def _in_one_row(one: Look, lists: Sequence[Look]) -> tuple[float, float]:
    """Of the lists that stand whole in one row of several, and in no other of them, the longest: how many rows it
    has, and how much of all rows it says. What holds the list of a page among its rows is no list of records."""
    most, share = 1, 0.0
    for other in lists:
        first, last = other.spans[0][0], other.spans[-1][1]
        if len(other.spans) > most and one.starts[0] <= first and last <= one.spans[-1][1]:
            at = bisect_right(one.starts, first) - 1
            if last <= one.spans[at][1]:
                most, share = len(other.spans), other.letters / max(1, one.letters)
    return log1p(most - 1), share


def is_within(inner: Look, outer: Look) -> bool:
    """Whether every row of one stands in a row of the other, between whose first and last all of them stand."""
    starts, spans = outer.starts, outer.spans
    return len(spans) == 1 or all(last <= spans[bisect_right(starts, first) - 1][1] for first, last in inner.spans)


_NEARLY_ALL = 0.9  # rows of a list that have a part: descriptions are empty here and there


def is_one_each(inner: Look, outer: Look) -> bool:
    """Whether the rows of a list, all within those of another, are one part each of nearly all of these, and not
    some of the rows themselves."""
    parts, wholes = len(inner.spans), len(outer.spans)
    if parts == wholes or not _NEARLY_ALL * wholes <= parts < wholes:
        return parts == wholes
    if not {*outer.spans}.isdisjoint(inner.spans):
        return False
    return len({bisect_right(outer.starts, first) for first in inner.starts}) == parts
