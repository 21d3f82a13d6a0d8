"""An event loop whose time jumps: experiments wait hours of politeness in milliseconds, and repeat exactly.

>>> import asyncio, time
>>> async def nap() -> float:
...     await VirtualClock().sleep_until(3600.0)
...     return VirtualClock().now()
>>> run(nap())
3600.0
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Jump(selectors.DefaultSelector):
    """Instead of waiting for the next timer, move the clock to it."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is not None and timeout > 0:
            self.time += timeout
        elif not ready and timeout is None:
            return super().select(None)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """asyncio on virtual time; sockets work, but nobody waits for them while a timer is set."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.time


class VirtualClock:
    """`leadline.protocols.Clock` inside a `VirtualLoop`; the epoch is when the loop began."""

    def now(self) -> float:
        # Timers fire within the clock's resolution; rounding keeps repeated sums equal.
        return round(asyncio.get_running_loop().time(), 9)

    async def sleep_until(self, moment: float) -> None:
        while (left := moment - self.now()) > 0:  # noqa: ASYNC110  (nothing but time is waited for)
            await asyncio.sleep(left)


def run(main: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` on virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
