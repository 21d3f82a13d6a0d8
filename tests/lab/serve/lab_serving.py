"""A world on a loopback port, in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from leadline_lab.serve.lab import Lab
from leadline_lab.serve.server import LabServer, serving
from leadline_lab.spec import Faults, spec
from leadline_lab.web import Web
from leadline_lab.world import World, open_world


@cache
def world_of(scale: str, seed: int = 0) -> World:
    """Worlds are functions of their spec, so tests may share them."""
    return open_world(spec(scale, seed))


@contextmanager
def serving_lab(world: World, faults: Faults | None = None, *, pause: float = 0.05) -> Iterator[LabServer]:
    """`pause` is how long a time-out hangs and a slow answer takes."""
    server = LabServer(Lab(Web(world), faults), hang_seconds=pause, slow_seconds=pause)
    ready, ended = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def main() -> None:
        async with serving(server):
            ready.set()
            await ended.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(main()), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()
