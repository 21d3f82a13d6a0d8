"""How good is a topic? Accuracy on sites it has not seen, with an interval.

Pages of one site resemble each other, so folds are made of whole sites, and the interval is the wider of two:
Wilson's for the number of pages (*Probable inference*, JASA 22, 1927) and a bootstrap over sites.

>>> pages = [LabelledPage({}, site, on_topic) for site, on_topic in (("a", True), ("b", True), ("c", False))]
>>> score([0.9, 0.3, 0.1], pages).accuracy
0.6666666666666666
"""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from leadline.errors import BadTarget
from leadline.topics.background import Background
from leadline.topics.classify import classifier
from leadline.topics.topic import Topic
from leadline.topics.train import LabelledPage

_Z = 1.96
_RESAMPLES = 1_000


@dataclass(frozen=True, slots=True)
class Score:
    """What a classifier got right; `recall` and `specificity` are None without such examples."""

    pages: int
    sites: int
    accuracy: float
    low: float
    high: float
    recall: float | None
    specificity: float | None

    @property
    def balanced(self) -> float:
        """The mean of recall and specificity, or the one there is."""
        known = [share for share in (self.recall, self.specificity) if share is not None]
        return math.fsum(known) / len(known)


def probabilities(topic: Topic, examples: Sequence[LabelledPage], background: Background) -> list[float]:
    return classifier(topic, background).weigh([example.counts for example in examples])


def cross_validate(
    topic: Topic,
    examples: Sequence[LabelledPage],
    background: Background,
    learner: Callable[[Topic, Sequence[LabelledPage], Background], Topic],
    folds: int = 5,
) -> list[float]:
    """P(on topic) of each example from a topic learned without any page of its site."""
    fold = _folds(examples, folds)
    found = [0.0] * len(examples)
    for number in sorted(set(fold)):
        taught = [example for example, f in zip(examples, fold, strict=True) if f != number]
        places = [place for place, f in enumerate(fold) if f == number]
        if not any(example.on_topic for example in taught):
            raise BadTarget("all positive examples are of one site; show pages of two sites to have a score")
        learned = learner(topic, taught, background)
        judged = probabilities(learned, [examples[place] for place in places], background)
        for place, p in zip(places, judged, strict=True):
            found[place] = p
    return found


def score(found: Sequence[float], examples: Sequence[LabelledPage]) -> Score:
    """Count what P > 0.5 got right."""
    if not found:
        raise BadTarget("there is no example to test on; show pages with --positive, --negative or both")
    right = [(p > 0.5) == example.on_topic for p, example in zip(found, examples, strict=True)]
    by_site: dict[str, list[bool]] = defaultdict(list)
    by_side: dict[bool, list[bool]] = defaultdict(list)
    for good, example in zip(right, examples, strict=True):
        by_site[example.site].append(good)
        by_side[example.on_topic].append(good)
    low, high = _wilson(sum(right), len(right))
    site_low, site_high = _bootstrap([by_site[site] for site in sorted(by_site)])
    return Score(
        pages=len(right),
        sites=len(by_site),
        accuracy=sum(right) / len(right),
        low=min(low, site_low),
        high=max(high, site_high),
        recall=share(by_side[True]),
        specificity=share(by_side[False]),
    )


def _folds(examples: Sequence[LabelledPage], folds: int) -> list[int]:
    """Whole sites, those with positive pages dealt out first so that each fold has its part of them."""
    positive = {example.site for example in examples if example.on_topic}
    sites = sorted({example.site for example in examples}, key=lambda s: (s not in positive, crc32(s.encode()), s))
    dealt = {site: number % folds for number, site in enumerate(sites)}
    return [dealt[example.site] for example in examples]


def share(right: Sequence[bool]) -> float | None:
    return sum(right) / len(right) if right else None


def _wilson(right: int, of: int) -> tuple[float, float]:
    share, square = right / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _bootstrap(sites: Sequence[Sequence[bool]]) -> tuple[float, float]:
    right, of = np.array([(sum(site), len(site)) for site in sites]).T
    drawn = np.random.default_rng(0).integers(len(sites), size=(_RESAMPLES, len(sites)))
    shares = right[drawn].sum(axis=1) / of[drawn].sum(axis=1)
    low, high = np.quantile(shares, [0.025, 0.975])
    return float(low), float(high)
