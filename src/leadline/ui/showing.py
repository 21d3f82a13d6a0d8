"""Templates, and what may stand in them: everything from the web is text, escaped, on one line.

A character that is not to be seen (one that turns the direction of writing, say) is shown as its number; a link is
made only of an http or https URL.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import Response

from leadline.app.estimates import share
from leadline.errors import escaped
from leadline.model.url import canonical
from leadline.store.fulltext import END, HIT


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("leadline.ui"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_plain,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        link=link, when=when, count=count, percent=percent, marked=marked, asked=asked, lines=lines
    )
    made.globals.update(query=query)
    return made


def page(template: str, code: int = 200, /, **values: Any) -> Response:
    """A page; letters that are none (halves of pairs) are replaced."""
    text = environment().get_template(template).render(**values)
    return Response(text.encode("utf-8", "replace"), code, media_type="text/html")


def _plain(value: Any) -> Any:
    if isinstance(value, str) and not isinstance(value, Markup):
        return escaped(value)
    return "" if value is None else value


def link(url: object) -> str:
    """The URL where it may be followed, else nothing.

    >>> link("javascript:alert(1)"), link("http://a.test/x")
    ('', 'http://a.test/x')
    """
    return (canonical(str(url)) or "") if str(url or "").lower().startswith(("http://", "https://")) else ""


def when(moment: object) -> str:
    """A moment as people write it, to the minute, in UTC."""
    if isinstance(moment, int | float):
        try:
            return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M}"
        except (OverflowError, ValueError, OSError):
            return ""
    return str(moment or "").replace("T", " ")[:16]


def count(number: object) -> str:
    return f"{number:,.0f}" if isinstance(number, int | float) else "–"


def percent(number: object) -> str:
    return share(number) if isinstance(number, int | float) else "–"


def marked(snippet: str) -> Markup:
    """What was looked for is marked; all else is text.

    >>> marked(f"<b> {HIT}red{END}")
    Markup('&lt;b&gt; <mark>red</mark>')
    """
    made = Markup()
    for number, piece in enumerate(snippet.split(HIT)):
        hit, _, rest = piece.partition(END) if number else ("", "", piece)
        made += Markup("<mark>{}</mark>").format(escaped(hit)) if number else Markup()
        made += escaped(rest)  # escaped for HTML by being added to markup
    return made


def lines(text: str) -> Markup:
    """Several lines of text, as they stand in a box to be edited."""
    return Markup("\n").join(escaped(line) for line in text.split("\n"))


def asked(assignment: object) -> str:
    """What was filled in, of (name, value) pairs or a mapping: what was left empty is not told.

    >>> asked([["make", "Ford"], ["y1", ""]]), asked({"hours": ["f", "p"]})
    ('make = Ford', 'hours = f + p')
    """
    pairs = assignment.items() if isinstance(assignment, Mapping) else assignment
    if not isinstance(pairs, list | tuple | type({}.items())):
        return ""
    return ", ".join(f"{name} = {' + '.join(_each(value))}" for name, value in pairs if value)


def _each(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def query(**values: object) -> str:
    """The part of a URL behind `?`, of values that are something; lists are given as several of one name."""
    pairs = [(name, value) for name, value in values.items() if value not in (None, "", 0, [], ())]
    return urlencode(pairs, doseq=True, errors="replace")
