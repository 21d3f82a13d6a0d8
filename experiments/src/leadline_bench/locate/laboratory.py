"""One world of the lab, opened for experiments: its pages, its answer key, and where crawls of a domain begin.

A crawl begins as the papers' did, from sites somebody knows from a directory: home pages of directories, of sites
with databases, and of sites about the domain without one. They are drawn once a world and domain, so every
strategy begins at the same ones.
"""

from collections.abc import Sequence
from dataclasses import replace

from leadline.model.url import host_of
from leadline.web.settings import WebSettings
from leadline_bench.locate.facts import models_of
from leadline_bench.locate.visitor import Reader
from leadline_bench.locate.ways import Ways
from leadline_lab.anatomy import FormModel, Sheet
from leadline_lab.backlinks import LabBacklinks
from leadline_lab.plan import Page, plan_of
from leadline_lab.randomness import dice
from leadline_lab.serve import LabFetcher
from leadline_lab.spec import WorldSpec
from leadline_lab.web import Ask, Reply, Web
from leadline_lab.world import SiteKind, open_world

_BEGIN: tuple[tuple[SiteKind, int], ...] = (("directory", 2), ("deep", 4), ("topical", 4))
"""How many sites of each kind a crawl begins at."""


class Laboratory:
    """A world with everything an experiment asks about it."""

    def __init__(self, spec: WorldSpec) -> None:
        self.spec = spec
        self.world = open_world(spec)
        self.web = _Remembering(self.world)
        self.fetcher = LabFetcher(self.web, None, Unhurried(), WebSettings(delay=0.0), latency=0.0)
        self.reader = Reader(self.fetcher, self.models)
        self.backlinks = LabBacklinks(self.world)

    def models(self, url: str) -> Sequence[FormModel]:
        """The forms of a page, by the answer key."""
        asked, sheet = self.web.last
        return models_of(sheet if asked == url else self.web.sheet(url))

    def seeds(self, domain: str) -> list[str]:
        """Where crawls of a domain begin."""
        return [self._seed(number) for number in self._seed_sites(domain)]

    def _seed(self, number: int) -> str:
        """The home page of a site, or a page that somebody came across."""
        roll = dice(self.spec.seed, "deep seed", number)
        if not roll.chance(self.spec.deep_seeds):
            return f"http://{self.world.hosts[number]}/"
        plan = plan_of(self.world, self.world.site(number))
        return plan.url(Page("item", roll.below(plan.outline.items)))

    def _seed_sites(self, domain: str) -> list[int]:
        roll = dice(self.spec.seed, "seeds of an experiment", domain)
        return [n for kind, many in _BEGIN for n in roll.sample(self.world.of(kind, domain), many)]

    def form_pages(self, domain: str) -> list[str]:
        """Pages with a relevant form on the sites that crawls begin at: who knows a site knows its search page."""
        treasures = Ways(self.world, domain).treasures
        plans = (
            (plan_of(self.world, self.world.site(n)), treasures[n])
            for n in self._seed_sites(domain)
            if n in treasures
        )
        return [plan.url(page) for plan, treasure in plans for page in treasure.on]

    def is_of(self, domain: str, url: str) -> bool:
        """Whether the site is about the domain, or has it beside its own."""
        site = self.world.find(host_of(url))
        return site is not None and (site.subject == domain or domain in site.others)


class _Remembering(Web):
    """The web as everybody meets it for the first time, with the sheet of the last reply at hand: making it again
    would cost as much as the page."""

    last: tuple[str, Sheet | None] = ("", None)

    def reply(self, ask: Ask) -> Reply:
        # A page that is kept for all crawls may not depend on where one of them was before.
        headers = {name: value for name, value in ask.headers.items() if name.lower() != "cookie"}
        found = super().reply(replace(ask, headers=headers))
        self.last = (ask.url, found.sheet)
        return found


class Unhurried:
    """A `leadline.protocols.Clock` on which waiting takes no time. Pages are read for later: what a crawl waits
    for, it waits for when it looks them up."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    async def sleep_until(self, moment: float) -> None:
        self._now = max(self._now, moment)
