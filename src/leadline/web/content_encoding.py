"""Content encodings undone piece by piece, under a cap: no answer may unpack itself into our memory.

aiohttp's own decompression inflates all of a 189 KB gzip bomb's 200 MB before anybody can look
(docs/decisions/0002); so it is switched off and this does the work. zlib's streams are unpacked by ISA-L, which
takes two fifths of zlib's time (43 KB page: 73 µs against 186 in one run), and unpacking was a quarter of what a
page costs; rarer machines have no wheels of it, and use the standard library.

>>> import gzip
>>> decoder = Decoder("gzip", limit=100)
>>> decoder.feed(gzip.compress(b"records")) + decoder.finish()
b'records'
"""

import zlib
from collections.abc import Callable
from typing import Any

import brotli  # type: ignore[import-untyped]  # the package ships no types

machine: Callable[[int], Any]
"""`zlib.decompressobj` or its like, for zlib's `wbits`: 31 is gzip, 15 zlib, -15 a stream without a header."""
try:
    from isal import igzip_lib, isal_zlib
except ImportError:
    machine = zlib.decompressobj
    Fault: type[Exception] = zlib.error
else:
    machine = isal_zlib.decompressobj
    Fault = igzip_lib.IsalError  # type: ignore[assignment]  # its stub calls the class an instance


class EncodingError(Exception):
    """The bytes are not in the announced encoding; the caller knows the URL."""


class CapReached(Exception):
    """The decoded body has reached its limit; `bomb` tells a bomb from an honest long page."""

    def __init__(self, tail: bytes, *, bomb: bool) -> None:
        super().__init__()
        self.tail = tail
        self.bomb = bomb


class _Inflate:
    """gzip (members may follow each other), zlib, and the headerless deflate that many servers send.

    Of what is fed about `room` bytes come out, the rest waits inside until the stream is drained.
    """

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._begin_anew()
        self._waiting = b""
        self._members = 1
        self._after = b""
        """The first bytes behind a finished stream: another member of it, or something to ignore."""

    def _begin_anew(self) -> None:
        self._machine, self._begun = machine(31 if self._encoding == "gzip" else 15), False

    def at_once(self, data: bytes, room: int) -> bytes | None:
        """What a body's first bytes unpack to, if that is less than `room`; None, and nothing fed, if not."""
        if self._begun or self._waiting or len(data) < 2:
            return None
        self._begin(data)
        try:
            out: bytes | None = self._machine.decompress(data, room)
        except Fault:
            out = None
        if out is not None and len(out) < room and not self._machine.unconsumed_tail + self._machine.unused_data:
            return out
        self._begin_anew()
        return None

    def feed(self, data: bytes, room: int) -> bytes:
        if self._machine.eof:
            # Not through zlib: behind its end it collects all that comes in `unused_data`, without a bound.
            data = self._after + data
            self._after = data[:2]
            if not self._another_member():
                return b""
            self._next_member()
        data, self._waiting = self._waiting + data, b""
        if not self._begun:
            if len(data) < 2:  # two bytes tell zlib from headerless deflate
                self._waiting = data
                return b""
            self._begin(data)
        while True:
            try:
                out: bytes = self._machine.decompress(data, room)
            except Fault as error:
                raise EncodingError(str(error)) from error
            if not self._machine.eof:
                self._waiting = self._machine.unconsumed_tail
                return out
            rest = self._machine.unused_data
            self._after = rest[:2]
            if not self._another_member():
                return out
            self._next_member()
            data = rest
            if out:
                self._waiting = data
                return out

    def _next_member(self) -> None:
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise EncodingError(f"more than {MAX_MEMBERS:,} gzip members in a row")
        self._machine = machine(31)

    def _another_member(self) -> bool:
        return self._encoding == "gzip" and self._after == b"\x1f\x8b"

    def _begin(self, data: bytes) -> None:
        self._begun = True
        is_zlib = data[0] & 0x0F == 8 and (data[0] * 256 + data[1]) % 31 == 0
        if self._encoding == "deflate" and not is_zlib:
            self._machine = machine(-15)

    def drained(self) -> bool:
        return not self._waiting and (self._machine.eof or not self._begun)


class _Brotli:
    def __init__(self) -> None:
        self._machine = brotli.Decompressor()
        self._fed = 0

    def feed(self, data: bytes, room: int) -> bytes:
        self._fed += len(data)
        try:
            if data and not self._machine.can_accept_more_data():
                raise EncodingError("more input before the waiting output was taken")
            out: bytes = self._machine.process(data, output_buffer_limit=room)
        except brotli.error as error:
            raise EncodingError(str(error)) from error
        return out

    def drained(self) -> bool:
        return self._fed == 0 or bool(self._machine.is_finished())


