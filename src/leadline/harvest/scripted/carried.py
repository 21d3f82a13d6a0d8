"""Which call of a page carried what a reader sees: the one whose answer has most of what stands on the screen."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from leadline.answers.document import is_script, unwrapped
from leadline.answers.literal import data_in
from leadline.answers.state import texts_of
from leadline.model.call import Place, RecordedCall
from leadline.model.page import Request
from leadline.model.url import parts_of
from leadline.parse.document import Document
from leadline.submit.calls import leaves, leaves_of
from leadline.submit.tables import as_list, views
from leadline.web.charset import decoded

_LETTERS = 3  # of a text that is long enough to be known again on the screen
_DEEPEST = 8
_SOME = 3  # things that make a list
_MOST_THINGS = 400
_PROGRAM = ("query", "operationName")  # by which calls to one address of GraphQL differ


@dataclass(frozen=True, slots=True)
class Carried:
    """A call that brought what a reader sees, and where in its answer."""

    call: RecordedCall
    rows: Place | None  # None for HTML
    things: tuple[Any, ...] = ()
    seen: frozenset[str] = frozenset()  # texts of it that stand on the screen

    @property
    def shown(self) -> int:
        """Letters of it on the screen."""
        return sum(map(len, self.seen))

    @property
    def request(self) -> Request:
        return self.call.answer.request


def body_of(request: Request) -> str | None:
    return request.body.decode("utf-8", "replace") if request.body is not None else None


def values_in(request: Request) -> dict[Place, Any]:
    return leaves_of(request.method, request.url, body_of(request))


def data_of(call: RecordedCall) -> Any:
    """What an answer holds in JSON, or a program that is nothing but data; None where it holds neither."""
    memo = call.answer.memo
    if memo.data is None:
        memo.data = (_data_in(call),)
    return memo.data[0] if isinstance(memo.data, tuple) else None


def _data_in(call: RecordedCall) -> Any:
    text = decoded(call.answer).text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return data_in(text) if is_script(call.answer.content_type) else None


def carried(calls: Iterable[RecordedCall], screen: str, at: Carried | None = None) -> Carried | None:
    """The call whose answer has most of what stands on the screen, the last of equals; None where nothing of any
    does. `at` is where an earlier one had it: calls to the same place have it there, if only one thing."""
    page = " ".join(screen.split())
    best: Carried | None = None
    for call in calls:
        if not call.answer.ok:
            continue
        for found in _readings(call, page):
            known = at is not None and found.rows == at.rows and same_call(found.request, at.request)
            if (found.shown or known) and (best is None or (known, found.shown) >= (False, best.shown)):
                best = found
    return best


def fullest(calls: Iterable[RecordedCall]) -> Carried | None:
    """The list that says most of all data that came, whether any of it is on the screen or not."""
    lists = (
        Carried(call, place, tuple(things))
        for call in calls
        if call.answer.ok
        for place, things in _lists(data_of(call), ())
        if len(things) >= _SOME
    )
    return max(lists, key=lambda one: len({t for thing in one.things for t in texts_of(thing)}), default=None)


def _readings(call: RecordedCall, page: str) -> Iterator[Carried]:
    data = data_of(call)
    if isinstance(data, dict | list):
        for place, things in _lists(data, ()):
            texts = {text for thing in things[:_MOST_THINGS] for text in texts_of(thing)}
            yield Carried(call, place, tuple(things), _seen(texts, page))
        wrapped = unwrapped(decoded(call.answer).text, call.answer.content_type)
        # Pages that a text of the answer holds, and not the table that a reader makes of its lists.
        markups = (value for _, value in leaves(data) if isinstance(value, str) and "<" in value)
        markup = wrapped.html if wrapped is not None and any(map(wrapped.html.startswith, markups)) else ""
    else:
        markup = decoded(call.answer).text if call.answer.content_type.startswith("text/") else ""
    if "<" in markup:
        lines = {" ".join(line.split()) for line in Document(markup, call.answer.url).page.text.split("\n")}
        yield Carried(call, None, (), _seen(lines, page))


def _seen(texts: Iterable[str], page: str) -> frozenset[str]:
    return frozenset(text for text in texts if len(text) >= _LETTERS and text in page)


def holds(found: Carried, word: str) -> bool:
    """Whether a word stands in what a call brought, in more than the word itself."""
    return any(word.casefold() in text.casefold() and len(text) > len(word) for text in found.seen)


def may_carry(call: RecordedCall) -> bool:
    """Whether an answer without anything is one that could have a list."""
    data = data_of(call)
    return call.answer.ok and any(isinstance(one, list) for one in _parts(data, 0))


def _parts(data: Any, depth: int) -> Iterator[Any]:
    yield data
    if isinstance(data, dict) and depth < _DEEPEST:
        for one in data.values():
            yield from _parts(one, depth + 1)


def _lists(found: Any, at: Place) -> Iterator[tuple[Place, list[Any]]]:
    """Lists of things, with their places; a list inside a thing of one is part of that thing."""
    if len(at) > _DEEPEST:
        return
    if isinstance(found, list):
        if found and all(isinstance(one, dict | list) for one in found):
            yield at, found
        if len(found) == 1:  # answers to several questions at once
            yield from _lists(found[0], (*at, 0))
    elif isinstance(found, dict):
        for view in views(found):
            yield (*at, view), as_list(found, view) or []
        for key, one in found.items():
            yield from _lists(one, (*at, str(key)))


def same_call(one: Request, other: Request) -> bool:
    """Two calls of one kind: the same address but for its values, and the same program where they carry one."""
    if one.method != other.method or parts_of(one.url).origin != parts_of(other.url).origin:
        return False
    if parts_of(one.url).path != parts_of(other.url).path:
        return False
    here, there = (
        {
            place: value
            for place, value in values_in(request).items()
            if place[-1] in _PROGRAM and "{" in str(value)
        }
        for request in (one, other)
    )
    return here == there
