"""Knobs of a world: today's bytes where nobody turns them, and what they say where somebody does."""

import hashlib
from itertools import islice

import pytest

from leadline.errors import BadConfiguration
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline_bench.locate.sheets import page_of
from leadline_lab.plan import HOME, Page, outlink, plan_of
from leadline_lab.settings import SETTINGS, at_setting
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.web import Ask, Web
from leadline_lab.world import World, open_world

SMALL = WorldSpec(3, 600)


def opened(said: str) -> World:
    return open_world(at_setting(SMALL, said))


def about(world: World, domain: str) -> list[int]:
    """Sites about a domain in the language of the bundled topic."""
    numbers = sorted(world.of("deep", domain) + world.of("topical", domain))
    return [n for n in numbers if world.site(n).language == "en"]


def recognised(world: World, page: Page) -> float:
    """Share of that page of book and hotel sites that the bundled topic takes for its own."""
    judged: list[float] = []
    for domain in ("book", "hotel"):
        plans = [plan_of(world, world.site(n)) for n in about(world, domain)[:25]]
        sheets = [Web(world).sheet(plan.url(page)) for plan in plans]
        judged += classifier(bundled(domain)).probability([page_of(s) for s in sheets if s is not None])
    return sum(p > 0.5 for p in judged) / len(judged)


@pytest.mark.parametrize(
    ("role", "digest"), [(Role.TUNING, "fda7089117474680"), (Role.REPORTING, "81d8e34084a20d8e")]
)
def test_a_default_world_is_what_it_was_before_there_were_knobs(role: Role, digest: str) -> None:
    """Every seventh page of every site, byte for byte."""
    world = open_world(WorldSpec(7, 60, role))
    web, said = Web(world), hashlib.blake2b(digest_size=8)
    for number in range(len(world)):
        plan = plan_of(world, world.site(number))
        for page in islice(plan.pages(), 0, None, 7):
            said.update(web.reply(Ask("GET", plan.url(page))).body)
    assert said.hexdigest() == digest


def test_settings_are_names_and_single_knobs() -> None:
    """Later words win; what is not known is refused with what is."""
    world = at_setting(SMALL, "least-telling,deep_entries=0.8,dull_anchors=0.5")
    assert (world.telling_homes, world.deep_entries, world.dull_anchors) == (0.1, 0.8, 0.5)
    assert at_setting(SMALL, "default") == SMALL
    for wrong in ("nosuch", "seed=1", "deep_entries=much"):
        with pytest.raises(BadConfiguration):
            at_setting(SMALL, wrong)


def test_home_pages_that_do_not_tell_leave_the_other_pages_as_they_were() -> None:
    """A portal's home page says nothing about its subject, the items behind it as much as before."""
    telling, hushed = opened("default"), opened("telling_homes=0")
    assert recognised(telling, HOME) > 0.8
    assert recognised(hushed, HOME) < 0.15
    assert recognised(hushed, Page("item", 0)) == recognised(telling, Page("item", 0)) > 0.8


def test_pages_tell_as_much_as_the_knob_says() -> None:
    """Fewer of the pages about a subject are recognised, the lower the knob."""
    shares = [recognised(opened(f"telling_pages={knob}"), Page("item", 0)) for knob in (0.1, 0.35, 1.0)]
    assert shares[0] < 0.35 < shares[1] < shares[2]


def test_links_enter_sites_where_the_knob_says() -> None:
    """None, or all of them, lead into the middle of their target."""
    for knob in (0, 1):
        world = opened(f"deep_entries={knob}")
        paths = [
            outlink(world, a, int(b)).url.partition(".")[2].partition("/")[2]
            for a in range(50)
            for b in world.out(a)
        ]
        assert {bool(path) for path in paths} == {bool(knob)}


def test_sites_are_barren_boxed_and_large_as_the_knobs_say() -> None:
    """Shares of sites about a domain, of boxes on every page, pages in all, links within the subject."""
    usual = opened("default")
    world = opened("barren_sites=0.5,header_boxes=1,site_sizes=3,links_on_topic=0.2")
    deep, topical = len(world.of("deep", "book")), len(world.of("topical", "book"))
    assert deep == pytest.approx(topical, abs=1)
    boxed = [_boxed(world, n) for n in world.of("deep", "book")]
    assert sum(boxed) >= 0.4 * len(boxed)
    assert world.pages() == pytest.approx(3 * usual.pages(), rel=0.01)
    assert _staying(usual) > 0.45 > 0.25 > _staying(world)


def _boxed(world: World, number: int) -> bool:
    plan = plan_of(world, world.site(number))
    return any(plan.forms[i].source for i in plan.stands.everywhere)


def _staying(world: World) -> float:
    subjects = [world.site(n).subject for n in range(len(world))]
    stays = [subjects[a] == subjects[b] for a in range(len(world)) for b in world.out(a)]
    return stays.count(True) / len(stays)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_a_world_whose_pages_can_be_visited(name: str) -> None:
    """Each page answers under its own address, with the sheet it is made from."""
    world = open_world(at_setting(WorldSpec(5, 60), name))
    web = Web(world)
    for number in range(0, len(world), 3):
        plan = plan_of(world, world.site(number))
        for page in islice(plan.pages(), 0, None, 11):
            assert web.reply(Ask("GET", plan.url(page))).status == 200
