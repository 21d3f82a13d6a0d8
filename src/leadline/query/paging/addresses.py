"""Which page of a list a URL stands for, as far as its letters tell.

>>> place("http://e.org/list?page=3&q=x")
Place(base='http://e.org/list?q=x', number=3, counts='pages')
>>> follows("http://e.org/list?q=x", "http://e.org/list?q=x&start=20")
True
>>> follows("http://e.org/news/page/4/", "http://e.org/news/page/3/")
False
>>> follows("http://e.org/news/", "http://e.org/about/") is None
True
"""

import re
from typing import Literal, NamedTuple

_PAGE = (
    r"page|pages|pg|pn|p|pageno|page_no|page_num|page_number|pagenum|pagenumber|pagenr|pageid|page_id|paged|page_index"
    r"|pageindex|curpage|cur_page|currentpage|current_page|cpage|seite|pagina|pag|strona|sayfa|sida|side|stranka|cp"
    r"|page%5bnumber%5d|page\[number\]|pno|pgno|resultpage|searchpage|list_page|iconpage|currentpagenumber"
)
_OFFSET = (
    r"start|offset|from|skip|first|begin|startindex|start_index|startrow|start_row|startat|limitstart|firstresult"
    r"|first_result|startrecord|start_record|o|st|b|jump|pos|position|recstart|beginat|ofs|index|xstart|first_record"
)
_QUERY = re.compile(
    rf"(?<=[?&;])(?:(?P<page>(?:[\w.\-]+[_.\-])?(?:{_PAGE}))|(?P<offset>{_OFFSET}))=(?P<number>\d{{1,7}})(?=&|;|$)",
    re.IGNORECASE,
)
_PATH = (
    re.compile(
        r"/(?:page|seite|pagina|pag|strona|sayfa|sida)[/\-_]?(?P<number>\d{1,6})(?=[/?.]|$)", re.IGNORECASE
    ),
    re.compile(r"/p[\-_]?(?P<number>\d{1,6})(?=[/?.]|$)", re.IGNORECASE),
    re.compile(
        r"(?:index)?[\-_]?(?:page)?[\-_]?(?P<number>(?<!\d)\d{1,4})(?=\.(?:html?|php|aspx?|jsp)(?:\?|$))",
        re.IGNORECASE,
    ),
    re.compile(r"/(?P<number>\d{1,4})(?=/?(?:\?|$))"),
)
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)(?=\?|$)", re.IGNORECASE)
_FILE_END = re.compile(r"\.(?:html?|php|aspx?|jsp)(?=\?|$)", re.IGNORECASE)


class Place(NamedTuple):
    """A URL without its page number, and the number; None where it has none."""

    base: str
    number: int | None
    counts: Literal["pages", "records"] | None


def place(url: str) -> Place:
    """The last thing in a URL that looks like a page number or an offset decides."""
    if queries := list(_QUERY.finditer(url)):
        found = queries[-1]
        base = url[: found.start()] + url[found.end() :].lstrip("&;")
        return Place(_plain(base), int(found["number"]), "pages" if found["page"] else "records")
    for pattern in _PATH:
        if match := pattern.search(url, url.find("//") + 2):
            base = url[: match.start()] + url[match.end() :]
            return Place(_plain(base), int(match["number"]), "pages")
    return Place(_plain(url), None, None)


def follows(current: str, other: str) -> bool | None:
    """Is `other` a later page of the list `current` belongs to? None if the URLs do not tell."""
    here, there = place(current), place(other)
    if here.base != there.base and there.base == _plain(current):
        here = Place(there.base, None, None)  # what looked like a page number names the list
    if here.base != there.base or there.number is None:
        return _counted_up(current, other)
    if here.number is None:
        least = 1 if there.counts == "pages" else 2
        return there.number >= least and (there.counts == "records" or there.number <= 2)
    if here.counts != there.counts:
        return None
    ahead = there.number - here.number
    return ahead == 1 if there.counts == "pages" else ahead > 0


def _plain(url: str) -> str:
    """The same list with and without an index file, a trailing slash, a file's ending, empty parameters."""
    bare = _FILE_END.sub("", _INDEX.sub("/", url.partition("://")[2]))
    path, _, query = bare.partition("?")
    pairs = sorted(pair for pair in query.split("&") if pair and not pair.endswith("=") and "=" in pair)
    scheme = url.partition("://")[0]
    joined = f"{path.rstrip('/')}?{'&'.join(pairs)}" if pairs else path.rstrip("/")
    return f"{scheme}://{joined}"


_DIGITS = re.compile(r"\d+")


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
