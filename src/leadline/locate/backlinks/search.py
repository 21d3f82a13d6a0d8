"""A search engine as a backlink provider: pages of other sites that mention a site's name.

Asked through the door like any other host: one question at a time, with its pause, back-off and Retry-After. Where
the engine says for how long it wants to hear nothing more, nothing is sent until then; where it refuses us for
good (no key, JSON not enabled), nothing is sent again.

| engine | asks | pages | says no with |
|---|---|---|---|
| `Searxng` | `URL/search?q=…&format=json&pageno=N` | N = 1, 2, … | 403: JSON is not enabled; 429: its limiter |
| `Brave` | `URL?q=…&count=20&offset=N`, with a key | N = 0, 1, … | 401, 403, 422: the key; 429: how long |
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol
from urllib.parse import urlencode

from leadline.errors import BacklinksFailed, FetchError
from leadline.gate.targets import SEARCH_ENGINE
from leadline.model.page import Accept, Headers, Request, Response, header
from leadline.model.url import canonical, site_of
from leadline.protocols import Clock, Fetcher

BRAVE = "https://api.search.brave.com/res/v1/web/search"
TOKEN = "X-Subscription-Token"  # noqa: S105  (a header's name)
_MOST_PAGES = 5
"""Of one answer: engines that go on with what has nothing to do with the question do so after a few pages."""


@dataclass(frozen=True, slots=True)
class Results:
    """One page of an engine's answer."""

    urls: tuple[str, ...]
    more: bool  # whether asking for the next page is worth while


class Engine(Protocol):
    """What differs between engines."""

    @property
    def name(self) -> str: ...

    def request(self, query: str, page: int) -> Request:
        """The question for a page of results, counted from 0."""

    def refusal(self, response: Response) -> BacklinksFailed | None:
        """Why this answer is none, if it is none."""

    def results(self, document: Any) -> Results:
        """Read the parsed answer; a `LookupError` or `TypeError` where it is not built as it should be."""


class SearchBacklinks:
    """`leadline.protocols.BacklinkSource` over a search engine. `note` hears a sentence about each failure."""

    def __init__(self, engine: Engine, fetcher: Fetcher, clock: Clock, note: Callable[[str], None]) -> None:
        self._engine = engine
        self._fetcher = fetcher
        self._clock = clock
        self._note = note
        self._silent_until = -inf
        self._turn = asyncio.Lock()

    async def backlinks(self, target: str, limit: int) -> Sequence[str]:
        """What the engine knows: of a site what others say, of a page all but itself. What came before a failure
        counts."""
        async with self._turn:  # the door lets one through at a time anyway; so a refusal reaches those who wait
            return await self._mentions(target, limit)

    async def _mentions(self, target: str, limit: int) -> list[str]:
        found: dict[str, None] = {}
        for page in range(_MOST_PAGES):
            if len(found) >= limit or self._clock.now() < self._silent_until:
                break
            try:
                results = await self._ask(mentions_of(target), page)
            except BacklinksFailed as error:
                self._silent_until = self._clock.now() + error.seconds
                self._note(f"{target}: {error}")
                break
            known = len(found)
            urls = (canonical(url) for url in results.urls)
            found |= dict.fromkeys(
                url for url in urls if url is not None and url != target and site_of(url) != target
            )
            if not results.more or (len(found) == known and page > 0):
                break
        return list(found)[:limit]

    async def _ask(self, query: str, page: int) -> Results:
        name = self._engine.name
        try:
            response = await self._fetcher.fetch(self._engine.request(query, page))
        except FetchError as error:
            raise BacklinksFailed(f"{name} could not be asked: {error}") from error
        if (refused := self._engine.refusal(response)) is not None:
            raise refused
        if not response.ok:
            raise BacklinksFailed(f"{name} answers with status {response.status}; is {response.url} its address?")
        try:
            return self._engine.results(json.loads(response.body))
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            what = "something else than its JSON"
            raise BacklinksFailed(f"{name} answers with {what}; is {response.url} its address?") from error


