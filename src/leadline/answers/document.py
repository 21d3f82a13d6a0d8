"""An answer to read its records: the document in a response, or in the JSON that wraps it.

Scripts get answers in JSON: HTML in a wrapping, or records as data, and where it goes on. Data is shown as the
page it would be, a table of the longest list and a line for the count: so one reader serves both.

>>> found = unwrapped('{"html": "<ul><li>One</li></ul>", "next": "/s?page=3"}', "application/json")
>>> found.html, found.following, found.name
('<ul><li>One</li></ul>', '/s?page=3', 'next')
"""

import json
import re
from collections.abc import Iterator
from urllib.parse import quote

from leadline.answers.json_table import NOTHING, as_table, is_titled, longest_list, shown_list
from leadline.answers.literal import data_in
from leadline.answers.state import with_state
from leadline.model.call import Held, Place, Slot
from leadline.model.page import Response
from leadline.parse.document import Document, Wrapped
from leadline.submit.calls import value_at
from leadline.web.charset import decoded

_MARKUP = re.compile(r"<(?:a|li|ul|ol|tr|table|div|p|article|section|h[1-6]|dl|dt)\b[^<>]*>", re.IGNORECASE)
"""What makes a page; words in bold make none."""
_NEXT = re.compile(
    r"(?i)next(?:_?(?:page|url|link|href|offset|start|cursor|token))*|(?:load_?)?more_?(?:url|link|href)"
)
_LINK = ("href", "url", "link")
_IN_PATHS = "/:?#[]@!$&'()*+,;=%~"  # what an address may hold as it is
_DEEPEST = 8
_MOST = 20_000  # values looked at; what has more is data and no list of results


def read(response: Response, held: Held | None = None) -> Document:
    """Parse an answer for reading its records; the HTML that an answer in JSON wraps is the answer. `held` is
    how answers of this source have their records, if that is known."""
    document = as_page(response, held)
    # Copied before anybody puts marks into the tree: taking them out again costs more.
    document.visible_tree  # noqa: B018
    return document


def as_page(response: Response, held: Held | None = None) -> Document:
    """The same for whoever reads the page and no records."""
    found, held = decoded(response), held or Held()
    wrapped = unwrapped(found.text, response.content_type, held)
    if wrapped is None:
        document = with_state(Document.of(response), response.headers, found.charset, held.rows)
        return document.at(held.page) if held.page else document
    where = (held.page or response.url, response.headers, found.charset)
    return Document(wrapped.html, *where, status=response.status, wrapped=wrapped)


def unwrapped(text: str, content_type: str, held: Held | None = None) -> Wrapped | None:
    """None unless this is JSON with a page or a list in it."""
    start = text[:64].lstrip("\ufeff \t\r\n")
    declared = "json" in content_type or (not content_type.startswith("text/html") and start[:1] in ("{", "["))
    by_script = is_script(content_type)
    if (
        not declared
        and not by_script
        and not (start.startswith(("{", "[{")) and text.rstrip().endswith(("}", "]")))
    ):
        return None
    try:
        data = json.loads(text) if not by_script else data_in(text)
        if held is not None and held.rows is not None and isinstance(data, dict | list):
            return _at_place(data, held.rows, held)
        values = list(_values(data, "", 0))[:_MOST]
        page = "\n".join(value for _, value in values if isinstance(value, str) and _MARKUP.search(value))
        if not page or is_titled(data):
            page = as_table(data) or page
    except (ValueError, RecursionError):
        return None
    if not page:
        return None
    return Wrapped(page, *_following(values), data, len(longest_list(data) or ()))


def is_script(content_type: str) -> bool:
    return "javascript" in content_type or "ecmascript" in content_type


def _following(values: list[tuple[str, object]]) -> tuple[str | int | None, str]:
    """Where an answer goes on, by its own word, and under which name it says so."""
    for name, value in values:
        if isinstance(value, bool) or not isinstance(value, str | int) or value in ("", 0):
            continue
        if _NEXT.fullmatch(name.replace("-", "_")):
            return value, name
    return None, ""


def _at_place(data: object, rows: Place, held: Held) -> Wrapped:
    """The list at a place of an answer, shown as a page; what is not there is an answer without any."""
    listed = value_at(data, rows)
    things = listed if isinstance(listed, list) else []
    addresses = [address_of(thing, held.link) for thing in things] if held.link is not None else ()
    shown = shown_list(data, things, addresses) if things else NOTHING
    return Wrapped(shown, *_following(list(_values(data, "", 0))[:_MOST]), data, len(things))


def address_of(thing: object, link: Slot) -> str:
    """Where a record has its page, by how the pages of its source write that; empty where it lacks the value."""
    value = value_at(thing, link.place)
    is_part = isinstance(value, str | int) and not isinstance(value, bool)
    return f"{link.before}{addressed(value)}{link.after}" if is_part else ""


def addressed(value: object) -> str:
    """A value as an address holds it."""
    return quote(str(value), safe=_IN_PATHS)


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
