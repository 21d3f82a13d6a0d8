"""What a site is made of, before any form stands on it: sections, items, address style, bad habits.

An outline is all one needs to write the address of a page of a site one links to, so it is kept cheap: no form,
no database, no hub is looked at. Items are numbered through the sections; nothing is stored for one of them.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from leadline_lab.plan.slugs import Titles, distinct_slugs, titles_of
from leadline_lab.plan.styles import STYLES, Style
from leadline_lab.randomness import Dice, dice
from leadline_lab.texts import voice_of
from leadline_lab.words import NEIGHBOURS, SUBJECTS, lexicon, tongue
from leadline_lab.world import Site, World

LINKS_ON_HOME = ((0.0, 2.0), (0.1, 7.0), (0.5, 80.0), (0.9, 375.0), (1.0, 700.0))
"""Quantiles of links wanted on a home page, so that after menus (at least so many) and repeats (fewer) there are:
median 88, p10 14, p90 353, mean 157 (ALGORITHMS F3)."""

_ELSEWHERE = 0.12
"""Share of sections of an ordinary site that are about something else."""

_DISGUISED = 0.05
"""Share of sites that speak mostly of a neighbouring subject."""

Session = Literal["", "sticky", "fresh"]
"""Session ids in links: none · the one that came is kept · every page hands out a new one."""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    slug: str
    subject: str
    first: int
    """Number of its first item."""
    count: int
    per_page: int

    @property
    def leaves(self) -> int:
        """Pages of its archive, the front among them."""
        return max(1, -(-self.count // self.per_page))


@dataclass(frozen=True, slots=True)
class Outline:
    site: Site
    tells: bool
    """Its home page says what it is about."""
    voice: str
    """The subject its titles and its home page speak of: its own, but for some sites that hardly show it."""
    style: Style
    base: int
    """Where its public numbers begin."""
    links: int
    """About how many links its home page has."""
    sections: tuple[Section, ...]
    firsts: tuple[int, ...]
    items: int
    stems: tuple[str, ...]
    """Addresses of items by section, with `%s` for what differs within it …"""
    parts: tuple[str, ...]
    """… and what goes there."""
    titles: Titles
    desks: tuple[str, ...]
    print_views: bool
    references: str
    """Name of a parameter that some links carry and that changes nothing (`ref`), or empty."""
    index: str
    """Another name of the home page (`/index.html`), or empty."""
    canonical: bool
    """Copies say which page they are copies of."""
    calendar: bool
    session: Session
    soft_404: bool

    def section_of(self, item: int) -> int:
        return bisect_right(self.firsts, item) - 1


def outline_of(world: World, number: int) -> Outline:
    return _outline(world, number)


@lru_cache(maxsize=2048)
def _outline(world: World, number: int) -> Outline:
    site = world.site(number)
    roll = dice(world.spec.seed, "plan", number)
    faults = world.spec.faults
    links = min(round(roll.quantile(LINKS_ON_HOME)), 40 + 12 * site.size)
    desks = _desks(roll, links)
    voice = _voice(world, site, roll)
    sections = _sections(world, replace(site, subject=voice), roll, links, len(desks))
    if voice != site.subject:
        sections = (replace(sections[0], subject=site.subject), *sections[1:])
    session: Session = roll.pick(("sticky", "fresh")) if roll.chance(faults.session_sites) else ""
    style = roll.pick(STYLES)
    items = sections[-1].first + sections[-1].count
    titles = titles_of(world, site, voice, items)
    return Outline(
        site=site,
        tells=dice(world.spec.seed, "telling home", number).chance(world.spec.telling_homes),
        voice=voice,
        style=style,
        base=roll.pick((0, 1, 1, 100, 1000, 20_000)) + roll.below(900),
        links=links,
        sections=sections,
        firsts=tuple(section.first for section in sections),
        items=items,
        stems=tuple(
            _stem(style, site, section.slug, n + first_number(titles)) for n, section in enumerate(sections)
        ),
        parts=style.parts,
        titles=titles,
        desks=desks,
        print_views=roll.chance(0.15),
        references=roll.pick(("ref", "from", "utm_source")) if roll.chance(0.12) else "",
        index=roll.pick(("/index.html", "/index.htm", "/default.asp", "/home")) if roll.chance(0.2) else "",
        canonical=roll.chance(0.5),
        calendar=roll.chance(faults.calendar_sites),
        session=session,
        soft_404=roll.chance(faults.soft_404_sites),
    )


def _voice(world: World, site: Site, roll: Dice) -> str:
    """Hotels that write about the region, a travel guide full of hotels: no word list tells them apart, and the
    site classifiers of the literature are right in 91–98 % of cases."""
    near = [name for name, _ in NEIGHBOURS[site.subject] if name in world.subjects]
    if not near or not roll.chance(_DISGUISED):
        return site.subject
    return roll.pick(near)


def first_number(titles: Titles) -> int:
    """Number of a site's first section, where sections have numbers of their own."""
    return 1 + titles.salt % 7


