"""Manners of the lab's databases come at the published rates."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest
from database_samples import WORLD, databases, deep_site

from leadline_lab.sources import Source, sources_of
from leadline_lab.spec import spec
from leadline_lab.world import Site, open_world


@cache
def _many() -> list[Source]:
    """Made when the first test asks, not in every process that collects."""
    return [source for _, source in databases(2_500)]


def _share(hits: Iterable[bool]) -> float:
    return sum(hits) / len(_many())


def test_sizes_are_log_uniform_from_a_hundred_to_a_hundred_thousand() -> None:
    """Each of the three decades has a third of the databases."""
    assert min(s.size for s in _many()) >= 100
    assert max(s.size for s in _many()) <= 100_000
    for low in (100, 1_000, 10_000):
        assert _share(low <= s.size < 10 * low for s in _many()) == pytest.approx(1 / 3, abs=0.03)


def test_published_shares_hold() -> None:
    """77 % structured, 40 % without a cap, everything to the default query in 5 of 13."""
    assert _share(s.structured for s in _many()) == pytest.approx(0.77, abs=0.025)
    assert _share(s.cap is None for s in _many()) == pytest.approx(0.40, abs=0.025)
    assert _share(s.reachable_by_default for s in _many()) == pytest.approx(5 / 13, abs=0.025)


def test_every_behaviour_occurs() -> None:
    """No way of ranking, counting, paging, refusing, suggesting or keeping sessions is left out or rare."""
    wanted = {
        "cap": 4, "ranking": 3, "counting": 4, "paging": 5, "per_page": 5, "default": 4, "overflow": 3,
        "beyond": 3, "suggestion": 4, "token": 4, "keyword": 3, "shortest_keyword": 3, "identity": 3,
    }  # fmt: skip
    for name, n in wanted.items():
        counts = Counter(getattr(s, name) for s in _many())
        assert len(counts) == n, name
        assert min(counts.values()) > 0.03 * len(_many()), (name, counts)


def test_pages_are_never_larger_than_a_cap() -> None:
    """A source that shows 20 records at most does not promise 100 a page."""
    assert all(s.per_page <= s.cap for s in _many() if s.cap is not None)


def test_lists_show_three_to_seven_attributes_under_different_heads() -> None:
    """Structured databases list three to seven columns, title included, no two of them called the same."""
    for source in _many():
        heads = [a.label for a in source.listed]
        assert len(set(heads)) == len(heads), heads
        assert source.title in [a.name for a in source.listed]
        if source.structured:
            assert 3 <= len(heads) <= 7
            assert len(source.attributes) >= 3


def test_columns_come_in_an_order_of_the_site() -> None:
    """Two sites of a domain rarely show the same columns in the same order."""
    orders = Counter(tuple(a.name for a in s.listed) for s in _many() if s.domain == "hotel" and s.structured)
    assert orders.most_common(1)[0][1] < 0.2 * orders.total()


def test_some_details_add_what_lists_do_not_show() -> None:
    """Many databases have attributes that only a record's own page shows."""
    hidden = [s for s in _many() if s.structured and s.has_details and any(not a.listed for a in s.attributes)]
    assert len(hidden) > len(_many()) / 4


def test_required_fields_exist_exactly_where_the_default_query_complains() -> None:
    """`requires` is filled where `default` says so, with attributes a form may ask about."""
    for source in _many():
        assert bool(source.requires) == (source.default == "required")
        for name in source.requires:
            a = source.attribute(name)
            assert name == "keyword" or (a is not None and a.askable)
            assert name != "keyword" or source.keyword


def test_values_a_form_may_offer_are_the_ones_records_have_parents_for() -> None:
    """Dependent attributes name a parent that the database has."""
    for source in _many():
        names = {a.name for a in source.attributes}
        assert all(not a.correlates or a.correlates in names for a in source.attributes)
        assert len(names) == len(source.attributes)


def test_deep_sites_have_databases_and_others_have_none() -> None:
    """A portal has one for each of its domains; a site that is not deep has none."""
    portal = deep_site(3, "en", others=("rental", "airfare"))
    assert [s.domain for s in sources_of(WORLD, portal)][:3] == [portal.subject, "rental", "airfare"]
    plain = Site(5, "a.com", "topical", "hotel", (), 0, "en", "", 10)
    assert sources_of(WORLD, plain) == ()


def test_a_world_has_one_and_a_half_databases_a_deep_site() -> None:
    """Over the deep sites of two worlds, portals included, the published mean holds."""
    counts = []
    for seed in (1, 2):
        world = open_world(spec("medium", seed))
        sites = (world.site(n) for n in range(len(world)))
        counts += [len(sources_of(world, site)) for site in sites if site.kind == "deep"]
    assert min(counts) == 1
    assert sum(counts) / len(counts) == pytest.approx(1.5, rel=0.2)


def test_sites_without_company_have_a_little_more_than_one_database() -> None:
    """1.29 a site, so that portals (a sixth of all) bring the mean to the published 1.5."""
    assert len(_many()) / 2_500 == pytest.approx(1.29, abs=0.05)
