"""Answers that are no HTTP, or whose status line and headers are weapons; and connections that are misused."""

import asyncio
from dataclasses import replace

import pytest
from hostile_server import GOOD, HostileServer, Visit, endless, page, raw, then_reset, then_silence
from survival import SETTINGS, URL, Case, ids, outcome, peak, reset_peak, resident, run, survive

from leadline.errors import BrokenHttp, HeadersTooBig, TimedOut
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response, Truncation
from leadline.web.door import open_door

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
BODY = b"Content-Length: 91\r\n\r\n" + GOOD
MIB = 2**20


def status(code: int) -> bytes:
    return f"HTTP/1.1 {code:03} Strange\r\nConnection: close\r\nContent-Type: text/html\r\n".encode() + BODY


FLOODS = [
    Case("many headers", raw(OK + b"X-Flood: y\r\n" * 5000 + BODY), HeadersTooBig),
    Case("endless headers", endless(OK, b"X-Flood: y\r\n" * 1000), HeadersTooBig, most_sent=16 * MIB),
    Case("header of a megabyte", raw(OK + b"X-Flood: " + b"y" * MIB + b"\r\n" + BODY), HeadersTooBig),
    Case("header that never ends", endless(OK + b"X-Flood: ", b"y" * 65_536), HeadersTooBig, most_sent=16 * MIB),
    Case("header name that never ends", endless(OK, b"y" * 65_536), HeadersTooBig, most_sent=16 * MIB),
    Case("status line that never ends", endless(b"HTTP/1.1 200 ", b"K" * 65_536), HeadersTooBig,
         most_sent=16 * MIB),
    Case("flood of 100 Continue", endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 2000), BrokenHttp,
         most_sent=16 * MIB),
    Case("flood of 103 hints, spaced out", endless(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 0.02),
         TimedOut),
    Case("headers in a slow drip", endless(OK, b"X: y\r\n", 0.1), TimedOut),
    Case("status line in a slow drip", endless(b"HTTP/1.1 200 ", b"O", 0.1), TimedOut),
    Case("silence after connecting", then_silence(), TimedOut),
    Case("silence after the status line", then_silence(b"HTTP/1.1 200 OK\r\n"), TimedOut),
    Case("flood of cookies", page(GOOD, "\r\n".join(f"Set-Cookie: c{i}={'x' * 99}" for i in range(60))), None),
    Case("giant cookie", page(GOOD, "Set-Cookie: giant=" + "x" * 7000), None),
]  # fmt: skip

NOT_HTTP = [
    Case("HTTP/0.9", raw(b"<html>no headers at all</html>"), BrokenHttp),
    Case("garbage", raw(bytes(range(256)) * 40), BrokenHttp),
    Case("a TLS alert", raw(b"\x15\x03\x03\x00\x02\x02\x46"), BrokenHttp),
    Case("an SSH banner", raw(b"SSH-2.0-OpenSSH_9.6\r\n"), BrokenHttp),
    Case("an SMTP banner, then silence", then_silence(b"220 mail.example ESMTP\r\n"), BrokenHttp),
    Case("an HTTP/2 preface", raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), BrokenHttp),
    Case("an HTTP version of the future", raw(b"HTTP/9.9 200 OK\r\n" + BODY), BrokenHttp),
    Case("nothing at all", raw(b""), BrokenHttp),
    Case("reset before the headers", then_reset(), BrokenHttp),
    Case("reset inside the headers", then_reset(b"HTTP/1.1 200 OK\r\nConten"), BrokenHttp),
    Case("end inside the headers", raw(b"HTTP/1.1 200 OK\r\nContent-Type: te"), BrokenHttp),
]  # fmt: skip

