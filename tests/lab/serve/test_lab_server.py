"""The lab on a socket, asked by ordinary HTTP clients."""

import asyncio
import http.client
import json
import socket
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from math import sqrt
from urllib.parse import urlencode, urlsplit

import aiohttp
import pytest
from lab_serving import serving_lab, world_of

from leadline_lab.serve.server import LabServer
from leadline_lab.spec import Faults
from leadline_lab.truth import truth
from leadline_lab.web import Ask, Web

NONE = Faults(**{f.name: 0.0 for f in fields(Faults)})


@pytest.fixture(scope="module")
def served() -> Iterator[LabServer]:
    with serving_lab(world_of("tiny"), NONE) as server:
        yield server


def proxied(server: LabServer, url: str, body: bytes | None = None) -> tuple[int, bytes]:
    """By urllib, with the lab as its proxy."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": f"http://{server.address}"}))
    try:
        with opener.open(url, body, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def ledger(server: LabServer, body: bytes | None = None) -> dict[str, object]:
    found: dict[str, object] = json.loads(proxied(server, "http://lab.invalid/ledger", body)[1])
    return found


async def _by_host(server: LabServer, urls: list[str]) -> tuple[list[tuple[int, bytes]], int]:
    """By aiohttp, to the one address with a Host header; with the number of connections it took."""
    made = 0

    async def count(*_: object) -> None:
        nonlocal made
        made += 1

    trace = aiohttp.TraceConfig()
    trace.on_connection_create_end.append(count)
    connector = aiohttp.TCPConnector(limit=8)
    async with aiohttp.ClientSession(connector=connector, trace_configs=[trace]) as session:

        async def get(url: str) -> tuple[int, bytes]:
            parts = urlsplit(url)
            target = f"http://{server.address}{parts.path}" + (f"?{parts.query}" if parts.query else "")
            async with session.get(target, headers={"Host": parts.netloc}, allow_redirects=False) as answer:
                return answer.status, await answer.read()

        return await asyncio.gather(*map(get, urls)), made


def test_both_ways_to_name_a_host_bring_its_page(served: LabServer) -> None:
    """Host header and proxy request get what the web of the world answers, byte for byte; connections are kept."""
    world = served.lab.web.world
    urls = [f"http://{host}{path}" for host in world.hosts[:12] for path in ("/", "/robots.txt", "/no/such-page")]
    direct, connections = asyncio.run(_by_host(served, urls))
    expected = [Web(world).reply(Ask("GET", url)) for url in urls]
    assert direct == [(reply.status, reply.body) for reply in expected]
    assert connections <= 8
    assert [proxied(served, url) for url in urls[:6]] == direct[:6]


def test_a_thousand_names_on_one_port() -> None:
    """Every host of a large world answers under its own name: under the other one, with www. or without, it
    points there."""
    world = world_of("medium")
    hosts = world.hosts[:1000]
    assert len({*hosts}) == 1000
    others = [host.removeprefix("www.") if host.startswith("www.") else f"www.{host}" for host in hosts]

    async def ask(server: LabServer) -> list[tuple[int, str]]:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=16)) as session:

            async def get(host: str) -> tuple[int, str]:
                target = f"http://{server.address}/"
                async with session.get(target, headers={"Host": host}, allow_redirects=False) as answer:
                    return answer.status, answer.headers["Location"]

            return await asyncio.gather(*map(get, others))

    with serving_lab(world) as server:
        assert asyncio.run(ask(server)) == [(301, f"http://{host}/") for host in hosts]
        assert server.lab.ledger.requests == 1000


def test_a_search_that_is_posted_is_answered_and_counted(served: LabServer) -> None:
    """POST and GET submissions get the site's own answers, and the ledger tells them by kind; it can be reset."""
    forms = [line for line in truth(served.lab.web.world, "forms") if line["steps"] == 1]
    posted = next(f for f in forms if f["kind"] == "search" and f["method"] == "post")
    asked = next(f for f in forms if f["searchable"] and f["method"] == "get")
    order = next(
        f for f in forms if f["kind"] not in ("search", "site-search", "navigation") and f["method"] == "post"
    )
    ledger(served, b"")
    for form in (posted, asked, order):
        sent = urlencode({field["name"]: field["default"] or "x" for field in form["fields"]}).encode()
        url, body = (
            (form["action"], sent) if form["method"] == "post" else (f"{form['action']}?{sent.decode()}", None)
        )
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        reply = Web(served.lab.web.world).reply(Ask("POST" if body else "GET", url, headers, body or b""))
        assert reply.submitted is not None
        assert proxied(served, url, body) == (reply.status, reply.body)
    told = ledger(served, b"")
    assert told["submissions"] == dict(Counter(form["kind"] for form in (posted, asked, order)))
    assert told["unsafe_submissions"] == 1
    assert len(told["unsafe"]) == 1  # type: ignore[arg-type]  # JSON
    assert ledger(served)["requests"] == 0


