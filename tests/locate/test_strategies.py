"""What each strategy says to the loop, event by event."""

import pytest

from leadline.errors import BadConfiguration
from leadline.locate.settings import LocateSettings, Stopping
from leadline.locate.strategies import STRATEGIES, strategy
from leadline.model.events import Finding, Outcome, Starved
from leadline.model.page import Link
from leadline.protocols import Advice, LeaveGroup, LeaveSite, OpenGroup, Strategy

HOME = "http://cars.example/"


def link(url: str, *, same_site: bool = True) -> Link:
    return Link(url, "anchor", "around", "html/body/a", frozenset(), same_site)


def page(number: int, url: str = HOME, **more: object) -> Outcome:
    given: dict[str, object] = {"group": "web", "depth": 0, "final_url": url, "status": 200, "on_topic": 0.9}
    return Outcome(number=number, url=url, **(given | more))  # type: ignore[arg-type]


def made(name: str, **stopping: int) -> Strategy:
    return strategy(name, LocateSettings(strategy=name, stopping=Stopping(**stopping)))


def urls(advice: Advice) -> list[str]:
    return [ranked.url for ranked in advice.links]


@pytest.mark.parametrize("name", STRATEGIES)
class TestEveryStrategy:
    """One battery of checks for all of them; a fault in one becomes a check here."""

    def test_places_its_seeds_in_an_open_group(self, name: str) -> None:
        """After the start there is an open group with every seed's site in it."""
        advice = made(name).start([HOME, "http://other.example/"])
        opened = {c.group for c in advice.commands if isinstance(c, OpenGroup)}
        assert {r.url for r in advice.links} == {HOME, "http://other.example/"}
        assert {r.group for r in advice.links} <= opened

    def test_is_a_fold(self, name: str) -> None:
        """The same events give the same advice and the same state, also through a snapshot."""
        events = [
            page(n, f"{HOME}p{n}", links=(link(f"{HOME}q{n}"), link("http://x.example/", same_site=False)))
            for n in range(8)
        ]
        one, two, third = made(name), made(name), made(name)
        one.start([HOME])
        two.start([HOME])
        first = [one.learn(e) for e in events]
        half = [two.learn(e) for e in events[:4]]
        third.restore(two.state())
        assert first == half + [third.learn(e) for e in events[4:]]
        assert one.state() == third.state()

    def test_survives_failures_and_running_dry(self, name: str) -> None:
        """A failed page and an empty frontier bring no links and no error."""
        made_one = made(name)
        made_one.start([HOME])
        assert not made_one.learn(page(0, status=None, on_topic=None)).links
        assert made_one.learn(Starved(1)).links == ()

    def test_keys_of_patterns_are_those_it_gave(self, name: str) -> None:
        """A re-rank without learning changes nothing."""
        made_one = made(name)
        made_one.start([HOME])
        given = made_one.learn(page(0, links=(link(f"{HOME}a"), link(f"{HOME}b")))).links
        places = made_one.places([(r.group, r.pattern) for r in given])
        assert list(places) == [(r.group, r.key) for r in given]


def test_best_first_ranks_by_the_page_a_link_stands_on() -> None:
    """Links of surer pages go first; off-topic pages give none."""
    made_one = made("best-first")
    sure = made_one.learn(page(0, links=(link(f"{HOME}a"),), on_topic=0.97)).links[0]
    less = made_one.learn(page(1, links=(link(f"{HOME}b"),), on_topic=0.61)).links[0]
    assert sure.key > less.key
    assert made_one.learn(page(2, links=(link(f"{HOME}c"),), on_topic=0.5)).links == ()


def test_best_first_sc_leaves_after_enough_pages_or_forms() -> None:
    """Ten forms or a hundred pages in the papers' defaults; here three and five."""
    by_pages = made("best-first-sc", pages_per_site=5)
    said = [by_pages.learn(page(n, f"{HOME}{n}")).commands for n in range(5)]
    assert [bool(c) for c in said] == [False, False, False, False, True]
    assert said[-1] == (LeaveSite("cars.example", "5 pages fetched"),)
    by_forms = made("best-first-sc", forms_per_site=3)
    found = tuple(Finding(f"f{n}", HOME, 1.0) for n in range(3))
    assert by_forms.learn(page(0, found=found)).commands == (LeaveSite("cars.example", "3 forms found"),)


