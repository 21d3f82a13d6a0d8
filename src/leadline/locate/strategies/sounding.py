"""Sounding: go where the next request is likeliest to bring up a form that nobody has seen yet.

Ours, from what ALGORITHMS A says is known beyond the papers. A link's key is

    log P(there is a page that says something new) + log P(it is on topic) + log P(it has a new form, if it is)

Three logistic models, which learn from different pages: each link that was followed teaches the first, each page
the second, only pages that could have had the form the third, whose successes are rare. One model of P(form)
brought a tenth of the forms. Without the first, a site with dead links seemed to be far from the topic.

| part | here |
|---|---|
| text: words of URL, anchor, surroundings, host | `leadline.locate.link_features`, learnt in each crawl |
| arms: links in the same place of a site's pages that lead to the same folder | `SiteRecord.arms` |
| dead ends: what its site, its arm and its words led to so far | `SiteRecord.says`, learnt in each crawl |
| sites: pages, forms, pages since the last form, how topical, who names it | `SiteRecord` |
| delayed credit: links that led to the page with the form, γ a step | `_credit` |
| stopping: a site that has given nothing sinks below others, by what was learnt of such sites | `SiteRecord` |
| exploration: keys are drawn from what is believed, not only its mean | `_drawn` |
| shared priors: what every site and topic has in common | `sounding.json` and its card |

Sites are entered where links lead. Each arm of a site is a group: what its links say is in their keys, what site
and arm have done in its weight, each beside what the other usually is (`leadline.learn.separable`). All is worked
out anew when there are a quarter more pages.
"""

import json
import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from statistics import NormalDist
from typing import Any

from leadline.learn.encoded import EncodedPatterns
from leadline.learn.online import BayesianLogistic, Beliefs, read_beliefs
from leadline.learn.separable import Separable
from leadline.locate.link_features import LinkReader
from leadline.locate.settings import LocateSettings
from leadline.locate.site_record import SiteRecords, fifth, packed, unpacked
from leadline.model.events import SITE_SCOPE, Event, Outcome
from leadline.model.page import Link
from leadline.model.url import site_of, url_digest
from leadline.protocols import NOTHING_KNOWN, Advice, Command, OpenGroup, Prior, Ranked, Rerank, Strategy

_SEED_KEY = 10.0
"""Above every log P: who names a page wants it seen."""
_SHOWN = 40  # beliefs and arms that are shown of a learning step
_MODELS = ("topical", "fruitful", "saying")
"""What there is to believe of a link: on topic; a new form, if it is; a page that says something new."""
_NOWHERE = "from-nowhere"
_SITE_WORTH = 0.5
"""Of a form of which only its page says what it searches. With 1, two thirds of what is found are such boxes, and
links to them are what is learnt: area 0.304; 0.5: 0.327, 0.15: 0.333, 0: 0.328 (tuning worlds 0 and 1, critic
`learned`)."""
_RERANK_SHARE = 0.25  # more pages, after which all links are ranked anew: ever rarer, so each page costs the same
_NORMAL = NormalDist()


