"""An answer to read its records: the document in a response, or in the JSON that wraps it.

Scripts get answers in JSON: HTML in a wrapping, or records as data, and where it goes on. Data is shown as the
page it would be, a table of the longest list and a line for the count: so one reader serves both.

>>> unwrapped('{"html": "<ul><li>One</li></ul>", "next": "/s?page=3"}', "application/json")
Wrapped(html='<ul><li>One</li></ul>', following='/s?page=3', name='next')
>>> print(as_table({"total": 1, "hits": [{"name": "Owl", "tags": ["a", "b"], "url": "/owl"}]}))
<p>1 results</p><table><tr><th>name</th><th>tags</th><th>url</th></tr>
<tr><td><a href="/owl">Owl</a></td><td>a, b</td><td>/owl</td></tr></table>
>>> as_table({"hits": []}), as_table({"status": "ok"})
('<p>No results found.</p>', None)
"""

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence

from leadline.model.page import Response
from leadline.parse.document import Document, Wrapped
from leadline.web.charset import decoded

_MARKUP = re.compile(r"<(?:a|li|ul|ol|tr|table|div|p|article|section|h[1-6]|dl|dt)\b[^<>]*>", re.IGNORECASE)
"""What makes a page; words in bold make none."""
_NEXT = re.compile(
    r"(?i)next(?:_?(?:page|url|link|href|offset|start|cursor|token))*|(?:load_?)?more_?(?:url|link|href)"
)
_LINK = ("href", "url", "link")
_DEEPEST = 8
_MOST = 20_000  # values looked at; what has more is data and no list of results


def read(response: Response) -> Document:
    """Parse an answer for reading its records; the HTML that an answer in JSON wraps is the answer."""
    found = decoded(response)
    wrapped = unwrapped(found.text, response.content_type)
    if wrapped is None:
        document = Document.of(response)
    else:
        where = (response.url, response.headers, found.charset)
        document = Document(wrapped.html, *where, status=response.status, wrapped=wrapped)
    # Copied before anybody puts marks into the tree: taking them out again costs more.
    document.visible_tree  # noqa: B018
    return document


def unwrapped(text: str, content_type: str) -> Wrapped | None:
    """None unless this is JSON with a page or a list in it."""
    start = text[:64].lstrip("\ufeff \t\r\n")
    declared = "json" in content_type or (not content_type.startswith("text/html") and start[:1] in ("{", "["))
    if not declared and not (start.startswith(("{", "[{")) and text.rstrip().endswith(("}", "]"))):
        return None
    try:
        data = json.loads(text)
        values = list(_values(data, "", 0))[:_MOST]
        page = "\n".join(value for _, value in values if isinstance(value, str) and _MARKUP.search(value))
        if not page or is_titled(data):
            page = as_table(data) or page
    except (ValueError, RecursionError):
        return None
    if not page:
        return None
    for name, value in values:
        if isinstance(value, bool) or not isinstance(value, str | int) or value in ("", 0):
            continue
        if _NEXT.fullmatch(name.replace("-", "_")):
            return Wrapped(page, value, name)
    return Wrapped(page)


def _values(found: object, name: str, depth: int) -> Iterator[tuple[str, object]]:
    """Every (name, value) in document order; a list's values have the list's name."""
    if depth > _DEEPEST:
        return
    if isinstance(found, dict):
        for key, value in found.items():
            # An object named "next" holds the address under a name of its own.
            inherited = _NEXT.fullmatch(name) is not None and str(key).lower() in _LINK
            yield from _values(value, name if inherited else str(key), depth + 1)
    elif isinstance(found, list):
        for value in found:
            yield from _values(value, name, depth + 1)
    else:
        yield name, found


# ── data shown as a page ──────────────────────────────────────────────────────────────────────────────────

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_TITLE = re.compile(r"(?:full_?|display_?|short_?)?(?:title|name|label|headline|subject|heading)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?i)(?:(?:html|web|self|full|detail|page)_?)?(?:url|uri|href|link|permalink|location)")
_COUNT = re.compile(
    r"(?i)(?:total|num|nb|number)_?(?:of_?)?(?:results?|records?|hits|found|count|items?|rows|matches)?"
    r"|(?:results?|records?|hits|items?|matches)_?(?:total|count|found)|count|found"
)
_DEEPEST_LIST = 5
_MOST_COLUMNS = 60