def scdi_in_site(**stopping: int) -> Strategy:
    """SCDI that has opened cars.example."""
    made_one = made("scdi", **stopping)
    made_one.start([HOME])
    made_one.learn(page(0, group="sites", links=(link(f"{HOME}a"),)))
    return made_one


def test_scdi_judges_a_site_by_its_home_page() -> None:
    """An off-topic home page opens nothing; an on-topic one opens its first depth and meets new sites."""
    made_one = made("scdi")
    made_one.start([HOME])
    assert made_one.learn(page(0, group="sites", on_topic=0.2, links=(link(f"{HOME}a"),))) == Advice()
    advice = made_one.learn(
        page(1, group="sites", links=(link(f"{HOME}a"), link("http://new.example/deep/page", same_site=False)))
    )
    assert [(r.url, r.group) for r in advice.links] == [
        (f"{HOME}a", "cars.example 1"),
        ("http://new.example/", "sites"),
    ]
    assert OpenGroup("cars.example 1", rank=1) in advice.commands


def test_scdi_meets_a_site_once() -> None:
    """Many links to one new site make one entry of the site frontier."""
    made_one = scdi_in_site()
    out = tuple(link(f"http://new.example/{n}", same_site=False) for n in range(3))
    first = made_one.learn(page(1, f"{HOME}a", group="cars.example 1", depth=1, links=out))
    again = made_one.learn(page(2, f"{HOME}b", group="cars.example 1", depth=1, links=out))
    assert urls(first) == ["http://new.example/"]
    assert urls(again) == []


def test_sc1_no_link_below_the_deepest_depth() -> None:
    """Links of a page at the maximum depth are not kept."""
    made_one = scdi_in_site(sc1_depth=2)
    deep = page(1, f"{HOME}a", group="cars.example 2", depth=2, links=(link(f"{HOME}b"),))
    assert made_one.learn(deep).links == ()


@pytest.mark.parametrize(
    ("rule", "why", "forms"),
    [
        ({"sc2_pages_per_depth": 3}, "SC2: 3 pages in depth 1", ()),
        ({"sc3_forms_per_depth": 3}, "SC3: 3 forms in depth 1", (Finding("f", HOME, 1.0),)),
        ({"sc4_barren_pages_in_depth": 3}, "SC4: 3 barren pages in depth 1", ()),
    ],
)
def test_sc2_to_sc4_go_on_to_the_next_depth(rule: dict[str, int], why: str, forms: tuple[Finding, ...]) -> None:
    """The third page of depth 1 fires the rule, and only that depth is left."""
    made_one = scdi_in_site(**rule)
    said = [
        made_one.learn(page(n, f"{HOME}{n}", group="cars.example 1", depth=1, found=forms)).commands
        for n in range(1, 4)
    ]
    assert said[:2] == [(), ()]
    assert said[2] == (LeaveGroup("cars.example 1", why),)


def test_sc5_leaves_the_site() -> None:
    """Too many pages without forms in all depths together leave every depth."""
    made_one = scdi_in_site(sc5_barren_pages=4)
    made_one.learn(page(1, f"{HOME}1", group="cars.example 1", depth=1))
    made_one.learn(page(2, f"{HOME}2", group="cars.example 2", depth=2))
    commands = made_one.learn(page(3, f"{HOME}3", group="cars.example 2", depth=2)).commands
    assert [c.group for c in commands if isinstance(c, LeaveGroup)] == [f"cars.example {d}" for d in (1, 2, 3)]


def test_random_order_depends_on_the_seed() -> None:
    """Another seed, another order; the same seed, the same."""
    links = tuple(link(f"{HOME}{n}") for n in range(50))

    def order(seed: int) -> list[str]:
        advice = strategy("random", LocateSettings(seed=seed)).learn(page(0, links=links))
        return [r.url for r in sorted(advice.links, key=lambda r: -r.key)]

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_an_unknown_strategy_names_the_known_ones() -> None:
    """The sentence helps to find the right name."""
    with pytest.raises(BadConfiguration, match="known: random, fixed-depth, best-first, best-first-sc, ffc, ache"):
        strategy("bestfirst", LocateSettings())
