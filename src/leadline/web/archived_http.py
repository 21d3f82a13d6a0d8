"""An HTTP answer as it lies in an archive → status, headers and body, encodings undone under the live caps.

Archives differ in what they keep: some store the bytes of the wire, some store chunking or compression already
undone but leave the headers that announce them. So an announcement is believed only if the bytes bear it out.

>>> block = b"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n4\\r\\nnoun\\r\\n0\\r\\n\\r\\n"
>>> answer(block, "http://example.com/", limit=100, expansion=100).body
b'noun'
"""

import re
from dataclasses import dataclass

from leadline.errors import BrokenEncoding, BrokenHttp, TooBig
from leadline.model.page import Headers, Truncation, header
from leadline.web.content_encoding import CapReached, Decoder, EncodingError, looks_packed

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})(?:\s|$)")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r?\n")
_TEXT = re.compile(rb"\s*[<{\[#\xef\w]")


@dataclass(frozen=True, slots=True)
class Head:
    """Status line and headers; `size` is how many bytes of the block they take."""

    status: int
    headers: Headers
    size: int


@dataclass(frozen=True, slots=True)
class ArchivedAnswer:
    """What the archived server said."""

    status: int
    headers: Headers
    body: bytes
    truncated: Truncation | None


def head_of(block: bytes) -> Head | None:
    """The head of an answer, or None if the block is no HTTP answer."""
    status = _STATUS.match(block)
    if status is None:
        return None
    end = _HEAD_END.search(block)
    lines = block[: end.start() if end else len(block)].splitlines()[1:]
    return Head(int(status[1]), _headers(lines), end.end() if end else len(block))


def _headers(lines: list[bytes]) -> Headers:
    headers: list[tuple[str, str]] = []
    for line in lines:
        text = _text(line)
        if text[:1] in (" ", "\t") and headers:  # a folded line goes on with the one before (RFC 9112, 5.2)
            headers[-1] = (headers[-1][0], f"{headers[-1][1]} {text.strip()}")
            continue
        name, colon, value = text.partition(":")
        if colon:
            headers.append((name.strip(), value.strip()))
    return tuple(headers)


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def answer(block: bytes, url: str, *, limit: int, expansion: int) -> ArchivedAnswer:
    """Take an answer apart; a bomb raises `TooBig`, a body that cannot be undone `BrokenEncoding`."""
    head = head_of(block)
    if head is None:
        raise BrokenHttp(url, "the archived answer has no HTTP status line")
    body, truncated = block[head.size :], None
    if (header(head.headers, "transfer-encoding") or "").lower().endswith("chunked"):
        body, truncated = _unchunked(body)
    encodings = header(head.headers, "content-encoding") or ""
    body, cut = unpacked(body, encodings, url, limit=limit, expansion=expansion)
    return ArchivedAnswer(head.status, head.headers, body, cut or truncated)


def _unchunked(body: bytes) -> tuple[bytes, Truncation | None]:
    pieces: list[bytes] = []
    at = 0
    while size := _CHUNK_SIZE.match(body, at):
        length = int(size[1], 16)
        if not length:
            return b"".join(pieces), None
        piece = body[size.end() : size.end() + length]
        pieces.append(piece)
        at = size.end() + length
        if body[at : at + 2] == b"\r\n":
            at += 2
        elif body[at : at + 1] == b"\n":
            at += 1
    if not pieces:  # chunking was undone before archiving
        return body, None
    return b"".join(pieces), Truncation.CONNECTION


def unpacked(
    body: bytes, encodings: str, url: str, *, limit: int, expansion: int
) -> tuple[bytes, Truncation | None]:
    """Undo content encodings, at most `limit` bytes."""
    out = bytearray()
    try:
        decoder = Decoder(encodings if looks_packed(encodings, body[:8]) else "", limit, expansion)
        for start in range(0, len(body), 1 << 18):
            out += decoder.feed(body[start : start + (1 << 18)])
        out += decoder.finish()
    except CapReached as reached:
        if reached.bomb:
            raise TooBig(url, f"unpacks to more than {limit:,} bytes: a decompression bomb") from None
        return bytes(out + reached.tail), Truncation.SIZE
    except EncodingError as error:
        if out:
            return bytes(out), Truncation.ENCODING
        if _TEXT.match(body):  # unpacked before archiving, the header left as it was
            return body[:limit], Truncation.SIZE if len(body) > limit else None
        raise BrokenEncoding(url, f"the body cannot be unpacked as {encodings[:40]!r}: {error}") from error
    return bytes(out), None
