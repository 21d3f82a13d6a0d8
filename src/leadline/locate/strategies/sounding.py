"""Sounding: go where the next request is likeliest to bring up a form that nobody has seen yet.

Ours, from what ALGORITHMS A says is known beyond the papers. A link's key is

    log P(its page is on topic) + log P(it has a new form, if it is)

Two logistic models, since they learn from different pages: every page teaches the first, and the second, whose
successes are rare, is not taught by pages that could not have had the form. One model of P(form) was tried first
and brought a tenth of the forms: it had nothing to go by until it met some.

| part | here |
|---|---|
| text: words of URL, anchor, surroundings, host | `leadline.locate.link_features`, learnt in each crawl |
| arms: links in the same place of a site's pages that lead to the same folder | `SiteRecord.arms` |
| sites: pages, forms, pages since the last form, how topical, named by sites with forms | `_form_marks` |
| delayed credit: links that led to the page with the form, γ a step | `_credit` |
| stopping: a site that has given nothing sinks below others, by what was learnt of such sites | `_form_marks` |
| exploration: keys are drawn from what is believed, not only its mean | `_drawn` |
| shared priors: what every site and topic has in common | `sounding.json`, made by training |

Sites are entered where links lead; no home page is needed. `places` are worked out anew for a site when what is
known of it changes, and for all links when the models have learnt from a tenth more pages.
"""

import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from importlib.resources import files
from statistics import NormalDist
from typing import Any

from leadline.learn.online import BayesianLogistic, Belief
from leadline.locate.link_features import LinkReader
from leadline.locate.settings import LocateSettings
from leadline.locate.site_record import SiteRecord, fifth
from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.url import site_of
from leadline.protocols import NOTHING_KNOWN, Advice, Command, OpenGroup, Prior, Ranked, Rerank, Strategy

