"""The bytes of an archive as one stream with places to come back to, gzip members undone.

A record usually fills one gzip member; but some writers put all records into one, and some split a record over
two. So members are read as one text, and a place is the offset of a member and an offset inside it.
Archives that cannot be entered in the middle are unpacked once into a plain file (`unpack_whole`).
"""

import gzip
import re
import zlib
from collections.abc import Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import BinaryIO, NamedTuple

from leadline.errors import ArchiveError

GZIP = b"\x1f\x8b\x08"
_CHUNK = 64 * 1024
_LINE = 64 * 1024
_NO_LINE_END = re.compile(rb"[^\r\n]")


class RecordPosition(NamedTuple):
    """Where a record begins: offset in the file, and offset inside the gzip member that begins there."""

    start: int
    inner: int


class BrokenRecord(Exception):
    """A record that cannot be read; the walk goes on at the next beginning."""


class BrokenCompression(BrokenRecord):
    """Damaged compression: nothing behind it in this member can be read."""


class WarcStream:
    """A plain file, or the gzip members of one as a single text, with places to come back to."""

    def __init__(self, file: BinaryIO, start: int, *, packed: bool) -> None:
        self._file = file
        self._packed = packed
        self.torn = False
        """The last gzip member read so far has not come to its end."""
        self._members = [(0, start)]
        self._begin(0, start)

    def _begin(self, at: int, start: int) -> None:
        self.at = at
        self._buffer = b""
        self._used = 0
        self._machine = zlib.decompressobj(31)
        self._waiting = b""
        self.torn = False
        self._file.seek(start)

    def _more(self) -> bool:
        # What was used is dropped here and not at every line: a file of nothing but line ends would take minutes.
        self._buffer, self._used = self._buffer[self._used :], 0
        if not self._packed:
            self._buffer += (chunk := self._file.read(_CHUNK))
            return bool(chunk)
        while packed := self._waiting or self._file.read(_CHUNK):
            try:
                chunk = self._machine.decompress(packed, _CHUNK)
            except zlib.error as error:
                raise BrokenCompression(f"the gzip data is damaged ({error})") from error
            self._waiting = self._machine.unconsumed_tail
            self._buffer += chunk
            self.torn = not self._machine.eof
            if self._machine.eof:
                self._waiting = self._machine.unused_data
                self._machine = zlib.decompressobj(31)
                start = self._file.tell() - len(self._waiting)
                self._members.append((self.at + len(self._buffer), start))
            if chunk:
                return True
        return False

    @property
    def _left(self) -> int:
        return len(self._buffer) - self._used

    def line(self) -> bytes:
        """The next line with its end, empty at the end of the file."""
        while (end := self._buffer.find(b"\n", self._used)) < 0 and self._left < _LINE:
            if not self._more():
                break
        return self.read(end + 1 - self._used if end >= 0 else min(self._left, _LINE))

    def skip_line_ends(self) -> None:
        while self._left or self._more():
            solid = _NO_LINE_END.search(self._buffer, self._used)
            self._take(solid.start() - self._used if solid else self._left)
            if solid:
                return

    def unread(self, piece: bytes) -> None:
        self._buffer, self._used = piece + self._buffer[self._used :], 0
        self.at -= len(piece)

    def read(self, size: int) -> bytes:
        pieces = []
        while size > 0 and (self._left or self._more()):
            piece = self._buffer[self._used : self._used + size]
            self._take(len(piece))
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def _take(self, size: int) -> None:
        self._used += size
        self.at += size

    def skip(self, size: int) -> int:
        """Go on without keeping anything; returns how much there was to skip."""
        begun, target = self.at, self.at + size
        if not self._packed and size > self._left:
            start = self._members[0][1]
            target = min(target, self._file.seek(0, 2) - start)
            self._file.seek(start + target)
            self._buffer, self._used = b"", 0
            self.at = target
        while self.at < target and (self._left or self._more()):
            self._take(min(target - self.at, self._left))
        return self.at - begun

    def back_to(self, at: int) -> None:
        self._members = [member for member in self._members if member[0] <= at]
        self._begin(*self._members[-1])
        self.skip(at - self.at)

    @property
    def place(self) -> RecordPosition:
        """Where the next byte is; earlier members are forgotten."""
        if not self._packed:
            return RecordPosition(self._members[0][1] + self.at, 0)
        while len(self._members) > 1 and self._members[1][0] <= self.at:
            del self._members[0]
        at, start = self._members[0]
        return RecordPosition(start, self.at - at)


def next_member(file: BinaryIO, start: int) -> int:
    """Offset of the next gzip magic from `start` on, or the end of the file."""
    with mmap(file.fileno(), 0, access=ACCESS_READ) as whole:
        found = whole.find(GZIP, start)
        return found if found >= 0 else len(whole)


# ── archives in one piece ─────────────────────────────────────────────────────────────────────────────────

_PIECE = 1 << 20
_ALWAYS_FINE = 1 << 30  # below this size nothing is called a bomb
_ZSTD = (b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18")  # a frame, or the skippable frame that holds a dictionary


def is_zstd(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in _ZSTD


def unpack_whole(packed: Path, plain: Path, expansion: int) -> None:
    """Write what is in `packed` to `plain`; a torn end is left out, a bomb raises `ArchiveError`."""
    most = max(_ALWAYS_FINE, expansion * packed.stat().st_size)
    written = 0
    with plain.open("wb") as out:
        for chunk in _zstd(packed) if is_zstd(packed) else _gzip(packed):
            written += out.write(chunk)
            if written > most:
                raise ArchiveError(
                    f"{packed} unpacks to more than {expansion} times its size, so it was taken for a "
                    "decompression bomb and not replayed; unpack it yourself and give the .warc if you trust it"
                )


def _gzip(path: Path) -> Iterator[bytes]:
    with gzip.open(path) as file:
        try:
            while chunk := file.read1(_PIECE):
                yield chunk
        except (EOFError, zlib.error, gzip.BadGzipFile):
            return  # the walk over the plain file reports the record that is torn by this


def _zstd(path: Path) -> Iterator[bytes]:
    from fastwarc.stream_io import ZstdReader

    reader = ZstdReader(str(path))
    try:
        while chunk := reader.read(_PIECE):
            yield chunk
    except OSError as error:
        raise ArchiveError(
            f"{path} cannot be unpacked as Zstandard ({error}), so nothing of it was replayed; "
            "test it with 'zstd -t', and recompress it as .warc.gz"
        ) from error
    finally:
        reader.close()
