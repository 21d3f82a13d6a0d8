"""SCDI: two stages, sites and then the links inside a site, without learning.

The experimental system of Zhao, Zhou, Nie, Huang & Jin, *SmartCrawler: A Two-stage Crawler for Efficiently
Harvesting Deep-Web Interfaces*, IEEE TSC 2015, section 5: SmartCrawler's stages and stopping criteria without
reverse searching, incremental site prioritising, adaptive ranking and the link tree.

| paper | here |
|---|---|
| site database ← seeds; site frontier (3.2) | group `sites`, home pages, first come first served |
| site classifier over the home page (3.2.3) | `Outcome.on_topic` of the home page > threshold |
| in-site exploring, breadth-first by depth (3.3.1) | one group a site and depth, shallower ones served first |
| SC1 … SC5 (3.3.1) | `_leave_depth`, `_leave_site`, and SC1 when links are kept |
| "follows the out-of-site links of relevant sites" (5) | `_new_sites` |

**Ours**: the numbers behind SC1–SC5, which the paper leaves open (SPEC section 6); a home page is depth 0.
SC3 counts the distinct forms that were new when found.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.url import parts_of, site_of
from leadline.protocols import Advice, Command, LeaveGroup, OpenGroup, Ranked

SITES = "sites"
_LAST_RANK = 1_000
"""New sites are opened only where no open site has a link to give."""


@dataclass(slots=True)
class _Depth:
    pages: int = 0
    forms: int = 0
    barren: int = 0
    """Pages without a new form."""


@dataclass(slots=True)
class _Site:
    depths: dict[int, _Depth] = field(default_factory=dict)

    def depth(self, number: int) -> _Depth:
        return self.depths.setdefault(number, _Depth())

    @property
    def barren(self) -> int:
        return sum(d.barren for d in self.depths.values())

    @property
    def forms(self) -> int:
        return sum(d.forms for d in self.depths.values())


class SCDI:
    """Knows which sites were met, and how each open one is doing."""

    name = "scdi"

    def __init__(self, settings: LocateSettings) -> None:
        self._rules = settings.stopping
        self._threshold = settings.topic_threshold
        self._met: set[str] = set()
        self._open: dict[str, _Site] = {}

    def start(self, seeds: Sequence[str]) -> Advice:
        return Advice(self._new_sites(seeds), (OpenGroup(SITES, _LAST_RANK, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        if event.group == SITES:
            return self._judge_site(event)
        return self._explore(event)

    # ── stage 1: sites ────────────────────────────────────────────────────────────────────────────────────

    def _judge_site(self, home: Outcome) -> Advice:
        if (home.on_topic or 0.0) <= self._threshold:
            return Advice()
        site = site_of(home.final_url or home.url)
        if site in self._open:  # its home page redirects to a site that is already being explored
            return Advice()
        self._met.add(site)
        self._open[site] = _Site()
        return self._explore(home)

    def _new_sites(self, urls: Sequence[str], nths: Sequence[int | None] | None = None) -> tuple[Ranked, ...]:
        kept = []
        for url, nth in zip(urls, nths or [None] * len(urls), strict=True):
            site = site_of(url)
            if site not in self._met:
                self._met.add(site)
                kept.append(Ranked(f"{parts_of(url).origin}/", SITES, 0.0, "site", nth, 0))
        return tuple(kept)

    # ── stage 2: inside a site ────────────────────────────────────────────────────────────────────────────

    def _explore(self, page: Outcome) -> Advice:
        site = site_of(page.final_url or page.url)
        known = self._open.get(site)
        if known is None:
            return Advice()
        depth = known.depth(page.depth)
        if page.status is not None:
            depth.pages += 1
            depth.forms += len(page.found)
            depth.barren += not page.found
        deeper = page.depth + 1
        commands: list[Command] = [*self._leave_depth(site, page.depth, depth), *self._leave_site(site, known)]
        inside: tuple[Ranked, ...] = ()
        if deeper <= self._rules.sc1_depth:
            inside = tuple(
                Ranked(link.url, _group(site, deeper), 0.0, "link", nth, deeper)
                for nth, link in enumerate(page.links)
                if link.same_site
            )
            if inside:
                commands.insert(0, OpenGroup(_group(site, deeper), rank=deeper))
        return Advice((*inside, *self._outside(page.links)), tuple(commands))

    def _outside(self, links: Sequence[Link]) -> tuple[Ranked, ...]:
        leaving = [(link.url, nth) for nth, link in enumerate(links) if not link.same_site]
        return self._new_sites([url for url, _ in leaving], [nth for _, nth in leaving])

    def _leave_depth(self, site: str, number: int, depth: _Depth) -> list[Command]:
        """SC2, SC3, SC4: go on to the next depth."""
        rules = self._rules
        for reached, why in (
            (depth.pages >= rules.sc2_pages_per_depth, f"SC2: {depth.pages} pages in depth {number}"),
            (depth.forms >= rules.sc3_forms_per_depth, f"SC3: {depth.forms} forms in depth {number}"),
            (
                depth.barren >= rules.sc4_barren_pages_in_depth,
                f"SC4: {depth.barren} barren pages in depth {number}",
            ),
        ):
            if reached and number > 0:
                return [LeaveGroup(_group(site, number), why)]
        return []

    def _leave_site(self, site: str, known: _Site) -> list[Command]:
        """SC5: leave for good."""
        if known.barren < self._rules.sc5_barren_pages:
            return []
        why = f"SC5: {known.barren} pages without forms"
        return [LeaveGroup(_group(site, d), why) for d in range(1, self._rules.sc1_depth + 1)]

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [0.0 for _ in patterns]

    def state(self) -> str:
        sites = {
            name: {d: [v.pages, v.forms, v.barren] for d, v in site.depths.items()}
            for name, site in self._open.items()
        }
        return json.dumps({"met": sorted(self._met), "open": sites}, sort_keys=True)

    def restore(self, state: str) -> None:
        values = json.loads(state)
        self._met = set(values["met"])
        self._open = {
            name: _Site({int(d): _Depth(*counts) for d, counts in depths.items()})
            for name, depths in values["open"].items()
        }


def _group(site: str, depth: int) -> str:
    return f"{site} {depth}"
