"""Through a proxy: a real one on loopback that forwards, and ones that refuse."""

import socket
from dataclasses import replace

import pytest
from hostile_server import GOOD, HostileServer, Script, Visit, page, raw
from survival import SETTINGS, outcome, run

from leadline.errors import AddressRefused, BrokenHttp, ConnectFailed, FetchError, TlsFailed
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.web.door import open_door


def forward(upstream: HostileServer) -> Script:
    """Ask the upstream server what we were asked, in origin form, and hand its bytes on."""

    def script(visit: Visit) -> None:
        first, _, rest = visit.head.partition(b"\r\n")
        method, target, version = first.split(b" ")
        path = b"/" + target.split(b"/", 3)[3]
        with socket.create_connection(("127.0.0.1", upstream.port)) as onward:
            onward.sendall(b" ".join([method, path, version]) + b"\r\nConnection: close\r\n" + rest + b"\r\n\r\n")
            onward.shutdown(socket.SHUT_WR)
            while piece := onward.recv(65_536):
                visit.send(piece)

    return script


def through(proxy: str, *urls: str, **changes: object) -> list[Response | FetchError]:
    async def go() -> list[Response | FetchError]:
        async with open_door(replace(SETTINGS, proxy=proxy, **changes)) as fetcher:  # type: ignore[arg-type]  # any setting
            return [await outcome(fetcher, Request(url, permit=TARGET)) for url in urls]

    result: list[Response | FetchError] = run(go())
    return result


def test_pages_come_through() -> None:
    """The proxy connects for us: names are not looked up here, and its own address needs no permission."""
    with HostileServer() as site, HostileServer(default=forward(site)) as proxy:
        found = through(f"http://{proxy.address}", "http://a.example/1", "http://b.example/2")
        assert [f.body for f in found if isinstance(f, Response)] == [GOOD, GOOD]
        assert [(v.host, v.path) for v in site.visits] == [("a.example", "/1"), ("b.example", "/2")]
        assert [v.path for v in proxy.visits] == ["http://a.example/1", "http://b.example/2"]
        assert [f.address for f in found if isinstance(f, Response)] == [None, None]


def test_name_and_password() -> None:
    """What stands before the @ in the proxy's address is what it is told, and the site is not."""
    with HostileServer() as site, HostileServer(default=forward(site)) as proxy:
        through(f"http://user:secret@{proxy.address}", "http://a.example/")
        assert proxy.visits[0].fields["proxy-authorization"] == "Basic dXNlcjpzZWNyZXQ="


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.1", "[::1]", "localhost", "app.localhost", "0x7f.1"])
def test_this_machine_is_refused(host: str) -> None:
    """A proxy is no way round the guard: what spells a private address is not asked for."""
    with HostileServer() as proxy:
        (found,) = through(f"http://{proxy.address}", f"http://{host}/")
        assert isinstance(found, AddressRefused)
        assert not proxy.visits
        (found,) = through(f"http://{proxy.address}", f"http://{host}/", allow_private=True)
        assert isinstance(found, FetchError | Response)
        assert proxy.visits


def no_tunnel(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 Yes\r\n\r\n")
    visit.sock.recv(65_536)
    visit.send(b"plain text")
    visit.hang()


REFUSALS: dict[str, tuple[Script, str, type[FetchError], str]] = {
    "wants a password": (page(b"", status="407 Auth"), "http", ConnectFailed, "NAME:PASSWORD"),
    "refuses to connect": (page(b"", status="403 No"), "https", ConnectFailed, "proxy"),
    "breaks the protocol": (raw(b"garbage\r\n\r\n"), "http", BrokenHttp, "not valid HTTP"),
    "says yes and speaks no TLS": (no_tunnel, "https", TlsFailed, "secure"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    """What the proxy will not do is told from what the site will not."""
    script, scheme, expected, words = REFUSALS[name]
    with HostileServer(default=script) as proxy:
        (found,) = through(f"http://{proxy.address}", f"{scheme}://a.example/")
        assert type(found) is expected, found
        assert words in str(found)


def test_nobody_there() -> None:
    """A proxy that cannot be reached is named in the message."""
    with socket.socket() as taken:  # nobody else gets its port meanwhile, and nobody listens there
        taken.bind(("127.0.0.1", 0))
        (found,) = through(f"http://127.0.0.1:{taken.getsockname()[1]}", "http://a.example/")
    assert isinstance(found, ConnectFailed)
    assert "proxy" in str(found)
