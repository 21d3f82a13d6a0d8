"""Bodies that bomb, never end, lie about their length or encoding, or are no pages at all."""

import gzip
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import brotli  # type: ignore[import-untyped]  # the package ships no types
import pytest
from hostile_server import GOOD, Script, endless, in_two, page, raw, then_reset, then_silence
from survival import LIMITS, SETTINGS, Case, Late, ids, survive

from leadline.errors import BrokenEncoding, BrokenHttp, HeadersTooBig, NotAPage, TimedOut, TooBig
from leadline.model.page import Response, Truncation

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
ZEROS = bytes(64 * 2**20)
MIB = 2**20
QUICKLY = 1
"""Level of compression."""


def packed(body: bytes, encoding: str) -> Script:
    return page(body, f"Content-Type: text/html\r\nContent-Encoding: {encoding}")


def late(body: Callable[[], bytes], encoding: str) -> Late:
    return Late(lambda: packed(body(), encoding))


def chunked(body: bytes) -> Script:
    return raw(CHUNKED + body)


def hello(response: Response) -> bool:
    return response.body == b"hello"


def whole(response: Response) -> bool:
    return response.body == GOOD


def raw_deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(QUICKLY, zlib.DEFLATED, -15)
    return machine.compress(data) + machine.flush()


@cache
def bomb() -> bytes:
    return gzip.compress(ZEROS, QUICKLY)


EMPTY_MEMBER = gzip.compress(b"")


@cache
def empty_members() -> bytes:
    """39 bytes that unpack to 8 MB that unpack to nothing."""
    return bytes(brotli.compress(EMPTY_MEMBER * 400_000, quality=5, lgwin=24))


EMPTY_BLOCK = b"\x00\x00\x00\xff\xff"
"""A stored deflate block of no bytes: a stream of them is valid, endless, and unpacks to nothing."""


def nothing() -> bytes:
    return bytes(brotli.compress(EMPTY_BLOCK * 4_000_000, quality=5, lgwin=24))


def brotli_bomb() -> bytes:
    return bytes(brotli.compress(ZEROS, quality=5))


BOMBS = [
    Case("gzip bomb", late(bomb, "gzip"), TooBig),
    Case("deflate bomb", late(lambda: zlib.compress(ZEROS, QUICKLY), "deflate"), TooBig),
    Case("headerless deflate bomb", late(lambda: raw_deflate(ZEROS), "deflate"), TooBig),
    Case("brotli bomb", late(brotli_bomb, "br"), TooBig),
    Case("gzip in gzip", late(lambda: gzip.compress(bomb()), "gzip, gzip"), TooBig),
    Case("brotli in gzip in gzip", late(lambda: gzip.compress(gzip.compress(brotli_bomb())),
         "br, gzip, gzip"), TooBig),
    Case("bomb of many members", late(lambda: gzip.compress(bytes(2 * MIB)) * 20, "gzip"), TooBig),
    Case("bomb in a redirect's body", Late(lambda: page(bomb(),
         "Content-Encoding: gzip\r\nContent-Type: text/html", "302 Found")), Truncation.SIZE),
    Case("bomb in an error page", Late(lambda: page(bomb(), "Content-Encoding: gzip", "500 Oops")), TooBig),
    Case("flood of empty gzip members", endless(OK + b"Content-Encoding: gzip\r\n\r\n", EMPTY_MEMBER * 500),
         BrokenEncoding, most_sent=24 * MIB),
    Case("empty gzip members under brotli", late(empty_members, "gzip, br"), BrokenEncoding),
    Case("empty gzip members under brotli under brotli",
         late(lambda: brotli.compress(empty_members()), "gzip, br, br"), BrokenEncoding),
    Case("nothing under brotli", late(nothing, "deflate, br"), TooBig),
    Case("endless deflate that unpacks to nothing", endless(OK + b"Content-Encoding: deflate\r\n\r\n",
         EMPTY_BLOCK * 2000), Truncation.SIZE, most_sent=24 * MIB),
    Case("endless trailing garbage after gzip",
         endless(OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(GOOD), b"\x1fgarbage" * 2000),
         Truncation.SIZE, whole, most_sent=24 * MIB),
]  # fmt: skip

