"""Records that a page carries for its scripts and does not show: state in JSON, read without running anything.

Programs that scripts fill often hand them what the server found, as JSON in the page (`__NEXT_DATA__`,
`__NUXT__`, `window.__STATE__ = {…}`): in a script of a type for data, assigned to a name, or as a text that
`JSON.parse` reads. Where such a page shows next to nothing by itself, the list that holds most is put at its end
as the table it would be, so that one reader serves both. What the page shows anyway is left as it is. A list may
hold a few things of another kind, and be an object that has its things by name (`leadline.answers.things`).

An empty list says that nothing was found where it is data. In program code any number of lists begin empty.

>>> html = (
...     '<div id=app></div><script>window.S = {"page": 1, "total": 9, "hits": [{"name": "Owl"}, {"name": "Bat"}]}'
... )
>>> found = state_of(html + "</script>", "")
>>> [thing["name"] for thing in found.things], found.following, found.name
(['Owl', 'Bat'], 2, 'page')
"""

import html as escapes
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.answers.json_table import NOTHING, shown_list
from leadline.answers.things import are_named_within, family, listed_at, named_things, texts_of, varies
from leadline.model.call import Place
from leadline.model.page import Headers, header
from leadline.model.url_parameters import is_page_name
from leadline.parse.document import Document, Wrapped
from leadline.submit.calls import value_at
from leadline.web.geometry import MARK

__all__ = ["PageState", "state_of", "states", "texts_of", "with_state"]

_SCRIPT = re.compile(r"<script\b([^<>]{0,1000})>(.*?)</script", re.IGNORECASE | re.DOTALL)
_DATA = re.compile(r"\btype\s*=\s*[\"']?application/(?:json|vnd\.[\w.+-]*json)\b", re.IGNORECASE)
_ASSIGNED = re.compile(r"(?:[=(:]|^)\s*(?=[\[{])")
_PARSED = re.compile(r"JSON\.parse\(\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")
_SHOWN = 150  # words of a page that shows something: see `leadline.web.blocks`
_LONG = 40  # letters of a script with less than that is no state
_MOST_SCRIPTS, _MOST_VALUES, _MOST_READ = 60, 50_000, 8
_DEEPEST = 14
_MARKED = 2  # a value with what it is before it
_LETTERS = 3  # of a text that is long enough to be known again
_RENDERED = "x-leadline-rendered"


@dataclass(frozen=True, slots=True)
class PageState:
    """The list that holds most of what a page carries for its scripts."""

    data: Any
    things: list[Any]
    following: int | None = None  # the number of the next page, where the state counts pages
    name: str = ""  # under which it does
    place: Place | None = None  # where the list stands


def with_state(document: Document, headers: Headers, charset: str, rows: Place | None = None) -> Document:
    """The document with what it carries for its scripts at its end, if it shows next to nothing without. `rows` is
    where pages of this source carry it, if that is known."""
    text = document.text
    if "application/json" not in text and "JSON.parse" not in text and "__" not in text and "= {" not in text:
        return document
    if header(headers, _RENDERED) is not None or "<script" not in text.lower():
        return document
    if len(document.page.text.split(maxsplit=_SHOWN)) >= _SHOWN:
        return document
    found = state_of(text, document.page.text, rows)
    if found is None:
        return document
    table = shown_list(found.data, found.things) if found.things else NOTHING
    wrapped = Wrapped(table, found.following, found.name, found.data, len(found.things), found.place)
    whole = f"{text}\n{table}"
    return Document(whole, document.url, headers, charset, status=document.status, wrapped=wrapped)


def state_of(html: str, shown: str, rows: Place | None = None) -> PageState | None:
    """What a page carries and does not show, an empty list where it carries no other; None where it has none."""
    best: tuple[tuple[bool, int], Any, Place, list[Any]] | None = None
    empty: PageState | None = None
    for data in states(html):
        known = listed_at(value_at(data, rows)) if rows is not None else None
        if known is not None:
            things = family(known) or known
            return PageState(data, things, *_page_after(data, len(things)), rows)
        empty = empty or (PageState(data, []) if _has_empty_list(data) else None)
        for place, things, is_sure in _lists(data, ()):
            weight = is_sure, varies(things)
            if weight[1] and (best is None or weight > best[0]):
                best = weight, data, place, things
    if best is None or (empty is not None and not best[0][0]):
        return empty
    _, data, place, things = best
    return None if _is_shown(things, shown) else PageState(data, things, *_page_after(data, len(things)), place)


