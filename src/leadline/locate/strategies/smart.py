"""SmartCrawler: SCDI with reverse searching, two queues of sites, adaptive ranking and a link tree.

Zhao, Zhou, Nie, Huang & Jin, *SmartCrawler: A Two-stage Crawler for Efficiently Harvesting Deep-Web Interfaces*,
IEEE TSC 2015. The parts are classes, so that the variants of its section 5.3 are sums of them.

| paper | here |
|---|---|
| reverse searching for centre pages, Algorithm 1 (3.2.1) | `ReverseSearching`; `scdi-rs` |
| incremental site prioritising, Algorithm 2 (3.2.1) | `SitePrioritising`; `scdi-isp` |
| feature spaces FSS and FSL (4.1), learnt anew after 50 sites or 100 forms (4.2) | `AdaptiveRanking`; `scdi-al` |
| Rank(s) = α·ST(s) + (1−α)·log(1 + SF(s)), LT(l) (4.3) | `AdaptiveRanking.keys` |
| balanced link prioritising (3.3.1) | `leadline.locate.link_tree`; `smart` alone |
| prior knowledge initialises the rankers (3.2.1) | `Prior.outcomes` |

**Ours**: the numbers (SPEC section 6). A site's links go to the high queue from the moment it has a form; the
paper puts them there when the site is done. Sites of centre pages go to the high queue. The link tree is made of
the links of each page, for the pages its site still has.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from leadline.learn.contexts import Bags, read_links, site_terms
from leadline.learn.feature_selection import frequencies, most_frequent, split_at
from leadline.learn.feature_spaces import FeatureSpace
from leadline.locate.link_tree import balanced
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.random_walk import shuffled
from leadline.locate.strategies.scdi import SCDI, SITES
from leadline.model.events import Backlinks, Event, Outcome, Starved
from leadline.model.page import Link
from leadline.model.url import site_of
from leadline.protocols import (
    NOTHING_KNOWN,
    Advice,
    AskBacklinks,
    Command,
    LoadBatch,
    OpenGroup,
    Prior,
    Ranked,
    Rerank,
)

LOW = "sites low"
CENTRE = "centre"
_ALL = 1_000_000_000
_SEED_RANK = 10.0  # "seed sites are given relatively high scores": above any Rank(s) of a few mentions


class ReverseSearching(SCDI):
    """Algorithm 1: while few sites wait, ask who links to a known site; centre pages name more."""

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        super().__init__(settings, prior)
        self._known: dict[str, None] = {}
        self._asked: set[str] = set()
        self._answers_due = 0

    def start(self, seeds: Sequence[str]) -> Advice:
        advice = super().start(seeds)
        self._known.update(dict.fromkeys(map(site_of, seeds)))
        return Advice(
            advice.links, (*advice.commands, OpenGroup(CENTRE, 0, 1_000_000), *self._search(at_start=True))
        )

    def learn(self, event: Event) -> Advice:
        if isinstance(event, Backlinks):
            self._answers_due -= 1
            pages = tuple(Ranked(url, CENTRE, 0.0, "- ||") for url in event.pages)
            return Advice(pages, tuple(self._search()) if not pages else ())
        if isinstance(event, Outcome) and event.found:
            self._known[site_of(event.final_url or event.url)] = None
        advice = super().learn(event)
        return Advice(advice.links, (*advice.commands, *self._search()))

    def _take_in(self, page: Outcome) -> Advice:
        if page.group != CENTRE:
            return super()._take_in(page)
        named = {site_of(link.url) for link in page.links if not link.same_site} & self._known.keys()
        if not page.found and len(named) <= self._settings.sites.centre_sites:
            return Advice()
        leaving = ((link, nth) for nth, link in enumerate(page.links) if not link.same_site)
        return Advice(self._new_sites(leaving, SITES))

    def _search(self, *, at_start: bool = False) -> list[Command]:
        if self._answers_due > 0 or (self._waiting >= self._settings.sites.frontier and not at_start):
            return []
        left = [site for site in self._known if site not in self._asked]
        if not left:
            return []
        site = min(left, key=lambda one: shuffled(self._settings.seed, one))
        self._asked.add(site)
        self._answers_due += 1
        return [AskBacklinks(site)]

    def _state(self) -> dict[str, Any]:
        asked = {"known": list(self._known), "asked": sorted(self._asked), "answers_due": self._answers_due}
        return super()._state() | asked

    def _restore(self, kept: Mapping[str, Any]) -> None:
        super()._restore(kept)
        self._known, self._asked = dict.fromkeys(kept["known"]), set(kept["asked"])
        self._answers_due = kept["answers_due"]


class SitePrioritising(SCDI):
    """Algorithm 2: sites named by sites with forms first; when there are none, all the others move up."""

    def learn(self, event: Event) -> Advice:
        advice = super().learn(event)
        if isinstance(event, Starved):
            return Advice(advice.links, (*advice.commands, LoadBatch((LOW,), SITES, _ALL)))
        return advice

    def _queue(self, site: str) -> str:
        return SITES if self._forms_of(site) else LOW


class AdaptiveRanking(SCDI):
    """Sections 4.1–4.3: sites and links are ranked by how like they are to those that had forms."""

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        super().__init__(settings, prior)
        self._about: dict[str, Bags] = {}
        self._named_by: dict[str, set[str]] = {}
        self._deep: dict[str, None] = {}
        self._deep_bags: list[Bags] = []
        self._form_links: list[Bags] = []
        self._new = [0, 0]
        self._version = 0
        self._frequent: tuple[str, ...] = ()
        self._site_space, self._link_space = FeatureSpace.learned((), k=1), FeatureSpace.learned((), k=1)
        for outcome in prior.outcomes:
            for link in outcome.path:
                if not link.same_site:
                    self._site_pattern(site_of(link.url), link)
            self._remember(outcome)
        if prior.outcomes:
            self._make_spaces()

    def start(self, seeds: Sequence[str]) -> Advice:
        advice = super().start(seeds)
        return Advice(
            tuple(Ranked(link.url, link.group, _SEED_RANK, link.pattern) for link in advice.links), advice.commands
        )

    def learn(self, event: Event) -> Advice:
        if isinstance(event, Outcome):
            self._count_mentions(event)
            self._remember(event)
        advice = super().learn(event)
        return Advice(advice.links, (*advice.commands, *self._learning()))

    # ── what is remembered ────────────────────────────────────────────────────────────────────────────────

    def _count_mentions(self, page: Outcome) -> None:
        source = site_of(page.final_url or page.url)
        for link in page.links:
            if not link.same_site:
                self._named_by.setdefault(site_of(link.url), set()).add(source)

    def _remember(self, page: Outcome) -> None:
        if not page.found:
            return
        site = site_of(page.final_url or page.url)
        if site not in self._deep:
            self._deep[site] = None
            self._deep_bags.append(self._about.get(site) or Bags(site_terms(f"http://{site}/"), (), ()))
            self._new[0] += 1
        self._new[1] += len(page.found)
        if page.path and page.path[-1].same_site:
            self._form_links += read_links(page.path[-1:], path_only=True)

    def _learning(self) -> tuple[Command, ...]:
        rules = self._settings.sites
        if self._new[0] < rules.learn_sites and self._new[1] < rules.learn_forms:
            return ()
        self._new = [0, 0]
        self._version += 1
        self._make_spaces()
        learned = {"sites": self._site_space.to_dict(), "links": self._link_space.to_dict()}
        return (Rerank(self._version, json.dumps(learned)),)

    def _make_spaces(self) -> None:
        k = self._settings.sites.features
        self._frequent = most_frequent(frequencies(bags.url for bags in self._deep_bags), k)
        self._site_space = FeatureSpace.learned(map(self._split, self._deep_bags), k=k)
        self._link_space = FeatureSpace.learned(self._form_links, k=k)

    def _split(self, bags: Bags) -> Bags:
        return bags._replace(url=tuple(split_at(bags.url, self._frequent)))

    # ── ranking ───────────────────────────────────────────────────────────────────────────────────────────

    def _site_pattern(self, site: str, link: Link) -> str:
        (bags,) = read_links([link])
        bags = self._about[site] = bags._replace(url=site_terms(link.url))
        return f"{site} {bags}"

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [self._key(*pattern.split(" ", 1)) for pattern in patterns]

    def _key(self, site: str, written: str) -> float:
        """LT of a link, Rank of a site: a pattern begins with `-` or with the site's name."""
        bags = Bags.of(written)
        if site == "-":
            return self._link_space.similarity(bags)
        alpha = self._settings.sites.alpha
        rank = alpha * self._site_space.similarity(self._split(bags))
        return rank + (1 - alpha) * math.log1p(self._mentions(site))

    def _mentions(self, site: str) -> int:
        """SF: sites with forms that name it."""
        return sum(source in self._deep for source in self._named_by.get(site, ()))

    def why(self, group: str, pattern: str) -> Sequence[tuple[str, float]]:
        """The terms of LT(l), or of α·ST(s) and (1−α)·log(1 + SF(s)); they add up to the key."""
        del group
        site, _, written = pattern.partition(" ")
        bags = Bags.of(written)
        if site == "-":
            return [(f"LT {term}", weight) for term, weight in self._link_space.why(bags)]
        alpha, mentions = self._settings.sites.alpha, self._mentions(site)
        parts = [(f"ST {term}", alpha * weight) for term, weight in self._site_space.why(self._split(bags))]
        parts.append((f"SF: named by {mentions} sites with forms", (1 - alpha) * math.log1p(mentions)))
        return sorted(parts, key=lambda part: -part[1])

    def _inside(self, site: str, links: Sequence[Link]) -> Iterable[tuple[int, float, str]]:
        del site
        patterns = [f"- {bags}" for bags in read_links(links, path_only=True)]
        return zip(range(len(links)), self.keys(patterns), patterns, strict=True)

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def _state(self) -> dict[str, Any]:
        return super()._state() | {
            "about": {site: str(bags) for site, bags in self._about.items()},
            "named_by": {site: sorted(sources) for site, sources in self._named_by.items()},
            "deep": list(self._deep),
            "deep_bags": list(map(str, self._deep_bags)),
            "form_links": list(map(str, self._form_links)),
            "new": self._new,
            "version": self._version,
            "frequent": self._frequent,
            "site_space": self._site_space.to_dict(),
            "link_space": self._link_space.to_dict(),
        }

    def _restore(self, kept: Mapping[str, Any]) -> None:
        super()._restore(kept)
        self._about = {site: Bags.of(text) for site, text in kept["about"].items()}
        self._named_by = {site: set(sources) for site, sources in kept["named_by"].items()}
        self._deep = dict.fromkeys(kept["deep"])
        self._deep_bags = list(map(Bags.of, kept["deep_bags"]))
        self._form_links = list(map(Bags.of, kept["form_links"]))
        self._new, self._version, self._frequent = list(kept["new"]), kept["version"], tuple(kept["frequent"])
        self._site_space = FeatureSpace.from_dict(kept["site_space"])
        self._link_space = FeatureSpace.from_dict(kept["link_space"])


class ScdiRS(ReverseSearching):
    name = "scdi-rs"


class ScdiISP(SitePrioritising):
    name = "scdi-isp"


class ScdiAL(AdaptiveRanking):
    name = "scdi-al"


class Smart(ReverseSearching, SitePrioritising, AdaptiveRanking):
    """All of it, and the link tree."""

    name = "smart"

    def _inside(self, site: str, links: Sequence[Link]) -> Iterable[tuple[int, float, str]]:
        kept = list(super()._inside(site, links))
        left = max(1, self._settings.sites.pages - self._pages_of(site))
        chosen = balanced([link.url for link in links], [key for _, key, _ in kept], left)
        return (kept[at] for at in sorted(chosen))
