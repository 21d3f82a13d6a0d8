"""The weights of `features`, learned from pages whose authors linked labels to fields (`leadline_bench.training`).

A multinomial logit for each role: among its candidates and "none of them", P(text) ∝ exp(Σ weight · feature). The
file is plain JSON; `labels.md` beside it is its card: data, hashes, scores on sites not trained on.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log

from leadline.forms.labels.claims import Role

NOBODY = "none"
"""The feature of having no label."""


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by role and feature, and the line that turns a logit into a calibrated one."""

    weights: Mapping[Role, Mapping[str, float]]
    calibration: Mapping[Role, tuple[float, float]]
    """Offset and slope."""

    def score(self, role: Role, found: Mapping[str, float]) -> float:
        weights = self.weights[role]
        return sum(weights.get(name, 0.0) * value for name, value in found.items())

    def calibrated(self, role: Role, probability: float) -> float:
        offset, slope = self.calibration[role]
        bounded = min(max(probability, 1e-6), 1 - 1e-6)
        return 1 / (1 + exp(-(offset + slope * log(bounded / (1 - bounded)))))


def probabilities(scores: Sequence[float]) -> list[float]:
    """Softmax.

    >>> probabilities([1.0, 1.0])
    [0.5, 0.5]
    """
    highest = max(scores)
    raised = [exp(score - highest) for score in scores]
    total = sum(raised)
    return [value / total for value in raised]


def model_from(document: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Model:
    """The model in a parsed file."""
    weights = {Role(role): dict(given) for role, given in document["weights"].items()}
    lines = {Role(role): (given["offset"], given["slope"]) for role, given in document["calibration"].items()}
    return Model(weights, lines)


@cache
def shipped() -> Model:
    """The model that comes with Leadline."""
    text = files("leadline.forms.labels").joinpath("weights.json").read_text(encoding="utf-8")
    return model_from(json.loads(text))