def states(html: str) -> Iterator[Any]:
    """Everything that is data in the scripts of a page."""
    for number, found in enumerate(_SCRIPT.finditer(html)):
        attributes, code = found[1], found[2].strip()
        if number >= _MOST_SCRIPTS:
            return
        if len(code) < _LONG or MARK in attributes or "ld+json" in attributes:
            continue
        if _DATA.search(attributes):
            data = _read(code)
            yield _revived(data) if "__NUXT" in attributes else data
        else:
            yield from _in_code(code)


def _in_code(code: str) -> Iterator[Any]:
    for found in _PARSED.finditer(code):
        written = found[1] if found[1][0] == '"' else _as_json_text(found[1])
        text = _read(written)
        if isinstance(text, str):
            yield _read(text)
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_MOST_READ):
        found_at = _ASSIGNED.search(code, at)
        if found_at is None:
            return
        try:
            data, at = decoder.raw_decode(code, found_at.end())
        except (ValueError, RecursionError):
            at = found_at.end() + 1
            continue
        if _says_something(data):
            yield data


def _says_something(data: Any) -> bool:
    """Whether what a script sets has values: what is empty is yet to be filled by it."""
    if isinstance(data, dict | list):
        return any(map(_says_something, data.values() if isinstance(data, dict) else data))
    return data not in (None, "")


def _as_json_text(quoted: str) -> str:
    """A text of a script in single quotes as JSON writes it."""
    inner = quoted[1:-1].replace("\\'", "'").replace('\\"', '"').replace('"', '\\"')
    return f'"{inner}"'


def _read(text: str) -> Any:
    try:
        return json.loads(text if text[:1] != "&" else escapes.unescape(text))
    except (ValueError, RecursionError):
        return None


def _revived(data: Any) -> Any:
    """Nuxt writes every value once and numbers in their places."""
    if not isinstance(data, list):
        return data

    def value(at: Any, depth: int) -> Any:
        if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at < len(data) or depth > _DEEPEST:
            return None
        one = data[at]
        if isinstance(one, dict):
            return {key: value(number, depth + 1) for key, number in one.items()}
        if isinstance(one, list) and len(one) == _MARKED and isinstance(one[0], str):  # ["Reactive", 7]
            return value(one[1], depth + 1)
        return [value(number, depth + 1) for number in one] if isinstance(one, list) else one

    return value(0, 0)


def _lists(found: Any, at: Place) -> Iterator[tuple[Place, list[Any], bool]]:
    """Lists of things that look alike, with their places, none of them inside another one's things; whether they
    are lists beyond doubt. Things by name may be parts of the program, as its texts by language are."""
    if len(at) > _DEEPEST:
        return
    if isinstance(found, list):
        if things := family(found):
            yield at, things, True
        else:
            for number, one in enumerate(found[:_MOST_VALUES]):
                yield from _lists(one, (*at, number))
    elif isinstance(found, dict):
        if things := named_things(found):
            yield at, things, are_named_within(found)
        for name, one in found.items():
            yield from _lists(one, (*at, str(name)))


def _has_empty_list(found: Any, depth: int = 0) -> bool:
    if isinstance(found, dict) and depth < _DEEPEST:
        return any(_has_empty_list(one, depth + 1) for one in found.values())
    return isinstance(found, list) and not found


def _is_shown(things: Sequence[Any], shown: str) -> bool:
    """Whether a reader sees most of it without any script."""
    page = " ".join(shown.split())
    seen = sum(any(len(text) >= _LETTERS and text in page for text in texts_of(thing)) for thing in things)
    return seen * 2 > len(things)


def _page_after(data: Any, listed: int) -> tuple[int | None, str]:
    """The next page by the state's own count of them, where it says that there is more than it lists."""
    numbers = list(_numbers(data))
    more = any(value > listed for name, value in numbers if "total" in name.lower() or "count" in name.lower())
    pages = [(name, value) for name, value in numbers if is_page_name(name)]
    return (pages[0][1] + 1, pages[0][0]) if more and pages else (None, "")


def _numbers(found: Any, depth: int = 0) -> Iterator[tuple[str, int]]:
    """Numbers beside lists, with their names."""
    if isinstance(found, dict) and depth < _DEEPEST:
        for name, value in found.items():
            if isinstance(value, bool):
                continue
            if isinstance(value, int) or (isinstance(value, str) and value.isascii() and value.isdigit()):
                yield str(name), int(str(value)[:12])
            else:
                yield from _numbers(value, depth + 1)
