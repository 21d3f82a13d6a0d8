"""The learned judge: P(search) and the probabilities of all kinds, from weights that ship as plain JSON."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from leadline.forms.evidence import Choosing, Evidence
from leadline.forms.kinds.features import Features, features_of
from leadline.forms.kinds.telling import told
from leadline.forms.searchable import pieces
from leadline.model.field import Judgement
from leadline.model.form import Form
from leadline.model.page import Page

KINDS = ("search", "login", "registration", "password-recovery", "mailing-list", "contact", "order", "other")
"""What the model tells apart. Nobody annotated `navigation`: it is told from `other` by what its choices are."""
_NAVIGATES = (Choosing.JUMPS, Choosing.SWITCHES)


@dataclass(frozen=True, slots=True)
class SearchModel:
    """One weighted sum. `leadline.learn` has the same, but brings numpy along, which adding up does not need."""

    bias: float
    weights: Mapping[str, float]

    def pull(self, found: Features) -> list[tuple[str, float]]:
        """What each feature adds to the score, strongest first."""
        added = ((name, self.weights[name] * value) for name, value in found.items() if name in self.weights)
        return sorted(added, key=lambda item: (-abs(item[1]), item[0]))

    def probability(self, found: Features) -> float:
        score = math.fsum((self.bias, *(added for _, added in self.pull(found))))
        return 1 / (1 + math.exp(-score)) if score > -500 else 0.0


@dataclass(frozen=True, slots=True)
class KindModel:
    """Softmax over weighted sums: one row of weights a kind."""

    kinds: tuple[str, ...]
    bias: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]

    def probabilities(self, found: Features) -> dict[str, float]:
        scores = list(self.bias)
        for name, value in found.items():
            row = self.weights.get(name)
            if row is not None:
                for i, weight in enumerate(row):
                    scores[i] += weight * value
        top = max(scores)
        grown = [math.exp(score - top) for score in scores]
        total = math.fsum(grown)
        return {kind: g / total for kind, g in zip(self.kinds, grown, strict=True)}


@cache
def _stored(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((files(__package__) / "data" / name).read_text(encoding="utf-8"))
    return found


@cache
def _search_model() -> SearchModel:
    stored = _stored("searchable.json")
    bias, weights = stored["bias"], stored["weights"]
    assert isinstance(bias, float)
    assert isinstance(weights, dict)
    return SearchModel(bias, weights)


@cache
def _kind_model() -> KindModel:
    stored = _stored("kinds.json")
    kinds, bias, weights = stored["kinds"], stored["bias"], stored["weights"]
    assert isinstance(kinds, list)
    assert isinstance(bias, list)
    assert isinstance(weights, dict)
    return KindModel(tuple(kinds), tuple(bias), {name: tuple(row) for name, row in weights.items()})


def judge(form: Form, page: Page | None = None, evidence: Evidence | None = None) -> Judgement:
    """What this form is for; `evidence` is the form, where it was read already."""
    evidence = evidence or Evidence(form)
    weighed = tuple(pieces(evidence))
    found = features_of(evidence, weighed, page)
    model = _search_model()
    kinds = _kind_model().probabilities(found)
    if evidence.choosing in _NAVIGATES:
        kinds["navigation"], kinds["other"] = kinds["other"], 0.0
    return Judgement(model.probability(found), kinds, told(evidence, weighed, model.pull(found)))
