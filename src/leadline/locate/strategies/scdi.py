"""SCDI: two stages, sites and then the links inside a site, without learning.

The experimental system of Zhao, Zhou, Nie, Huang & Jin, *SmartCrawler: A Two-stage Crawler for Efficiently
Harvesting Deep-Web Interfaces*, IEEE TSC 2015, section 5: SmartCrawler's stages and stopping criteria without
reverse searching, incremental site prioritising, adaptive ranking and the link tree (`smart` adds these).

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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.url import parts_of, site_of
from leadline.protocols import (
    NOTHING_KNOWN,
    Advice,
    Command,
    LeaveGroup,
    OpenGroup,
    Prior,
    Ranked,
    Strategy,
)

SITES = "sites"
LAST_RANK = 1_000  # new sites are opened only where no open site has a link to give


@dataclass(slots=True)
class _Depth:
    pages: int = 0
    forms: int = 0
    barren: int = 0  # pages without a new form


class SCDI(Strategy):
    """Knows which sites were met, and how each open one is doing."""

    name = "scdi"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del prior
        self._settings = settings
        self._rules = settings.stopping
        self._met: set[str] = set()
        self._waiting = 0
        self._open: dict[str, dict[int, _Depth]] = {}

    def start(self, seeds: Sequence[str]) -> Advice:
        sites = self._new_sites(((Link(url, "", "", ""), None) for url in seeds), SITES)
        return Advice(sites, (OpenGroup(SITES, LAST_RANK, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        return self._take_in(event) if isinstance(event, Outcome) else Advice()

    def _take_in(self, page: Outcome) -> Advice:
        return self._judge_site(page) if page.group == SITES else self._explore(page)

    # ── stage 1: sites ────────────────────────────────────────────────────────────────────────────────────

    def _judge_site(self, home: Outcome) -> Advice:
        self._waiting -= 1
        if (home.on_topic or 0.0) <= self._settings.topic_threshold:
            return Advice()
        site = site_of(home.final_url or home.url)
        if site in self._open:  # its home page redirects to a site that is already being explored
            return Advice()
        self._met.add(site)
        self._open[site] = {}
        return self._explore(home)

    def _new_sites(self, links: Iterable[tuple[Link, int | None]], group: str) -> tuple[Ranked, ...]:
        kept = []
        for link, nth in links:
            site = site_of(link.url)
            if site not in self._met:
                self._met.add(site)
                pattern = self._site_pattern(site, link)
                (key,) = self.keys([pattern])
                kept.append(Ranked(f"{parts_of(link.url).origin}/", group, key, pattern, nth, 0))
        self._waiting += len(kept)
        return tuple(kept)

    def _site_pattern(self, site: str, link: Link) -> str:
        """What is remembered of a site until it is its turn."""
        del site, link
        return "site"

    def _queue(self, site: str) -> str:
        """The group of sites that a site's pages link to."""
        del site
        return SITES

    # ── stage 2: inside a site ────────────────────────────────────────────────────────────────────────────

    def _explore(self, page: Outcome) -> Advice:
        site = site_of(page.final_url or page.url)
        known = self._open.get(site)
        if known is None:
            return Advice()
        depth = known.setdefault(page.depth, _Depth())
        if page.status is not None:
            depth.pages += 1
            depth.forms += len(page.found)
            depth.barren += not page.found
        deeper = page.depth + 1
        commands: list[Command] = [*self._leave_depth(site, page.depth, depth), *self._leave_site(site, known)]
        inside: tuple[Ranked, ...] = ()
        if deeper <= self._rules.sc1_depth:
            group, own = _group(site, deeper), [(n, link) for n, link in enumerate(page.links) if link.same_site]
            inside = tuple(
                Ranked(own[at][1].url, group, key, pattern, own[at][0], deeper)
                for at, key, pattern in self._inside(site, [link for _, link in own])
            )
            if inside:
                commands.insert(0, OpenGroup(group, rank=deeper))
        leaving = ((link, nth) for nth, link in enumerate(page.links) if not link.same_site)
        return Advice((*inside, *self._new_sites(leaving, self._queue(site))), tuple(commands))

    def _inside(self, site: str, links: Sequence[Link]) -> Iterable[tuple[int, float, str]]:
        """(position, key, pattern) of the links of a page that are kept."""
        del site
        return ((at, 0.0, "link") for at in range(len(links)))

    def _pages_of(self, site: str) -> int:
        return sum(depth.pages for depth in self._open.get(site, {}).values())

    def _forms_of(self, site: str) -> int:
        return sum(depth.forms for depth in self._open.get(site, {}).values())

    def _leave_depth(self, site: str, number: int, depth: _Depth) -> list[Command]:
        """SC2, SC3, SC4: go on to the next depth."""
        rules = self._rules
        for seen, most, what in (
            (depth.pages, rules.sc2_pages_per_depth, f"SC2: {depth.pages} pages"),
            (depth.forms, rules.sc3_forms_per_depth, f"SC3: {depth.forms} forms"),
            (depth.barren, rules.sc4_barren_pages_in_depth, f"SC4: {depth.barren} barren pages"),
        ):
            if seen >= most and number > 0:
                return [LeaveGroup(_group(site, number), f"{what} in depth {number}")]
        return []

    def _leave_site(self, site: str, known: dict[int, _Depth]) -> list[Command]:
        """SC5: leave for good."""
        barren = sum(depth.barren for depth in known.values())
        if barren < self._rules.sc5_barren_pages:
            return []
        why = f"SC5: {barren} pages without forms"
        return [LeaveGroup(_group(site, d), why) for d in range(1, self._rules.sc1_depth + 1)]

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [0.0 for _ in patterns]

    def state(self) -> str:
        return json.dumps(self._state(), sort_keys=True)

    def restore(self, state: str) -> None:
        self._restore(json.loads(state))

    def _state(self) -> dict[str, Any]:
        sites = {name: {d: astuple(v) for d, v in depths.items()} for name, depths in self._open.items()}
        return {"met": sorted(self._met), "open": sites, "waiting": self._waiting}

    def _restore(self, kept: Mapping[str, Any]) -> None:
        self._met = set(kept["met"])
        self._waiting = kept.get("waiting", 0)
        self._open = {
            name: {int(d): _Depth(*counts) for d, counts in depths.items()}
            for name, depths in kept["open"].items()
        }


def _group(site: str, depth: int) -> str:
    return f"{site} {depth}"
