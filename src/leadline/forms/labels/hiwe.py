"""HiWE's own rule (section 5.1), and the naive one: what ours is measured against, on the same layout.

HiWE: of the texts visually adjacent to the left, above, to the right and below (the nearest by distance between
centres, at most six words, no other widget between **(ours)**), those on the right and below are dropped if there
is one on the left or above; of two that are left the bold or larger one wins. The paper then draws lots; here the
nearer one wins, then the left one **(ours)**. "An analogous heuristic" finds the text of a radio or checkbox: it
can only be the text beside it, so a text on its line beats one above or below, and right beats left **(ours)**.

Naive: the text that stands before a control in the source, whatever lies between.

Where a browser laid the page out, adjacency is seen, and ours takes it as evidence too (`adjacent`). Rough
geometry is a guess that the source has to confirm, and so it was weighed in training: no page of the training data
was rendered. What is shown needs no such confirmation: a list of labels in one element and a list of fields in
another are rows to a reader. Weights of these two features are therefore set by hand
(`leadline_bench.forms.label_training`).
"""

from collections.abc import Iterable
from math import hypot

from leadline.forms.labels.claims import Claim, Role
from leadline.forms.labels.surroundings import Candidate, Surroundings
from leadline.forms.layout.boxes import Text, Widget

MOST_WORDS = 6


def hiwe_text(claim: Claim, surroundings: Surroundings) -> Text | None:
    """The text HiWE takes for the label of a claim."""
    nearest: dict[str, tuple[float, Text]] = {}
    for text in surroundings.near(claim):
        if len(text.words.split()) > MOST_WORDS:
            continue
        side, distance = direction(claim, text), _between_centres(claim, text)
        if side and (side not in nearest or distance < nearest[side][0]):
            nearest[side] = (distance, text)
    for side, (_, text) in list(nearest.items()):
        if any(lies_between(widget, claim, text, side) for widget in surroundings.widgets_near(claim)):
            del nearest[side]
    of_value = claim.role is Role.VALUE
    preferred = (("right", "left"), ("above", "below")) if of_value else (("left", "above"), ("right", "below"))
    for pair in preferred:
        found = [nearest[side] for side in pair if side in nearest]
        if found and of_value:
            return found[0][1]
        if found:  # of equal ones the first
            return min(found, key=lambda entry: (-entry[1].style.size, -entry[1].style.bold, entry[0]))[1]
    return None


def direction(claim: Claim, text: Text) -> str:
    """Where a text lies if straight in a horizontal or vertical direction, else nothing."""
    overlap = min(claim.bottom, text.bottom) - max(claim.top, text.top)
    if overlap >= 0.4 * min(text.height, claim.bottom - claim.top):
        return "left" if text.left < claim.left else "right"
    if min(claim.right, text.right) > max(claim.left, text.left):
        return "above" if text.top < claim.top else "below"
    return ""


def lies_between(widget: Widget, claim: Claim, text: Text, side: str) -> bool:
    """Whether a widget parts the two: then they are not visually adjacent."""
    if side in ("left", "right"):
        beside = min(widget.bottom, claim.bottom) > max(widget.top, claim.top)
        begin, end = (text.left, claim.left) if side == "left" else (claim.right, text.right)
        return beside and begin <= widget.left and widget.right <= end
    in_column = min(widget.right, claim.right) > max(widget.left, claim.left)
    begin, end = (text.top, claim.top) if side == "above" else (claim.bottom, text.bottom)
    return in_column and begin <= widget.top and widget.bottom <= end


def _between_centres(claim: Claim, text: Text) -> float:
    across = (claim.left + claim.right - text.left - text.right) / 2
    down = (claim.top + claim.bottom - text.top - text.bottom) / 2
    return hypot(across, down)


LEFT, ABOVE = "shown right beside", "shown right above"
_FARTHEST = {"left": 200.0, "above": 40.0}  # pixels between a label and its field
_NAMES = {"left": LEFT, "above": ABOVE}


def adjacent(claim: Claim, candidates: Iterable[Candidate], surroundings: Surroundings) -> dict[int, str]:
    """By rank of a text, what it is to a claim: the nearest on the left and above with no widget in between."""
    nearest: dict[str, tuple[float, int]] = {}
    for candidate in candidates:
        text = candidate.text
        side = direction(claim, text)
        distance = claim.left - text.right if side == "left" else claim.top - text.bottom
        if side not in _NAMES or distance > _FARTHEST[side] or (side in nearest and distance >= nearest[side][0]):
            continue
        if not any(lies_between(widget, claim, text, side) for widget in surroundings.widgets_near(claim)):
            nearest[side] = (distance, text.rank)
    return {rank: _NAMES[side] for side, (_, rank) in nearest.items()}
