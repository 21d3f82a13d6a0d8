"""The politeness gate in virtual time: whatever comes, in whatever order, cancelled or not, the promises hold."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from survival import run
from virtual_clock import VirtualClock

from leadline.web import politeness as politeness_module
from leadline.web.politeness import PolitenessGate, Resting

CLOSE = 1e-6


@dataclass(frozen=True)
class Ask:
    """One request of the simulation: when it comes, what it is for, how long its answer takes."""

    at: float
    host: int
    address: int | None
    delay: float
    seconds: float
    fails: bool
    cancelled_after: float | None


@dataclass
class World:
    """Departures and ends, and the most that was under way at once."""

    left: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    busy: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    most: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def begin(self, *keys: str) -> None:
        for key in keys:
            self.busy[key] += 1
            self.most[key] = max(self.most[key], self.busy[key])

    def end(self, began: float, now: float, *keys: str) -> None:
        for key in keys:
            self.busy[key] -= 1
            self.left[key].append((began, now))


async def request(ask: Ask, clock: VirtualClock, gate: PolitenessGate, world: World) -> None:
    await clock.sleep_until(1_000.0 + ask.at)
    address = None if ask.address is None else f"10.0.0.{ask.address}"
    keys = [f"host {ask.host}", "all", *([address] if address else [])]
    async with gate.turn(f"h{ask.host}.example", address, ask.delay) as turn:
        began = clock.now()
        world.begin(*keys)
        try:
            await clock.sleep(ask.seconds)
            if ask.fails:
                raise OSError("reset")
            turn.answered()
        finally:
            world.end(began, clock.now(), *keys)


async def asked(ask: Ask, clock: VirtualClock, gate: PolitenessGate, world: World) -> None:
    task = asyncio.create_task(request(ask, clock, gate, world))
    if ask.cancelled_after is not None:
        await clock.sleep_until(1_000.0 + ask.at + ask.cancelled_after)
        task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.exception()


times = st.integers(0, 40).map(lambda n: n / 4)
asks = st.builds(
    Ask,
    at=times,
    host=st.integers(0, 3),
    address=st.one_of(st.none(), st.integers(0, 1)),
    delay=st.just(1.0),
    seconds=times,
    fails=st.booleans(),
    cancelled_after=st.one_of(st.none(), st.none(), times),
)


@given(st.lists(asks, max_size=14), st.integers(1, 3), st.integers(1, 3))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_promises(wanted: list[Ask], concurrency: int, share: int) -> None:
    """Per host one at a time and a delay after the last; per address its share; in all `concurrency`; no deadlock.

    Cancelled and failed requests, waiting or on their way, give back what they held: the others get through.
    """

    async def go() -> World:
        clock, world = VirtualClock(), World()
        gate = PolitenessGate(clock, concurrency=concurrency, address_share=share)
        await clock.run(*(asked(a, clock, gate, world) for a in wanted))
        assert not any(world.busy.values())
        stuck = Ask(0, 9, 1, 1.0, 0.0, fails=False, cancelled_after=None)
        await clock.run(*(asked(stuck, clock, gate, world) for _ in range(concurrency)))
        assert len(world.left["host 9"]) == concurrency
        return world

    world = run(go())
    assert world.most["all"] <= concurrency
    for key, left in world.left.items():
        departures = sorted(began for began, _ in left)
        gaps = [b - a for a, b in pairwise(departures)]
        if key.startswith("host"):
            assert world.most[key] == 1
            ordered = sorted(left)
            assert all(b[0] - a[1] >= 1.0 - CLOSE for a, b in pairwise(ordered))
        elif key.startswith("10."):
            assert world.most[key] <= share
            assert all(gap >= 1.0 / share - CLOSE for gap in gaps)


def test_a_slow_host_holds_one_place_only() -> None:
    """Ten requests to a host that takes an hour leave the second place to everybody else."""

    async def go() -> list[float]:
        clock, world = VirtualClock(), World()
        gate = PolitenessGate(clock, concurrency=2, address_share=1)
        slow = [Ask(0, 0, None, 1.0, 3600.0, fails=False, cancelled_after=None) for _ in range(10)]
        quick = [Ask(0, n, None, 1.0, 0.1, fails=False, cancelled_after=None) for n in range(1, 30)]
        await clock.run(*(asked(a, clock, gate, world) for a in [*slow, *quick]))
        return [world.left[f"host {n}"][0][1] for n in range(1, 30)]

    assert max(run(go())) < 1_000.0 + 10


def test_waiting_for_a_place_does_not_bring_an_address_s_requests_together() -> None:
    """Two hosts of one address that were both due while every place was taken leave one gap apart all the same."""

    async def go() -> list[tuple[float, float]]:
        clock, world = VirtualClock(), World()
        gate = PolitenessGate(clock, concurrency=1, address_share=2)
        held = Ask(0, 0, None, 1.0, 10.0, fails=False, cancelled_after=None)
        both = [Ask(1, n, 1, 1.0, 0.0, fails=False, cancelled_after=None) for n in (1, 2)]
        await clock.run(*(asked(a, clock, gate, world) for a in [held, *both]))
        return world.left["10.0.0.1"]

    assert [began for began, _ in sorted(run(go()))] == [1_010.0, 1_010.5]


def test_patience() -> None:
    """Who waits behind a request that is told to come back in an hour is told so too, and does not wait."""

    async def go() -> tuple[list[object], float]:
        clock = VirtualClock()
        gate = PolitenessGate(clock, concurrency=4, address_share=1)

        async def refused() -> None:
            async with gate.turn("a.example", None, 1.0, patience=60.0) as turn:
                await clock.sleep(5)
                turn.answered()
                turn.pushed_back(3600.0)

        async def behind() -> None:
            async with gate.turn("a.example", None, 1.0, patience=60.0):
                raise AssertionError("asked a host that rests")

        results = await clock.run(refused(), behind(), behind())
        assert gate.rests_for("a.example") == pytest.approx(3600.0)
        return results, clock.now()

    results, now = run(go())
    assert [type(r) for r in results] == [type(None), Resting, Resting]
    assert now < 1_010.0


def test_a_stored_promise_is_kept() -> None:
    """What an earlier process promised a host is waited for; each departure is told beforehand."""
    told: list[tuple[str, float, float]] = []

    async def go() -> None:
        clock = VirtualClock()
        gate = PolitenessGate(
            clock,
            concurrency=1,
            address_share=1,
            before_request=lambda host, at: told.append((host, at, clock.now())),
        )
        gate.remember("a.example", 1_030.0)

        async def once() -> None:
            async with gate.turn("a.example", None, 2.0) as turn:
                await clock.sleep(7.0)
                turn.answered()

        await clock.run(once(), once())

    run(go())
    assert told == [("a.example", 1_032.0, 1_030.0), ("a.example", 1_041.0, 1_039.0)]


def test_idle_lanes_are_forgotten_and_resting_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crawl over a million hosts keeps a bounded number of lanes, yet never forgets who asked for rest."""
    monkeypatch.setattr(politeness_module, "_KEPT", 100)

    async def go() -> None:
        clock = VirtualClock()
        gate = PolitenessGate(clock, concurrency=1, address_share=1)
        for n in range(40):
            gate.remember(f"resting{n}.example", 10**9)

        async def once(n: int) -> None:
            async with gate.turn(f"h{n}.example", f"10.0.{n // 250}.{n % 250}", 0.001) as turn:
                turn.answered()
            await clock.sleep(1.0)

        for n in range(2_000):
            await clock.run(once(n))
        assert len(gate._hosts) < 160
        assert len(gate._addresses) < 160
        assert all(gate.rests_for(f"resting{n}.example") > 0 for n in range(40))

    run(go())


def test_a_failing_store_lets_nothing_leave() -> None:
    """If the promise cannot be stored the request does not leave, and the lane and the place are free again."""

    async def go() -> None:
        def full(_host: str, _at: float) -> None:
            raise OSError("disk full")

        clock = VirtualClock()
        gate = PolitenessGate(clock, concurrency=1, address_share=1, before_request=full)
        for _ in range(3):
            with pytest.raises(OSError, match="disk full"):
                async with gate.turn("a.example", None, 0.0, inf):
                    raise AssertionError("left")

    run(go())
