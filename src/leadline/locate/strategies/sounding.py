"""Sounding: go where the next request is likeliest to bring up a form that nobody has seen yet.

Ours, from what ALGORITHMS A says is known beyond the papers. A link's key is

    log P(its page is on topic) + log P(it has a new form, if it is)

Two logistic models, since they learn from different pages: every page teaches the first, and the second, whose
successes are rare, is not taught by pages that could not have had the form. One model of P(form) was tried first
and brought a tenth of the forms: it had nothing to go by until it met some.

| part | here |
|---|---|
| text: words of URL, anchor, surroundings, host | `leadline.locate.link_features`, learnt in each crawl |
| arms: links in the same place of a site's pages that lead to the same folder | `_Site.arms` → `_arm_mark` |
| sites: pages, forms, pages since the last form, how topical, named by sites with forms | `_site_marks` |
| delayed credit: links that led to the page with the form, γ a step | `_credit` |
| stopping: a site that has given nothing sinks below others, by what was learnt of such sites | `_site_marks` |
| exploration: keys are drawn from what is believed, not only its mean | `_key` |
| shared priors: what every site and topic has in common | `sounding.json`, made by training |

Sites are entered where links lead; no home page is needed. `places` are worked out anew for a site when what is
known of it changes, and for all links when the models have learnt from a tenth more pages.
"""

import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from importlib.resources import files
from typing import Any

from leadline.learn.online import BayesianLogistic, Belief
from leadline.locate.link_features import LinkReader
from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.url import site_of
from leadline.protocols import NOTHING_KNOWN, Advice, Command, OpenGroup, Prior, Ranked, Rerank, Strategy

_SEED_KEY = 10.0
"""Above every log P: who names a page wants it seen."""


@dataclass(slots=True)
class _Site:
    pages: int = 0
    forms: int = 0
    barren: int = 0  # pages since the last new form
    topical: float = 0.0  # sum of P(topic) of its pages
    named: int = 0  # pages of sites with forms that name it
    is_seed: bool = False
    arms: dict[str, list[int]] = field(default_factory=dict)  # links followed, and how many led to new forms


