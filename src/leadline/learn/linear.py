"""Logistic regression: a weighted sum of features, squeezed into a probability.

- `LinearModel`  what was learned: term → weight and a bias. Frozen, plain data, adds up with another.
- `fit`          all examples at once, around a prior model: minimises the weighted log loss plus
                 strength/2 · |w − prior|². Words nobody showed an example of keep their prior weight.
                 Accelerated gradient descent (Nesterov, *A method of solving a convex programming problem*,
                 1983): the loss is convex and the start is the prior, so nothing in it is random.

>>> model = fit([{"car": 1.0}, {"book": 1.0}], [True, False], strength=0.01)
>>> [round(p, 2) for p in model.probability([{"car": 1.0}, {"book": 1.0}, {}])]
[0.94, 0.06, 0.5]
>>> model.why({"car": 1.0, "book": 0.5})[0][0]
'car'
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from leadline.learn.features import Numbers, SparseRows, Weights, rows

VERSION = 1


@dataclass(frozen=True, slots=True)
class LinearModel:
    """score = bias + Σ weight · feature; P = 1/(1 + e^−score)."""

    weights: Weights = field(default_factory=lambda: MappingProxyType({}))
    bias: float = 0.0

    def score(self, features: Weights) -> float:
        weights = self.weights
        return math.fsum([self.bias, *(weights[t] * x for t, x in features.items() if t in weights)])

    def probability(self, batch: Sequence[Weights]) -> list[float]:
        return [sigmoid(self.score(features)) for features in batch]

    def why(self, features: Weights) -> list[tuple[str, float]]:
        """What each feature added to the score, strongest first."""
        pull = ((term, self.weights[term] * x) for term, x in features.items() if term in self.weights)
        return sorted(pull, key=lambda item: (-abs(item[1]), item[0]))

    def __add__(self, other: "LinearModel") -> "LinearModel":
        """The model whose score is the sum of both."""
        return self._combined(other, 1.0)

    def __sub__(self, other: "LinearModel") -> "LinearModel":
        """What has to be added to `other` to get this one."""
        return self._combined(other, -1.0)

    def _combined(self, other: "LinearModel", sign: float) -> "LinearModel":
        weights = dict(self.weights)
        for term, weight in other.weights.items():
            weights[term] = weights.get(term, 0.0) + sign * weight
        return LinearModel(weights, self.bias + sign * other.bias)

    def rounded(self, digits: int = 4) -> "LinearModel":
        """Fewer digits and no zeros: what is worth storing."""
        kept = ((term, round(weight, digits)) for term, weight in sorted(self.weights.items()))
        return LinearModel({term: weight for term, weight in kept if weight}, round(self.bias, digits))

    def to_dict(self) -> dict[str, Any]:
        weights = dict(sorted(self.weights.items()))
        return {"model": "linear", "version": VERSION, "bias": self.bias, "weights": weights}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        if stored.get("model") != "linear" or stored.get("version") != VERSION:
            raise ValueError(f"not a linear model of version {VERSION}: {stored.get('model')!r}")
        return cls({str(t): float(w) for t, w in stored["weights"].items()}, float(stored["bias"]))


def fit(
    documents: Sequence[Weights],
    labels: Sequence[bool],
    *,
    importance: Sequence[float] | None = None,
    terms: Sequence[str] | None = None,
    prior: LinearModel | None = None,
    strength: float = 1e-4,
    bias_strength: float = 0.0,
    steps: int = 200,
) -> LinearModel:
    """The model nearest to `prior` that explains the labels.

    `importance` are the examples' weights (equal by default; they need not add up to anything); `terms` the
    features that may be learned, all by default. The prior's own terms are always among them. The bias is free
    by default; with `bias_strength` it is held, too, for a prior whose threshold is known to be right."""
    prior = prior or LinearModel()
    chosen = set(terms) if terms is not None else {term for document in documents for term in document}
    table = rows(documents, sorted(chosen | prior.weights.keys()))
    start = np.array([*(prior.weights.get(term, 0.0) for term in table.terms), prior.bias])
    weight = np.ones(len(table)) if importance is None else np.asarray(importance, dtype=np.float64)
    if len(table) and weight.sum() > 0:
        truth = np.asarray(labels, dtype=np.float64)
        hold = np.append(np.full(len(table.terms), strength), bias_strength)
        found = _descend(table, truth, weight / weight.sum(), start, hold, steps)
    else:
        found = start
    return LinearModel(dict(zip(table.terms, found[:-1].tolist(), strict=True)), float(found[-1]))


def _descend(
    table: SparseRows, truth: Numbers, weight: Numbers, start: Numbers, hold: Numbers, steps: int
) -> Numbers:
    # The curvature of the log loss is at most a quarter of the largest squared row, the bias's 1 included.
    squares = replace(table, values=table.values**2)
    longest = float(np.max(squares.dot(np.ones(len(table.terms))))) + 1.0
    step = 1.0 / (0.25 * longest + float(hold.max()))
    here = start.copy()
    motion = np.zeros_like(here)
    for turn in range(steps):
        ahead = here + motion * (turn / (turn + 3))
        # 1/(1 + e^−score), written so that no score overflows.
        error = weight * (0.5 * (1.0 + np.tanh(0.5 * (table.dot(ahead[:-1]) + ahead[-1]))) - truth)
        slope = np.append(table.transposed_dot(error), error.sum()) + hold * (ahead - start)
        landed = ahead - step * slope
        motion = landed - here
        here = landed
    return here


def sigmoid(score: float) -> float:
    """1/(1 + e^−score), for any score."""
    if score >= 0:
        return 1.0 / (1.0 + math.exp(-score))
    grown = math.exp(score)
    return grown / (1.0 + grown)