def test_what_cannot_be_served_says_so(served: LabServer) -> None:
    """CONNECT, hosts nobody has, requests without a host and unknown paths of the control host."""
    connection = http.client.HTTPSConnection("127.0.0.1", served.port, timeout=10)
    connection.set_tunnel(served.lab.web.world.hosts[0])
    with pytest.raises(OSError, match="501"):
        connection.request("GET", "/")
    connection.close()
    assert proxied(served, "http://nobody.example/")[0] == 421
    assert proxied(served, "http://lab.invalid/")[0] == 404
    for raw in (b"GET / HTTP/1.1\r\nHost: \r\n\r\n", b"GET / HTTP/1.1\r\nHost: [oops\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", served.port), timeout=10) as wire:
            wire.sendall(raw)
            assert wire.recv(100).startswith(b"HTTP/1.1 400")


def test_the_message_to_connect_is_for_people(served: LabServer) -> None:
    """Who tries TLS is told what to do instead."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as wire:
        wire.sendall(b"CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n")
        assert b"no TLS: ask it for http:// URLs" in wire.recv(1000)


def test_faults_strike_at_their_rates_over_the_wire() -> None:
    """A thousand requests see each fault as often as its rate says, and so does the ledger."""
    rates = replace(NONE, timeouts=0.1, server_errors=0.1, too_many=0.1, truncated=0.1, redirect_loops=0.1)
    world = world_of("tiny")
    urls = [f"http://{host}/robots.txt?{n}" for host in world.hosts[:10] for n in range(100)]

    async def outcomes(server: LabServer) -> Counter[str]:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=16)) as session:
            session._retry_connection = False  # aiohttp would quietly ask again where the server hung up

            async def outcome(url: str) -> str:
                parts = urlsplit(url)
                target = f"http://{server.address}/robots.txt?{parts.query}"
                try:
                    async with session.get(
                        target, headers={"Host": parts.netloc}, allow_redirects=False
                    ) as answer:
                        await answer.read()
                        if answer.status == 429:
                            assert int(answer.headers["Retry-After"]) > 0
                        return {429: "too-many", 302: "redirect-loop"}.get(
                            answer.status, "server-error" if answer.status >= 500 else "fine"
                        )
                except aiohttp.ClientPayloadError:
                    return "truncated"
                except aiohttp.ServerDisconnectedError:
                    return "timeout"

            return Counter(await asyncio.gather(*map(outcome, urls)))

    with serving_lab(world, rates) as server:
        met = asyncio.run(outcomes(server))
        counted = dict(server.lab.ledger.faults)
    fine = met.pop("fine")
    assert met == counted
    for name, count in met.items():
        share = 0.1 if name == "redirect-loop" else 0.09
        assert abs(count - 1000 * share) < 4.5 * sqrt(1000 * share * (1 - share)), name
    assert fine > 450


def test_slow_answers_come_and_silent_ones_do_not() -> None:
    """A slow page is whole in the end; a time-out ends the connection without a byte."""
    world = world_of("tiny")
    url = f"http://{world.hosts[0]}/"
    with serving_lab(world, replace(NONE, slow=1.0)) as server:
        assert proxied(server, url) == (200, Web(world).reply(Ask("GET", url)).body)
    with serving_lab(world, replace(NONE, timeouts=1.0)) as server, pytest.raises(http.client.RemoteDisconnected):
        proxied(server, url)


def test_a_cut_body_is_seen_to_be_cut() -> None:
    """Less arrives than the headers promise, so that no client takes it for the page."""
    world = world_of("tiny")
    url = f"http://{world.hosts[0]}/"
    with (
        serving_lab(world, replace(NONE, truncated=1.0)) as server,
        pytest.raises(http.client.IncompleteRead) as caught,
    ):
        proxied(server, url)
    whole = Web(world).reply(Ask("GET", url)).body
    assert caught.value.partial == whole[: len(whole) // 2]
