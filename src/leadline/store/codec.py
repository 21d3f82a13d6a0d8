"""Values as text and back: events and links, forms, requests, records.

JSON is canonical, so that equal logs are equal bytes. What was stored may come back damaged (a disk, a careless
hand, a folder from somebody else): `@stored("a form")` on whatever takes stored text apart turns the many ways in
which that goes wrong into one sentence. It belongs on functions that do nothing else, or it would hide faults of
the program.
"""

import base64
import functools
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain, repeat
from typing import Any, ParamSpec, TypeVar

from leadline.errors import ArchiveError
from leadline.gate.targets import planned_before
from leadline.model.events import Backlinks, Event, Failure, Finding, Outcome, Starved
from leadline.model.form import Control, Form, Invisible, Option
from leadline.model.page import Link, Request
from leadline.model.query import Query, Record
from leadline.model.url import canonical

P = ParamSpec("P")
T = TypeVar("T")

_WRONG = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, zlib.error)
_LARGEST = 2**28  # bytes that one stored value may unpack to; the links of a page of 10 MB take a tenth of it


def stored(what: str, where: str = "the database of the crawl") -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Raise `ArchiveError` where what is read back makes no sense."""

    def decorate(read: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(read)
        def reading(*args: P.args, **named: P.kwargs) -> T:
            try:
                return read(*args, **named)
            except _WRONG as error:
                raise ArchiveError(
                    f"{where} is damaged: {what} in it cannot be read "
                    f"({type(error).__name__}: {str(error)[:80]}); put the folder back from a backup"
                ) from error

        return reading

    return decorate


@stored("a document")
def loads(text: str) -> Any:
    """JSON that was stored."""
    return json.loads(text)


def inflated(blob: bytes) -> bytes:
    """What `zlib.compress` packed, if it is of a size that we would have packed."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(blob, _LARGEST)
    if unpacking.unconsumed_tail:
        raise ValueError("it unpacks to more than any page has")
    return data


_deflate: Callable[[bytes, int], bytes]
"""Into zlib's format."""
try:
    from isal.isal_zlib import compress as _deflate
except ImportError:
    _deflate = zlib.compress
_SURROGATE = re.compile("[\ud800-\udfff]")


