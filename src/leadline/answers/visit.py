"""What in an address belongs to one visit and not to what is asked for: ids of sessions.

Two addresses that differ in nothing else are the same page. Only names that mean a session and nothing else count:
`token` may be the place in a list (`page_token`), and so it stays.

>>> without_session("http://e.org/s;jsessionid=A1B2?q=x&PHPSESSID=81&page=2")
'http://e.org/s?q=x&page=2'
>>> (
...     without_session("http://e.org/f?s=6ef2dc853f8f83ceb07b30be0370bb0d&f=2"),
...     without_session("http://e.org/?s=word"),
... )
('http://e.org/f?f=2', 'http://e.org/?s=word')
"""

import re
from functools import lru_cache

_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid|session(?:_?id)?)=[^/?;#]*", re.IGNORECASE)
_SERVLET_PATH = re.compile(r"/\([SXF]\([a-z0-9]{20,32}\)\)(?=/)", re.IGNORECASE)
"""ASP.NET without cookies: `/(S(lit3py55t21z5v55vlm25s55))/list.aspx`."""
_NAME = re.compile(
    r"(?:s(?:ess(?:ion)?)?_?id|session|sess|php_?sess(?:ion)?_?id|jsession_?id|asp(?:\.net)?_?session_?id\w*|cfid|cftoken"
    r"|zenid|oscsid|xtcsid|visit_?id|visitor_?id|s_?id|user_?session|bv_?sessionid|_?flow_?execution_?key)",
    re.IGNORECASE,
)
SEPARATORS = re.compile(r"[&;]")
"""HTML 4.01 section B.2.2 recommends the semicolon, and Perl's programs write it to this day."""
_HASH = re.compile(r"[0-9a-f]{32}|[0-9a-z]{24,40}", re.IGNORECASE)


def is_session(name: str, value: str) -> bool:
    """A parameter that says who is asking, by its name; `s` only with a value that a machine drew."""
    return bool(_NAME.fullmatch(name)) or (name == "s" and bool(_HASH.fullmatch(value)))


@lru_cache(maxsize=4_096)
def without_session(url: str) -> str:
    """The same address for every visitor."""
    path, mark, query = url.partition("?")
    path = _SERVLET_PATH.sub("", _IN_PATH.sub("", path))
    if not mark:
        return path
    kept = [pair for pair in SEPARATORS.split(query) if not is_session(*_split(pair))]
    if len(kept) == len(SEPARATORS.split(query)):
        return f"{path}?{query}"
    return f"{path}?{'&'.join(kept)}" if kept else path


def _split(pair: str) -> tuple[str, str]:
    name, _, value = pair.partition("=")
    return name, value


@lru_cache(maxsize=4_096)
def same_page(url: str) -> str:
    """A key that addresses of one page share: sessions, the order of parameters, what divides them do not count.

    >>> same_page("http://e.org/?p=a.git;a=log;pg=2") == same_page("http://e.org/?pg=2&a=log&p=a.git")
    True
    """
    path, mark, query = without_session(url).partition("?")
    return f"{path}?{'&'.join(sorted(SEPARATORS.split(query)))}" if mark and query else path
