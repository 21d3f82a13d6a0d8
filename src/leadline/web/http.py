"""The HTTP fetcher: guard → resolve → robots → turn → exchange, again for every redirect and every retry.

1. `guard` folds the URL and refuses what is not ours to fetch.
2. `connections` turns the name into vetted addresses; the connection goes to one of these.
3. `robots` is asked about this very hop.
4. `politeness` waits for the host's and the address's turn.
5. `transport` exchanges; cookies are kept; a redirect starts again at 1, a passing fault at 4 after a pause.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from leadline.errors import (
    BrokenHttp,
    ConnectFailed,
    FetchError,
    GivenUp,
    HostResting,
    OutOfRequests,
    OutOfScope,
    OutOfTime,
    Refused,
    TimedOut,
)
from leadline.model.page import Headers, Hop, Request, Response, Truncation, header
from leadline.model.rest import Rest, in_utc, parse_retry_after
from leadline.model.typed import TYPED
from leadline.model.url import host_of, parts_of
from leadline.protocols import Clock
from leadline.web.connections import GuardedResolver
from leadline.web.content_encoding import OFFERED
from leadline.web.guard import Cookies, check_name, check_url, follow
from leadline.web.politeness import PolitenessGate, Resting, Turn, longest_gap, patience
from leadline.web.robots import Robots
from leadline.web.scope import GivenHeaders, Scope
from leadline.web.settings import WebSettings
from leadline.web.transport import AiohttpTransport, HttpAnswer

_PUSHED_BACK = frozenset({429, 503})
_PASSING = frozenset({429, 500, 502, 503, 504})
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5"


@dataclass(frozen=True, slots=True)
class _Rules:
    """How one kind of request is treated: robots.txt itself is fetched without asking robots.txt."""

    robots: bool
    cap: int
    scoped: bool = True  # robots.txt is asked for wherever something in scope is
    is_part: bool = False
    gap: float | None = None  # seconds kept to the host instead of the delay; None: the delay
    retries: int | None = None
    seconds: float | None = None  # of the exchange itself; who has waited so long does without


def user_agent(settings: WebSettings) -> str:
    """What we call ourselves, with where to complain."""
    return f"{settings.user_agent} (+{settings.contact})" if settings.contact else settings.user_agent


class Transport(Protocol):
    """One exchange, no manners: over real sockets, or with what stands for the web in an experiment."""

    async def exchange(
        self, request: Request, headers: Headers, cap: int, answered: Callable[[], None]
    ) -> HttpAnswer: ...

    async def close(self) -> None: ...


class HttpFetcher:
    """`leadline.protocols.Fetcher` over real sockets. Made by `leadline.web.door.open_door`."""

    def __init__(
        self,
        settings: WebSettings,
        clock: Clock,
        resolver: GuardedResolver,
        *,
        before_request: Callable[[str, float], None] | None = None,
        on_rest: Callable[[str, Rest], None] | None = None,
        transport: Transport | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._resolver = resolver
        self._transport: Transport = transport or AiohttpTransport(settings, resolver)
        self.cookies = Cookies()
        self.given = GivenHeaders()
        self.outside: frozenset[str] = frozenset()
        """Hosts that the user's scope is not about: a search engine that is asked for backlinks."""
        self._scope = Scope.of(settings.include, settings.exclude)
        self._ends_at = clock.now() + settings.time_limit if settings.time_limit is not None else inf
        self._before_request = before_request
        self.gate = PolitenessGate(
            clock,
            concurrency=settings.concurrency,
            address_share=settings.address_share,
            before_request=self._departing,
            on_rest=on_rest,
            slowness=(settings.adapt, longest_gap(settings)),
        )
        self._page = _Rules(robots=settings.robots, cap=settings.limits.body)
        self._robots_txt = _Rules(robots=False, cap=settings.limits.robots_bytes, scoped=False)
        own = {"User-Agent": user_agent(settings), "Accept": _ACCEPT, "Accept-Encoding": OFFERED}
        self._own_headers = tuple(own.items())
        self._closed = False
        self.robots = Robots(self._ask_for_robots, clock, settings.user_agent)

    async def close(self) -> None:
        """End what is under way with a `Refused`, and give the connections back."""
        self._closed = True
        await self.robots.close()
        await self._transport.close()

    async def fetch(self, request: Request) -> Response:
        if header(request.headers, TYPED.lower()) is not None:
            raise Refused(request.url, "its search runs in the page, and no browser has it open")
        return await self._follow(request, self._page)

    def counted(self, url: str) -> None:
        """A question that is put to a page in the browser: it counts as a request, whether or not one leaves.
        Raises `OutOfRequests`."""
        try:
            self._departing(host_of(url), self._clock.now())
        except OutOfRequests as spent:
            raise type(spent)(url, spent.found) from None

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """`leadline.web.browsing.NamesSitemaps`."""
        return await self.robots.sitemaps(url) if self._page.robots else ()

    async def fetch_part(self, request: Request, cap: int, gap: float, seconds: float | None = None) -> Response:
        """A script or style sheet that a page is made of: the same guard, robots.txt, host's slot and caps, but
        `gap` seconds after the last answer, and once: the page goes without it. With `seconds`, `GivenUp` after
        so long without the whole answer."""
        rules = _Rules(self._settings.robots, cap, is_part=True, gap=gap, retries=0, seconds=seconds)
        return await self._follow(request, rules)

    async def _ask_for_robots(self, request: Request) -> Response:
        response = await self._follow(request, self._robots_txt)
        if response.rest_until is not None:
            raise self._resting(response.url, response.rest_until)
        return response

    async def _follow(self, request: Request, rules: _Rules) -> Response:
        if self._closed:
            raise Refused(request.url, "was not asked for, because Leadline is shutting down")
        started = self._clock.now()

        def ask(current: Request, _: tuple[Hop, ...]) -> Awaitable[Response]:
            url = check_url(current.url)
            self._check_scope(url, rules)
            return self._persist(current if url == current.url else replace(current, url=url), rules, started)

        answer = await follow(request, ask, self._settings.limits.redirects)
        if answer.status in _PUSHED_BACK:
            return replace(answer, rest_until=self._rest_until(answer.url))
        return answer

    def _check_scope(self, url: str, rules: _Rules) -> None:
        if not rules.scoped or host_of(url) in self.outside:
            return
        if (why := self._scope.excluded(url, is_part=rules.is_part)) is not None:
            raise OutOfScope(url, why)

    def _departing(self, host: str, next_at: float) -> None:
        """Nothing leaves when the time is over, however long it waited for its turn."""
        if self._clock.now() >= self._ends_at:
            raise OutOfTime(host, f"was not asked: the {self._settings.time_limit:g} s of this run are over")
        if self._before_request is not None:
            self._before_request(host, next_at)

    def _rest_until(self, url: str) -> float | None:
        """When the host of this URL may be asked again, if that is later than we wait."""
        seconds = self.gate.rests_for(host_of(url))
        return self._clock.now() + seconds if seconds > patience(self._settings) else None

    def _resting(self, url: str, until: float) -> HostResting:
        left = until - self._clock.now()
        found = f"the host asked to be left alone for another {left:.0f} s, until {in_utc(until)}"
        return HostResting(url, found, until)

    async def _persist(self, request: Request, rules: _Rules, started: float) -> Response:
        """Again after a pause where a fault may pass; a POST is never sent twice. Where the host wants more time
        before the next try than we wait, what came of the last one is what came of it."""
        tries = 1
        last: Response | FetchError | None = None
        retries = self._settings.retries if rules.retries is None else rules.retries
        most = 1 + (retries if request.method == "GET" else 0)
        while True:
            try:
                answer = await self._once(request, rules, started)
            except HostResting:
                if last is None:
                    raise
                if isinstance(last, FetchError):
                    raise last from None
                return last
            except (TimedOut, ConnectFailed, BrokenHttp) as error:
                if tries >= most:
                    raise
                last = error
            else:
                last = replace(answer, attempts=tries) if tries > 1 else answer
                if tries >= most or not self._worth_repeating(answer):
                    return last
            await self._clock.sleep_until(self._clock.now() + self._pause(request.url, tries))
            tries += 1

    def _worth_repeating(self, answer: Response) -> bool:
        if answer.truncated is Truncation.CONNECTION:
            return True
        if answer.status not in _PASSING:
            return False
        asked = parse_retry_after(header(answer.headers, "retry-after"), self._clock.now())
        return (asked or 0.0) <= self._settings.max_retry_after

    def _pause(self, url: str, tries: int) -> float:
        """Doubling, spread by up to half so that hosts which failed together do not come back together."""
        spread = zlib.crc32(f"{url}#{tries}".encode()) / 2**33
        return float(self._settings.retry_seconds * 2 ** (tries - 1) * (1 + spread))

    async def _once(self, request: Request, rules: _Rules, started: float) -> Response:
        parts = parts_of(request.url)
        delay = self._settings.delay
        if (until := self._rest_until(request.url)) is not None:
            # Asked before robots.txt is: what it answers while the host rests says nothing about its rules.
            raise self._resting(request.url, until)
        address = await self._vetted_address(request.url, parts.host)
        if rules.robots:
            asked = await self.robots.check(request.url)
            delay = max(delay, min(asked or 0.0, self._settings.max_crawl_delay))
        if rules.gap is not None:
            delay = rules.gap
        longest = max(patience(self._settings), delay)
        try:
            async with self.gate.turn(parts.host, address, delay, longest) as turn:
                return await self._exchange(request, rules, started, turn)
        except Resting as resting:
            raise self._resting(request.url, self._clock.now() + resting.seconds) from None
        except OutOfRequests as spent:  # told by who counts departures, who knows the host alone
            raise type(spent)(request.url, spent.found) from None

    async def _exchange(self, request: Request, rules: _Rules, started: float, turn: Turn) -> Response:
        sent = self._headers(request)
        try:
            async with asyncio.timeout(rules.seconds):
                answer = await self._transport.exchange(request, sent, rules.cap, turn.answered)
        except TimeoutError:
            raise GivenUp(request.url, f"given up after {rules.seconds:g} s") from None
        except (ConnectFailed, TimedOut):
            turn.pushed_back(None)
            raise
        if answer.status in _PUSHED_BACK:
            turn.pushed_back(parse_retry_after(header(answer.headers, "retry-after"), self._clock.now()))
        self.cookies.take(request.url, answer.headers)
        status, headers, body, truncated, address = answer
        now = self._clock.now()
        return Response(
            *(request, request.url, status, headers, body, now, now - started, address, truncated),
            sent_headers=self._without_given(sent),
        )

    async def _vetted_address(self, url: str, host: str) -> str | None:
        """The address politeness counts by; None where somebody else connects for us."""
        if self._settings.connect_to is not None:
            return None
        if self._settings.proxy is not None:
            if not self._settings.allow_private:
                check_name(url, host)
            return None
        return (await self._resolver.addresses(url, host))[0]

    def _headers(self, request: Request) -> Headers:
        own: Headers = self._own_headers
        if self._settings.connect_to is not None:
            own = (("Host", parts_of(request.url).origin.partition("://")[2]), *own)
        own = (*own, *self.given.going_to(request.url))
        if (cookie := self.cookies.header_for(request.url)) is not None:
            own = (*own, ("Cookie", cookie))
        if not request.headers:
            return own
        given = {name.lower() for name, _ in request.headers}
        return (*((n, v) for n, v in own if n.lower() not in given), *request.headers)

    def _without_given(self, sent: Headers) -> Headers:
        """Archives are passed on, and a header that a user gives is often a key."""
        return tuple(one for one in sent if one not in self.given.headers) if self.given.headers else sent
