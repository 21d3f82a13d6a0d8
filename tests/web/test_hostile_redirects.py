"""Redirects that loop, lead inwards, or lead nowhere."""

from dataclasses import replace

import pytest
from hostile_server import GOOD, HostileServer, Script, page, raw, redirect
from survival import SETTINGS, URL, Case, guarded, ids, outcome, run, survive

from leadline.errors import AddressRefused, BadUrl, BrokenHttp, FetchError, Refused, TooManyRedirects
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.web.door import open_door


def moved(location: bytes) -> Script:
    return raw(
        b"HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"
    )


LOCATIONS = [
    Case("to a file", redirect("file:///etc/passwd"), BadUrl),
    Case("to javascript", redirect("javascript:alert(1)"), BadUrl),
    Case("to data", redirect("data:text/html,hello"), BadUrl),
    Case("to FTP", redirect("ftp://files.example/"), BadUrl),
    Case("to gopher", redirect("gopher://old.example/_GET"), BadUrl),
    Case("to an unknown scheme", redirect("vnd.app://open"), BadUrl),
    Case("to the port of SSH", redirect("http://hostile.example:22/"), BadUrl),
    Case("to the port of SMTP", redirect("http://hostile.example:25/"), BadUrl),
    Case("to the port of Redis", redirect("http://hostile.example:6379/"), BadUrl),
    Case("to a port past the last", redirect("http://hostile.example:99999/"), BadUrl),
    Case("to no host", redirect("http:///"), BadUrl),
    Case("to a host with a space", redirect("http://a b.example/"), BadUrl),
    Case("to an unclosed bracket", redirect("http://[::1/"), BadUrl),
    Case("to a URL of 7,000 letters escaped to 21,000", redirect("/" + "\xfc" * 7000), BadUrl),
    Case("to an empty Location", redirect(""), TooManyRedirects),
    Case("without a Location", page(GOOD, status="302 Found"), None, lambda r: r.status == 302 and r.body == GOOD),
    Case("to itself", redirect("/hostile"), TooManyRedirects),
    Case("to itself with a new fragment", redirect("/hostile#again"), TooManyRedirects),
    Case("to ever new pages", lambda v: redirect(f"/hostile?{len(v.server.visits)}")(v), None,
         lambda r: r.url == "http://hostile.example/hostile?1" and r.body == GOOD),
    Case("with NUL in its Location", moved(b"/a\x00b"), BrokenHttp),
    Case("with a line break in its Location", moved(b"/a\rX-Evil: 1"), BrokenHttp),
    Case("with a tab inside its Location", moved(b"/go\tod"), None, lambda r: r.url.endswith("/good")),
    Case("with UTF-8 in its Location", moved("/gut/ä".encode()), None, lambda r: r.url.endswith("/gut/%C3%A4")),
    Case("with Latin-1 in its Location", moved("/gut/ä".encode("latin-1")), None,
         lambda r: r.url.endswith("/gut/%C3%A4")),
    Case("with a password in its Location", redirect("http://user:secret@other.example/in"), None,
         lambda r: r.url == "http://other.example/in" and r.hops[0].location == "http://other.example/in"),
    Case("status 300 with choices", page(GOOD, "Location: /x", "300 Multiple Choices"), None,
         lambda r: r.status == 300),
]  # fmt: skip


@pytest.mark.parametrize("case", LOCATIONS, ids=ids)
def test_location(case: Case) -> None:
    """A hostile redirect has its typed outcome, and the next page is fetched."""
    survive(case)


def test_a_long_chain_ends_after_its_limit() -> None:
    """Eleven redirects to ever new pages are one too many; the twelfth page is not asked for."""
    with HostileServer(default=lambda v: redirect(f"/{len(v.server.visits)}")(v)) as server:

        async def go() -> Response | FetchError:
            async with guarded() as fetcher:
                return await outcome(fetcher, Request(f"http://start.example:{server.port}/0", permit=TARGET))

        assert isinstance(run(go()), TooManyRedirects)
        assert server.paths() == [f"/{n}" for n in range(11)]


INWARDS = [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "0.0.0.0", "0",
    "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "192.0.0.8", "198.18.0.1",
    "224.0.0.1", "255.255.255.255", "240.0.0.1", "[::]", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:a00:1::]",
    "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[fe80::1]", "[fc00::1]", "[fec0::1]", "[ff02::1]",
    "[2001:db8::1]", "localhost", "LOCALHOST", "localhost.", "app.localhost", "127.0.0.1.nip.example",
    "１２７.0.0.1", "127。0。0。1",
]  # fmt: skip


@pytest.mark.parametrize("host", INWARDS)
def test_redirect_inwards(host: str) -> None:
    """A redirect to a private, loopback or otherwise special address is refused, however it is written."""
    with HostileServer() as server:
        location = f"http://{host}:{server.port}/secret".encode()
        server.scripts["/hostile"] = moved(location)

        async def go() -> tuple[Response | FetchError, Response]:
            async with guarded() as fetcher:
                start = f"http://start.example:{server.port}"
                found = await outcome(fetcher, Request(f"{start}/hostile", permit=TARGET))
                return found, await fetcher.fetch(Request(f"{start}/good", permit=TARGET))

        found, good = run(go())
        assert isinstance(found, AddressRefused), found
        assert good.body == GOOD
        assert server.paths() == ["/hostile", "/good"]


def test_a_chain_through_open_hosts_inwards() -> None:
    """Each hop is checked: two good redirects do not open the way for a third to loopback."""
    with HostileServer() as server:
        port = server.port
        server.scripts |= {
            "/1": redirect(f"http://second.example:{port}/2"),
            "/2": redirect(f"http://start.example:{port}/3"),
            "/3": redirect(f"http://127.0.0.1:{port}/secret"),
        }

        async def go() -> Response | FetchError:
            async with guarded(exempt=frozenset({"start.example", "second.example"})) as fetcher:
                return await outcome(fetcher, Request(f"http://start.example:{port}/1", permit=TARGET))

        assert isinstance(run(go()), AddressRefused)
        assert server.paths() == ["/1", "/2", "/3"]


def test_a_form_is_not_sent_on_to_another_site() -> None:
    """307 asks to repeat a POST elsewhere: the form's data stays with the site it was meant for."""
    with HostileServer({"/hostile": redirect("http://other.example/in", 307)}) as server:

        async def go() -> Response | FetchError:
            async with open_door(replace(SETTINGS, connect_to=server.address)) as fetcher:
                return await outcome(fetcher, Request(URL, "POST", body=b"q=secret", permit=TARGET))

        found = run(go())
        assert type(found) is Refused
        assert server.paths() == ["/hostile"]
