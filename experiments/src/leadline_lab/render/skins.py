"""What a site looks like: its family in its own class names, colours, handwriting and habits.

Drawn from the seed and the site's number, family and language; nothing else about the site is looked at, so
what a site holds cannot be told by how its pages are built (a test replaces everything else and compares).
"""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from leadline_lab.randomness import Dice, dice, running
from leadline_lab.render.habits import COLOURS, FONTS, Habits, habits
from leadline_lab.render.layouts import LAYOUTS
from leadline_lab.render.templates import Family
from leadline_lab.render.vocabulary import STYLES, Names, Style
from leadline_lab.render.writing import Hand
from leadline_lab.spec import WorldSpec

if TYPE_CHECKING:
    from leadline_lab.world import Site  # a world asks `families`, so this room cannot ask for worlds

T = TypeVar("T")

_SLOT = re.compile(r"\[([a-z-]+)\]")
_TOKEN = re.compile(r"\$([a-z]+)")
_NAMED = {0: (0.35, 0.05, 0.0, 0.35), 1: (0.55, 0.15, 0.05, 0.25), 2: (0.4, 0.25, 0.25, 0.1)}
"""Weights of the styles of names (all but none) by the era of a family."""


class HasSpec(Protocol):
    """A world, as far as its looks need it."""

    @property
    def spec(self) -> WorldSpec: ...


@dataclass(frozen=True, slots=True)
class Skin:
    """The looks of one site."""

    seed: int
    number: int
    regularity: float
    language: str
    charset: str
    """What the bytes of its pages are to be encoded in; `render` writes only characters it has."""
    family: Family
    """Its templates, the holes for content left."""
    body: str
    hand: Hand
    names: Names
    habits: Habits
    style: str
    """Its style sheet."""

    def template(self, text: str) -> str:
        """A template of this room in the words and the hand of the site."""
        return self.hand.copy(_SLOT.sub(lambda slot: self.names.attribute(slot[1]), text))


def skin(world: HasSpec, site: "Site") -> Skin:
    """The looks of a site: a function of the world's seed, the site's number, family and language alone."""
    spec = world.spec
    return _skin(spec.seed, spec.path_regularity, site.number, site.family, site.language)


@lru_cache(maxsize=1_024)
def _skin(seed: int, regularity: float, number: int, family_name: str, language: str) -> Skin:
    family = LAYOUTS[family_name]
    roll = dice(seed, "skin", number, family_name)
    hand = roll.pick(family.hands)
    names = Names(roll, _style(roll, family), hand)
    chosen = habits(roll, family.era, language, tabular="<td" in family.form.rows.left)
    tokens = _tokens(roll, family, chosen)
    charset = roll.pick(family.charsets)
    body = roll.below(len(family.bodies))
    worn = _Tailor(names, hand, tokens).dressed(family if chosen.splits else _sound(family))
    sheet = _style_sheet(family, names, tokens, chosen)
    return Skin(
        seed, number, regularity, language, charset, worn, worn.bodies[body], hand, names, chosen, sheet
    )  # fmt: skip


def _sound(family: Family) -> Family:
    form, compact = family.form, family.compact
    return dataclasses.replace(
        family,
        form=dataclasses.replace(form, frame=form.sound or form.frame),
        compact=dataclasses.replace(compact, frame=compact.sound or compact.frame),
    )


def _style(roll: Dice, family: Family) -> Style:
    if roll.chance(family.unnamed):
        return "none"
    return roll.weighted(STYLES[:4], running(_NAMED[family.era]))


def _tokens(roll: Dice, family: Family, chosen: Habits) -> dict[str, str]:
    paper, ink, dark, light, link = roll.pick(COLOURS)
    font = roll.pick(FONTS[family.era])
    size = roll.pick(("12px", "13px", "14px", "small") if family.era < 2 else ("15px", "16px", "1rem", "14px"))
    drawn = {"paper": paper, "ink": ink, "dark": dark, "light": light, "link": link, "font": font, "size": size}
    return drawn | {"crumb": chosen.crumb, "bar": chosen.bar}


class _Tailor:
    """Puts a family into a site's words."""

    def __init__(self, names: Names, hand: Hand, tokens: Mapping[str, str]) -> None:
        self._names = names
        self._hand = hand
        self._tokens = tokens

    def dressed(self, thing: T) -> T:
        """The same thing with every template in it written out."""
        if isinstance(thing, str):
            return cast("T", self._written(thing))
        if isinstance(thing, tuple):
            return cast("T", tuple(self.dressed(part) for part in thing))
        if isinstance(thing, Mapping):
            return cast("T", {key: self.dressed(value) for key, value in thing.items()})
        if dataclasses.is_dataclass(thing) and not isinstance(thing, type | Hand):
            changed = {
                field.name: self.dressed(getattr(thing, field.name))
                for field in dataclasses.fields(thing)
                if field.name not in ("style", "charsets", "hands", "name")
            }
            return dataclasses.replace(thing, **changed)
        return thing

    def _written(self, text: str) -> str:
        if "$" in text:
            text = _TOKEN.sub(lambda token: self._tokens.get(token[1], token[0]), text)
        if "[" in text:
            text = _SLOT.sub(lambda slot: self._names.attribute(slot[1]), text)
        return self._hand.copy(text) if "<" in text else text


def _style_sheet(family: Family, names: Names, tokens: Mapping[str, str], chosen: Habits) -> str:
    rules: list[str] = []
    for selector, declarations in (*family.style, *chosen.rules):
        slots = _SLOT.findall(selector)
        if all(names.selector(slot) for slot in slots):
            named = _SLOT.sub(lambda slot: names.selector(slot[1]), selector)
            rules.append(f"{named}{{{_TOKEN.sub(lambda token: tokens.get(token[1], token[0]), declarations)}}}")
    return "\n".join(rules)