class Sounding(Strategy):
    """Knows what it believes, the sites, and of every fetched page how topical it was."""

    name = "sounding"

    def __init__(
        self,
        settings: LocateSettings,
        prior: Prior = NOTHING_KNOWN,
        beliefs: "Beliefs | None" = None,
        model: type[BayesianLogistic] = BayesianLogistic,
    ) -> None:
        beliefs = beliefs or PRIORS
        settings.sounding.check()
        self._threshold = settings.topic_threshold
        self._options = settings.sounding
        self._without = frozenset(filter(None, settings.sounding.without.split(",")))
        self._seed = settings.seed
        self._exploration = 0.0 if "exploration" in self._without else settings.sounding.exploration
        self._reader = LinkReader(prior.topic, words="text" not in self._without)
        self.models = {name: model(beliefs[name], variance=self._options.variance) for name in _MODELS}
        self._topical, self._fruitful, self._saying = (self.models[name] for name in _MODELS)
        self._is_there, self._on_topic = Separable(self._saying), Separable(self._topical)
        self._encoded = EncodedPatterns()
        self._sites = SiteRecords(self._without)
        self._met: set[int] = set()
        self._about: dict[int, str] = {}
        self._pages = self._ranked_at = self._version = 0
        for outcome in prior.outcomes:
            if outcome.found:
                self._credit(outcome.path)

    # ── advice ────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, seeds: Sequence[str]) -> Advice:
        links, commands = [], []
        for url in seeds:
            site, arm, pattern = self._placed(Link(url, "", "", ""), _NOWHERE)
            self._sites[site].is_seed = True
            if self._sites[site].meets(arm):
                commands.append(self._open(site, arm, self._site_scores(site)))
            links.append(Ranked(url, f"{site} {arm}", _SEED_KEY, pattern))
        return Advice(tuple(links), tuple(commands))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        site, _, arm = event.group.partition(" ")
        named = dict.fromkeys([site_of(link.url) for link in event.links if not link.same_site])
        was = self._marks(site)
        self._take_in(event, site, arm)
        changed = dict.fromkeys((site, *self._sites.name(site, named, on_topic=self._is_topical(event))))
        if self._marks(site) == was:
            del changed[site]
        opened = {(one, each): None for one in changed for each in self._sites[one].arms}
        opened[site, arm] = None
        came_from = self._about[url_digest(event.url)]
        unmet = self._unmet(event.links, opened)
        placed = [self._placed(link, came_from) for _, link in unmet]
        keys = self.keys([pattern for _, _, pattern in placed])
        kept, depth, sites = [], event.depth + 1, self._sites
        for (nth, link), (where, which, pattern), key in zip(unmet, placed, keys, strict=True):
            if sites[where].meets(which):
                opened[where, which] = None
            kept.append(Ranked(link.url, f"{where} {which}", key, pattern, nth, depth))
        return Advice(tuple(kept), tuple(self._commands(opened)))

    def _marks(self, site: str) -> tuple[object, ...]:
        """All that the weights of a site's groups rest on."""
        return self._sites.form_marks(site), self._sites[site].told()

    def _is_topical(self, page: Outcome) -> bool:
        return bool(page.found) or (page.on_topic or 0.0) > self._threshold

    def _unmet(self, links: Sequence[Link], changed: dict[tuple[str, str], None]) -> list[tuple[int, Link]]:
        """Links that were never offered: the loop would drop the others. Of these, where they stand again; arms
        whose weight this changes join the others that did."""
        met, here, found = self._met, set[int](), []
        for nth, link in enumerate(links):
            digest = url_digest(link.url)
            if digest in here:
                continue
            here.add(digest)
            if digest not in met:
                met.add(digest)
                found.append((nth, link))
            elif link.same_site:
                site, arm = site_of(link.url), self._reader.arm(link)
                if self._sites[site].meets_again(arm):
                    changed[site, arm] = None
        return found

    def _commands(self, opened: Iterable[tuple[str, str]]) -> Iterator[Command]:
        if self._pages - self._ranked_at >= max(self._options.rerank_pages, self._pages * _RERANK_SHARE):
            self._ranked_at = self._pages
            self._version += 1
            opened = [(name, arm) for name, site in self._sites.items() for arm in site.arms]
            yield Rerank(self._version, json.dumps(self.learned()))
        told: dict[str, tuple[float, float]] = {}
        for site, arm in opened:
            if site not in told:
                told[site] = self._site_scores(site)
            yield self._open(site, arm, told[site])

    def _open(self, site: str, arm: str, scores: tuple[float, float]) -> OpenGroup:
        """What the site and the arm add to the keys of their links is the weight. Forms are so rare that log P is
        as good as the log-odds, which add up; pages and topics are not, so what is said of them here is taken for
        a link as links usually are, and what a key says for a site as sites are."""
        on_topic, form = scores
        again = self._sites.again_marks(site, arm)
        weight = math.log(self._sites.says(site, arm)) + self._is_there.of_place(("bias", *again)) + on_topic
        weight += self._fruitful.score((*self._sites.arm_marks(site, arm), *again), form)
        return OpenGroup(f"{site} {arm}", weight=weight)

    def _site_scores(self, site: str) -> tuple[float, float]:
        """What it adds to log P(on topic), and to the log-odds of a form."""
        on_topic = self._on_topic.of_place(self._sites.topic_marks(site))
        return on_topic, self._fruitful.score(self._sites.form_marks(site))

    def _placed(self, link: Link, came_from: str) -> tuple[str, str, str]:
        """Site, arm and pattern."""
        arm, features = self._reader.read(link)
        return site_of(link.url), arm, f"{features} {'in' if link.same_site else 'out'}-{came_from}"

    # ── learning ──────────────────────────────────────────────────────────────────────────────────────────

    def _take_in(self, page: Outcome, name: str, arm: str) -> None:
        """What brought no page, or one that was met before, says nothing about a topic or forms: only about what
        links lead to nothing."""
        says = page.on_topic is not None and page.set_aside is None
        features: list[str] = []
        again: Sequence[str] = ()
        if page.path:
            before = self._about.get(url_digest(page.path[-2].url)) if len(page.path) > 1 else None
            features = self._placed(page.path[-1], before or _NOWHERE)[2].split(" ")
            again = self._sites.again_marks(name, arm)
            self._is_there.meet(features, ("bias", *again))
            self._saying.update(["bias", *features, *again], float(says))
        found = self._sites.unmet(name, page)
        new = sum(form.scope != SITE_SCOPE for form in found)
        worth = 1.0 if new else _SITE_WORTH if found else 0.0
        is_topical = self._is_topical(page)
        about = f"from-topic{fifth(page.on_topic or 0.0)}{'-forms' if page.forms else ''}"
        self._about[url_digest(page.url)] = about
        self._pages += page.status is not None
        if not says:
            self._sites.miss(name, arm)
            return
        if page.path:
            marks: Sequence[str] = self._sites.topic_marks(name)
            self._on_topic.meet(features, marks)
            self._topical.update([*features, *marks], float(is_topical))
            if is_topical:
                marks = (*self._sites.form_marks(name), *self._sites.arm_marks(name, arm), *again)
                self._fruitful.update([*features, *marks], worth)
            if new and "credit" not in self._without:
                self._credit(page.path[:-1], 1)
        self._sites.count(name, arm, new, page.on_topic or 0.0)

    def _credit(self, path: Sequence[Link], steps: int = 0) -> None:
        """Links on the way are worth something too, less with each step that was still to go."""
        for away, link in enumerate(reversed(path), steps):
            features = self._reader.read(link)[1].split(" ")
            self._fruitful.update(features, 1.0, self._options.gamma**away)

    # ── keys and weights ──────────────────────────────────────────────────────────────────────────────────

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        says, on_topic, forms = self._encoded.arrays(patterns, self._saying, self._topical, self._fruitful)
        if self._exploration:
            forms = forms + [self._drawn(pattern) for pattern in patterns]
        keys: list[float] = (self._is_there.of_links(says) + self._on_topic.of_links(on_topic) + forms).tolist()
        return keys

    def _drawn(self, pattern: str) -> float:
        """How far from its mean the score of a link is drawn (Thompson sampling); the same until the next
        version."""
        chance = zlib.crc32(f"{self._seed} {self._version} {pattern}".encode()) / 2**32
        deviations = self._exploration * _NORMAL.inv_cdf(min(max(chance, 1e-6), 1 - 1e-6))
        return deviations * math.sqrt(self._fruitful.uncertainty(pattern.split(" ")))

    # ── what was learnt, for people ───────────────────────────────────────────────────────────────────────

    def why(self, group: str, pattern: str) -> Sequence[tuple[str, float]]:
        site, _, arm = group.partition(" ")
        features = pattern.split(" ")
        on_topic = self._topical.why((*features, *self._sites.topic_marks(site)))
        again = self._sites.again_marks(site, arm)
        marks = (*self._sites.form_marks(site), *self._sites.arm_marks(site, arm))
        form = self._fruitful.why((*features, *marks, *again))
        parts = [(f"a page: {name}", weight) for name, weight in self._saying.why(("bias", *features, *again))]
        parts += [(f"on topic: {name}", weight) for name, weight in on_topic]
        parts += [(f"a new form: {name}", weight) for name, weight in form]
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
            "a page": self._saying.heaviest(_SHOWN),
            "on topic": self._topical.heaviest(_SHOWN),
            "a new form": self._fruitful.heaviest(_SHOWN),
            "arms": dict(sorted(arms.items(), key=lambda item: (-item[1][1], item[0]))[:_SHOWN]),
        }

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def state(self) -> str:
        return json.dumps(
            {
                **{name: model.state() for name, model in self.models.items()},
                "sites": self._sites.state(),
                "met": packed(self._met),
                "about": {f"{page:x}": about for page, about in self._about.items()},
                "counts": [self._pages, self._ranked_at, self._version],
                "usual": [self._is_there.state(), self._on_topic.state()],
            },
            sort_keys=True,
        )

    def restore(self, state: str) -> None:
        kept = json.loads(state)
        for name, model in self.models.items():
            model.restore(kept.get(name, {}))
        self._sites.restore(kept["sites"])
        self._met = unpacked(kept["met"])
        self._about = {int(page, 16): about for page, about in kept["about"].items()}
        self._pages, self._ranked_at, self._version = kept["counts"]
        for chance, usual in zip((self._is_there, self._on_topic), kept.get("usual", ()), strict=False):
            chance.restore(usual)


PRIORS = read_beliefs((files(__package__) / "sounding.json").read_text("utf-8"))
