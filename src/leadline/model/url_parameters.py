"""What the parameters of a URL are for, told by their names: one table, used by parsing, traps, paging, records,
submission and replay.

A name may have several roles (`from` is an offset or an origin); what a role means for a page is for its users to
say. Sessions stand in paths as well (`;jsessionid=`, ASP.NET's `/(S(…))/`), and two URLs that differ in nothing
else are the same page. `token` is no session: it may be the place in a list (`page_token`). Keys of archive
indexes are not made here (`leadline.store.cdxj`): what they level is agreed on with other tools.

>>> without_session("http://e.org/s;jsessionid=A1B2?q=x&PHPSESSID=81&page=2&utm_source=y")
'http://e.org/s?q=x&page=2'
>>> without_session("http://e.org/f?s=6ef2dc853f8f83ceb07b30be0370bb0d&f=2"), without_session("http://e.org/?s=w")
('http://e.org/f?f=2', 'http://e.org/?s=w')
>>> has_role("orderBy", Role.SORT), is_page_name("ctl00$page_no"), is_page_name("items_per_page")
(True, True, False)
"""

import re
import tomllib
from enum import Enum
from functools import lru_cache
from importlib.resources import files

Role = Enum(
    "Role",
    "SESSION SESSION_IF_RANDOM TOKEN TOKEN_PREFIX VIEW_STATE FORM_STATE TRACKING STAMP BACK REFERENCE SEARCH_ID"
    " WORDS RANK PAGE PAGE_OR_KEY OFFSET OFFSET_OR_KEY CURSOR SIZE SORT PRINT KEY ORIGIN_OR_KEY VIEW_OR_KEY"
    " NUMBER_OR_KEY",
)
_WRITTEN = tomllib.loads((files(__package__) / "url_parameters.toml").read_text("utf-8"))
_NAMES = {role: tuple(_WRITTEN[role.name.lower()].split()) for role in Role}
"""What each role is, and the names that have it, is said in the file."""

_SIGNS = {"*": r"\w*", "_": "[_-]?", "[": r"(?:\[|%5b)", "]": r"(?:\]|%5d)", ":": "(?::|%3a)", "@": "(?:@|%40)"}
VISITOR = (Role.SESSION, Role.TRACKING)  # what says who is asking, and nothing about what is asked for
SEPARATORS = re.compile(r"[&;]")
"""HTML 4.01 section B.2.2 recommends the semicolon, and Perl's programs write it to this day."""


def names_of(*roles: Role, shortest: int = 1) -> str:
    """The names of some roles as alternatives of a regular expression, for letters of either case."""
    names = (name for role in roles for name in _NAMES[role] if len(name) >= shortest)
    return "|".join(
        re.escape(name[0]) + "".join(_SIGNS.get(letter) or re.escape(letter) for letter in name[1:])
        for name in dict.fromkeys(names)
    )


@lru_cache(maxsize=64)
def _whole(roles: tuple[Role, ...]) -> re.Pattern[str]:
    return re.compile(names_of(*roles), re.IGNORECASE)


@lru_cache(maxsize=4_096)
def has_role(name: str, *roles: Role) -> bool:
    """Whether a parameter or field of this name has one of the roles."""
    return _whole(roles).fullmatch(name) is not None


# ── visitors ──────────────────────────────────────────────────────────────────────────────────────────────