def dumps(value: object) -> str:
    """Canonical JSON: sorted keys, no spaces, as UTF-8 can hold it."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    if not text.isascii() and _SURROGATE.search(text):
        # Half a character, from a hostile page or server: as an escape it is JSON, and comes back unchanged.
        text = _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


# ── events and links ─────────────────────────────────────────────────────────────────────────────────────────


_END = "\0"  # between two texts of a blob of links, and in front of them all
_COLUMNS = 6
_NO_REL: frozenset[str] = frozenset()


def pack_links(links: Sequence[Link]) -> bytes:
    """A page's links as one blob, column by column: half the time of JSON, and smaller. Level 1 takes a third of
    the time of 6 for a tenth more bytes; that of ISA-L a third of that again."""
    columns = list(zip(*links, strict=True)) or [()] * _COLUMNS
    written = {rel: " ".join(sorted(rel)) for rel in set(columns[4])}  # mostly two or three on a page
    same = ["=" if same_site else "" for same_site in columns[5]]
    texts = [*chain.from_iterable(columns[:4]), *map(written.__getitem__, columns[4]), *same]
    text = _END + _END.join(texts)
    if any(not word or " " in word for rel in written for word in rel) or text.count(_END) != max(1, len(texts)):
        # No parsed page holds NUL (HTML section 13.2.3.5), nor a rel a space; whoever made this link, it is kept.
        text = dumps([[*link[:4], sorted(link.rel), link.same_site] for link in links])
    return _deflate(text.encode(errors="surrogatepass"), 1)


@stored("the links of a page")
def unpack_links(blob: bytes) -> tuple[Link, ...]:
    text = inflated(blob).decode(errors="surrogatepass")
    if text[0] != _END:  # written by an older Leadline, or as the one above says
        return tuple(
            Link(url, anchor, around, path, frozenset(rel), same)
            for url, anchor, around, path, rel, same in json.loads(text)
        )
    if len(text) == 1:
        return ()
    _, *texts = text.split(_END)
    n = len(texts) // _COLUMNS
    rels = [frozenset(text.split(" ")) if text else _NO_REL for text in texts[4 * n : 5 * n]]
    same = map(bool, texts[5 * n :])
    columns = (texts[:n], texts[n : 2 * n], texts[2 * n : 3 * n], texts[3 * n : 4 * n], rels, same, repeat(""))
    return tuple(map(partial(tuple.__new__, Link), zip(*columns, strict=False)))


_PLAIN = (
    *("url", "group", "depth", "final_url", "status", "on_topic", "forms", "set_aside", "digest", "fingerprint"),
    "permit",  # older folders have none
)
"""What of an outcome is stored as it is, by name."""


def pack_event(event: Event) -> tuple[str, dict[str, Any]]:
    """(kind, body) of an event, its number and links left out: they have columns of their own."""
    if isinstance(event, Starved):
        return "starved", {}
    if isinstance(event, Backlinks):
        return "backlinks", {"site": event.site, "pages": list(event.pages)}
    body = {name: getattr(event, name) for name in _PLAIN}
    body["found"] = [[f.identity, f.url, f.score, f.scope] for f in event.found]
    body["failure"] = [event.failure.kind, event.failure.found] if event.failure else None
    return "outcome", body


@stored("an event")
def unpack_event(number: int, kind: str, body: str, links: bytes | None, path: Sequence[Link]) -> Event:
    values = json.loads(body)
    if kind == "starved":
        return Starved(number)
    if kind == "backlinks":
        return Backlinks(number, values["site"], tuple(values["pages"]))
    return _outcome(number, values, unpack_links(links) if links else (), path)


def _outcome(number: int, values: Any, links: tuple[Link, ...], path: Sequence[Link]) -> Outcome:
    return Outcome(
        number=number,
        path=path,
        links=links,
        found=tuple(Finding(*row) for row in values["found"]),
        failure=Failure(*values["failure"]) if values["failure"] else None,
        **{name: values[name] for name in _PLAIN if name in values or name != "permit"},
    )


def pack_success(outcome: Outcome) -> str:
    """A page where something was found, and the way there, without its links: what a later crawl learns from."""
    path = [[*link[:4], sorted(link.rel), link.same_site] for link in outcome.path]
    return dumps({"event": pack_event(outcome)[1], "path": path})


@stored("a line", "prior.jsonl")
def unpack_success(number: int, line: bytes) -> Outcome:
    values = json.loads(line)
    path = tuple(
        Link(url, anchor, around, place, frozenset(rel), same)
        for url, anchor, around, place, rel, same in values["path"]
    )
    outcome = _outcome(number, values["event"], (), path)
    if not all(map(canonical, (outcome.final_url or outcome.url, *(link.url for link in path)))):
        raise ValueError("an address is none")
    return outcome


# ── forms ────────────────────────────────────────────────────────────────────────────────────────────────────


def pack_form(form: Form) -> str:
    values = by_field(form)
    values["controls"] = [
        by_field(control) | {"options": [option._asdict() for option in control.options]}
        for control in form.controls
    ]
    return dumps(values)


def by_field(value: Any) -> dict[str, Any]:
    """`dataclasses.asdict` copies whatever is in the fields, which takes longer than writing it as JSON."""
    return {name: getattr(value, name) for name in value.__match_args__}


@stored("a form")
def unpack_form(text: str) -> Form:
    values = json.loads(text)
    values["controls"] = tuple(_control(c) for c in values["controls"])
    return Form(**_with_attributes(values))


def _control(values: dict[str, Any]) -> Control:
    values["options"] = tuple(Option(**option) for option in values["options"])
    values.setdefault("pictures", ())  # older folders have none
    for name in ("labels", "legends", "pictures"):
        values[name] = tuple(values[name])
    return Control(**_with_attributes(values))


def _with_attributes(values: dict[str, Any]) -> dict[str, Any]:
    invisible = values["invisible"]
    values["invisible"] = Invisible(invisible) if invisible is not None else None
    return {**values, "attributes": pairs(values["attributes"])}


def pairs(rows: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """JSON has lists where tuples were stored."""
    return tuple((name, value) for name, value in rows)


# ── requests and records ─────────────────────────────────────────────────────────────────────────────────────


def pack_request(request: Request) -> str:
    body = None if request.body is None else base64.b64encode(request.body).decode("ascii")
    fields = {"url": request.url, "method": request.method, "headers": request.headers, "body": body}
    return dumps({**fields, "permit": request.permit.why})


@stored("a request")
def unpack_request(text: str) -> Request:
    """A planned request, judged again. Raises `BadTarget` where it orders a deed."""
    values = json.loads(text)
    body = None if values["body"] is None else base64.b64decode(values["body"])
    if values["method"] not in ("GET", "POST"):
        raise ValueError("its method is none that a form has")
    permit = planned_before(values["url"], body, values.get("permit", ""))
    return Request(values["url"], values["method"], pairs(values["headers"]), body, permit=permit)


def record_line(record: Record) -> str:
    """One JSON object on one line, keys in the order people read them, fields in that of the page."""
    line = {
        "id": record.id,
        "fields": by_name(dict.fromkeys(record.fields)),
        "text": record.text,
        "url": record.url,
        "query": by_name(record.query.assignment) if record.query is not None else None,
        "source": record.source,
        "fetched_at": datetime.fromtimestamp(record.fetched_at, UTC).isoformat(timespec="seconds"),
        "warc": record.warc,
    }
    return readable(line)


@stored("a record")
def record_of(line: str, form: str) -> Record:
    """What `record_line` was made of; `form` is that of its query."""
    kept = json.loads(line)
    query = None if kept["query"] is None else Query(form, in_pairs(kept["query"]))
    at = datetime.fromisoformat(kept["fetched_at"]).timestamp()
    told = (kept["id"], in_pairs(kept["fields"]), kept["text"], kept["url"])
    return Record(*told, query, kept["source"], at, kept["warc"])


def readable(document: Mapping[str, object]) -> str:
    """JSON that keeps the order of its keys, as UTF-8 can hold it."""
    # Lone surrogates of broken pages cannot be written as UTF-8; escaped they are plain ASCII.
    text = json.dumps(document, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(document)


def by_name(values: Iterable[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Pairs as an object, names in the order they were met; a list where one name stands more than once.

    >>> by_name([("author", "Eco"), ("year", "1980"), ("author", "Weaver")])
    {'author': ['Eco', 'Weaver'], 'year': '1980'}
    """
    found: dict[str, list[str]] = {}
    for name, value in values:
        found.setdefault(name, []).append(value)
    return {name: listed[0] if len(listed) == 1 else listed for name, listed in found.items()}


def in_pairs(fields: Mapping[str, str | list[str]]) -> tuple[tuple[str, str], ...]:
    """What `by_name` was made of; values of one name stand together.

    >>> in_pairs({"author": ["Eco", "Weaver"], "year": "1980"})
    (('author', 'Eco'), ('author', 'Weaver'), ('year', '1980'))
    """
    listed = ((name, value if isinstance(value, list) else [value]) for name, value in fields.items())
    return tuple((name, value) for name, values in listed for value in values)
