"""The coordinator's end: workers, which of them owns a site, and what happens when one is killed.

A site's tasks go to one worker, which keeps what it learnt about its hosts (robots.txt, pace, habits). A worker
that ends by itself is replaced, its tasks are given out again, and the hosts it asked are left alone for their gap
first (`leadline.scale.leases`). Nothing of a task that was not finished is recorded, so nothing is recorded
twice.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

from leadline.errors import WorkerLost
from leadline.model.rest import Rest
from leadline.protocols import Clock
from leadline.scale.leases import Granted, Leases
from leadline.scale.links import Hire, WorkerLink
from leadline.store.archive import PackedExchange

_DEATHS = 5
"""Workers that one task may cost before it is given up: a page that kills who reads it is not read for ever."""
_SUSPECT = 2
"""Deaths after which a task is tried beside no other such one: of all that a worker had, at most one ended it."""

_TOGETHER = 0.1
"""Seconds that what came of a task waits for others, so that they are recorded together."""
_SHARE = 16
"""One in so many tasks waits so at most: their places in the crawl are empty meanwhile. No other
share was tried (docs/scale.md)."""


@dataclass(frozen=True, slots=True)
class Books:
    """Who keeps what workers promise and bring."""

    promise: Callable[[str, float], None]
    rest: Callable[[str, Rest], None]
    archive: Callable[[PackedExchange], object]


@dataclass(slots=True)
class _Task:
    kind: str
    what: Any
    site: str
    done: asyncio.Future[Any]
    deaths: int = 0


@dataclass(slots=True)
class _Worker:
    number: int
    link: WorkerLink
    tasks: dict[int, _Task] = field(default_factory=dict)
    listening: asyncio.Task[None] | None = None


class Crew:
    """`size` workers that `hire` starts, each given `job`; use it as a context."""

    def __init__(self, size: int, hire: Hire, job: Any, clock: Clock, books: Books) -> None:
        self._size, self._start, self._job = size, hire, job
        self._clock, self._books = clock, books
        self._leases = Leases(clock)
        self._workers: dict[int, _Worker] = {}
        self._owners: dict[str, int] = {}
        self._suspects: deque[_Task] = deque()
        self._tried: _Task | None = None  # of these, the one that a worker has
        self._numbers, self._names = count(), count()
        self._is_ending = False
        self._kept: list[tuple[_Task, Any, BaseException | None]] = []
        self._handing: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        for _ in range(self._size):
            await self._hire()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_ending = True
        self._hand_over()
        for worker in list(self._workers.values()):
            await worker.link.end()
            if worker.listening is not None:
                worker.listening.cancel()
                await asyncio.gather(worker.listening, return_exceptions=True)

    async def do(self, kind: str, what: Any, site: str) -> Any:
        """Have a task of a site done; what came of it."""
        task = _Task(kind, what, site, asyncio.get_running_loop().create_future())
        self._give(task)
        return await task.done

    def _give(self, task: _Task) -> None:
        worker = self._owner(task.site)
        number = next(self._numbers)
        worker.tasks[number] = task
        task.done.add_done_callback(lambda _: worker.tasks.pop(number, None))
        worker.link.tell((task.kind, number, task.what))

    def _owner(self, site: str) -> _Worker:
        owner = self._workers.get(self._owners.get(site, -1))
        if owner is None:
            owner = min(self._workers.values(), key=lambda worker: (len(worker.tasks), worker.number))
            self._owners[site] = owner.number
        return owner

    async def _hire(self) -> None:
        worker = _Worker(next(self._names), await self._start(self._job))
        self._workers[worker.number] = worker
        worker.listening = asyncio.create_task(self._listen(worker))

    async def _listen(self, worker: _Worker) -> None:
        try:
            try:
                while True:
                    self._take(worker, await worker.link.hear())
            except (EOFError, ConnectionError):
                if not self._is_ending:
                    await self._replace(worker)
        except Exception as error:  # noqa: BLE001  # no store, or nobody to be hired: whoever waits is told
            for task in list(worker.tasks.values()):
                if not task.done.done():
                    task.done.set_exception(error)

    def _take(self, worker: _Worker, message: Any) -> None:
        match message:
            case ("ask", host, question, gap):
                self._let_go(self._leases.ask(host, worker.number, question, gap), host)
            case ("leave", host):
                self._let_go(self._leases.leave(host, worker.number), host)
            case ("rest", host, rest):
                self._books.rest(host, rest)
                self._leases.rest(host, rest.until)
            case ("archive", exchange):
                self._books.archive(exchange)
            case ("done", number, result, problem):
                self._keep(worker.tasks.pop(number, None), result, problem)

    def _let_go(self, granted: Sequence[Granted], host: str) -> None:
        for number, question, from_, gap in granted:
            # Promised before it leaves, so that politeness outlives this process, too.
            self._books.promise(host, max(self._clock.now(), from_) + gap)
            self._workers[number].link.tell(("go", question, from_))

    def _keep(self, task: _Task | None, result: Any, problem: BaseException | None) -> None:
        """What came of a task is handed over together with what comes soon after it: one commit for all."""
        if task is None or task.done.done():
            return
        if not self._kept:
            self._handing = asyncio.get_running_loop().call_later(_TOGETHER, self._hand_over)
        self._kept.append((task, result, problem))
        if len(self._kept) * _SHARE > sum(len(worker.tasks) for worker in self._workers.values()):
            self._hand_over()

    def _hand_over(self) -> None:
        if self._handing is not None:
            self._handing.cancel()
        kept, self._kept = self._kept, []
        for task, result, problem in kept:
            if task.done.done():
                continue
            if problem is None:
                task.done.set_result(result)
            else:
                problem.add_note(str(result))
                task.done.set_exception(problem)

    async def _replace(self, dead: _Worker) -> None:
        """Another process takes over what this one had."""
        await dead.link.end()
        del self._workers[dead.number]
        await self._hire()
        freed = self._leases.bury(dead.number)
        for host, granted in freed:
            self._let_go(granted, host)
        for task in [task for task in dead.tasks.values() if not task.done.done()]:
            task.deaths += 1
            if task.deaths >= _DEATHS:
                task.done.set_exception(WorkerLost(f"{task.site}: {_DEATHS} workers ended over one task of it"))
            elif task is self._tried or task.deaths < _SUSPECT:
                self._give(task)
            else:
                self._suspects.append(task)
        self._try_suspect()

    def _try_suspect(self) -> None:
        """One after the other, so that the one that ends workers is told from those that were there with it."""
        if self._suspects and (self._tried is None or self._tried.done.done()):
            self._tried = self._suspects.popleft()
            self._tried.done.add_done_callback(lambda _: self._try_suspect())
            self._give(self._tried)
