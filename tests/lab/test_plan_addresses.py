"""Addresses of a site: every page has one, and each leads back to its page."""

from collections import Counter, defaultdict

import pytest

from leadline_lab.plan import HOME, Page, SitePlan, outline_of, plan_of
from leadline_lab.plan.slugs import distinct_slugs
from leadline_lab.plan.styles import STYLES
from leadline_lab.spec import Role, spec
from leadline_lab.world import World, open_world


@pytest.fixture(scope="module")
def world() -> World:
    return open_world(spec("small", seed=4, role=Role.REPORTING))


@pytest.fixture(scope="module")
def plans(world: World) -> list[SitePlan]:
    return [plan_of(world, world.site(n)) for n in range(0, len(world), 5)]


def test_every_page_is_found_again_by_its_address(plans: list[SitePlan]) -> None:
    """URL and page are each other's inverse, on all pages of a fifth of the sites and in every style."""
    styles = Counter(plan.outline.style for plan in plans)
    for plan in plans:
        for page in plan.pages():
            assert plan.page(plan.url(page)) == page
    assert len(styles) == len(STYLES) >= 8


def test_no_two_pages_share_an_address(plans: list[SitePlan]) -> None:
    """All addresses of a site are different, those that forms are sent to among them."""
    for plan in plans:
        urls = [plan.url(page) for page in plan.pages()]
        assert len(set(urls)) == len(urls)
        assert not {plan.root + path for path in plan.handlers} & set(urls)


def test_the_largest_site_has_all_its_pages() -> None:
    """Thousands of items are told apart by their address, in every style."""
    world = open_world(spec("medium", seed=1))
    by_style: dict[str, SitePlan] = {}
    for n in range(len(world)):
        if world.site(n).size > 700:
            plan = plan_of(world, world.site(n))
            by_style.setdefault(plan.outline.style.item, plan)
    assert len(by_style) >= 8
    for plan in by_style.values():
        paths = {plan.addresses.path(Page("item", i)): i for i in range(plan.outline.items)}
        assert len(paths) == plan.outline.items > 500
        assert all(plan.addresses.page(path) == Page("item", i) for path, i in list(paths.items())[::7])


def test_what_is_almost_an_address_is_none(plans: list[SitePlan]) -> None:
    """A changed slug, a number too many or a page after the last one leads nowhere."""
    for plan in plans:
        item = plan.addresses.path(Page("item", 0))
        last = plan.outline.sections[0].leaves
        beyond = plan.addresses.path(Page("section", 0, last + 3))
        for path in (f"{item}x", f"{item}9999999999", beyond, "/nothing/here", f"/a{item}"):
            assert plan.addresses.page(path) is None, (plan.outline.style, path)


def test_home_is_the_root_and_may_have_another_name(plans: list[SitePlan]) -> None:
    """`/` is the home page everywhere, `/index.html` or the like on some sites."""
    assert all(plan.page(f"{plan.root}/") == HOME for plan in plans)
    named = [plan for plan in plans if plan.outline.index]
    assert named
    assert all(plan.page(plan.root + plan.outline.index) == HOME for plan in named)


def test_styles_do_not_tell_what_a_site_has() -> None:
    """Sites with databases write their addresses like all others."""
    world = open_world(spec("medium", seed=2))
    deep: dict[str, list[bool]] = defaultdict(list)
    for n in range(len(world)):
        site = world.site(n)
        deep[outline_of(world, n).style.item].append(site.kind == "deep")
    share = sum(map(sum, deep.values())) / len(world)
    for told in deep.values():
        error = (share * (1 - share) / len(told)) ** 0.5
        assert abs(sum(told) / len(told) - share) < 4 * error


def test_about_half_of_the_form_pages_say_so_in_their_address() -> None:
    """Neither all nor none of the addresses of search pages have a word for searching."""
    world = open_world(spec("medium", seed=2))
    told = []
    for n in (n for d in world.subjects for n in world.of("deep", d)):
        plan = plan_of(world, world.site(n))
        if plan.site.language != "en":
            continue
        for i, page in enumerate(plan.stands.pages):
            if plan.forms[page.forms[0]].kind == "search":
                path = plan.addresses.path(Page("form", i)).lower()
                told.append(
                    any(
                        word in path
                        for word in ("search", "find", "browse", "advanced", "query", "look", "catalog")
                    )
                )
    assert 0.33 < sum(told) / len(told) < 0.65


def test_equal_texts_get_different_slugs() -> None:
    """Two sections of one title have two addresses."""
    assert distinct_slugs(["Städte", "Stadte", "a"]) == ["stadte", "stadte-2", "a"]
