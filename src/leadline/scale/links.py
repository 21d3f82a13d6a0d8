"""The line between coordinator and one worker: a process on this machine, or whatever else runs `worker.work`."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from leadline.scale.channel import Inbox, Outbox


class WorkerLink(Protocol):
    """A worker as the coordinator sees it."""

    def tell(self, message: Any) -> None:
        """Nothing happens where the worker is gone: `hear` says so."""

    async def hear(self) -> Any:
        """The next message. `EOFError` or `ConnectionError` where the worker is gone."""

    async def end(self) -> None:
        """Kill it, whatever it does: it has nothing that was not told."""


Hire = Callable[[Any], Awaitable[WorkerLink]]
"""Starts a worker with this job."""


class ProcessLink:
    """`WorkerLink` to a process of this machine."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._into, self._out = Inbox(process.stdout), Outbox(process.stdin)

    def tell(self, message: Any) -> None:
        self._out.send(message)

    async def hear(self) -> Any:
        return await self._into.receive()

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def processes_of(module: str) -> Hire:
    """Workers that are processes of a module of ours."""

    async def hire(job: Any) -> WorkerLink:
        path = os.pathsep.join(word for word in sys.path if word)
        pipe = asyncio.subprocess.PIPE
        # A session of its own: Ctrl-C is the coordinator's, which lets what is under way be recorded.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module),
            stdin=pipe,
            stdout=pipe,
            env={**os.environ, "PYTHONPATH": path},
            limit=2**30,
            start_new_session=True,
        )
        link = ProcessLink(process)
        link.tell(job)
        return link

    return hire
