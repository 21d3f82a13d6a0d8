"""What all pages of a site share: its menus, the looks of its lists, how it calls things."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from leadline_lab.forms import FormPlan
from leadline_lab.plan import HOME, Page, SitePlan, plan_of
from leadline_lab.plan.placements import brand
from leadline_lab.randomness import Dice, dice
from leadline_lab.words import Tongue, tongue
from leadline_lab.world import World

Role = Literal["header", "nav", "main", "aside", "footer"]


@dataclass(frozen=True, slots=True)
class Manner:
    brand: str
    speech: Tongue
    absolute: bool
    """Writes its own links with the host in front."""
    anchors_per_teaser: int
    """1: the title · 2: and "more" · 3: and a picture."""
    snippets: bool
    children_apart: bool
    """Hubs and form pages have a list of their own; otherwise they stand among items."""
    session_name: str
    purity: int
    """How much more its pages talk about its subject than pages of their kind do elsewhere."""
    titles: dict[Page, str]
    """How it calls pages that are no items."""
    menu: tuple[Page, ...]
    foot: tuple[Page, ...]
    everywhere: tuple[tuple[int, Role], ...]
    """Forms on every page, each with its zone."""
    more: str
    pager: tuple[str, str]
    says_next: bool
    """Marks links to the next page as such (39 % do, ALGORITHMS F3)."""
    partners: str
    long_foot: bool
    """Repeats its menu at the end of each page."""
    promotes: float
    """Share of its ordinary pages that link to form pages hung on the home page or a section."""


def manner_of(world: World, number: int) -> Manner:
    return _manner(world, number)


@lru_cache(maxsize=1024)
def _manner(world: World, number: int) -> Manner:
    plan = plan_of(world, world.site(number))
    roll = dice(world.spec.seed, "manner", number)
    speech = tongue(plan.site.language, world.spec.role)
    titles = _titles(plan, speech, roll)
    menu, foot = _menus(plan, roll)
    return Manner(
        brand=brand(plan.site.host),
        speech=speech,
        absolute=roll.chance(0.15),
        anchors_per_teaser=roll.pick((1, 1, 2, 2, 3)),
        snippets=roll.chance(0.7),
        children_apart=roll.chance(0.4),
        session_name=roll.pick(("sid", "PHPSESSID", "session", "osCsid")),
        purity=roll.pick((-1, 0, 0, 0, 1)),
        titles=titles,
        menu=menu,
        foot=foot,
        everywhere=tuple((i, _zone(plan.forms[i], roll)) for i in plan.stands.everywhere),
        more=roll.pick(speech.nav.get("more", speech.dull_anchors)),
        pager=roll.pick(speech.pager),
        says_next=roll.chance(0.39),
        partners=titles.get(Page("links"), "Partners"),
        long_foot=roll.chance(0.3),
        promotes=roll.pick((0.0, 0.2, 0.6, 1.0)),
    )


def _titles(plan: SitePlan, speech: Tongue, roll: Dice) -> dict[Page, str]:
    outline = plan.outline
    titles = {HOME: roll.pick(speech.nav["home"])}
    for n, section in enumerate(outline.sections):
        titles[Page("section", n)] = section.title
    for n, name in enumerate(outline.desks):
        titles[Page("desk", n)] = roll.pick(speech.nav.get(name, (name.capitalize(),)))
    links = roll.pick(speech.nav.get("links", ("Links", "Partners", "Resources")))
    for n in range(len(plan.placed.gathered)):
        titles[Page("links", n)] = f"{links} {n + 1}" if n else links
    titles |= {Page("hub", n): hub.title for n, hub in enumerate(plan.stands.hubs)}
    return titles | {Page("form", n): page.title for n, page in enumerate(plan.stands.pages)}


def _menus(plan: SitePlan, roll: Dice) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """Sections, some desks and the nearest form pages in the menu; the other desks at the foot."""
    outline = plan.outline
    menu = [HOME, *(Page("section", n) for n in range(len(outline.sections)))]
    for n, page in enumerate(plan.stands.pages):
        if page.in_nav:
            menu.insert(roll.between(1, len(menu)), Page("form", n))
    foot: list[Page] = []
    for n in range(len(outline.desks)):
        (menu if roll.chance(0.4) else foot).append(Page("desk", n))
    if plan.placed.gathered:
        (menu if roll.chance(0.6) else foot).append(Page("links"))
    return tuple(menu), tuple(foot)


def _zone(form: FormPlan, roll: Dice) -> Role:
    if form.kind in ("search", "site-search"):
        return roll.pick(("header", "header", "header", "nav", "aside"))
    return roll.pick(("aside", "aside", "header", "footer"))
