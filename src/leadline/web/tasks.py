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
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from leadline.errors import FetchError, HostResting, ReadingTooLong, Refused
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


def takes_long(response: Response) -> bool:
    """The same of a response, whose tags are counted once: several ask."""
    if response.memo.heavy is None:
        response.memo.heavy = is_heavy(response.body)
    return response.memo.heavy


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
        thread = _Thread(work)
        thread.start()
        found = asyncio.wrap_future(thread.found)
        try:
            done, _ = await asyncio.wait({found}, timeout=self.seconds)
            if not done:
                why = f"reading it took longer than {self.seconds:g} s (web.limits.reading_seconds)"
                raise ReadingTooLong(url, why)
            return found.result()
        finally:
            thread.end()


class _Thread(threading.Thread, Generic[T]):
    """Works, and tells in `found` what came of it; can be told to end."""

    def __init__(self, work: Callable[[], T]) -> None:
        # A daemon: whoever stops the program does not wait for a page.
        super().__init__(name="reading a page", daemon=True)
        self.found: Future[T] = Future()
        self.found.set_running_or_notify_cancel()
        self._work = work
        self._lock = threading.Lock()
        self._over = False

    def run(self) -> None:
        tell: Callable[[], None]
        with suppress(_Enough):
            try:
                tell = partial(self.found.set_result, self._work())
            except Exception as raised:  # noqa: BLE001  # raised again where somebody waits for the result
                tell = partial(self.found.set_exception, raised)
            with self._lock:
                self._over = True
            tell()

    def end(self) -> None:
        with self._lock:
            if not self._over and self.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(_Enough))


async def beside(reader: Reader | None, response: Response, work: Callable[[], T]) -> T:
    """What `work` makes of an answer; without a reader it is read in the loop, as on virtual time, where nothing
    happens beside it."""
    if reader is None or not takes_long(response):
        return work()
    return await reader.read(response.url, response.body, work)


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


Failed = partial[FetchError]
"""How asking failed, to be told of any URL; not the exception, which keeps its whole stack alive."""


@dataclass(slots=True, eq=False)
class _Flight(Generic[T]):
    """One that is being asked, and how many wait for its answer."""

    task: asyncio.Task[T | Failed]
    waiting: int = 0


class SingleFlight(Generic[T]):
    """Answers by key, each asked for once for everybody who waits, and remembered for `fresh` seconds; that asking
    failed is remembered for `failed` seconds.

    Names and robots.txt are asked for so. One cancelled request takes nothing away from the others; when nobody
    waits any more, the question is given up."""

    def __init__(
        self,
        ask: Callable[[str], Awaitable[T]],
        clock: Clock,
        most: int,
        *,
        fresh: float,
        failed: float,
        weigh: Callable[[T | Failed], int] = lambda _: 1,
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._fresh, self._failed, self._weigh = fresh, failed, weigh
        self._found = ExpiringCache[T | Failed](clock, most)
        self._asking: dict[str, _Flight[T]] = {}

    async def get(self, key: str, url: str) -> T:
        """The answer; raises what asking for it failed with, as an error about `url`."""
        found = self._found.get(key)
        if found is None:
            found = await self._waited_for(key)
        if isinstance(found, partial):
            raise found(url=url)
        return found

    async def _waited_for(self, key: str) -> T | Failed:
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

    async def _answer(self, key: str) -> T | Failed:
        found: T | Failed
        try:
            found, seconds = await self._ask(key), self._fresh
        except FetchError as error:
            found = partial(type(error), **{name: value for name, value in vars(error).items() if name != "url"})
            # A rest is not kept: the politeness gate knows best when it is over.
            seconds = 0.0 if isinstance(error, HostResting) else self._failed
        self._found.put(key, found, self._clock.now() + seconds, self._weigh(found))
        return found

    async def close(self) -> None:
        """Give up what is being asked; who waits for it gets a `Refused`."""
        asking = [question.task for question in self._asking.values()]
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
