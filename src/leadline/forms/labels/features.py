"""What speaks for a text as the label of a claim, as named numbers that a linear model weighs (`model`).

Geometry (side, gaps, rows and columns of tables), structure (how much else stands in the smallest element around
the two), the text itself (length, punctuation, looks) and its likeness to the internal name: the evidence of HiWE
section 5.1, OPAL's scopes and LabelEx's features in one list.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import log1p

from leadline.forms.labels.claims import Claim, Role, likeness, says_end
from leadline.forms.labels.surroundings import Candidate, Sides, Surroundings
from leadline.forms.layout.boxes import Box, Display, Text, Widget
from leadline.forms.layout.source import boxes_around
from leadline.forms.types.together import without_end
from leadline.lexicon.phrases import says, vocabulary

_NOTES = vocabulary("fields", "notes")
Features = dict[str, float]
_GRID = frozenset({Display.TABLE, Display.ROWS, Display.ROW, Display.CELL})
_PASSED = ("before widgets between", "before texts between")
"""What the other columns put between a field and the head of its own: no reason against it."""
_MANY = 50  # others in scope from which on more of them make no difference
_SIGNS = " *:.…"
_COLUMN = 30.0
_ALIGNED = 10.0


def features(claim: Claim, candidate: Candidate, surroundings: Surroundings, sides: Sides) -> Features:
    """The active features of one pair."""
    found: Features = dict(_looks(candidate.text))
    _order(claim, candidate, surroundings, sides, found)
    side = side_of(claim, candidate.text)
    found[side] = 1.0
    _gaps(claim, candidate.text, side, found)
    _structure(claim, candidate, found)
    if _is_option(claim, candidate.text.words):
        found["shown option"] = 1.0
    if claim.role is Role.GROUP and _names_a_part(claim, candidate):
        found["names a part"] = 1.0
    if claim.hints:
        found["name"] = likeness(claim.hints, candidate.text.words)
    return found


def _names_a_part(claim: Claim, candidate: Candidate) -> bool:
    """Whether a text is that of one end or part: by nothing but such words, or by one at its edge ("Price from").

    A text further off that has one ("Max. mileage" before "from" and "to") still is the label of a range."""
    text = candidate.text.words
    return says_end(text) or (claim.range and candidate.texts_between == 0 and without_end(text) != text)


def _is_option(claim: Claim, text: str) -> bool:
    """Scripts draw a select again as text, with what is chosen in it."""
    options = claim.controls[0].options
    return bool(options) and any(option.label.strip(_SIGNS) == text.strip(_SIGNS) for option in options[:20])


def side_of(claim: Claim, text: Text) -> str:
    """Where the text lies as seen from the claim."""
    overlap = min(claim.bottom, text.bottom) - max(claim.top, text.top)
    if overlap >= 0.4 * min(text.height, claim.bottom - claim.top):
        # Style sheets lay a label over its empty field, where it begins: it is read first.
        within = len(claim.widgets) == 1 and text.right <= claim.right
        return "left" if text.left < claim.left or within else "right"
    beside = text.left < claim.right + _COLUMN and text.right > claim.left - _COLUMN
    if text.top < claim.top:
        return "above" if beside else "above-aside"
    return "below" if beside else "below-aside"


def _order(claim: Claim, candidate: Candidate, surroundings: Surroundings, sides: Sides, found: Features) -> None:
    side = "before" if candidate.before else "after"
    text = candidate.text
    if candidate.widgets_between == 0:
        if candidate.texts_between == 0:
            found[f"{side} next"] = 1.0
        else:
            found[f"{side} in reach"] = 1.0
            found[f"{side} texts between"] = min(candidate.texts_between, 4)
        _as_kin(text, side, sides, found)
        # A comma parts what belongs together: "by [ ] author, [ ] title", or "author [ ], title [ ]".
        if text.words[0] in ",;":
            found[f"{side}, begins with a comma"] = 1.0
        if text.words[-1] in ",;":
            found[f"{side}, ends with a comma"] = 1.0
        if not candidate.before and _is_note(text) and (other := surroundings.beside(claim)[0]) is not None:
            found["note after a text before"] = float(not _is_note(other))
    else:
        found[f"{side} widgets between"] = min(candidate.widgets_between, 4)
        found[f"{side} texts between"] = min(candidate.texts_between, 4)
    if candidate.before:
        earlier = surroundings.previous_widget(text)
        if earlier is not None and _beside(earlier, text):
            found["beside an earlier widget"] = 1.0
    else:
        later = surroundings.next_widget(text)
        if later is not None and later not in claim.widgets and _beside(later, text):
            found["beside a later widget"] = 1.0
        if later is None:
            found["after the last widget"] = 1.0


def _as_kin(text: Text, side: str, sides: Sides, found: Features) -> None:
    """Whether the text stands where those of the kin stand, and looks as they do."""
    sign = 1.0 if side == "after" else -1.0
    found[f"{side} share"] = sides.share
    if sides.named:
        found[f"{side} named"] = sign * sides.named
    if sides.complete == side:
        found[f"{side} complete"] = 1.0
    if sides.alike:
        found[f"{side} alike"] = sign * sides.alike
    if sides.labels_look == (side, text.style.look):
        found[f"{side} like labels of fields"] = 1.0
    if (nearby := sides.nearby) is not None:
        agrees = (nearby.complete == side) - (nearby.complete not in ("", side))
        found[f"{side} nearby"] = sign * nearby.alike + agrees


def _is_note(text: Text) -> bool:
    return text.style.purpose < 0 or not _reads(text.words).keys().isdisjoint(("note", "bracket"))


def _beside(widget: Widget, text: Text) -> bool:
    return min(widget.bottom, text.bottom) - max(widget.top, text.top) >= 0.4 * text.height


def _gaps(claim: Claim, text: Text, side: str, found: Features) -> None:
    across = max(0.0, claim.left - text.right, text.left - claim.right)
    down = max(0.0, claim.top - text.bottom, text.top - claim.bottom)
    if side in ("left", "right"):
        found[f"{side} gap"] = log1p(across / 20.0)
    else:
        found[f"{side} gap"] = log1p(down / 20.0)
        found["aside gap"] = log1p(across / 20.0)
    if abs(text.left - claim.left) < _ALIGNED:
        found["aligned"] = 1.0


def _structure(claim: Claim, candidate: Candidate, found: Features) -> None:
    text = candidate.text
    mine = {id(box): level for level, box in enumerate(claim.around)}
    shared: Box | None = None
    steps = 0
    owner: Box | None = None
    for box in boxes_around(text):
        if owner is None and box.widgets:
            owner = box
        if id(box) in mine:
            shared = box
            break
        steps += box.display not in _GRID
    if shared is None:
        return
    steps += sum(box.display not in _GRID for box in claim.around[: mine[id(shared)]])
    side = "before" if candidate.before else "after"
    others = shared.widgets - len(claim.widgets)
    found[f"{side} alone in scope" if others <= 0 else f"{side} shared scope"] = 1.0
    if others > 0:
        found["others in scope"] = log1p(min(others, _MANY))
    else:
        found["texts in scope"] = log1p(shared.texts - 1)
    found["steps up"] = log1p(steps)
    if owner is not shared:
        found["in another's scope"] = 1.0
    _cells(claim, text, shared, found)
    near = candidate.before and candidate.widgets_between == 0
    if near and shared.tag == "dl" and any(box.tag == "dt" for box in boxes_around(text)):
        found["term"] = 1.0


def _cells(claim: Claim, text: Text, shared: Box, found: Features) -> None:
    """Rows and columns, where the smallest box around both is a row or a table."""
    own, other = _cell_below(claim.around, shared), _cell_below(boxes_around(text), shared)
    if own is not None and other is not None and own is not other:
        if own.row == other.row:
            found["cell to the left" if other.column < own.column else "cell to the right"] = 1.0
            if other.widgets:
                found["cell with another widget"] = 1.0
        elif other.column <= own.column < other.column + other.columns and other.row < own.row:
            found["cell above"] = 1.0
            for name in _PASSED:
                found.pop(name, None)
            if other.tag == "th":
                found["head cell"] = 1.0
                found.pop("bold", None)
            if own.row - other.row > 1:
                found["rows between"] = log1p(own.row - other.row - 1)
        elif own.column <= other.column < own.column + own.columns and other.row == own.row + 1:
            found["cell below"] = 1.0
        else:
            found["another row"] = 1.0
    elif shared.display is Display.CELL:
        found["same cell"] = 1.0


def _cell_below(boxes: Iterable[Box], shared: Box) -> Box | None:
    """The outermost cell on the way up to the shared box."""
    found: Box | None = None
    for box in boxes:
        if box is shared:
            return found
        if box.display is Display.CELL:
            found = box
    return None


def _looks(text: Text) -> Features:
    style = text.style
    signs = {
        "bold": style.bold, "large": style.size > 0, "small": style.size < 0, "link": style.link,
        "label tag": style.label, "legend": style.legend,
        "caption class": style.purpose > 0, "note class": style.purpose < 0,
    }  # fmt: skip
    return {**_reads(text.words), **{name: 1.0 for name, is_there in signs.items() if is_there}}


@lru_cache(maxsize=8_192)
def _reads(text: str) -> Features:
    """What the wording alone says; kept, because every text is read for several claims."""
    count, end = len(text.split()), text.rstrip(" *")[-1:]
    signs = {
        "long": count > 6,
        "colon": end in (":", "："),
        "sentence": end in (".", "!", "…"),
        "question": end in ("?", "？"),
        "asterisk": "*" in text[:2] or text.endswith("*"),
        "bracket": text[0] in "([{",
        "no letter": not any(c.isalpha() for c in text),
        "note": count <= 3 and bool(says(text, _NOTES)),
        "lower case": text[0].islower(),
    }
    return {"words": log1p(max(0, count - 2)), **{name: 1.0 for name, is_there in signs.items() if is_there}}
