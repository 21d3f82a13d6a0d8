"""A worker's end: it does what it is told, asks the coordinator before it asks a host, and ends with it.

What a worker can do is a handler by name; `work` takes tasks and tells what came of each, `serve` does so by
standard input and output. Rests of hosts and answers for the archive go to the coordinator before the result that
hangs on them.
"""

import asyncio
import os
import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from itertools import count
from typing import Any

from leadline.model.page import Response
from leadline.model.rest import Rest
from leadline.scale.channel import Inbox, Outbox
from leadline.store.archive import packed_exchange

Handler = Callable[[Any], Awaitable[Any]]
Opener = Callable[["Coordinator", Any], AbstractAsyncContextManager[Mapping[str, Handler]]]
"""Makes, of a job, what a worker can do: handlers by the names of their tasks."""


class Coordinator:
    """The coordinator as a worker sees it: `leadline.web.neighbours.Neighbours`, and who keeps promises."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._questions = count()
        self._answers: dict[int, asyncio.Future[float]] = {}

    async def ask(self, host: str, gap: float) -> float:
        question = next(self._questions)
        answer: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._answers[question] = answer
        self._tell(("ask", host, question, gap))
        try:
            return await answer
        finally:
            del self._answers[question]

    def answered(self, question: int, from_: float) -> None:
        if (answer := self._answers.get(question)) is not None and not answer.done():
            answer.set_result(from_)

    def leave(self, host: str) -> None:
        self._tell(("leave", host))

    def rest(self, host: str, rest: Rest) -> None:
        self._tell(("rest", host, rest))

    def append(self, response: Response, *, extra: Mapping[str, str] | None = None) -> None:
        """Into the archive."""
        self._tell(("archive", packed_exchange(response, extra)))

    def done(self, number: int, result: object, problem: BaseException | None) -> None:
        self._tell(("done", number, result, problem))


async def work(opener: Opener, receive: Callable[[], Awaitable[Any]], tell: Callable[[Any], None]) -> None:
    """Do what is received, the job first, until nothing is: `EOFError`, or a connection that is gone."""
    coordinator = Coordinator(tell)
    running: set[asyncio.Task[None]] = set()
    with suppress(EOFError, ConnectionError):
        async with opener(coordinator, await receive()) as handlers:
            try:
                while True:
                    kind, *rest = await receive()
                    if kind == "go":
                        coordinator.answered(*rest)
                        continue
                    number, what = rest
                    task = asyncio.create_task(_do(handlers[kind], what, number, coordinator))
                    running.add(task)
                    task.add_done_callback(running.discard)
            finally:
                for task in list(running):
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)


async def serve(opener: Opener) -> None:
    """Work by standard input and output, until the coordinator is gone."""
    into, out = await _pipes()
    await work(opener, Inbox(into).receive, Outbox(out).send)


async def _do(handler: Handler, what: object, number: int, coordinator: Coordinator) -> None:
    try:
        result = await handler(what)
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # noqa: BLE001  # whatever it is, the coordinator raises it where it belongs
        coordinator.done(number, "".join(traceback.format_exception(error)), error)
    else:
        coordinator.done(number, result, None)


async def _pipes() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Standard input and output, kept for messages: whatever prints goes to standard error."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=2**30)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(0), "rb"))
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(os.dup(1), "wb")
    )
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)
