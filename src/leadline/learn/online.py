"""Logistic regression one example at a time: what a crawl learns with while it runs.

Adagrad (Duchi, Hazan & Singer, JMLR 12, 2011): each feature has a step of its own, long while it is new and
shorter with everything it has taught, so a rare word is believed quickly and a common one slowly. Features are
names, on or off. A model may begin with the weights of another (`prior`); what it has learnt beyond them is all
its state.

>>> model = OnlineLogistic({"bias": -1.0})
>>> for _ in range(20):
...     _ = model.update(["bias", "search"], 1.0)
...     _ = model.update(["bias", "help"], 0.0)
>>> model.score(["bias", "search"]) > 1 > 0 > model.score(["bias", "help"])
True
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from leadline.learn.linear import sigmoid


class OnlineLogistic:
    """Weights by name; unknown features weigh nothing."""

    def __init__(self, prior: Mapping[str, float] | None = None, *, rate: float = 0.3, start: float = 1.0) -> None:
        self.prior = dict(prior or {})
        self._rate = rate
        self._start = start
        self._weights = dict(self.prior)
        self._squares: dict[str, float] = {}

    def score(self, features: Iterable[str]) -> float:
        """The log-odds."""
        weights = self._weights
        return math.fsum(weights[feature] for feature in features if feature in weights)

    def update(self, features: Sequence[str], target: float, importance: float = 1.0) -> float:
        """Take in one example; how sure the model was before."""
        before = sigmoid(self.score(features))
        slope = importance * (target - before)
        for feature in features:
            squares = self._squares[feature] = self._squares.get(feature, 0.0) + slope * slope
            step = self._rate * slope / math.sqrt(self._start + squares)
            self._weights[feature] = self._weights.get(feature, 0.0) + step
        return before

    def why(self, features: Iterable[str]) -> list[tuple[str, float]]:
        """The weights that make a score, heaviest first."""
        pull = {feature: self._weights[feature] for feature in features if feature in self._weights}
        return sorted(pull.items(), key=lambda item: (-abs(item[1]), item[0]))

    def state(self) -> dict[str, Any]:
        return {feature: [self._weights[feature], squares] for feature, squares in self._squares.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._weights = self.prior | {feature: kept[0] for feature, kept in state.items()}
        self._squares = {feature: kept[1] for feature, kept in state.items()}
