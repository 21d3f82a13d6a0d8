"""Walk the records of a WARC or ARC file, and go on after what is broken.

An archive is a row of records, each a header with a length and a block of that length; in `.gz` files each record
is a gzip member of its own, so that one can be read without the others (ISO 28500, annex D). Files in the wild are
torn at the end, hold wrong lengths, were packed as one single member, or are of ARC, the format before WARC.
`walk` yields every sound record and a `Damage` for every other, and goes on at the next beginning of a record. The
last record of a torn file is yielded too, marked as such. A `RecordPosition` is enough to read a record again.

Why not fastwarc's iterator, which writes our archives: it stops at the first broken record, does not notice a
torn one, gives no usable offset inside a single gzip member, and does not know ARC.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from leadline.errors import ArchiveError
from leadline.model.page import Headers, header
from leadline.web.charset import header_text
from leadline.web.warc_stream import GZIP, BrokenCompression, BrokenRecord, RecordPosition, WarcStream, next_member

HEAD = 32 * 1024  # of each block this much is shown while walking: enough for the HTTP headers
_HEADER_LINES = 500
_MOST_DAMAGE = 10_000

_ARC = re.compile(rb"^(\S.*?) (\S+) (\d{8,18}) (\S+) (?:.* )?(\S+)\s*$")
_BEGINNING = re.compile(rb"^(?:WARC/\d|(?:https?|filedesc|dns|ftp)://?\S.* \S+ \d{8,18} \S+ )")


@dataclass(frozen=True, slots=True)
class Damage:
    """Something in an archive that cannot be served."""

    file: Path
    offset: int
    why: str


@dataclass(frozen=True, slots=True)
class ArchivedRecord:
    """One record: its own headers (ARC's are given WARC names) and the beginning of its block."""

    place: RecordPosition
    headers: Headers
    length: int
    block: bytes
    torn: bool = False  # the file ends inside the block: the last record of a crawl that was killed

    def get(self, name: str) -> str | None:
        return header(self.headers, name)

    @property
    def kind(self) -> str:
        return (self.get("warc-type") or "").lower()


def walk(path: Path) -> Iterator[ArchivedRecord | Damage]:
    """Every record of the file in order, and every damage."""
    damages, last = 0, -1
    with path.open("rb") as file:
        packed = file.read(3) == GZIP
        size = file.seek(0, 2)
        start = 0
        while start < size:
            stream = WarcStream(file, start, packed=packed)
            start = size
            try:
                for found in _records(stream, path):
                    if isinstance(found, Damage):
                        damages += 1
                        last = found.offset
                    if damages > _MOST_DAMAGE:
                        why = f"more than {_MOST_DAMAGE:,} broken records; this is no archive"
                        raise ArchiveError(f"{path}: {why}")
                    yield found
                if stream.torn and stream.place.start != last:
                    yield Damage(path, stream.place.start, "the file ends inside a gzip member")
            except BrokenCompression as broken:
                broken_at = stream.place.start
                yield Damage(path, broken_at, str(broken))
                start = next_member(file, broken_at + 1)


def read_at(path: Path, place: RecordPosition, limit: int) -> ArchivedRecord:
    """One record again, with at most `limit` bytes of its block."""
    with path.open("rb") as file:
        stream = WarcStream(file, place.start, packed=file.read(3) == GZIP)
        try:
            stream.skip(place.inner)
            headers = _header(stream, stream.line())
            length = _length(headers)
            block = stream.read(min(length, limit))
        except BrokenRecord as broken:
            raise ArchiveError(f"{path}, offset {place.start}: {broken}; has the file changed?") from broken
        return ArchivedRecord(place, headers, length, block, torn=len(block) < min(length, limit))


def _records(stream: WarcStream, path: Path) -> Iterator[ArchivedRecord | Damage]:
    while True:
        place, line = _after_blank_lines(stream)
        if not line:
            return
        behind, torn = stream.at, None
        try:
            headers = _header(stream, line)
            behind = stream.at
            record = _whole(stream, place, headers)
            if not record.torn:
                yield record
                continue
            torn, why = record, f"the file ends inside this record: {record.length:,} bytes were announced"
        except BrokenCompression:
            raise
        except BrokenRecord as broken:
            why = str(broken)
        yield Damage(path, place.start, why)
        stream.back_to(behind)
        if not _to_next_beginning(stream) and torn is not None:
            yield torn


def _after_blank_lines(stream: WarcStream) -> tuple[RecordPosition, bytes]:
    while True:
        stream.skip_line_ends()
        place = stream.place
        line = stream.line()
        if not line or line.strip():
            return place, line


def _to_next_beginning(stream: WarcStream) -> bool:
    while line := stream.line():
        if _BEGINNING.match(line):
            stream.unread(line)
            return True
    return False


def _whole(stream: WarcStream, place: RecordPosition, headers: Headers) -> ArchivedRecord:
    length = _length(headers)
    # A request is shown whole: its body decides which POST it was.
    shown = min(length, 1 << 20) if header(headers, "warc-type") == "request" else min(length, HEAD)
    block = stream.read(shown)
    missing = length - len(block)
    if missing and stream.skip(missing) < missing:
        return ArchivedRecord(place, headers, length, block, torn=True)
    following = stream.line()
    if following.strip() and not _BEGINNING.match(following):
        raise BrokenRecord(f"the announced length of {length:,} bytes does not end where the record ends")
    stream.unread(following)
    return ArchivedRecord(place, headers, length, block)


def _header(stream: WarcStream, first: bytes) -> Headers:
    if not first.startswith(b"WARC/"):
        return _arc_header(first)
    lines: list[bytes] = []
    while line := stream.line().rstrip(b"\r\n"):
        lines.append(line)
        if len(lines) >= _HEADER_LINES:
            raise BrokenRecord("the record's header does not end")
    headers = _fields(lines)
    if any(not name for name, _ in headers):
        raise BrokenRecord("a line of the record's header has no name")
    return tuple((name.lower(), value) for name, value in headers)


def _fields(lines: Iterable[bytes]) -> list[tuple[str, str]]:
    """Names and values, a folded line with the one before it (RFC 9112, 5.2); no name where there is no colon."""
    fields: list[tuple[str, str]] = []
    for line in lines:
        text = header_text(line)
        if text[:1] in (" ", "\t") and fields:
            fields[-1] = (fields[-1][0], f"{fields[-1][1]} {text.strip()}")
            continue
        name, colon, value = text.partition(":")
        fields.append((name.strip(), value.strip()) if colon else ("", text))
    return fields


def _arc_header(line: bytes) -> Headers:
    found = _ARC.match(line)
    if not found:
        raise BrokenRecord("neither a WARC nor an ARC record begins here")
    url, address, date, media_type, length = (part.decode("utf-8", "replace") for part in found.groups())
    kind = "warcinfo" if url.startswith("filedesc:") else "response"
    when = f"{date[:4]}-{date[4:6]}-{date[6:8]}T{date[8:10] or '00'}:{date[10:12] or '00'}:{date[12:14] or '00'}Z"
    return (
        ("warc-type", kind),
        ("warc-target-uri", url),
        ("warc-date", when),
        ("warc-ip-address", address),
        ("content-type", media_type if kind == "warcinfo" else "application/http; msgtype=response"),
        ("content-length", length),
    )


def _length(headers: Headers) -> int:
    announced = header(headers, "content-length") or ""
    if not announced.isdecimal():
        raise BrokenRecord(f"the record's length is {announced[:40]!r}")
    return int(announced)


# ── the HTTP answer inside ────────────────────────────────────────────────────────────────────────────────

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})(?:\s|$)")
HEAD_END = re.compile(rb"\r?\n\r?\n")


def http_parts(block: bytes) -> tuple[int, Headers, bytes] | None:
    """Status, headers and body of an answer, or None if the block is no HTTP answer."""
    status = _STATUS.match(block)
    if status is None:
        return None
    end = HEAD_END.search(block)
    lines = block[: end.start() if end else len(block)].splitlines()[1:]
    headers = tuple(field for field in _fields(lines) if field[0])
    return int(status[1]), headers, block[end.end() :] if end else b""
