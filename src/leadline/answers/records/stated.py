"""What a page says around its lists: how many records there are, and which lists are something else.

A region with as many rows as the page says it shows is likely to be the list; one under "Popular" or "Related" is
likely not to be, nor is one whose links ask the same question again with one more condition (facets, orders).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote_plus

from leadline.answers.records.known import is_about_search
from leadline.answers.records.outline import LINE, Outline
from leadline.answers.records.shape import RecordRow
from leadline.answers.records.urls import pairs_of, pattern_of
from leadline.lexicon.phrases import template

_LONGEST = 120
_HIGHEST = 2_000
_RANGE = template("counts", r"\b(\d{1,7})\s*(?:-|–|—|…|\.\.|{to})\s*(\d{1,7})\b")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,]*\d)")
_ASIDE = template("records", r"\b{top} \d+\b|{asides:words}")
_KEY = re.compile(r"\w*?(?:id|rec(?:ord)?|doc(?:ument)?|item|entry|show|detail|article|key|nr|num)", re.IGNORECASE)
"""Parameters that name a record: some programs hand the question on with it."""
_WORD = re.compile(r"\w+")
_HEADING = 40
_READ = 40


def stated_counts(outline: Outline) -> frozenset[int]:
    """How many records the page says it shows, or has: every number that may mean it."""
    found: set[int] = set()
    for line in _lines(outline):
        if not any(map(str.isdigit, line)) or not is_about_search(line):
            continue
        for first, last in _RANGE.findall(line):
            found.add(int(last) - int(first) + 1)
        found.update(map(int, _NUMBER.findall(_RANGE.sub(" ", line))))
    return frozenset(number for number in found if 0 < number <= _HIGHEST)


def _lines(outline: Outline) -> Iterator[str]:
    """The short lines of a page."""
    begin = 0
    for n in range(1, len(outline.texts) + 1):
        if n == len(outline.texts) or outline.gaps[n] >= LINE:
            if n - begin < _LONGEST and len(line := outline.text_between(begin, n)) <= _LONGEST:
                yield line
            begin = n


def is_side_list(outline: Outline, rows: Sequence[RecordRow]) -> bool:
    """Whether the heading right before rows says that they are something else than what was asked for."""
    first = rows[0][0].start
    if not first:
        return False
    text = outline.texts[first - 1]
    return len(text) <= _HEADING and _ASIDE.search(text) is not None and not is_about_search(text)


def refines_query(outline: Outline, rows: Sequence[RecordRow], asked: Iterable[str]) -> bool:
    """Whether rows lead to the same question again, with one more condition or in another order."""
    here = outline.document.url
    pairs, path = pairs_of(here), here.partition("?")[0]
    if not pairs:
        return False
    words = set(asked)
    question = frozenset(pair for pair in pairs if words & set(_WORD.findall(unquote_plus(pair[1]).casefold())))
    links = [url for row in rows[:_READ] for url in link_targets(outline, row, 1)]
    again = sum(_asks_again(url, path, question or pairs) for url in links)
    return 5 * again >= 4 * len(links) > 0


def _asks_again(url: str, path: str, question: frozenset[tuple[str, str]]) -> bool:
    if url.partition("?")[0] != path:
        return False
    pairs = pairs_of(url)
    return question <= pairs and not any(_KEY.fullmatch(name) for name, _ in pairs - question)


def link_targets(outline: Outline, row: RecordRow, most: int) -> list[str]:
    """The addresses that a row's first links lead to."""
    found: list[str] = []
    stack = list(reversed(row))
    while stack and len(found) < most:
        node = stack.pop()
        if node.tag == "a" and (url := outline.target_of(node)) is not None:
            found.append(url)
        stack.extend(reversed(node.children))
    return found


def link_patterns(outline: Outline, row: RecordRow, most: int) -> list[str]:
    """The kinds of pages that a row's first links lead to."""
    return [pattern_of(url) for url in link_targets(outline, row, most)]
