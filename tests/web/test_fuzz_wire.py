"""Broken answers by the hundreds from a real socket through the real door; `make fuzz` runs two thousand."""

import asyncio
import gzip
import os
import random
import socket
import time
import zlib
from collections import Counter
from dataclasses import replace

import brotli  # type: ignore[import-untyped]  # the package ships no types
from hostile_server import GOOD, HostileServer, Visit
from survival import LIMITS, SETTINGS, run

from leadline.errors import FetchError
from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.parse.document import parse
from leadline.web.door import open_door

ANSWERS = 2_000 if "LEADLINE_FUZZ" in os.environ else 200
AT_ONCE = 20
PAGE = GOOD + b"<p>caf\xc3\xa9</p>" + b"<table><tr><td>row</table>" * 40
HEADS = [
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
    b"HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=shift_jis\r\nSet-Cookie: a=b; Path=/\r\n",
    b"HTTP/1.1 404 Not Found\r\nContent-Type: application/xhtml+xml\r\nRetry-After: 1\r\n",
    b"HTTP/1.1 206 Partial\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-9/10\r\nX: \xff\xfe\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: /somewhere\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nLink: <x>; rel=next\r\nConnection: keep-alive\r\n",
    b"HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\n",
]
PIECES = [
    b"\r\n", b"\n", b"\r", b"\x00", b": ", b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"\xff" * 9,
    b"Transfer-Encoding: chunked\r\n", b"Content-Encoding: gzip\r\n", b"Content-Encoding: br, gzip\r\n",
    b"HTTP/1.1 ",
    b"0\r\n\r\n", b"ffffffff\r\n", b"5;x=y\r\nhello\r\n", b" " * 300, b"x" * 9_000, b"A: b\r\n" * 90,
    b"\x1f\x8b\x08",
    b"Location: http://127.0.0.1:1/\r\n", b"Refresh: 0; url=/\r\n", b"<meta charset=utf-7>", b"\t",
]  # fmt: skip


def chunked(body: bytes, chance: random.Random) -> bytes:
    out, at = bytearray(), 0
    while at < len(body):
        step = chance.randrange(1, 900)
        piece = body[at : at + step]
        out += b"%x\r\n%b\r\n" % (len(piece), piece)
        at += step
    return bytes(out + b"0\r\n\r\n")


def whole(chance: random.Random) -> bytes:
    """An answer as a server means it."""
    packed: dict[bytes, bytes] = {
        b"": PAGE,
        b"gzip": gzip.compress(PAGE),
        b"br": brotli.compress(PAGE),
        b"deflate": zlib.compress(PAGE),
        b"gzip, br": brotli.compress(gzip.compress(PAGE)),
        b"gzip, gzip": gzip.compress(gzip.compress(b"") * 200),
    }
    encoding, body = chance.choice(list(packed.items()))
    head = chance.choice(HEADS) + (b"Content-Encoding: %b\r\n" % encoding if encoding else b"")
    if chance.random() < 0.4:
        return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(body, chance)
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def broken(number: int) -> bytes:
    """The same bytes for the same number: a few things in an answer replaced, doubled, cut or put in."""
    chance = random.Random(f"wire/{number}")
    data = bytearray(whole(chance))
    for _ in range(chance.randrange(0, 5)):
        place = chance.randrange(len(data) + 1)
        # Heads are short and bodies long: half of what is broken is broken in the head.
        place = place if chance.random() < 0.5 else min(place, chance.randrange(200))
        end = place + chance.randrange(1, 40)
        kind = chance.randrange(5)
        if kind == 0 and place < len(data):
            data[place] = chance.randrange(256)
        elif kind == 1:
            del data[place:end]
        elif kind == 2:
            data[place:place] = data[place:end]
        elif kind == 3:
            data[place:place] = chance.choice(PIECES)
        else:
            del data[place:]
    return bytes(data)


def serve(visit: Visit) -> bool:
    number = visit.path.strip("/")
    if not number.isdigit():
        return visit.answer()
    visit.send(broken(int(number)))
    visit.sock.shutdown(socket.SHUT_RDWR)  # before this visit counts as over: see `settled`
    return False


async def settled(server: HostileServer) -> None:
    """Waits until every connection that the server leaves is known here to be lost.

    Some broken answers look whole, and their connections are kept for the next request: one that the server was
    just about to end would lose that request."""
    while server.busy:  # noqa: ASYNC110  # the server lives in threads
        await asyncio.sleep(0.01)
    for _ in range(5):  # turns of the loop: in one it reads the ends, in the next it acts on them
        await asyncio.sleep(0)


def test_broken_answers() -> None:
    """Each is a page or a typed error within its time, what came can be read, and the door goes on working."""
    seen: Counter[str] = Counter()
    slowest = 0.0

    async def one(fetcher: object, number: int) -> None:
        nonlocal slowest
        started = time.monotonic()
        try:
            response = await fetcher.fetch(Request(f"http://h{number}.example/{number}", permit=TARGET))  # type: ignore[attr-defined]
        except FetchError as error:
            seen[error.kind] += 1
        else:
            seen[f"status {response.status // 100}xx"] += 1
            parse(response).whole()
        slowest = max(slowest, time.monotonic() - started)

    async def go() -> None:
        limits = replace(LIMITS, total_seconds=2.0, first_byte_seconds=1.0)
        async with open_door(replace(SETTINGS, connect_to=server.address, limits=limits)) as fetcher:
            for start in range(0, ANSWERS, AT_ONCE):
                await asyncio.gather(*(one(fetcher, n) for n in range(start, min(start + AT_ONCE, ANSWERS))))
            await settled(server)
            good = await fetcher.fetch(Request("http://good.example/good", permit=TARGET))
            assert (good.status, good.body) == (200, GOOD)

    with HostileServer(default=serve) as server:
        run(go())
    print(dict(seen), f"{slowest:.2f} s at most")
    assert sum(seen.values()) == ANSWERS
    assert slowest < 20.0  # a redirect chain may take several times the limit of one answer
    assert len(seen) >= 4  # pages as well as several kinds of errors: the breaking reaches everywhere
