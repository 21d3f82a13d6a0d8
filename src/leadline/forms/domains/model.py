"""Weighted sums of terms, one a domain.

>>> from leadline.parse.document import parse_html
>>> html = "<form action=/find>Check-in <input name=arrive> Guests <input name=guests> <button>Find rooms</button>"
>>> page = parse_html(html, "http://example.org/")
>>> found = domains(page.forms[0])
>>> max(found, key=found.get), found["hotel"] > 0.9, found["job"] < 0.1
('hotel', True, True)
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Self

from leadline.forms.domains.features import ABOVE, MENU, PAGE, TITLE, Terms, form_terms, page_terms
from leadline.model.form import Control, Form
from leadline.model.page import Page

VERSION = 3


@dataclass(frozen=True, slots=True)
class DomainModel:
    """P(form is of the domain) = 1/(1 + e^−score); score = bias + Σ weight · term, form and page added up.

    `alone` is added where the page is not known: a form that has to speak for itself is believed more.
    """

    bias: float
    alone: float
    weights: Mapping[str, float]

    def part(self, terms: Mapping[str, float]) -> float:
        """What some terms add to the score. Parts add up: a form's can be kept while it is met on many pages."""
        weights = self.weights
        return math.fsum(weights[term] * value for term, value in terms.items() if term in weights)

    def combined(self, form_part: float, page_part: float | None) -> float:
        """The probability of a form whose parts are known; `None` for a page that is not."""
        return squeezed(self.bias + form_part + (self.alone if page_part is None else page_part))

    def probability(self, form: Form, page: Page | None = None) -> float:
        return self.combined(self.part(form_terms(form)), None if page is None else self.part(page_terms(page)))

    def why(self, form: Form, page: Page | None = None) -> list[tuple[str, float]]:
        """What each term added, strongest first."""
        terms: Terms = form_terms(form) | (page_terms(page) if page is not None else {})
        pull = ((term, self.weights[term] * value) for term, value in terms.items() if term in self.weights)
        return sorted(pull, key=lambda item: (-abs(item[1]), item[0]))

    def to_dict(self) -> dict[str, Any]:
        return {"bias": self.bias, "alone": self.alone, "weights": dict(sorted(self.weights.items()))}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        return cls(float(stored["bias"]), float(stored["alone"]), stored["weights"])


@dataclass(frozen=True, slots=True)
class KeywordScale:
    """How much a topic's keywords tell of a form, before any form was shown: the same numbers for every domain."""

    in_form: float
    in_above: float
    in_title: float
    in_page: float
    in_menu: float
    bias: float
    alone: float

    def model(self, words: Mapping[str, float]) -> DomainModel:
        """The model of keywords alone: `words` are terms with their weight times their rarity on the web."""
        own = (("", self.in_form), (ABOVE, self.in_above))
        around = ((TITLE, self.in_title), (PAGE, self.in_page), (MENU, self.in_menu))
        told = (*own, *around)
        weights = {f"{space}{term}": weight * much for term, weight in words.items() for space, much in told}
        return DomainModel(self.bias, self.alone, weights)


def squeezed(score: float) -> float:
    """1/(1 + e^−score), for any score."""
    if score >= 0:
        return 1.0 / (1.0 + math.exp(-score))
    grown = math.exp(score)
    return grown / (1.0 + grown)


@cache
def bundled() -> Mapping[str, DomainModel]:
    """The models that come along, by domain."""
    return {name: DomainModel.from_dict(model) for name, model in _stored()["domains"].items()}


def keyword_scale() -> KeywordScale:
    """What was learned about keywords at large."""
    return KeywordScale(**_stored()["keywords"])


@cache
def _stored() -> Mapping[str, Any]:
    stored: Mapping[str, Any] = json.loads(
        (files(__package__) / "data" / "domains.json").read_text(encoding="utf-8")
    )
    if stored["version"] != VERSION:
        raise ValueError(f"domains.json is of version {stored['version']}, not {VERSION}")
    return stored


def domains(form: Form, page: Page | None = None, visible: Sequence[Control] | None = None) -> dict[str, float]:
    """P(form is of the domain) for each bundled domain. They are independent and need not add up to anything."""
    of_form = form_terms(form, visible)
    of_page = None if page is None else page_terms(page)
    return {
        name: model.combined(model.part(of_form), None if of_page is None else model.part(of_page))
        for name, model in bundled().items()
    }
