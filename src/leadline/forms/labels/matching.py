"""Claims and texts brought together: every pair scored by learned weights, then all of a form solved at once.

`Model` holds the weights of `features`, learned from pages whose authors linked labels to fields
(leadline_bench.training.labels): a multinomial logit for each role, P(text) ∝ exp(Σ weight · feature) among the
candidates of a claim and "none of them". The file is plain JSON; `labels.md` beside it is its card.

`assign` is a minimum-cost assignment: two claims never share a text, and any may go without one. Shortest
augmenting paths over the few texts near each claim (Jonker & Volgenant, 1987, on a sparse matrix). Every claim has
a private way out at the cost of no label, so a path always ends. Claims compete only with their neighbours, so
paths are short and the time is near linear in the number of claims.

>>> assign([{0: 1.0, 1: 5.0}, {0: 2.0, 1: 9.0}], [8.0, 8.0])
[1, 0]
>>> assign([{0: 1.0}, {0: 2.0}], [3.0, 3.0])
[0, None]
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from importlib.resources import files
from math import exp, log

from leadline.forms.labels.claims import Claim, Role
from leadline.forms.labels.features import Features, features
from leadline.forms.labels.hiwe import adjacent
from leadline.forms.labels.surroundings import Candidate, Surroundings, sides_of
from leadline.forms.layout.boxes import Text

Costs = Sequence[Mapping[int, float]]


def assign(costs: Costs, without: Sequence[float]) -> list[int | None]:
    """For each claim the number of its text, or None; `without` is the cost of having none."""
    # Texts are numbered from 0; −1 − i is the way out of claim i.
    rows = [{**row, -1 - i: without[i]} for i, row in enumerate(costs)]
    owner: dict[int, int] = {}
    held: dict[int, int] = {}
    price: dict[int, float] = {}
    for claim in range(len(costs)):
        _augment(claim, rows, owner, held, price)
    return [text if (text := held[claim]) >= 0 else None for claim in range(len(costs))]


def _augment(
    claim: int, costs: Costs, owner: dict[int, int], held: dict[int, int], price: dict[int, float]
) -> None:
    """Give one more claim a text along the cheapest path of exchanges."""
    distance: dict[int, float] = {}
    reached_from: dict[int, int] = {}
    passed: list[int] = []
    done: set[int] = set()
    heap: list[tuple[float, int]] = []
    row, base = claim, 0.0
    while True:
        for text, cost in costs[row].items():
            length = base + cost - price.get(text, 0.0)
            if text not in done and length < distance.get(text, float("inf")):
                distance[text], reached_from[text] = length, row
                heappush(heap, (length, text))
        while heap and heap[0][1] in done:
            heappop(heap)
        length, text = heappop(heap)
        done.add(text)
        if text not in owner:
            break
        passed.append(text)
        row = owner[text]
        base = length - (costs[row][text] - price.get(text, 0.0))
    for other in passed:
        price[other] = price.get(other, 0.0) + distance[other] - length
    # Walk the path back: each claim on it lets go of its text for the one it was reached through.
    while (row := reached_from[text]) != claim:
        freed = held[row]
        owner[text], held[row] = row, text
        text = freed
    owner[text], held[claim] = claim, text


NOBODY = "none"  # the feature of having no label


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by role and feature, and the line that turns a logit into a calibrated one."""

    weights: Mapping[Role, Mapping[str, float]]
    calibration: Mapping[Role, tuple[float, float]]  # offset and slope

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


@cache
def shipped() -> Model:
    """The model that comes with Leadline."""
    stored = json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8"))
    weights = {Role(role): given for role, given in stored["weights"].items()}
    lines = {Role(role): (given["offset"], given["slope"]) for role, given in stored["calibration"].items()}
    return Model(weights, lines)


_LEAST = 1e-9
MOST_CLAIMS = 1_500
"""Claims that are solved together, about a second's work; later ones take the text right beside them."""
_BESIDE = 0.5  # confidence of those; set by hand


@dataclass(frozen=True, slots=True)
class Scored:
    """A claim, its candidates with their features, and what speaks for none of them."""

    claim: Claim
    candidates: tuple[Candidate, ...]
    features: tuple[Features, ...]
    nobody: Features


@dataclass(frozen=True, slots=True)
class Match:
    claim: Claim
    text: Text | None
    confidence: float


def scored(claims: Sequence[Claim], surroundings: Surroundings) -> list[Scored]:
    """Every claim with its evidence, before any weighing."""
    sides = sides_of(claims, surroundings)
    nobody = {NOBODY: 1.0, "none of one": 1.0} if len(surroundings.fillable) == 1 else {NOBODY: 1.0}
    found = []
    for claim in claims:
        candidates = surroundings.candidates(claim)
        evidence = tuple(features(claim, c, surroundings, sides[id(claim)]) for c in candidates)
        if surroundings.shown and claim.role is not Role.VALUE:
            near = adjacent(claim, candidates, surroundings)
            for candidate, weighed in zip(candidates, evidence, strict=True):
                if candidate.text.rank in near:
                    weighed[near[candidate.text.rank]] = 1.0
        found.append(Scored(claim, tuple(candidates), evidence, nobody))
    return found


def match(claims: Sequence[Claim], surroundings: Surroundings, model: Model) -> list[Match]:
    """The cheapest assignment under −log P; confidence is P among what the others left over, calibrated."""
    rest = [_beside(claim, surroundings) for claim in claims[MOST_CLAIMS:]]
    evidence = scored(claims[:MOST_CLAIMS], surroundings)
    chances = [_chances(one, model) for one in evidence]
    costs = [{rank: -log(max(p, _LEAST)) for rank, p in texts.items()} for texts, _ in chances]
    given = assign(costs, [-log(max(nobody, _LEAST)) for _, nobody in chances])
    owner = {rank: number for number, rank in enumerate(given) if rank is not None}
    found = []
    for number, (one, (texts, nobody)) in enumerate(zip(evidence, chances, strict=True)):
        free = sum(p for rank, p in texts.items() if owner.get(rank, number) == number)
        text = next((c.text for c in one.candidates if c.text.rank == given[number]), None)
        p = nobody if text is None else texts[text.rank]
        found.append(Match(one.claim, text, model.calibrated(one.claim.role, p / max(free + nobody, _LEAST))))
    return found + rest


def _beside(claim: Claim, surroundings: Surroundings) -> Match:
    before, after = surroundings.beside(claim)
    text = after if claim.role is Role.VALUE else before if claim.role is Role.FIELD else None
    return Match(claim, text, _BESIDE if text is not None else 0.0)


def _chances(one: Scored, model: Model) -> tuple[dict[int, float], float]:
    """How likely each text is the label of a claim, by rank, and how likely none is."""
    scores = [model.score(one.claim.role, found) for found in (*one.features, one.nobody)]
    *found, nobody = probabilities(scores)
    return {c.text.rank: p for c, p in zip(one.candidates, found, strict=True)}, nobody