_SEED_KEY = 10.0
"""Above every log P: who names a page wants it seen."""
_SHOWN = 40
"""Beliefs and arms that are shown of a learning step."""
_NORMAL = NormalDist()
_UNKNOWN = SiteRecord()


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
        self._exploration = 0.0 if "exploration" in self._without else settings.sounding.exploration
        self._reader = LinkReader(prior.topic, words="text" not in self._without)
        self._topical = BayesianLogistic(beliefs["topical"], variance=self._options.variance)
        self._fruitful = BayesianLogistic(beliefs["fruitful"], variance=self._options.variance)
        self._sites: dict[str, SiteRecord] = {}
        self._about: dict[str, str] = {}
        self._pages = self._ranked_at = self._version = 0
        for outcome in prior.outcomes:
            if outcome.found:
                self._credit(outcome.path)

    # ── advice ────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, seeds: Sequence[str]) -> Advice:
        ranked = []
        for url in seeds:
            site = site_of(url)
            self._sites[site] = SiteRecord(is_seed=True)
            ranked.append(Ranked(url, site, _SEED_KEY, self._pattern(Link(url, "", "", ""), "from?")))
        return Advice(tuple(ranked), tuple(OpenGroup(one, weight=0.0) for one in self._sites))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        site = site_of(event.final_url or event.url)
        before = {one: self._form_marks(one) for one in (event.group, site)}
        is_arm_changed = self._take_in(event)
        links = [(nth, link, site_of(link.url)) for nth, link in enumerate(event.links)]
        fresh = [one for one in dict.fromkeys([site, *(one for _, _, one in links)]) if one not in self._sites]
        self._sites.update((one, SiteRecord()) for one in fresh)
        if self._sites[site].forms:
            for one in dict.fromkeys(one for _, link, one in links if not link.same_site):
                before.setdefault(one, self._form_marks(one))
                self._sites[one].named += 1
        stale = {one for one, was in before.items() if one not in fresh and self._form_marks(one) != was}
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
        site = self._sites.setdefault(page.group, SiteRecord())
        is_found, changed = bool(page.found), False
        is_topical = is_found or (page.on_topic or 0.0) > self._threshold
        self._about[_short(page.url)] = f"from{fifth(page.on_topic or 0.0)}{'f' if page.forms else ''}"
        if page.path:
            came_from = self._about.get(_short(page.path[-2].url), "from?") if len(page.path) > 1 else "from?"
            arm, *features = self._pattern(page.path[-1], came_from).split(" ")
            self._topical.update([*features, *self._topic_marks(page.group)], float(is_topical))
            was = self._arm_mark(page.group, arm)
            if is_topical:
                marks = [*self._form_marks(page.group), was]
                self._fruitful.update([*features, *marks], float(is_found))
            tried = site.arms.setdefault(arm, [0, 0])
            tried[0] += 1
            tried[1] += is_found
            changed = self._arm_mark(page.group, arm) != was
            if is_found and "credit" not in self._without:
                self._credit(page.path[:-1], 1)
        if page.status is not None:
            self._pages += 1
            site.pages += 1
            site.forms += len(page.found)
            site.barren = 0 if is_found else site.barren + 1
            site.topical += page.on_topic or 0.0
        return changed

    def _credit(self, path: Sequence[Link], steps: int = 0) -> None:
        """Links on the way are worth something too, less with each step that was still to go."""
        for away, link in enumerate(reversed(path), steps):
            _, *features = self._pattern(link, "").split(" ")
            self._fruitful.update(features[:-1], 1.0, self._options.gamma**away)

    # ── features ──────────────────────────────────────────────────────────────────────────────────────────

    def _pattern(self, link: Link, came_from: str) -> str:
        """Arm first, then what the models read."""
        return f"{self._reader.read(link)} {'in' if link.same_site else 'out'}{came_from}"

    def _arm_mark(self, site: str, arm: str) -> str:
        return self._site(site).arm_mark(arm) if "arms" not in self._without else "arm"

    def _topic_marks(self, site: str) -> tuple[str, ...]:
        return ("bias", *(self._site(site).topic_marks() if "sites" not in self._without else ()))

    def _form_marks(self, site: str) -> tuple[str, ...]:
        return ("bias", *(self._site(site).form_marks() if "sites" not in self._without else ()))

    def _site(self, name: str) -> SiteRecord:
        return self._sites.get(name) or _UNKNOWN

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
                standing[site] = topical(self._topic_marks(site)), fruitful(self._form_marks(site))
            if (site, arm) not in arms:
                arms[site, arm] = fruitful((self._arm_mark(site, arm),))
            on_topic, form = standing[site]
            on_topic += topical(features)
            form += fruitful(features) + arms[site, arm]
            if self._exploration:
                form += self._exploration * self._drawn(pattern, features)
            yield site, _log_p(on_topic) + _log_p(form)

    def _drawn(self, pattern: str, features: Sequence[str]) -> float:
        """How far from its mean the score of a link is drawn (Thompson sampling); the same until the next
        version."""
        chance = zlib.crc32(f"{self._seed} {self._version} {pattern}".encode()) / 2**32
        return _NORMAL.inv_cdf(min(max(chance, 1e-6), 1 - 1e-6)) * math.sqrt(self._fruitful.uncertainty(features))

    # ── what was learnt, for people ───────────────────────────────────────────────────────────────────────

    def why(self, group: str, pattern: str) -> Sequence[tuple[str, float]]:
        arm, *features = pattern.split(" ")
        marks = (*self._form_marks(group), self._arm_mark(group, arm))
        on_topic = self._topical.why((*features, *self._topic_marks(group)))
        fruitful = self._fruitful.why((*features, *marks))
        parts = [(f"on topic: {name}", weight) for name, weight in on_topic]
        parts += [(f"a new form: {name}", weight) for name, weight in fruitful]
        return sorted(parts, key=lambda part: (-abs(part[1]), part[0]))

    def learned(self) -> dict[str, Any]:
        """The heaviest beliefs of both models, and the arms that led to forms: (followed, with new forms)."""
        arms = {
            f"{name} {arm}": counts
            for name, site in self._sites.items()
            for arm, counts in site.arms.items()
            if counts[1]
        }
        return {
            "pages": self._pages,
            "on topic": self._topical.heaviest(_SHOWN),
            "a new form": self._fruitful.heaviest(_SHOWN),
            "arms": dict(sorted(arms.items(), key=lambda item: (-item[1][1], item[0]))[:_SHOWN]),
        }

    def beliefs(self) -> "Beliefs":
        """What is believed of what all sites and topics have in common."""
        models = {"topical": self._topical, "fruitful": self._fruitful}
        return {
            name: {feature: belief for feature, belief in model.beliefs().items() if ":" not in feature}
            for name, model in models.items()
        }

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
        self._sites = {name: SiteRecord(*values) for name, values in kept["sites"].items()}
        self._about = dict(kept["about"])
        self._pages, self._ranked_at, self._version = kept["counts"]


Beliefs = Mapping[str, Mapping[str, Belief]]
"""Of both models."""


def read_priors(text: str) -> Beliefs:
    """The beliefs of both models, from JSON."""
    return {model: {name: (b[0], b[1]) for name, b in kept.items()} for model, kept in json.loads(text).items()}


PRIORS = read_priors((files(__package__) / "sounding.json").read_text("utf-8"))


def _short(url: str) -> str:
    return f"{zlib.crc32(url.encode()):x}"


def _log_p(score: float) -> float:
    """log P from log-odds."""
    return -math.log1p(math.exp(-score)) if score > -30 else score
