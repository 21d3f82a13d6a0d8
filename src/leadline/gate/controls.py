"""Links that stand beside every record of a page and do something to it, in words nobody here has to know.

What varies is the record's, what stays the same in every row is a control: "Lend" on twenty rows is one in any
language, and so is a heart without a word on each of them.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from leadline.gate.links import OBJECT
from leadline.lexicon.reading import said
from leadline.model.page import Link

_BESIDE_EACH = 3
"""Places a text leads to from which on it stands beside every record, as for pagers (`query.paging`)."""
_COMMAND_LETTERS = 30
_NUMBER = re.compile(r"\d+")


def repeated_controls(links: Iterable[Link], language: str | None) -> frozenset[tuple[str, str]]:
    """(text, URL) of the controls among a page's links."""
    beside = [link for link in links if link.same_site and OBJECT.search(link.url.partition("://")[2])]
    worded = [link for link in beside if any(c.isalpha() for c in link.anchor)]
    drawn = [link for link in beside if not any(c.isalnum() for c in link.anchor)]
    found = [*_saying_the_same(worded, language), *(_drawn_beside_records(drawn, worded) if drawn else ())]
    return frozenset((link.anchor, link.url) for link in found)


def _saying_the_same(links: Sequence[Link], language: str | None) -> list[Link]:
    """Links that say the same and are not known to show what they stand beside."""
    places: dict[str, set[str]] = defaultdict(set)
    for link in links:
        if len(link.anchor) <= _COMMAND_LETTERS:
            places[link.anchor].add(link.url)
    often = {text for text, urls in places.items() if len(urls) >= _BESIDE_EACH}
    controls = {text for text in often if said(text, language).looks is None}
    return [link for link in links if link.anchor in controls]


def _drawn_beside_records(drawn: Sequence[Link], worded: Sequence[Link]) -> list[Link]:
    """Icons with the numbers of records whose titles lead elsewhere. A picture that leads where the title does is
    part of the record, and one beside which no title stands may be all there is of it."""
    titles: dict[str, dict[str, Link]] = defaultdict(dict)
    for link in worded:
        titles[_shape(link.url)].setdefault(_NUMBER.sub("0", link.anchor), link)
    numbers: dict[str, set[str]] = {
        shape: {number for link in told.values() for number in _NUMBER.findall(link.url)}
        for shape, told in titles.items()
        if len(told) >= _BESIDE_EACH
    }
    icons: dict[str, list[Link]] = defaultdict(list)
    for link in drawn:
        icons[_shape(link.url)].append(link)
    controls: list[Link] = []
    for shape, found in icons.items():
        if shape in titles:
            continue
        own = {number for link in found for number in _NUMBER.findall(link.url)}
        if any(len(own & records) >= _BESIDE_EACH for records in numbers.values()):
            controls += found
    return controls


def _shape(url: str) -> str:
    """An address without the numbers in it."""
    return _NUMBER.sub("0", url)
