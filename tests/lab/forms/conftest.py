"""A world large enough to measure forms on, with every form it has."""

import pytest

from leadline_lab.anatomy import FormModel
from leadline_lab.forms import FormPlan, form, forms_of
from leadline_lab.sources import Source, sources_of
from leadline_lab.spec import WorldSpec
from leadline_lab.world import Site, World, open_world

Planned = list[tuple[Site, tuple[Source, ...], tuple[FormPlan, ...]]]
Made = list[tuple[Site, FormPlan, Source | None, FormModel]]


@pytest.fixture(scope="session")
def measured() -> World:
    return open_world(WorldSpec(seed=11, sites=6_000))


@pytest.fixture(scope="session")
def planned(measured: World) -> Planned:
    """Every site with its sources and plans."""
    found: Planned = []
    for number in range(len(measured)):
        site = measured.site(number)
        sources = sources_of(measured, site)
        found.append((site, sources, forms_of(measured, site, sources)))
    return found


@pytest.fixture(scope="session")
def made(measured: World, planned: Planned) -> Made:
    """Every distinct form: of those that stand once a product, the first."""
    found: Made = []
    for site, sources, plans in planned:
        known = {source.key: source for source in sources}
        for plan in plans:
            if plan.copy <= 1:
                source = known.get(plan.source)
                found.append((site, plan, source, form(measured, site, plan, source, "/go")))
    return found
