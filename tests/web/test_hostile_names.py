"""Name servers that lie, change their mind, say too much, nothing, or nonsense."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hostile_server import GOOD, HostileServer
from survival import IMPATIENT, LIMITS, SETTINGS, everything_is_here, guarded, outcome, run, served

from leadline.errors import AddressRefused, BadUrl, ConnectFailed, FetchError, NameNotResolved, TimedOut, TlsFailed
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.web.clock import WallClock
from leadline.web.connections import GuardedResolver, SystemLookup
from leadline.web.door import open_door

PUBLIC = "203.0.114.9"


def always(*addresses: str) -> Callable[[str], Sequence[str]]:
    return lambda _: addresses


def failing(error: Exception) -> Callable[[str], Sequence[str]]:
    def lookup(_: str) -> Sequence[str]:
        raise error

    return lookup


def fetched(
    answers: Callable[[str], Sequence[str]], server: HostileServer
) -> tuple[Response | FetchError, Response]:
    """A page of a host that this name server speaks for, and then one of an honest host."""

    async def lookup(host: str) -> Sequence[str]:
        if host == "slow.example":
            await asyncio.sleep(30)
        return await everything_is_here(host) if host == "start.example" else answers(host)

    async def go() -> tuple[Response | FetchError, Response]:
        limits = replace(LIMITS, connect_seconds=0.3) if answers is SLOW else LIMITS
        async with guarded(lookup, replace(SETTINGS, limits=limits)) as fetcher:
            name = "slow.example" if answers is SLOW else "hostile.example"
            found = await outcome(fetcher, Request(f"http://{name}:{server.port}/secret", permit=TARGET))
            return found, await served(fetcher, f"http://start.example:{server.port}/good")

    result: tuple[Response | FetchError, Response] = run(go())
    return result


SLOW = always(PUBLIC)

ANSWERS = {
    "loopback": (always("127.0.0.1"), AddressRefused),
    "loopback in IPv6": (always("::1"), AddressRefused),
    "loopback mapped into IPv6": (always("::ffff:127.0.0.1"), AddressRefused),
    "private, many times": (always(*["10.0.0.1"] * 5000), AddressRefused),
    "link-local with a zone": (always("fe80::1%lo"), AddressRefused),
    "metadata service": (always("169.254.169.254"), AddressRefused),
    "every kind of private": (always("127.0.0.1", "10.1.1.1", "::1", "64:ff9b::7f00:1", "2002:7f00:1::"),
                              AddressRefused),
    "no address": (always(), NameNotResolved),
    "nonsense for an address": (always("not an address", "", "999.1.1.1"), AddressRefused),
    "no such name": (failing(OSError(-2, "Name or service not known")), NameNotResolved),
    "an error without words": (failing(OSError()), NameNotResolved),
    "a time-out of its own": (failing(TimeoutError()), NameNotResolved),
    "an answer that never comes": (SLOW, NameNotResolved),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_answer(name: str) -> None:
    """A hostile name server's answer has its typed outcome; nothing is connected to, and honest names go on."""
    answers, expected = ANSWERS[name]
    with HostileServer() as server:
        found, good = fetched(answers, server)
        assert type(found) is expected, found
        assert good.body == GOOD
        assert server.paths() == ["/good"]


def test_public_first_then_private() -> None:
    """Rebinding: the answer that was checked is the one connected to; the second answer is never asked for."""
    asked: list[str] = []

    async def lookup(host: str) -> Sequence[str]:
        asked.append(host)
        return [PUBLIC] if len(asked) == 1 else ["127.0.0.1"]

    async def go() -> None:
        resolver = GuardedResolver(lookup, WallClock())
        checked = await resolver.addresses("http://hostile.example/", "hostile.example")
        connected = await resolver.resolve("hostile.example", 80)
        assert checked == (PUBLIC,)
        assert [found["host"] for found in connected] == [PUBLIC]
        await resolver.close()

    run(go())
    assert asked == ["hostile.example"]


