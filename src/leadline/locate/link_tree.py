"""Balanced link prioritising: which links of a page are kept when a site may not have them all.

Zhao et al., *SmartCrawler*, TSC 2015, section 3.3.1: links are arranged by the directories of their URLs, those
that differ only in the query string counting as one. Where V pages are allowed and N links are there, γ = V/N, a
directory of M links gets M·γ visits; siblings whose share is below one are merged. Inside a node the best-ranked
links go first.

>>> urls = [f"http://a.com/books/{n}.html" for n in range(6)] + ["http://a.com/help", "http://a.com/terms"]
>>> [urls[n].rpartition("/")[2] for n in balanced(urls, [0, 5, 1, 4, 0, 0, 2, 1], 4)]
['1.html', '3.html', '2.html', 'help']
"""

from collections.abc import Sequence
from itertools import groupby

from leadline.model.url import parts_of

MERGED = "#"
Node = tuple[tuple[str, ...], int]
"""Parts of a path, and the number of its link."""


def balanced(urls: Sequence[str], ranks: Sequence[float], allowed: int) -> list[int]:
    """Numbers of the links to be visited."""
    by_path: dict[str, int] = {}
    for number, url in enumerate(urls):
        known = by_path.setdefault(parts_of(url).path, number)
        if ranks[number] > ranks[known]:
            by_path[parts_of(url).path] = number
    if allowed >= len(by_path):
        return list(range(len(urls)))
    links = [(tuple(path.strip("/").split("/")), number) for path, number in by_path.items()]
    share = allowed / len(links)
    return [number for node in _nodes(links, 0, share) for number in _best(node, ranks, share)]


def _best(node: Sequence[Node], ranks: Sequence[float], share: float) -> list[int]:
    numbers = sorted((number for _, number in node), key=lambda number: (-ranks[number], number))
    return numbers[: visits(len(node), share)]


def visits(links: int, share: float) -> int:
    """C = M·γ, rounded to the nearest.

    >>> [visits(m, 50 / 91) for m in (8, 9, 9, 47, 10, 5, 3)], [visits(m, 50 / 91) for m in (26, 11, 3, 4, 3)]
    ([4, 5, 5, 26, 5, 3, 2], [14, 6, 2, 2, 2])
    """
    return int(links * share + 0.5)


def _nodes(links: Sequence[Node], level: int, share: float) -> list[list[Node]]:
    """The nodes from which links are chosen: directories that are not cut up any further."""
    found: list[list[Node]] = []
    merged: list[Node] = []
    for _, members in groupby(sorted(links), key=lambda link: link[0][level : level + 1]):
        inside = list(members)
        if len(inside) * share < 1:
            merged += inside
        elif len(inside) == len(links):  # one directory alone: nothing to share out here
            return (
                _nodes(inside, level + 1, share) if any(len(path) > level + 1 for path, _ in inside) else [inside]
            )
        else:
            found += _nodes(inside, level + 1, share)
    return [*found, merged] if merged else found
