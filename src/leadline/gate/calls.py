"""What scripts of a page ask for: each call needs a permit like everything else.

A page's script may put something into a basket before anybody has pressed anything. By GET it may ask for whatever
has no deed in its address. A POST has to be proved a question:

- it is a GraphQL `query`, and no `mutation` or `subscription` is in it; or
- its address says that it searches, no key or value of it orders a deed, and it carries the word that was typed
  into the page's search under a key of searching. Before anything was typed nothing shows that it asks.

Where the user vouches for the page's search (`--i-know-this-form-is-a-search`) its address need not say so; what
speaks against a call, and the word that has to be in it, stay as they are.

Data is asked of the page's own site, and of others that the user named (`--allow-site`).

>>> isinstance(call_permit(ScriptCall("http://e.org/api/search", "POST", '{"q": "owl"}', "owl")), Denied)
False
>>> call_permit(ScriptCall("http://e.org/api/search", "POST", '{"seen": 1}', "owl")).why
'a script posts to it, and the word that was typed is not in it'
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from leadline.gate.granting import grant
from leadline.gate.links import Decision, Denied
from leadline.lexicon.languages import Mark
from leadline.lexicon.names import begins_with_deed, deed_in_url, is_command, set_deed
from leadline.lexicon.reading import meaning_of
from leadline.lexicon.tables import words
from leadline.model.url_parameters import Role, has_role

_ASKS = frozenset({Mark.SEARCH, Mark.FILTER, Mark.SHOW, Mark.LIST, Mark.REFRESH, Mark.NEXT, Mark.DETAILS})
_OPERATION = re.compile(r"[{}]|\b(?:mutation|subscription)\b")
_QUERY = re.compile(r"\s*(?:query\b|fragment\b|\{)")
_TEXTS = re.compile(r'"(?:[^"\\\\]|\\\\.)*"|#[^\n]*')
_DEEPEST = 12
_MOST = 2_000
_LONGEST = 200_000  # letters of a body that are looked at; what is longer is no question


@dataclass(frozen=True, slots=True)
class ScriptCall:
    """A call before it leaves."""

    url: str
    method: str = "GET"
    body: str = ""
    typed: str | None = None  # the word that stands in the page's search box; None where nothing was typed
    vouched: bool = (
        False  # the user's word that this search is one: an address that says nothing is no matter then
    )


def page_part(url: str, kind: str) -> Decision:
    """A script, a style sheet, a frame or data that the page loads by GET."""
    if found := deed_in_url(url):
        return Denied(f"its address says “{found}”")
    return grant(f"a {kind} the page is made of")


def call_permit(call: ScriptCall) -> Decision:
    """May a call of a script be made, by the browser or in its place?"""
    asked = frozenset({call.typed}) if call.typed else frozenset()
    if found := deed_in_url(call.url, asked=asked):
        return Denied(f"its address says “{found}”")
    if call.method == "GET":
        query = call.url.partition("?")[2]
        if any(_is_operation(value) for _, value in parse_qsl(query, max_num_fields=None)[:_MOST]):
            return Denied("it is a mutation, which changes something")
        return grant("data that a script of the page asks for")
    if call.method != "POST":
        return Denied(f"a script may not {call.method}")
    if len(call.body) > _LONGEST:
        return Denied("a script posts too much for a question")
    return _posted(call)


def changes_something(body: str) -> bool:
    """Whether GraphQL that is no query stands anywhere in a body."""
    return _is_operation(body) or any(_is_operation(value) for _, value in _pairs(body))


def _posted(call: ScriptCall) -> Decision:
    pairs = list(_pairs(call.body))
    if changes_something(call.body):
        return Denied("it is a mutation, which changes something")
    if any(keys[-1:] == ("query",) and _is_query(value) for keys, value in pairs):
        return grant("a query that a script of the page posts")
    for keys, value in pairs:
        if found := _ordered(keys, value, call.typed):
            return Denied(f"what a script posts says “{found}”")
    path = call.url.partition("://")[2].partition("/")[2].partition("?")[0]
    if not call.vouched and not any(meaning_of(word, "en").looks in _ASKS for word in words(path)):
        return Denied("a script posts to it, and nothing says that it only asks")
    if call.typed is None:
        return Denied("a script posts to it before anything was typed into a search")
    held = [keys for keys, value in pairs if call.typed.casefold() in value.casefold()]
    if not held:
        return Denied("a script posts to it, and the word that was typed is not in it")
    if not any(_is_searching(key) for keys in held for key in keys):
        return Denied("a script posts the word that was typed under no name of searching")
    return grant("a search that a script of the page posts, with the word that was typed")


def _ordered(keys: tuple[str, ...], value: str, typed: str | None) -> str | None:
    """A deed that one value orders, by its key or by itself."""
    name = keys[-1] if keys else ""
    if typed is not None and value == typed and not is_command(name):
        return None
    return set_deed(name, value) or (begins_with_deed(name, "") if value else None)


@lru_cache(maxsize=1_024)
def _is_searching(key: str) -> bool:
    return has_role(key, Role.WORDS) or any(meaning_of(word, "en").looks in _ASKS for word in words(key))


def _is_operation(text: str) -> bool:
    """GraphQL that changes something or listens, by itself or beside a query; a field of a query may be called
    "mutation", and so may what somebody looks for.

    >>> [_is_operation(text) for text in ("mutation { drop }", "{ a } mutation B { b }", "{ mutation { gene } }")]
    [True, True, False]
    """
    if "{" not in text or ("mutation" not in text and "subscription" not in text):
        return False
    depth = 0
    for found in _OPERATION.finditer(_TEXTS.sub(" ", text)):
        if found[0] in "{}":
            depth += 1 if found[0] == "{" else -1
        elif depth <= 0:
            return True
    return False


def _is_query(text: str) -> bool:
    return _QUERY.match(text) is not None and "{" in text


def _pairs(body: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every value that is posted as text, with the keys that lead to it."""
    start = body.lstrip()[:1]
    if start in ("{", "["):
        try:
            yield from _of_json(json.loads(body), ())
        except (ValueError, RecursionError):
            yield (), body
    else:
        pairs = parse_qsl(body, keep_blank_values=True, max_num_fields=None)
        for name, value in pairs[:_MOST]:
            yield from _inner((name,), value)
        if not pairs and body:
            yield (), body


def _of_json(value: Any, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if len(keys) > _DEEPEST:
        yield keys, json.dumps(value)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _of_json(one, (*keys, str(key)))
    elif isinstance(value, list):
        for one in value:
            yield from _of_json(one, keys)
    elif isinstance(value, str):
        yield from _inner(keys, value)
    else:
        yield keys, json.dumps(value)


def _inner(keys: tuple[str, ...], value: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Programs nest JSON and pairs in texts."""
    yield keys, value
    if value[:1] in ("{", "[") or ("=" in value and "&" in value):
        yield from ((keys + more, one) for more, one in _pairs(value) if more)