ENCODINGS = [
    Case("gzip announced, plain sent", packed(GOOD, "gzip"), None, whole),
    Case("brotli announced, garbage sent", packed(b"\xff\xfe not brotli" * 9, "br"), BrokenEncoding),
    Case("deflate announced, garbage sent", packed(b"\xff\xff\xff\xff" * 9, "deflate"), BrokenEncoding),
    Case("unknown encoding", packed(b"\x00\x01\x02 secret", "x-secret"), BrokenEncoding),
    Case("a charset announced as encoding", packed(GOOD, "UTF-8"), None, whole),
    Case("ten encodings in one line", packed(gzip.compress(GOOD), ", ".join(["gzip"] * 10)), BrokenEncoding),
    Case("ten encodings in ten lines",
         packed(gzip.compress(GOOD), "\r\nContent-Encoding: ".join(["gzip"] * 10)), BrokenEncoding),
    Case("gzip cut short", packed(gzip.compress(GOOD * 9, 0)[:400], "gzip"), Truncation.ENCODING),
    Case("gzip of three bytes", packed(b"\x1f\x8b\x08", "gzip"), BrokenEncoding),
    Case("gzip with a wrong checksum", packed(gzip.compress(GOOD)[:-8] + bytes(8), "gzip"), BrokenEncoding),
    Case("garbage behind gzip", packed(gzip.compress(GOOD) + b"garbage", "gzip"), None, whole),
    Case("two members", packed(gzip.compress(GOOD[:20]) + gzip.compress(GOOD[20:]), "gzip"), None, whole),
    Case("second member broken", packed(gzip.compress(GOOD) + b"\x1f\x8bnot a member", "gzip"),
         Truncation.ENCODING, whole),
    Case("encoding without a body", packed(b"", "gzip"), None),
]  # fmt: skip

