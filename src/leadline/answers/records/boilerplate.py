"""What on a page is no record: navigation, texts of the form's page, lines about the search, other lists."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import mul
from urllib.parse import unquote_plus

from leadline.answers.records.nodes import Node, RecordRow, words_in
from leadline.answers.records.outline import LINE, Outline
from leadline.answers.records.shape import NodeGroup
from leadline.answers.records.urls import Address, is_step, name_in, pair_of
from leadline.lexicon.phrases import template
from leadline.model.url_parameters import SEPARATORS

_ASIDE = frozenset({"nav", "footer", "aside", "form"})


def mark_boilerplate(outline: Outline, groups: Sequence[NodeGroup], furniture: Sequence["KnownText"] = ()) -> None:
    """Mark headers of columns, and elements that say they are no content where most of what is new stands
    elsewhere: of the page's letters those that stand in none of the texts of `furniture`, of the form's page and
    of answers to nonsense. A form that leads to something new is no form to fill in, but a list. All other
    furniture is known by standing in these texts."""
    known = [one for one in furniture if one]
    is_new = [not any(one.has(text) for one in known) for text in outline.texts]
    new = [0, *accumulate(map(mul, map(len, outline.texts), is_new))]

    def leads_on(form: Node) -> bool:
        return any(is_new[n] and outline.owners[n].link is not None for n in range(form.start, form.end))

    for group in groups[1:]:
        # Forms side by side, each to do the same with another record, are rows of a list.
        alike = len(group) > 1 and len({(id(form.parent), form.attr("action")) for form in group}) == 1
        for node in group:
            above = node.parent
            node.boilerplate = (above is not None and above.boilerplate) or node.is_header
            if node.boilerplate or node.tag not in _ASIDE or 2 * (new[node.end] - new[node.start]) > new[-1]:
                continue
            node.boilerplate = node.tag != "form" or not (alike or leads_on(node))


# ── known text ────────────────────────────────────────────────────────────────────────────────────────────

_NEARLY = 0.8
_ABOUT_SEARCH = template("records", r"\b(?:{numbered} \d|\d+ (?:\w+ )?{countable})\b|{about_search:words}")
_LONGEST_ABOUT_SEARCH = 90  # letters; with half and with twice as many 700 pages of the tests were cut the same


def is_about_search(text: str) -> bool:
    """Whether a short text is about the search and not of a record: counts, what was asked for, the order."""
    return len(text) <= _LONGEST_ABOUT_SEARCH and _says_search(text)


@lru_cache(maxsize=4_096)
def _says_search(text: str) -> bool:
    return _ABOUT_SEARCH.search(text) is not None


class KnownText:
    """Text that is known to be no record, of the form's page or of answers to nonsense; false if there is none.
    Kept as the set of its word triples, so that asking whether a row stands in it takes the time of the row alone,
    however long the known text is."""

    def __init__(self, text: str) -> None:
        words = words_in(text)
        self._triples = frozenset(_triples(words))
        self._words = frozenset(words)
        self._asked: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._words)

    def has(self, text: str) -> bool:
        """Whether (nearly) all of a text stands in the known one, in its order; never if nothing is known."""
        if text not in self._asked:
            self._asked[text] = bool(self._words) and self._has(words_in(text))
        return self._asked[text]

    def _has(self, words: Sequence[str]) -> bool:
        if len(words) < 3:
            return self._words.issuperset(words)
        found = list(_triples(words))
        return sum(triple in self._triples for triple in found) >= _NEARLY * len(found)

    def share(self, texts: Sequence[str]) -> float:
        return sum(map(self.has, texts)) / len(texts) if texts else 0.0


def _triples(words: Sequence[str]) -> Iterator[int]:
    return map(hash, zip(words, words[1:], words[2:], strict=False))


# ── what the page says about its lists ────────────────────────────────────────────────────────────────────

_LONGEST_LINE = 120
_HIGHEST_COUNT = 2_000
_RANGE = template("counts", r"\b(\d{1,7})\s*(?:-|–|—|…|\.\.|{to})\s*(\d{1,7})\b")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,]*\d)")
_DIGIT = re.compile(r"\d")
_AMOUNT = re.compile(r"(?<![\d.,:])(?:[1-9]\d{0,2}(?:[.,'\u00a0\u202f]\d{3})++|[1-9]\d{0,6}+)(?![\d.,:]*\d)")
_OTHER_LIST = template("records", r"\b{top} \d+\b|{asides:words}")
_LONGEST_HEADING = 40


def stated_counts(lines: Sequence[str]) -> frozenset[int]:
    """How many records the page says it shows, or has: every number that may mean it."""
    found: set[int] = set()
    for line in filter(is_about_search, lines):
        found.update(int(last) - int(first) + 1 for first, last in _RANGE.findall(line))
        found.update(map(int, _NUMBER.findall(_RANGE.sub(" ", line))))
    return frozenset(number for number in found if 0 < number <= _HIGHEST_COUNT)


def shown_ranges(lines: Sequence[str]) -> frozenset[int]:
    """How many records the page says it shows, by arithmetic alone and in whatever words: the first, the last and
    all of them (`1 to 25 of 340`), where so many on a page make this one begin with the first.

    >>> sorted(shown_ranges(["26–50 / 3,400", "20 to 9 of 30", "11.12.2026, 8:00 – 17:30"]))
    [25]
    """
    found: set[int] = set()
    for line in lines:
        amounts = _AMOUNT.findall(line)
        numbers = [int(re.sub(r"\D", "", amount)) for amount in amounts] if len(amounts) > 2 else []
        for first, last, total in zip(numbers, numbers[1:], numbers[2:], strict=False):
            shown = last - first + 1
            if first <= last <= total and (not (first - 1) % shown or last == total):
                found.add(shown)
    return frozenset(found)


def lines_with_numbers(outline: Outline) -> list[str]:
    """Short lines with a digit."""
    texts, gaps = outline.texts, outline.gaps
    found: list[str] = []
    begin, digit = 0, False
    for n, text in enumerate(texts):
        if n and gaps[n] >= LINE:
            found += _as_line(outline, begin, n) if digit else []
            begin, digit = n, False
        digit = digit or _DIGIT.search(text) is not None
    return found + (_as_line(outline, begin, len(texts)) if digit else [])


def _as_line(outline: Outline, begin: int, end: int) -> list[str]:
    line = outline.text_between(begin, end) if end - begin < _LONGEST_LINE else ""
    return [line] if 0 < len(line) <= _LONGEST_LINE else []


def has_other_heading(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether the heading right before rows says that they are something else than what was asked for."""
    first = rows[0][0].start
    text = outline.texts[first - 1] if first else ""
    return len(text) <= _LONGEST_HEADING and _OTHER_LIST.search(text) is not None and not is_about_search(text)


