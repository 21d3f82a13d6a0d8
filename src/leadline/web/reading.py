"""Reading one large page beside the loop that serves all other hosts, and no longer than its time.

Ordinary pages are read where they arrive: that takes milliseconds, and a thread would cost more. What is large or
has very many tags (`is_heavy`) is read in a thread of its own. Other hosts are served meanwhile, since threads
take turns very often while one reads, and Ctrl-C is heard. When the time is up, or nobody waits any more, the
thread is told to end: an exception is raised in it at its next step. No step takes long, because everything that
reads pages is linear and capped (`leadline.parse.bounds`, `tests/bounds`).

>>> async def main() -> int:
...     return await Reader(seconds=20.0).read("http://a.example/", b"<p>" * 100_000, lambda: 42)
>>> asyncio.run(main())
42
"""

import asyncio
import ctypes
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from leadline.errors import ReadingTooLong
from leadline.model.page import Response

T = TypeVar("T")

_LONG = 128 * 1024
_MANY_TAGS = 2_000
"""From here on a hostile page takes longer than a tenth of a second."""
_AT_ONCE = 2
"""Large pages read at once: each may take 300 MB."""
_TURN = 0.0001
"""Seconds that a thread works before others get their turn, while a large page is read. Usual are 5 ms; a loop
with 64 hosts gives its turn away at every packet, a thousand times a second, and would wait as often."""


class _Enough(BaseException):
    """Raised in a thread whose time is up; nothing that reads pages catches it."""


def is_heavy(body: bytes) -> bool:
    """Whether reading a page may take long enough to be felt."""
    return len(body) > _LONG or body.count(b"<") > _MANY_TAGS


class Reader:
    """Reads pages of one run; `seconds` is the time of each."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._busy = 0
        self._usual_turn = sys.getswitchinterval()

    async def read(self, url: str, body: bytes, work: Callable[[], T]) -> T:
        """What `work` makes of a page; raises `ReadingTooLong` if it does not come to an end in time."""
        if not is_heavy(body):
            return work()
        async with self._places:
            self._take_turns(1)
            try:
                return await self._beside(url, work)
            finally:
                self._take_turns(-1)

    def _take_turns(self, more: int) -> None:
        self._busy += more
        sys.setswitchinterval(min(_TURN, self._usual_turn) if self._busy else self._usual_turn)

    async def _beside(self, url: str, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        found: asyncio.Future[T] = loop.create_future()
        thread = _Thread(loop, found, work)
        thread.start()
        try:
            done, _ = await asyncio.wait({found}, timeout=self.seconds)
            if not done:
                raise ReadingTooLong(
                    url, f"reading it took longer than {self.seconds:g} s (web.limits.reading_seconds)"
                )
            return found.result()
        finally:
            thread.end()


class _Thread(threading.Thread):
    """Works and tells the loop; can be told to end."""

    def __init__(self, loop: asyncio.AbstractEventLoop, found: "asyncio.Future[T]", work: Callable[[], T]) -> None:
        # A daemon: whoever stops the program does not wait for a page.
        super().__init__(name="reading a page", daemon=True)
        self._loop, self._found, self._work = loop, found, work
        self._lock = threading.Lock()
        self._over = False

    def run(self) -> None:
        with suppress(_Enough):
            try:
                result, error = self._work(), None
            except Exception as raised:  # noqa: BLE001  # raised again where somebody waits for the result
                result, error = None, raised
            with self._lock:
                self._over = True
            self._tell(result, error)

    def _tell(self, result: object, error: Exception | None) -> None:
        def tell() -> None:
            if self._found.done():
                return
            if error is not None:
                self._found.set_exception(error)
            else:
                self._found.set_result(result)  # type: ignore[arg-type]  # of the type that `work` has

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(tell)

    def end(self) -> None:
        with self._lock:
            if not self._over and self.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(_Enough))


async def beside(reader: Reader | None, response: Response, work: Callable[[], T]) -> T:
    """What `work` makes of an answer; without a reader it is read in the loop, as on virtual time, where nothing
    happens beside it."""
    return work() if reader is None else await reader.read(response.url, response.body, work)
