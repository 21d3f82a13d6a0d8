"""What the databases of a domain hold, and what their fields are called.

Values of a category stand in Zipf order, the most frequent first. A value that depends on another attribute's
(`model` on `make`) is listed under it in `given`. Titles and names are too many to list: they are composed of
parts after patterns, and `compose` rolls one.
"""

from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any, Literal

from leadline.errors import BadConfiguration
from leadline_lab.randomness import Dice
from leadline_lab.spec import Role
from leadline_lab.words.reading import given, phrases, table, values
from leadline_lab.words.split import seen
from leadline_lab.words.subjects import LANGUAGES, domains

Ask = Literal["contains", "equals", "range"]


@dataclass(frozen=True, slots=True)
class AttributeWords:
    name: str
    """Internal: `make`."""
    type: str
    """As in `anatomy.Input.type`."""
    ask: Ask
    """How a form asks about it."""
    labels: tuple[str, ...]
    """What it is called on the page."""
    names: tuple[str, ...]
    """What it is called in the HTML."""
    values: tuple[str, ...] = ()
    """What it can be, most frequent first; empty for numbers, dates and composed values."""
    low: int = 0
    """Smallest number; for dates, days after 1 January 2026 (negative: before)."""
    high: int = 0
    step: int = 1
    unit: str = ""
    """What a number is followed or, in the case of a currency, preceded by on the page."""
    correlates: str = ""
    """The attribute it depends on, or empty."""
    given: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Value of the attribute it depends on → its own values then; empty if only the numbers go along."""
    parts: tuple[tuple[str, ...], ...] = ()
    """Pieces of composed values, by position."""
    patterns: tuple[str, ...] = ()
    """How pieces make a value: `The {0} of {1}`."""


@cache
def attributes(domain: str, language: str, role: Role) -> tuple[AttributeWords, ...]:
    """The attributes of a domain's databases; the first is its title or name."""
    if domain not in domains(role):
        raise BadConfiguration(f"{role} worlds have no databases on {domain!r}: choose from {domains(role)}")
    if language not in LANGUAGES:
        raise BadConfiguration(f"the lab does not speak {language!r}: choose from {LANGUAGES}")
    said = table(f"{domain}-attributes")
    made: dict[str, AttributeWords] = {}
    for name, entry in said.items():
        made[name] = _attribute(name, entry, language, role, made)
    return tuple(made.values())


def compose(dice: Dice, attribute: AttributeWords) -> str:
    """A value out of the attribute's parts, or one of its listed values if it has no parts."""
    if not attribute.patterns:
        return dice.pick(attribute.values)
    pattern = dice.pick(attribute.patterns)
    return pattern.format(*[dice.pick(part) for part in attribute.parts])


def _attribute(
    name: str, entry: dict[str, Any], language: str, role: Role, earlier: dict[str, AttributeWords]
) -> AttributeWords:
    of = earlier.get(entry.get("correlates", ""))
    depends = {
        key: seen(listed, role)
        for key, listed in given(entry.get("given", {})).items()
        if of is not None and key in of.values
    }
    return AttributeWords(
        name=name,
        type=entry["type"],
        ask=entry["ask"],
        labels=seen(phrases(entry[language]), role),
        names=seen(phrases(entry["names"]), role),
        values=_taking_turns(depends) if depends else seen(values(entry.get("values", "")), role),
        low=entry.get("low", 0),
        high=entry.get("high", 0),
        step=entry.get("step", 1),
        unit=entry.get("unit", ""),
        correlates=entry.get("correlates", ""),
        given=tuple(depends.items()),
        parts=tuple(seen(values(part), role) for part in entry.get("parts", ())),
        patterns=phrases(entry.get("patterns", "")),
    )


def _taking_turns(depends: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """All dependent values, the first ones of every group first: roughly by frequency."""
    rows = zip_longest(*depends.values())
    return tuple(dict.fromkeys(value for row in rows for value in row if value is not None))
