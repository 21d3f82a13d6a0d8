"""robots.txt after RFC 9309.

| answer to /robots.txt | what it means | section |
|---|---|---|
| 2xx | its rules, read up to 500 KiB | 2.3.1.1, 2.5 |
| redirect | followed, also to another host | 2.3.1.2 |
| 4xx, or too many redirects | no rules: everything allowed | 2.3.1.2–3 |
| 5xx | everything disallowed | 2.3.1.4 |
| time-out, no connection | nothing is asked there: the page fails the way robots.txt did | 2.3.1.4 |

Answers are kept for 24 hours (section 2.4), failures for ten minutes.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from protego import Protego

from leadline.errors import FetchError, NotAPage, RobotsDisallowed, TooManyRedirects
from leadline.model.page import Accept, Request, Response
from leadline.model.url import parts_of
from leadline.protocols import Clock

FRESH_SECONDS = 24 * 3600.0
FAILED_SECONDS = 600.0
_KEPT = 20_000

Ask = Callable[[Request], Awaitable[Response]]
"""Fetch politely, but without asking robots.txt about robots.txt."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one origin asks of us. `parsed` is None where all is allowed or all is not."""

    parsed: Protego | None
    allowed: bool
    until: float
    why: str = ""
    failure: FetchError | None = None

    def allows(self, url: str, agent: str) -> bool:
        return self.allowed if self.parsed is None else bool(self.parsed.can_fetch(url, agent))

    def crawl_delay(self, agent: str) -> float | None:
        found = self.parsed.crawl_delay(agent) if self.parsed else None
        return None if found is None else max(0.0, float(found))

    @property
    def sitemaps(self) -> tuple[str, ...]:
        return tuple(self.parsed.sitemaps) if self.parsed else ()


def read_rules(text: str, now: float) -> Rules:
    """Rules from the text of a robots.txt; nothing in it can fail.

    >>> rules = read_rules("User-agent: *\\nDisallow: /private", 0.0)
    >>> rules.allows("http://a.example/private/x", "Leadline"), rules.allows("http://a.example/", "Leadline")
    (False, True)
    """
    return Rules(Protego.parse(text), allowed=True, until=now + FRESH_SECONDS)


class Robots:
    """Rules by origin, each asked for once."""

    def __init__(self, ask: Ask, clock: Clock, agent: str) -> None:
        self._ask = ask
        self._clock = clock
        self._agent = product_token(agent)
        self._rules: OrderedDict[str, Rules] = OrderedDict()
        self._asking: dict[str, asyncio.Task[Rules]] = {}

    async def check(self, url: str) -> float | None:
        """Raise if the origin asks us to stay away from this URL; else its Crawl-delay, if it names one."""
        rules = await self.rules(url)
        if rules.failure is not None:
            raise type(rules.failure)(url, f"{rules.failure.found} (asking for its robots.txt)")
        if not rules.allows(url, self._agent):
            raise RobotsDisallowed(url, rules.why or "robots.txt asks crawlers to stay away from it")
        return rules.crawl_delay(self._agent)

    async def rules(self, url: str) -> Rules:
        origin = parts_of(url).origin
        known = self._rules.get(origin)
        if known is not None and known.until > self._clock.now():
            return known
        task = self._asking.get(origin)
        if task is None:
            task = self._asking[origin] = asyncio.create_task(self._fetch(origin))
        return await asyncio.shield(task)

    async def _fetch(self, origin: str) -> Rules:
        try:
            rules = await self._read(origin)
        finally:
            del self._asking[origin]
        self._rules[origin] = rules
        if len(self._rules) > _KEPT:
            self._rules.popitem(last=False)
        return rules

    async def _read(self, origin: str) -> Rules:
        request = Request(f"{origin}/robots.txt", accept=Accept.ANY)
        try:
            response = await self._ask(request)
        except (TooManyRedirects, NotAPage):
            return Rules(None, allowed=True, until=self._clock.now() + FRESH_SECONDS)
        except FetchError as error:
            return self._unreachable(f"its robots.txt cannot be read ({error.found})", error)
        if response.status >= 500:
            return self._unreachable(f"its robots.txt answers {response.status}, which forbids crawling for now")
        if not response.ok:
            return Rules(None, allowed=True, until=self._clock.now() + FRESH_SECONDS)
        return read_rules(response.body.decode("utf-8-sig", errors="replace"), self._clock.now())

    def _unreachable(self, why: str, failure: FetchError | None = None) -> Rules:
        return Rules(None, allowed=False, until=self._clock.now() + FAILED_SECONDS, why=why, failure=failure)

    def close(self) -> None:
        for task in self._asking.values():
            task.cancel()


def product_token(agent: str) -> str:
    """The name rules are written for: `Leadline/0.1 (+…)` is `Leadline` (RFC 9309 section 2.2.1)."""
    words = agent.replace("/", " ").split()
    return words[0] if words else "*"
