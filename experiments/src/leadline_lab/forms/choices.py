"""Options of selects, radios and checkboxes: what is shown and what is sent.

What is sent is a site's own code (the value itself, a slug, a number); the label is the value of the source, so
the form itself is the key by which an answer is decoded.
"""

import re
from collections.abc import Sequence

from leadline_lab.anatomy import Choice
from leadline_lab.forms.manner import Coding, Pen
from leadline_lab.sources.model import Attribute
from leadline_lab.sources.writing import written

_SLUG = re.compile(r"[\W_]+")
_STEPS = (1, 2, 5)
ANY_VALUES = ("", "", "", "any", "all", "0", "-1")
ANY_NUMBERS = ("", "", "", "any")
"""What "any" sends where 0 would be a number like others."""


def coded(values: Sequence[str], coding: Coding, first: int = 1) -> tuple[Choice, ...]:
    """A choice for each value.

    >>> [choice.value for choice in coded(("New York", "Reno"), "slug")]
    ['new-york', 'reno']
    """
    if coding == "slug":
        slugs = [_SLUG.sub("-", value.lower()).strip("-") for value in values]
        # Two values may share a slug and "0" or "any" is taken: such a site counts instead.
        if len(set(slugs)) == len(values) and not {"", *ANY_VALUES} & set(slugs):
            return tuple(Choice(slug, value) for slug, value in zip(slugs, values, strict=True))
        coding = "number"
    if coding == "number" or set(ANY_VALUES) & set(values):
        return tuple(Choice(str(first + i), value) for i, value in enumerate(values))
    return tuple(Choice(value, value) for value in values)


def any_choice(pen: Pen, values: Sequence[str] = ANY_VALUES) -> Choice:
    """The option that excludes nothing."""
    return Choice(pen.text(values), pen.text(pen.words.options["any"]))


def thresholds(attribute: Attribute, wanted: int) -> list[int]:
    """Round numbers through the range of an attribute, about as many as wanted.

    >>> thresholds(Attribute("price", "price", "range", ("Price",), low=0, high=1000), 6)
    [0, 200, 400, 600, 800, 1000]
    """
    span = max(attribute.high - attribute.low, 1)
    step, size = attribute.step, 0
    while span > step * wanted:
        step, size = _STEPS[size % 3] * 10 ** (size // 3), size + 1
        step = max(step, attribute.step)
    first = -(-attribute.low // step) * step
    return list(range(first, attribute.high + 1, step)) or [attribute.low]


def numbers(attribute: Attribute, values: Sequence[int]) -> tuple[Choice, ...]:
    """Numbers are sent as they are and shown as the site writes them."""
    return tuple(Choice(str(value), written(attribute, value)) for value in values)


def bands(attribute: Attribute, edges: Sequence[int]) -> tuple[Choice, ...]:
    """From one round number to the next: one option says both ends of a range."""
    ends = [*edges[1:], attribute.high] if edges[-1] < attribute.high else edges[1:]
    return tuple(
        Choice(f"{low}-{high}", f"{written(attribute, low)} – {written(attribute, high)}")
        for low, high in zip(edges, ends, strict=False)
    )
