"""What the answers of a harvest held, read from its archive: independent of what the program made of them.

A record *stood in an answer* when its key is in the text of a page that was received. A list was *left* when a
page with records links a next page that was never asked for; pagers made of buttons are not seen by this.
"""

import html
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urldefrag, urljoin, urlsplit

from app_measure import KEY
from app_records import Item
from fastwarc.warc import ArchiveIterator, WarcRecordType

TAG = re.compile(r"<(script|style|!--).*?(?:</\1>|-->)|<[^>]*>", re.DOTALL | re.IGNORECASE)
LINK = re.compile(r"<(?:a|link)\b([^>]*)>(?:(.*?)</a>)?", re.DOTALL | re.IGNORECASE)
ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
NEXT = frozenset(
    (
        ">>",
        ">",
        "›",
        "»",
        "→",
        "next",
        "older",
        "nächste",
        "weiter",
        "suivant",
        "suivante",
        "siguiente",
        "次",
        "次へ",
    )
)
"""What a link to the next page says, in the languages of the applications."""


@dataclass(frozen=True, slots=True)
class Received:
    """What came, whatever was made of it."""

    stood: frozenset[str]
    """The keys of the records that stood in any answer."""
    left: tuple[str, ...]
    """Pages with records whose next page was never asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    url: str
    page: str


def received(items: tuple[Item, ...], folder: Path) -> Received:
    """The keys in every answer of the archive, and the lists that were left."""
    keys = {item.key for item in items}
    stood: set[str] = set()
    asked: set[object] = set()
    further: list[tuple[str, object]] = []
    for answer in answers(folder):
        asked.add(_address(answer.url))
        held = {found.lower() for found in KEY.findall(shown(answer.page))} & keys
        stood |= held
        if held:
            further.extend((answer.url, _address(target)) for target in next_pages(answer))
    return Received(frozenset(stood), tuple(sorted({url for url, target in further if target not in asked})))


def answers(folder: Path) -> Iterator[Answer]:
    """Every answer in the archive that can be read as text."""
    for path in sorted((folder / "warc").glob("*.warc*")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True):
                headers = record.http_headers
                coded = headers.get("Content-Encoding") or ""
                body = record.reader.read()
                yield Answer(str(record.headers.get("WARC-Target-URI")), _decoded(body, coded))


def shown(page: str) -> str:
    """The text of a page, without markup, scripts and styles; structured text (JSON) stays as it is."""
    return html.unescape(TAG.sub(" ", page))


def next_pages(answer: Answer) -> list[str]:
    """Where the links lead that say they go to the next page."""
    found = []
    for match in LINK.finditer(answer.page):
        given = {m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in ATTRIBUTE.finditer(match[1])}
        said = [given.get("rel", ""), given.get("title", ""), given.get("aria-label", "")]
        words = " ".join((*said, html.unescape(TAG.sub(" ", match[2] or "")))).lower().split()
        # A pager's link says little: a sentence with "next" in it is a title.
        if "href" in given and len(words) <= 4 and NEXT & set(words):
            found.append(urljoin(answer.url, given["href"]))
    return [url for url in found if url.startswith("http")]


def _address(url: str) -> object:
    """What two spellings of one address have in common."""
    parts = urlsplit(urldefrag(url).url)
    return parts.netloc, unquote(parts.path), tuple(sorted(parse_qsl(parts.query.replace(";", "&"))))


def _decoded(body: bytes, coded: str) -> str:
    if "gzip" in coded or "deflate" in coded:
        try:
            body = zlib.decompressobj(wbits=47).decompress(body)
        except zlib.error:
            return ""
    for encoding in ("utf-8", "iso-8859-1"):
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""
