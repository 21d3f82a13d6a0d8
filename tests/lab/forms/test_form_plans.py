"""Which forms sites have and where they stand, against the figures of ALGORITHMS F3."""

from collections import Counter
from dataclasses import replace
from statistics import median

import pytest

from leadline_lab.forms import FormPlan, expected_forms, forms_of, forms_on, forms_per_page, places
from leadline_lab.forms.interfaces import deepest
from leadline_lab.sources import Source, sources_of
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.world import Site, World, open_world

Planned = list[tuple[Site, tuple[Source, ...], tuple[FormPlan, ...]]]

MIX = {
    "search": 0.32, "login": 0.17, "registration": 0.11, "other": 0.11, "mailing-list": 0.09, "contact": 0.09,
    "password-recovery": 0.07, "order": 0.05,
}  # fmt: skip
OTHER = ("poll", "quote", "navigation", "other")


def near(target: float, within: float = 0.2) -> object:
    return pytest.approx(target, rel=within)


def on_databases(planned: Planned) -> list[tuple[Site, tuple[Source, ...], list[FormPlan]]]:
    return [
        (site, sources, [p for p in plans if p.source]) for site, sources, plans in planned if site.kind == "deep"
    ]


def page_counts(planned: Planned) -> Counter[int]:
    """Forms on home pages, form pages and one ordinary page a site, where there are any."""
    counts: Counter[int] = Counter()
    for _, _, plans in planned:
        counts.update(forms_per_page(plans))
    del counts[0]
    return counts


def test_a_deep_site_has_as_many_interfaces_as_published(planned: Planned) -> None:
    """4.2 interfaces a deep site, 2.8 a database."""
    deep = on_databases(planned)
    interfaces = sum(len(plans) for _, _, plans in deep)
    assert interfaces / len(deep) == near(4.2)
    assert interfaces / sum(len(sources) for _, sources, _ in deep) == near(2.8)
    assert all({p.source for p in plans} == {s.key for s in sources} for _, sources, plans in deep)


def test_interfaces_are_as_deep_as_published(planned: Planned) -> None:
    """91.6 % of deep sites have their first interface within depth 3, and 72 % of interfaces are."""
    deep = on_databases(planned)
    first = [min(p.depth for p in plans) for _, _, plans in deep]
    depths = [p.depth for _, _, plans in deep for p in plans]
    assert sum(d <= 3 for d in first) / len(first) == near(0.916, 0.05)
    assert sum(d <= 3 for d in depths) / len(depths) == near(0.72, 0.08)
    assert first.count(0) / len(first) == near(0.462, 0.15)


def test_no_form_is_deeper_than_its_site_can_be(planned: Planned) -> None:
    """Small sites are shallow, and no interface is more than eight links away."""
    assert all(p.depth <= deepest(site) <= 8 for site, _, plans in planned for p in plans)


