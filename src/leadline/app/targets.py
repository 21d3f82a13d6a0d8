"""What a word on the command line means: a URL, a file of HTML, or `-` for standard input.

>>> target_of("example.com/search?q=1").url
'https://example.com/search?q=1'
>>> target_of("localhost:8080").url
'http://localhost:8080/'
>>> target_of("-").kind
'stdin'
>>> target_of("cars")
Traceback (most recent call last):
    ...
leadline.errors.BadTarget: cars: neither a file nor a URL; write http://… or give the path of an .html file
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Literal
from urllib.parse import unquote, urlsplit

from leadline.errors import BadTarget
from leadline.gate.targets import UNSENT
from leadline.model.page import Request, Response, Truncation
from leadline.model.url import canonical

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)  # a scheme, and not a host before its port
_HOST = re.compile(
    r"(?P<host>localhost|\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)+\.?)(?::\d{1,5})?(?P<rest>[/?#].*)?", re.IGNORECASE
)
_LOCAL = re.compile(r"localhost|\[.*\]|[\d.]+", re.IGNORECASE)  # hosts nobody has a certificate for
_FILE_ENDING = re.compile(
    r"\.(html?|xhtml|shtml|mht|mhtml|php|aspx?|jsp|cgi|txt|xml|json|csv|gz|warc|pdf)", re.IGNORECASE
)
"""A mistyped file name is no host name, though both have a dot."""

_NOT_HTML = (
    (b"\x1f\x8b", "gzip-compressed; unpack it first, or, if it is a WARC, inspect the URLs with --replay FILE"),
    (b"WARC/", "a WARC archive; inspect the URLs in it with --replay FILE"),
    (b"PK\x03\x04", "a zip archive"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "an image"),
    (b"GIF8", "an image"),
    (b"\xff\xd8\xff", "an image"),
)


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to inspect; `source` is the word as given, `url` where its page is (or says it is)."""

    source: str
    kind: Literal["url", "file", "stdin"]
    url: str
    file: Path | None = None
    place: str = ""  # what stands behind `#` in a URL, where programs of one page have pages of their own


def target_of(word: str, base_url: str | None = None) -> Target:
    """Understand one word. `base_url` is where pages from files and standard input once came from."""
    if word == "-":
        return Target(word, "stdin", base_url or "about:blank")
    scheme = _SCHEME.match(word)
    if scheme and scheme[1].lower() in ("http", "https"):
        return _url(word, word)
    if scheme and scheme[1].lower() == "file":
        return _file(word, Path(unquote(urlsplit(word).path)), base_url)
    path = Path(word)
    if word and _exists(path):
        return _file(word, path, base_url)
    host = _HOST.fullmatch(word)
    if host and not (host["rest"] is None and _FILE_ENDING.search(host["host"], host["host"].rfind("."))):
        return _url(word, f"{'http' if _LOCAL.fullmatch(host['host']) else 'https'}://{word}")
    if scheme:
        raise BadTarget(f"{word}: only http: and https: URLs can be inspected, not {scheme[1]}:")
    if "/" in word or _FILE_ENDING.search(word):
        raise BadTarget(f"{word}: no such file")
    raise BadTarget(f"{word}: neither a file nor a URL; write http://… or give the path of an .html file")


def page_address(base_url: str | None) -> str | None:
    """Where a saved page came from, as the user says it."""
    address = canonical(base_url) if base_url is not None else None
    if base_url is not None and address is None:
        raise BadTarget(f"--base-url {base_url}: not a URL; write it in full, http://… or https://…")
    return address


def read_text(file: Path, what: str, wanted: str) -> str:
    """What stands in a file that the user named."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise BadTarget(f"{what} {file}: cannot be read: {why}; give {wanted}") from error


def saved_response(url: str, body: bytes, written_at: float = 0.0, kind: str = "text/html") -> Response:
    """A page that no server sent, as if one had."""
    return Response(Request(url, permit=UNSENT), url, 200, (("Content-Type", kind),), body, written_at)


def read_target(target: Target, stdin: BinaryIO, limit: int) -> Response:
    """The page of a file or of standard input, as if a server had sent it without naming a charset."""
    try:
        if target.file is None:
            body, written_at = stdin.read(limit + 1), 0.0
        else:
            with target.file.open("rb") as stream:
                body = stream.read(limit + 1)
            written_at = target.file.stat().st_mtime
    except OSError as error:
        raise BadTarget(f"{target.source}: cannot be read: {error.strerror or error}") from error
    for start, what in _NOT_HTML:
        if body.startswith(start):
            raise BadTarget(f"{target.source}: not an HTML page but {what}")
    response = saved_response(target.url, body[:limit], written_at)
    return replace(response, truncated=Truncation.SIZE) if len(body) > limit else response


def _url(word: str, written: str) -> Target:
    url = canonical(written)
    if url is None:
        raise BadTarget(f"{word}: not a URL that can be fetched; check the host name and the port")
    return Target(word, "url", url, place=written.partition("#")[2])


def _file(word: str, path: Path, base_url: str | None) -> Target:
    if path.is_dir():
        raise BadTarget(f"{word}: a folder; give the pages in it, such as {path / '*.html'}")
    if not _exists(path):
        raise BadTarget(f"{word}: no such file")
    return Target(word, "file", base_url or path.resolve().as_uri(), path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long or with a zero byte names no file
        return False
