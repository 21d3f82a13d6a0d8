"""One exchange with a server as WARC records (ISO 28500:2017), ready to be appended to a file.

For each redirect that was followed: request, response. For the answer: request, metadata, response, in this
order, so that everything about an answer lies before the end of its response record: whoever knows where that
record ends knows where to go on.

- Bodies are stored as we hold them, transfer and content encodings undone. The server's headers that spoke of
  other bytes stay as `X-Archive-Orig-…`, and a `Content-Length` that is true is written: what other archives do
  too, and any replay tool understands.
- Of a redirect we kept status and target alone; its record has no other header and no body. The metadata of an
  answer behind redirects names the URL that was `asked` for first: a page may also be asked for directly, and
  then a replay must tell the two answers apart.
- A request that brought no answer is one metadata record with its `failure` and what was `found`, as JSON text:
  a crawl that is replayed has to fail where it failed.
- An answer that says again what an archived one says is a *revisit* record: its headers and where the other one
  lies. The server may have said so (304), or sent the same bytes once more.
- Archives are passed on, so a visitor's secrets (`Cookie`, `Authorization`) are left out of request records.
"""

import base64
import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from http.client import responses as phrases
from typing import NamedTuple
from uuid import uuid4

from leadline.model.events import Failure
from leadline.model.page import Headers, Hop, Response, Revisited, Truncation, header
from leadline.model.travelling import travelling
from leadline.model.url import parts_of

REFERS_TO = "X-Leadline-Refers-To"
"""Of a revisit of ours: file and offset of what it repeats, so that nobody has to look through the archive."""
_ENCODINGS = frozenset({"content-encoding", "transfer-encoding"})
_SECRETS = frozenset({"authorization", "cookie", "proxy-authorization"})
_FRAMING = frozenset({"content-length", "transfer-encoding", "host"})
_TRUNCATIONS = {
    Truncation.SIZE: "length",
    Truncation.TIME: "time",
    Truncation.CONNECTION: "disconnect",
    Truncation.ENCODING: "unspecified",
}


@travelling
@dataclass(frozen=True, slots=True)
class Piece:
    """A written response record: its place within the bytes of the exchange, and the digest of its payload."""

    url: str
    status: int
    offset: int
    length: int
    digest: str | None = None


class _Record(NamedTuple):
    """One that is begun. Written by hand: fastwarc's own takes twelve times as long for the few lines it has."""

    kind: str
    record_id: str


_Step = tuple[str, str, Headers, bytes]
"""URL, method, headers and body of one request that was sent on the way to an answer."""
gzip_member: Callable[[bytes | memoryview], bytes]
"""One gzip member. ISA-L takes a third of the time of fastwarc's level 6 for a tenth more bytes
(docs/decisions/0013), and all hosts wait for it."""
try:
    from isal import igzip_lib
except ImportError:
    gzip_member = partial(gzip.compress, compresslevel=6, mtime=0)
else:
    gzip_member = partial(igzip_lib.compress, level=igzip_lib.ISAL_BEST_COMPRESSION, flag=igzip_lib.COMP_GZIP)


