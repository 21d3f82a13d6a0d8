"""A page that is used as a reader would: something typed, chosen or pressed, and what its scripts asked for then.

Nothing here decides what is typed or pressed (`leadline.harvest.scripted` does); every call of the page passes the
gate on its way (`leadline.web.subresources`), with the word that was typed. All of it together has `use_seconds`;
a page that does not come to rest within a few seconds of a step is taken as it is.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from leadline.errors import ScriptsFailed
from leadline.model.call import RecordedCall
from leadline.model.page import Response
from leadline.web.browser_tab import BrowserTab, Rendered, Stuck
from leadline.web.browsing import Clickable
from leadline.web.subresources import Subresources

T = TypeVar("T")
_STEP_SECONDS = 6.0
"""For what a page does after a step; most are at rest after one."""


class PageInUse:
    """`leadline.web.browsing.PageInUse` in a tab of the browser."""

    def __init__(
        self,
        tab: BrowserTab,
        parts: Subresources,
        answer: Callable[[Rendered], Response],
        seconds: float,
        cap: int,
    ) -> None:
        self._tab = tab
        self._parts = parts
        self._answer = answer
        self._seconds = seconds
        self._until = asyncio.get_running_loop().time() + seconds
        self._cap = cap

    @property
    def calls(self) -> tuple[RecordedCall, ...]:
        return tuple(self._parts.calls)

    @property
    def scripts(self) -> tuple[RecordedCall, ...]:
        return tuple(self._parts.scripts)

    @property
    def lacks(self) -> bool:
        return bool(self._parts.refused_calls or self._parts.other_sites)

    @property
    def url(self) -> str:
        return self._parts.page.url

    @property
    def stays(self) -> int:
        return self._parts.stays

    def renewed(self) -> None:
        """Another question to the page, with a time and a budget of its own."""
        self._until = asyncio.get_running_loop().time() + self._seconds
        self._tab.renewed()

    async def rest(self) -> None:
        await self._rest()

    async def shown(self) -> Response:
        """The page as it is now."""
        return self._answer(await self._bounded(self._tab.written(self._cap)))

    async def type(self, place: int, word: str) -> bool:
        """Put a word in the place of what a box holds; False where there is no such box."""
        self._parts.typed = word
        if not await self._step("focus", place):
            return False
        await self._bounded(self._tab.insert(word))
        await self._rest()
        return True

    async def enter(self) -> None:
        await self._bounded(self._tab.enter())
        await self._rest()

    async def press(self, place: int) -> bool:
        return await self._done("press", place)

    async def choose(self, place: int, number: int) -> bool:
        """Choose an option of a list by its number, or tick a box. Nobody knows what a box does that stands
        somewhere on a page: from now on only calls of kinds that were made before leave."""
        self._parts.only_known = True
        return await self._done("choose", place, number)

    async def scroll(self) -> bool:
        return await self._done("scroll")

    async def clickable(self) -> tuple[Clickable, ...]:
        """What can be pressed besides controls, in the order of the page."""
        told = await self._step("clickable")
        return tuple(Clickable(number, *map(str, one[:4])) for number, one in enumerate(told) if not one[4])

    async def click(self, what: Clickable) -> bool:
        return await self._done("click", what.number, what.text)

    async def _done(self, what: str, *given: object) -> bool:
        done = bool(await self._step(what, *given))
        if done:
            await self._rest()
        return done

    async def _step(self, what: str, *given: object) -> Any:
        return await self._bounded(self._tab.read(_script(), what, *given))

    async def _rest(self) -> None:
        await self._bounded(self._tab.rest(_STEP_SECONDS))

    async def _bounded(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout_at(self._until):
                return await work
        except TimeoutError as error:
            raise ScriptsFailed(self.url, "the page's scripts did not come to an end in time") from error
        except Stuck as stuck:
            raise ScriptsFailed(self.url, f"the page's scripts never let go: {stuck}") from stuck


@lru_cache(maxsize=1)
def _script() -> str:
    return (files("leadline.web") / "use.js").read_text("utf-8")
