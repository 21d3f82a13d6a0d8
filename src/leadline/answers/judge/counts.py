"""How many records a page says there are.

Numbers are read in the separators of all languages ("1,234", "1.234", "1 234", "1'234"), and only where a line
says what they count: a range and its total ("1–20 of 1,234"), a part and its total ("20 of 1,234 cars"), a
number with its noun ("about 3.400 Treffer"), a noun with its number ("Results: 213"). "Page 3 of 62" counts
pages, "20 per page" counts nothing, and a line whose like stands on the page several times with other numbers
("Toyota (12)", "4 reviews") belongs to facets or to records. Whether to believe a number is for
`StatedCounts`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from leadline.answers.judge.lines import Line, key_of, lines_of
from leadline.answers.judge.wording import is_elsewhere, one_of, plain, plain_pattern, result_words, says
from leadline.lexicon.tables import entries
from leadline.parse.document import Document

Precision = Literal["exact", "about", "at-least"]

_N = r"(?:\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+)"
_LONGEST = 240
_MANY_WORDS = 16
"""Beyond them a line is prose, and only a range with its total is read."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_ATTRIBUTES = ("data-total", "data-total-results", "data-total-count", "data-result-count", "data-num-results")


@dataclass(frozen=True, slots=True)
class Count:
    """What a page says about the number of matches."""

    total: int
    precision: Precision = "exact"
    first: int | None = None
    last: int | None = None
    """Positions of the first and last record of this page, where it says them."""
    text: str = ""
    """The line it was read from."""


_W = r"[^\W\d][\w'-]*"


@cache
def _said(key: str) -> str:
    """A list of the lexicon's tables `[counts]` as alternatives."""
    return one_of(frozenset(map(plain, entries("counts", key))))


@cache
def _strong() -> str:
    """Nouns of records alone; they are called pages, data and files as well, but what is counted so is mostly
    something else."""
    return one_of(result_words("results") - _left_out("not_counted", "hardly_counted"))


def _left_out(*keys: str) -> frozenset[str]:
    return frozenset(plain(word) for key in keys for word in entries("counts", key))


@cache
def _least() -> str:
    return f"{_said('at_least')}|>"


@cache
def _total() -> str:
    how = f"{_said('about')}|{_least()}|~|≈"
    return rf"(?:(?:{_said('all')}) )?(?P<how>(?:{how}) ?)?(?P<total>{_N})(?P<plus> ?\+)?"


@cache
def _of() -> str:
    return rf"(?:{_said('of')}|/)"


@cache
def _pages() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_said('pages')}) ?:? ?{_N} ?{_of()} ?(?P<pages>{_N})")


@cache
def _forms() -> tuple[tuple[int, re.Pattern[str]], ...]:
    """How sure, and the pattern: the surest first. Languages that put it otherwise have whole `sentences`."""
    strong, found, total, of = _strong(), _said("found"), _total(), _of()
    weak = one_of(result_words("things") - _left_out("not_counted"))
    counted = f"{weak}|{_said('items')}|{found}"
    per_page = rf"(?! ?(?:[\w-]+ )?(?:{_said('per')}) (?:{_said('page')})\b)"
    span = rf"(?<![\d.,/-])(?P<first>{_N}) ?(?:-|–|—|\.{{2,3}}|{_said('to')}) ?(?P<last>{_N})"
    whole = rf"{_said('total')}|(?:{_said('number_of')}) {_W}"
    no_price = r"(?![\d.,]*[\d%€$£])"
    between = rf"(?:{_W} ){{0,2}}?"
    patterns = (
        (5, rf"{span},? ?(?:[\w()-]+ ){{0,2}}?{of} ?{total}"),
        (4, rf"(?<![\d.,/-]){_N} {between}{of} {total} {between}(?:{strong}|{found})\b"),
        (4, rf"^(?:{_W} ){{0,2}}{_N} (?:{_W} )?{of} {total} {between}(?:{weak})\b"),
        (4, rf"(?<![\d.,/-]){_N} (?:{_W} )?{of} {total} {between}(?:{_said('shown')})\b"),
        (4, rf"\b(?:{_said('showing')}) (?:{_W} ){{0,2}}{_N} {between}{of} {total}\b"),
        (3, rf"(?<![\d.,/$€£©-]){total} {between}(?:{strong}|{found})\b{per_page}"),
        (3, rf"^(?:{_W}:? )?{total} (?:{_W} )?(?:{weak}){per_page}(?: {_W}){{0,2}}$"),
        (3, rf"\b(?:{_said('there_are')}) {total}(?: (?:{_W} ){{0,2}}(?:{counted})\b|$|[.,:;])"),
        (2, rf"\b(?:{strong}|{found}|{whole})(?: (?:{found}|{_said('in_total')}))? ?[:=(] ?{total}{no_price}"),
    )
    made = [(sure, re.compile(pattern)) for sure, pattern in patterns] + [*_sentences()]
    return tuple(sorted(made, key=lambda one: -one[0]))


def _sentences() -> Iterator[tuple[int, re.Pattern[str]]]:
    """Counts as a language writes them from end to end: `{n}` is the total, `{first}` and `{last}` the range."""
    slots = {"{n}": _total(), "{first}": rf"(?<![\d.,/-])(?P<first>{_N})", "{last}": rf"(?P<last>{_N})"}
    for written in entries("counts", "sentences"):
        pattern = plain_pattern(written)
        for slot, filling in slots.items():
            pattern = pattern.replace(slot, filling)
        yield 5 if "{first}" in written else 3, re.compile(pattern)


@cache
def _first_n() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_said('first')})(?: (?:{_said('first_the')}))? ?$")


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
    if len(text) > _LONGEST or not any(letter.isdigit() for letter in text) or is_elsewhere(text):
        return
    text = _pages().sub(" ", text).strip()
    checked = False
    for sure, pattern in _forms():
        if sure < 5 and not checked:
            if text.count(" ") > _MANY_WORDS or says(line.text, "truncated"):
                return  # "the 100 best matches" are what is shown, not what there is
            checked = True
        for match in pattern.finditer(text):
            count = _count(match, line.text)
            if count is None or _first_n().search(text[: match.start("total")]):
                continue
            if sure < 5 and _YEAR.fullmatch(match["total"]) and (sure == 2 or not re.search(_strong(), text)):
                continue
            yield sure, count
            return


def _count(match: re.Match[str], text: str) -> Count | None:
    groups = match.groupdict()
    first, last = (_number(groups.get(name)) for name in ("first", "last"))
    if (total := _number(groups.get("total"))) is None:
        return None
    if first is not None and last is not None:
        # 12-05 of 2026 is a date; a page of results begins before it ends and ends before the total.
        zero = first == last == total == 0
        if not zero and not (first <= last <= total and last - first < 2_000):
            return None
    return Count(total, _precision(groups), first, last, text)


def _precision(groups: dict[str, str | None]) -> Precision:
    how = (groups.get("how") or "").strip()
    if groups.get("plus") or (how and re.fullmatch(_least(), how)):
        return "at-least"
    return "about" if how else "exact"


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
