"""Content encodings undone piece by piece, under a cap: no answer may unpack itself into our memory.

aiohttp's own decompression inflates all of a 189 KB gzip bomb's 200 MB before anybody can look
(docs/decisions/0002); so it is switched off and this does the work. zlib's streams are unpacked by ISA-L, which
takes two fifths of zlib's time (43 KB page: 73 µs against 186 in one run), and unpacking was a quarter of what a
page costs; rarer machines have no wheels of it, and use the standard library.

>>> import gzip
>>> body = BodyDecoder("http://a.example/", "gzip", cap=100)
>>> body.feed(gzip.compress(b"records")), body.finish()
(True, (b'records', None))
"""

import zlib
from collections.abc import Callable
from typing import Any, NoReturn

import brotli  # type: ignore[import-untyped]  # the package ships no types

from leadline.errors import BrokenEncoding, TooBig
from leadline.model.page import Truncation

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


class _NotEncoded(Exception):
    """The bytes are not in the announced encoding."""


class _Full(Exception):
    """The decoded body has reached its cap."""


class _Inflate:
    """gzip (members may follow each other), zlib, and the headerless deflate that many servers send.

    Of what is fed about `room` bytes come out, the rest waits inside until the stream is drained."""

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
        data, self._waiting = self._waiting + data, b""
        if not self._begun:
            if len(data) < 2:  # two bytes tell zlib from headerless deflate
                self._waiting = data
                return b""
            self._begin(data)
        while True:
            if self._machine.eof:
                # Not through zlib: behind its end it collects all that comes in `unused_data`, without a bound.
                data = self._after + data
                self._after = data[:2]
                if self._encoding != "gzip" or self._after != b"\x1f\x8b":
                    return b""
                self._members += 1
                if self._members > MAX_MEMBERS:
                    raise _NotEncoded(f"more than {MAX_MEMBERS:,} gzip members in a row")
                self._machine, self._after = machine(31), b""
            try:
                out: bytes = self._machine.decompress(data, room)
            except Fault as error:
                raise _NotEncoded(str(error)) from error
            if not self._machine.eof:
                self._waiting = self._machine.unconsumed_tail
                return out
            data = self._machine.unused_data
            if out:
                self._waiting = data
                return out

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
                raise _NotEncoded("more input before the waiting output was taken")
            out: bytes = self._machine.process(data, output_buffer_limit=room)
        except brotli.error as error:
            raise _NotEncoded(str(error)) from error
        return out

    def drained(self) -> bool:
        return self._fed == 0 or bool(self._machine.is_finished())


MAX_STAGES = 3  # nobody honest packs a page more often; each stage multiplies what a bomb can do
MAX_MEMBERS = 1_000
"""Of gzip in one stream; the shortest blocks anybody writes (64 KB) make 160 of the longest page we read. Members
of nothing cost twenty bytes and a fresh machine each, and no cap on what comes out would ever see them."""
OFFERED = "gzip, deflate, br"


