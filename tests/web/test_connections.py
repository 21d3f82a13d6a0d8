"""Names to addresses: asked once, remembered, shared, and given up cleanly."""

import asyncio
from collections.abc import Sequence

import pytest
from survival import run
from virtual_clock import VirtualClock

from leadline.errors import NameNotResolved, Refused
from leadline.web.connections import FAILED_SECONDS, FRESH_SECONDS, GuardedResolver, SystemLookup


class NameServer:
    """Counts questions; answers when told to."""

    def __init__(self, *, held: bool = False) -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()
        if not held:
            self.go.set()

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        await self.go.wait()
        if host.startswith("missing"):
            raise OSError(-2, "Name or service not known")
        return ["8.8.8.8", "8.8.4.4"]


def test_asked_once_for_all_who_wait() -> None:
    """Twenty requests for one name are one question; cancelling one of them takes nothing from the others."""

    async def go() -> None:
        server = NameServer(held=True)
        resolver = GuardedResolver(server, VirtualClock())
        waiting = [asyncio.create_task(resolver.addresses("http://a.example/", "a.example")) for _ in range(20)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        server.go.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError)
        assert found[1:] == [("8.8.8.8", "8.8.4.4")] * 19
        assert server.asked == ["a.example"]

    run(go())


def test_freshness() -> None:
    """An answer serves for minutes, a failure for seconds; then the name is asked for again."""

    async def go() -> None:
        server, clock = NameServer(), VirtualClock()
        resolver = GuardedResolver(server, clock)

        async def ask(host: str) -> None:
            await resolver.addresses(f"http://{host}/", host)

        for wait, asked in ((0.0, 1), (FRESH_SECONDS - 1, 1), (2.0, 2)):
            await clock.run(clock.sleep(wait))
            await ask("a.example")
            assert server.asked.count("a.example") == asked
        for wait, asked in ((0.0, 1), (FAILED_SECONDS - 1, 1), (2.0, 2)):
            await clock.run(clock.sleep(wait))
            with pytest.raises(NameNotResolved, match="check its spelling"):
                await ask("missing.example")
            assert server.asked.count("missing.example") == asked

    run(go())


def test_a_failure_is_told_to_each_in_its_own_name() -> None:
    """What is remembered of a name that does not resolve is an error about the URL that asks now."""

    async def go() -> None:
        server = NameServer()
        resolver = GuardedResolver(server, VirtualClock())
        for path in ("a", "b"):
            with pytest.raises(NameNotResolved) as failed:
                await resolver.addresses(f"http://missing.example/{path}", "missing.example")
            assert failed.value.url == f"http://missing.example/{path}"
        assert server.asked == ["missing.example"]

    run(go())


def test_closing_gives_up_what_is_being_asked() -> None:
    """Who waits for a name when the resolver closes gets a Refused, not a cancellation of its own task."""

    async def go() -> None:
        resolver = GuardedResolver(NameServer(held=True), VirtualClock())
        waiting = asyncio.create_task(resolver.addresses("http://a.example/", "a.example"))
        await asyncio.sleep(0)
        await resolver.close()
        with pytest.raises(Refused, match="shutting down"):
            await waiting

    run(go())


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the bound the name that was not used for longest is forgotten, and asked for again."""
    monkeypatch.setattr("leadline.web.connections._KEPT", 10)

    async def go() -> None:
        server = NameServer()
        resolver = GuardedResolver(server, VirtualClock())
        for n in [*range(10), 0, 10, 0, 1]:
            await resolver.addresses("http://x/", f"h{n}.example")
        assert server.asked == [*(f"h{n}.example" for n in range(11)), "h1.example"]

    run(go())


def test_the_system_knows_this_machine() -> None:
    """The real look-up answers for localhost, from the machine's own table."""
    lookup = SystemLookup(threads=1)
    found = run(lookup("localhost"))
    lookup.close()
    assert set(found) <= {"127.0.0.1", "::1"}
    assert len(found) == len(set(found)) > 0
