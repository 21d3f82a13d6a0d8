"""The next page of an answer to a call: by what changed when the page's own script asked for one.

A number counts on by its step where it counts pages, by the records of the answer before where it counts those;
a mark is taken from where it stood in the answer before. An answer ends where it has fewer records than a full page
and where it has no mark to go on with.
"""

from typing import Any

from leadline.answers.paging.safe import NextPage
from leadline.model.call import Call, Place, Turn
from leadline.model.page import Request
from leadline.parse.document import Document
from leadline.submit.calls import changed, tree_of, value_at


def next_call(document: Document, asked: Request, call: Call) -> NextPage | None:
    """The request for the next page, which is the one that was asked for but for what tells the page."""
    wrapped = document.wrapped
    if not call.turns or wrapped is None or not wrapped.listed or wrapped.listed < call.length:
        return None
    body = asked.body.decode("utf-8", "replace") if asked.body is not None else None
    tree = tree_of(asked.url, body)
    values: list[tuple[Place, Any]] = []
    for turn in call.turns:
        value = _turned(turn, tree, wrapped.data, wrapped.listed)
        if value is None:
            return None
        values.append((turn.place, value))
    url, new_body = changed(asked.url, body, values)
    encoded = new_body.encode("utf-8", "replace") if new_body is not None else None
    request = Request(url, asked.method, asked.headers, encoded, permit=asked.permit)
    names = ", ".join(str(turn.place[-1]) for turn in call.turns)
    return NextPage(request, why=f"the page's own script counts {names}")


def _turned(turn: Turn, tree: Any, data: Any, listed: int) -> Any:
    if turn.found is not None:
        mark = value_at(data, turn.found)
        return mark if mark not in (None, "", False) and not isinstance(mark, dict | list) else None
    if turn.step is None:
        return turn.second
    now = value_at(tree, turn.place)
    if now is None or now == "":
        return turn.second if turn.step else listed
    return int(now) + (turn.step or listed) if str(now).lstrip("-").isdecimal() else None
