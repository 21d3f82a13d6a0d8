"""robots.txt after RFC 9309.

| answer to /robots.txt | what it means | section |
|---|---|---|
| 2xx | its rules, read up to 500 KiB | 2.3.1.1, 2.5 |
| redirect | followed, also to another host | 2.3.1.2 |
| 4xx, or too many redirects | no rules: everything allowed | 2.3.1.2–3 |
| 5xx; also 429, which says nothing about rules | everything disallowed | 2.3.1.4 |
| one that breaks off | everything disallowed: the missing line may be the one that matters | 2.3.1.4 |
| time-out, no connection | nothing is asked there: the page fails the way robots.txt did | 2.3.1.4 |
| a host that wants more time than we wait | the page waits as robots.txt does: nobody was told to stay away | – |

Answers are kept for 24 hours (section 2.4), failures for ten minutes.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import islice

from protego import Protego

from leadline.errors import FetchError, NotAPage, RobotsDisallowed, TooManyRedirects
from leadline.gate.targets import ROBOTS
from leadline.model.page import Accept, Request, Response, Truncation
from leadline.model.url import join, parts_of
from leadline.protocols import Clock
from leadline.web.tasks import Failed, SingleFlight

FRESH_SECONDS = 24 * 3600.0
FAILED_SECONDS = 600.0
_KEPT_BYTES = 16 * 2**20
"""Of robots.txt in all. Parsed, a hostile one takes fourteen times its size (7 MB for 500 KB, measured)."""
_MOST_STARS = 25_000
"""Wildcards of one robots.txt: each is looked for in every address, and 200,000 fit into one (0.2 s each)."""
_SITEMAPS = 20  # that one robots.txt may name
_RUN = re.compile(r"\*{2,}")
_LONG = 32 * 1024
"""Parsed on a thread from here on: 500 KB take a third of a second, in which no other host would be served."""

Ask = Callable[[Request], Awaitable[Response]]  # fetch politely, but without asking robots.txt about robots.txt


@dataclass(frozen=True, slots=True)
class Rules:
    """What one origin asks of us; `parsed` is None where it asks nothing, which most do and every request asks."""

    parsed: Protego | None = None
    size: int = 0

    def allows(self, url: str, agent: str) -> bool:
        return self.parsed is None or bool(self.parsed.can_fetch(url, agent))

    def crawl_delay(self, agent: str) -> float | None:
        found = self.parsed.crawl_delay(agent) if self.parsed else None
        return None if found is None else max(0.0, float(found))


def read_rules(text: str) -> Rules:
    """Rules from the text of a robots.txt; nothing in it can fail.

    >>> rules = read_rules("User-agent: *\\nDisallow: /private")
    >>> rules.allows("http://a.example/private/x", "Leadline"), rules.allows("http://a.example/", "Leadline")
    (False, True)
    """
    return Rules(Protego.parse(_bounded(text)), len(text))


def _weight(found: Rules | Failed) -> int:
    return 1_000 + (found.size if isinstance(found, Rules) else 0)


def _bounded(text: str) -> str:
    """The rules with at most `_MOST_STARS` wildcards. What is left out makes them stricter, never laxer: further
    Disallow lines end before their first star, further Allow lines with one do not count.

    >>> _bounded("Disallow: /a*b\\n" * 25_001).splitlines()[-1]
    'Disallow: /a'
    """
    if text.count("*") <= _MOST_STARS or (text := _RUN.sub("*", text)).count("*") <= _MOST_STARS:
        return text
    kept: list[str] = []
    left = _MOST_STARS
    for line in text.splitlines():
        field, colon, pattern = line.partition(":")
        stars = pattern.count("*")
        field = field.strip().lower()
        if not colon or not stars or field not in ("allow", "disallow"):
            kept.append(line)
        elif stars <= left:
            left -= stars
            kept.append(line)
        elif field == "disallow":
            kept.append(f"Disallow: {pattern.strip().partition('*')[0] or '/'}")
    return "\n".join(kept)


class Robots:
    """Rules by origin, each asked for once."""

    def __init__(self, ask: Ask, clock: Clock, agent: str) -> None:
        self._ask = ask
        self._agent = product_token(agent)
        self._rules = SingleFlight(
            self._read, clock, _KEPT_BYTES, fresh=FRESH_SECONDS, failed=FAILED_SECONDS, weigh=_weight
        )

    async def check(self, url: str) -> float | None:
        """Raise if the origin asks us to stay away from this URL; else its Crawl-delay, if it names one."""
        rules = await self._rules.get(parts_of(url).origin, url)
        if not rules.allows(url, self._agent):
            raise _disallowed(url, "robots.txt asks crawlers to stay away from it")
        return rules.crawl_delay(self._agent)

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """What the origin's robots.txt names as sitemaps, made absolute."""
        rules = await self._rules.get(parts_of(url).origin, url)
        written = rules.parsed.sitemaps if rules.parsed is not None else ()
        found = (join(parts_of(url).origin + "/", one) for one in islice(written, _SITEMAPS))
        return tuple(dict.fromkeys(one for one in found if one is not None))

    async def _read(self, origin: str) -> Rules:
        request = Request(f"{origin}/robots.txt", accept=Accept.ANY, permit=ROBOTS)
        try:
            response = await self._ask(request)
        except (TooManyRedirects, NotAPage):
            return Rules()
        except FetchError as error:
            error.found += " (asking for its robots.txt)"
            raise
        if response.status >= 500 or response.status == 429:
            raise _disallowed(origin, f"its robots.txt answers {response.status}, which forbids crawling for now")
        if not response.ok:
            return Rules()
        if response.truncated not in (None, Truncation.SIZE):
            raise _disallowed(origin, "its robots.txt breaks off, so what it asks of us is not known for now")
        text = response.body.decode("utf-8-sig", errors="replace")
        if response.truncated is not None:
            text = text[: text.rfind("\n") + 1]  # half a rule may say the opposite of the whole
        return read_rules(text) if len(text) < _LONG else await asyncio.to_thread(read_rules, text)

    async def close(self) -> None:
        await self._rules.close()


def _disallowed(url: str, why: str) -> RobotsDisallowed:
    return RobotsDisallowed(url, f"{why}; on a site of your own: --no-robots")


def product_token(agent: str) -> str:
    """The name rules are written for: `Leadline/0.1 (+…)` is `Leadline` (RFC 9309 section 2.2.1)."""
    words = agent.replace("/", " ").split()
    return words[0] if words else "*"
