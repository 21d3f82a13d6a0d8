"""The bytes of an archive as one stream with places to come back to, gzip members undone.

A record usually fills one gzip member; but some writers put all records into one, and some split a record over
two. So members are read as one text, and a place is the offset of a member and an offset inside it.
"""

import re
import zlib
from typing import BinaryIO, NamedTuple

GZIP = b"\x1f\x8b\x08"
_CHUNK = 64 * 1024
_LINE = 64 * 1024
_NO_LINE_END = re.compile(rb"[^\r\n]")


class Place(NamedTuple):
    """Where a record begins: offset in the file, and offset inside the gzip member that begins there."""

    start: int
    inner: int


class Broken(Exception):
    """A record that cannot be read; the walk goes on at the next beginning."""


class Unpackable(Broken):
    """Damaged compression: nothing behind it in this member can be read."""


class ArchiveStream:
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
                raise Unpackable(f"the gzip data is damaged ({error})") from error
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
    def place(self) -> Place:
        """Where the next byte is; earlier members are forgotten."""
        if not self._packed:
            return Place(self._members[0][1] + self.at, 0)
        while len(self._members) > 1 and self._members[1][0] <= self.at:
            del self._members[0]
        at, start = self._members[0]
        return Place(start, self.at - at)


def next_member(file: BinaryIO, start: int) -> int:
    """Offset of the next gzip magic from `start` on, or the end of the file."""
    file.seek(start)
    base, window = start, b""
    while chunk := file.read(_CHUNK):
        window += chunk
        at = window.find(GZIP)
        if at >= 0:
            return base + at
        base += max(0, len(window) - 2)
        window = window[-2:]
    return file.tell()
