"""How many records a page says there are, and whether a site's numbers may be believed.

Numbers are read in the separators of all languages ("1,234", "1.234", "1 234", "1'234"), and only where a line
says what they count: a range and its total ("1–20 of 1,234"), a part and its total ("20 of 1,234 cars"), a
number with its noun ("about 3.400 Treffer"), a noun with its number ("Results: 213"). "Page 3 of 62" counts
pages, "20 per page" counts nothing, and a line whose like stands on the page several times with other numbers
("Toyota (12)", "4 reviews") belongs to facets or to records.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Literal

from leadline.answers.judge.keys import key_of
from leadline.answers.judge.lines import (
    SAID,
    Line,
    is_elsewhere,
    lines_of,
    one_of,
    plain,
    plain_pattern,
    result_words,
    says,
)
from leadline.answers.judge.template import MEMORY
from leadline.lexicon.tables import entries
from leadline.parse.document import Document

Precision = Literal["exact", "about", "at-least"]

_MANY_WORDS = 16  # beyond them a line is prose, and only a range with its total is read
YEAR = re.compile(r"(?:19|20)\d\d")
_ATTRIBUTES = ("data-total", "data-total-results", "data-total-count", "data-result-count", "data-num-results")


@dataclass(frozen=True, slots=True)
class Count:
    """What a page says about the number of matches."""

    total: int
    precision: Precision = "exact"
    first: int | None = None
    last: int | None = None  # positions of the first and last record of this page, where it says them
    text: str = ""  # the line it was read from


# ── patterns: `{:key}` is a list of the lexicon's tables `[counts]`, any other slot a piece from here ─────

_PIECES = {  # `{n}` is the total, `{first}` and `{last}` the range
    "d": r"(?:\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+)",
    "n": r"(?:{:all} )?(?P<how>(?:{:about}|{least}|~|≈) ?)?(?P<total>{d})(?P<plus> ?\+)?",
    "first": r"{start}(?P<first>{d})",
    "last": r"(?P<last>{d})",
    "start": r"(?<![\d.,/-])",
    "least": r"(?:{:at_least}|>)",
    "of": r"(?:{:of}|/)",
    "per_page": r"(?! ?(?:[\w-]+ )?{:per} {:page}\b)",
    "w": r"[^\W\d][\w'-]*",
    "between": r"(?:{w} ){0,2}?",
    "no_price": r"(?![\d.,]*[\d%€$£])",
}
_NOUNS = {"strong": ("results", "not_counted", "hardly_counted"), "weak": ("things", "not_counted")}
"""Nouns of records, and the lists left out: records are called pages, data and files as well, but what is counted
so is mostly something else."""
_WRITTEN = (
    (5, r"{first} ?(?:-|–|—|\.{2,3}|{:to}) ?{last},? ?(?:[\w()-]+ ){0,2}?{of} ?{n}"),
    (4, r"{start}{d} {between}{of} {n} {between}(?:{strong}|{:found})\b"),
    (4, r"^(?:{w} ){0,2}{d} (?:{w} )?{of} {n} {between}{weak}\b"),
    (4, r"{start}{d} (?:{w} )?{of} {n} {between}{:shown}\b"),
    (4, r"\b{:showing} (?:{w} ){0,2}{d} {between}{of} {n}\b"),
    (3, r"(?<![\d.,/$€£©-]){n} {between}(?:{strong}|{:found})\b{per_page}"),
    (3, r"^(?:{w}:? )?{n} (?:{w} )?{weak}{per_page}(?: {w}){0,2}$"),
    (3, r"\b{:there_are} {n}(?: (?:{w} ){0,2}(?:{weak}|{:items}|{:found})\b|$|[.,:;])"),
    (2, r"\b(?:{strong}|{:found}|{:total}|{:number_of} {w})(?: (?:{:found}|{:in_total}))? ?[:=(] ?{n}{no_price}"),
)
PAGES = r"\b{:pages} ?:? ?{d} ?{of} ?(?P<pages>{d})"
_FIRST_N = r"\b{:first}(?: {:first_the})? ?$"


@cache
def pattern(written: str) -> re.Pattern[str]:
    return re.compile(_filled(written))


def _filled(written: str) -> str:
    return re.sub(r"\{(:?)([a-z_]+)\}", lambda slot: _listed(slot[2]) if slot[1] else _piece(slot[2]), written)


@cache
def _piece(name: str) -> str:
    if name not in _NOUNS:
        return _filled(_PIECES[name])
    kind, *left_out = _NOUNS[name]
    others = {plain(word) for key in left_out for word in entries("counts", key)}
    return f"(?:{one_of(result_words(kind) - others)})"


def _listed(key: str) -> str:
    return f"(?:{one_of(frozenset(map(plain, entries('counts', key))))})"


@cache
def _forms() -> tuple[tuple[int, re.Pattern[str]], ...]:
    """How sure, and the pattern: the surest first. Languages that put it otherwise have whole `sentences`."""
    told = [(5 if "{first}" in one else 3, plain_pattern(one)) for one in entries("counts", "sentences")]
    return tuple((sure, pattern(one)) for sure, one in sorted((*_WRITTEN, *told), key=lambda one: -one[0]))


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────


def count_of(document: Document) -> Count | None:
    """The number of matches this page states, None where it states none."""
    return count_among(lines_of(document)) or _by_attribute(document)


def count_among(lines: Iterable[Line]) -> Count | None:
    """The surest number of matches that one of these lines states; the first of several."""
    found: list[tuple[int, int, Count]] = []
    alike: dict[str, set[int]] = {}
    for place, line in enumerate(lines):
        for sure, count in _read(line):
            found.append((-sure, place, count))
            alike.setdefault(key_of(line.text), set()).add(count.total)
    single = [item for item in found if item[0] == -5 or len(alike[key_of(item[2].text)]) == 1]
    return min(single, key=lambda item: item[:2])[2] if single else None


def _read(line: Line) -> Iterator[tuple[int, Count]]:
    """The surest reading of one line."""
    text = plain(line.text)
    if len(text) > SAID or not any(letter.isdigit() for letter in text) or is_elsewhere(text):
        return
    text = pattern(PAGES).sub(" ", text).strip()
    checked = False
    for sure, form in _forms():
        if sure < 5 and not checked:
            if text.count(" ") > _MANY_WORDS or says(line.text, "truncated"):
                return  # "the 100 best matches" are what is shown, not what there is
            checked = True
        for match in form.finditer(text):
            count = _count(match, line.text)
            if count is None or pattern(_FIRST_N).search(text[: match.start("total")]):
                continue
            named = sure > 2 and pattern("{strong}").search(text)
            if sure < 5 and YEAR.fullmatch(match["total"]) and not named:
                continue
            yield sure, count
            return


def _count(match: re.Match[str], text: str) -> Count | None:
    groups = match.groupdict()
    first, last, total = (_number(groups.get(name)) for name in ("first", "last", "total"))
    if total is None:
        return None
    if first is not None and last is not None:
        # 12-05 of 2026 is a date; a page of results begins before it ends and ends before the total.
        zero = first == last == total == 0
        if not zero and not (first <= last <= total and last - first < 2_000):
            return None
    how = (groups["how"] or "").strip()
    precision: Precision = "about" if how else "exact"
    if groups["plus"] or pattern("{least}").fullmatch(how):
        precision = "at-least"
    return Count(total, precision, first, last, text)


def _number(text: str | None) -> int | None:
    """
    >>> _number("1.234"), _number("12 500"), _number(None)
    (1234, 12500, None)
    """
    digits = re.sub(r"\D", "", text or "")
    return int(digits) if digits and len(digits) <= 12 else None


def _by_attribute(document: Document) -> Count | None:
    for name in _ATTRIBUTES:
        node = document.visible_tree.document.css_first(f"[{name}]")
        value = (node.attributes.get(name) or "").strip() if node is not None else ""
        # A zero is more often an empty cart than an empty answer.
        if value.isascii() and value.isdigit() and len(value) <= 12 and int(value):
            return Count(int(value), text=f"{name}={value}")
    return None


# ── may they be believed? ─────────────────────────────────────────────────────────────────────────────────

_VARIED = 4
"""Different numbers after which nothing needs to be checked by hand; a page's own furniture does not vary so."""
_CAPPED = 3  # answers with the same largest number that make it a cap


