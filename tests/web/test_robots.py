"""robots.txt: the rules of RFC 9309, when it is asked for, and for how long it holds."""

import asyncio
from contextlib import suppress

import pytest
from survival import run
from virtual_clock import VirtualClock

from leadline.errors import Refused, RobotsDisallowed
from leadline.model.page import Request, Response
from leadline.web.robots import FAILED_SECONDS, FRESH_SECONDS, Robots, product_token, read_rules

RULES = """
User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow: /search?*sort=
Crawl-delay: 2.5

User-agent: OtherBot
Disallow: /

User-agent: LEADLINE
User-agent: friend
Disallow: /only-for-others
Sitemap: http://a.example/map.xml
"""

TABLE = [
    ("somebody", "/", True),
    ("somebody", "/private", False),
    ("somebody", "/private/x", False),
    ("somebody", "/privateer", False),
    ("somebody", "/private/open/x", True),
    ("somebody", "/a.pdf", False),
    ("somebody", "/a.pdf?x", True),
    ("somebody", "/search?q=1&sort=up", False),
    ("somebody", "/search?q=1", True),
    ("somebody", "/PRIVATE", True),
    ("somebody", "/robots.txt", True),
    ("OtherBot", "/", False),
    ("Leadline", "/private", True),
    ("Leadline", "/only-for-others", False),
    ("friend", "/only-for-others/x", False),
]


@pytest.mark.parametrize(("agent", "path", "allowed"), TABLE)
def test_rules(agent: str, path: str, allowed: bool) -> None:
    """Longest match wins, wildcards and $ work, paths are case-sensitive, our own group goes before `*`."""
    assert read_rules(RULES).allows(f"http://a.example{path}", agent) is allowed


def test_extras() -> None:
    """Crawl-delay is the group's own; a negative or unreadable delay is none."""
    rules = read_rules(RULES)
    assert (rules.crawl_delay("somebody"), rules.crawl_delay("Leadline")) == (2.5, None)
    assert not read_rules("User-agent: *\nCrawl-delay: -5").crawl_delay("x")
    assert not read_rules("User-agent: *\nCrawl-delay: soon").crawl_delay("x")
    assert not read_rules("User-agent: *\nCrawl-delay: nan").crawl_delay("x")


UNRULY = [
    "", "\n\n\n", ":", "::::", "Disallow", "Disallow: /", "\x00", "User-agent", "<html>", "User-agent: *",
    "User-agent:\nDisallow: /", "Allow: %zz", "Disallow: /%",
]  # fmt: skip


@pytest.mark.parametrize("text", UNRULY)
def test_anything_is_readable(text: str) -> None:
    """Nothing in a robots.txt can fail, and rules without a group bind nobody."""
    assert read_rules(text).allows("http://a.example/x%zz", "Leadline")


@pytest.mark.parametrize(
    ("agent", "token"),
    [("Leadline/0.1 (+mailto:a@b.example)", "Leadline"), ("My Bot", "My"), ("bot", "bot"), ("", "*")],
)
def test_product_token(agent: str, token: str) -> None:
    """Rules are looked up under the product's name alone."""
    assert product_token(agent) == token


class Site:
    """Answers for every /robots.txt, and counts."""

    def __init__(self, status: int = 200, body: bytes = b"User-agent: *\nDisallow: /no") -> None:
        self.asked: list[str] = []
        self.go = asyncio.Event()
        self.go.set()
        self.status = status
        self.body = body

    async def __call__(self, request: Request) -> Response:
        self.asked.append(request.url)
        await self.go.wait()
        return Response(request, request.url, self.status, (), self.body, 0.0)


@pytest.mark.parametrize(("status", "lasts"), [(200, FRESH_SECONDS), (404, FRESH_SECONDS), (503, FAILED_SECONDS)])
def test_how_long_it_holds(status: int, lasts: float) -> None:
    """Rules and their absence hold for a day, a failure for ten minutes."""

    async def go() -> None:
        site, clock = Site(status), VirtualClock()
        robots = Robots(site, clock, "Leadline/1")
        for wait, asked in ((0.0, 1), (lasts - 1, 1), (2.0, 2)):
            await clock.run(clock.sleep(wait))
            with suppress(RobotsDisallowed):
                await robots.check("http://a.example/page")
            assert len(site.asked) == asked

    run(go())


def test_origins() -> None:
    """Each origin has its own: the port and the scheme count, the path does not."""

    async def go() -> list[str]:
        site = Site()
        robots = Robots(site, VirtualClock(), "Leadline/1")
        for url in ("http://a.example/1", "http://a.example/2", "https://a.example/", "http://a.example:8080/"):
            await robots.check(url)
        with pytest.raises(RobotsDisallowed, match="stay away"):
            await robots.check("http://a.example/no")
        return site.asked

    asked = run(go())
    assert asked == [f"{o}/robots.txt" for o in ("http://a.example", "https://a.example", "http://a.example:8080")]


def test_closing_while_it_is_being_asked_for() -> None:
    """Who waits for robots.txt when the fetcher closes gets a Refused; later waiters find no dead task."""

    async def go() -> None:
        site = Site()
        site.go.clear()
        robots = Robots(site, VirtualClock(), "Leadline/1")
        waiting = [asyncio.create_task(robots.check("http://a.example/")) for _ in range(3)]
        await asyncio.sleep(0)
        await robots.close()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(f) for f in found] == [Refused] * 3

    run(go())
