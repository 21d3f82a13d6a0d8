"""A script that is nothing but data: one value as JavaScript writes it, inside of whatever hands it on.

Manuals and blogs that are plain files keep the index of their search so: as the argument of a call, assigned to a
name, exported, or as a text that holds JSON. Nothing is run; what computes anything is no data. A program that
brings its index with it is mostly that, and is what it holds.

>>> data_in('Search.setIndex({docs:["a",\\'b\\'],n:-.5,"ok":!0,})')
{'docs': ['a', 'b'], 'n': -0.5, 'ok': True}
>>> data_in('export default "{\\\\"rows\\\\":[1]}";'), data_in("window.x = [1, 2]; start(x)"), data_in("f(g())")
({'rows': [1]}, None, None)
>>> data_in('"use strict";"a program"'), data_in("'use strict';x=[1]")
(None, [1])
"""

import json
import re
from math import inf
from typing import Any

# No group is captured in a possessive part: Python 3.11 may raise `SystemError` where it goes back over one.
_HEAD = re.compile(
    r"""(?x) \s*+ (?: (?:(?>/\*.*?\*/) | //[^\n]*\n | "use\ strict" | 'use\ strict' | [;(!]) \s*+ ){0,8}+
    (?: export\s+default\s+ | (?:export\s+)?(?:var|let|const)\s+[\w$]{1,80}\s*=\s* | return\s+ )?
    (?: [\w$][\w$.]{0,200} (?:\[\s*(?:"[^"\n]{0,80}"|'[^'\n]{0,80}')\s*\])? \s* (?:\(|=(?![=>])) \s* ){0,4}
    (?=[\[{"'`])""",
    re.DOTALL,
)
_TAIL = re.compile(
    r"(?:\s|[;)]|//[^\n]*+|(?>/\*.*?\*/)|export\s*(?:default\s+[\w$]+|\{[^{}]{0,200}\})){0,12}+\Z", re.DOTALL
)
_TOKEN = re.compile(
    r"""(?x) \s+ | //[^\n]* | /\*.*?\*/
    | (?P<text>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\$]|\\.|\$(?!\{))*`)
    | (?P<number>[+-]?(?:0[xX][0-9a-fA-F]{1,16}
        | (?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?))
    | (?P<name>[A-Za-z_$][\w$]*) | (?P<sign>[\[\]{}:,]) | (?P<bool>![01]) | (?P<void>void\s+0)""",
    re.DOTALL,
)
_WORDS = {"true": "true", "false": "false", "null": "null", "undefined": "null", "NaN": "null", "Infinity": "null"}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|(\r\n|.))", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_QUOTED = re.compile(r'[=(]\s*(?=\{\s*"[^"\\\n]{0,200}"\s*:|\[\s*[{\["])')
_MOST_TRIES = 200  # beginnings of data in one program that are tried
_LEAST = 200  # letters of a script that is worth being looked at
_MOST_LETTERS = 30_000_000


def data_in(code: str) -> Any:
    """What a script holds, if it is one list or mapping and nothing or little else; None where it is not."""
    if len(code) > _MOST_LETTERS:
        return None
    code = code.lstrip("\ufeff")
    found = _alone(code)
    return found if found is not None else _mostly(code)


def _mostly(code: str) -> Any:
    """The one value in JSON that is more than half of a program.

    >>> rows = [{"name": f"Owl {n}"} for n in range(50)]
    >>> data_in(f"(function(){{var i=f({{a:1}}); let docs = {json.dumps(rows)}; i.fill(docs)}})()") == rows
    True
    """
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_MOST_TRIES if len(code) >= _LEAST else 0):
        begins = _QUOTED.search(code, at)
        if begins is None or 2 * (len(code) - begins.end()) <= len(code):
            return None
        try:
            found, at = decoder.raw_decode(code, begins.end())
        except (ValueError, RecursionError):
            at = begins.end() + 1
            continue
        if 2 * (at - begins.end()) > len(code):
            return found
    return None


def _alone(code: str) -> Any:
    head = _HEAD.match(code)
    if head is None:
        return None
    at = head.end()
    try:
        found, end = json.JSONDecoder().raw_decode(code, at)
    except (ValueError, RecursionError):
        found, end = _looser(code, at)
    if isinstance(found, str):
        found = _read(found)
    return found if isinstance(found, dict | list) and _TAIL.match(code, end) else None


def _looser(code: str, at: int) -> tuple[Any, int]:
    """The value at a place as JavaScript writes it, made JSON token by token, and where it ends."""
    made: list[str] = []
    depth = 0
    while (token := _TOKEN.match(code, at)) is not None:
        at = token.end()
        kind, text = token.lastgroup, token[0]
        if kind is None:
            continue
        if kind == "sign" and text in "]}" and made and made[-1] == ",":
            made.pop()
        depth += (text in "[{") - (text in "]}") if kind == "sign" else 0
        made.append(_as_json(kind, text, code, at))
        if depth <= 0:
            return _read("".join(made)), at
    return None, at


def _as_json(kind: str, text: str, code: str, at: int) -> str:
    if kind == "text":
        return json.dumps(_unescaped(text[1:-1]))
    if kind == "number":
        number = int(text, 16) if "x" in text.lower() else float(text)
        if number in (inf, -inf):
            return "null"
        return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)
    if kind == "name":
        is_key = code[at : at + 20].lstrip()[:1] == ":"
        return json.dumps(text) if is_key else _WORDS.get(text, text)  # any other name is no JSON, and ends it
    return {"!0": "true", "!1": "false"}.get(text, text if kind == "sign" else "null")


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text

    def value(found: re.Match[str]) -> str:
        number = found[1] or found[2] or found[3]
        if number is not None:
            return chr(min(int(number, 16), 0x10FFFF))
        return _NAMED.get(found[4], found[4])

    # Pairs of surrogates are one letter.
    return _ESCAPE.sub(value, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