LENGTHS = [
    Case("length too long", raw(OK + b"Content-Length: 5000\r\n\r\n" + GOOD), Truncation.CONNECTION, whole),
    Case("length too long, nothing sent", raw(OK + b"Content-Length: 5000\r\n\r\n"), BrokenHttp),
    Case("length too short", in_two(OK + b"Content-Length: 10\r\n\r\n" + GOOD[:10], GOOD[10:]), None,
         lambda r: r.body == GOOD[:10]),
    Case("length too short, all at once", raw(OK + b"Content-Length: 10\r\n\r\n" + GOOD), BrokenHttp),
    Case("negative length", raw(OK + b"Content-Length: -1\r\n\r\n" + GOOD), BrokenHttp),
    Case("length that is no number", raw(OK + b"Content-Length: many\r\n\r\n" + GOOD), BrokenHttp),
    Case("length past 64 bits", raw(OK + b"Content-Length: " + b"9" * 40 + b"\r\n\r\n" + GOOD), BrokenHttp),
    Case("two different lengths", raw(OK + b"Content-Length: 5\r\nContent-Length: 90\r\n\r\n" + GOOD), BrokenHttp),
    Case("length and chunks", raw(CHUNKED[:-2] + b"Content-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), BrokenHttp),
    Case("endless without length", endless(OK + b"\r\n", b"and more " * 7000), Truncation.SIZE,
         most_sent=24 * MIB),
    Case("endless with a length", endless(OK + b"Content-Length: 99999999999\r\n\r\n", b"and more " * 7000),
         Truncation.SIZE, most_sent=24 * MIB),
    Case("endless chunks", endless(CHUNKED, b"3e8\r\n" + b"x" * 1000 + b"\r\n"), Truncation.SIZE,
         most_sent=24 * MIB),
    Case("endless chunks of one byte", endless(CHUNKED, b"1\r\nx\r\n" * 3000), Truncation.SIZE, most_sent=24 * MIB,
         settings=replace(SETTINGS, limits=replace(LIMITS, body=65_536))),
    Case("body in a slow drip", endless(OK + b"Content-Length: 5000\r\n\r\n", b"x", 0.05), Truncation.TIME),
    Case("body that stops half-way", then_silence(OK + b"Content-Length: 5000\r\n\r\n<p>half"),
         Truncation.TIME),
    Case("body that never starts", then_silence(OK + b"Content-Length: 5000\r\n\r\n"), TimedOut),
    Case("reset in the body", then_reset(OK + b"Content-Length: 5000\r\n\r\n" + GOOD), Truncation.CONNECTION,
         whole),
    Case("NUL bytes in the body", page(b"<p>\x00" * 5000), None, lambda r: len(r.body) == 20_000),
    Case("204 with a body", in_two(b"HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 5\r\n\r\n",
         b"hello"), None, lambda r: r.body == b""),
    Case("304 that nobody asked for",
         raw(b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\nContent-Length: 90\r\n\r\n"), None,
         lambda r: r.status == 304 and r.body == b""),
]  # fmt: skip

CHUNKS = [
    Case("chunk size that is no number", chunked(b"xyz\r\nhello\r\n0\r\n\r\n"), BrokenHttp),
    Case("negative chunk size", chunked(b"-5\r\nhello\r\n0\r\n\r\n"), BrokenHttp),
    Case("chunk size past 64 bits", chunked(b"f" * 30 + b"\r\nhello"), BrokenHttp),
    Case("huge chunk size", chunked(b"7fffffffffffffff\r\nhello"), Truncation.CONNECTION, hello),
    Case("no line end behind a chunk", chunked(b"5\r\nhello5\r\nworld\r\n0\r\n\r\n"), BrokenHttp),
    Case("chunks cut short", chunked(b"5\r\nhello\r\n"), Truncation.CONNECTION, hello),
    Case("chunk size line of a megabyte", chunked(b"5;" + b"x" * MIB + b"\r\nhello\r\n0\r\n\r\n"), None, hello),
    Case("flood of trailers", chunked(b"5\r\nhello\r\n0\r\n" + b"X-T: y\r\n" * 50_000), HeadersTooBig),
    Case("chunks that break later", in_two(CHUNKED + b"5\r\nhello\r\n", b"nonsense\r\n"), Truncation.CONNECTION,
         hello),
    Case("chunk size line that never ends", endless(CHUNKED + b"1;", b"x" * 65_536), TimedOut),
]  # fmt: skip


def download(kind: str, disposition: str = "") -> Script:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{disposition}Content-Length: {2**31}\r\n\r\n".encode()
    return endless(head, bytes(65_536))


DOWNLOADS = [
    Case("video of two gigabytes", download("video/mp4"), NotAPage, most_sent=16 * MIB),
    Case("image of two gigabytes", download("image/png"), NotAPage, most_sent=16 * MIB),
    Case("archive as an attachment", download("application/zip", "Content-Disposition: attachment\r\n"), NotAPage,
         most_sent=16 * MIB),
    Case("page-like type as an attachment",
         download("text/csv", "Content-Disposition: attachment; filename=x\r\n"), NotAPage, most_sent=16 * MIB),
    Case("two gigabytes that claim to be a page", download("text/html"), Truncation.SIZE, most_sent=16 * MIB),
]  # fmt: skip


@pytest.mark.parametrize("case", [*BOMBS, *ENCODINGS, *LENGTHS, *CHUNKS, *DOWNLOADS], ids=ids)
def test_body(case: Case) -> None:
    """A hostile body has its typed outcome within time and memory, and the next page is fetched."""
    survive(case)
