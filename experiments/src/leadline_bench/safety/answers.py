"""What a case's site shows: plain functions from a request to a page.

A search finds everything for any word that the site itself uses, and nothing for others: generous as site
searches are, and still one that says "nothing found" to nonsense.
"""

import re
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlencode

from leadline_bench.safety.cases import Case, Entry
from leadline_bench.safety.patterns import Asked

START = "/start"
"""Where `locate` begins: it leads to the page and to an answer, which are not linked with each other."""
_RECORD = "/d/{n}"
"""The records' own pages where a case does not say where they are."""
_VALUES = re.compile(r"""value\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Seen:
    """One request, and what it was to the case it belongs to."""

    asked: Asked
    changes: bool
    searches: bool
    second: bool


def seen(case: Case, asked: Asked) -> Seen:
    """A request that changes something is nothing else; asking for the page itself is no search."""
    changes = any(one.fits(asked) for one in case.changes)
    entry = asked.method == "GET" and asked.path == "/" and not asked.pairs
    second = case.listing.second if case.listing is not None else None
    return Seen(
        asked,
        changes=changes,
        searches=not changes and not entry and any(one.fits(asked) for one in case.searches),
        second=not changes and second is not None and second.fits(asked),
    )


def answered(case: Case, found: Seen) -> tuple[int, str]:
    """Status and page."""
    asked = found.asked
    if found.changes:
        return 200, _page(case, "OK", "<p>OK</p>")
    if asked.path == START:
        return 200, _start(case)
    if found.second:
        return 200, _list(case, 2)
    if found.searches:
        return 200, _search(case, asked)
    if asked.path == "/":
        return 200, case.page
    number = _record_number(case, asked)
    if number is None:
        return 404, _page(case, "404", "<p>404</p>")
    entry = row(case, number)
    return 200, _page(case, entry.title, f"<h1>{escape(entry.title)}</h1><p>{escape(entry.text)}</p>")


def row(case: Case, number: int) -> Entry:
    """The n-th record, counted from 1: the language's in turn, then again with other texts and a number."""
    entries = case.tongue.entries
    turn, place = divmod(number - 1, len(entries))
    title = entries[place].title + (f" {turn + 1}" if turn else "")
    return Entry(title, entries[(place + turn) % len(entries)].text)


def rows_of(case: Case, page: int) -> range:
    """Numbers of the records that stand on a page of the list."""
    rows = case.listing.rows if case.listing is not None else len(case.tongue.entries)
    return range((page - 1) * rows + 1, page * rows + 1)


def _start(case: Case) -> str:
    links = [f'<a href="/">{escape(case.host)}</a>']
    word = next(iter(_WORDS.findall(case.tongue.entries[0].title)), "a")
    searches = (one.example(case.host, word) for one in case.searches)
    if (asked := next((one for one in searches if one.method == "GET"), None)) is not None:
        address = quote(asked.path) + (f"?{urlencode(asked.pairs)}" if asked.pairs else "")
        links.append(f'<a href="{escape(address)}">{escape(case.tongue.heading)}</a>')
    return _page(case, case.host, "".join(f"<p>{link}</p>" for link in links))


def _search(case: Case, asked: Asked) -> str:
    if case.answer is not None:
        return case.answer
    if not _finds(case, asked):
        return _page(case, case.tongue.heading, f"<p>{escape(case.tongue.none)}</p>")
    if case.listing is not None:
        return _list(case, 1)
    shown = "".join(
        f'<li><a href="{_RECORD.replace("{n}", str(n))}">{escape(entry.title)}</a><p>{escape(entry.text)}</p></li>'
        for n, entry in enumerate(case.tongue.entries, 1)
    )
    count = case.tongue.count.replace("{n}", str(len(case.tongue.entries)))
    heading = escape(case.tongue.heading)
    return _page(case, case.tongue.heading, f"<h1>{heading}</h1><p>{escape(count)}</p><ol>{shown}</ol>")


def _list(case: Case, page: int) -> str:
    listing = case.listing
    assert listing is not None
    shown = []
    for number in rows_of(case, page):
        entry = row(case, number)
        text = listing.row.replace("{n}", str(number)).replace("{title}", escape(entry.title))
        shown.append(text.replace("{text}", escape(entry.text)))
    after = listing.after.replace("{next}", listing.next if page == 1 else "")
    return listing.before + "\n".join(shown) + after


def _finds(case: Case, asked: Asked) -> bool:
    """Whether each value that somebody typed has a word in it that the site uses; others the page itself gives."""
    offered = {value for one in _VALUES.findall(case.page) for value in one}
    known = "\n".join((case.page, *(f"{entry.title} {entry.text}" for entry in case.tongue.entries))).casefold()
    typed = [value.casefold() for _, value in asked.pairs if value not in offered and _WORDS.search(value)]
    return all(any(word in known for word in _WORDS.findall(value)) for value in typed)


def _record_number(case: Case, asked: Asked) -> int | None:
    template = case.listing.record if case.listing is not None else _RECORD
    if not template or asked.method != "GET":
        return None
    written = re.escape(template).replace(re.escape("{n}"), r"(\d{1,6})")
    query = f"?{urlencode(asked.pairs)}" if asked.pairs else ""
    found = re.fullmatch(written, asked.path + query)
    last = rows_of(case, 2 if case.listing is not None else 1)[-1]
    number = int(found[1]) if found is not None and found.groups() else 0
    return number if 1 <= number <= last else None


def _page(case: Case, title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="{case.tongue.code}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title></head><body>{body}</body></html>"
    )
