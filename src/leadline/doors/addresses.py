"""Addresses of lists and of records: parameters put in, and what the addresses of records look like.

>>> with_parameters("http://e.org/t.json?a=1", {"_size": "max", "a": "2"})
'http://e.org/t.json?a=2&_size=max'
>>> shapes = shapes_of(["http://e.org/book/12-owl", "http://e.org/book/7-bat"])
>>> shapes
('e.org/book/* ',)
>>> [fits("http://e.org/" + path, shapes) for path in ("book/9-cat", "about/us", "book/9/edit")]
[True, False, False]
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from leadline.model.url import parts_of, rest_of

_SPREAD = 3
"""Different words in one place of otherwise equal addresses from which on the place is a record's own."""


def with_parameters(url: str, given: Mapping[str, str]) -> str:
    address, _, query = url.partition("#")[0].partition("?")
    pairs = dict(parse_qsl(query, keep_blank_values=True)) | dict(given)
    return f"{address}?{urlencode(pairs, safe='$:*(),/')}"


@lru_cache(maxsize=4_096)
def _steps(url: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    path, _, query = rest_of(url).partition("?")
    host = parts_of(url).host.removeprefix("www.")
    return (host, *path.strip("/").split("/")), tuple(sorted(parse_qsl(query, keep_blank_values=True)))


def shapes_of(urls: Iterable[str]) -> tuple[str, ...]:
    """What addresses look like: their steps, with `*` where they differ, and the names of their parameters. Taken
    from records that are known to be some, so a place where these differ is one where others may."""
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[str, ...]]] = defaultdict(list)
    for url in dict.fromkeys(urls):
        steps, pairs = _steps(url)
        groups[len(steps), tuple(name for name, _ in pairs)].append(steps)
    found: dict[str, None] = {}
    for (_, names), rows in groups.items():
        for pattern in _patterns(rows, has_key=bool(names)):
            found["/".join(pattern) + " " + "&".join(names)] = None
    return tuple(found)


def _patterns(rows: Sequence[tuple[str, ...]], *, has_key: bool) -> list[tuple[str, ...]]:
    """One pattern where rows differ in the last steps alone; where a middle step has few words, one for each."""
    columns = list(zip(*rows, strict=True))
    own = [len(set(column)) >= min(_SPREAD, len(rows)) and len(set(column)) > 1 for column in columns]
    own[0] = False
    if not any(own) and not has_key and len(columns) > 1:
        own[-1] = True
    made = (tuple("*" if is_own else step for step, is_own in zip(row, own, strict=True)) for row in rows)
    return list(dict.fromkeys(made))


def fits(url: str, shapes: Sequence[str]) -> bool:
    """Whether an address looks like one of them."""
    steps, pairs = _steps(url)
    names = "&".join(name for name, _ in pairs)
    for shape in shapes:
        pattern, _, wanted = shape.partition(" ")
        parts = pattern.split("/")
        alike = wanted == names and len(parts) == len(steps)
        if alike and all(part in ("*", step) for part, step in zip(parts, steps, strict=True)):
            return True
    return False


def main_shape(urls: Iterable[str]) -> tuple[str, ...]:
    """What most of many addresses look like, where no record is known: those below one step, as many as are alike.

    >>> main_shape([f"http://e.org/item/{n}" for n in range(9)] + ["http://e.org/about", "http://e.org/"])
    ('e.org/item/* ',)
    """
    groups: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for url in dict.fromkeys(urls):
        steps, pairs = _steps(url)
        groups[(len(steps), steps[:-1] if not pairs else steps, tuple(name for name, _ in pairs))].append(url)
    largest = max(groups.values(), key=len, default=[])
    return shapes_of(largest)
