"""The lab as a `Fetcher`, in process: our own door, with a world where the socket would be.

Everything a real crawl keeps to is kept here by the same code: robots.txt, one request a host with a pause,
back-off, Retry-After, retries, redirects, cookies. On a virtual clock hours of that pass in seconds, and the same
every time.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from leadline.errors import NameNotResolved, TimedOut
from leadline.model.page import Headers, Request, Response, Truncation
from leadline.model.url import host_of
from leadline.protocols import Clock
from leadline.web.connections import GuardedResolver
from leadline.web.http import HttpFetcher
from leadline.web.settings import WebSettings
from leadline.web.transport import HttpAnswer, refuse_downloads
from leadline_lab.randomness import dice
from leadline_lab.serve.lab import Lab
from leadline_lab.serve.ledger import Ledger
from leadline_lab.spec import Faults
from leadline_lab.web import Ask, Web

_LATENCY = ((0.0, 0.03), (0.5, 0.2), (0.9, 0.6), (0.99, 1.5), (1.0, 3.0))
"""Seconds until a host answers, by quantile: each host keeps to its own pace, give or take half."""
_SLOW_SECONDS = (5, 25)
_NOWHERE = "lab.invalid:80"


class LabFetcher:
    """`leadline.protocols.Fetcher`. `latency` stretches the time hosts take; 0 makes them answer at once."""

    def __init__(
        self,
        web: Web,
        faults: Faults | None,
        clock: Clock,
        settings: WebSettings | None = None,
        *,
        latency: float = 1.0,
        before_request: Callable[[str, float], None] | None = None,
    ) -> None:
        settings = replace(settings or WebSettings(), connect_to=_NOWHERE, proxy=None, replay=None)
        self._lab = Lab(web, faults)
        transport = _LabTransport(self._lab, clock, settings, latency)
        resolver = GuardedResolver(_nobody, clock)
        self._fetcher = HttpFetcher(settings, clock, resolver, before_request=before_request, transport=transport)

    @property
    def ledger(self) -> Ledger:
        return self._lab.ledger

    @property
    def http(self) -> HttpFetcher:
        """The door itself, for a browser beside it."""
        return self._fetcher

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        return await self._fetcher.sitemaps(url)

    async def fetch(self, request: Request) -> Response:
        return await self._fetcher.fetch(request)

    async def close(self) -> None:
        await self._fetcher.close()


class _LabTransport:
    """One exchange with a world: what `leadline.web.transport.AiohttpTransport` is to a socket."""

    def __init__(self, lab: Lab, clock: Clock, settings: WebSettings, latency: float) -> None:
        self._lab = lab
        self._clock = clock
        self._settings = settings
        self._latency = latency

    async def exchange(
        self, request: Request, headers: Headers, cap: int, answered: Callable[[], None]
    ) -> HttpAnswer:
        served = self._lab.serve(Ask(request.method, request.url, dict(headers), request.body or b""))
        reply = served.reply
        if reply.status == 421:
            raise NameNotResolved(request.url, f"the name {host_of(request.url)} does not resolve")
        if served.fault == "timeout":
            await self._wait(self._settings.limits.first_byte_seconds)
            raise TimedOut(request.url, f"no answer within {self._settings.limits.first_byte_seconds:g} s")
        await self._wait(self._seconds(request.url, slow=served.fault == "slow"))
        answered()
        refuse_downloads(request, reply.status, reply.headers)
        if served.fault == "truncated":
            return HttpAnswer(reply.status, reply.headers, half(reply.body)[:cap], Truncation.CONNECTION, None)
        cut = Truncation.SIZE if len(reply.body) > cap else None
        return HttpAnswer(reply.status, reply.headers, reply.body[:cap], cut, None)

    async def close(self) -> None:
        """Nothing is held."""

    def _seconds(self, url: str, *, slow: bool) -> float:
        seed, host = self._lab.web.world.spec.seed, host_of(url)
        pace = dice(seed, "latency", host).quantile(_LATENCY) * (0.5 + dice(seed, "latency", url).random())
        return self._latency * (pace + (dice(seed, "slow", url).between(*_SLOW_SECONDS) if slow else 0))

    async def _wait(self, seconds: float) -> None:
        if seconds:
            await self._clock.sleep_until(self._clock.now() + seconds)


def half(body: bytes) -> bytes:
    """What arrives of a body that is cut."""
    return body[: len(body) // 2]


async def _nobody(host: str) -> Sequence[str]:
    raise OSError(f"{host} is asked for in the lab only")
