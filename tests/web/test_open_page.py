"""A page that stands open for one question after the other: how often it is opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from survival import run

from leadline.errors import OutOfOpenings, ScriptsFailed
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.model.typed import Typed
from leadline.web.browsing import BrowserUse, PageInUse
from leadline.web.open_page import OpenPage

PAGE = "http://shop.example/"


class Standing:
    """What stands open; it takes any question."""

    def renewed(self) -> None:
        pass


def test_a_page_is_opened_again_no_oftener_than_it_may_be() -> None:
    """For a word that its scripts never let go of it is closed; then there are two openings, and no third."""
    use, closed = BrowserUse(most=2), []

    @asynccontextmanager
    async def opens() -> AsyncIterator[Any]:
        use.openings += 1
        yield Standing()
        closed.append(use.openings)

    async def screen(in_use: PageInUse, asked: Typed) -> Response:
        assert isinstance(in_use, Standing)
        if asked.word == "endless":
            raise ScriptsFailed(PAGE, "never let go")
        return Response(Request(PAGE, permit=TARGET), PAGE, 200, (), asked.word.encode(), 0.0)

    async def go() -> None:
        page = OpenPage(screen, opens, use)

        async def ask(word: str) -> bytes:
            asked = Typed(word)
            return (await page.ask(asked.request(PAGE, TARGET), asked)).body

        assert (await ask("owl"), await ask("bat")) == (b"owl", b"bat")
        for _ in range(2):
            with pytest.raises(ScriptsFailed):
                await ask("endless")
        with pytest.raises(OutOfOpenings, match="2 openings"):
            await ask("owl")

    run(go())
    assert (use.openings, closed) == (2, [1, 2])
