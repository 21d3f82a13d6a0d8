"""The clock of a program that asks the web: that of the machine, as far as it can be believed."""

import asyncio
import time


class WallClock:
    """Wall-clock time that never runs backwards within a process, whatever is done to the machine's clock. All
    others take a `leadline.protocols.Clock` and never ask the machine for the time."""

    def __init__(self) -> None:
        # The tightest of a few readings: a process that is interrupted between its two clocks is behind by that
        # much, and others keep the promises of hosts by what it says the time is.
        self._offset = min(_offset() for _ in range(5))[1]

    def now(self) -> float:
        return self._offset + time.monotonic()

    async def sleep_until(self, moment: float) -> None:
        # A timer may fire up to one tick of the loop's clock early; politeness counts from the server's side.
        while (left := moment - self.now()) > 0:  # noqa: ASYNC110  (nothing but time is waited for)
            await asyncio.sleep(left)


def _offset() -> tuple[float, float]:
    """(seconds that looking took, wall-clock time less monotonic time)"""
    begun, wall, ended = time.monotonic(), time.time(), time.monotonic()
    return ended - begun, wall - (begun + ended) / 2
