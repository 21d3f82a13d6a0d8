"""Sounding: go where the next request is likeliest to bring up a form that nobody has seen yet."""

import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from typing import Any

from leadline.forms.wording import SEARCH_STEM
from leadline.learn.contexts import read_links, site_terms
from leadline.learn.online import OnlineLogistic
from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.url import parts_of, site_of
from leadline.protocols import NOTHING_KNOWN, Advice, Command, OpenGroup, Prior, Ranked, Rerank, Strategy

GAMMA = 0.4
LOG: list[Any] | None = None
_DIGITS = re.compile(r"\d+")
PRIOR = {
    "bias": -3.0,
    "search": 1.5,
    "top1": 0.4,
    "top2": 0.8,
    "top3": 1.2,
    "par1": 0.3,
    "par2": 0.6,
    "par3": 0.9,
    "par4": 1.2,
    "p0": 0.5,
    "p1": 0.3,
    "p2": 0.0,
    "p3": -0.3,
    "p4": -0.6,
    "p5": -1.0,
    "p6": -1.5,
    "p7": -2.0,
    "st0": -0.5,
    "st3": 0.5,
    "out": 0.0,
}


@dataclass(slots=True)
class _Site:
    pages: int = 0
    forms: int = 0
    barren: int = 0
    topical: float = 0.0
    named: int = 0
    """Sites with forms that name it."""
    arms: dict[str, list[int]] = field(default_factory=dict)
    """Links that look alike on this site: how many were followed, how many led to forms."""