_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid|session(?:_?id)?)=[^/?;#]*|/\([SXF]\([a-z0-9]{20,32}\)\)(?=/)", re.IGNORECASE
)
_PATH_ORIGIN = re.compile(r"(?<=/)(?:ref|sid|sess(?:ion)?)=[^/?]*", re.IGNORECASE)
_RANDOM = re.compile(
    r"(?=[a-z]*\d)[0-9a-f]{16,}|[0-9a-z]{24,40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE
)
_MAY_SAY_WHO = re.compile(rf"(?<![^&;])(?:{names_of(*VISITOR, Role.SESSION_IF_RANDOM)})(?![^=&;])", re.IGNORECASE)
_ONE_VISIT = (Role.SESSION_IF_RANDOM, Role.TOKEN, Role.VIEW_STATE, Role.STAMP, Role.BACK, Role.REFERENCE)
_VISIT_IN_NAME = re.compile(
    rf"(?:^|[_.\-\[:])(?:{names_of(*VISITOR, *_ONE_VISIT, shortest=2)})(?:$|[_.\-\]:])", re.IGNORECASE
)
_STATE_IN_NAME = re.compile(
    rf"{names_of(Role.TOKEN, Role.VIEW_STATE, Role.FORM_STATE, shortest=4)}|session|sess_?id|\bsid\b|timestamp",
    re.IGNORECASE,
)


def is_session(name: str, value: str) -> bool:
    """A parameter that says who is asking: by its name, or by its name and a random value."""
    if has_role(name, Role.SESSION):
        return True
    return has_role(name, Role.SESSION_IF_RANDOM) and _RANDOM.fullmatch(value) is not None


def without_path_session(url: str, *, origin: bool = False) -> str:
    """A URL without the session in its path; with `origin` also without steps that say whence (`/ref=list_3`)."""
    # Every link of every page passes here: the look for a letter is a twentieth of the expression's cost.
    if ";" in url or "/(" in url:
        url = _PATH_SESSION.sub("", url)
    return _PATH_ORIGIN.sub("", url) if origin and "=" in url else url


def without_session(url: str) -> str:
    """The same URL for every visitor, from wherever they come."""
    path, mark, query = url.partition("?")
    path = without_path_session(path)
    if not mark:
        return path
    query = query.strip("&")
    if query and _MAY_SAY_WHO.search(query):
        pairs = ((pair, *pair.partition("=")[::2]) for pair in SEPARATORS.split(query) if pair)
        kept = (p for p, name, value in pairs if not is_session(name, value) and not has_role(name, Role.TRACKING))
        query = "&".join(kept)
    return f"{path}?{query}" if query else path


@lru_cache(maxsize=4_096)
def page_key(url: str) -> str:
    """What the URLs of one page share: sessions, the order of parameters, what divides them do not count.

    >>> page_key("http://e.org/?p=a.git;a=log;pg=2") == page_key("http://e.org/?pg=2&a=log&p=a.git")
    True
    """
    path, _, query = without_session(url).partition("?")
    return f"{path}?{'&'.join(sorted(SEPARATORS.split(query)))}" if query else path


@lru_cache(maxsize=4_096)
def belongs_to_visit(name: str) -> bool:
    """Whether a field or parameter belongs to one visit and not to its form, by a part of its name."""
    return _VISIT_IN_NAME.search(name) is not None


def holds_state(name: str) -> bool:
    """Whether a hidden field of this name holds what may grow old: a token, the view's state, a session."""
    return _STATE_IN_NAME.search(name) is not None


# ── pages of a list ───────────────────────────────────────────────────────────────────────────────────────

PAGE_NAMES = names_of(Role.PAGE, Role.PAGE_OR_KEY)
OFFSET_NAMES = names_of(Role.OFFSET, Role.OFFSET_OR_KEY)
PAGE_STEPS = "page|seite|pagina|pag|strona|sayfa|sida"  # steps of a path before the number of a page
_PAGE_NAME = re.compile(rf"(?!.*per[_.\-]?page$)(?:[\w.$:\-]+[_.$:\-])?(?:{PAGE_NAMES})", re.IGNORECASE)


def is_page_name(name: str) -> bool:
    """A field or parameter that says which page."""
    return _PAGE_NAME.fullmatch(name) is not None


def is_offset_name(name: str) -> bool:
    """A field or parameter that says with which record to begin."""
    return has_role(name, Role.OFFSET, Role.OFFSET_OR_KEY)


def is_cursor_name(name: str) -> bool:
    """A parameter that takes a mark of the place in a list, as the answer before gave it."""
    return _whole((Role.CURSOR,)).search(name) is not None
