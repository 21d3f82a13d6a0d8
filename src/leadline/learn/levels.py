"""Links by their distance from a form: the link classifier of FFC (section 3.2) and ACHE (sections 2.1, 3.2).

A link at level 1 points at a page with a form, one at level 2 at a page with a level-1 link, and so on. Naive
Bayes over the features that were selected for each level and context, so that the class comes with a probability.

A link without any of the features fits no class and goes to the last level (ours).

>>> from leadline.learn.feature_selection import select
>>> paths = 3 * [(Bags((), ("browse",), ()), Bags((), ("search",), ()))] + 3 * [(Bags((), ("search",), ()),)]
>>> levels = by_level(paths, 3)
>>> links = LinkLevels.learned(levels, {level: select(found, k=10, n=5) for level, found in levels.items()})
>>> links.place(Bags((), ("search", "advanc"), ()))[0], links.place(Bags((), ("browse",), ()))[0]
(1, 2)
>>> links.place(Bags(("help",), (), ()))
(2, 0.0)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from leadline.learn.contexts import CONTEXTS, Bags
from leadline.learn.feature_selection import Selected, holds
from leadline.learn.naive_bayes import NaiveBayes

Instances = Mapping[int, Sequence[Bags]]
"""Links of known distance, by level."""


def by_level(paths: Sequence[Sequence[Bags]], levels: int) -> dict[int, list[Bags]]:
    """The links of paths (nearest to the form last) by their distance from it, up to so many levels."""
    found: dict[int, list[Bags]] = {}
    for path in paths:
        for level, bags in enumerate(reversed(path[-levels:]), 1):
            found.setdefault(level, []).append(bags)
    return found


@dataclass(frozen=True)
class LinkLevels:
    """A link classifier with levels; frozen: a learning step makes a new one."""

    selected: Mapping[int, Selected]
    model: NaiveBayes

    @classmethod
    def learned(cls, instances: Instances, selected: Mapping[int, Selected]) -> Self:
        """From links of known distance, and the features chosen for each level."""
        made = cls(dict(sorted(selected.items())), NaiveBayes())
        for level, links in sorted(instances.items()):
            for bags in links:
                made.model.add(str(level), dict.fromkeys(made.features(bags), 1))
        return made

    @property
    def levels(self) -> int:
        return max(self.selected, default=1)

    def features(self, bags: Bags) -> list[str]:
        """Which of the selected features a link has; a term of two contexts is two features."""
        found: list[str] = []
        for number, context in enumerate(CONTEXTS):
            known = self._known[number]
            terms = set(bags[number])
            if context == "url":
                found += [f"url:{term}" for term in holds(terms, known)]
            else:
                found += [f"{context}:{term}" for term in known if term in terms]
        return found

    @property
    def _known(self) -> tuple[tuple[str, ...], ...]:
        cached: tuple[tuple[str, ...], ...] | None = self.__dict__.get("_union")
        if cached is None:
            union = (
                dict.fromkeys(term for selected in self.selected.values() for term in selected[number])
                for number in range(len(CONTEXTS))
            )
            cached = self.__dict__["_union"] = tuple(tuple(terms) for terms in union)
        return cached

    def place(self, bags: Bags) -> tuple[int, float]:
        """(level, probability of belonging to it)."""
        features = self.features(bags)
        if not features:
            return self.levels, 0.0
        (odds,) = self.model.probability([dict.fromkeys(features, 1)])
        level = min(odds, key=lambda label: (-odds[label], int(label)))
        return int(level), odds[level]

    def why(self, bags: Bags) -> list[tuple[str, float]]:
        """The probability of each level, then the features that decided with their weight; strongest first."""
        features = dict.fromkeys(self.features(bags), 1)
        if not features:
            return [(f"none of the features: level {self.levels}", 0.0)]
        (odds,) = self.model.probability([features])
        likely = sorted(((f"P(level {level})", p) for level, p in odds.items()), key=lambda part: -part[1])
        level, _ = self.place(bags)
        return [*likely, *self.model.why(features, str(level))]

    def to_dict(self) -> dict[str, Any]:
        chosen = {str(level): dict(zip(CONTEXTS, found, strict=True)) for level, found in self.selected.items()}
        return {"features": chosen, "model": self.model.to_dict()}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        selected: dict[int, Selected] = {}
        for level, found in stored["features"].items():
            url, anchor, around = (tuple(found[context]) for context in CONTEXTS)
            selected[int(level)] = (url, anchor, around)
        return cls(selected, NaiveBayes.from_dict(stored["model"]))
