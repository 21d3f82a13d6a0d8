"""Forms of worlds of the lab with their domain: what the domain classifier is taught and measured on.

The answer key says the domain of every form; a site's own search (of its pages, not of a database) and whatever is
no search are of none. Sites with databases are drawn at random, as many of each domain; all their distinct forms
count, each on the first page it stands on. Portals (hotels beside flights beside cars) come as they come, unless
more are asked for: there alone a form may be of another domain than its site (`foreign`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from leadline.gate.targets import UNSENT
from leadline.model.form import Form
from leadline.model.page import Page, Request, Response
from leadline.parse.document import parse
from leadline_bench.locate.facts import matched, models_of
from leadline_lab.plan import plan_of
from leadline_lab.randomness import dice
from leadline_lab.spec import Role, spec
from leadline_lab.truth import pages_with
from leadline_lab.web import Ask, Web
from leadline_lab.words import SUBJECTS, domains
from leadline_lab.world import World, open_world

SITES = 25
"""With databases, of each domain and world."""
PAGES = 8
"""Of a site."""


@dataclass(frozen=True, slots=True)
class Example:
    form: Form
    page: Page
    """Without its other forms; of its links there is what the classifier reads."""
    domain: str
    """Empty: none of the twelve."""
    source: str
    site: str
    searchable: bool
    subject: str = ""
    """What the site is about."""
    shape: str = ""
    weight: float = 1.0
    unclear: frozenset[str] = frozenset()
    """Domains it might be of."""

    @property
    def foreign(self) -> bool:
        """A form of another domain than its site's: portals have them."""
        return bool(self.domain) and self.domain != self.subject


def parsed(url: str, body: bytes, headers: tuple[tuple[str, str], ...] = ()) -> Page:
    kind = headers or (("Content-Type", "text/html"),)
    return parse(Response(Request(url, permit=UNSENT), url, 200, kind, body, 0.0))


def alone(page: Page) -> Page:
    """As much of a page as tells its domain: worlds are kept in memory."""
    own = tuple(link._replace(around="", tag_path="") for link in page.links if link.same_site)
    return replace(page, links=own, forms=(), loose_controls=())


@cache
def examples_of_world(
    seed: int, role: str, sites: int = SITES, portals: int = 0, size: str = "large"
) -> tuple[Example, ...]:
    """Distinct forms of so many sites of each domain; `portals` more of hotels, where the small domains stand."""
    world = open_world(spec(size, seed, Role(role)))
    web, roll = Web(world), dice(seed, "dsfc")
    chosen: list[int] = []
    for domain in domains(Role(role)):
        deep = world.of("deep", domain)
        chosen += roll.sample(deep, sites) + roll.sample(world.of("topical", domain), 2)
        chosen += roll.sample(world.of("directory", domain), 1)
        if domain == "hotel":
            chosen += roll.sample([n for n in deep if world.site(n).others], portals)
    for subject in SUBJECTS:
        chosen += roll.sample(world.of("off", subject), 1)
    return tuple(e for number in dict.fromkeys(chosen) for e in _site_forms(world, web, number))


@cache
def forms_of_plain_sites(seed: int, role: str, sites: int = 60, size: str = "large") -> tuple[Example, ...]:
    """Distinct forms of sites without databases: their own search, and others that are of no domain. So many sites
    about each domain, fewer directories and sites about anything else."""
    world = open_world(spec(size, seed, Role(role)))
    web, roll = Web(world), dice(seed, "plain sites")
    there = []
    for domain in domains(Role(role)):
        there += [(world.of("topical", domain), sites), (world.of("directory", domain), sites // 10)]
    there += [(world.of("off", subject), sites // 6) for subject in SUBJECTS]
    chosen = [number for numbers, most in there for number in roll.sample(numbers, min(most, len(numbers)))]
    return tuple(e for number in dict.fromkeys(chosen) for e in _site_forms(world, web, number))


def _site_forms(world: World, web: Web, number: int) -> Iterator[Example]:
    site = world.site(number)
    plan = plan_of(world, site)
    planned = {p.key: p for p in plan.forms}
    places = [pages_with(plan, i) for i, p in enumerate(plan.forms) if p.copy < 2]
    seen: set[str] = set()
    for url in list(dict.fromkeys(plan.url(pages[0]) for pages in places if pages))[:PAGES]:
        reply = web.reply(Ask("GET", url))
        page = parsed(url, reply.body, reply.headers)
        around = alone(page)
        for form, model in zip(
            page.forms, matched(page.forms, models_of(reply.sheet), page.base_url), strict=True
        ):
            if model is not None and model.key not in seen:
                seen.add(model.key)
                searches = model.kind in ("search", "site-search")
                shape = planned[model.key].shape if model.key in planned else ""
                yield Example(form, around, model.domain, "lab", site.host, searches, site.subject, shape)
