"""A slow host costs its own time and nobody else's.

What is promised: a host holds at most one of the `concurrency` places, so as long as fewer hosts than places are
slow at once, the others are served at the pace of the places left; and the slow ones complete.
"""

import asyncio
import threading
import time
from dataclasses import replace

import pytest
from hostile_server import GOOD, HostileServer, Visit
from survival import LIMITS, SETTINGS, run

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.protocols import Fetcher
from leadline.web.door import open_door

FAIR = replace(
    SETTINGS,
    concurrency=64,
    limits=replace(LIMITS, connect_seconds=200.0, first_byte_seconds=200.0, total_seconds=200.0),
)
SLOW_SECONDS = 150.0
"""What a slow host takes that nobody wakes."""
QUICK = [f"quick{n}.example" for n in range(999)]
SLOW = [f"slow{n}.example" for n in range(50)]


class Drowsy:
    """Slow hosts answer when they are told to: nothing hangs on how fast this machine is."""

    def __init__(self) -> None:
        self.awake = threading.Event()

    def __call__(self, visit: Visit) -> bool:
        if visit.host.startswith("slow"):
            self.awake.wait(SLOW_SECONDS)
        return visit.answer()


async def ask(fetcher: Fetcher, host: str, path: str = "/") -> Response:
    return await fetcher.fetch(Request(f"http://{host}{path}", permit=TARGET))


def seconds_beside(server: HostileServer, drowsy: Drowsy, slow: list[str], quick: list[str]) -> float:
    """Until all quick hosts were served, all asked for at once; no slow one was by then, and all are later."""

    async def go() -> float:
        async with open_door(replace(FAIR, connect_to=server.address)) as fetcher:
            started = time.monotonic()
            held = [asyncio.create_task(ask(fetcher, host)) for host in slow]
            served = await asyncio.gather(*(ask(fetcher, host) for host in quick))
            seconds = time.monotonic() - started
            assert not any(task.done() for task in held), "somebody waited for a slow host"
            drowsy.awake.set()
            served += await asyncio.gather(*held)
            assert len(served) == len(slow) + len(quick)
            assert all(response.body == GOOD for response in served)
            return seconds

    result: float = run(go())
    drowsy.awake.clear()
    return result


def test_one_slow_host_among_a_thousand() -> None:
    """999 hosts take as long beside one that is very slow as without it; the slow one completes too."""
    drowsy = Drowsy()
    alone, beside = [], []
    with HostileServer(default=drowsy) as server:
        for _ in range(3):  # a machine that does other things meanwhile is no slow host
            alone.append(seconds_beside(server, drowsy, [], QUICK))
            beside.append(seconds_beside(server, drowsy, SLOW[:1], QUICK))
            if min(beside) < 1.5 * min(alone):
                return
    pytest.fail(f"seconds beside a slow host {beside}, and without {alone}")


def test_ten_pages_of_a_slow_host_hold_one_place() -> None:
    """Requests that wait behind a slow host's first hold no place: two are enough for everybody else."""
    drowsy = Drowsy()
    with HostileServer(default=drowsy) as server:

        async def go() -> None:
            async with open_door(replace(FAIR, concurrency=2, connect_to=server.address)) as fetcher:
                slow = [asyncio.create_task(ask(fetcher, "slow.example", f"/{n}")) for n in range(10)]
                await asyncio.gather(*(ask(fetcher, host) for host in QUICK[:100]))
                assert not any(task.done() for task in slow)
                for task in slow:
                    task.cancel()
                await asyncio.gather(*slow, return_exceptions=True)
                drowsy.awake.set()

        run(go())
        assert server.most_busy == 2


def test_fifty_slow_hosts_leave_fourteen_places() -> None:
    """With 50 of 64 places held, the others are done before the first slow host is, and all complete."""
    drowsy = Drowsy()
    with HostileServer(default=drowsy) as server:
        seconds_beside(server, drowsy, SLOW, QUICK[:300])
    assert server.most_busy <= 64


def test_more_slow_hosts_than_places_only_delay() -> None:
    """When slow hosts hold every place the others wait for them, but everybody is served."""
    drowsy = Drowsy()
    with HostileServer(default=drowsy) as server:

        async def go() -> None:
            async with open_door(replace(FAIR, concurrency=8, connect_to=server.address)) as fetcher:
                slow, quick = (
                    [asyncio.create_task(ask(fetcher, host)) for host in hosts] for hosts in (SLOW[:8], QUICK[:50])
                )
                done, _ = await asyncio.wait([*slow, *quick], timeout=1.0)
                assert not done
                drowsy.awake.set()
                assert len(await asyncio.gather(*slow, *quick)) == 58

        run(go())
        assert server.most_busy == 8
