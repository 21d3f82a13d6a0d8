"""An answer in JSON shown as the page it would be: a table of its list, and a line for its count.

>>> print(as_table({"total": 1, "hits": [{"name": "Owl", "tags": ["a", "b"], "url": "/owl"}]}))
<p>1 results</p><table><tr><th>name</th><th>tags</th><th>url</th></tr>
<tr><td><a href="/owl">Owl</a></td><td>a, b</td><td>/owl</td></tr></table>
>>> as_table({"hits": []}), as_table({"status": "ok"})
('<p>No results found.</p>', None)
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence

from leadline.answers.things import named_things

NOTHING = "<p>No results found.</p>"
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_TITLE = re.compile(r"(?:full_?|display_?|short_?)?(?:title|name|label|headline|subject|heading)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?i)(?:(?:html|web|self|full|detail|page)_?)?(?:url|uri|href|link|permalink|location)")
_COUNT = re.compile(
    r"(?i)(?:(?:estimated_?)?total|num|nb|number)_?(?:of_?)?(?:results?|records?|hits|found|count|items?|rows|matches)?"
    r"|(?:results?|records?|hits|items?|matches)_?(?:total|count|found)|count|found"
)
_DEEPEST_LIST = 5
_MOST_COLUMNS = 60


def as_table(data: object) -> str | None:
    """The page that stands for an answer; None where there is no list in it."""
    longest = longest_list(data)
    if longest is None:
        return None
    return shown_list(data, longest) if longest else NOTHING


def longest_list(data: object) -> list[object] | None:
    """The list that an answer is; a list of things comes before a list of words about them, however long. Things
    by name are one where no other list, be it empty, stands outside of them."""
    lists = [some for some in _lists(data, 0) if _plain(some) or all(isinstance(one, dict | list) for one in some)]
    longest = max(lists, key=lambda found: (bool(found) and not _plain(found), len(found)), default=None)
    if longest and not _plain(longest):
        return longest
    outside = list(_outside(data, 0))
    return (
        max((some for some, _ in outside), key=len) if outside and all(named for _, named in outside) else longest
    )


def shown_list(data: object, longest: Sequence[object], addresses: Sequence[str] = ()) -> str:
    """One list of an answer as the page it would be; `addresses` of what is listed, where they are known."""
    counted = f"<p>{count} results</p>" if (count := stated_count(data, len(longest))) else ""
    if _plain(longest):
        return f"{counted}<ul>" + "\n".join(f"<li>{html.escape(_shown(word))}</li>" for word in longest) + "</ul>"
    return counted + _table(longest, addresses)


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


def _outside(found: object, depth: int) -> Iterator[tuple[list[object], bool]]:
    """Lists, and things that stand in objects by name, none of the lists within those; which of both it is."""
    if isinstance(found, list):
        yield found, False
    elif isinstance(found, dict) and depth < _DEEPEST_LIST:
        if things := named_things(found):
            yield list(things), True
        else:
            for value in found.values():
                yield from _outside(value, depth + 1)


def _plain(found: Sequence[object]) -> bool:
    return bool(found) and all(isinstance(one, str) for one in found)


def _table(things: Sequence[object], addresses: Sequence[str]) -> str:
    rows = [dict(_cells(thing, "", 0)) for thing in _unpacked(things)]
    names = list(dict.fromkeys(name for row in rows for name in row))[:_MOST_COLUMNS]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names) if isinstance(things[0], dict) else ""
    lines = [f"<tr>{head}</tr>"] if head else []
    known = addresses or [""] * len(rows)
    lines += [f"<tr>{_row(row, names, address)}</tr>" for row, address in zip(rows, known, strict=True)]
    return "<table>" + "\n".join(lines) + "</table>"


def _unpacked(things: Sequence[object]) -> Sequence[object]:
    """Things without the wrapping each of them has: GraphQL's `node` with its cursor, Elasticsearch's `_source`.

    >>> _unpacked([{"cursor": "a", "node": {"title": "Owl", "wings": 2, "id": 7}}])
    [{'cursor': 'a', 'title': 'Owl', 'wings': 2, 'id': 7}]
    """
    wraps = [_wrap(thing) for thing in things]
    if not wraps or wraps[0] is None or any(wrap != wraps[0] for wrap in wraps):
        return things
    return [_without_wrap(thing, wraps[0]) for thing in things if isinstance(thing, dict)]


def _wrap(thing: object) -> str | None:
    """The one part that holds more than all that stands beside it."""
    parts = (
        [str(name) for name, value in thing.items() if isinstance(value, dict)] if isinstance(thing, dict) else []
    )
    if not isinstance(thing, dict) or len(parts) != 1:
        return None
    inner, beside = thing[parts[0]], set(thing) - {parts[0]}
    return parts[0] if len(inner) > len(beside) and not beside & set(inner) else None


def _without_wrap(thing: Mapping[str, object], wrap: str) -> dict[str, object]:
    inner = thing[wrap]
    assert isinstance(inner, dict)
    return {**{name: value for name, value in thing.items() if name != wrap}, **inner}


def _row(row: Mapping[str, str], names: Sequence[str], address: str) -> str:
    named_so = (row[name] for name in names if row.get(name) and _ADDRESS.fullmatch(_last(name)))
    address = address or next(named_so, "")
    named = [name for name in names if row.get(name) and not _ADDRESS.fullmatch(_last(name))]
    title = next((name for name in named if _TITLE.fullmatch(_last(name))), named[0] if named else None)
    cells = {name: html.escape(row.get(name, "")) for name in names}
    if title is not None and address:
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


def stated_count(data: object, listed: int) -> int | None:
    """What the answer says it holds: a number beside the list that is no smaller; of several the largest, since
    one of them may count what is listed."""
    return max((n for n in _counts(data, 0) if n >= listed), default=None)


def _counts(found: object, depth: int) -> Iterator[int]:
    if not isinstance(found, dict) or depth > _DEEPEST_LIST:
        return
    for name, value in found.items():
        # Elasticsearch: "total": {"value": 12, "relation": "eq"}
        number = value.get("value") if isinstance(value, dict) and _COUNT.fullmatch(str(name)) else value
        if isinstance(number, int) and not isinstance(number, bool):
            if _COUNT.fullmatch(str(name)):
                yield number
        else:
            yield from _counts(value, depth + 1)