def mentions_of(target: str) -> str:
    """The question that comes nearest to the `link:` of the papers: of a site, or of a page by its URL.

    >>> mentions_of("example.co.uk"), mentions_of("https://example.org/find")
    ('"example.co.uk" -site:example.co.uk', '"example.org/find"')
    """
    _, is_page, page = target.partition("://")
    return f'"{page}"' if is_page else f'"{target}" -site:{target}'


@dataclass(frozen=True, slots=True)
class Searxng:
    """SearXNG's JSON, which the operator of an instance has to enable."""

    url: str  # of the instance: `http://127.0.0.1:8888/`
    name: str = "SearXNG"

    def request(self, query: str, page: int) -> Request:
        asked = urlencode({"q": query, "format": "json", "pageno": page + 1})
        url = f"{self.url.rstrip('/').removesuffix('/search')}/search?{asked}"
        return Request(url, headers=_JSON, accept=Accept.ANY, permit=SEARCH_ENGINE)

    def refusal(self, response: Response) -> BacklinksFailed | None:
        if response.status in (401, 403):
            return BacklinksFailed(
                f"{self.name} refuses (status {response.status}); an instance has to list json under search: "
                "formats: in its settings.yml, and most public ones do not",
                inf,
            )
        if response.status == 429:
            return BacklinksFailed(f"{self.name} asks us to ask less often", _LIMITER_SECONDS)
        return None

    def results(self, document: Any) -> Results:
        urls = _urls(document["results"])
        return Results(urls, more=bool(urls))


@dataclass(frozen=True, slots=True)
class Brave:
    key: str
    variable: str  # where the key came from: the remedy names it
    url: str = BRAVE
    name: str = "Brave"

    def request(self, query: str, page: int) -> Request:
        asked = urlencode({"q": query, "count": 20, "offset": page})
        headers = (*_JSON, (TOKEN, self.key))
        return Request(f"{self.url}?{asked}", headers=headers, accept=Accept.ANY, permit=SEARCH_ENGINE)

    def refusal(self, response: Response) -> BacklinksFailed | None:
        if response.status in (401, 403, 422):
            why = f"refuses the key (status {response.status})"
            return BacklinksFailed(f"{self.name} {why}; look at environment variable {self.variable}", inf)
        if response.status == 429:
            seconds = rests_for(response.headers)
            return BacklinksFailed(f"{self.name}'s limit is reached; it opens again in {seconds:,.0f} s", seconds)
        return None

    def results(self, document: Any) -> Results:
        if isinstance(document, dict) and "web" not in document:  # where nothing is found this section is missing
            return Results((), more=False)
        urls = _urls(document["web"]["results"])
        asked = document.get("query")
        more = asked.get("more_results_available", True) if isinstance(asked, dict) else True
        return Results(urls, more=bool(more))


_JSON: Headers = (("Accept", "application/json"),)
_LIMITER_SECONDS = 60.0


def rests_for(headers: Headers) -> float:
    """How long Brave's limits last: each of several windows (a second, a month) has its own remainder and end.

    >>> rests_for((("X-RateLimit-Remaining", "0, 1200"), ("X-RateLimit-Reset", "1, 1419704")))
    1.0
    >>> rests_for((("X-RateLimit-Remaining", "1, 0"), ("X-RateLimit-Reset", "1, 1419704")))
    1419704.0
    >>> rests_for(())
    60.0
    """
    left, ends = (
        [float(word) if word.strip().isdecimal() else None for word in (header(headers, name) or "").split(",")]
        for name in ("x-ratelimit-remaining", "x-ratelimit-reset")
    )
    closed = [end for rest, end in zip(left, ends, strict=False) if rest == 0 and end is not None]
    return max(closed, default=_LIMITER_SECONDS)


def _urls(results: Any) -> tuple[str, ...]:
    """Hits without an address (answers, images) are passed over."""
    found = (hit.get("url") if isinstance(hit, dict) else None for hit in list(results))
    return tuple(url for url in found if isinstance(url, str))