@dataclass(frozen=True, slots=True)
class StatedCounts:
    """A site's counts, folded over answers (ALGORITHMS E2 and D3); `seen` returns the next one. A number is
    believed once it was seen to vary between answers, and once an answer that was read to its end held as many
    records as it said (or, where no answer was small enough for that, once it took four different values). An
    answer with other records than it says refutes: believed are counts that agree ten times as often as not. The
    same largest number again and again is a cap, whatever it says about itself."""

    totals: tuple[tuple[int, int], ...] = ()  # number → how many answers said it; bounded
    agreed: int = 0
    refuted: int = 0
    vague: tuple[int, ...] = ()  # numbers that were said with "more than" or "+"

    def seen(self, count: Count | None, records: int, *, whole: bool) -> "StatedCounts":
        """After one more query with this many records; `whole`: all its pages were read and nothing was cut."""
        if count is None:
            return self
        table = dict(self.totals)
        if count.total in table or len(table) < MEMORY:
            table[count.total] = table.get(count.total, 0) + 1
        vague = self.vague
        if count.precision == "at-least" and count.total not in vague:
            vague = (*vague, count.total)[-MEMORY:]
        verdict = _agrees(count, records, whole=whole)
        agreed, refuted = self.agreed + (verdict is True), self.refuted + (verdict is False)
        return StatedCounts(tuple(table.items()), agreed, refuted, vague)

    @property
    def varied(self) -> int:
        """Different numbers above zero."""
        return sum(total > 0 for total, _ in self.totals)

    @property
    def believed(self) -> bool:
        """Seen to vary, and not refuted by the records.

        >>> counts = StatedCounts().seen(Count(12), 12, whole=True)
        >>> counts.believed, counts.seen(Count(340), 20, whole=False).believed
        (False, True)
        """
        checked = self.agreed >= 1 or self.varied >= _VARIED
        return self.varied > 1 and checked and self.refuted * 10 <= self.agreed + self.varied

    @property
    def cap(self) -> int | None:
        """The number that stands for "more than we show", where there is one."""
        often = [total for total, n in self.totals if n >= _CAPPED and total]
        largest = self.largest
        if self.vague:
            return max(self.vague)
        return largest if largest in often and self.varied > 1 and _is_round(largest) else None

    @property
    def largest(self) -> int:
        """The greatest number that any answer stated."""
        return max((total for total, _ in self.totals), default=0)

    def total(self, count: Count | None) -> int | None:
        """The number of matches, where it is to be believed; a cap is none."""
        if count is None or not self.believed or count.precision == "at-least" or count.total == self.cap:
            return None
        return count.total

    def short(self, count: Count | None, records: int) -> bool:
        """Whether paging to the end brought fewer records than there are."""
        if count is None:
            return False
        if count.precision == "at-least" or count.total == self.cap:
            return records <= count.total
        slack = max(1, count.total // (10 if count.precision == "about" else 50))
        return self.believed and records + slack < count.total

    def asked_anew(self) -> "StatedCounts":
        """What holds when the same queries are asked at another time: a number that comes again then is no cap."""
        return self if self.cap is not None else replace(self, totals=tuple((n, 0) for n, _ in self.totals))

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "StatedCounts":
        stored = json.loads(text)
        totals = tuple((total, n) for total, n in stored["totals"])
        return cls(totals, stored["agreed"], stored["refuted"], tuple(stored["vague"]))


def _agrees(count: Count, records: int, *, whole: bool) -> bool | None:
    """True or False where this answer can tell, None where it cannot."""
    if count.precision == "exact" and records > count.total + max(1, count.total // 10):
        return False
    if not whole or count.precision == "at-least":
        return None
    # Records are cut by rules: one more or less is ours to blame, not the site's.
    slack = max(1, count.total // (4 if count.precision == "about" else 10))
    return abs(records - count.total) <= slack


def _is_round(number: int) -> bool:
    """1000, 500 and 250 are, 213 is not."""
    unit = 10 ** (len(str(number)) - 1) // 2 or 10
    return number >= 20 and (number % unit == 0 or number % 50 == 0)
