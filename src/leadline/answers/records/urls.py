"""Addresses of records, freed of what belongs to one visit or one query.

Gone are session and tracking parameters, the words that were asked for, the record's place in the list, and the
page of the list. Parameters are sorted, so that their order does not matter. Some names are either a place where
one came from or the record's very key (`ref`, `from`): they go only if something else is left that tells records
apart.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from urllib.parse import unquote_plus

from leadline.model.url_parameters import SEPARATORS, Role, has_role, is_session, without_path_session

_ONE_VISIT = (Role.TOKEN, Role.TOKEN_PREFIX, Role.VIEW_STATE, Role.TRACKING, Role.STAMP, Role.SEARCH_ID, Role.BACK)
_ASKING = (Role.SESSION_IF_RANDOM, Role.WORDS, Role.RANK, Role.PAGE, Role.OFFSET, Role.SIZE, Role.SORT)
_WEAK = (Role.REFERENCE, Role.ORIGIN_OR_KEY, Role.PRINT, Role.VIEW_OR_KEY, Role.NUMBER_OR_KEY)
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|pl|do|action|cfm|dll|exe|py)$", re.IGNORECASE)
_SLUG = re.compile(r"/[^/]*(?:\d|\w-\w|\.html?)[^/]*$")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_TAIL = 2

VISIT, ASKED, STRICT = 0, 1, 2
"""How much is left out: what belongs to one visit; also to one query; also what may belong to one."""


@lru_cache(maxsize=65_536)
def record_key(url: str, fragment: str = "", asked: frozenset[str] = frozenset(), level: int = STRICT) -> str:
    """What an address says about the record alone.

    >>> record_key("http://e.org/b.php?q=whale&id=7&PHPSESSID=81&pos=3")
    'http://e.org/b.php?id=7'
    """
    path, _, query = without_path_session(url, origin=True).partition("?")
    pairs = [_pair(pair) for pair in SEPARATORS.split(query) if pair]
    kept = [pair for pair in pairs if not is_session(*pair) and not has_role(pair[0], *_ONE_VISIT)]
    if level >= ASKED and _tells(path, fewer := [pair for pair in kept if not _asks(pair, asked)]):
        kept = fewer
    fewer = [pair for pair in kept if not has_role(pair[0], *_WEAK)]
    if level >= STRICT and (fewer or _SLUG.search(path)):
        kept = fewer
    shown = "&".join(sorted(f"{name}={value}" for name, value in kept))
    mark = f"#{fragment}" if _DIGITS.search(fragment) else ""
    return f"{path}?{shown}{mark}" if shown else f"{path}{mark}"


def without_list_state(url: str, state: frozenset[tuple[str, str]]) -> str:
    """An address without the parameters that the list it stands in was asked with, as long as enough is left.

    >>> without_list_state("http://e.org/rev/9f8?count=20", frozenset({("count", "20")}))
    'http://e.org/rev/9f8'
    """
    shorter = _without(url, state.__contains__) if state else url
    path, _, query = shorter.partition("?")
    return shorter if _tells(path, query) else url


def without_way_back(url: str, here: str) -> str:
    """An address without parameters, of whatever name, that hold the address of the list or its query.

    >>> without_way_back("http://e.org/7/?_filters=q%3Dsea%26p%3D2", "http://e.org/list/?q=sea&p=2")
    'http://e.org/7/'
    """
    query = url.partition("?")[2]
    return _without(url, lambda pair: _leads_back(pair[1], here)) if "/" in query or "%" in query else url


def _without(url: str, leaves_out: Callable[[tuple[str, str]], bool]) -> str:
    path, _, query = url.partition("?")
    written = [one for one in SEPARATORS.split(query) if one]
    kept = [one for one in written if not leaves_out(_pair(one))]
    if len(kept) == len(written):
        return url
    return f"{path}?{'&'.join(kept)}" if kept else path


def _leads_back(value: str, here: str) -> bool:
    """Whether a value is the list's address, with whatever query, or the list's query alone."""
    address = unquote_plus(value)
    listed, _, query = here.partition("?")
    if (said := _assigned(address)) and said <= _assigned(query):
        return True
    site = "/".join(listed.split("/")[:3])
    path, asks, _ = address.removeprefix(site).partition("?")
    return path == unquote_plus(listed.removeprefix(site)) and (path != "/" or bool(asks))


def _assigned(query: str) -> frozenset[tuple[str, str]]:
    """What a query sets; empty if it is none."""
    pairs = (_pair(one) for one in SEPARATORS.split(query) if "=" in one)
    return frozenset((name, unquote_plus(value)) for name, value in pairs)


def without_list_steps(url: str, here: str) -> str:
    """An address without the steps at its end that say in which list the record was met.

    Two steps at least, as they stand in the list's own address `here`, and something has to stand before them.

    >>> without_list_steps("http://e.org/picture.php?/12/search/81", "http://e.org/index.php?/search/81/start-15")
    'http://e.org/picture.php?/12'
    """
    steps, listed = _steps(url), _steps(here)
    most = min(len(steps) - 1, len(listed))
    for many in range(most, _TAIL - 1, -1):
        tail = steps[-many:]
        if any(listed[n : n + many] == tail for n in range(len(listed) - many + 1)):
            return url.rstrip("/")[: -sum(len(step) + 1 for step in tail)]
    return url


def _steps(url: str) -> list[str]:
    """The steps of an address, of its query where that is written like a path."""
    path, _, query = url.rstrip("/").partition("?")
    if query:
        return query[1:].split("/") if query.startswith("/") and "=" not in query else []
    return path.partition("://")[2].split("/")[1:]


def pairs_of(url: str) -> frozenset[tuple[str, str]]:
    """The parameters of an address that have a value."""
    pairs = (_pair(one) for one in SEPARATORS.split(url.partition("?")[2]) if one)
    return frozenset((name, value) for name, value in pairs if value)


def _pair(written: str) -> tuple[str, str]:
    name, _, value = written.partition("=")
    return unquote_plus(name).strip("[]"), value


def _asks(pair: tuple[str, str], asked: frozenset[str]) -> bool:
    """Whether a parameter has the name of one that asks, or repeats what was asked for. A number may be a key."""
    name, value = pair
    if has_role(name, *_ASKING):
        return True
    words = _WORD.findall(unquote_plus(value).casefold()) if asked else []
    return bool(words) and not value.isdecimal() and asked.issuperset(words) and len(words) >= len(asked)


def _tells(path: str, pairs: Sequence[object]) -> bool:
    """Whether what is left can tell records apart: parameters, or a path that is not a program's."""
    last = path.rsplit("/", 1)[-1]
    return bool(pairs) or (bool(last) and (not _PROGRAM.search(last) or bool(_DIGITS.search(last))))


@lru_cache(maxsize=65_536)
def pattern_of(url: str) -> str:
    """An address with its numbers, its last step and the values of its parameters left out: the program behind it.

    >>> pattern_of("http://e.org/book/12-moby-dick?x=1"), pattern_of("http://e.org/b.php?id=7")
    ('http://e.org/book/*?x', 'http://e.org/b.php?id')
    """
    path, _, query = url.partition("?")
    names = sorted(pair.partition("=")[0] for pair in SEPARATORS.split(query) if pair)
    head, _, last = path.rpartition("/")
    shown = last if names and "." in last else "*"
    return f"{_DIGITS.sub('#', head)}/{shown}" + (f"?{'&'.join(names)}" if names else "")