class Sounding(Strategy):
    name = "sounding"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        self._settings = settings
        self._topic = prior.topic
        self._model = OnlineLogistic(PRIOR)
        self._sites: dict[str, _Site] = {}
        self._said: dict[str, int] = {}
        self._pages = 0
        self._ranked_at = 0
        self._version = 0

    def start(self, seeds: Sequence[str]) -> Advice:
        links = [Link(url, "", "", "") for url in seeds]
        ranked = [self._ranked(link, None, "seed", 0) for link in links]
        return Advice(tuple(ranked), tuple(self._opened(one.group) for one in ranked))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        site = site_of(event.final_url or event.url)
        commands: list[Command] = list(self._take_in(event))
        about = _bucket(event.on_topic or 0.0)
        self._said[event.url] = about
        kept = [self._ranked(link, nth, f"par{about}", event.depth + 1) for nth, link in enumerate(event.links)]
        groups = dict.fromkeys(one.group for one in kept if one.group != site)
        changed = dict.fromkeys([site, event.group, *(one for one in groups if one not in self._sites)])
        for one in changed:
            self._sites.setdefault(one, _Site())
        if self._sites[site].forms:
            for one in groups:
                self._sites[one].named += 1
                changed[one] = None
        commands += [self._opened(one) for one in changed]
        if self._pages - self._ranked_at >= max(50, self._pages // 10):
            self._ranked_at = self._pages
            self._version += 1
            commands.append(Rerank(self._version))
            commands += [self._opened(one) for one in self._sites]
        return Advice(tuple(kept), tuple(commands))

    def _take_in(self, page: Outcome) -> list[Command]:
        site = self._sites.setdefault(page.group, _Site())
        found = bool(page.found)
        commands: list[Command] = []
        if page.path:
            parent = self._said.get(page.path[-2].url, 0) if len(page.path) > 1 else 0
            features = self._features(page.path[-1], f"par{parent}")
            seen = [*features, self._arm_feature(page.group, features[0]), *self._site_features(page.group), "bias"]
            self._model.update(seen, float(found))
            if LOG is not None:
                LOG.append((seen, found, [[*self._features(link, "")] for link in page.path[:-1]]))
            arm = site.arms.setdefault(features[0], [0, 0])
            before = self._arm_feature(page.group, features[0])
            arm[0] += 1
            arm[1] += found
            if self._arm_feature(page.group, features[0]) != before:
                commands.append(Rerank(self._version, groups=(page.group,)))
            if found:
                for steps, link in enumerate(reversed(page.path[:-1]), 1):
                    self._model.update([*self._features(link, "")[1:], "bias"], GAMMA**steps)
        if page.status is not None:
            self._pages += 1
            site.pages += 1
            site.forms += len(page.found)
            site.barren = 0 if found else site.barren + 1
            site.topical += page.on_topic or 0.0
        return commands

    def _ranked(self, link: Link, nth: int | None, parent: str, depth: int) -> Ranked:
        features = self._features(link, parent)
        site = site_of(link.url)
        return Ranked(link.url, site, self._key(site, features), " ".join(features), nth, depth)

    def _features(self, link: Link, parent: str) -> list[str]:
        found = list(_of_link(link, self._topic_bucket(link)))
        return [*found, parent, "in" if link.same_site else "out"]

    def _topic_bucket(self, link: Link) -> str:
        (bags,) = read_links([link])
        weight = sum(min(self._topic.get(term, 0.0), 20.0) for bag in bags for term in set(bag))
        return f"top{min(3, int(weight / 5))}" if weight > 0 else "top0"

    def _arm_feature(self, site: str, arm: str) -> str:
        known = self._sites.get(site)
        tried, found = known.arms.get(arm, (0, 0)) if known else (0, 0)
        return f"t{min(5, tried.bit_length())}s{min(2, found)}"

    def _site_features(self, name: str) -> list[str]:
        site = self._sites.get(name) or _Site()
        pages = min(7, site.pages.bit_length())
        forms = min(3, site.forms)
        topical = _bucket(site.topical / site.pages) if site.pages else "?"
        named = min(3, site.named.bit_length())
        return [f"p{pages}", f"p{pages}f{forms}", f"b{min(6, site.barren.bit_length())}", f"st{topical}", f"n{named}"]

    def _opened(self, site: str) -> Command:
        return OpenGroup(site, weight=self._model.score(self._site_features(site)))

    def _key(self, site: str, features: Sequence[str]) -> float:
        return self._model.score([*features, self._arm_feature(site, features[0])])

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [self._model.score(pattern.split(" ")) for pattern in patterns]

    def places(self, waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        return [(site, self._key(site, pattern.split(" "))) for site, pattern in waiting]

    def state(self) -> str:
        sites = {name: astuple(site) for name, site in self._sites.items()}
        kept = {"model": self._model.state(), "sites": sites, "said": self._said}
        return json.dumps(kept | {"pages": self._pages, "ranked": self._ranked_at, "version": self._version})

    def restore(self, state: str) -> None:
        kept = json.loads(state)
        self._model.restore(kept["model"])
        self._sites = {name: _Site(*counts) for name, counts in kept["sites"].items()}
        self._said = dict(kept["said"])
        self._pages, self._ranked_at, self._version = kept["pages"], kept["ranked"], kept["version"]


def _bucket(p: float) -> int:
    return min(4, int(p * 5))


@lru_cache(maxsize=1 << 16)
def _of_link(link: Link, topic: str) -> tuple[str, ...]:
    """Its arm first."""
    (bags,) = read_links([link], path_only=True)
    parts = parts_of(link.url)
    written = f"{link.anchor} {parts.path} {parts.query}".lower()
    search = ["search"] if SEARCH_STEM.search(written) else []
    terms = [f"{context}:{term}" for context, bag in zip("uat", bags, strict=True) for term in dict.fromkeys(bag)][:24]
    if not link.same_site:
        terms += [f"h:{term}" for term in site_terms(link.url)]
    depth = min(4, parts.path.rstrip("/").count("/"))
    tags = link.tag_path.split("/")[-5:]
    role = "/".join(part.split(".")[0].split("#")[0] for part in tags[-4:])
    folder = parts.path.split("/")[1] if parts.path.count("/") > 1 else ""
    arm = zlib.crc32(_DIGITS.sub("", "/".join(tags) + "|" + folder).encode())
    return (f"arm{arm:08x}", *terms, topic, *search, f"d{depth}", f"r:{role}")