def test_rebinding_after_the_answer_has_gone_stale() -> None:
    """When the first answer is no longer fresh, the private one that follows is refused, not connected to."""

    class Later(WallClock):
        shift = 0.0

        def now(self) -> float:
            return super().now() + self.shift

    answers = [[PUBLIC], ["127.0.0.1"]]

    async def lookup(_: str) -> Sequence[str]:
        return answers.pop(0)

    async def go() -> None:
        clock = Later()
        resolver = GuardedResolver(lookup, clock)
        assert await resolver.addresses("http://hostile.example/", "hostile.example") == (PUBLIC,)
        clock.shift = 3600.0
        with pytest.raises(AddressRefused):
            await resolver.resolve("hostile.example", 80)
        await resolver.close()

    run(go())


def test_private_among_public_is_left_out() -> None:
    """Of a mixed answer only the public addresses are ever connected to, in IPv4 and IPv6."""

    async def lookup(_: str) -> Sequence[str]:
        return ["127.0.0.1", PUBLIC, "10.0.0.1", "::1", "2a00:1450::1", "fe80::1"]

    async def go() -> list[str]:
        resolver = GuardedResolver(lookup, WallClock())
        return [found["host"] for found in await resolver.resolve("mixed.example", 80)]

    assert run(go()) == [PUBLIC, "2a00:1450::1"]


def test_a_huge_answer_is_cut() -> None:
    """Of a hundred thousand addresses a handful is kept."""

    async def lookup(_: str) -> Sequence[str]:
        return [f"203.0.{n // 256 % 256}.{n % 256}" for n in range(100_000)]

    async def go() -> int:
        resolver = GuardedResolver(lookup, WallClock())
        return len(await resolver.addresses("http://huge.example/", "huge.example"))

    assert 0 < run(go()) <= 8


@pytest.mark.parametrize("host", ["a" * 64 + ".example", "xn--" + "a" * 80, "-.example", "a..example"])
def test_names_the_system_cannot_even_ask_for(host: str) -> None:
    """A name that breaks the resolver's rules is an OSError of the look-up, whatever Python makes of it."""
    lookup = SystemLookup(threads=1)
    with pytest.raises(OSError, match=r".+"):
        run(lookup(host))
    lookup.close()


def test_nobody_listens() -> None:
    """A refused connection is a ConnectFailed that names the cause."""
    with HostileServer() as server:
        port = server.port

    async def go() -> Response | FetchError:
        async with guarded() as fetcher:
            return await outcome(fetcher, Request(f"http://start.example:{port}/", permit=TARGET))

    found = run(go())
    assert isinstance(found, ConnectFailed)
    assert "refused" in str(found)


def test_plain_bytes_on_a_secure_port() -> None:
    """A server that answers a TLS handshake with HTTP is a TlsFailed."""
    with HostileServer() as server:
        server.greeting = b"HTTP/1.1 400 Bad Request\r\n\r\n"

        async def go() -> Response | FetchError:
            async with guarded() as fetcher:
                return await outcome(fetcher, Request(f"https://start.example:{server.port}/", permit=TARGET))

        assert isinstance(run(go()), TlsFailed)


def test_silence_in_the_handshake() -> None:
    """A server that accepts and never answers the TLS handshake is a TimedOut."""
    with HostileServer() as server:

        async def go() -> Response | FetchError:
            async with guarded(settings=IMPATIENT) as fetcher:
                return await outcome(fetcher, Request(f"https://start.example:{server.port}/", permit=TARGET))

        assert isinstance(run(go()), TimedOut)


NO_URLS = [
    "", "x", "http://", "ftp://a.example/", "http://a.example:22/", "http://[::1/", "javascript:1",
    "http://a.example/" + "x" * 9000, "http://\ud800.example/",
]  # fmt: skip


@pytest.mark.parametrize("url", NO_URLS, ids=range(len(NO_URLS)))
def test_what_is_no_url(url: str) -> None:
    """Whatever text is asked for, it is a BadUrl before any name is looked up."""

    async def go() -> Response | FetchError:
        async with guarded() as fetcher:
            return await outcome(fetcher, Request(url, permit=TARGET))

    assert isinstance(run(go()), BadUrl)


def test_a_literal_address_is_vetted_like_a_name() -> None:
    """A page may spell out this machine's address; nothing is connected to."""
    with HostileServer({}) as server:

        async def go() -> Response | FetchError:
            async with open_door(SETTINGS) as fetcher:
                return await outcome(fetcher, Request(f"http://{server.address}/", permit=TARGET))

        assert isinstance(run(go()), AddressRefused)
        assert server.visits == []
