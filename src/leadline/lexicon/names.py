"""Deeds in names and addresses, as programmers write them: English everywhere, the page's language beside it.

Weak words ("order", "book", "post") are names of things there, so they do not count; nor does a deed inside a long
slug, which is the title of an article.

>>> deed_in_url("http://e.org/item/3/delete"), deed_in_url("http://e.org/list?action=trash&id=3")
('delete', 'action=trash')
>>> deed_in_url("http://e.org/books/delete-your-account-and-live-well"), deed_in_url("http://e.org/order/12")
(None, None)
>>> deed_in_name("btnDelete"), deed_in_name("orderby"), whole_deed("remove"), whole_deed("price")
('delete', None, 'remove', None)
"""

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import parse_qsl, unquote

from leadline.lexicon.languages import Language, Mark, language, speaking
from leadline.lexicon.tables import LONGEST, code_of, codes, entries, is_unspaced, symbols, words

_LONGEST_URL = 2_000
_SLUG = 3  # words of a part of a path from which on it is a title and no command
_PAIRS = 50
_ENDINGS, _COMMANDS = symbols("endings"), symbols("commands")
_TRUE = frozenset({"1", "true", "on", "y", *entries("fields", "yes")})


def _languages(tag: str | None, text: str) -> list[Language]:
    """English, and what the page is in; all that know a word of the text where it does not say."""
    own = code_of(tag)
    if own is not None:
        return [language(code) for code in dict.fromkeys(("en", own))]
    return [language(code) for code in codes() if code in speaking(text)] if tag is None else [language("en")]


def is_command(name: str, tag: str | None = "") -> bool:
    """Whether a field or parameter of this name says what is to be done."""
    own = [spoken.commands for spoken in _languages(tag, name)]
    return any(word in _COMMANDS or any(word in commands for commands in own) for word in words(name))


def names_search(name: str, tag: str | None) -> bool:
    """Whether an address or a name says that something is searched, in the page's language."""
    return any(unit in spoken.names for spoken in _languages(tag, name) for unit in words(name))


@lru_cache(maxsize=16_384)
def deed_in_name(name: str, tag: str | None = "") -> str | None:
    """A deed among the words of a name, glued or not (`btnDelete`, `addtocart`)."""
    units = words(name)
    for spoken in _languages(tag, name):
        for at in range(len(units)):
            if (size := _deed_at(units, at, spoken)) > 0:
                return " ".join(units[at : at + size])
    return next((unit for unit in units if _is_glued((unit,))), None)


def _is_glued(unit: tuple[str, ...]) -> bool:
    """Written as one word by programmers: `addtocart`, `unsub`; not a word that means something else as well."""
    english = language("en")
    return unit in english.paths and english.match(list(unit), 0)[0] == 0 and len(unit[0]) >= _GLUED


_GLUED = 5  # letters: shorter ones (`rm`, `del`, `new`) are syllables of other names


def _deed_at(units: Sequence[str], at: int, spoken: Language) -> int:
    """How many words from `at` on are a deed of this language."""
    size, marks = spoken.match(list(units), at)
    return size if Mark.DEED in marks and not marks & {Mark.SEARCH, Mark.SHOW, Mark.FILTER} else 0


@lru_cache(maxsize=16_384)
def whole_deed(value: str, tag: str | None = "", *, command: bool = False) -> str | None:
    """The value, if all of it is a deed. As a `command` weak words and short ones (`del`, `put`) count too."""
    if len(value) > LONGEST:
        return None
    if is_unspaced(value):
        return _whole_unspaced(value, tag)
    units = words(value)
    if not units or len(units) > _SLUG + 1:
        return None
    for spoken in _languages(tag, value):
        size = _deed_at(units, 0, spoken)
        if size == len(units) or (command and size):  # delete_selected, trash-all
            return value
        if command and (tuple(units) in spoken.paths or Mark.WEAK in spoken.marks(tuple(units))):
            return value
    return None


def _whole_unspaced(value: str, tag: str | None) -> str | None:
    for spoken in _languages(tag, value):
        units = spoken.units(value)
        if not spoken.spaced and units and Mark.DEED in spoken.match(units, 0)[1]:
            return value
    return None


def set_deed(name: str, value: str, tag: str | None = "") -> str | None:
    """A pair that orders a deed: `_method=DELETE`, `mode=remove`, `bulk=delete`, `delete=1`."""
    value = value.strip()
    if not value:
        return None
    ordered = whole_deed(value, tag, command=_is_plain_command(name, tag)) or (is_command(name) and _put(value))
    return f"{name}={value}"[:LONGEST] if ordered or (_is_verb(name, tag) and _is_object(value)) else None


def _is_verb(name: str, tag: str | None) -> bool:
    """Whether a name is a deed and nothing else; a place where deeds are done (`session`) is none."""
    units = words(name)
    return bool(units) and any(_deed_at(units, 0, spoken) == len(units) for spoken in _languages(tag, name))


def _is_object(value: str) -> bool:
    """Something a deed is done to, or a yes: `delete=1`, `add=2386`."""
    return value.lower() in _TRUE or any(c.isdigit() for c in value)


def _is_plain_command(name: str, tag: str | None = "") -> bool:
    """A name that is nothing but a command; `dnf_opt_mode` may be about anything."""
    units = words(name)
    return bool(units) and all(is_command(unit, tag) for unit in units)


def _put(value: str) -> bool:
    """HTTP's own words for changing something."""
    return value.lower() in ("put", "patch", "delete")


@lru_cache(maxsize=65_536)
def deed_in_url(
    url: str, tag: str | None = "", asked: frozenset[str] = frozenset(), *, places: bool = True
) -> str | None:
    """A deed that an address names: a part of its path, or a pair of its query whose value was not `asked` for.

    Without `places` only verbs count, not where deeds are done: orders are looked for in `/admin/orders`, too."""
    address, _, query = url[:_LONGEST_URL].partition("#")[0].partition("?")
    path = address.partition("://")[2].partition("/")[2]
    for part in path.split("/"):
        if part and (found := _deed_in_part(unquote(part) if "%" in part else part, tag, places=places)):
            return found
    if not query:
        return None
    pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=None)[:_PAIRS]
    own = (pair for pair in pairs if pair[1] not in asked or is_command(pair[0]) or not pair[1])
    # A deed as a bare name counts: `?logout`.
    deeds = (set_deed(name, value, tag) if value else begins_with_deed(name, tag) for name, value in own)
    return next(filter(None, deeds), None)


@lru_cache(maxsize=16_384)
def _deed_in_part(part: str, tag: str | None, *, places: bool) -> str | None:
    """A part of a path that is a deed, or begins with one and is no title: `delete`, `delete_item.php`. Kept in
    memory: the links of a site share their folders."""
    if is_unspaced(part):
        return _whole_unspaced(part, tag)
    units = [unit for unit in words(part) if unit not in _ENDINGS]
    if not 0 < len(units) <= _SLUG:
        return None
    for spoken in _languages(tag, part):
        if size := _deed_at(units, 0, spoken):
            return " ".join(units[:size])
        written = tuple(units) in spoken.paths
        if places and written and (spoken.code != "en" or len(units) > 1 or _is_glued(tuple(units))):
            return " ".join(units)
    return None


def begins_with_deed(name: str, tag: str | None) -> str | None:
    """The deed a short name begins with: `delete`, `delete_all`."""
    units = words(name)
    if not 0 < len(units) <= _SLUG:
        return None
    sizes = (_deed_at(units, 0, spoken) for spoken in _languages(tag, name))
    return next((" ".join(units[:size]) for size in sizes if size), None)
