"""What the oracle knows: where the forms of a domain stand in a world, and which pages lead there.

All of it comes from the plans that the pages are made from, so nothing is fetched to know it. The ways are those
every site has: the home page is linked everywhere, sections, desks and lists of links from the home page, what is
deeper from what it hangs on. Other links (an item that promotes a form page) only make a way shorter when they are
met.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from urllib.parse import urlsplit

from leadline_lab.pages.manner import manner_of
from leadline_lab.plan import HOME, Page, SitePlan, outlink, pages_above, plan_of
from leadline_lab.world import World

Place = tuple[int, Page]
"""A page of a site, by its number."""


@dataclass(frozen=True, slots=True)
class Treasure:
    """The relevant forms of one site, by their keys."""

    everywhere: frozenset[str]
    on: dict[Page, frozenset[str]]

    def at(self, page: Page) -> frozenset[str]:
        """What a fetch of this page shows."""
        return self.everywhere | self.on.get(page, _NONE)

    @property
    def forms(self) -> int:
        return len(self.everywhere.union(*self.on.values()))


_NONE: frozenset[str] = frozenset()


class Ways:
    """A world as somebody sees it who looks for the forms of one domain."""

    def __init__(self, world: World, domain: str) -> None:
        self._world = world
        self._domain = domain
        found = {n: self._treasure(n) for n in _deep_sites(world, domain)}
        self.treasures = {n: treasure for n, treasure in found.items() if treasure.forms}
        sources = {int(a) for b in self.treasures for a in world.into(b)}
        self._tracked = frozenset(self.treasures) | sources
        self._numbers = {world.hosts[n].removeprefix("www."): n for n in self._tracked}
        self._leads: dict[int, tuple[int, ...]] = {}
        self._gates: dict[tuple[int, int], tuple[Page, ...]] = {}

    def _treasure(self, number: int) -> Treasure:
        plan = self._plan(number)
        wanted = {
            i: form.key
            for i, form in enumerate(plan.forms)
            if form.domain == self._domain and form.kind in ("search", "site-search")
        }
        everywhere = frozenset(wanted[i] for i in plan.stands.everywhere if i in wanted)
        on = {page: frozenset(wanted[i] for i in there if i in wanted) for page, there in plan.stands.on.items()}
        return Treasure(everywhere, {page: keys for page, keys in on.items() if keys})

    def _plan(self, number: int) -> SitePlan:
        return plan_of(self._world, self._world.site(number))

    def place(self, url: str) -> Place | None:
        """The page at a URL, if it is of a site that has forms or links to one that has."""
        parts = urlsplit(url)
        number = self._numbers.get(parts.netloc.removeprefix("www."))
        if number is None:
            return None
        plan = self._plan(number)
        page = plan.page(url)
        if page is None and parts.query:
            dropped = self._without_meaning(plan)
            kept = "&".join(p for p in parts.query.split("&") if p.partition("=")[0] not in dropped)
            page = plan.page(parts._replace(query=kept).geturl())
        return None if page is None else (number, page)

    def _without_meaning(self, plan: SitePlan) -> tuple[str, str]:
        """Parameters that change nothing about a page: where a visitor came from, and which visitor it is."""
        outline = plan.outline
        session = manner_of(self._world, plan.site.number).session_name if outline.session else ""
        return outline.references, session

    def targets(self, number: int) -> tuple[int, ...]:
        """Sites with forms, or with links to such, that this one links to."""
        known = self._leads.get(number)
        if known is None:
            known = self._leads[number] = tuple(int(b) for b in self._world.out(number) if b in self._tracked)
        return known

    def promise(self, number: int) -> int:
        """Forms of the sites that this one links to."""
        return sum(self.treasures[b].forms for b in self.targets(number) if b in self.treasures)

    def shown(self, number: int, page: Page) -> Sequence[int]:
        """Sites that a page links to and pages of its kind do not."""
        plan = self._plan(number)
        return plan.placed.drawn(plan.place(page)) if page.kind in _DRAWING else ()

    def gates(self, a: int, b: int) -> tuple[Page, ...]:
        """Pages of a that link to b, items left out; the home page for what is linked everywhere."""
        known = self._gates.get((a, b))
        if known is None:
            known = self._gates[a, b] = _gates(self._plan(a), b)
        return known

    def entrance(self, a: int, b: int) -> Page | None:
        """The page of b that a links to."""
        found = self.place(outlink(self._world, a, b).url)
        return None if found is None else found[1]

    def above(self, number: int, page: Page) -> Sequence[Page]:
        """Pages that link to a page, on the ways that every site has."""
        return pages_above(self._plan(number), page)


_DRAWING = ("item", "section", "hub")
"""Pages that link to other sites in turn."""
_ENOUGH = 6


def _gates(plan: SitePlan, target: int) -> tuple[Page, ...]:
    there = plan.placed
    first = (HOME,) if target in there.home or target in there.everywhere else ()
    lists = (Page("links", n) for n, targets in enumerate(there.gathered) if target in targets)
    places = there.drawing(target, plan.leaves[-1] + len(plan.stands.hubs))
    drawing = (plan.at(place) for place in places if place >= plan.outline.items)
    return (*first, *lists, *islice(drawing, _ENOUGH))


@lru_cache(maxsize=64)
def _deep_sites(world: World, domain: str) -> tuple[int, ...]:
    """Sites with databases of the domain, their own or beside others."""
    own = world.of("deep", domain)
    beside = [n for subject in world.subjects if subject != domain for n in world.of("deep", subject)]
    return (*own, *(n for n in beside if domain in world.site(n).others))
