"""`index.cdxj`: where each archived URL lies, sorted, for replay tools (pywb and the like).

One line a capture, redirects too: key, time, and a JSON block, sorted by bytes, so that a reader can search it
by halving. Derived from the database; the archive itself is not read.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import chain
from typing import Any, BinaryIO
from urllib.parse import quote_from_bytes, unquote_to_bytes

from leadline.errors import ArchiveError
from leadline.model.url import parts_of
from leadline.store.atomic import Writing
from leadline.store.codec import stored
from leadline.store.protocols import Store

_SAFE = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"  # everything printable but the space, `#` and `%`
_DEEPEST = 50  # escapes within escapes that are undone: a URL of nothing else costs no more than its length
_WWW = re.compile(r"www\d*\.")
_QUERY_SESSIONS = tuple(
    re.compile(rf"(.*){token}(?:&(.*))?", re.IGNORECASE | re.DOTALL)
    for token in (
        r"jsessionid=[0-9a-z]{32}",
        r"phpsessid=[0-9a-z]{32}",
        r"sid=[0-9a-z]{32}",
        r"aspsessionid[a-z]{8}=[a-z]{24}",
        r"cfid=[^&]{1,200}&cftoken=[^&]{1,200}",
    )
)
_PATH_SESSIONS = tuple(
    re.compile(rf"(.*/){token}/([^?]+\.aspx.*)", re.IGNORECASE | re.DOTALL)
    for token in (r"\((?:[a-z]\([0-9a-z]{24}\))+\)", r"\([0-9a-z]{24}\)")
)


def write_cdxj(store: Store, out: BinaryIO) -> None:
    write_index([(store, str)], out)


def write_index(stores: Sequence[tuple[Store, Callable[[str], str]]], out: Writing) -> None:
    """One index of several archives; beside each store stands what its files are called there."""
    # A nameless SQLite database lives in memory and moves to a temporary file as it grows: a sort of any size.
    found = ((row, called) for store, called in stores for row in store.pages.captures())
    lines = chain.from_iterable(_captured(row, called) for row, called in found)
    try:
        with closing(sqlite3.connect("")) as sorter:
            sorter.execute("CREATE TABLE line (text BLOB)")
            sorter.executemany("INSERT INTO line VALUES (?)", ((line.encode(),) for line in lines))
            for (text,) in sorter.execute("SELECT text FROM line ORDER BY text"):
                out.write(text + b"\n")
    except sqlite3.Error as error:
        raise ArchiveError(f"the index of the archive cannot be sorted: {error}; make room for it") from error


@stored("a capture")
def _captured(row: tuple[Any, ...], called: Callable[[str], str]) -> list[str]:
    at, kind, digest, name, offset, length, hops, status, body = row
    file = called(name)
    event = json.loads(body)
    before = [
        _line(url, at, "unk", hop_status, hop_digest, (file, hop_offset, hop_length))
        for url, hop_status, hop_offset, hop_length, hop_digest in json.loads(hops)
    ]
    url = event["final_url"] or event["url"]
    return [*before, _line(url, at, kind or "unk", status, digest, (file, offset, length))]


def _line(url: str, at: float, mime: str, status: int, digest: str | None, place: tuple[str, int, int]) -> str:
    file, offset, length = place
    block: dict[str, Any] = {
        "url": url,
        "mime": mime,
        "status": str(status),
        "digest": digest or "-",
        "length": str(length),
        "offset": str(offset),
        "filename": file,
    }
    # All in ASCII: some readers take the line apart as bytes.
    return f"{surt(url)} {datetime.fromtimestamp(at, UTC):%Y%m%d%H%M%S} {json.dumps(block)}"


def surt(url: str) -> str:
    """The key of a canonical URL: "sort-friendly URI reordering transform".

    The host's labels are reversed so that a site's captures stand together, and what usually does not change a
    page is levelled: scheme, `www.`, letter case, escapes, doubled and closing slashes, the order of query
    parameters, session ids. Other tools (pywb, wayback servers) look captures up under the same key, so what is
    levelled follows what they do, oddities included.

    >>> surt("https://www.Example.co.uk/A//b/?z=1&y=%41")
    'uk,co,example)/a/b?y=a&z=1'
    >>> surt("http://127.0.0.1:8000/x?jsessionid=0123456789abcdef0123456789abcdef")
    '1,0,0,127:8000)/x'
    """
    parts = parts_of(url)
    host = parts.host.strip("[].")
    www = _WWW.match(host)
    labels = ",".join(reversed(host[www.end() if www else 0 :].split(".")))
    port = "" if parts.port == {"http": 80, "https": 443}[parts.scheme] else f":{parts.port}"
    query = _query(parts.query)
    return f"{labels}{port}){_path(parts.path)}{'?' if query else ''}{query}"


def _levelled(text: str) -> str:
    """Escapes undone as often as there are any, then the needed ones made again."""
    raw = text.encode()
    for _ in range(_DEEPEST):
        if (undone := unquote_to_bytes(raw)) == raw:
            break
        raw = undone
    return quote_from_bytes(raw, _SAFE)


def _path(path: str) -> str:
    kept: list[str] = []
    segments = _levelled(path).split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment not in (".", ""):
            kept.append(segment)
    closed = "/" if kept and segments[-1] == "" else ""
    found = "/" + "/".join(kept) + closed
    for session in _PATH_SESSIONS:
        if match := session.fullmatch(found):
            found = match[1] + match[2]
    found = found.lower()
    return found[:-1] if len(found) > 1 and found.endswith("/") else found


def _query(query: str) -> str:
    found = _levelled(query)
    for session in _QUERY_SESSIONS:
        if match := session.fullmatch(found):
            found = match[1] + (match[2] or "")
    return "&".join("=".join(pair) for pair in sorted(part.split("=", 1) for part in found.lower().split("&")))
