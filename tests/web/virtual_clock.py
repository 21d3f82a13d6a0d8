"""Time that passes only when nobody has anything left to do: hours of politeness in milliseconds."""

import asyncio
import heapq
from collections.abc import Coroutine
from itertools import count
from typing import Any


class VirtualClock:
    """A `leadline.protocols.Clock`; `run` drives it."""

    def __init__(self, now: float = 1_000.0) -> None:
        self._now = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def now(self) -> float:
        return self._now

    async def sleep_until(self, moment: float) -> None:
        if moment > self._now:
            woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._sleepers, (moment, next(self._numbers), woken))
            await woken

    async def sleep(self, seconds: float) -> None:
        await self.sleep_until(self._now + seconds)

    async def run(self, *coroutines: Coroutine[Any, Any, Any]) -> list[Any]:
        """Results (or exceptions) of all of them; a run in which everybody waits for nothing fails."""
        tasks = [asyncio.create_task(c) for c in coroutines]
        while not all(task.done() for task in tasks):
            for _ in range(20 + 4 * len(tasks)):
                await asyncio.sleep(0)
            if all(task.done() for task in tasks):
                break
            self._wake_next()
        return await asyncio.gather(*tasks, return_exceptions=True)

    def _wake_next(self) -> None:
        while self._sleepers:
            moment, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                self._now = max(self._now, moment)
                woken.set_result(None)
                return
        raise AssertionError("everybody waits and nobody sleeps: a deadlock")
