"""Patterns as numbers: many of them scored at once, again and again, while the weights of a model change.

A pattern is a text of features with spaces between. Taking it apart and looking each feature up costs four times
as much as adding its weights up, and it holds the same features each time; so their numbers are kept. Sums are
taken in the order of the features, as `BayesianLogistic.score` takes them.

>>> from leadline.learn.online import BayesianLogistic
>>> model = BayesianLogistic({"bias": (-1.0, 0.5), "search": (2.5, 0.5)}, variance=0.5)
>>> EncodedPatterns().scores(["bias search", "bias help", "help"], model)
[[1.5, -1.0, 0.0]]
"""

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from leadline.learn.online import BayesianLogistic

_MOST = 1 << 17
"""Patterns that are kept: some 50 MB. A crawl with more of them waiting takes most of them apart each time: about
what scoring them one by one costs."""
_BYTES = array("i").itemsize


class EncodedPatterns:
    """A cache of a pure function of patterns, and the weights of models beside it."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._numbers = _Numbers()
        self._encoded: dict[str, bytes] = {}
        self._weights: dict[BayesianLogistic, tuple[int, array[float]]] = {}
        """With the version of the model that they are of."""

    def scores(self, patterns: Sequence[str], *models: BayesianLogistic) -> list[list[float]]:
        """For each model the log-odds of each pattern."""
        return [found.tolist() for found in self.arrays(patterns, *models)]

    def arrays(self, patterns: Sequence[str], *models: BayesianLogistic) -> list[NDArray[np.float64]]:
        """The same for who goes on to count with them."""
        if not patterns:
            return [np.empty(0) for _ in models]
        if len(self._encoded) + len(patterns) > self._most:
            # As a whole: an order of use would cost more on every look-up than it saves.
            self._numbers, self._encoded, self._weights = _Numbers(), {}, {}
        known = self._encoded
        rows = [known.get(pattern) or self._encode(pattern) for pattern in patterns]
        features = np.frombuffer(b"".join(rows), np.intc)
        which = np.repeat(np.arange(len(rows)), np.fromiter(map(len, rows), int, len(rows)) // _BYTES)
        weights = (np.frombuffer(self._weights_of(model))[features] for model in models)
        return [np.asarray(np.bincount(which, each, len(rows)), float) for each in weights]

    def _encode(self, pattern: str) -> bytes:
        made = array("i", map(self._numbers.__getitem__, pattern.split(" "))).tobytes()
        self._encoded[pattern] = made
        return made

    def _weights_of(self, model: BayesianLogistic) -> "array[float]":
        version, weights = self._weights.get(model, (-1, array("d")))
        changed = model.changed_since(version)
        if changed is None:
            weights, changed = array("d"), ()
        names = self._numbers.names
        for feature in changed:
            number = self._numbers.get(feature, len(weights))
            if number < len(weights):  # newer ones are read with the others below
                weights[number] = model.weight(feature)
        weights.extend(model.weights(names[len(weights) :]))
        self._weights[model] = model.version, weights
        return weights


class _Numbers(dict[str, int]):
    """Feature → its number, by when it was met."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __missing__(self, feature: str) -> int:
        found = self[feature] = len(self.names)
        self.names.append(feature)
        return found