def as_table(data: object) -> str | None:
    """The page that stands for an answer; None where there is no list in it."""
    lists = [some for some in _lists(data, 0) if _plain(some) or all(isinstance(one, dict | list) for one in some)]
    if not lists:
        return None
    # A list of things comes before a list of words about them, however long.
    longest = max(lists, key=lambda found: (bool(found) and not _plain(found), len(found)))
    if not longest:
        return "<p>No results found.</p>"
    counted = f"<p>{count} results</p>" if (count := _count(data, longest)) else ""
    if _plain(longest):
        return f"{counted}<ul>" + "\n".join(f"<li>{html.escape(_shown(word))}</li>" for word in longest) + "</ul>"
    return counted + _table(longest)


def is_titled(data: object) -> bool:
    """Whether everything in some list has a title in plain words: data, whatever markup its other values hold."""
    return any(found and all(_titled(one) for one in found) for found in _lists(data, 0))


def _titled(thing: object) -> bool:
    pairs = thing.items() if isinstance(thing, dict) else ()
    titles = [value for name, value in pairs if isinstance(value, str) and _TITLE.fullmatch(str(name))]
    return any("<a " not in title.lower() for title in titles)


def _lists(found: object, depth: int) -> Iterator[list[object]]:
    """Every list that is not itself a part of one."""
    if isinstance(found, list):
        yield found
    elif isinstance(found, dict) and depth < _DEEPEST_LIST:
        for value in found.values():
            yield from _lists(value, depth + 1)


def _plain(found: Sequence[object]) -> bool:
    return bool(found) and all(isinstance(one, str) for one in found)


def _table(things: Sequence[object]) -> str:
    rows = [dict(_cells(thing, "", 0)) for thing in things]
    names = list(dict.fromkeys(name for row in rows for name in row))[:_MOST_COLUMNS]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names) if isinstance(things[0], dict) else ""
    lines = [f"<tr>{head}</tr>"] if head else []
    lines += [f"<tr>{_row(row, names)}</tr>" for row in rows]
    return "<table>" + "\n".join(lines) + "</table>"


def _row(row: Mapping[str, str], names: Sequence[str]) -> str:
    address = next((row[name] for name in names if row.get(name) and _ADDRESS.fullmatch(_last(name))), None)
    named = [name for name in names if row.get(name) and not _ADDRESS.fullmatch(_last(name))]
    title = next((name for name in named if _TITLE.fullmatch(_last(name))), named[0] if named else None)
    cells = {name: html.escape(row.get(name, "")) for name in names}
    if title is not None and address is not None:
        cells[title] = f'<a href="{html.escape(address)}">{cells[title]}</a>'
    return "".join(f"<td>{cell}</td>" for cell in cells.values())


def _last(name: str) -> str:
    return name.rpartition(" ")[2]


def _cells(thing: object, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """Every value of a thing with its name; parts of parts have the names of both."""
    if isinstance(thing, dict) and depth < _DEEPEST_LIST:
        for key, value in thing.items():
            yield from _cells(value, f"{name} {key}".strip(), depth + 1)
    elif isinstance(thing, list) and depth == 0:
        for number, value in enumerate(thing):
            yield from _cells(value, str(number), 1)
    elif isinstance(thing, list):
        yield name, ", ".join(text for one in thing for _, text in _cells(one, "", depth + 1) if text)
    else:
        yield name, _shown(thing)


def _shown(value: object) -> str:
    """A value as a reader is shown it: without the marks that highlight what was searched for."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(html.unescape(_TAG.sub("", str(value))).split())


def _count(data: object, listed: Sequence[object]) -> int | None:
    """What the answer says it holds: a number beside the list that is no smaller."""
    if not isinstance(data, dict):
        return None
    inner = [value for value in data.values() if isinstance(value, dict)]
    for holder in (data, *inner):
        for name, value in holder.items():
            number = isinstance(value, int) and not isinstance(value, bool)
            if number and _COUNT.fullmatch(str(name)) and value >= len(listed):
                return int(value)
    return None
