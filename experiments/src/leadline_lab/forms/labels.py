"""By which channel a field says what it is.

Of the visible fields of search forms 43 % have a label their author tied to them, 16 % a placeholder, 7 % a
title, and 42 % none of these: text that only stands near, or nothing (ALGORITHMS F3; they add up to more than
100 because some have two).
"""

from typing import NamedTuple

from leadline_lab.anatomy import Placement
from leadline_lab.forms.manner import Pen
from leadline_lab.randomness import running

_TITLE = 0.065
_TIED_TOO = 0.25
"""Share of placeholders beside which there is a tied label for those who do not see them."""

_ALONE = ("inside", "tied", "loose", "missing"), running((0.34, 0.28, 0.08, 0.30))
"""The only field of a form: a box and a button say enough for many."""


class Said(NamedTuple):
    """What becomes of a label."""

    label: str
    placement: Placement
    linked: bool
    title: str


def said(pen: Pen, text: str, control: str = "text") -> Said:
    """A label of a form with several fields, in the manner of the site."""
    roll, manner = pen.roll, pen.manner
    title = text if roll.chance(_TITLE) else ""
    strays, tied_too = roll.chance(0.06), roll.chance(_TIED_TOO)
    if manner.labelling == "inside" and control not in ("radio", "checkbox", "date"):
        return Said(text, "inside", tied_too, title)
    if manner.labelling == "bare" and strays:
        return Said("", "missing", linked=False, title="")
    tied = manner.labelling in ("tied", "inside")
    return Said(text, manner.side, tied != strays, title)


def said_alone(pen: Pen, text: str, inside: str) -> Said:
    """The label of a form's only field; `inside` is what it says as a placeholder."""
    roll = pen.roll
    title = inside if roll.chance(0.09) else ""
    tied_too, channel = roll.chance(_TIED_TOO), roll.weighted(*_ALONE)
    if channel == "inside":
        return Said(inside, "inside", tied_too, title)
    if channel == "missing":
        return Said("", "missing", linked=False, title=title)
    return Said(text, pen.manner.side, channel == "tied", title)
