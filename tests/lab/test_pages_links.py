"""Links of a site, as a crawler follows them: nothing dead, every form at its depth, every external link known."""

import statistics
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin, urlsplit

import pytest
from reading_sheets import anchors, forms

from leadline_lab.plan import HOME, SitePlan, pages_linking, plan_of
from leadline_lab.spec import Role, spec
from leadline_lab.web import Web
from leadline_lab.words import SUBJECTS, tongue
from leadline_lab.world import World, open_world


@dataclass
class Walk:
    """A whole site, breadth first."""

    plan: SitePlan
    depth: dict[str, int] = field(default_factory=dict)
    """URL → links from the home page."""
    found: dict[str, int] = field(default_factory=dict)
    """Form → depth of the first page it stands on."""
    outward: dict[str, set[str]] = field(default_factory=dict)
    """Host → pages that link to it."""
    internal: int = 0
    external: int = 0
    dead: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Anchors of internal links in main parts and at the side."""


def _walk(web: Web, plan: SitePlan) -> Walk:
    walk = Walk(plan, {plan.url(HOME): 0})
    waiting = deque(walk.depth)
    while waiting:
        url = waiting.popleft()
        sheet = web.sheet(url)
        assert sheet is not None
        if sheet.status != 200 or sheet.type == "missing":
            walk.dead.append(url)
        for form in forms(sheet):
            walk.found.setdefault(form.key, walk.depth[url])
        for anchor in anchors(sheet):
            there = urljoin(url, anchor.href)
            host = urlsplit(there).netloc
            if host != plan.site.host:
                walk.outward.setdefault(host, set()).add(url)
                walk.external += 1
                continue
            walk.internal += 1
            if there not in walk.depth and not (sheet.type == "calendar" and "alendar" in there):
                walk.depth[there] = walk.depth[url] + 1
                waiting.append(there)
    return walk


def _plain(world: World, largest: int, many: int) -> Iterator[SitePlan]:
    """Sites of moderate size that can be walked to their end: deep ones first."""
    numbers = [n for subject in world.subjects for n in world.of("deep", subject)]
    numbers += [n for n in range(len(world)) if n not in set(numbers)]
    for n in numbers:
        plan = plan_of(world, world.site(n))
        if plan.site.size <= largest and not plan.outline.session and not plan.outline.calendar:
            yield plan
            many -= 1
        if not many:
            return


@pytest.fixture(scope="module")
def world() -> World:
    return open_world(spec("small", seed=11, role=Role.REPORTING))


@pytest.fixture(scope="module")
def walks(world: World) -> list[Walk]:
    web = Web(world)
    return [_walk(web, plan) for plan in _plain(world, 120, 45)]


def test_no_link_is_dead_and_no_page_is_out_of_reach(walks: list[Walk]) -> None:
    """Following links from the home page reaches every page of the plan and nothing that is missing."""
    for walk in walks:
        assert not walk.dead
        assert {walk.plan.url(page) for page in walk.plan.pages()} <= walk.depth.keys()


def test_every_form_stands_at_its_depth(walks: list[Walk]) -> None:
    """The shortest way from the home page to a form is as long as its plan says, for all forms of a site."""
    deepest = 0
    for walk in walks:
        assert walk.found == {form.key: 0 if form.everywhere else form.depth for form in walk.plan.forms}
        deepest = max([deepest, *walk.found.values()])
    assert deepest >= 4


def test_external_links_are_those_of_the_graph(world: World, walks: list[Walk]) -> None:
    """A site links to the sites the graph says, to all of them and to no other."""
    for walk in walks:
        targets = {world.site(int(n)).host for n in world.out(walk.plan.site.number)}
        assert walk.outward.keys() == targets


def test_pages_that_link_to_a_site_are_known(world: World, walks: list[Walk]) -> None:
    """`pages_linking` names exactly the pages of a site on which a link to the other one stands."""
    for walk in walks:
        own = {walk.plan.url(page) for page in walk.plan.pages()}
        for target in world.out(walk.plan.site.number):
            said = pages_linking(world, walk.plan.site.number, int(target))
            assert len(set(said)) == len(said)
            assert set(said) == walk.outward[world.site(int(target)).host] & own
            assert pages_linking(world, walk.plan.site.number, int(target), most=1) == said[:1]


def test_external_links_lead_to_pages_that_exist(world: World, walks: list[Walk]) -> None:
    """Four of five lead to a home page, the others to a page within, and none is dead."""
    web = Web(world)
    links = {
        anchor.href
        for walk in walks[:25]
        for url in list(walk.depth)[:12]
        if (sheet := web.sheet(url)) is not None
        for anchor in anchors(sheet)
        if anchor.href.startswith("http") and urlsplit(anchor.href).netloc != walk.plan.site.host
    }
    assert len(links) > 200
    home = sum(urlsplit(link).path == "/" and not urlsplit(link).query for link in links) / len(links)
    assert 0.72 < home < 0.88
    for link in sorted(links)[::4]:
        sheet = web.sheet(link)
        assert sheet is not None
        assert (sheet.status, sheet.type == "missing") == (200, False)


def test_ten_internal_links_for_one_external(walks: list[Walk]) -> None:
    """The published ratio over all pages of many sites, roughly."""
    internal, external = sum(w.internal for w in walks), sum(w.external for w in walks)
    assert 7.5 < internal / external < 13


def test_home_pages_have_as_many_links_as_published() -> None:
    """Median 88, mean 157, a tenth under 14 and a tenth over 353, within a third."""
    world = open_world(spec("medium", seed=3))
    web = Web(world)
    found = []
    for n in range(0, len(world), 12):
        sheet = web.sheet(f"http://{world.site(n).host}/")
        assert sheet is not None
        found.append(sum(1 for _ in anchors(sheet)))
    tenths = statistics.quantiles(found, n=10)
    assert 66 < tenths[4] < 118
    assert 120 < statistics.mean(found) < 195
    assert 9 < tenths[0] < 24
    assert 265 < tenths[8] < 440


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_uninformative_anchors_come_as_often_as_the_world_wants(share: float) -> None:
    """`dull_anchors` is the share of links beside menus that say nothing."""
    world = open_world(replace(spec("tiny", seed=6), dull_anchors=share, foreign_languages=0.0))
    web = Web(world)
    dull = {*tongue("en", world.spec.role).dull_anchors, ""}
    said = []
    for plan in _plain(world, 400, 40):
        for page in list(plan.pages())[:25]:
            sheet = web.sheet(plan.url(page))
            assert sheet is not None
            aside = [replace(sheet, zones=tuple(z for z in sheet.zones if z.role == "aside"))]
            said += [anchor.text in dull for anchor in anchors(aside[0]) if anchor.href.startswith("/")]
    assert abs(sum(said) / len(said) - share) < 0.04


def test_forms_can_be_behind_off_topic_pages() -> None:
    """With the knob turned all the way, every form page deeper than one hangs on a page about something else."""
    world = open_world(replace(spec("small", seed=5), behind_off_topic=1.0))
    deep = 0
    for plan in _plain(world, 5_000, 30):
        for page in plan.stands.pages:
            if page.depth > 1:
                deep += 1
                hubs = [plan.stands.hubs[parent.number] for parent in page.parents if parent.kind == "hub"]
                assert [hub.subject in SUBJECTS for hub in hubs] == [True]
    assert deep > 20


def test_forms_behind_off_topic_pages_are_as_deep_as_planned() -> None:
    """The knob changes what leads to a form, not how far it is."""
    world = open_world(replace(spec("small", seed=5), behind_off_topic=1.0))
    web = Web(world)
    for plan in _plain(world, 80, 12):
        walk = _walk(web, plan)
        assert walk.found == {form.key: 0 if form.everywhere else form.depth for form in plan.forms}
