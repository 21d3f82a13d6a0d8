"""The crawl loop on a finite web: what it fetches, in which order, and what is left after a stop."""

import asyncio
import json
from pathlib import Path

import pytest
from little_web import LittleWeb, Words, log_of, seeds

from leadline.errors import HostResting
from leadline.locate.critic import Critic, EveryForm
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import STRATEGIES, strategy
from leadline.locate.visit import WebVisitor
from leadline.model.events import Outcome
from leadline.model.page import Request, Response
from leadline.model.rest import RestingHost
from leadline.protocols import Fetcher
from leadline.store.sqlite.store import SqliteStore
from leadline_bench import virtual


def crawl(path: Path, web: Fetcher, settings: LocateSettings, *, stop_after: int | None = None) -> str:
    """Run one crawl on virtual time; `stop_after` events it is asked to stop, as SIGINT does."""
    store = SqliteStore(path)

    async def main() -> str:
        def watch(running: Crawl) -> None:
            if stop_after is not None and running.store.log.length >= stop_after:
                running.stop("interrupted")

        parts = CrawlParts(
            store=store,
            strategy=strategy(settings.strategy, settings),
            visitor=WebVisitor(web, Critic(Words(), EveryForm())),
            clock=virtual.VirtualClock(),
            watch=watch,
        )
        return await Crawl(parts, settings).run(seeds(2))

    try:
        return virtual.run(main())
    finally:
        store.close()


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_finite_web_is_crawled_to_its_end(name: str, tmp_path: Path) -> None:
    """Every strategy ends by itself, asks for no URL twice and meets at least one form."""
    web = LittleWeb()
    ended = crawl(tmp_path / "c.db", web, LocateSettings(strategy=name, open_groups=1))
    assert ended == "frontier empty"
    assert len(web.fetched) == len(set(web.fetched))
    store = SqliteStore(tmp_path / "c.db")
    assert any(isinstance(e, Outcome) and e.found for e in store.log.events())
    assert store.frontier.waiting() == {}
    store.close()


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_same_seed_gives_the_same_log(name: str, tmp_path: Path) -> None:
    """Two crawls with K = 1 write byte-for-byte the same log."""
    settings = LocateSettings(strategy=name, open_groups=1, pages=25)
    crawl(tmp_path / "a.db", LittleWeb(), settings)
    crawl(tmp_path / "b.db", LittleWeb(), settings)
    assert log_of(tmp_path / "a.db") == log_of(tmp_path / "b.db")


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("stop_after", [1, 7, 19])
def test_stopping_and_resuming_changes_nothing(name: str, stop_after: int, tmp_path: Path) -> None:
    """A crawl stopped anywhere and taken up again ends with the log of one that never stopped."""
    settings = LocateSettings(strategy=name, open_groups=1, pages=30)
    crawl(tmp_path / "whole.db", LittleWeb(), settings)
    assert crawl(tmp_path / "parts.db", LittleWeb(), settings, stop_after=stop_after) == "interrupted"
    crawl(tmp_path / "parts.db", LittleWeb(), settings)
    assert log_of(tmp_path / "parts.db") == log_of(tmp_path / "whole.db")


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_fold_over_the_log_is_the_state(name: str, tmp_path: Path) -> None:
    """A fresh strategy that learns the stored log knows exactly what the crawling one knew."""
    settings = LocateSettings(strategy=name, open_groups=1, pages=30)
    crawl(tmp_path / "c.db", LittleWeb(), settings)
    store = SqliteStore(tmp_path / "c.db")
    folded = strategy(name, settings)
    folded.start(seeds(2))
    for event in store.log.events():
        folded.learn(event)
    restored = strategy(name, settings)
    snapshot = store.log.snapshot()
    assert snapshot is not None
    restored.restore(json.loads(snapshot[1])["strategy"])
    assert folded.state() == restored.state()
    store.close()


def test_the_page_budget_is_kept_to_the_page(tmp_path: Path) -> None:
    """`--pages 10` fetches ten pages, also with many requests under way."""
    for k in (1, 8):
        web = LittleWeb()
        ended = crawl(tmp_path / f"{k}.db", web, LocateSettings(strategy="random", open_groups=k, pages=10))
        assert ended == "pages"
        store = SqliteStore(tmp_path / f"{k}.db")
        assert store.log.pages == 10
        store.close()


def test_many_under_way_meet_the_same_pages(tmp_path: Path) -> None:
    """On a finite web crawled to its end, K = 64 fetches the same set of pages as K = 1."""
    one, many = LittleWeb(), LittleWeb()
    crawl(tmp_path / "1.db", one, LocateSettings(strategy="random", open_groups=1))
    crawl(tmp_path / "64.db", many, LocateSettings(strategy="random", open_groups=64))
    assert set(one.fetched) == set(many.fetched)


