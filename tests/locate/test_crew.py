"""The coordinator's end of several processes: who is given up when workers end, and when nobody can be hired."""

import asyncio
from typing import Any

import pytest

from leadline.errors import BadConfiguration, WorkerLost
from leadline.scale.crew import Books, Crew
from leadline.scale.links import WorkerLink
from leadline.web.clock import WallClock

NOBODY = Books(lambda *_: None, lambda *_: None, lambda *_: None)


class EndingLink:
    """A worker that is gone as soon as it is told anything."""

    def __init__(self) -> None:
        self._told = asyncio.Event()

    def tell(self, _: Any) -> None:
        self._told.set()

    async def hear(self) -> Any:
        await self._told.wait()
        raise EOFError

    async def end(self) -> None:
        """It has."""


class FragileLink:
    """A worker that ends when it has more tasks than it can bear, or the one that ends whoever has it."""

    def __init__(self, bears: int) -> None:
        self._bears, self._tasks, self._told = bears, dict[int, str](), asyncio.Event()

    def tell(self, message: Any) -> None:
        _, number, what = message
        self._tasks[number] = what
        self._told.set()

    async def hear(self) -> Any:
        await self._told.wait()
        if len(self._tasks) > self._bears or "killer" in self._tasks.values():
            raise EOFError
        number, what = self._tasks.popitem()
        if not self._tasks:
            self._told.clear()
        return "done", number, what, None

    async def end(self) -> None:
        """It has."""


async def _done(bears: int, tasks: list[str]) -> list[Any]:
    async def hire(_: Any) -> WorkerLink:
        return FragileLink(bears)

    async with Crew(1, hire, None, WallClock(), NOBODY) as crew:
        working = (crew.do("visit", what, "a.example") for what in tasks)
        return await asyncio.wait_for(asyncio.gather(*working, return_exceptions=True), 120)


def test_workers_that_end_again_and_again_cost_no_page() -> None:
    """Eight tasks that were there whenever one ended are not taken for what ended it."""
    tasks = [f"page {number}" for number in range(8)]
    assert asyncio.run(_done(1, tasks)) == tasks


def test_a_page_that_ends_who_reads_it_is_given_up_alone() -> None:
    """Those that were with it are read."""
    first, killer, *others = asyncio.run(_done(9, ["page 1", "killer", "page 2", "page 3"]))
    assert [first, *others] == ["page 1", "page 2", "page 3"]
    assert isinstance(killer, WorkerLost)


async def _work(hirings: int) -> None:
    left = [EndingLink() for _ in range(hirings)]

    async def hire(_: Any) -> WorkerLink:
        if not left:
            raise BadConfiguration("nobody can be hired")
        return left.pop()

    async with Crew(1, hire, None, WallClock(), NOBODY) as crew:
        working = asyncio.ensure_future(crew.do("visit", "http://a.example/", "a.example"))
        done, _ = await asyncio.wait({working}, timeout=120)
        assert done, "it waits"
        working.result()


@pytest.mark.parametrize("hirings", [1, 3])
def test_who_waits_for_a_task_that_nobody_can_take_over_is_told(hirings: int) -> None:
    """The crawl ends with that sentence; it does not wait for ever."""
    with pytest.raises(BadConfiguration, match="nobody can be hired"):
        asyncio.run(_work(hirings))


class AnsweringLink:
    """A worker that answers its first tasks, each in a turn of its own, and then ends."""

    def __init__(self, answers: int) -> None:
        self.given: list[str] = []
        self.answered = 0
        self._answers, self._told = answers, asyncio.Event()

    def tell(self, message: Any) -> None:
        if message is not None:
            self.given.append(message[2])
            self._told.set()

    async def hear(self) -> Any:
        await self._told.wait()
        await asyncio.sleep(0)
        if self.answered == self._answers:
            raise EOFError
        self.answered += 1
        return "done", self.answered - 1, self.given[self.answered - 1], None

    async def end(self) -> None:
        """It has."""


async def _work_together() -> tuple[list[int], list[AnsweringLink]]:
    """How many answers were there when each of the first ones was handed over; and who worked."""
    links: list[AnsweringLink] = []

    async def hire(_: Any) -> WorkerLink:
        links.append(AnsweringLink(3 if not links else 0))
        return links[-1]

    there: list[int] = []

    async def do(crew: Crew, what: str) -> None:
        await crew.do("visit", what, "a.example")
        there.append(links[0].answered)

    async with Crew(1, hire, None, WallClock(), NOBODY) as crew:
        working = [asyncio.create_task(do(crew, f"page {number}")) for number in range(64)]
        await asyncio.wait(working, timeout=120)
    return there, links


def test_what_comes_of_several_tasks_is_handed_over_together() -> None:
    """So they are recorded by one commit; with many under way nobody waits for the first of them."""
    there, _ = asyncio.run(_work_together())
    assert there == [3, 3, 3]


def test_what_was_answered_is_not_done_again_when_its_worker_ends() -> None:
    """Also while the answer waits for others to be recorded with: no page is asked for twice."""
    _, (first, *others) = asyncio.run(_work_together())
    assert first.given[:3] == ["page 0", "page 1", "page 2"]
    assert not {what for link in others for what in link.given} & set(first.given[:3])
