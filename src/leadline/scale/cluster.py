"""Workers on a Ray cluster: the second way to hire them; all else is as with processes of one machine.

A worker is an actor that runs `worker.work`. It is not restarted by Ray: the coordinator hires another one, as it
does for processes, since who takes over has to wait for the hosts of the one that ended.
"""

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Callable
from importlib import import_module
from typing import Any

from leadline.errors import BadConfiguration
from leadline.scale.links import Hire, WorkerLink
from leadline.scale.worker import Opener, work

_BEGINNINGS = 5  # actors that may be killed one after the other before one begins
_CPUS = 1  # of a machine for one worker: reading pages is what it does


class RayWorker:
    """What runs on the cluster. Its methods never wait for the work, so that none keeps another."""

    def __init__(self) -> None:
        self._into: asyncio.Queue[Any] = asyncio.Queue()
        self._out: asyncio.Queue[Any] = asyncio.Queue()
        self._working: asyncio.Task[None] | None = None

    async def begin(self, opener: str, job: Any) -> None:
        """`opener` is `module:name` of an `Opener` of ours."""
        module, _, name = opener.partition(":")
        opened: Opener = getattr(import_module(module), name)
        self._into.put_nowait(job)
        self._working = asyncio.create_task(work(opened, self._into.get, self._out.put_nowait))

    async def tell(self, message: Any) -> None:
        self._into.put_nowait(message)

    async def hear(self) -> list[Any]:
        """All messages there are, and at least one."""
        assert self._working is not None
        first = asyncio.ensure_future(self._out.get())
        await asyncio.wait((first, self._working), return_when=asyncio.FIRST_COMPLETED)
        if not first.done():
            self._working.result()  # it never ends by itself; why it did is told to whoever listens
            raise EOFError
        heard = [first.result()]
        while not self._out.empty():
            heard.append(self._out.get_nowait())
        return heard


class RayLink:
    """`leadline.scale.links.WorkerLink` to an actor."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor
        self._heard: deque[Any] = deque()

    def tell(self, message: Any) -> None:
        self._actor.tell.remote(message)  # in the order of the calls; where it is gone, `hear` says so

    async def hear(self) -> Any:
        from ray.exceptions import RayError

        while not self._heard:
            try:
                self._heard.extend(await self._actor.hear.remote())
            except RayError as error:
                raise ConnectionError(str(error)) from error
        return self._heard.popleft()

    async def end(self) -> None:
        import ray

        ray.kill(self._actor)


def actors_of(opener: str, address: str | None) -> Hire:
    """Workers on the cluster at `address`; on one of this machine's own, if None."""
    ray = _joined(address)
    remote: Callable[[], Any] = ray.remote(num_cpus=_CPUS, max_restarts=0, max_concurrency=64)(RayWorker).remote

    async def hire(job: Any) -> WorkerLink:
        from ray.exceptions import RayActorError

        for _ in range(_BEGINNINGS):
            actor = remote()
            try:
                await actor.begin.remote(opener, job)
            except RayActorError:  # killed before it had begun: there is nobody to be replaced yet
                continue
            return RayLink(actor)
        raise BadConfiguration(f"{_BEGINNINGS} actors on the Ray cluster ended before they began; see its logs")

    return hire


def _joined(address: str | None) -> Any:
    try:
        import ray
    except ImportError as error:
        raise BadConfiguration("--engine ray was asked for, and Ray is not installed; leadline[ray]") from error
    if not ray.is_initialized():
        # On this machine what can be imported here can be there, too; machines of a cluster have their own.
        path = {"env_vars": {"PYTHONPATH": os.pathsep.join(word for word in sys.path if word)}}
        how: dict[str, Any] = {"runtime_env": path, "include_dashboard": False} if address is None else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **how)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise BadConfiguration(f"the Ray cluster at {address} cannot be reached: {error}") from error
    return ray