def test_best_first_never_follows_links_of_off_topic_pages(tmp_path: Path) -> None:
    """Off-topic pages are dead ends for the baseline of the papers."""
    web = LittleWeb()
    crawl(tmp_path / "c.db", web, LocateSettings(strategy="best-first", open_groups=1))
    assert not any(url.startswith("http://site3.example/p") for url in web.fetched)
    assert any(url.startswith("http://site1.example/p") for url in web.fetched)


def test_fixed_depth_goes_three_links_deep(tmp_path: Path) -> None:
    """Page 7 is three links from the root, page 15 would be four."""
    web = LittleWeb(pages=40)
    crawl(tmp_path / "c.db", web, LocateSettings(strategy="fixed-depth", open_groups=1))
    assert "http://site1.example/p7" in web.fetched
    assert "http://site1.example/p15" not in web.fetched


def test_scdi_opens_relevant_sites_only(tmp_path: Path) -> None:
    """The home page of an off-topic site is all that SCDI ever sees of it."""
    web = LittleWeb()
    crawl(tmp_path / "c.db", web, LocateSettings(strategy="scdi", open_groups=1))
    assert [u for u in web.fetched if "site3." in u] == ["http://site3.example/"]


def test_a_cancelled_crawl_can_be_resumed(tmp_path: Path) -> None:
    """Cancelling the loop in the middle of a request leaves a store that goes on where it was."""

    class Hanging(LittleWeb):
        async def fetch(self, request: Request) -> Response:
            if len(self.fetched) == 5:
                await asyncio.sleep(3600)
            return await super().fetch(request)

    settings = LocateSettings(strategy="random", open_groups=1, pages=20)
    store = SqliteStore(tmp_path / "c.db")

    async def main() -> None:
        visitor = WebVisitor(Hanging(), Critic(Words(), EveryForm()))
        parts = CrawlParts(store, strategy("random", settings), visitor, virtual.VirtualClock())
        async with asyncio.timeout(60):
            await Crawl(parts, settings).run(seeds(2))

    with pytest.raises(TimeoutError):
        virtual.run(main())
    store.close()
    crawl(tmp_path / "c.db", LittleWeb(), settings)
    crawl(tmp_path / "whole.db", LittleWeb(), settings)
    assert log_of(tmp_path / "c.db") == log_of(tmp_path / "whole.db")


class Refusing(LittleWeb):
    """A web of which one host wants to be left alone for `seconds` after its first pages; each page takes one."""

    def __init__(self, clock: virtual.VirtualClock, seconds: float) -> None:
        super().__init__(sites=6, pages=40)
        self._clock = clock
        self._seconds = seconds
        self._until: float | None = None
        self.refused = 0

    async def fetch(self, request: Request) -> Response:
        await self._clock.sleep_until(self._clock.now() + 1.0)
        if "site1." in request.url and sum("site1." in url for url in self.fetched) >= 5:
            self._until = self._clock.now() + self._seconds if self._until is None else self._until
            if self._clock.now() < self._until:
                self.refused += 1
                raise HostResting(request.url, "later", self._until)
        return await super().fetch(request)


@pytest.mark.parametrize(("seconds", "ended"), [(30.0, "frontier empty"), (1e6, "resting")])
def test_links_of_a_resting_host_are_set_aside(seconds: float, ended: str, tmp_path: Path) -> None:
    """While a host rests its links cost no visit each; others go on, and when the rest is over in the same run
    they are visited. What is left at the end waits in the frontier."""
    settings = LocateSettings(strategy="random", open_groups=2)
    store = SqliteStore(tmp_path / "c.db")

    async def main() -> tuple[str, Refusing, tuple[RestingHost, ...]]:
        clock = virtual.VirtualClock()
        web = Refusing(clock, seconds)
        crawl = Crawl(
            CrawlParts(store, strategy("random", settings), WebVisitor(web, Critic(Words(), EveryForm())), clock),
            settings,
        )
        return await crawl.run(seeds(2)), web, crawl.resting

    stopped, web, resting = virtual.run(main())
    found = [url for url in web.fetched if "site1." in url]
    waiting = sum(store.frontier.waiting().values())
    store.close()
    assert stopped == ended
    assert web.refused <= 2
    every = len([url for url in web.fetched if "site2." in url])
    assert every > 40  # the pages there are, and those that links only say there are
    if ended == "resting":
        assert (len(found), [(one.host, one.links) for one in resting]) == (5, [("site1.example", waiting)])
        assert waiting > 2
    else:
        assert (len(found), resting, waiting) == (every, (), 0)
