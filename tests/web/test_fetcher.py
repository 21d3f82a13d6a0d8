"""The fetcher as its callers see it: headers, retries, cancelling, closing, and what robots.txt covers."""

import asyncio
import time
from dataclasses import replace

import pytest
from hostile_server import GOOD, HostileServer, Script, Visit, endless, page, redirect, then_reset, then_silence
from survival import IMPATIENT, SETTINGS, outcome, run

from leadline.errors import BrokenHttp, FetchError, Refused, RobotsDisallowed, TimedOut
from leadline.gate.targets import TARGET
from leadline.model.page import Accept, Request, Response
from leadline.web.door import open_door
from leadline.web.settings import WebSettings


def fetch(server: HostileServer, request: Request, settings: WebSettings = SETTINGS) -> Response | FetchError:
    async def go() -> Response | FetchError:
        async with open_door(replace(settings, connect_to=server.address)) as fetcher:
            return await outcome(fetcher, request)

    result: Response | FetchError = run(go())
    return result


def test_what_is_sent() -> None:
    """A request names us and how to reach us, says what it takes, and carries the caller's headers and cookies."""
    with HostileServer({"/set": page(GOOD, "Set-Cookie: s=1")}) as server:

        async def go() -> Response:
            settings = replace(SETTINGS, connect_to=server.address, contact="mailto:a@b.example")
            async with open_door(settings) as fetcher:
                await fetcher.fetch(Request("http://a.example/set", permit=TARGET))
                return await fetcher.fetch(
                    Request("http://a.example/x", headers=(("Accept", "text/own"),), permit=TARGET)
                )

        response = run(go())
        sent = server.visits[1].fields
        assert sent["user-agent"].startswith("Leadline/")
        assert sent["user-agent"].endswith("(+mailto:a@b.example)")
        assert (sent["accept"], sent["accept-encoding"]) == ("text/own", "gzip, deflate, br")
        assert (sent["cookie"], sent["host"]) == ("s=1", "a.example")
        assert dict(response.sent_headers)["Cookie"] == "s=1"
        assert response.address == "127.0.0.1"


def test_accept_any_takes_what_is_no_page() -> None:
    """A request that is ready for anything gets the image a page request drops."""
    with HostileServer({"/i": page(b"\x89PNG", "Content-Type: image/png")}) as server:
        found = fetch(server, Request("http://a.example/i", accept=Accept.ANY, permit=TARGET))
        assert isinstance(found, Response)
        assert found.body == b"\x89PNG"


