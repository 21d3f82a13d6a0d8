"""The lab's incomplete backlinks, in process and as a SearXNG instance that the real provider asks."""

import asyncio
from dataclasses import replace
from functools import partial
from math import sqrt
from urllib.parse import urlsplit

from lab_serving import serving_lab, world_of

from leadline.locate.backlinks.named import open_backlinks
from leadline.locate.settings import LocateSettings
from leadline.model.url import site_of
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.settings import WebSettings
from leadline_lab.anatomy import FormModel
from leadline_lab.backlinks import LabBacklinks
from leadline_lab.calibration.pages import links_of
from leadline_lab.plan import pages_linking
from leadline_lab.randomness import dice
from leadline_lab.spec import spec
from leadline_lab.web import Web
from leadline_lab.world import World, open_world


def sites(world: World) -> list[str]:
    return [site_of(f"http://{host}/") for host in world.hosts]


def true_pages(world: World, target: int) -> set[str]:
    return {url for origin in world.into(target) for url in pages_linking(world, int(origin), target, 3)}


def test_it_knows_its_share_of_the_truth() -> None:
    """Every answer is a true backlink, the same every time; over all sites the share is the world's, and some
    sites have none at all."""
    world = world_of("tiny")
    source = LabBacklinks(world)
    answers = [source.known(site, 10_000) for site in sites(world)]
    truths = [true_pages(world, number) for number in range(len(world))]
    assert all(set(answer) <= truth for answer, truth in zip(answers, truths, strict=True))
    assert [LabBacklinks(world).known(site, 10_000) for site in sites(world)] == answers
    total, known = sum(map(len, truths)), sum(map(len, answers))
    share = world.spec.backlinks_known
    assert total > 500
    assert abs(known - share * total) < 4.5 * sqrt(total * share * (1 - share))
    assert any(not answer for answer, truth in zip(answers, truths, strict=True) if truth)


def test_popular_sites_come_first_and_no_more_than_asked() -> None:
    """Linking sites are in the order of how many link to them; a limit cuts the end; strangers are unknown."""
    world = open_world(replace(world_of("tiny").spec, backlinks_known=0.8))
    source = LabBacklinks(world)
    fame = {site: len(world.into(number)) for number, site in enumerate(sites(world))}
    longest = max((source.known(site, 10_000) for site in sites(world)), key=len)
    assert len(longest) > 10
    order = [fame[site_of(url)] for url in longest]
    assert order == sorted(order, reverse=True)
    target = next(site for site in sites(world) if source.known(site, 10_000) == longest)
    assert asyncio.run(source.backlinks(target, 5)) == longest[:5]
    assert asyncio.run(source.backlinks("nobody.example", 5)) == []
    assert source.calls == 2


def test_knowing_all_and_nothing() -> None:
    """The share is the world's to choose."""
    spec = world_of("tiny").spec
    everything = open_world(replace(spec, backlinks_known=1.0))
    site = sites(everything)[3]
    assert set(LabBacklinks(everything).known(site, 10_000)) == true_pages(everything, 3)
    assert LabBacklinks(open_world(replace(spec, backlinks_known=0.0))).known(site, 10_000) == []


def test_the_real_provider_asks_the_lab_like_any_searxng() -> None:
    """`searxng:http://127.0.0.1:PORT/` brings what the lab knows, page by page, also behind --connect-to."""
    world = open_world(replace(world_of("tiny").spec, backlinks_known=1.0))
    source = LabBacklinks(world)
    targets = sorted(sites(world), key=lambda site: -len(source.known(site, 100)))[:4]
    notes: list[str] = []

    async def ask(address: str, web: WebSettings) -> list[list[str]]:
        clock = WallClock()
        settings = LocateSettings(backlinks=f"searxng:http://{address}/")
        door = partial(open_door, clock=clock)
        async with open_backlinks(settings, web, door, clock, notes.append) as provider:
            assert provider is not None
            return [list(await provider.backlinks(site, 25)) for site in [*targets, "nobody.example"]]

    expected = [[url for url in source.known(site, 25) if site_of(url) != site] for site in targets] + [[]]
    assert len(expected[0]) > 10
    with serving_lab(world) as server:
        assert asyncio.run(ask(server.address, WebSettings(delay=0.0))) == expected
        lab = WebSettings(delay=0.0, connect_to=server.address)
        assert asyncio.run(ask("searx.lab", lab)) == expected
        assert server.lab.ledger.backlink_calls > 10
    assert notes == []


def test_reverse_searching_is_no_more_generous_than_the_paper_saw() -> None:
    """Centre pages a question: between none and 5.5, the range of SmartCrawler's Table 4 (0/3 … 11/2)."""
    world = open_world(spec("large", seed=44))
    source, web = LabBacklinks(world), Web(world)
    for domain in ("auto", "book", "hotel"):
        known = dice("reverse searching", domain).sample(world.of("deep", domain), 30)
        hosts = {world.hosts[n] for n in known}
        pages = {url for n in known[:6] for url in source.known(world.hosts[n], 20)}
        centres = 0
        for url in sorted(pages):
            sheet = web.sheet(url)
            assert sheet is not None
            named = {urlsplit(link).netloc for link in links_of(sheet)}
            blocks = [block for zone in sheet.zones for block in zone.blocks]
            related = any(isinstance(b, FormModel) and b.searchable and b.domain == domain for b in blocks)
            centres += related or len(named & hosts) >= 3
        assert 0 <= centres / 6 <= 5.5
        assert len(pages) > 6
