"""The coordinator's end of several processes: what it does when nobody can be hired any more."""

import asyncio
from typing import Any

import pytest

from leadline.errors import BadConfiguration
from leadline.scale.crew import Books, Crew
from leadline.scale.links import WorkerLink
from leadline.web.door import WallClock


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


async def _work(hirings: int) -> None:
    left = [EndingLink() for _ in range(hirings)]

    async def hire(_: Any) -> WorkerLink:
        if not left:
            raise BadConfiguration("nobody can be hired")
        return left.pop()

    nobody = Books(lambda *_: None, lambda *_: None, lambda *_: None)
    async with Crew(1, hire, None, WallClock(), nobody) as crew:
        await asyncio.wait_for(crew.do("visit", "http://a.example/", "a.example"), 20)


@pytest.mark.parametrize("hirings", [1, 3])
def test_who_waits_for_a_task_that_nobody_can_take_over_is_told(hirings: int) -> None:
    """The crawl ends with that sentence; it does not wait for ever."""
    with pytest.raises(BadConfiguration, match="nobody can be hired"):
        asyncio.run(_work(hirings))