def test_small_sites_have_few_form_pages(planned: Planned) -> None:
    """A site has at least four pages for each form page beyond three."""
    assert all(len(places(plans).keys() - {"home"}) <= max(3, site.size // 4) for site, _, plans in planned)


def test_pages_with_forms_have_as_many_as_published(planned: Planned) -> None:
    """Mean 2.77 and median 2; 32 % have one, 27 % two, 17 % three, 11 % four, and there is a tail to thirty."""
    counts = page_counts(planned)
    pages = counts.total()
    assert sum(n * k for n, k in counts.items()) / pages == near(2.77)
    assert median(counts.elements()) == 2
    for n, share in ((1, 0.32), (2, 0.27), (3, 0.17), (4, 0.11)):
        assert counts[n] / pages == near(share), n
    assert sum(k for n, k in counts.items() if n > 4) / pages == near(0.13)
    assert max(counts) > 20


def test_pages_of_all_sites_together_have_about_as_many(planned: Planned) -> None:
    """Weighted by the size of sites, as a crawl meets them, it is still 2.77 forms a page within a fifth."""
    counts: Counter[int] = Counter()
    for site, _, plans in planned:
        counts.update(forms_per_page(plans, site.size))
    del counts[0]
    assert sum(n * k for n, k in counts.items()) / counts.total() == near(2.77)


def test_kinds_of_forms_come_in_the_published_mix(planned: Planned) -> None:
    """Distinct forms of a world are searches, logins, registrations … as in the 1,585 annotated ones."""
    kinds = Counter(str(p.kind) for _, _, plans in planned for p in plans if p.copy <= 1)
    groups = Counter({"search": kinds["search"] + kinds["site-search"], "other": sum(kinds[k] for k in OTHER)})
    groups.update({kind: n for kind, n in kinds.items() if kind in MIX and kind not in groups})
    for kind, share in MIX.items():
        assert groups[kind] / kinds.total() == near(share), kind


def test_every_kind_of_site_has_site_search_and_decoys_alike(planned: Planned) -> None:
    """Nothing but searches on databases tells deep sites from others: 45 % of all sites search their own pages."""
    own: dict[str, list[bool]] = {}
    decoys: dict[str, list[int]] = {}
    for site, _, plans in planned:
        own.setdefault(site.kind, []).append(any(p.kind == "site-search" for p in plans))
        decoys.setdefault(site.kind, []).append(sum(not p.searches and p.copy <= 1 for p in plans))
    assert sum(map(sum, own.values())) / len(planned) == near(0.45, 0.06)
    for kind in ("deep", "topical", "off"):
        assert sum(own[kind]) / len(own[kind]) == near(0.45, 0.18), kind
        assert sum(decoys[kind]) / len(decoys[kind]) == near(1.7, 0.15), kind


def test_decoys_do_not_depend_on_what_kind_of_site_it_is(measured: World) -> None:
    """The same site, deep or not, has the very same forms beside its searches."""
    for number in range(200):
        site = measured.site(number)
        twins = [replace(site, kind=kind) for kind in ("deep", "off")]
        deep, off = ([p for p in forms_of(measured, twin, ()) if p.kind != "search"] for twin in twins)
        assert deep == off


def test_some_sites_without_databases_search_for_things_of_no_domain(planned: Planned) -> None:
    """Store locators are searches, and bring up records of no domain."""
    locators = [(s, p) for s, _, plans in planned for p in plans if p.kind == "search" and not p.source]
    assert len(locators) > 300
    assert all(p.domain == "" and site.kind != "deep" for site, p in locators)


def test_portals_show_foreign_forms_beside_their_own(planned: Planned) -> None:
    """The first form of each neighbouring domain stands on the page of the site's own first form."""
    portals = [(site, plans) for site, _, plans in planned if site.others]
    assert len(portals) > 15
    for site, plans in portals:
        main = next(p for p in plans if p.source)
        foreign = [p for p in plans if p.co_located]
        assert {p.domain for p in foreign} == set(site.others)
        assert all(p.depth == main.depth and (p.place == main.place or main.everywhere) for p in foreign)
    assert not any(p.co_located for site, _, plans in planned if not site.others for p in plans)


def test_plans_are_consistent(planned: Planned) -> None:
    """Keys are unique; a form stands everywhere or at a place; a place has one depth, and home is 0."""
    for _, _, plans in planned:
        assert len({p.key for p in plans}) == len(plans)
        assert all(bool(p.place) != p.everywhere for p in plans)
        assert all((p.depth == 0) == (p.everywhere or p.place == "home") for p in plans)
        known = places(plans)
        assert all(known[p.place] == p.depth for p in plans if not p.everywhere)
        assert sum(len(forms_on(plans, place)) - len(forms_on(plans, "")) for place in known) == sum(
            not p.everywhere for p in plans
        )


def test_every_shape_of_form_occurs(planned: Planned) -> None:
    """The world has every kind of form there is, in all the variants that stand near the line to searches."""
    seen = {(p.kind, p.shape) for _, _, plans in planned for p in plans}
    assert {
        ("search", "keyword"), ("search", "advanced"), ("search", "quick"), ("search", "browse"),
        ("search", "steps"), ("search", "locator"), ("site-search", "site"), ("login", "login"),
        ("registration", "registration"),
        ("mailing-list", "newsletter"), ("mailing-list", "alert"), ("contact", "contact"), ("contact", "comment"),
        ("order", "look-up"), ("order", "checkout"), ("order", "cart"), ("poll", "poll"), ("quote", "quote"),
        ("password-recovery", "recovery"), ("navigation", "jump"), ("navigation", "language"),
        ("other", "converter"), ("other", "calculator"), ("other", "friend"), ("other", "rating"),
    } == seen  # fmt: skip


def test_expected_forms_is_the_mean_over_pages_that_have_any() -> None:
    """One form everywhere and two on a page of their own: three pages with 1, one with 3."""
    plans = (
        FormPlan("a", "site-search", everywhere=True, place=""),
        FormPlan("b", "login", depth=1, place="account"),
        FormPlan("c", "registration", depth=1, place="account"),
    )
    assert forms_per_page(plans, ordinary=2) == {1: 3, 3: 1}
    assert expected_forms(plans, ordinary=2) == pytest.approx(1.5)
    assert expected_forms(()) == 0.0


def test_plans_depend_on_seed_and_role_alone() -> None:
    """Two worlds of one spec plan the same forms; another seed plans others."""
    spec = WorldSpec(seed=5, sites=120, role=Role.REPORTING)

    def plans(spec: WorldSpec) -> list[tuple[FormPlan, ...]]:
        world = open_world(spec)
        return [forms_of(world, world.site(n), sources_of(world, world.site(n))) for n in range(len(world))]

    assert plans(spec) == plans(spec)
    assert plans(spec) != plans(replace(spec, seed=6))
