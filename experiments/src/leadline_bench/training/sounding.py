"""Train what `sounding` believes before its first page: `python -m leadline_bench.training.sounding`.

It crawls, and what it has come to believe of marks that all sites and topics have in common (`Sounding.beliefs`)
is what the next crawl begins with; words are forgotten with each. So the beliefs are learnt from the pages that
the strategy itself goes to. Only tuning worlds, and of these only ones that development does not look at; half
of them where pages and home pages tell least, so that the lab's ease is not taken for the web's.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from leadline.learn.online import Beliefs
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import sounding
from leadline.locate.strategies.sounding import Sounding
from leadline.protocols import Prior
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.classify import linear_model
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.trial import Trial, crawled
from leadline_lab.settings import at_setting
from leadline_lab.spec import SCALES, Role, WorldSpec
from leadline_lab.words import domains

WORLDS = range(100, 102)
SETTINGS = ("default", "least-telling")
PAGES = 800
LEAST_VARIANCE = 0.05
"""However much was seen of the lab, a crawl of the web may find otherwise."""
_HALVED = {f"{name}{step}": (-math.log(2), 0.2) for name in ("site-empty", "site-barren") for step in range(1, 13)}
"""By the rule of succession: who has had nothing of n pages has it of the next with odds of 1 to n."""
NOTHING: Beliefs = {"topical": {"bias": (0.0, 1.0)}, "fruitful": {"bias": (-3.0, 1.0), **_HALVED}}


def trained(folder: Path, pages: int) -> Iterator[tuple[Trial, int, Beliefs]]:
    """Each crawl, the forms it found, and what is believed after it."""
    beliefs = NOTHING
    for world in WORLDS:
        for setting in SETTINGS:
            spec = at_setting(WorldSpec(world, SCALES["medium"], Role.TUNING), setting)
            laboratory = Laboratory(spec)
            cache = PageCache(folder / f"{world}-{setting}.db")
            for domain in domains(Role.TUNING):
                trial = Trial("sounding", domain, world, Role.TUNING, spec.sites, pages, setting=setting)
                topic = linear_model(bundled(domain), bundled_background()).weights
                crawler = Sounding(LocateSettings(topic=domain, seed=world), Prior(topic=topic), beliefs)
                with crawled(trial, laboratory, cache, chosen=crawler) as (store, _, _):
                    forms = store.pages.summary().relevant_forms
                beliefs = {
                    model: {name: (mean, max(LEAST_VARIANCE, variance)) for name, (mean, variance) in kept.items()}
                    for model, kept in crawler.beliefs().items()
                }
                yield trial, forms, beliefs


def main() -> None:
    """Write the beliefs beside the strategy."""
    asked = argparse.ArgumentParser(prog="python -m leadline_bench.training.sounding", description=__doc__)
    asked.add_argument("--pages", type=int, default=PAGES, help="pages of each crawl")
    asked.add_argument("--out", type=Path, default=Path(sounding.__file__).with_suffix(".json"))
    given = asked.parse_args()
    with TemporaryDirectory() as folder:
        for trial, forms, beliefs in trained(Path(folder), given.pages):
            sys.stdout.write(f"{trial}: {forms} forms\n")
            sys.stdout.flush()
            given.out.write_text(_written(beliefs), encoding="utf-8")
    given.out.with_suffix(".card.json").write_text(
        json.dumps(_card(given.pages), indent=1) + "\n", encoding="utf-8"
    )


def _card(pages: int) -> dict[str, object]:
    return {
        "what": "beliefs of `sounding` about marks that all sites and topics have in common: mean and variance",
        "made by": "python -m leadline_bench.training.sounding",
        "from": f"crawls of {pages} pages each in tuning worlds of the lab; what counts is the answer key",
        "worlds": list(WORLDS),
        "settings": list(SETTINGS),
        "domains": list(domains(Role.TUNING)),
        "least variance": LEAST_VARIANCE,
        "not in it": "reporting worlds, words, real pages",
    }


def _written(beliefs: Beliefs) -> str:
    rounded = {
        model: {name: [round(mean, 3), round(variance, 3)] for name, (mean, variance) in sorted(kept.items())}
        for model, kept in beliefs.items()
    }
    return json.dumps(rounded, indent=1) + "\n"


if __name__ == "__main__":
    main()
