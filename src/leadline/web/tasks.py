"""Work beside the loop that serves all hosts: a large page is read no longer than its time, a question asked once.

Ordinary pages are read where they arrive: that takes milliseconds, and a thread would cost more. What is large or
has very many tags (`is_heavy`) is read in a thread of its own. Other hosts are served meanwhile, since threads
take turns very often while one reads, and Ctrl-C is heard. When the time is up, or nobody waits any more, the
thread is told to end: an exception is raised in it at its next step. No step takes long, because everything that
reads pages is linear and capped (`leadline.parse.controls`, `tests/bounds`).

>>> async def main() -> int:
...     return await Reader(seconds=20.0).read("http://a.example/", b"<p>" * 100_000, lambda: 42)
>>> asyncio.run(main())
42
"""

import asyncio
import ctypes
import sys
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from leadline.errors import ReadingTooLong, Refused
from leadline.model.page import Response
from leadline.protocols import Clock

T = TypeVar("T")

_LONG = 128 * 1024
_MANY_TAGS = 2_000  # from here on a hostile page takes longer than a tenth of a second
_AT_ONCE = 2  # large pages read at once: each may take 300 MB
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
                why = f"reading it took longer than {self.seconds:g} s (web.limits.reading_seconds)"
                raise ReadingTooLong(url, why)
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


class Expiring(Protocol):
    """An answer that knows how long it holds, and what keeping it costs."""

    @property
    def until(self) -> float: ...

    @property
    def weight(self) -> int: ...


Found = TypeVar("Found", bound=Expiring)


class ExpiringCache(Generic[T]):
    """Values that hold for a time. `most` bounds the weight of all; the longest unused goes first."""

    def __init__(self, clock: Clock, most: int) -> None:
        self._clock = clock
        self._most = most
        self._weight = 0
        self._kept: OrderedDict[Hashable, tuple[T, float, int]] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        value, until, _ = self._kept.get(key, (None, 0.0, 0))
        if value is None or until <= self._clock.now():
            return None
        self._kept.move_to_end(key)
        return value

    def put(self, key: Hashable, value: T, until: float, weight: int) -> None:
        self._weight += weight - self._kept.pop(key, (None, 0.0, 0))[2]
        self._kept[key] = value, until, weight
        while self._weight > self._most and len(self._kept) > 1:
            self._weight -= self._kept.popitem(last=False)[1][2]


@dataclass(slots=True, eq=False)
class _Flight(Generic[Found]):
    """One that is being asked, and how many wait for its answer."""

    task: asyncio.Task[Found]
    waiting: int = 0


class SingleFlight(Generic[Found]):
    """Answers by key, each asked for once for everybody who waits, and remembered while it holds.

    Names and robots.txt are asked for so. One cancelled request takes nothing away from the others; when nobody
    waits any more, the question is given up.
    """

    def __init__(self, ask: Callable[[str], Awaitable[Found]], clock: Clock, most: int) -> None:
        self._ask = ask
        self._found = ExpiringCache[Found](clock, most)
        self._asking: dict[str, _Flight[Found]] = {}

    async def get(self, key: str) -> Found:
        if (known := self._found.get(key)) is not None:
            return known
        question = self._asking.get(key)
        if question is None:
            question = self._asking[key] = _Flight(asyncio.create_task(self._answer(key)))
        question.waiting += 1
        try:
            return await asyncio.shield(question.task)
        except asyncio.CancelledError:
            us = asyncio.current_task()
            if question.task.cancelled() and not (us and us.cancelling()):
                raise Refused(key, "was given up, because Leadline is shutting down") from None
            raise
        finally:
            question.waiting -= 1
            if question.waiting == 0:  # the last one leaves: answered, or nobody wants to know any more
                question.task.cancel()
                if self._asking.get(key) is question:
                    del self._asking[key]

    async def _answer(self, key: str) -> Found:
        found = await self._ask(key)
        self._found.put(key, found, found.until, found.weight)
        return found

    async def close(self) -> None:
        """Give up what is being asked; who waits for it gets a `Refused`."""
        asking = [question.task for question in self._asking.values()]
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