MAX_STAGES = 3  # nobody honest packs a page more often; each stage multiplies what a bomb can do
MAX_MEMBERS = 1_000
"""Of gzip in one stream; the shortest blocks anybody writes (64 KB) make 160 of the longest page we read. Members
of nothing cost twenty bytes and a fresh machine each, and no cap on what comes out would ever see them."""
OFFERED = "gzip, deflate, br"


class Decoder:
    """Undo a Content-Encoding header. Feed chunks, then finish.

    Past `limit` decoded bytes it raises `CapReached` with what still fits; a body that grew by more than
    `expansion` on the way there is called a bomb. It does so past `limit` *packed* bytes too, those that came in
    and those between two encodings: a stream can be written that never unpacks to anything, and 39 bytes unpack
    to megabytes of it.
    """

    def __init__(self, encodings: str, limit: int, expansion: int = 100) -> None:
        names = [n.strip().lower() for n in encodings.split(",")]
        names = [n for n in names if n and n != "identity"]
        if len(names) > MAX_STAGES:
            raise EncodingError(f"{len(names)} encodings on top of each other")
        self._stages = [_stage(n) for n in reversed(names)]
        self._limit = limit
        self._expansion = expansion
        self._came_in = 0
        self._between = [0] * len(self._stages)
        self._went_out = 0
        self._broken: EncodingError | None = None

    def feed(self, chunk: bytes) -> bytes:
        """Decode one chunk. What can be read before the encoding breaks is returned first."""
        if self._broken is not None:
            raise self._broken
        if not self._stages and self._went_out + len(chunk) <= self._limit:
            self._went_out += len(chunk)
            return chunk
        if not self._came_in and (whole := self._at_once(chunk)) is not None:
            return whole
        out = bytearray()
        for start in range(0, len(chunk), _STEP):
            step = chunk[start : start + _STEP]
            self._came_in += len(step)
            if self._stages and self._came_in > self._limit:
                raise CapReached(bytes(out), bomb=False)
            try:
                self._through(0, step, out)
            except EncodingError as error:
                if not out:
                    raise
                self._broken = error
                break
        return bytes(out)

    def _at_once(self, chunk: bytes) -> bytes | None:
        """Most pages come in one chunk far below the cap; steps and copies cost 139 µs against 105."""
        if len(self._stages) != 1 or len(chunk) > self._limit or not isinstance(self._stages[0], _Inflate):
            return None
        whole = self._stages[0].at_once(chunk, min(_PIECE, self._limit + 1))
        if whole is not None:
            self._came_in, self._went_out = len(chunk), len(whole)
        return whole

    def _through(self, level: int, data: bytes, out: bytearray) -> None:
        if level == len(self._stages):
            room = self._limit - self._went_out
            if len(data) > room:
                out += data[:room]
                raise CapReached(bytes(out), bomb=self._grew())
            out += data
            self._went_out += len(data)
            return
        stage = self._stages[level]
        piece = stage.feed(data, _PIECE)
        while piece:
            self._between[level] += len(piece)
            if level + 1 < len(self._stages) and self._between[level] > self._limit:
                raise CapReached(bytes(out), bomb=self._grew())
            self._through(level + 1, piece, out)
            piece = stage.feed(b"", _PIECE)

    def _grew(self) -> bool:
        return bool(self._stages) and self._limit > self._came_in * self._expansion

    def finish(self) -> bytes:
        """What was still inside; raises `EncodingError` if the stream ends in the middle of something."""
        if self._broken is not None:
            raise self._broken
        out = bytearray()
        self._through(0, b"", out)
        if not all(stage.drained() for stage in self._stages):
            raise EncodingError("the stream ends too early")
        return bytes(out)


_PIECE = 256 * 1024
_STEP = 4 * 1024  # small enough that what came in is known when the cap is reached: a bomb is told by that ratio


def _stage(name: str) -> "_Inflate | _Brotli":
    if name in ("gzip", "x-gzip", "deflate"):
        return _Inflate(name.removeprefix("x-"))
    if name == "br":
        return _Brotli()
    raise EncodingError(f"unknown content encoding {name[:40]!r}")


def looks_packed(encodings: str, beginning: bytes) -> bool:
    """Whether a body begins like its announced encoding.

    Servers that forget to pack what they announce exist, and so do such that announce what is no content
    encoding at all ("utf-8", "none"): browsers show both.

    >>> looks_packed("gzip", b"<html>"), looks_packed("utf-8", b"<html>"), looks_packed("secret", b"\\x00\\x9b")
    (False, False, True)
    """
    outermost = encodings.rpartition(",")[2].strip().lower()
    if outermost in ("gzip", "x-gzip"):
        return beginning.startswith(b"\x1f\x8b"[: len(beginning)])
    return outermost in ("deflate", "br") or not _NEVER_IN_TEXT.isdisjoint(beginning[:512])


_NEVER_IN_TEXT = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
