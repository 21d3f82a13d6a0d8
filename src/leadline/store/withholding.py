"""Archived answers whose content is taken out again, record by record, each leaving as many bytes as it had.

What takes the place of a record is padded to its length, so that every other record stays where the database, an
index or a revisit record says it lies: a file is copied with the new records and put in the place of the old one
at once, and whoever is killed before has changed nothing. The padding is the comment of a gzip member (RFC 1952,
section 2.3.1), which every reader skips.

- *Emptied*: an answer keeps its address, status and headers, and loses its body. Its header `X-Leadline-Withheld`
  says so, and `WARC-Truncated` says it to readers that are not ours.
- *Wiped*: a record whose address gives away what is not to be known loses that too.
"""

import base64
import hashlib
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from leadline.errors import ArchiveError
from leadline.model.page import Headers
from leadline.store.atomic import atomic_write
from leadline.store.forgetting import FORGOTTEN_URL, WITHHELD
from leadline.web.replay import original_place
from leadline.web.warc import HEAD, ArchivedRecord, Damage, http_parts, read_at, walk
from leadline.web.warc_stream import RecordPosition

_WHOLE = 2**31  # bytes of a record that are looked at: all that was let in
_HTTP = "application/http; msgtype=response"
_NAMES = {
    name.lower(): name
    for name in (
        *("WARC-Type", "WARC-Record-ID", "WARC-Date", "WARC-Target-URI", "WARC-Warcinfo-ID", "WARC-IP-Address"),
        *("WARC-Concurrent-To", "Content-Type"),
    )
}
"""Headers of a record that it keeps, as the standard writes them."""


class Keeps(Enum):
    """What a record may keep."""

    ALL = "all"
    HEAD = "head"  # not its body
    NOTHING = "nothing"  # not even its address


@dataclass(frozen=True, slots=True)
class Withheld:
    """A record of a file that is to be replaced."""

    offset: int
    length: int
    keeps: Keeps
    kind: str  # of the record: request, response, …


Judge = Callable[[ArchivedRecord], Keeps]


def found_in(path: Path, judge: Judge) -> Iterator[Withheld]:
    """The records of a file that may not stay as they are, as `judge` says, which sees them whole."""
    before: ArchivedRecord | None = None
    for record in walk(path):
        if isinstance(record, Damage) or record.place.inner:
            where = record.offset if isinstance(record, Damage) else record.place.start
            raise ArchiveError(
                f"{path} is not as Leadline writes archives (at {where:,}), so nothing can be taken out of it; "
                "put the file back from a backup"
            )
        if before is not None:
            yield from _judged(path, before, record.place.start, judge)
        before = record
    if before is not None:
        yield from _judged(path, before, path.stat().st_size, judge)


def _judged(path: Path, record: ArchivedRecord, end: int, judge: Judge) -> Iterator[Withheld]:
    if record.kind == "warcinfo":
        return
    whole = record if record.length <= len(record.block) else read_at(path, record.place, _WHOLE)
    keeps = judge(whole)
    if keeps is not Keeps.ALL:
        yield Withheld(record.place.start, end - record.place.start, keeps, record.kind)


def withhold(path: Path, found: Iterable[Withheld]) -> None:
    """Put in the place of a file one without them."""
    wanted = sorted(found, key=lambda one: one.offset)
    with path.open("rb") as old, atomic_write(path) as out:
        for one in wanted:
            _copied(old, out, one.offset)
            out.write(_replacement(path, one))
            old.seek(one.offset + one.length)
        _copied(old, out, path.stat().st_size)


def emptied_at(path: Path, offset: int, length: int) -> None:
    """Empty the last record of a file that nobody knows of yet, where it lies."""
    member = _replacement(path, Withheld(offset, length, Keeps.HEAD, "response"))
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(member)


def _copied(old: BinaryIO, out: BinaryIO, until: int) -> None:
    left = until - old.tell()
    while left > 0 and (piece := old.read(min(left, 1 << 20))):
        out.write(piece)
        left -= len(piece)


def is_withheld(headers: Headers) -> bool:
    """Whether an answer of the archive is one whose body was taken out."""
    return any(name.lower() == WITHHELD.lower() for name, _ in headers)


# ── what takes their place ────────────────────────────────────────────────────────────────────────────────


def _replacement(path: Path, one: Withheld) -> bytes:
    record = read_at(path, RecordPosition(one.offset, 0), _WHOLE)
    for text in _texts(record, one.keeps):
        if (member := _padded(text, one.length)) is not None:
            return member
    raise ArchiveError(
        f"{path}: the record at {one.offset:,} is too short to be replaced in its place; nothing was changed"
    )


def _texts(record: ArchivedRecord, keeps: Keeps) -> Iterator[bytes]:
    """What may stand there, the fullest first."""
    parts = http_parts(record.block) if record.kind in ("response", "revisit") else None
    if keeps is Keeps.HEAD and parts is not None:
        status, headers, _ = parts
        stays = [pair for pair in headers if pair[0].lower() not in ("content-length", WITHHELD.lower())]
        for kept in (stays, []):
            yield _record(record, _NAMES, _answer(status, kept), truncated=True)
    few = ("warc-record-id", "warc-date")
    names = {name: _NAMES[name] for name in few}
    forgotten = {"WARC-Target-URI": FORGOTTEN_URL}
    if parts is not None:
        given = {"WARC-Type": "response", **forgotten, "Content-Type": _HTTP}
        yield _record(record, names, _answer(parts[0], []), given)
    else:
        given = {"WARC-Type": "metadata", **forgotten, "Content-Type": "application/warc-fields"}
        yield _record(record, names, b"withheld: yes\r\n", given)


def _answer(status: int, headers: Iterable[tuple[str, str]]) -> bytes:
    lines = [f"HTTP/1.1 {status} Withheld", *(f"{n}: {v}" for n, v in headers), f"{WITHHELD}: yes"]
    return "\r\n".join([*lines, "Content-Length: 0"]).encode("utf-8", "surrogateescape") + b"\r\n\r\n"


def _record(
    record: ArchivedRecord,
    names: Mapping[str, str],
    block: bytes,
    given: Mapping[str, str] | None = None,
    *,
    truncated: bool = False,
) -> bytes:
    kept = [(names[name], value) for name, value in record.headers if name in names]
    lines = [*(given or {}).items(), *kept]
    if truncated:
        lines += [("WARC-Truncated", "unspecified"), ("WARC-Payload-Digest", _digest(b""))]
    lines += [("WARC-Block-Digest", _digest(block)), ("Content-Length", str(len(block)))]
    head = "\r\n".join(["WARC/1.1", *(f"{name}: {value}" for name, value in lines)])
    return head.encode("utf-8", "surrogateescape") + b"\r\n\r\n" + block + b"\r\n\r\n"


def _digest(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()


_PLAIN, _COMMENT = 0, 0x10


def _padded(text: bytes, length: int) -> bytes | None:
    """A gzip member of just that length; None where it does not fit."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text) + packer.flush()
    tail = zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")
    room = length - 10 - len(packed) - len(tail)
    if room < 0:
        return None
    flags = _COMMENT if room else _PLAIN
    head = bytes((0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 2, 255))
    return head + (b" " * (room - 1) + b"\0" if room else b"") + packed + tail


def originals(warc: Path, places: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Where the answers lie that are named: those that these repeat, too."""
    found = set(places)
    for name, offset in places:
        record = read_at(warc / name, RecordPosition(offset, 0), HEAD)
        if record.kind == "revisit":
            file, place = original_place(warc / name, record)
            found.add((file.name, place.start))
    return found
