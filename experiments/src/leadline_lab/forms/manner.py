"""How one site writes its forms: names of fields, labels, buttons, codes of options.

A site keeps to its manner in all its forms, whatever they are for; manners have nothing to do with what kind
of site it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from leadline_lab.anatomy import Placement
from leadline_lab.forms.wording import FormWords, form_words, html_names
from leadline_lab.randomness import Dice, dice, running
from leadline_lab.spec import WorldSpec
from leadline_lab.world import Site

Naming = Literal["plain", "snake", "camel", "prefixed", "bracketed", "opaque"]
Labelling = Literal["tied", "loose", "inside", "bare"]
Coding = Literal["same", "slug", "number"]

_NAMINGS: tuple[tuple[Naming, ...], list[float]] = (
    ("plain", "snake", "camel", "prefixed", "bracketed", "opaque"),
    running((0.34, 0.2, 0.22, 0.1, 0.06, 0.08)),
)
_LABELLINGS: tuple[tuple[Labelling, ...], list[float]] = (
    ("tied", "loose", "inside", "bare"),
    running((0.47, 0.41, 0.09, 0.03)),
)
_SIDES: tuple[tuple[Placement, ...], list[float]] = (
    ("left", "above", "right", "below"),
    running((0.55, 0.38, 0.04, 0.03)),
)
_CODINGS: tuple[tuple[Coding, ...], list[float]] = ("same", "slug", "number"), running((0.5, 0.22, 0.28))
_BUTTONS: tuple[tuple[Literal["submit", "image", "button"], ...], list[float]] = (
    ("submit", "button", "image"),
    running((0.58, 0.3, 0.12)),
)
_OPENINGS = ("ctl00$Main$", "ctl00$ContentPlaceHolder1$", "ctl00$cphBody$", "_ctl0:", "MainForm$", "ctl00$c$")
_BRACKETS = ("search", "filter", "form", "data", "f", "fields", "tx_form", "params")
_OPAQUE = ("f{}", "field_{}", "input{}", "p{}", "x{}", "fld{:02d}", "item_{}", "edit-{}")
_HUNGARIAN = {"select": "ddl", "radio": "rbl", "checkbox": "chk", "hidden": "hid"}
_WORD: re.Pattern[str] = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Manner:
    naming: Naming
    opening: str
    """What prefixed, bracketed and opaque names are made with."""
    labelling: Labelling
    side: Placement
    coding: Coding
    button: Literal["submit", "image", "button"]
    english: bool
    """A site in another language whose forms came with English software."""
    marks_required: bool


@lru_cache(maxsize=8_192)
def manner_of(spec: WorldSpec, number: int, language: str) -> Manner:
    roll = dice(spec.seed, spec.role, "manner", number)
    naming = roll.weighted(*_NAMINGS)
    openings = {"prefixed": _OPENINGS, "bracketed": _BRACKETS, "opaque": _OPAQUE}
    opening = roll.pick(openings.get(naming, ("",)))
    return Manner(
        naming=naming,
        opening=opening,
        labelling=roll.weighted(*_LABELLINGS),
        side=roll.weighted(*_SIDES),
        coding=roll.weighted(*_CODINGS),
        button=roll.weighted(*_BUTTONS),
        english=roll.chance(0.1) and language != "en",
        marks_required=roll.chance(0.8),
    )


class Pen:
    """Writes one form in the manner of its site."""

    def __init__(self, spec: WorldSpec, site: Site, key: str, step: int = 0) -> None:
        self.manner = manner_of(spec, site.number, site.language)
        self.roll: Dice = dice(spec.seed, spec.role, "form", site.number, key, step)
        # Now and then one form of a site was bought elsewhere and nobody translated it.
        bought = self.roll.chance(0.04)
        self.words: FormWords = form_words("en" if self.manner.english or bought else site.language, spec.role)
        self.html = html_names(spec.role)
        self.spec = spec
        self._taken: set[str] = set()

    def text(self, what: Sequence[str]) -> str:
        return self.roll.pick(what)

    def label(self, meaning: str) -> str:
        return self.roll.pick(self.words.labels[meaning])

    def keep(self, name: str) -> str:
        """The name itself, with a number behind it if the form has it already."""
        unique, n = name, 2
        while unique in self._taken:
            unique, n = f"{name}{n}", n + 1
        self._taken.add(unique)
        return unique

    def name(self, variants: Sequence[str], control: str = "text") -> str:
        """A name for a field in the site's style."""
        return self.keep(self._styled(self.roll.pick(variants), control))

    def _styled(self, variant: str, control: str) -> str:
        naming, opening = self.manner.naming, self.manner.opening
        if naming == "plain":
            return variant.replace(" ", "")
        if naming == "opaque":
            return opening.format(len(self._taken) + 1)
        words = [found.group().lower() for found in _WORD.finditer(variant)] or [variant]
        if naming == "snake":
            return "_".join(words)
        if naming == "camel":
            return words[0] + "".join(word.capitalize() for word in words[1:])
        if naming == "bracketed":
            return f"{opening}[{'_'.join(words)}]"
        return opening + _HUNGARIAN.get(control, "txt") + "".join(word.capitalize() for word in words)
