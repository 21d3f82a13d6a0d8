"""Train what `sounding` believes before its first page: `python -m leadline_bench.training.sounding --kept DIR`.

It crawls, and what it has come to believe of marks that all sites and topics have in common (no colon in them) is
what the next crawl may begin with; words are forgotten with each. So the beliefs are learnt from the pages that
the strategy itself goes to: tuning worlds of the lab, half of them where pages tell least, and webs sewn of real
pages, half of them with all links left links.

Crawls differ: in the lab a site that had one form has more, on real pages it has not. So a crawl begins with the
mean of what crawls came to believe, as firmly as they agree: the variance of a belief is what each of them was
unsure of and how far they are apart. That is the EM of Gaussians that share a prior; its steps go over the lessons
of the same crawls. Each round crawls anew with the beliefs of the last one, the first with those that stand there.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import fmean

from leadline.learn.online import BayesianLogistic, Belief, Beliefs
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import sounding
from leadline.locate.strategies.sounding import PRIORS, Sounding
from leadline.protocols import Prior
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.classify import linear_model
from leadline_bench.development import data_folder
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.trial import Trial, crawled
from leadline_bench.patchwork.pieces import TOPICS, loose_forms, pieces
from leadline_bench.patchwork.plan import plan
from leadline_bench.patchwork.reading import Reader
from leadline_bench.patchwork.trial import crawl
from leadline_bench.patchwork.web import Patchwork
from leadline_lab.settings import at_setting
from leadline_lab.spec import SCALES, Role, WorldSpec
from leadline_lab.words import domains

LAB = ((100, "default"), (101, "least-telling"))
PATCHWORK = ((100, 0.3), (101, 1.0))
"""Worlds, and how many links to nothing are left."""
LAB_PAGES, PATCHWORK_PAGES = 800, 1500
STEPS = 20
"""Of EM in each round: after them a step adds about a thousandth to the likelihood."""
Lesson = tuple[Sequence[str], float, float]
Lessons = Mapping[str, Sequence[Lesson]]
"""Of each model: features, target, importance."""
Taught = tuple[str, float, Lessons]
"""What crawled where, what it found, and what it was taught."""


class Noting(BayesianLogistic):
    """Notes its lessons."""

    def __init__(self, prior: Mapping[str, Belief], *, variance: float) -> None:
        super().__init__(prior, variance=variance)
        self.lessons: list[Lesson] = []

    def update(self, features: Sequence[str], target: float, importance: float = 1.0) -> None:
        self.lessons.append((features, target, importance))
        super().update(features, target, importance)


def learnt(lessons: Lessons, begun: Beliefs) -> Beliefs:
    """What is believed of marks after a crawl that began with `begun`."""
    after = {}
    for name, prior in begun.items():
        model = BayesianLogistic(prior, variance=LocateSettings().sounding.variance)
        for features, target, importance in lessons[name]:
            model.update(features, target, importance)
        after[name] = {mark: belief for mark, belief in model.beliefs().items() if ":" not in mark}
    return after


def pooled(crawls: Sequence[Beliefs], begun: Beliefs) -> Beliefs:
    """What the next crawl begins with."""

    def of(model: str, name: str) -> Belief:
        unmet = begun[model].get(name, (0.0, LocateSettings().sounding.variance))
        known = [crawl[model].get(name, unmet) for crawl in crawls]
        mean = fmean(belief[0] for belief in known)
        return mean, fmean(variance + (one - mean) ** 2 for one, variance in known)

    names = {model: sorted({name for crawl in crawls for name in crawl[model]}) for model in begun}
    return {model: {name: of(model, name) for name in found} for model, found in names.items()}


def in_the_lab(folder: Path, beliefs: Beliefs) -> Iterator[Taught]:
    """Each world has half of the topics."""
    for nth, (world, setting) in enumerate(LAB):
        spec = at_setting(WorldSpec(world, SCALES["medium"], Role.TUNING), setting)
        laboratory, cache = Laboratory(spec), PageCache(folder / f"{world}-{setting}.db")
        for topic in domains(Role.TUNING)[nth :: len(LAB)]:
            trial = Trial("sounding", topic, world, Role.TUNING, spec.sites, LAB_PAGES, setting=setting)
            crawler = _crawler(topic, world, beliefs)
            with crawled(trial, laboratory, cache, chosen=crawler) as (store, _, _):
                yield str(trial), store.pages.summary().relevant_forms, _noted(crawler)


def on_real_pages(readers: Sequence[Reader], beliefs: Beliefs) -> Iterator[Taught]:
    for reader in readers:
        for topic in TOPICS:
            crawler = _crawler(topic, reader.web.plan.seed, beliefs)
            found, _ = crawl(reader, topic, "sounding", PATCHWORK_PAGES, crawler)
            yield f"{topic} in patchwork {found.world}", found.area, _noted(crawler)
        reader.keep()


def _crawler(topic: str, seed: int, beliefs: Beliefs) -> Sounding:
    words = linear_model(bundled(topic), bundled_background()).weights
    return Sounding(LocateSettings(topic=topic, seed=seed), Prior(topic=words), beliefs, Noting)


def _noted(crawler: Sounding) -> Lessons:
    return {name: model.lessons for name, model in crawler.models.items() if isinstance(model, Noting)}


def main() -> None:
    """Write the beliefs beside the strategy."""
    asked = argparse.ArgumentParser(prog="python -m leadline_bench.training.sounding", description=__doc__)
    asked.add_argument("--data", type=Path, help="folder of the development data")
    asked.add_argument("--rounds", type=int, default=1)
    asked.add_argument("--kept", type=Path, required=True, help="folder for pages that were read")
    asked.add_argument("--out", type=Path, default=Path(sounding.__file__).with_suffix(".json"))
    given = asked.parse_args()
    data, beliefs = given.data or data_folder(), PRIORS
    real, forms = pieces(data), loose_forms(data)
    given.kept.mkdir(parents=True, exist_ok=True)
    readers = [
        Reader(Patchwork(plan(world, real, forms), dead=dead), given.kept / f"{world}-{dead}.pickle")
        for world, dead in PATCHWORK
    ]
    for _ in range(given.rounds):
        taught: list[Lessons] = []
        both = zip_longest(in_the_lab(given.kept, beliefs), on_real_pages(readers, beliefs))
        for where, found, lessons in (one for pair in both for one in pair if one is not None):
            sys.stdout.write(f"{where}: {found:.3f}\n")
            sys.stdout.flush()
            taught.append(lessons)
        for _ in range(STEPS):
            beliefs = pooled([learnt(lessons, beliefs) for lessons in taught], beliefs)
        given.out.write_text(_written(beliefs), encoding="utf-8")
    card = given.out.with_suffix(".card.json")
    card.write_text(json.dumps(_card(given.rounds), indent=1) + "\n", encoding="utf-8")


def _card(rounds: int) -> dict[str, object]:
    return {
        "what": "beliefs of `sounding` about marks that all sites and topics have in common: mean and variance",
        "made by": f"python -m leadline_bench.training.sounding --rounds {rounds}",
        "from": f"crawls of {LAB_PAGES} pages in tuning worlds of the lab, what counts is the answer key; and of "
        f"{PATCHWORK_PAGES} pages on webs sewn of real pages, what counts is what the crawl's critic lists",
        "worlds of the lab": LAB,
        "topics there": list(domains(Role.TUNING)),
        "webs of real pages, and the share of links to nothing left": PATCHWORK,
        "topics on them": list(TOPICS),
        "not in it": "reporting worlds, words",
    }


def _written(beliefs: Beliefs) -> str:
    rounded = {
        model: {name: [round(mean, 3), round(variance, 3)] for name, (mean, variance) in sorted(kept.items())}
        for model, kept in beliefs.items()
    }
    return json.dumps(rounded, indent=1) + "\n"


if __name__ == "__main__":
    main()
