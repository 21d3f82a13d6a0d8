"""One page that stands open in the browser for as long as a harvest asks it, one question after the other."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from leadline.errors import OutOfOpenings, ScriptsFailed
from leadline.model.page import Request, Response
from leadline.model.typed import Typed
from leadline.web.browsing import BrowserUse, PageInUse, Screen

_SPENT = "is asked in the browser, and its {} openings of this run are spent: harvest.openings allows more"

Opens = Callable[[], AbstractAsyncContextManager[PageInUse]]


class OpenPage:
    """Opened for the first question, and again where its scripts never let go."""

    def __init__(self, screen: Screen, opens: Opens, use: BrowserUse) -> None:
        self._screen = screen
        self._opens = opens
        self._use = use
        self._open: tuple[PageInUse, AsyncExitStack] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, request: Request, asked: Typed) -> Response:
        """The answer on the screen; raises `ScriptsFailed` where none comes, and `OutOfOpenings` where the page
        would have to be opened once too often."""
        async with self._turn:
            in_use = await self._page(request.url)
            try:
                in_use.renewed()
                return await self._screen(in_use, asked)
            except ScriptsFailed:
                await self.close()
                raise

    async def _page(self, url: str) -> PageInUse:
        if self._open is None:
            if not self._use.may_open:
                raise OutOfOpenings(url, _SPENT.format(self._use.openings))
            stack = AsyncExitStack()
            self._open = await stack.enter_async_context(self._opens()), stack
        return self._open[0]

    async def close(self) -> None:
        if self._open is not None:
            stack = self._open[1]
            self._open = None
            await stack.aclose()