class RecordWriter:
    """Collects records, one gzip member each; `written()` gives what was collected."""

    def __init__(self, when: float, info: str | None = None) -> None:
        self._out = io.BytesIO()
        self._when = _moment(when)
        self._info = info

    def written(self) -> bytes:
        return self._out.getvalue()

    def head(self, filename: str, software: str) -> str:
        """The warcinfo record that begins a file; its identifier, to which later records refer."""
        fields = {
            "software": software,
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        }
        record = _begin("warcinfo")
        self._write(record, _fields(fields), "application/warc-fields", {"WARC-Filename": filename})
        self._info = record.record_id
        return self._info

    def exchange(self, response: Response, extra: Mapping[str, str]) -> list[Piece]:
        """All records of an exchange; the last piece is the answer, those before it are redirects."""
        *before, last = _steps(response)
        hops = zip(before, response.hops, strict=True)
        pieces = [self._hop(step, hop) for step, hop in hops]
        kind = "response" if response.revisited is None else "revisit"
        record = self._requested(*last, kind=kind)
        self._about(response, extra, record.record_id)
        if response.revisited is not None:
            return [*pieces, self._revisit(record, response, response.revisited, _named(response))]
        return [*pieces, self._last(record, response)]

    def _about(self, response: Response, extra: Mapping[str, str], record_id: str) -> None:
        fields = {**extra, "fetchTimeMs": str(round(response.seconds * 1000))}
        if response.hops:
            fields["asked"] = response.hops[0].url
        about = {"WARC-Target-URI": response.url, "WARC-Concurrent-To": record_id}
        self._write(_begin("metadata"), _fields(fields), "application/warc-fields", about)

    def _last(self, record: _Record, response: Response) -> Piece:
        headers = _kept_headers(response)
        return self._answer(record, response.url, response.status, headers, response.body, _named(response))

    def _revisit(self, record: _Record, response: Response, before: Revisited, named: Mapping[str, str]) -> Piece:
        """Where the answer lies that this one repeats; its own headers, and no body."""
        status, headers, profile = response.status, response.headers, "identical-payload-digest"
        if before.not_modified is not None:
            status, headers, profile = 304, before.not_modified, "server-not-modified"
        given = {
            "WARC-Target-URI": response.url,
            **named,
            "WARC-Payload-Digest": before.digest,
            "WARC-Profile": f"http://netpreserve.org/warc/1.1/revisit/{profile}",
            "WARC-Refers-To-Target-URI": before.url,
            "WARC-Refers-To-Date": _moment(before.at),
            REFERS_TO: f"{before.warc}#{before.offset}",
        }
        start = self._out.tell()
        block = _http(f"HTTP/1.1 {status} {phrases.get(status, 'Unknown')}", headers, b"")
        self._write(record, block, "application/http; msgtype=response", given)
        return Piece(response.url, response.status, start, self._out.tell() - start, before.digest)

    def failure(self, url: str, failure: Failure) -> Piece:
        """What is known about a request that brought no answer."""
        block = _fields({"failure": failure.kind, "found": json.dumps(failure.found)})
        start = self._out.tell()
        self._write(_begin("metadata"), block, "application/warc-fields", {"WARC-Target-URI": url})
        return Piece(url, 0, start, self._out.tell() - start)

    def _hop(self, step: _Step, hop: Hop) -> Piece:
        headers = (("Location", hop.location), ("Content-Length", "0"))
        return self._answer(self._requested(*step), hop.url, hop.status, headers, b"", {})

    def _requested(
        self,
        url: str,
        method: str,
        sent: Headers,
        body: bytes,
        kind: str = "response",
    ) -> _Record:
        """Write a request; the record of its answer is begun."""
        answer = _begin(kind)
        parts = parts_of(url)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        headers = [("Host", parts.origin.partition("//")[2])]
        headers += [(n, v) for n, v in sent if n.lower() not in _SECRETS | _FRAMING]
        if body:
            headers.append(("Content-Length", str(len(body))))
        block = _http(f"{method} {target} HTTP/1.1", tuple(headers), body)
        named = {"WARC-Target-URI": url, "WARC-Concurrent-To": answer.record_id}
        self._write(_begin("request"), block, "application/http; msgtype=request", named)
        return answer

    def _answer(
        self, record: _Record, url: str, status: int, headers: Headers, body: bytes, named: Mapping[str, str]
    ) -> Piece:
        digest = _digest(body)
        start = self._out.tell()
        block = _http(f"HTTP/1.1 {status} {phrases.get(status, 'Unknown')}", headers, body)
        given = {"WARC-Target-URI": url, **named, "WARC-Payload-Digest": digest}
        self._write(record, block, "application/http; msgtype=response", given)
        return Piece(url, status, start, self._out.tell() - start, digest)

    def _write(self, record: _Record, block: bytes, kind: str, named: Mapping[str, str]) -> None:
        lines = ["WARC/1.1", f"WARC-Type: {record.kind}", f"WARC-Date: {self._when}"]
        lines += (f"WARC-Record-ID: {record.record_id}", f"Content-Length: {len(block)}")
        if self._info is not None:
            lines.append(f"WARC-Warcinfo-ID: {self._info}")
        lines += [f"{name}: {_one_line(value)}" for name, value in named.items()]
        lines += (f"WARC-Block-Digest: {_digest(block)}", f"Content-Type: {kind}", "", "")
        head = "\r\n".join(lines).encode("utf-8", "replace")
        self._out.write(gzip_member(b"".join((head, block, b"\r\n\r\n"))))


def _named(response: Response) -> dict[str, str]:
    named = {}
    if response.address:
        named["WARC-IP-Address"] = response.address
    if response.truncated is not None:
        named["WARC-Truncated"] = _TRUNCATIONS[response.truncated]
    return named


def _moment(when: float) -> str:
    return datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _begin(kind: str) -> _Record:
    return _Record(kind, f"<urn:uuid:{uuid4()}>")


def _steps(response: Response) -> Iterator[_Step]:
    """The requests as they were sent: a POST that is redirected goes on as a GET, but for 307 and 308."""
    request = response.request
    method: str = request.method
    body = request.body or b""
    for hop in response.hops:
        yield hop.url, method, request.headers, body
        if hop.status not in (307, 308):
            method, body = "GET", b""
    yield response.url, method, response.sent_headers or request.headers, body


def _kept_headers(response: Response) -> Headers:
    length = str(len(response.body))
    kept = []
    for name, value in response.headers:
        foreign = name.lower() in _ENCODINGS or (name.lower() == "content-length" and value != length)
        kept.append((f"X-Archive-Orig-{name}" if foreign else name, value))
    if header(tuple(kept), "content-length") is None:
        kept.append(("Content-Length", length))
    return tuple(kept)


def _http(first: str, headers: Headers, body: bytes) -> bytes:
    lines = [first, *(f"{_one_line(name)}: {_one_line(value)}" for name, value in headers)]
    # Header bytes that were no UTF-8 may have come to us as surrogates: they go back to what they were.
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


def _fields(fields: Mapping[str, str]) -> bytes:
    return "".join(f"{_one_line(n)}: {_one_line(v)}\r\n" for n, v in fields.items()).encode("utf-8", "replace")


def _one_line(text: str) -> str:
    """A line end inside a value would begin a header of the server's own making."""
    return text.replace("\r", " ").replace("\n", " ")


def _digest(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()
