"""What link classifiers read of a link: the terms of its URL, of its anchor and of the text around it.

Barbosa & Freire, *Searching for Hidden-Web Databases*, WebDB 2005, section 3.2: a term that stands in two contexts
is two features. SmartCrawler (Zhao et al., TSC 2015, section 4.1) reads the path in place of the URL inside a
site, since all links of a site have its host.

The three bags of terms are also what a frontier keeps of a link (`Ranked.pattern`): whatever a model learns to
look at later is in there, so every waiting link can be ranked again without being read again.

>>> bags = read_links([Link("http://cars.example/find/usedCars.asp", "Search used cars", "by make or model", "a")])
>>> bags[0]
Bags(url=('car', 'car', 'find', 'us'), anchor=('car', 'search', 'us'), around=('make', 'model'))
>>> Bags.of(str(bags[0])) == bags[0]
True
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from leadline.learn.text import terms, url_terms
from leadline.model.page import Link
from leadline.model.url import site_of

CONTEXTS = ("url", "anchor", "around")
_REMEMBERED = 1 << 16
"""Links of a site's navigation stand on every page of it with the same words."""


class Bags(NamedTuple):
    """Terms by context, sorted, so that links which say the same are the same."""

    url: tuple[str, ...]
    anchor: tuple[str, ...]
    around: tuple[str, ...]

    def __str__(self) -> str:
        return "|".join(map(" ".join, self))

    @classmethod
    @lru_cache(maxsize=_REMEMBERED)
    def of(cls, text: str) -> "Bags":
        """The bags that were written so."""
        url, anchor, around = text.split("|")
        return cls(tuple(url.split()), tuple(anchor.split()), tuple(around.split()))


def read_links(links: Sequence[Link], *, path_only: bool = False) -> list[Bags]:
    """The bags of each link; `path_only`: without the host."""
    return [_read(link.url, link.anchor, link.around, path_only) for link in links]


@lru_cache(maxsize=_REMEMBERED)
def _read(url: str, anchor: str, around: str, path_only: bool) -> Bags:
    address = url_terms(url, host=not path_only)
    return Bags(*(tuple(sorted(one)) for one in (address, terms(anchor), terms(around))))


def site_terms(url: str) -> tuple[str, ...]:
    """The terms of a site's name, its public suffix left out.

    >>> site_terms("https://www.abebooks.co.uk/docs/")
    ('abebook',)
    """
    return tuple(sorted(url_terms(f"http://{site_of(url)}/")))