MALFORMED = [
    Case("header without colon", raw(OK + b"no colon here\r\n" + BODY), BrokenHttp),
    Case("folded header", raw(OK + b"X-Long: a\r\n  b\r\n" + BODY), None, lambda r: r.body == GOOD),
    Case("NUL in a header", raw(OK + b"X-Nul: a\x00b\r\n" + BODY), BrokenHttp),
    Case("bare carriage return in a header", raw(OK + b"X-Cr: a\rSet-Cookie: b=c\r\n" + BODY), BrokenHttp),
    Case("space before the colon", raw(OK + b"X-Space : y\r\n" + BODY), BrokenHttp),
    Case("header in no encoding", raw(OK + b"X-Bytes: \xff\xfe\x80\r\n" + BODY), None, lambda r: r.body == GOOD),
    Case("two answers in one", raw(OK + BODY + OK + BODY), BrokenHttp),
    Case("status 999", raw(status(999)), None, lambda r: r.status == 999),
    Case("status 000", raw(status(0)), None, lambda r: r.status == 0),
    Case("status of four digits", raw(b"HTTP/1.1 2000 OK\r\n" + BODY), BrokenHttp),
    Case("status that is no number", raw(b"HTTP/1.1 abc OK\r\n" + BODY), BrokenHttp),
    Case("101 to a protocol nobody asked for",
         raw(b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x05hello"),
         BrokenHttp),
    Case("content type that is garbage", page(GOOD, "Content-Type: \xff;;;=text/html"), None),
    Case("content type of a thousand parameters", page(GOOD, "Content-Type: text/html" + "; a=b" * 1000), None),
]  # fmt: skip


@pytest.mark.parametrize("case", [*FLOODS, *NOT_HTTP, *MALFORMED], ids=ids)
def test_head(case: Case) -> None:
    """A hostile head has its typed outcome within time and memory, and the next page is fetched."""
    survive(case)


async def two_in_a_row(server: HostileServer, ready: asyncio.Event | None = None) -> list[object]:
    """The hostile page and then a good one on what would be the same connection."""
    async with open_door(replace(SETTINGS, connect_to=server.address)) as fetcher:
        first = await outcome(fetcher, Request(URL, permit=TARGET))
        if ready is not None:
            await asyncio.wait_for(ready.wait(), 60)
            await asyncio.sleep(0)
        second = await outcome(fetcher, Request("http://good.example/good", permit=TARGET))
        return [first, second]


POISON = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\npoison"


def test_bytes_behind_an_answer_are_not_the_next_answer() -> None:
    """A second answer sent along with the first is never taken for the answer to the next request."""

    def script(visit: Visit) -> bool:
        visit.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + BODY + POISON)
        return True

    with HostileServer({"/hostile": script}) as server:
        first, second = run(two_in_a_row(server))
        assert isinstance(first, Response)
        assert isinstance(second, Response)
        assert (first.body, second.body) == (GOOD, GOOD)


def test_bytes_on_an_idle_connection_are_not_the_next_answer() -> None:
    """A second answer sent while the connection is idle is never taken for the answer to the next request."""

    async def go() -> None:
        loop, ready = asyncio.get_running_loop(), asyncio.Event()

        def script(visit: Visit) -> bool:
            visit.answer()
            visit.pause(0.1)
            visit.send(POISON)
            visit.pause(0.1)
            loop.call_soon_threadsafe(ready.set)
            return True

        with HostileServer({"/hostile": script}) as server:
            first, second = await two_in_a_row(server, ready)
        assert isinstance(first, Response)
        assert isinstance(second, Response)
        assert (first.body, second.body) == (GOOD, GOOD)

    run(go())


def test_flood_on_an_idle_connection_is_cut() -> None:
    """A server that floods a connection nobody uses with answers fills no memory with them."""

    async def go() -> None:
        loop, ready = asyncio.get_running_loop(), asyncio.Event()

        def script(visit: Visit) -> None:
            visit.answer()
            visit.pause(0.1)
            try:
                for _ in range(4000):
                    visit.send(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" * 500)
            finally:
                loop.call_soon_threadsafe(ready.set)

        with HostileServer({"/hostile": script}) as server:
            reset_peak()
            before = resident()
            first, second = await two_in_a_row(server, ready)
            assert peak() - before < 24 * MIB
            assert server.sent["/hostile"] < 32 * MIB
        assert isinstance(first, Response)
        assert isinstance(second, Response)
        assert (first.body, second.body) == (GOOD, GOOD)

    run(go())


def test_connection_closed_under_a_request_is_asked_again() -> None:
    """A kept-alive connection that the server closes instead of answering costs a retry, not the page."""

    def script(visit: Visit) -> bool:
        return visit.answer() if visit.connection > 1 or visit.path == "/hostile" else False

    with HostileServer({"/hostile": page(GOOD)}, default=script) as server:

        async def go() -> tuple[Response, Response]:
            settings = replace(SETTINGS, connect_to=server.address, retries=1)
            async with open_door(settings) as fetcher:
                return await fetcher.fetch(Request(URL, permit=TARGET)), await fetcher.fetch(
                    Request("http://hostile.example/2", permit=TARGET)
                )

        first, second = run(go())
        assert (first.attempts, second.attempts) == (1, 2)
        assert second.body == GOOD
        assert [v.connection for v in server.visits] == [1, 1, 2]


def test_truncated_and_whole_answers_share_no_connection() -> None:
    """A body that was cut leaves its connection; what follows comes over a new one."""
    with HostileServer({"/hostile": page(b"x" * 2 * MIB)}) as server:
        first, second = run(two_in_a_row(server))
        assert isinstance(first, Response)
        assert first.truncated is Truncation.SIZE
        assert isinstance(second, Response)
        assert [v.connection for v in server.visits] == [1, 2]