class Sounding(Strategy):
    """Knows what it believes, the sites, and of every fetched page how topical it was."""

    name = "sounding"

    def __init__(
        self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN, beliefs: "Beliefs | None" = None
    ) -> None:
        beliefs = beliefs or PRIORS
        self._threshold = settings.topic_threshold
        self._options = settings.sounding
        self._without = frozenset(settings.sounding.without.split(","))
        self._seed = settings.seed
        self._reader = LinkReader(prior.topic, words="text" not in self._without)
        self._topical = BayesianLogistic(beliefs["topical"], variance=self._options.variance)
        self._fruitful = BayesianLogistic(beliefs["fruitful"], variance=self._options.variance)
        self._sites: dict[str, _Site] = {}
        self._about: dict[str, str] = {}
        self._pages = self._ranked_at = self._version = 0

    # ── advice ────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, seeds: Sequence[str]) -> Advice:
        ranked = []
        for url in seeds:
            site = site_of(url)
            self._sites[site] = _Site(is_seed=True)
            ranked.append(Ranked(url, site, _SEED_KEY, self._pattern(Link(url, "", "", ""), "from?")))
        return Advice(tuple(ranked), tuple(OpenGroup(one, weight=0.0) for one in self._sites))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        site = site_of(event.final_url or event.url)
        before = {one: self._site_marks(one) for one in (event.group, site)}
        is_arm_changed = self._take_in(event)
        links = [(nth, link, site_of(link.url)) for nth, link in enumerate(event.links)]
        fresh = [one for one in dict.fromkeys([site, *(one for _, _, one in links)]) if one not in self._sites]
        self._sites.update((one, _Site()) for one in fresh)
        if self._sites[site].forms:
            for one in dict.fromkeys(one for _, link, one in links if not link.same_site):
                before.setdefault(one, self._site_marks(one))
                self._sites[one].named += 1
        stale = {one for one, was in before.items() if one not in fresh and self._site_marks(one) != was}
        commands: list[Command] = [OpenGroup(one, weight=0.0) for one in fresh]
        commands += self._reranks(sorted(stale | {event.group}) if is_arm_changed else sorted(stale))
        came_from = self._about[_short(event.url)]
        patterns = [(one, self._pattern(link, came_from)) for _, link, one in links]
        kept = zip(links, patterns, self.places(patterns), strict=True)
        return Advice(
            tuple(
                Ranked(link.url, group, key, pattern, nth, event.depth + 1)
                for (nth, link, _), (_, pattern), (group, key) in kept
            ),
            tuple(commands),
        )

    def _reranks(self, stale: Sequence[str]) -> list[Command]:
        if self._pages - self._ranked_at >= max(self._options.rerank_pages, self._pages // 10):
            self._ranked_at = self._pages
            self._version += 1
            return [Rerank(self._version, json.dumps(self.learned()))]
        return [Rerank(self._version, groups=tuple(stale))] if stale else []

    # ── learning ──────────────────────────────────────────────────────────────────────────────────────────

    def _take_in(self, page: Outcome) -> bool:
        """Whether links like the one that was followed have a new standing."""
        site = self._sites.setdefault(page.group, _Site())
        is_found, changed = bool(page.found), False
        is_topical = is_found or (page.on_topic or 0.0) > self._threshold
        self._about[_short(page.url)] = f"from{_fifth(page.on_topic or 0.0)}{'f' if page.forms else ''}"
        if page.path:
            came_from = self._about.get(_short(page.path[-2].url), "from?") if len(page.path) > 1 else "from?"
            arm, *features = self._pattern(page.path[-1], came_from).split(" ")
            self._topical.update([*features, *self._topic_marks(page.group)], float(is_topical))
            was = self._arm_mark(page.group, arm)
            if is_topical:
                marks = [*self._site_marks(page.group), was]
                self._fruitful.update([*features, *marks], float(is_found))
            tried = site.arms.setdefault(arm, [0, 0])
            tried[0] += 1
            tried[1] += is_found
            changed = self._arm_mark(page.group, arm) != was
            if is_found and "credit" not in self._without:
                self._credit(page.path[:-1])
        if page.status is not None:
            self._pages += 1
            site.pages += 1
            site.forms += len(page.found)
            site.barren = 0 if is_found else site.barren + 1
            site.topical += page.on_topic or 0.0
        return changed

    def _credit(self, path: Sequence[Link]) -> None:
        """Links on the way are worth something too, less with each step that was still to go."""
        for steps, link in enumerate(reversed(path), 1):
            _, *features = self._pattern(link, "").split(" ")
            self._fruitful.update(features[:-1], 1.0, self._options.gamma**steps)

    # ── features ──────────────────────────────────────────────────────────────────────────────────────────

    def _pattern(self, link: Link, came_from: str) -> str:
        """Arm first, then what the models read."""
        return f"{self._reader.read(link)} {'in' if link.same_site else 'out'}{came_from}"

    def _arm_mark(self, site: str, arm: str) -> str:
        known = self._sites.get(site)
        tried, found = known.arms.get(arm, (0, 0)) if known and "arms" not in self._without else (0, 0)
        return f"arm{min(5, tried.bit_length())}of{min(2, found)}"

    def _topic_marks(self, name: str) -> tuple[str, ...]:
        site = self._sites.get(name)
        if site is None or "sites" in self._without:
            return ("bias",)
        seen = f"{_fifth(site.topical / site.pages)}x{min(3, site.pages.bit_length())}" if site.pages else "?"
        return f"site{seen}", f"named{min(3, site.named.bit_length())}", "bias"

    def _site_marks(self, name: str) -> tuple[str, ...]:
        site = self._sites.get(name)
        if site is None or "sites" in self._without:
            return ("bias",)
        return (
            f"site{_fifth(site.topical / site.pages) if site.pages else '?'}",
            f"pages{min(7, site.pages.bit_length())}forms{min(3, site.forms)}",
            f"barren{min(7, site.barren.bit_length())}",
            f"named{min(3, site.named.bit_length())}",
            f"seed{int(site.is_seed)}",
            "bias",
        )

    # ── keys ──────────────────────────────────────────────────────────────────────────────────────────────

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [key for _, key in self.places([("", pattern) for pattern in patterns])]

    def places(self, waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        return list(self._placed(waiting))

    def _placed(self, waiting: Sequence[tuple[str, str]]) -> Iterator[tuple[str, float]]:
        standing: dict[str, tuple[float, float]] = {}
        arms: dict[tuple[str, str], float] = {}
        topical, fruitful = self._topical.score, self._fruitful.score
        for site, pattern in waiting:
            arm, *features = pattern.split(" ")
            if site not in standing:
                standing[site] = topical(self._topic_marks(site)), fruitful(self._site_marks(site))
            if (site, arm) not in arms:
                arms[site, arm] = fruitful((self._arm_mark(site, arm),))
            on_topic, form = standing[site]
            on_topic += topical(features)
            form += fruitful(features) + arms[site, arm]
            yield site, _log_odds_to_log(on_topic) + _log_odds_to_log(form)

    def beliefs(self) -> "Beliefs":
        """What is believed of what all sites and topics have in common."""
        models = {"topical": self._topical, "fruitful": self._fruitful}
        return {
            name: {feature: belief for feature, belief in model.beliefs().items() if ":" not in feature}
            for name, model in models.items()
        }

    def learned(self) -> dict[str, Any]:
        return {"pages": self._pages}

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def state(self) -> str:
        return json.dumps(
            {
                "topical": self._topical.state(),
                "fruitful": self._fruitful.state(),
                "sites": {name: astuple(site) for name, site in self._sites.items()},
                "about": self._about,
                "counts": [self._pages, self._ranked_at, self._version],
            },
            sort_keys=True,
        )

    def restore(self, state: str) -> None:
        kept = json.loads(state)
        self._topical.restore(kept["topical"])
        self._fruitful.restore(kept["fruitful"])
        self._sites = {name: _Site(*values) for name, values in kept["sites"].items()}
        self._about = dict(kept["about"])
        self._pages, self._ranked_at, self._version = kept["counts"]


Beliefs = Mapping[str, Mapping[str, Belief]]
"""Of both models."""


def read_priors(text: str) -> Beliefs:
    """The beliefs of both models, from JSON."""
    return {model: {name: (b[0], b[1]) for name, b in kept.items()} for model, kept in json.loads(text).items()}


PRIORS = read_priors((files(__package__) / "sounding.json").read_text("utf-8"))


def _fifth(p: float) -> int:
    return min(4, int(p * 5))


def _short(url: str) -> str:
    return f"{zlib.crc32(url.encode()):x}"


def _log_odds_to_log(score: float) -> float:
    """log P from log-odds."""
    return -math.log1p(math.exp(-score)) if score > -30 else score