def _stem(style: Style, site: Site, slug: str, number: int) -> str:
    return style.item.format(sec=slug, s=number, lang=site.language, slug="%s", n="%s", y="%s", m="%s")


def _desks(roll: Dice, links: int) -> tuple[str, ...]:
    """Nearly every site says who it is; only pages with many links have the whole row."""
    shares = (("help", 0.5), ("legal", 0.6), ("privacy", 0.5), ("sitemap", 0.3))
    some = [name for name, share in shares if roll.chance(share)]
    return ("about", "contact", *(some if links > 20 else some[:1]))


def _sections(world: World, site: Site, roll: Dice, links: int, desks: int) -> tuple[Section, ...]:
    many = max(3, min(12, roll.between(3, 12), 2 + links // 7, 2 + site.size // 5))
    per_page = roll.pick((8, 10, 10, 15, 20, 25, 30, 50))
    left = max(many, (site.size - 1 - desks - many) * per_page // (per_page + 1))
    weights = [1.0 / (rank + 1 + 2 * roll.random()) for rank in range(many)]
    total = sum(weights)
    counts = [max(1, int(left * weight / total)) for weight in weights]
    subjects = [_subject(world, site, roll, place) for place in range(many)]
    titles = _section_titles(world, site, roll, subjects)
    slugs = distinct_slugs(titles)
    sections, first = [], 0
    for title, slug, subject, count in zip(titles, slugs, subjects, counts, strict=True):
        sections.append(Section(title, slug, subject, first, count, per_page))
        first += count
    return tuple(sections)


def _subject(world: World, site: Site, roll: Dice, place: int) -> str:
    """The first section is always the site's own; a portal has one for each domain it also covers."""
    if 1 <= place <= len(site.others):
        return site.others[place - 1]
    if place < 2 or not roll.chance(_ELSEWHERE):
        return site.subject
    near = [name for name, _ in NEIGHBOURS[site.subject] if name in world.subjects]
    return roll.pick(near) if near and roll.chance(0.6) else roll.pick(SUBJECTS)


def _section_titles(world: World, site: Site, roll: Dice, subjects: list[str]) -> list[str]:
    """Titles of the subject, all different; general words where a subject has too few."""
    role, taken = world.spec.role, []
    general = tongue(site.language, role)
    hush = dice(world.spec.seed, "plain sections", site.number)
    for subject in subjects:
        voice = voice_of(world, site, subject)
        menu = lexicon(subject, site.language, role).sections if voice is None else voice.menu
        listed = [title for title in menu if title not in taken]
        if not hush.chance(world.spec.telling_pages):
            listed = []
        extra = (*general.nav.get("news", ()), *general.general_words)
        taken.append(roll.pick(listed) if listed else roll.pick([t for t in extra if t not in taken]).capitalize())
    return taken


def off_topic(site: Site, roll: Dice) -> str:
    """A subject that is neither the site's nor a domain."""
    return roll.pick([name for name in SUBJECTS if name != site.subject])
