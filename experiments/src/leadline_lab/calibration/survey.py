"""Every site of a world with its databases and forms: what the figures are counted on."""

from dataclasses import dataclass

from leadline_lab.anatomy import FormModel
from leadline_lab.forms import FormPlan, form, forms_of
from leadline_lab.sources import Source, sources_of
from leadline_lab.world import Site, World


@dataclass(frozen=True, slots=True)
class Surveyed:
    site: Site
    sources: tuple[Source, ...]
    plans: tuple[FormPlan, ...]
    forms: tuple[FormModel, ...]
    """Distinct ones: of those that stand once a product, the first."""


def survey(world: World) -> list[Surveyed]:
    found = []
    for number in range(len(world)):
        site = world.site(number)
        sources = sources_of(world, site)
        plans = forms_of(world, site, sources)
        known = {source.key: source for source in sources}
        made = tuple(form(world, site, p, known.get(p.source), "/") for p in plans if p.copy <= 1)
        found.append(Surveyed(site, sources, plans, made))
    return found
