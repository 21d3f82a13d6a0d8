"""An answer to read its records: the document in a response, or in the JSON that wraps it.

Scripts get answers in JSON: HTML in a wrapping, or records as data, and where it goes on. Data is shown as a table
(`leadline.answers.json_rows`): those who read pages read it as well.

>>> unwrapped('{"html": "<ul><li>One</li></ul>", "next": "/s?page=3"}', "application/json")
Wrapped(html='<ul><li>One</li></ul>', following='/s?page=3', name='next')
"""

import json
import re
from collections.abc import Iterator

from leadline.answers.json_rows import as_table, is_titled
from leadline.model.page import Response
from leadline.parse.document import Document, Wrapped
from leadline.web.charset import decoded

_MARKUP = re.compile(r"<(?:a|li|ul|ol|tr|table|div|p|article|section|h[1-6]|dl|dt)\b[^<>]*>", re.IGNORECASE)
"""What makes a page; words in bold make none."""
_NEXT = re.compile(
    r"next(?:_?(?:page|url|link|href|offset|start|cursor|token))*|(?:load_?)?more_?(?:url|link|href)",
    re.IGNORECASE,
)
_LINK = ("href", "url", "link")
_DEEPEST = 8
_MOST = 20_000
"""Values looked at; what has more is data and no list of results."""


def read(response: Response) -> Document:
    """Parse an answer for reading its records; the HTML that an answer in JSON wraps is the answer."""
    found = decoded(response)
    wrapped = unwrapped(found.text, response.content_type)
    if wrapped is None:
        document = Document.of(response)
    else:
        document = Document(
            wrapped.html, response.url, response.headers, found.charset, status=response.status, wrapped=wrapped
        )
    # Copied before anybody puts marks into the tree: taking them out again costs more.
    document.visible_tree  # noqa: B018
    return document


def unwrapped(text: str, content_type: str) -> Wrapped | None:
    """None unless this is JSON with a page or a list in it."""
    start = text[:64].lstrip("\ufeff \t\r\n")
    said = "json" in content_type or (not content_type.startswith("text/html") and start[:1] in ("{", "["))
    if not said and not (start.startswith(("{", "[{")) and text.rstrip().endswith(("}", "]"))):
        return None
    try:
        data = json.loads(text)
        values = list(_values(data, "", 0))[:_MOST]
        html = "\n".join(value for _, value in values if isinstance(value, str) and _MARKUP.search(value))
        if not html or is_titled(data):
            html = as_table(data) or html
    except (ValueError, RecursionError):
        return None
    if not html:
        return None
    for name, value in values:
        if _NEXT.fullmatch(name.replace("-", "_")) and isinstance(value, str | int) and _tells(value):
            return Wrapped(html, value, name)
    return Wrapped(html)


def _tells(value: str | int) -> bool:
    return not isinstance(value, bool) and value not in ("", 0)


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
