"""What forms at large say, counted: in how many forms of a group each term occurs, and on how many of their pages.

Groups are kinds of forms (searches of one domain each, searches of none, forms that are no searches). No form
is in here, only counts; forms are imagined from them (`imagine`), each term drawn with the share of forms that
have it.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from leadline.forms.domains.model import ABOVE, MENU, PAGE, SENT, TITLE, Terms, space_of

_SPACES = {"": 1.2, SENT: 0.2, ABOVE: 0.6, PAGE: 1.0, TITLE: 1.0, MENU: 1.0}
"""How long the vector of each space is on average."""


@dataclass(frozen=True, slots=True)
class FormGroup:
    forms: int
    counts: Mapping[str, int]  # forms (or pages around them) with the term

    def share(self, term: str) -> float:
        return self.counts.get(term, 0) / self.forms


@dataclass(frozen=True, slots=True)
class FormBackground:
    groups: Mapping[str, FormGroup]

    def imagine(self, each: int, seed: int, unlike: Sequence[Terms] = (), near: float = 0.5) -> list[Terms]:
        """Some forms of each group, but of no group that resembles the given forms: who teaches us hotels must not
        be told that hotels are something else."""
        found = []
        for name, group in sorted(self.groups.items()):
            if unlike and self.resemblance(group, unlike) > near:
                continue
            roll = Random(f"{seed} {name}")  # noqa: S311  # imagination, no secret
            found += [_drawn(group, roll) for _ in range(each)]
        return found

    def rarity(self, term: str) -> float:
        """1 for a term no form of the background has, about 0 for one that all have."""
        forms = sum(group.forms for group in self.groups.values())
        having = sum(group.counts.get(term, 0) for group in self.groups.values())
        return math.log((forms + 1) / (having + 0.5)) / math.log((forms + 1) / 0.5)

    def resemblance(self, group: FormGroup, forms: Sequence[Terms]) -> float:
        """Cosine between the forms and a group, rare terms counting more."""
        shares: dict[str, float] = {}
        for form in forms:
            for term in form:
                if not space_of(term):
                    shares[term] = shares.get(term, 0.0) + 1 / len(forms)
        own = {t: n / group.forms for t, n in group.counts.items() if not space_of(t)}
        rarity = {term: self._rarity(term) for term in shares.keys() | own.keys()}
        dot = math.fsum(shares[t] * own[t] * rarity[t] ** 2 for t in sorted(shares.keys() & own.keys()))
        lengths = [math.sqrt(math.fsum((x * rarity[t]) ** 2 for t, x in sorted(v.items()))) for v in (shares, own)]
        return dot / (lengths[0] * lengths[1]) if all(lengths) else 0.0

    def _rarity(self, term: str) -> float:
        """Terms that forms of every kind have tell nothing."""
        return math.log((1 + len(self.groups)) / (0.5 + sum(g.share(term) > 0.03 for g in self.groups.values())))


def _drawn(group: FormGroup, roll: Random) -> Terms:
    drawn = [term for term, count in group.counts.items() if roll.random() * group.forms < count]
    found: Terms = {}
    for space, length in _SPACES.items():
        terms = [term for term in drawn if space_of(term) == space]
        found.update((term, length / math.sqrt(len(terms))) for term in terms)
    return found


@cache
def bundled_background() -> FormBackground:
    stored = json.loads((files(__package__) / "data" / "background.json").read_text(encoding="utf-8"))
    return FormBackground({name: FormGroup(g["forms"], g["counts"]) for name, g in stored["groups"].items()})
