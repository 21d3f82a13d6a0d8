"""What scripts of a page may ask for: judged before it leaves, as the server sees it. No browser is needed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hostile_server import GOOD, HostileServer
from survival import SETTINGS, run

from leadline.errors import Refused
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.model.typed import Typed
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.http import HttpFetcher
from leadline.web.subresources import PartsCache, Subresources

SITE = "http://shop.example"


@dataclass(frozen=True)
class Wish:
    """A request as the browser's library tells of it."""

    url: str
    method: str = "GET"
    resource_type: str = "fetch"
    post_data_buffer: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def asked(
    *wishes: tuple[Wish, bool], typed: str | None = None, in_use: bool = False
) -> tuple[list[str], list[str]]:
    """What the server saw of these wishes (True: the page itself goes there), and why others were refused."""
    with HostileServer({}) as server:

        async def go() -> list[str]:
            settings = replace(SETTINGS, connect_to=server.address)
            async with open_door(settings) as http:
                assert isinstance(http, HttpFetcher)
                page = Response(Request(f"{SITE}/", permit=TARGET), f"{SITE}/", 200, (), GOOD, 0.0)
                parts = Subresources(http, settings, PartsCache(WallClock()), page)
                first: Any = Wish(f"{SITE}/", resource_type="document")
                await parts.answer(first, main=True)
                parts.typed, parts.in_use = typed, in_use
                for wish, main in wishes:
                    one: Any = wish
                    await parts.answer(one, main=main)
                return parts.refused

        refused: list[str] = run(go())
        return [f"{visit.head.split(b' ')[0].decode()} {visit.path}" for visit in server.visits], refused


READING = {
    "data": (Wish(f"{SITE}/api/items?page=2"), False),
    "a script": (Wish(f"{SITE}/app.js", resource_type="script"), False),
    "a query": (Wish(f"{SITE}/graphql", "POST", post_data_buffer=b'{"query": "query Items { items }"}'), False),
    "another page": (Wish(f"{SITE}/list?page=2", resource_type="document"), True),
}


@pytest.mark.parametrize(("wish", "main"), READING.values(), ids=READING)
def test_what_only_asks_is_asked_for(wish: Wish, main: bool) -> None:
    """Subresources by GET, searches and queries by POST, another page that a script goes to."""
    seen, refused = asked((wish, main))
    assert seen == [f"{wish.method} {wish.url.removeprefix(SITE)}"], refused


def test_a_post_that_searches_carries_the_word_that_was_typed() -> None:
    """With it, it is sent; with another one, or before anything was typed, it never leaves."""
    search = Wish(f"{SITE}/api/search", "POST", post_data_buffer=b'{"q": "lamp"}'), False
    assert asked(search, typed="lamp") == (["POST /api/search"], [])
    for typed in (None, "owl"):
        seen, refused = asked(search, typed=typed)
        assert (seen, len(refused)) == ([], 1)


FRAME = Wish(f"{SITE}/results?owl", resource_type="document"), False
OTHER_FRAMES = {
    "of another host": Wish("http://other.shop.example/results", resource_type="document"),
    "that logs out": Wish(f"{SITE}/logout", resource_type="document"),
    "by POST": Wish(f"{SITE}/results", "POST", "document", b"q=owl"),
}


def test_frames_of_a_page_that_is_used_are_asked_for() -> None:
    """Its answers may stand there; a page that is only looked at goes without."""
    assert asked(FRAME, in_use=True) == (["GET /results?owl"], [])
    seen, refused = asked(FRAME)
    assert (seen, len(refused)) == ([], 1)


@pytest.mark.parametrize("frame", OTHER_FRAMES.values(), ids=OTHER_FRAMES)
def test_frames_that_are_not_the_pages_own_or_do_something(frame: Wish) -> None:
    """They are refused, whoever uses the page."""
    seen, refused = asked((frame, False), in_use=True)
    assert (seen, len(refused)) == ([], 1)


def test_a_question_to_the_screen_never_reaches_a_server() -> None:
    """Where no browser has the page open it is refused."""
    with HostileServer({}) as server:

        async def go() -> None:
            async with open_door(replace(SETTINGS, connect_to=server.address)) as http:
                await http.fetch(Typed("owl").request(f"{SITE}/", TARGET))

        with pytest.raises(Refused, match="no browser has it open"):
            run(go())
        assert server.visits == []


DOING = {
    "log out": (Wish(f"{SITE}/logout"), False),
    "a basket": (Wish(f"{SITE}/basket/add?id=3"), False),
    "a page that logs out": (Wish(f"{SITE}/account/logout", resource_type="document"), True),
    "a form": (Wish(f"{SITE}/search", "POST", "document", b"q=lamp"), True),
    "a mutation": (Wish(f"{SITE}/graphql", "POST", post_data_buffer=b'{"query": "mutation { drop }"}'), False),
    "a search that deletes": (Wish(f"{SITE}/search/delete", "POST", post_data_buffer=b"{}"), False),
    "nobody knows": (Wish(f"{SITE}/beacon", "POST", post_data_buffer=b'{"seen": 1}'), False),
    "another method": (Wish(f"{SITE}/api/search", "PUT", post_data_buffer=b"{}"), False),
    "another site": (Wish("http://other.example/api/items"), False),
    "a script by POST": (Wish(f"{SITE}/app.js", "POST", "script", b"x=1"), False),
    "a part that logs out": (Wish(f"{SITE}/logout", resource_type="script"), False),
    "an image": (Wish(f"{SITE}/pixel.gif", resource_type="image"), False),
}


@pytest.mark.parametrize(("wish", "main"), DOING.values(), ids=DOING)
def test_what_may_do_something_never_leaves(wish: Wish, main: bool) -> None:
    """Deeds in addresses, mutations, posts that nothing proves a question, forms, other methods, other sites."""
    seen, refused = asked((wish, main))
    assert seen == []
    assert len(refused) == 1
