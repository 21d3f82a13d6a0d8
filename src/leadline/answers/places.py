"""What a page says of its own place in a list: "page 1 of 7", "1/7", "1–25 of 340".

No word is needed to read it: two numbers with a word or a stroke between them, the first not above the second, or
a range and its total. Alone that proves little ("room 3 of 7"), so the readers ask for something that agrees with
it: the address of a link that counts on from there (`leadline.answers.paging.places`), or the records of the page
(`leadline.answers.judge.places`).

>>> next(places_in("(página 1 de 2)  pág suc. ->"))
Place(first=1, last=1, total=2, size=None)
>>> next(places_in("Treffer 26–50 von 1.340"))
Place(first=26, last=50, total=1340, size=25)
>>> list(places_in("1 2 3")), list(places_in("3/5/2026")), list(places_in("7 of 3"))
([], [], [])
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"(?:\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+|\d{1,7})"
_BETWEEN = r"(?:[/／]|[(\[]?(?:[^\W\d_]{1,10}\s?){1,2}:?)"
_FROM = r"(?<![\d/.,:\-])"
_UNTIL = r"(?![\d/:\-]|[.,]\d)"
_RANGE = re.compile(
    rf"{_FROM}({_NUMBER})\s?(?:-|–|—|\.{{2,3}}|…)\s?({_NUMBER})[\s)\]]{{0,2}}{_BETWEEN}\s?({_NUMBER}){_UNTIL}"
)
_PAGE = re.compile(rf"{_FROM}({_NUMBER})\s?{_BETWEEN}\s?({_NUMBER}){_UNTIL}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands among all: a page among pages, or the records it shows among all records."""

    first: int
    last: int
    total: int
    size: int | None = None  # records of a whole page, where it counts records

    @property
    def goes_on(self) -> bool:
        return self.last < self.total

    @property
    def page(self) -> int:
        """The number of the page, as far as a range tells it."""
        return self.first if self.size is None else -(-self.last // self.size)


def places_in(text: str) -> Iterator[Place]:
    """All that a text can be read as, ranges of records first."""
    for found in _RANGE.finditer(text):
        first, last, total = (_plain(found[group]) for group in (1, 2, 3))
        if 0 < first < last <= total:
            yield Place(first, last, total, last - first + 1)
    for found in _PAGE.finditer(_RANGE.sub(" ", text)):
        page, total = _plain(found[1]), _plain(found[2])
        if 0 < page <= total:
            yield Place(page, page, total)


def _plain(number: str) -> int:
    return int(re.sub(r"\D", "", number))
