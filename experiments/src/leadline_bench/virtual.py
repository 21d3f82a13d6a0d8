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

    def reach(self, moment: float) -> None:
        """Timers fire up to the clock's resolution early; whoever waits for a moment must not see one before."""
        self._jump.time = max(self._jump.time, moment)


class VirtualClock:
    """`leadline.protocols.Clock` inside a `VirtualLoop`; the epoch is when the loop began."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep_until(self, moment: float) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop), "a virtual clock runs in `virtual.run`"
        if moment > loop.time():
            await asyncio.sleep(moment - loop.time())
            loop.reach(moment)


def run(main: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` on virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
