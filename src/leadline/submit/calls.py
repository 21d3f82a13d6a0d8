"""Calls of scripts as forms: where a call holds which value, and the call with other values in their places.

A request is read as a tree: the steps of its path, its query, its body, and whatever is written in these as JSON
or as pairs, one inside the other as programs nest them (a query string in a value of JSON in a parameter, JSON in
letters of base64 in a step of the path).

>>> values = leaves_of("GET", "http://e.org/api/find?q=owl&f=%7B%22n%22%3A2%7D", None)
>>> values[("query", "#query", "q")], values[("query", "#query", "f", "#json", "n")], values[("path", 1)]
('owl', 2, 'find')
>>> changed("http://e.org/api/find?q=owl", None, [(("query", "#query", "q"), "bat & cat")])
('http://e.org/api/find?q=bat+%26+cat', None)
>>> changed("http://e.org/g", '{"v":{"n":1}}', [(("body", "#json", "v", "n"), "2")])
('http://e.org/g', '{"v":{"n":2}}')
>>> changed("http://e.org/t/eyJxIjoib3dsIn0%3D", None, [(("path", 1, "#base64", "#json", "q"), "bat")])
('http://e.org/t/eyJxIjoiYmF0In0%3D', None)
"""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

import ada_url

from leadline.model.call import Call, CallField, Place
from leadline.model.form import Control, Form, Option
from leadline.model.page import Page, Request
from leadline.model.permit import Permit
from leadline.model.query import Query
from leadline.model.typed import Typed
from leadline.submit.submit import urlencoded
from leadline.submit.tables import VIEWS, as_list

JSON, PAIRS, LETTERS = "#json", "#query", "#base64"
MARK = "leadline-call"  # the attribute of a form that is a call; parsers give forms attributes of pages alone
CALL = "call"
"""`Form.enctype` of such a form: no markup can have it, since browsers know three."""
_PAIRS = re.compile(r"[\w.%+\[\]-]{1,80}=[^&=]*(?:&[\w.%+\[\]-]{1,80}=[^&=]*)*")
_DEEPEST = 12
_MOST = 5_000  # values of one request or answer that are looked at


def opened(text: str) -> tuple[str, Any] | None:
    """What a text holds, if it is JSON or pairs."""
    start = text[:1]
    if start in ("{", "["):
        try:
            return JSON, json.loads(text)
        except (ValueError, RecursionError):
            return None
    if (inner := _in_letters(text)) is not None:
        return LETTERS, inner
    if "=" in text and _PAIRS.fullmatch(text):
        return PAIRS, dict(reversed(parse_qsl(text, keep_blank_values=True, max_num_fields=None)))
    return None


def _in_letters(text: str) -> str | None:
    """JSON that is written in letters of base64, which begin so where it is an object or a list."""
    if not text.startswith(("ey", "W", "ew")):
        return None
    try:
        inner = b64decode(text, validate=True).decode()
    except ValueError:
        return None
    return inner if opened(inner) is not None and inner[0] in "{[" else None


