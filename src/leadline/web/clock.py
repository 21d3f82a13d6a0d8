"""The real clock. Everything else takes a `leadline.protocols.Clock` and never asks the machine for the time."""

import asyncio
import time


class WallClock:
    """Wall-clock time that never runs backwards within a process, whatever is done to the machine's clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        return self._offset + time.monotonic()

    async def sleep_until(self, moment: float) -> None:
        # A timer may fire up to one tick of the loop's clock early; politeness counts from the server's side.
        while (left := moment - self.now()) > 0:  # noqa: ASYNC110  (nothing but time is waited for)
            await asyncio.sleep(left)
