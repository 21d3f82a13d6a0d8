"""A question asked once for everybody who waits for the answer, and remembered while the answer holds.

Names (`leadline.web.resolve`) and robots.txt (`leadline.web.robots`) are both asked so: the first request for
a key asks, the others wait with it, and what was found serves until it is no longer fresh. One cancelled request
takes nothing away from the others; when nobody waits any more, the question is given up.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from leadline.errors import Refused
from leadline.protocols import Clock


class Lasting(Protocol):
    """An answer that knows how long it holds, and what keeping it costs."""

    @property
    def until(self) -> float: ...

    @property
    def weight(self) -> int: ...


Found = TypeVar("Found", bound=Lasting)


@dataclass(slots=True, eq=False)
class _Question(Generic[Found]):
    """One that is being asked, and how many wait for its answer."""

    task: asyncio.Task[Found]
    waiting: int = 0


class AskedOnce(Generic[Found]):
    """Answers by key. `most` bounds the weight of all that is kept; the longest unused goes first."""

    def __init__(self, ask: Callable[[str], Awaitable[Found]], clock: Clock, most: int) -> None:
        self._ask = ask
        self._clock = clock
        self._most = most
        self._weight = 0
        self._found: OrderedDict[str, Found] = OrderedDict()
        self._asking: dict[str, _Question[Found]] = {}

    async def get(self, key: str) -> Found:
        known = self._found.get(key)
        if known is not None and known.until > self._clock.now():
            self._found.move_to_end(key)
            return known
        question = self._asking.get(key)
        if question is None:
            question = self._asking[key] = _Question(asyncio.create_task(self._answer(key)))
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
            if question.waiting == 0:
                self._leave(key, question)

    async def _answer(self, key: str) -> Found:
        found = await self._ask(key)
        self._forget(key)
        self._found[key] = found
        self._weight += found.weight
        while self._weight > self._most and len(self._found) > 1:
            self._forget(next(iter(self._found)))
        return found

    def _leave(self, key: str, question: _Question[Found]) -> None:
        """The last one leaves: answered, or nobody wants to know any more."""
        question.task.cancel()
        if self._asking.get(key) is question:
            del self._asking[key]

    def _forget(self, key: str) -> None:
        found = self._found.pop(key, None)
        self._weight -= found.weight if found is not None else 0

    async def close(self) -> None:
        """Give up what is being asked; who waits for it gets a `Refused`."""
        asking = [question.task for question in self._asking.values()]
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
