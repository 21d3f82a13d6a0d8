"""Records that come as JSON, shown as the page they would be: a table of the longest list, a line for the count.

So one reader serves both: what judges, turns pages and cuts records sees a table with a head, links and a count.

>>> print(as_table({"total": 1, "hits": [{"name": "Owl", "tags": ["a", "b"], "url": "/owl"}]}))
<p>1 results</p><table><tr><th>name</th><th>tags</th><th>url</th></tr>
<tr><td><a href="/owl">Owl</a></td><td>a, b</td><td>/owl</td></tr></table>
>>> as_table({"hits": []})
'<p>No results found.</p>'
>>> as_table({"status": "ok"}) is None
True
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_TITLE = re.compile(r"(?:full_?|display_?|short_?)?(?:title|name|label|headline|subject|heading)", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?:(?:html|web|self|full|detail|page)_?)?(?:url|uri|href|link|permalink|location)", re.IGNORECASE
)
_COUNT = re.compile(
    r"(?:total|num|nb|number)_?(?:of_?)?(?:results?|records?|hits|found|count|items?|rows|matches)?"
    r"|(?:results?|records?|hits|items?|matches)_?(?:total|count|found)|count|found",
    re.IGNORECASE,
)
_DEEPEST = 5
_MOST_COLUMNS = 60


def as_table(data: object) -> str | None:
    """The page that stands for an answer; None where there is no list in it."""
    lists = [found for found in _lists(data, 0) if _plain(found) or _things(found)]
    if not lists:
        return None
    # A list of things comes before a list of words about them, however long.
    longest = max(lists, key=lambda found: (bool(found) and not _plain(found), len(found)))
    counted = f"<p>{count} results</p>" if (count := _count(data, longest)) else ""
    if not longest:
        return "<p>No results found.</p>"
    return counted + (_listed(longest) if _plain(longest) else _table(longest))


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
    elif isinstance(found, dict) and depth < _DEEPEST:
        for value in found.values():
            yield from _lists(value, depth + 1)


def _things(found: Sequence[object]) -> bool:
    return all(isinstance(one, dict | list) for one in found)


def _plain(found: Sequence[object]) -> bool:
    return bool(found) and all(isinstance(one, str) for one in found)


def _listed(words: Sequence[object]) -> str:
    return "<ul>" + "\n".join(f"<li>{html.escape(_said(word))}</li>" for word in words) + "</ul>"


def _table(things: Sequence[object]) -> str:
    rows = [dict(_cells(thing, "", 0)) for thing in things]
    names = list(dict.fromkeys(name for row in rows for name in row))[:_MOST_COLUMNS]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names) if isinstance(things[0], dict) else ""
    lines = [f"<tr>{head}</tr>"] if head else []
    lines += [f"<tr>{_row(row, names)}</tr>" for row in rows]
    return "<table>" + "\n".join(lines) + "</table>"


def _row(row: Mapping[str, str], names: Sequence[str]) -> str:
    address = next((row[name] for name in names if row.get(name) and _ADDRESS.fullmatch(_last(name))), None)
    told = [name for name in names if row.get(name) and not _ADDRESS.fullmatch(_last(name))]
    title = next((name for name in told if _TITLE.fullmatch(_last(name))), told[0] if told else None)
    return "".join(f"<td>{_cell(row.get(name, ''), address if name == title else None)}</td>" for name in names)


def _cell(text: str, address: str | None) -> str:
    shown = html.escape(text)
    return f'<a href="{html.escape(address)}">{shown}</a>' if address is not None else shown


def _last(name: str) -> str:
    return name.rpartition(" ")[2]


def _cells(thing: object, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """Every value of a thing with its name; parts of parts have the names of both."""
    if isinstance(thing, dict) and depth < _DEEPEST:
        for key, value in thing.items():
            yield from _cells(value, f"{name} {key}".strip(), depth + 1)
    elif isinstance(thing, list) and depth == 0:
        for number, value in enumerate(thing):
            yield from _cells(value, str(number), 1)
    elif isinstance(thing, list):
        yield name, ", ".join(text for one in thing for _, text in _cells(one, "", depth + 1) if text)
    else:
        yield name, _said(thing)


def _said(value: object) -> str:
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