_NOTHING = template("records", r"\b(?:(?<![\d.,])0 {zero_of}|{nothing})|{nothing_unspaced}")
_LONGEST_NOTICE = 300  # letters of a text that says so; it is no article about it


def says_nothing_found(outline: Outline, known: KnownText) -> bool:
    """Whether a page says so outside of navigation, and the form's page does not say it, too."""
    for text, owner in zip(outline.texts, outline.owners, strict=True):
        if len(text) <= _LONGEST_NOTICE and _NOTHING.search(text) and not owner.boilerplate:
            return not known.has(text)
    return False


# ── of an address ─────────────────────────────────────────────────────────────────────────────────────────
# Some software hands the state of a list on to every link of it (`?count=20`, the language, the words asked
# for), some writes the way back to the list into every link, some the list itself at the end of the path.

_WORD = re.compile(r"\w+")
_TAIL = 2  # steps that an address shares with its list's before they are the list's: one may be a coincidence


def list_state(
    address: Address, here: str, asked_with: Mapping[str, str], words: frozenset[str]
) -> frozenset[str]:
    """Labels of the parts that repeat what the list at `here` was asked with: parameters of that name and value
    (`asked_with`), the words themselves under any name, the way back, the list's own steps at the end.

    >>> here = "http://e.org/index.php?/search/81/start-15"
    >>> sorted(list_state(Address.of("http://e.org/picture.php?/12/search/81"), here, {}, frozenset()))
    ['?/1', '?/2']
    """
    return frozenset(_state(address, here, asked_with, words))


def _state(address: Address, here: str, asked_with: Mapping[str, str], words: frozenset[str]) -> Iterator[str]:
    for label, value in address.parts:
        if label[0] != "?" or label[1:2] == "/":
            continue
        if (
            (value and asked_with.get(name_in(label)) == value)
            or _repeats(value, words)
            or _leads_back(value, here)
        ):
            yield label
    yield from _list_steps(address, here)


def _repeats(value: str, words: frozenset[str]) -> bool:
    """Whether a value is what was asked for. A number may be a key."""
    said = _WORD.findall(unquote_plus(value).casefold()) if words else []
    return bool(said) and not value.isdecimal() and words.issuperset(said) and len(said) >= len(words)


def _leads_back(value: str, here: str) -> bool:
    """Whether a value is the list's address, with whatever query, or the list's query alone."""
    if "/" not in value and "%" not in value and "=" not in value:
        return False
    address = unquote_plus(value)
    listed, _, query = here.partition("?")
    if (said := _assigned(address)) and said <= _assigned(query):
        return True
    site = "/".join(listed.split("/")[:3])
    path, asks, _ = address.removeprefix(site).partition("?")
    return path == unquote_plus(listed.removeprefix(site)) and (path != "/" or bool(asks))


def _assigned(query: str) -> frozenset[tuple[str, str]]:
    """What a query sets; empty if it is none."""
    pairs = (pair_of(one) for one in SEPARATORS.split(query) if "=" in one)
    return frozenset((name, unquote_plus(value)) for name, value in pairs)


def _list_steps(address: Address, here: str) -> list[str]:
    """Steps at the end that say in which list the record was met: two at least, as they stand in the list's own
    address, and something has to stand before them."""
    if any(label[0] == "?" and label[1:2] != "/" for label, _ in address.parts):
        return []
    steps = [part for part in address.parts if part[0][:2] == "?/"] or [p for p in address.parts if is_step(p[0])]
    own = Address.of(here).parts
    listed = [value for label, value in own if label[:2] == "?/"] or [v for label, v in own if is_step(label)]
    for many in range(min(len(steps) - 1, len(listed)), _TAIL - 1, -1):
        tail = [value for _, value in steps[-many:]]
        if any(listed[n : n + many] == tail for n in range(len(listed) - many + 1)):
            return [label for label, _ in steps[-many:]]
    return []
