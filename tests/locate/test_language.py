"""What strategies say to the loop: asking for who links to a page, and answering when nothing is left."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from little_web import LittleWeb, Words, seeds

from leadline.gate.targets import SEED
from leadline.locate.critic import Critic, EveryForm
from leadline.locate.loop import Crawl
from leadline.locate.settings import LinkLearning, LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.locate.strategies.best_first import GROUP, BestFirst
from leadline.locate.visit import WebVisitor
from leadline.model.events import Event, Starved
from leadline.model.page import Request
from leadline.parse.document import parse
from leadline.protocols import (
    Advice,
    AskBacklinks,
    BacklinkSource,
    CloseGroup,
    Command,
    LeaveGroup,
    LeaveSite,
    LoadBatch,
    OpenGroup,
    Prior,
    Ranked,
    Rerank,
    Strategy,
)
from leadline.store.batch import Summary
from leadline.store.sqlite.store import SqliteStore
from leadline_bench import virtual

FORM = "http://site5.example/p4"


class InSite:
    """Knows which pages of the little web's sixth site link to a page."""

    async def backlinks(self, target: str, limit: int) -> Sequence[str]:
        web, found = LittleWeb(), []
        for page in ["", *(f"p{n}" for n in range(1, 12))]:
            url = f"http://site5.example/{page}"
            links = parse(await web.fetch(Request(url, permit=SEED))).links
            found += [url] * any(link.url == target for link in links)
        return found[:limit]


def crawl(
    path: Path, guide: Strategy, settings: LocateSettings, source: BacklinkSource | None = None
) -> tuple[str, Summary]:
    store = SqliteStore(path)
    visitor = WebVisitor(LittleWeb(), Critic(Words(), EveryForm()))
    parts = CrawlParts(store, guide, visitor, virtual.VirtualClock(), backlinks=source)

    async def main() -> str:
        return await Crawl(parts, settings).run(seeds(2))

    try:
        return virtual.run(main()), store.pages.summary()
    finally:
        store.close()


@pytest.mark.parametrize("name", ["ffc", "ache"])
def test_a_backward_crawl_is_part_of_the_budget_and_counted_apart(name: str, tmp_path: Path) -> None:
    """From a known form page back to those that link to it, level by level: its pages are pages like others."""
    settings = LocateSettings(strategy=name, open_groups=1, pages=12, links=LinkLearning(frequency=1))
    guide = strategy(name, settings, Prior(form_pages=(FORM,)))
    stopped_by, found = crawl(tmp_path / "c.db", guide, settings, InSite())
    assert (stopped_by, found.pages) == ("pages", 12)
    # p1 links to p4, the home page to p1, and p3, p4, p10 and p11 to the home page.
    assert found.backward_pages == 1 + 1 + 4
    assert found.backlink_calls == 3
    _, alone = crawl(tmp_path / "alone.db", strategy(name, settings, Prior(form_pages=(FORM,))), settings)
    assert (alone.pages, alone.backward_pages) == (12, 0)


class Answering(BestFirst):
    """Answers a starved crawl with the same words each time."""

    def __init__(self, settings: LocateSettings, *commands: Command, links: tuple[Ranked, ...] = ()) -> None:
        super().__init__(settings)
        self._answer = Advice(links, commands)

    def learn(self, event: Event) -> Advice:
        return self._answer if isinstance(event, Starved) else super().learn(event)


IDLE: dict[str, tuple[Command, ...]] = {
    "open what is open": (OpenGroup(GROUP, width=1_000_000),),
    "open what is empty": (OpenGroup("nothing"),),
    "close what is empty": (CloseGroup("nothing"),),
    "load from nowhere": (LoadBatch(("nothing", "nowhere"), GROUP, 10),),
    "rank what is not there": (Rerank(1),),
    "leave again": (LeaveGroup("nothing", "no"), LeaveSite("gone.example", "no")),
    "ask nobody": (AskBacklinks("site1.example"),),
    "all of them": (OpenGroup("nothing"), LoadBatch(("nothing",), GROUP, 10), Rerank(1)),
}


@pytest.mark.parametrize("commands", IDLE.values(), ids=IDLE)
def test_an_answer_that_changes_nothing_ends_the_crawl(commands: tuple[Command, ...], tmp_path: Path) -> None:
    """Once nothing is left, words without an effect are no reason to ask again."""
    settings = LocateSettings(strategy="best-first", open_groups=1)
    stopped_by, found = crawl(tmp_path / "c.db", Answering(settings, *commands), settings)
    assert stopped_by == "frontier empty"
    assert found.waiting == 0


def test_links_that_were_met_change_nothing(tmp_path: Path) -> None:
    """To name a page again that was fetched, or one of a group that nobody opens, ends it as well."""
    settings = LocateSettings(strategy="best-first", open_groups=1)
    again = (Ranked(seeds(1)[0], GROUP, 1.0, "1.00"), Ranked("http://site3.example/p9", "shut", 1.0, "1.00"))
    stopped_by, found = crawl(tmp_path / "c.db", Answering(settings, links=again), settings)
    assert (stopped_by, found.waiting) == ("frontier empty", 1)
