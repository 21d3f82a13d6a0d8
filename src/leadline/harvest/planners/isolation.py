"""Which part of a filled-in form is to blame for an answer without results (HiWE section 5.4: "to isolate the
particular form element(s) whose input(s) were incorrect", under study there).

- Values that never had results are blamed in equal parts if there are any: each weighs less, and an element of
  which too few values work is filled with those that did (`Element.trusted`).
- If all values had results before, the combination of elements that narrow is to blame; it is left alone when too
  few such answers had results (`Combinations`).
- If the site calls for something that was left out, lists left at "any" are; they are narrowed (`Demands`).

"Too few" is ρ_min, the least chance of success that is worth a submission. Three successes are imagined at the
beginning, so that a few failures are no evidence.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from leadline.model.field import Field

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_IMAGINED = 3
_MOST_WANTED = 3


@dataclass(slots=True)
class Element:
    """A field with its fuzzy set as it stands, and what is known about its values."""

    field: Field
    weights: dict[str, float]
    seen: set[str] = dataclasses.field(default_factory=set)
    """Values that results have shown: this database has them."""
    blamed: dict[str, float] = dataclasses.field(default_factory=dict)  # value → its parts in failures
    worked: Counter[str] = dataclasses.field(default_factory=Counter)
    """Value → answers with results; it is *proven* then."""
    failed: Counter[str] = dataclasses.field(default_factory=Counter)
    """Value → answers without, although every value asked for had had some before."""

    def usual(self, values: Sequence[str]) -> set[str]:
        """The values that leave most open; of a text field all are alike."""
        if self.field.finite:
            return {self.field.default or "", self.field.anything or ""}
        return {self._widest()} if self.field.end else set(values)

    def costs(self, values: Sequence[str]) -> list[int]:
        """1 for a value that narrows: the paper leaves the order of equal ranks open, and the fewer fields are
        narrowed at once, the more is found. Of a list without an "any" all choices narrow alike, whichever of
        them the page has set."""
        if self.field.finite and self.field.anything is None:
            return [0] * len(values)
        usual = self.usual(values)
        return [int(value not in usual) for value in values]

    def _widest(self) -> str:
        """Of the values for an end of a range the one that leaves most in it."""
        numbers = {float(value): value for value in self.weights if NUMBER.fullmatch(value)}
        if not numbers:
            known = sorted(self.weights)
            return (known[0] if self.field.end == "low" else known[-1]) if known else ""
        return numbers[min(numbers) if self.field.end == "low" else max(numbers)]

    def is_open(self, value: str) -> bool:
        """Whether a list is left at what asks for nothing in particular."""
        return self.field.finite and value in ("", self.field.anything)

    @property
    def trust(self) -> float:
        """Share of the values tried that had results."""
        failed = sum(min(1.0, part) for value, part in self.blamed.items() if value not in self.worked)
        return _share(len(self.worked), failed)

    def chance(self, value: str) -> float:
        """How likely an answer with this value is to have results, were the other values no hindrance."""
        if value in self.worked and value not in self.usual(()):
            return _share(self.worked[value], self.failed[value])
        if value in self.seen or value in self.usual(()):
            return 1.0
        return self.trust * (1 - min(1.0, self.blamed.get(value, 0.0)))

    def trusted(self, least: float) -> list[str]:
        """Its values; without those that nothing speaks for where too few of their kind worked."""
        if self.trust >= least:
            return list(self.weights)
        usual = self.usual(())
        return [v for v in self.weights if v in self.worked or v in self.seen or v in usual]


def _share(worked: float, failed: float) -> float:
    return (worked + _IMAGINED) / (worked + failed + _IMAGINED)


@dataclass(slots=True)
class Combinations:
    """Elements that narrowed together: how often that had results, and how often none with values that work."""

    worked: Counter[frozenset[str]] = dataclasses.field(default_factory=Counter)
    failed: Counter[frozenset[str]] = dataclasses.field(default_factory=Counter)

    def left(self, least: float) -> bool:
        return any(self.trust(narrowed) < least for narrowed in self.failed)

    def trust(self, narrowed: frozenset[str]) -> float:
        return _share(self.worked[narrowed], self.failed[narrowed])


@dataclass(slots=True)
class Demands:
    """Which lists a site insists on, as far as its calls for a missing value tell."""

    refused: list[frozenset[str]] = dataclasses.field(default_factory=list)
    """Names of the lists that were left open in a query that was not answered for that: one of them is wanted."""

    def add(self, left_open: frozenset[str]) -> None:
        if left_open and left_open not in self.refused:
            self.refused.append(left_open)

    def wanted(self) -> frozenset[str]:
        """The fewest lists that explain all calls if they are what is wanted; none where it would be many."""
        suspects = sorted(frozenset().union(*self.refused))
        for size in range(_MOST_WANTED + 1):
            for names in combinations(suspects, size):
                if all(not left_open.isdisjoint(names) for left_open in self.refused):
                    return frozenset(names)
        return frozenset()