class BodyDecoder:
    """The body of one answer as it comes, its Content-Encoding undone: feed chunks, then finish. `content` is what
    could be read of it, at most `cap` bytes.

    Raises `BrokenEncoding` where nothing can be read, and `TooBig` on a bomb: a body that grew by more than
    `expansion` on the way to its cap. *Packed* bytes are capped too, those that came in and those between two
    encodings: a stream can be written that never unpacks to anything, and 39 bytes unpack to megabytes of it."""

    def __init__(self, url: str, encodings: str, cap: int, expansion: int = 100) -> None:
        self._url, self._encodings, self._cap, self._expansion = url, encodings, cap, expansion
        self._begun = False
        self._stages: list[_Inflate | _Brotli] = []
        self._came_in = 0
        self._between = [0] * MAX_STAGES
        self._truncated: Truncation | None = None
        self.content: bytes | bytearray = b""

    def feed(self, chunk: bytes) -> bool:
        """Take a piece; False where no more can be used."""
        return self._advance(lambda: self._take(chunk))

    def finish(self) -> tuple[bytes, Truncation | None]:
        if self._truncated is None:
            self._advance(self._drain)
        return bytes(self.content), self._truncated

    def _advance(self, step: Callable[[], None]) -> bool:
        try:
            step()
        except _Full:
            self._truncated = Truncation.SIZE
        except _NotEncoded as error:
            if not self.content:
                found = f"the body cannot be unpacked as {self._encodings[:40]!r}: {error}"
                raise BrokenEncoding(self._url, found) from error
            self._truncated = Truncation.ENCODING
        return self._truncated is None

    def _take(self, chunk: bytes) -> None:
        if not self._begun:
            self._begun = True
            self._stages = _stages(self._encodings) if looks_packed(self._encodings, chunk) else []
        if not self._stages and len(self.content) + len(chunk) <= self._cap:
            self._add(chunk)
            return
        if not self._came_in and self._at_once(chunk):
            return
        for start in range(0, len(chunk), _STEP):
            step = chunk[start : start + _STEP]
            self._came_in += len(step)
            if self._stages and self._came_in > self._cap:
                raise _Full
            self._through(0, step)

    def _at_once(self, chunk: bytes) -> bool:
        """Most pages come in one chunk far below the cap; steps and copies cost 139 µs against 105."""
        if len(self._stages) != 1 or len(chunk) > self._cap or not isinstance(self._stages[0], _Inflate):
            return False
        whole = self._stages[0].at_once(chunk, min(_PIECE, self._cap + 1))
        if whole is None:
            return False
        self._came_in = len(chunk)
        self._add(whole)
        return True

    def _through(self, level: int, data: bytes) -> None:
        if level == len(self._stages):
            room = self._cap - len(self.content)
            self._add(data[:room])
            if len(data) > room:
                self._end_at_cap()
            return
        stage = self._stages[level]
        piece = stage.feed(data, _PIECE)
        while piece:
            self._between[level] += len(piece)
            if level + 1 < len(self._stages) and self._between[level] > self._cap:
                self._end_at_cap()
            self._through(level + 1, piece)
            piece = stage.feed(b"", _PIECE)

    def _end_at_cap(self) -> NoReturn:
        if self._stages and self._cap > self._came_in * self._expansion:
            raise TooBig(self._url, f"unpacks to more than {self._cap:,} bytes: a decompression bomb")
        raise _Full

    def _drain(self) -> None:
        self._through(0, b"")
        if not all(stage.drained() for stage in self._stages):
            raise _NotEncoded("the stream ends too early")

    def _add(self, piece: bytes) -> None:
        """A body is one piece as a rule, and then never copied."""
        if not self.content or not piece:
            self.content = self.content or piece
            return
        if isinstance(self.content, bytes):
            self.content = bytearray(self.content)
        self.content += piece


_PIECE = 256 * 1024
_STEP = 4 * 1024  # small enough that what came in is known when the cap is reached: a bomb is told by that ratio


def _stages(encodings: str) -> list[_Inflate | _Brotli]:
    names = [n for name in encodings.split(",") if (n := name.strip().lower()) not in ("", "identity")]
    if len(names) > MAX_STAGES:
        raise _NotEncoded(f"{len(names)} encodings on top of each other")
    return [_stage(name) for name in reversed(names)]


def _stage(name: str) -> _Inflate | _Brotli:
    if name in ("gzip", "x-gzip", "deflate"):
        return _Inflate(name.removeprefix("x-"))
    if name == "br":
        return _Brotli()
    raise _NotEncoded(f"unknown content encoding {name[:40]!r}")


def looks_packed(encodings: str, beginning: bytes) -> bool:
    """Whether a body begins like its announced encoding.

    Servers that forget to pack what they announce exist, and so do such that announce what is no content
    encoding at all ("utf-8", "none"): browsers show both.

    >>> looks_packed("gzip", b"<html>"), looks_packed("utf-8", b"<html>"), looks_packed("secret", b"\\x00\\x9b")
    (False, False, True)
    """
    outermost = encodings.rstrip(", ").rpartition(",")[2].strip().lower()
    if outermost in ("gzip", "x-gzip"):
        return beginning.startswith(b"\x1f\x8b"[: len(beginning)])
    return outermost in ("deflate", "br") or not _NEVER_IN_TEXT.isdisjoint(beginning[:512])


_NEVER_IN_TEXT = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
