"""The door: settings that cannot work are refused before anything is started."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hostile_server import GOOD, HostileServer
from survival import SETTINGS, outcome, run

from leadline.errors import AddressRefused, BadConfiguration
from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.web.door import check, open_door
from leadline.web.settings import Limits, WebSettings

BAD = {
    "negative delay": (WebSettings(delay=-1), "web.delay = -1"),
    "delay that is no number": (WebSettings(delay=float("nan")), "web.delay"),
    "endless delay": (WebSettings(delay=float("inf")), "web.delay"),
    "negative retries": (WebSettings(retries=-1), "web.retries"),
    "no concurrency": (WebSettings(concurrency=0), "lets nothing through"),
    "no share": (WebSettings(address_share=0), "web.address_share"),
    "no body": (WebSettings(limits=Limits(body=0)), "web.limits.body"),
    "no time": (WebSettings(limits=Limits(total_seconds=0)), "web.limits.total_seconds"),
    "negative redirects": (WebSettings(limits=Limits(redirects=-1)), "web.limits.redirects"),
    "empty agent": (WebSettings(user_agent=" "), "user_agent"),
    "agent with a line break": (WebSettings(user_agent="a\r\nX: y"), "printable"),
    "contact beyond ASCII": (WebSettings(contact="mailto:ä@b.example"), "printable"),
    "target without port": (WebSettings(connect_to="localhost"), "HOST:PORT"),
    "target with port zero": (WebSettings(connect_to="a.example:0"), "HOST:PORT"),
    "target with a huge port": (WebSettings(connect_to="a.example:99999"), "HOST:PORT"),
    "target with odd digits": (WebSettings(connect_to="a.example:8²"), "HOST:PORT"),
    "target with a path": (WebSettings(connect_to="a.example/x:80"), "HOST:PORT"),
    "target with a password": (WebSettings(connect_to="u:p@a.example:80"), "HOST:PORT"),
    "target that is a URL": (WebSettings(connect_to="http://a.example:80"), "HOST:PORT"),
    "proxy that is no URL": (WebSettings(proxy="a.example:3128"), "web.proxy"),
    "SOCKS proxy": (WebSettings(proxy="socks5://a.example"), "web.proxy"),
    "missing cookie file": (WebSettings(cookies="none.txt"), "there is no file"),
    "missing archive": (WebSettings(replay="none.warc"), "there is no file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_settings(name: str) -> None:
    """Each names the setting and what it has to be."""
    settings, words = BAD[name]
    with pytest.raises(BadConfiguration, match=words):
        check(settings)


@pytest.mark.parametrize("target", ["127.0.0.1:8080", "localhost:1", "[::1]:65535", "A.Example:80"])
def test_good_targets(target: str) -> None:
    """Names, IPv4 and bracketed IPv6 with a port are targets."""
    check(WebSettings(connect_to=target))


def test_broken_cookie_file_leaves_nothing_open(tmp_path: Path) -> None:
    """A cookie file that cannot be read ends with bad configuration, and with every connection given back."""
    file = tmp_path / "cookies.txt"
    file.write_text("hello")

    async def go() -> None:
        async with open_door(replace(SETTINGS, cookies=str(file))):
            raise AssertionError("opened")

    with pytest.raises(BadConfiguration):
        run(go())


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_connect_to(name: str) -> None:
    """Every connection goes to the target, https as plain HTTP, addresses too; the host stays in its header."""
    urls = ["http://a.example/1", "https://b.example/2?q=%20", "http://10.0.0.1:81/3", "http://[::1]/4"]
    with HostileServer() as server:

        async def go() -> list[str]:
            async with open_door(replace(SETTINGS, connect_to=f"{name}:{server.port}")) as fetcher:
                return [(await fetcher.fetch(Request(url, permit=TARGET))).url for url in urls]

        assert run(go()) == urls
        assert [v.host for v in server.visits] == ["a.example", "b.example", "10.0.0.1:81", "[::1]"]
        assert server.paths() == ["/1", "/2?q=%20", "/3", "/4"]


def test_loopback_is_refused_unless_it_is_meant() -> None:
    """Without --allow-private this machine is out of bounds, by address and by name; with it, it is not."""
    with HostileServer() as server:
        urls = [f"http://127.0.0.1:{server.port}/", f"http://localhost:{server.port}/"]

        async def go(*, allow: bool) -> list[object]:
            async with open_door(replace(SETTINGS, allow_private=allow)) as fetcher:
                return list(await asyncio.gather(*(outcome(fetcher, Request(url, permit=TARGET)) for url in urls)))

        assert [type(found) for found in run(go(allow=False))] == [AddressRefused] * 2
        assert not server.visits
        assert [getattr(found, "body", found) for found in run(go(allow=True))] == [GOOD] * 2
