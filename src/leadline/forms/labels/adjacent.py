"""Texts right beside a field or right above it on a real screen: where a browser laid the page out, that is seen.

Rough geometry is a guess that the source has to confirm, and so it was weighed in training: no page of the
training data was rendered. What is shown needs no such confirmation: a list of labels in one element and a list of
fields in another are rows to a reader. Weights of these two features are therefore set by hand
(`bench.forms.label_training`).
"""

from collections.abc import Iterable

from leadline.forms.labels.claims import Claim
from leadline.forms.labels.hiwe import direction, lies_between
from leadline.forms.labels.surroundings import Candidate, Surroundings

LEFT, ABOVE = "shown right beside", "shown right above"
_FARTHEST = {"left": 200.0, "above": 40.0}
"""Pixels between a label and its field."""
_NAMES = {"left": LEFT, "above": ABOVE}


def adjacent(claim: Claim, candidates: Iterable[Candidate], surroundings: Surroundings) -> dict[int, str]:
    """By rank of a text, what it is to a claim: the nearest on the left and above with no widget in between."""
    nearest: dict[str, tuple[float, int]] = {}
    for candidate in candidates:
        text = candidate.text
        side = direction(claim, text)
        away = claim.left - text.right if side == "left" else claim.top - text.bottom
        if side not in _NAMES or away > _FARTHEST[side] or away >= nearest.get(side, (_FARTHEST[side] + 1, 0))[0]:
            continue
        if not any(lies_between(widget, claim, text, side) for widget in surroundings.widgets_near(claim)):
            nearest[side] = (away, text.rank)
    return {rank: _NAMES[side] for side, (_, rank) in nearest.items()}