def leaves(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that has no parts, with its place."""
    if len(at) > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*at, str(key)))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from leaves(one, (*at, number))
    elif isinstance(value, str) and (inner := opened(value)) is not None:
        yield from leaves(inner[1], (*at, inner[0]))
    else:
        yield at, value


def tree_of(url: str, body: str | None) -> dict[str, Any]:
    parts = ada_url.URL(url)
    steps = [unquote(step) for step in parts.pathname.split("/")[1:]]
    # A query is one whatever it looks like; of a body its own letters tell.
    return {"path": steps, "query": parts.search.removeprefix("?"), "body": body or ""}


def leaves_of(method: str, url: str, body: str | None) -> dict[Place, Any]:
    """Every value of a request by its place."""
    del method  # the same tree for both
    tree = tree_of(url, body)
    found: dict[Place, Any] = {}
    for number, step in enumerate(tree["path"]):
        place: Place = ("path", number)
        found |= dict(leaves(step, place)) if _in_letters(step) is not None else {place: step}
    if tree["query"]:
        pairs = dict(reversed(parse_qsl(tree["query"], keep_blank_values=True, max_num_fields=None)))
        found.update(leaves(pairs, ("query", PAIRS)))
    if tree["body"]:
        found.update(leaves(tree["body"], ("body",)))
    return dict(list(found.items())[:_MOST])


def value_at(tree: Any, place: Place) -> Any:
    """What stands at a place; None where nothing does. -1 is the last of a list."""
    for step in place:
        if step in VIEWS:
            tree = as_list(tree, str(step))
        elif step in (JSON, PAIRS, LETTERS):
            inner = opened(tree) if isinstance(tree, str) else None
            tree = inner[1] if inner is not None and inner[0] == step else None
        elif isinstance(tree, dict):
            tree = tree.get(str(step))
        elif isinstance(tree, list) and isinstance(step, int) and -len(tree) <= step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def put(tree: Any, place: Place, value: Any) -> Any:
    """A copy with another value at a place, which is made where it is missing."""
    if not place:
        return _typed(tree, value)
    step, rest = place[0], place[1:]
    if step == JSON:
        known = json.loads(tree) if isinstance(tree, str) and tree else {}
        return json.dumps(put(known, rest, value), ensure_ascii=False, separators=(",", ":"))
    if step == LETTERS:
        inner = _in_letters(tree) if isinstance(tree, str) else None
        return b64encode(str(put(inner or "", rest, value)).encode("utf-8", "replace")).decode()
    if step == PAIRS:
        return _with_pair(tree or "", rest, value)
    if isinstance(step, int):
        listed = list(tree) if isinstance(tree, list) else []
        while len(listed) <= step:
            listed.append(None)
        listed[step] = put(listed[step], rest, value)
        return listed
    mapping = dict(tree) if isinstance(tree, dict) else {}
    mapping[step] = put(mapping.get(step), rest, value)
    return mapping


def _with_pair(text: str, rest: Place, value: Any) -> str:
    pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=None)
    name = str(rest[0])
    at = next((number for number, pair in enumerate(pairs) if pair[0] == name), None)
    if at is None:
        pairs.append((name, str(put(None, rest[1:], value))))
    else:
        pairs[at] = (name, str(put(pairs[at][1], rest[1:], value)))
    return urlencoded(tuple(pairs), "utf-8")


def _typed(before: Any, value: Any) -> Any:
    """As the call wrote it: what was a number stays one."""
    is_number = isinstance(before, int) and not isinstance(before, bool)
    if is_number and isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,15}", value):
        return int(value)
    return value


def changed(url: str, body: str | None, values: Iterable[tuple[Place, Any]]) -> tuple[str, str | None]:
    """URL and body of a call with other values in some places."""
    before = tree = tree_of(url, body)
    for place, value in values:
        tree = put(tree, place, value)
    parts = ada_url.URL(url)
    if tree["path"] != before["path"]:
        parts.pathname = "/" + "/".join(quote(str(step), safe="") for step in tree["path"])
    if tree["query"] != before["query"]:
        parts.search = tree["query"]
    return str(parts.href), tree["body"] if body is not None else None


# ── a call as a form ──────────────────────────────────────────────────────────────────────────────────────


def form_of(call: Call, page: Page, index: int) -> Form:
    """The form that a call is: its fields are controls of the page that it was seen to depend on."""
    seen = {c.place: c for c in (*(c for form in page.forms for c in form.controls), *page.loose_controls)}
    controls = tuple(_control(field, seen.get(field.control)) for field in call.fields)
    places = json.dumps([call.method, call.url.partition("?")[0], [one.name for one in call.fields]])
    identity = blake2b(places.encode(), digest_size=10).hexdigest()
    said = ((MARK, call.to_json()),)
    method = call.method.lower()
    return Form(index, page.url, call.url, method, CALL, said, controls, "", identity, identity, role="search")


def _control(field: CallField, seen: Control | None) -> Control:
    kind = "select-one" if field.values else "search"
    first = field.values[0][0] if field.values else ""
    options = tuple(Option(value, label, selected=value == first) for value, label in field.values)
    if seen is None:
        return Control(kind, field.name, first, (), options)
    texts = (seen.labels, seen.before, seen.after, "", (), seen.legends, seen.tag_path, seen.place)
    return Control(kind, field.name, first, seen.attributes, options, False, False, False, False, None, *texts)


def call_of(form: Form) -> Call | None:
    """The call that a form is; None for a form like others."""
    if form.enctype != CALL:
        return None
    return _read(next(value for name, value in form.attributes if name == MARK))


@lru_cache(maxsize=16)
def _read(text: str) -> Call:
    return Call.from_json(text)


def call_request(call: Call, query: Query, permit: Permit) -> Request:
    """The call that asks a query. What is left as it was changes nothing in it."""
    given = dict(query.assignment)
    if call.on_screen:
        return Typed(given.get(call.fields[0].name, "")).request(call.url, permit)
    values: list[tuple[Place, Any]] = []
    for field in call.fields:
        value = given.get(field.name, "")
        if value == (field.values[0][0] if field.values else ""):
            continue
        for slot in field.slots:
            into = slot.always if slot.always is not None else f"{slot.before}{value}{slot.after}"
            values.append((slot.place, into))
    return asked_with(call, values, permit)


def asked_with(call: Call, values: Iterable[tuple[Place, Any]], permit: Permit) -> Request:
    url, body = changed(call.url, call.body, values)
    encoded = body.encode("utf-8", "replace") if body is not None else None
    return Request(url, call.method, call.headers, encoded, permit=permit)
