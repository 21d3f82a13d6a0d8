"""Which page of a list a URL stands for, as far as its letters tell.

>>> page_position("http://e.org/list?page=3&q=x")
PagePosition(base='http://e.org/list?q=x', number=3, counts='pages')
>>> follows("http://e.org/list?q=x", "http://e.org/list?q=x&start=20")
True
>>> follows("http://e.org/news/page/4/", "http://e.org/news/page/3/")
False
>>> follows("http://e.org/news/", "http://e.org/about/") is None
True
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import parse_qsl

from leadline.model import url_parameters
from leadline.model.url_parameters import SEPARATORS, Role, has_role, is_offset_name, is_page_name, without_session

_QUERY = re.compile(
    rf"(?i)(?<=[?&;])(?![\w.\-]*per[_.\-]?page=)(?:(?P<page>(?:[\w.\-]+[_.\-])?(?:{url_parameters.PAGE_NAMES}))|(?P<offset>{url_parameters.OFFSET_NAMES}))=(?P<number>\d{{1,7}})"
    rf"(?=&|;|$)"
)
_PATH = (
    re.compile(rf"/(?:{url_parameters.PAGE_STEPS})[/\-_]?(?P<number>\d{{1,6}})(?=[/?.]|$)", re.IGNORECASE),
    re.compile(r"/p[\-_]?(?P<number>\d{1,6})(?=[/?.]|$)", re.IGNORECASE),
    re.compile(r"[\-_]p(?:age)?[\-_]?(?P<number>\d{1,3})(?=/?(?:\?|$))", re.IGNORECASE),
    re.compile(
        r"(?i)(?:index)?[\-_]?(?:page)?[\-_]?(?P<number>(?<!\d)\d{1,4})(?=\.(?:html?|php|aspx?|jsp)(?:\?|$))"
    ),
    re.compile(r"/(?P<number>\d{1,4})(?=/?(?:\?|$))"),
)
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)(?=\?|$)", re.IGNORECASE)
_FILE_END = re.compile(r"\.(?:html?|php|aspx?|jsp)(?=\?|$)", re.IGNORECASE)


class PagePosition(NamedTuple):
    """A URL without its page number, and the number; None where it has none."""

    base: str
    number: int | None
    counts: Literal["pages", "records"] | None


@lru_cache(maxsize=4_096)
def page_position(url: str) -> PagePosition:
    """The last thing in a URL that looks like a page number or an offset decides."""
    if queries := list(_QUERY.finditer(url)):
        found = queries[-1]
        base = url[: found.start()] + url[found.end() :].lstrip("&;")
        return PagePosition(_plain(base), int(found["number"]), "pages" if found["page"] else "records")
    for pattern in _PATH:
        if match := pattern.search(url, url.find("//") + 2):
            base = url[: match.start()] + url[match.end() :]
            return PagePosition(_plain(base), int(match["number"]), "pages")
    return PagePosition(_plain(url), None, None)


def counts_pages(url: str) -> bool:
    """Does a URL name a page or an offset as such, not just hold a number?"""
    return bool(_QUERY.search(url) or _PATH[0].search(url))


def follows(current: str, other: str) -> bool | None:
    """Is `other` a later page of the list `current` belongs to? None if the URLs do not tell."""
    current, other = _any_scheme(current), _any_scheme(other)
    here, there = page_position(current), page_position(other)
    if here.base != there.base and there.base == _plain(current):
        here = PagePosition(there.base, None, None)  # what looked like a page number names the list
    if here.base != there.base or there.number is None:
        return _counted_up(current, other)
    if here.number is None:
        least = 1 if there.counts == "pages" else 2
        return there.number >= least and (there.counts == "records" or there.number <= 2)
    if here.counts != there.counts:
        return None
    ahead = there.number - here.number
    return ahead == 1 if there.counts == "pages" else ahead > 0


def skips(near: str, far: str) -> bool:
    """Whether two addresses are pages of one list, and the second is further on.

    >>> skips("http://e.org/l?s=a&page=2", "http://e.org/l?s=a&page=11")
    True
    >>> skips("http://e.org/l?s=a&page=2", "http://e.org/l?s=b&page=11")
    False
    """
    here, there = page_position(without_session(near)), page_position(without_session(far))
    if here.base != there.base or here.counts != there.counts or here.number is None or there.number is None:
        return False
    return there.number > here.number


def _any_scheme(url: str) -> str:
    """Links of a page that came by https may still say http."""
    bare = without_session(url)
    return f"http{bare[5:]}" if bare.startswith("https:") else bare


def carries_query(other: str, pairs: frozenset[tuple[str, str]]) -> bool:
    """Does an address ask all that was asked? Nothing was asked: then nothing is carried."""
    return bool(pairs) and pairs <= frozenset(asked_pairs(other))


def asks_for_more(current: str, other: str) -> bool:
    """The same list asked for at a greater length: one number that is no page has grown, or is new.

    >>> asks_for_more("http://e.org/log?rev=x&count=20", "http://e.org/log?rev=x&count=40")
    True
    """
    if without_session(current).partition("?")[0] != without_session(other).partition("?")[0]:
        return False
    here, there = dict(asked_pairs(current)), dict(asked_pairs(other))
    changed = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    if len(changed) != 1 or has_role(changed[0], Role.KEY):
        return False
    before, after = here.get(changed[0], "0"), there.get(changed[0], "")
    return all(one.isdecimal() and len(one) < _LONG for one in (before, after)) and int(before) < int(after)


def is_other_resource(current: str, other: str) -> bool:
    """Does `other` lead to another thing, by its path or an id: another article, another section of the site?

    >>> is_other_resource("http://e.org/2023/pie/", "http://e.org/2023/soup/")
    True
    """
    here, there = _path(current), _path(other)
    if _names_another(current, other):
        return True
    if here == there or _DIGITS.sub("#", here) == _DIGITS.sub("#", there):
        return False
    counted = page_position(without_session(other))
    if there.startswith(f"{here.rstrip('/')}/") and (counted.number is not None or "?" in other):
        return False
    if counted.number is None:
        return True
    if _QUERY.search(other) and follows(_numbers_only(current), _numbers_only(other)) and _alike(here, there):
        return False  # shops write the product into the path as they please
    return here.rpartition("/")[2] != _path(counted.base).rpartition("/")[2]


def _names_another(current: str, other: str) -> bool:
    """`?id=7` where nobody asked for 7, and no page of it is counted."""
    asked = set(asked_pairs(current))
    named = [pair for pair in asked_pairs(other) if has_role(pair[0], Role.KEY) and pair not in asked]
    return bool(named) and page_position(without_session(other)).number is None


def _path(url: str) -> str:
    bare = _plain(without_session(url).partition("?")[0]).partition("://")[2]
    return "/" + bare.partition("/")[2]


def _alike(here: str, there: str) -> bool:
    """Two paths of one length that share half of their steps."""
    steps = list(zip(here.split("/")[1:], there.split("/")[1:], strict=False))
    return here.count("/") == there.count("/") and 2 * sum(a == b for a, b in steps) >= len(steps)


def _numbers_only(url: str) -> str:
    """The address of a list that nothing but its page numbers tell apart."""
    return "http://list/?" + "&".join(found[0] for found in _QUERY.finditer(url))


def asked_pairs(url: str) -> list[tuple[str, str]]:
    """What a URL asks: its parameters that are not empty and tell no page."""
    query = SEPARATORS.sub("&", without_session(url).partition("?")[2])
    pairs = parse_qsl(query, max_num_fields=None)
    return [(n, v) for n, v in pairs if not (v.isdigit() and (is_page_name(n) or is_offset_name(n)))]


def _plain(url: str) -> str:
    """The same list with and without an index file, a trailing slash, a file's ending, empty parameters."""
    scheme, _, bare = url.partition("://")
    path, _, query = _FILE_END.sub("", _INDEX.sub("/", bare)).partition("?")
    pairs = sorted(pair for pair in SEPARATORS.split(query) if pair and not pair.endswith("=") and "=" in pair)
    return f"{scheme}://{path.rstrip('/')}" + (f"?{'&'.join(pairs)}" if pairs else "")


_DIGITS = re.compile(r"\d+")
_LONG = 7


def _counted_up(current: str, other: str) -> bool | None:
    """Two URLs that differ in one number by one, whatever its name."""
    if _DIGITS.sub("#", current) != _DIGITS.sub("#", other):
        return None
    pairs = zip(_DIGITS.findall(current), _DIGITS.findall(other), strict=True)
    different = [(a, b) for a, b in pairs if a != b]
    if len(different) != 1 or max(len(n) for n in different[0]) > 9:
        return None
    before, after = (int(n) for n in different[0])
    return True if after == before + 1 else None
