"""Going through side doors to see what they have, before it is known whether one is taken. What came is kept, so
that the harvest that follows asks for nothing twice."""

from contextlib import suppress
from dataclasses import dataclass, field, replace

from leadline.answers.records.identity import digest
from leadline.doors.as_form import list_request
from leadline.doors.find import named_doors
from leadline.doors.kinds import read_door
from leadline.doors.matching import ThingsSeen
from leadline.errors import FetchError
from leadline.gate.links import Denied
from leadline.model.door import Door, DoorPage
from leadline.model.page import Page, Request, Response
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.web.browsing import NamesSitemaps

_KEPT_BYTES = 64 * 2**20  # of answers that are kept to be given again
_AS_STATED = 0.98
"""Share of what a list says it has that must have come: some count what they do not list (deleted, withdrawn)."""


class Remembering:
    """A fetcher that gives once more what it got while `keeps` was on, instead of asking again."""

    def __init__(self, inner: Fetcher) -> None:
        self.inner = inner
        self.keeps = True
        self._got: dict[tuple[str, str, bytes | None], Response] = {}
        self._bytes = 0

    async def fetch(self, request: Request) -> Response:
        key = request.method, request.url, request.body
        known = self._got.get(key)
        if known is not None and known.request == request:
            if not self.keeps:
                del self._got[key]
            return known
        response = await self.inner.fetch(request)
        if self.keeps and response.rest_until is None and self._bytes + len(response.body) <= _KEPT_BYTES:
            self._got[key] = response
            self._bytes += len(response.body)
        return response

    async def close(self) -> None:
        await self.inner.close()


@dataclass(slots=True)
class Walk:
    """One door on the way through it."""

    door: Door
    seen: ThingsSeen = field(default_factory=ThingsSeen)
    urls: dict[str, None] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    lists: int = 0
    is_broken: bool = False  # something of it did not come, or may not be asked for
    is_through: bool = False
    _own: set[str] = field(default_factory=set)
    _stated: int = 0

    def take(self, url: str, page: DoorPage, *, begins: bool) -> None:
        self.lists += 1
        self.is_broken |= page.is_cut
        if begins:
            self.parts.append(url)
            self._stated += page.total or 0
        self.seen.add(page.listed)
        self.urls |= {one.url: None for one in page.listed if one.url}
        self._own |= {digest(one.key or one.url or f"{one.title} {one.fields}") for one in page.listed}

    @property
    def known(self) -> Door:
        """The door with what is known about it now."""
        came = len(self._own)
        whole = self.is_through and not self.is_broken and came >= self._stated * _AS_STATED
        return replace(self.door, parts=tuple(self.parts), size=max(came, self._stated), whole=whole)


async def walked(door: Door, fetcher: Fetcher, page: Page, most: int) -> Walk | None:
    """Read a door, `most` lists of it; None where its first answer is none of its kind, or lists nothing."""
    walk, asked = Walk(door), set[str]()
    waiting = [(door.url, True)]
    while waiting and walk.lists < most:
        url, begins = waiting.pop(0)
        request = list_request(url, page.url, page.language)
        if isinstance(request, Denied) or url in asked:
            walk.is_broken = True  # an index that leads away, a list that goes in a circle
            continue
        asked.add(url)
        try:
            answer = read_door(door, await fetcher.fetch(request))
        except FetchError:
            if not walk.lists:
                raise
            answer = None
        if answer is None and url == door.url:
            return None
        if answer is None:
            walk.is_broken = True
            continue
        ahead = [(part, True) for part in answer.parts]
        if answer.following is not None:
            ahead.append((answer.following, False))
        waiting = ahead + waiting
        if not answer.parts:
            walk.take(url, answer, begins=begins)
    walk.is_through = not waiting
    return walk if walk.parts and walk.known.size else None


async def doors_of(response: Response, fetcher: Fetcher) -> tuple[Door, ...]:
    """Every door that the page, or robots.txt, names and that is one by its first list."""
    document = Document.of(response)
    plain = fetcher.inner if isinstance(fetcher, Remembering) else fetcher
    named: tuple[str, ...] = ()
    found: list[Door] = []
    with suppress(FetchError):  # the harvest itself tells what is wrong with the site
        named = await plain.sitemaps(response.url) if isinstance(plain, NamesSitemaps) else ()
    for door in named_doors(document, named):
        try:
            walk = await walked(door, fetcher, document.page, most=1)
        except FetchError:
            continue  # what does not come is no door
        if walk is not None:
            found.append(walk.known)
    return tuple(found)
