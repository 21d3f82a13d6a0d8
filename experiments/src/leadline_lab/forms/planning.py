"""Which forms a site has and where they stand: interfaces of its databases and what every site has."""

from collections.abc import Sequence
from dataclasses import replace

from leadline_lab.forms.decoys import decoys_of
from leadline_lab.forms.interfaces import interfaces_of
from leadline_lab.forms.plan import FormPlan
from leadline_lab.forms.telling import SAID
from leadline_lab.randomness import Dice, dice
from leadline_lab.sources.model import Setting, Source
from leadline_lab.world import Site

_PAGES_A_PLACE = 4
"""A site has at least so many pages for each of its form pages."""


def forms_of(world: Setting, site: Site, sources: Sequence[Source]) -> tuple[FormPlan, ...]:
    """All forms of a site: those on its databases first, and of these the nearest to the home page."""
    spec = world.spec
    searches = interfaces_of(dice(spec.seed, spec.role, "interfaces", site.number), site, sources)
    if dice(spec.seed, "header box", site.number).chance(spec.header_boxes):
        searches = _boxed(site, searches)
    others = decoys_of(dice(spec.seed, spec.role, "decoys", site.number), site)
    placed = _fitted(site, [*searches, *others])
    return _told_apart(dice(spec.seed, spec.role, "told apart", site.number), site, placed)


def _boxed(site: Site, searches: list[FormPlan]) -> list[FormPlan]:
    """One of the site's own keyword boxes on every page, unless there is one already."""
    if any(plan.everywhere for plan in searches):
        return searches
    own = [n for n, plan in enumerate(searches) if plan.shape == "keyword" and plan.domain == site.subject]
    for n in own[:1]:
        searches[n] = replace(searches[n], depth=0, everywhere=True, place="")
    return searches


def _fitted(site: Site, plans: list[FormPlan]) -> tuple[FormPlan, ...]:
    """A small site cannot give every form a page: what finds no room moves to the last page that did."""
    room = max(3, site.size // _PAGES_A_PLACE)
    depths: dict[str, int] = {}
    return tuple(_moved(plan, depths, room) for plan in plans)


def _told_apart(roll: Dice, site: Site, plans: Sequence[FormPlan]) -> tuple[FormPlan, ...]:
    """Most boxes for something else than their page is about say for what."""
    about = {"home": site.subject, "": site.subject}
    for plan in plans:
        if plan.domain:
            about.setdefault(plan.place, plan.domain)
    strange = [p.shape == "keyword" and bool(p.source) and p.domain != about[p.place] for p in plans]
    return tuple(
        replace(plan, told_apart=True) if apart and roll.chance(SAID) else plan
        for plan, apart in zip(plans, strange, strict=True)
    )


def _moved(plan: FormPlan, depths: dict[str, int], room: int) -> FormPlan:
    """The plan at its place; `depths` are the places taken so far and grow by it."""
    if plan.everywhere or plan.place == "home":
        return plan
    place = plan.place
    if place not in depths and len(depths) >= room:
        place = min(depths, key=lambda taken: abs(depths[taken] - plan.depth))
    return replace(plan, place=place, depth=depths.setdefault(place, plan.depth))
