"""Logistic regression one example at a time: what a crawl learns with while it runs.

Each weight is a Gaussian belief, a mean and a variance, and an example moves all the weights it has by as much as
is uncertain of each (assumed-density filtering, the extended Kalman filter of the logistic model; Chapelle & Li,
NIPS 2011, keep the same beliefs in batches). A rare word is believed quickly and a common one slowly, and thirty
words of one link share one lesson. Adagrad was tried first: there every word of a link takes a whole step, and
what is rare, as forms are, is unlearnt within a hundred pages that have none.

Features are names, on or off. A model may begin with the beliefs of another (`prior`); what it has learnt beyond
them is all its state.

>>> model = BayesianLogistic({"bias": (-1.0, 0.5)}, variance=0.5)
>>> for _ in range(20):
...     model.update(["bias", "search"], 1.0)
...     model.update(["bias", "help"], 0.0)
>>> model.score(["bias", "search"]) > 1 > 0 > model.score(["bias", "help"])
True
"""

import json
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, repeat
from typing import Any

Belief = tuple[float, float]
"""Mean and variance of a weight."""
Beliefs = Mapping[str, Mapping[str, Belief]]
"""Of several models."""
_LATELY = 64
"""Examples of which is kept what they changed: some more than a page brings."""


class BayesianLogistic:
    """Weights by name; features never met weigh nothing, and may yet weigh anything."""

    def __init__(self, prior: Mapping[str, Belief], *, variance: float) -> None:
        """`variance`: of the weight of a feature that nothing is known about."""
        self._prior = prior
        self._unknown = variance
        self._means = {feature: mean for feature, (mean, _) in prior.items()}
        self._variances: dict[str, float] = {}
        """Of the weights that were learnt here."""
        self.version = 0
        """How often weights may have changed."""
        self._lately: deque[Sequence[str]] = deque(maxlen=_LATELY)
        """Features of the last examples."""

    def score(self, features: Iterable[str], known: float = 0.0) -> float:
        """The log-odds, beyond those of features that were added up before."""
        return sum(filter(None, map(self._means.get, features)), known)

    def weight(self, feature: str) -> float:
        return self._means.get(feature, 0.0)

    def weights(self, features: Iterable[str]) -> Iterator[float]:
        """What each feature adds to the log-odds."""
        return map(self._means.get, features, repeat(0.0))

    def uncertainty(self, features: Iterable[str]) -> float:
        """The variance of the log-odds."""
        return sum(map(self._variance, features))

    def update(self, features: Sequence[str], target: float, importance: float = 1.0) -> None:
        """Take in one example."""
        self.version += 1
        self._lately.append(features)
        believed = 1.0 / (1.0 + math.exp(-max(-30.0, self.score(features))))
        told = importance * believed * (1.0 - believed)
        means, known = self._means, self._variances
        learnt = list(map(known.get, features))
        variances = [
            self._variance(feature) if variance is None else variance
            for feature, variance in zip(features, learnt, strict=True)
        ]
        shared = 1.0 + told * sum(variances)
        step = importance * (target - believed) / shared
        for feature, variance in zip(features, variances, strict=True):
            means[feature] = means.get(feature, 0.0) + variance * step
            known[feature] = variance - told * variance * variance / shared

    def changed_since(self, version: int) -> Iterable[str] | None:
        """Features whose weights may have changed since that version; None where that is long ago."""
        lessons = self.version - version
        return chain(*islice(reversed(self._lately), lessons)) if lessons <= len(self._lately) else None

    def _variance(self, feature: str) -> float:
        known = self._variances.get(feature)
        if known is None:
            return self._prior[feature][1] if feature in self._prior else self._unknown
        return known

    def why(self, features: Iterable[str]) -> list[tuple[str, float]]:
        """The weights that make a score, heaviest first."""
        pull = {feature: self._means[feature] for feature in features if feature in self._means}
        return sorted(pull.items(), key=lambda item: (-abs(item[1]), item[0]))

    def heaviest(self, most: int) -> dict[str, Belief]:
        """The weights that are surest to matter: far from nothing, in deviations."""
        known = sorted(
            self.beliefs().items(), key=lambda item: (-abs(item[1][0]) / math.sqrt(item[1][1]), item[0])
        )
        return {name: (round(mean, 3), round(variance, 4)) for name, (mean, variance) in known[:most]}

    def beliefs(self) -> dict[str, Belief]:
        """All that is believed, the prior included."""
        return {feature: (mean, self._variance(feature)) for feature, mean in self._means.items()}

    def state(self) -> dict[str, Any]:
        return {feature: [self._means[feature], variance] for feature, variance in self._variances.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._means = {feature: mean for feature, (mean, _) in self._prior.items()}
        self._means |= {feature: kept[0] for feature, kept in state.items()}
        self._variances = {feature: kept[1] for feature, kept in state.items()}
        self.version += 1
        self._lately.clear()


def read_beliefs(text: str) -> Beliefs:
    """The beliefs of several models, from JSON."""
    return {model: {name: (b[0], b[1]) for name, b in kept.items()} for model, kept in json.loads(text).items()}


def log_p(score: float) -> float:
    """log P from log-odds."""
    return -math.log1p(math.exp(-score)) if score > -30 else score
