"""Sounding: go where the next request is likeliest to bring up a form that nobody has seen yet."""

import json
import math
import re
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from importlib.resources import files
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
SEED_KEY = 10.0
LOG: list[Any] | None = None
_DIGITS = re.compile(r"\d+")
PRIOR = json.loads((files(__package__) / "sounding.json").read_text("utf-8"))


@dataclass(slots=True)
class _Site:
    pages: int = 0
    forms: int = 0
    barren: int = 0
    topical: float = 0.0
    named: int = 0
    """Sites with forms that name it."""
    seed: int = 0
    arms: dict[str, list[int]] = field(default_factory=dict)
    """Links that look alike on this site: how many were followed, how many led to forms."""


class Sounding(Strategy):
    name = "sounding"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        self._settings = settings
        self._topic = prior.topic
        self._topical = OnlineLogistic(PRIOR["topical"])
        self._fruitful = OnlineLogistic(PRIOR["fruitful"])
        self._sites: dict[str, _Site] = {}
        self._said: dict[str, int] = {}
        self._pages = 0
        self._ranked_at = 0
        self._version = 0

    def start(self, seeds: Sequence[str]) -> Advice:
        links = [self._ranked(Link(url, "", "", ""), None, "par?", 0) for url in seeds]
        for one in links:
            self._sites[one.group] = _Site(seed=1)
        ranked = tuple(Ranked(one.url, one.group, SEED_KEY, one.pattern) for one in links)
        return Advice(ranked, tuple(OpenGroup(one.group, weight=0.0) for one in ranked))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        site = site_of(event.final_url or event.url)
        touched = {event.group: None, site: None}
        before = {one: self._site_features(one) for one in touched}
        arm_changed = self._take_in(event)
        about = _bucket(event.on_topic or 0.0)
        self._said[event.url] = about
        kept = [self._ranked(link, nth, f"par{about}", event.depth + 1) for nth, link in enumerate(event.links)]
        groups = dict.fromkeys([site, *(one.group for one in kept)])
        fresh = [one for one in groups if one not in self._sites]
        for one in fresh:
            self._sites[one] = _Site()
        if self._sites[site].forms:
            for one in groups:
                if one != site:
                    before.setdefault(one, self._site_features(one))
                    self._sites[one].named += 1
        commands: list[Command] = [OpenGroup(one, weight=0.0) for one in fresh]
        if self._pages - self._ranked_at >= max(50, self._pages // 10):
            self._ranked_at = self._pages
            self._version += 1
            commands.append(Rerank(self._version))
        else:
            changed = [one for one, was in before.items() if one not in fresh and self._site_features(one) != was]
            stale = dict.fromkeys([*changed, *([event.group] if arm_changed else [])])
            if stale:
                commands.append(Rerank(self._version, groups=tuple(stale)))
        return Advice(tuple(kept), tuple(commands))

    def _take_in(self, page: Outcome) -> bool:
        site = self._sites.setdefault(page.group, _Site())
        found, changed = bool(page.found), False
        if page.path:
            parent = self._said.get(page.path[-2].url, 0) if len(page.path) > 1 else "?"
            features = self._features(page.path[-1], f"par{parent}")
            on_topic = (page.on_topic or 0.0) > self._settings.topic_threshold
            self._topical.update(self._topical_features(page.group, features), float(on_topic))
            fruitful = self._fruitful_features(page.group, features)
            if on_topic:
                self._fruitful.update(fruitful, float(found))
            if LOG is not None:
                LOG.append((self._topical_features(page.group, features), on_topic, fruitful, found))
            was = self._arm_feature(page.group, features[0])
            arm = site.arms.setdefault(features[0], [0, 0])
            arm[0] += 1
            arm[1] += found
            changed = self._arm_feature(page.group, features[0]) != was
            if found:
                for steps, link in enumerate(reversed(page.path[:-1]), 1):
                    self._fruitful.update([*self._features(link, "")[1:], "bias"], GAMMA**steps)
        if page.status is not None:
            self._pages += 1
            site.pages += 1
            site.forms += len(page.found)
            site.barren = 0 if found else site.barren + 1
            site.topical += page.on_topic or 0.0
        return changed

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

    def _topical_features(self, site: str, features: Sequence[str]) -> list[str]:
        known = self._sites.get(site)
        seen = (
            f"st{_bucket(known.topical / known.pages)}p{min(2, known.pages)}" if known and known.pages else "st?"
        )
        named = f"n{min(3, known.named.bit_length()) if known else 0}"
        pair = f"{features[-2]}{features[-1]}"
        return [*features[1:], seen, named, pair, "bias"]

    def _fruitful_features(self, site: str, features: Sequence[str]) -> list[str]:
        return [*features[1:], self._arm_feature(site, features[0]), *self._site_features(site), "bias"]

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
        return [
            f"p{pages}f{forms}",
            f"b{min(6, site.barren.bit_length())}",
            f"st{topical}",
            f"n{named}",
            f"seed{site.seed}",
        ]

    def _key(self, site: str, features: Sequence[str]) -> float:
        """log P(on topic) + log P(a new form, if on topic)."""
        return _log_sigmoid(self._topical.score(self._topical_features(site, features))) + _log_sigmoid(
            self._fruitful.score(self._fruitful_features(site, features))
        )

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [self._key("", pattern.split(" ")) for pattern in patterns]

    def places(self, waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        return [(site, self._key(site, pattern.split(" "))) for site, pattern in waiting]

    def state(self) -> str:
        sites = {name: astuple(site) for name, site in self._sites.items()}
        kept = {
            "topical": self._topical.state(),
            "fruitful": self._fruitful.state(),
            "sites": sites,
            "said": self._said,
        }
        return json.dumps(kept | {"pages": self._pages, "ranked": self._ranked_at, "version": self._version})

    def restore(self, state: str) -> None:
        kept = json.loads(state)
        self._topical.restore(kept["topical"])
        self._fruitful.restore(kept["fruitful"])
        self._sites = {name: _Site(*counts) for name, counts in kept["sites"].items()}
        self._said = dict(kept["said"])
        self._pages, self._ranked_at, self._version = kept["pages"], kept["ranked"], kept["version"]


def _bucket(p: float) -> int:
    return min(4, int(p * 5))


def _log_sigmoid(score: float) -> float:
    return -math.log1p(math.exp(-score)) if score > -30 else score


@lru_cache(maxsize=1 << 16)
def _of_link(link: Link, topic: str) -> tuple[str, ...]:
    """Its arm first."""
    (bags,) = read_links([link], path_only=True)
    parts = parts_of(link.url)
    written = f"{link.anchor} {parts.path} {parts.query}".lower()
    search = ["search"] if SEARCH_STEM.search(written) else []
    terms = [f"{context}:{term}" for context, bag in zip("uat", bags, strict=True) for term in dict.fromkeys(bag)][
        :24
    ]
    if not link.same_site:
        terms += [f"h:{term}" for term in site_terms(link.url)]
    depth = min(4, parts.path.rstrip("/").count("/"))
    tags = link.tag_path.split("/")[-5:]
    role = "/".join(part.split(".")[0].split("#")[0] for part in tags[-4:])
    folder = parts.path.split("/")[1] if parts.path.count("/") > 1 else ""
    arm = zlib.crc32(_DIGITS.sub("", "/".join(tags) + "|" + folder).encode())
    return (f"arm{arm:08x}", *terms, topic, *search, f"d{depth}", f"r:{role}")
