"""A slow host costs its own time and nobody else's.

What is promised: a host holds at most one of the `concurrency` places, so as long as fewer hosts than places are
slow at once, the others are served at the pace of the places left; and the slow ones complete.
"""

import asyncio
import time
from dataclasses import replace

from hostile_server import GOOD, HostileServer, Visit
from survival import LIMITS, SETTINGS, run

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.web.door import open_door
from leadline.web.settings import WebSettings

FAIR = replace(
    SETTINGS,
    concurrency=64,
    limits=replace(LIMITS, connect_seconds=20.0, first_byte_seconds=20.0, total_seconds=20.0),
)
SLOW_SECONDS = 3.0
NAP_SECONDS = 1.5


def drowsy(visit: Visit) -> bool:
    if visit.host.startswith("slow"):
        visit.pause(SLOW_SECONDS)
    elif visit.host.startswith("nap"):
        visit.pause(NAP_SECONDS)
    return visit.answer()


def timed(
    server: HostileServer, hosts: list[str], settings: WebSettings = FAIR
) -> tuple[float, float, list[Response]]:
    """Seconds until all quick hosts were served, and until all were; all are asked for at once."""

    async def go() -> tuple[float, float, list[Response]]:
        async with open_door(replace(settings, connect_to=server.address)) as fetcher:
            started = time.monotonic()
            tasks = {
                host: asyncio.create_task(fetcher.fetch(Request(f"http://{host}/", permit=TARGET)))
                for host in hosts
            }
            await asyncio.gather(*(task for host, task in tasks.items() if host.startswith("quick")))
            quick = time.monotonic() - started
            responses = await asyncio.gather(*tasks.values())
            return quick, time.monotonic() - started, responses

    result: tuple[float, float, list[Response]] = run(go())
    return result


QUICK = [f"quick{n}.example" for n in range(999)]


def test_one_slow_host_among_a_thousand() -> None:
    """999 hosts take as long beside one that is very slow as without it; the slow one completes too."""
    with HostileServer(default=drowsy) as server:
        alone, _, _ = timed(server, QUICK)
        beside, everything, responses = timed(server, ["slow.example", *QUICK])
        again, _, _ = timed(server, QUICK)
    assert beside < 1.5 * max(alone, again) + 0.3
    assert beside < SLOW_SECONDS <= everything
    assert len(responses) == 1000
    assert all(response.body == GOOD for response in responses)


def test_ten_pages_of_a_slow_host_hold_one_place() -> None:
    """Requests that wait behind a slow host's first hold no place: two are enough for everybody else."""
    with HostileServer(default=drowsy) as server:

        async def go() -> float:
            settings = replace(FAIR, concurrency=2, connect_to=server.address)
            async with open_door(settings) as fetcher:
                slow = [
                    asyncio.create_task(fetcher.fetch(Request(f"http://slow.example/{n}", permit=TARGET)))
                    for n in range(10)
                ]
                started = time.monotonic()
                await asyncio.gather(
                    *(fetcher.fetch(Request(f"http://{host}/", permit=TARGET)) for host in QUICK[:100])
                )
                quick = time.monotonic() - started
                for task in slow:
                    task.cancel()
                await asyncio.gather(*slow, return_exceptions=True)
                return quick

        assert run(go()) < SLOW_SECONDS
        assert server.most_busy == 2


def test_fifty_slow_hosts_leave_fourteen_places() -> None:
    """With 50 of 64 places held, the others are done before the first slow host is, and all complete."""
    slow = [f"nap{n}.example" for n in range(50)]
    with HostileServer(default=drowsy) as server:
        quick, everything, responses = timed(server, [*slow, *QUICK[:300]])
    assert quick < NAP_SECONDS <= everything < 2 * NAP_SECONDS
    assert all(response.status == 200 for response in responses)
    assert server.most_busy <= 64


def test_more_slow_hosts_than_places_only_delay() -> None:
    """When slow hosts hold every place the others wait for them, but everybody is served."""
    slow = [f"nap{n}.example" for n in range(8)]
    with HostileServer(default=drowsy) as server:
        quick, _, responses = timed(server, [*slow, *QUICK[:50]], replace(FAIR, concurrency=8))
    assert NAP_SECONDS <= quick < 2 * NAP_SECONDS
    assert len(responses) == 58
