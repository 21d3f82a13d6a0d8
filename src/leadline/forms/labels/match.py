"""Claims and texts brought together: every pair scored, then all claims of the form solved at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from leadline.forms.labels.adjacent import adjacent
from leadline.forms.labels.assignment import assign
from leadline.forms.labels.claims import Claim, Role
from leadline.forms.labels.features import Features, features
from leadline.forms.labels.model import NOBODY, Model, probabilities
from leadline.forms.labels.sides import sides_of
from leadline.forms.labels.surroundings import Candidate, Surroundings
from leadline.forms.layout.boxes import Text

_LEAST = 1e-9
MOST_CLAIMS = 1_500
"""Claims that are solved together, about a second's work; later ones take the text right beside them."""
_BESIDE = 0.5
"""Confidence of those; set by hand."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A claim, its candidates with their features, and what speaks for none of them."""

    claim: Claim
    candidates: tuple[Candidate, ...]
    features: tuple[Features, ...]
    nobody: Features


@dataclass(frozen=True, slots=True)
class Match:
    """What a claim got."""

    claim: Claim
    text: Text | None
    confidence: float


def scored(claims: Sequence[Claim], surroundings: Surroundings) -> list[Scored]:
    """Every claim with its evidence, before any weighing."""
    sides = sides_of(claims, surroundings)
    found = []
    for claim in claims:
        candidates = surroundings.candidates(claim)
        evidence = tuple(features(claim, c, surroundings, sides[id(claim)]) for c in candidates)
        if surroundings.shown and claim.role is not Role.VALUE:
            near = adjacent(claim, candidates, surroundings)
            for candidate, weighed in zip(candidates, evidence, strict=True):
                if candidate.text.rank in near:
                    weighed[near[candidate.text.rank]] = 1.0
        found.append(Scored(claim, tuple(candidates), evidence, _nobody(surroundings)))
    return found


def _nobody(surroundings: Surroundings) -> Features:
    found = {NOBODY: 1.0}
    if len(surroundings.fillable) == 1:
        found["none of one"] = 1.0
    return found


def match(claims: Sequence[Claim], surroundings: Surroundings, model: Model) -> list[Match]:
    """The cheapest assignment under −log P; confidence is P among what the others left over, calibrated."""
    rest = [_beside(claim, surroundings) for claim in claims[MOST_CLAIMS:]]
    evidence = scored(claims[:MOST_CLAIMS], surroundings)
    chances = [_chances(one, model) for one in evidence]
    costs = [
        {c.text.rank: -log(max(p, _LEAST)) for c, p in zip(one.candidates, chance, strict=False)}
        for one, chance in zip(evidence, chances, strict=True)
    ]
    given = assign(costs, [-log(max(chance[-1], _LEAST)) for chance in chances])
    taken = {rank: number for number, rank in enumerate(given) if rank is not None}
    found = []
    for number, (one, chance) in enumerate(zip(evidence, chances, strict=True)):
        free = [
            p for c, p in zip(one.candidates, chance, strict=False) if taken.get(c.text.rank, number) == number
        ]
        total = sum(free) + chance[-1]
        text, p = None, chance[-1]
        for candidate, chance_of_it in zip(one.candidates, chance, strict=False):
            if candidate.text.rank == given[number]:
                text, p = candidate.text, chance_of_it
        found.append(Match(one.claim, text, model.calibrated(one.claim.role, p / max(total, _LEAST))))
    return found + rest


def _beside(claim: Claim, surroundings: Surroundings) -> Match:
    before, after = surroundings.sides(claim)
    text = None
    if claim.role is Role.VALUE and after:
        text = surroundings.after(claim)
    elif claim.role is Role.FIELD and before:
        text = surroundings.before(claim)
    return Match(claim, text, _BESIDE if text is not None else 0.0)


def _chances(one: Scored, model: Model) -> list[float]:
    role = one.claim.role
    return probabilities([*(model.score(role, f) for f in one.features), model.score(role, one.nobody)])
