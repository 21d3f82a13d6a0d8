"""The next page of an answer to a call: by what changed when the page's own script asked for one.

A number counts on by its step where it counts pages, by the records of the answer before where it counts those;
a mark is taken from where it stood in the answer before. An answer ends where it has fewer records than a full
page, where it has no mark to go on with, and where all that it states have come by its own numbers.
"""

from dataclasses import replace
from typing import Any

from leadline.answers.json_table import stated_count
from leadline.answers.paging.safe import NextPage
from leadline.model.call import Call, Place, Turn
from leadline.model.page import Request, header
from leadline.model.typed import TURNS, Typed
from leadline.parse.document import Document, Wrapped
from leadline.submit.calls import changed, tree_of, value_at

_DIGITS = 10


def next_turn(document: Document, asked: Request) -> NextPage | None:
    """The page after this one, where a page in a browser was asked and says that it could be turned."""
    typed = Typed.of(asked)
    if typed is None or header(document.headers, TURNS.lower()) is None:
        return None
    onward = replace(typed, turn=typed.turn + 1).request(asked.url, asked.permit)
    return NextPage(onward, why="the page on the screen leads on")


def next_call(document: Document, asked: Request, call: Call) -> NextPage | None:
    """The request for the next page, which is the one that was asked for but for what tells the page."""
    wrapped = document.wrapped
    data, listed = (wrapped.data, wrapped.listed or 0) if wrapped is not None else (None, 0)
    in_lists = wrapped is not None and (listed > 0 or call.rows is not None)  # else in HTML that JSON holds
    if not call.turns or (in_lists and listed < max(call.length, 1)):
        return None
    body = asked.body.decode("utf-8", "replace") if asked.body is not None else None
    tree = tree_of(asked.url, body)
    if wrapped is not None and any(_is_last(turn, tree, call, wrapped) for turn in call.turns):
        return None
    values: list[tuple[Place, Any]] = []
    for turn in call.turns:
        value = _turned(turn, tree, data, listed)
        if value is None:
            return None
        values.append((turn.place, value))
    url, new_body = changed(asked.url, body, values)
    encoded = new_body.encode("utf-8", "replace") if new_body is not None else None
    request = Request(url, asked.method, asked.headers, encoded, permit=asked.permit)
    names = ", ".join(str(turn.place[-1]) for turn in call.turns)
    return NextPage(request, why=f"the page's own script counts {names}")


def _is_last(turn: Turn, tree: Any, call: Call, wrapped: Wrapped) -> bool:
    """Whether the numbers of a call say that its answer ends with this page."""
    total, listed = stated_count(wrapped.data, wrapped.listed or 0), wrapped.listed or 0
    if total is None or turn.step not in (0, 1):
        return False
    begun = _number(value_at(tree_of(call.url, call.body), turn.place))
    now = _number(value_at(tree, turn.place))
    if turn.step == 0:
        return (now or 0) - (begun or 0) + listed >= total
    first = begun if begun is not None else (_number(turn.second) or 0) - 1
    return ((now if now is not None else first) - first + 1) * listed >= total


def _number(value: Any) -> int | None:
    return int(value) if str(value).isdecimal() and len(str(value)) < _DIGITS else None


def _turned(turn: Turn, tree: Any, data: Any, listed: int) -> Any:
    if turn.found is not None:
        mark = value_at(data, turn.found)
        return mark if mark not in (None, "", False) and not isinstance(mark, dict | list) else None
    if turn.step is None:
        return turn.second
    now = value_at(tree, turn.place)
    step = turn.step or listed
    if not step:
        return None
    if now is None or now == "":
        return turn.second if turn.step else listed
    return int(now) + step if str(now).lstrip("-").isdecimal() else None
