"""Records that a page carries for its scripts and does not show: state in JSON, read without running anything.

Programs that scripts fill often hand them what the server found, as JSON in the page (`__NEXT_DATA__`,
`__NUXT__`, `window.__STATE__ = {…}`): in a script of a type for data, assigned to a name, or as a text that
`JSON.parse` reads. Where such a page shows next to nothing by itself, the list that holds most is put at its end
as the table it would be, so that one reader serves both. What the page shows anyway is left as it is.

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
from leadline.model.call import Place
from leadline.model.page import Headers, header
from leadline.model.url_parameters import is_page_name
from leadline.parse.document import Document, Wrapped
from leadline.submit.calls import value_at
from leadline.web.geometry import MARK

_SCRIPT = re.compile(r"<script\b([^<>]{0,1000})>(.*?)</script", re.IGNORECASE | re.DOTALL)
_DATA = re.compile(r"\btype\s*=\s*[\"']?application/(?:json|vnd\.[\w.+-]*json)\b", re.IGNORECASE)
_ASSIGNED = re.compile(r"(?:[=(:]|^)\s*(?=[\[{])")
_PARSED = re.compile(r"JSON\.parse\(\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")
_SHOWN = 150  # words of a page that shows something: see `leadline.web.blocks`
_LONG = 40  # letters of a script with less than that is no state
_MOST_SCRIPTS, _MOST_VALUES, _MOST_READ = 60, 50_000, 8
_DEEPEST = 14
_SOME = 2  # things of a list from which on it is one
_ALIKE = 0.5  # share of their names that things of one list have in common
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
    if "<script" not in text.lower() or header(headers, _RENDERED) is not None:
        return document
    if "application/json" not in text and "JSON.parse" not in text and "__" not in text and "= {" not in text:
        return document
    if len(document.page.text.split()) >= _SHOWN:
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
    best: tuple[float, Any, Place, list[Any]] | None = None
    empty: PageState | None = None
    for data in states(html):
        known = value_at(data, rows) if rows is not None else None
        if isinstance(known, list):
            return PageState(data, known, *_page_after(data, len(known)), rows)
        empty = empty or (PageState(data, []) if _has_empty_list(data) else None)
        for place, things in _lists(data, ()):
            weight = _weight(things)
            if weight and (best is None or weight > best[0]):
                best = weight, data, place, things
    if best is None:
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
        yield data


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


def _lists(found: Any, at: Place) -> Iterator[tuple[Place, list[Any]]]:
    """Lists of things that look alike, with their places, none of them inside another one's things."""
    if len(at) > _DEEPEST:
        return
    if isinstance(found, list):
        if len(found) >= _SOME and _are_alike(found):
            yield at, found
        else:
            for number, one in enumerate(found[:_MOST_VALUES]):
                yield from _lists(one, (*at, number))
    elif isinstance(found, dict):
        for name, one in found.items():
            yield from _lists(one, (*at, str(name)))


def _has_empty_list(found: Any, depth: int = 0) -> bool:
    if isinstance(found, dict) and depth < _DEEPEST:
        return any(_has_empty_list(one, depth + 1) for one in found.values())
    return isinstance(found, list) and not found


def _are_alike(things: Sequence[Any]) -> bool:
    if not all(isinstance(thing, dict) and thing for thing in things):
        return False
    names = [frozenset(thing) for thing in things[:100]]
    return len(frozenset.intersection(*names)) >= _ALIKE * max(map(len, names))


def texts_of(thing: Any, depth: int = 0) -> Iterator[str]:
    """Words in a thing that a reader could be shown."""
    if isinstance(thing, str) and any(c.isalpha() for c in thing) and "://" not in thing:
        yield " ".join(thing.split())
    elif isinstance(thing, dict | list) and depth < _DEEPEST:
        for one in thing.values() if isinstance(thing, dict) else thing:
            yield from texts_of(one, depth + 1)


def _weight(things: Sequence[Any]) -> float:
    """How much varies in a list: what is the same in all of its things says nothing about any."""
    texts = {text for thing in things for text in set(texts_of(thing))}
    return float(len(texts)) if len(texts) >= len(things) else 0.0


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