FAULTS: dict[str, Script] = {
    "reset": then_reset(),
    "503": page(b"", status="503 Busy"),
    "cut body": then_reset(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf"),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize(("method", "tries"), [("GET", 3), ("POST", 1)])
def test_retries(name: str, method: str, tries: int) -> None:
    """A GET is tried again as often as set; a POST never: the server may have acted on it."""
    with HostileServer({"/x": FAULTS[name]}) as server:
        request = Request("http://a.example/x", "POST" if method == "POST" else "GET", body=None, permit=TARGET)
        found = fetch(server, request, replace(SETTINGS, retries=2))
        assert len(server.visits) == tries
        assert not isinstance(found, Response) or found.attempts == tries


@pytest.mark.parametrize("status", ["404 No", "403 No", "410 Gone", "501 No", "200 OK"])
def test_what_is_not_tried_again(status: str) -> None:
    """An answer that would be the same again is taken as it is."""
    with HostileServer({"/x": page(b"answer", status=status)}) as server:
        found = fetch(server, Request("http://a.example/x", permit=TARGET), replace(SETTINGS, retries=2))
        assert isinstance(found, Response)
        assert found.body == b"answer"
        assert len(server.visits) == 1


def test_retries_pause_longer_each_time() -> None:
    """The pause between tries doubles, spread by up to a half, so that hosts do not come back together."""
    with HostileServer({"/x": then_reset()}) as server:
        fetch(
            server, Request("http://a.example/x", permit=TARGET), replace(SETTINGS, retries=2, retry_seconds=0.1)
        )
        first, second = server.gaps()
        assert 0.1 <= first < 1
        assert 0.2 <= second < 1


def test_robots_covers_every_hop() -> None:
    """A redirect into what robots.txt forbids, on the same or another host, is not followed."""
    rules = page(b"User-agent: *\nDisallow: /no", "Content-Type: text/plain")
    with HostileServer({"/robots.txt": rules, "/yes": redirect("http://b.example/no")}) as server:
        found = fetch(server, Request("http://a.example/yes", permit=TARGET), replace(SETTINGS, robots=True))
        assert isinstance(found, RobotsDisallowed)
        assert found.url == "http://b.example/no"
        assert server.paths() == ["/robots.txt", "/yes", "/robots.txt"]


def test_robots_switched_off() -> None:
    """Without robots nothing is asked for but the page."""
    with HostileServer({"/robots.txt": page(b"User-agent: *\nDisallow: /", "Content-Type: text/plain")}) as server:
        assert isinstance(fetch(server, Request("http://a.example/no", permit=TARGET)), Response)
        assert server.paths() == ["/no"]


async def seen(server: HostileServer, count: int) -> None:
    while len(server.visits) < count:  # noqa: ASYNC110  (the server's thread has no event of this loop)
        await asyncio.sleep(0.001)


WAITING_POINTS: dict[str, tuple[str, Script]] = {
    "for robots.txt": ("/robots.txt", then_silence()),
    "for headers": ("/x", then_silence()),
    "for a body": ("/x", then_silence(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf")),
    "inside an endless body": ("/x", endless(b"HTTP/1.1 200 OK\r\n\r\n", b"x", 0.01)),
}


@pytest.mark.parametrize("name", WAITING_POINTS)
def test_closing_ends_what_is_under_way(name: str) -> None:
    """A fetch that waits when the fetcher closes ends at once with a Refused, and so does one that comes later."""
    path, script = WAITING_POINTS[name]
    with HostileServer({path: script}) as server:

        async def go() -> tuple[list[Response | FetchError], float]:
            async with open_door(replace(SETTINGS, robots=True, connect_to=server.address)) as fetcher:
                behind = [
                    asyncio.create_task(outcome(fetcher, Request("http://a.example/x", permit=TARGET)))
                    for _ in range(3)
                ]
                await seen(server, 1 if path == "/robots.txt" else 2)
                await asyncio.sleep(0.05)
                started = time.monotonic()
            found = await asyncio.gather(*behind)
            return [
                *found,
                await outcome(fetcher, Request("http://b.example/", permit=TARGET)),
            ], time.monotonic() - started

        found, seconds = run(go())
        assert [type(f) for f in found] == [Refused] * 4, found
        assert all("shutting down" in str(f) for f in found)
        assert seconds < 5


@pytest.mark.parametrize("name", WAITING_POINTS)
def test_cancelling_gives_everything_back(name: str) -> None:
    """A cancelled fetch, wherever it waits, frees its host's lane and the only place at once."""
    path, script = WAITING_POINTS[name]
    with HostileServer({path: script}) as server:

        async def go() -> tuple[Response, Response]:
            settings = replace(SETTINGS, robots=True, concurrency=1, connect_to=server.address)
            async with open_door(settings) as fetcher:
                given_up = asyncio.create_task(fetcher.fetch(Request("http://a.example/x", permit=TARGET)))
                await seen(server, 1 if path == "/robots.txt" else 2)
                given_up.cancel()
                await asyncio.wait([given_up])
                assert given_up.cancelled()
                del server.scripts[path]
                same = fetcher.fetch(Request("http://a.example/y", permit=TARGET))
                return await same, await fetcher.fetch(Request("http://b.example/", permit=TARGET))

        started = time.monotonic()
        assert [response.body for response in run(go())] == [GOOD, GOOD]
        assert time.monotonic() - started < 5


def test_a_slow_page_is_told_from_a_silent_one() -> None:
    """The message of a time-out says what was waited for."""
    with HostileServer({"/x": then_silence()}) as server:
        found = fetch(server, Request("http://a.example/x", permit=TARGET), IMPATIENT)
        assert isinstance(found, TimedOut)
        assert "silent for 0.4 s" in str(found)


def test_messages_are_fit_for_a_terminal() -> None:
    """Hostile bytes in an answer do not reach a terminal through our messages."""
    with HostileServer({"/x": lambda v: v.send(b"\x1b]0;owned\x07\x1b[2J" * 50)}) as server:
        found = fetch(server, Request("http://a.example/x", permit=TARGET))
        assert isinstance(found, BrokenHttp)
        assert str(found).isprintable()
        assert len(str(found)) < 600


def test_a_visit_is_not_repeated_by_the_library() -> None:
    """aiohttp's own silent retry on a dead kept-alive connection is off: the server would see two at once."""

    def once(visit: Visit) -> bool:
        return visit.answer() if visit.path == "/1" else False

    with HostileServer(default=once) as server:

        async def go() -> Response | FetchError:
            async with open_door(replace(SETTINGS, connect_to=server.address)) as fetcher:
                await fetcher.fetch(Request("http://a.example/1", permit=TARGET))
                return await outcome(fetcher, Request("http://a.example/2", permit=TARGET))

        assert isinstance(run(go()), BrokenHttp)
        assert server.paths() == ["/1", "/2"]
