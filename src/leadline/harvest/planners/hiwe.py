"""`hiwe`: fill in every field with the values the table trusts most.

Raghavan, Garcia-Molina: *Crawling the Hidden Web* (2001); SPEC section 4.

| paper | here |
|---|---|
| 3.3: a finite element takes its domain, weight 1; an infinite one the set of the matching row | `_sets` |
| 3.3: three ranking functions, the best S_max | `leadline.harvest.assign` |
| 5.3: submitted if n ≥ α and every infinite element has a match | `_why_ignored` |
| 5.4: tuning value assignment | `_feed_back` |
| 5.5: four sources of values | `leadline.harvest.values` |
| Table 3: threshold 0.75, S_max 100, α 3, fuzzy, ρ_min 0.6 | `HiweSettings` |

Deviations:

- Feedback, which the paper has under study, moves the weights of values (`feedback`). An answer without results
  blames the values that never had any; one that had is taken to be right, and weighs more in the next form.
- Values seen in results are asked for next (`seen_weight`), in this form only: what one database has is no
  evidence about another. The table that is handed on has learnt the choices of lists, as in the paper.
- Where a site calls for something that was left out, lists are no longer left at "any" (`_Demands`).
- Where no row matches a label, data sources are asked for it, then the built-in category of the field's type.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from leadline.harvest.assign import RANKINGS, best_first
from leadline.harvest.fields import HarvestField
from leadline.harvest.planners.settings import HiweSettings
from leadline.harvest.values.sources import learn_form, learn_results
from leadline.harvest.values.supplies import Supplies
from leadline.harvest.values.supply import fuzzy_set
from leadline.harvest.values.table import LvsTable
from leadline.model.estimate import Estimate
from leadline.model.query import Answer, Choice, Reply

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MOST_WANTED = 3
_FAULTY = frozenset({Reply.EMPTY, Reply.ERROR, Reply.REQUIRED})


@dataclass(slots=True)
class _Element:
    """A field with its fuzzy set as it stands."""

    field: HarvestField
    weights: dict[str, float]
    proven: set[str]
    """Values that brought results once."""

    def costs(self, values: Sequence[str]) -> list[int]:
        """1 for a value that narrows: the paper leaves the order of equal ranks open, and the fewer fields are
        narrowed at once, the more is found."""
        if self.field.finite:
            usual = {self.field.default or "", self.field.anything}
        else:
            usual = {self._widest()} if self.field.end else set(values)
        return [int(value not in usual) for value in values]

    def _widest(self) -> str:
        """Of the values for an end of a range the one that leaves most in it."""
        numbers = {float(value): value for value in self.weights if _NUMBER.fullmatch(value)}
        if not numbers:
            known = sorted(self.weights)
            return (known[0] if self.field.end == "low" else known[-1]) if known else ""
        return numbers[min(numbers) if self.field.end == "low" else max(numbers)]

    def is_open(self, value: str) -> bool:
        """Whether a list is left at what asks for nothing in particular."""
        return self.field.finite and value in ("", self.field.anything)


@dataclass(slots=True)
class _Demands:
    """Which lists a site insists on, as far as its calls for a missing value tell."""

    refused: list[frozenset[str]] = field(default_factory=list)
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


class HiwePlanner:
    """One form, filled in as HiWE does."""

    name = "hiwe"

    def __init__(
        self, fields: Sequence[HarvestField], settings: HiweSettings, seed: int, values: Supplies
    ) -> None:
        del seed  # nothing is left to chance
        self._settings = settings
        self.table = values.table.copy()
        """What was known and what lists have taught; for the next form."""
        self.table.threshold = settings.threshold
        if settings.learn:
            learn_form(self.table, fields)
        self._seen: LvsTable | None = None
        """The same with values seen in results of this form."""
        self._demands = _Demands()
        self._values = values
        self._elements = _aligned([self._element(field) for field in fields])
        self._sent: set[Choice] = set()
        self.why: str | None = self._why_ignored(values.elements or len(fields))

    def _element(self, field: HarvestField) -> _Element:
        if field.finite:
            left_alone = [] if field.default in field.levels or field.required else [""]
            return _Element(field, dict.fromkeys((*left_alone, *field.levels), 1.0), set())
        found = dict(fuzzy_set(field, self.table, self._values))
        if self._settings.partial and not field.required and (not found or field.end):
            found = {"": 1.0}
        return _Element(field, found, set())

    def _why_ignored(self, elements: int) -> str | None:
        if elements < self._settings.alpha:
            return f"the form has {elements} fields; hiwe submits forms of {self._settings.alpha} or more"
        for element in self._elements:
            if not element.weights:
                label = element.field.label or element.field.name
                return f"no values are known for {label!r}: give some with --values"
        return None

    # ── which next ────────────────────────────────────────────────────────────────────────────────────────

    def choose(self) -> Choice | None:
        """The best assignment that was not sent."""
        if self.why is not None:
            return None
        if len(self._sent) >= self._settings.s_max:
            self.why = f"{len(self._sent)} submissions of this form are enough (s_max)"
            return None
        values = self._allowed()
        weights = [[e.weights[value] for value in own] for e, own in zip(self._elements, values, strict=True)]
        costs = [e.costs(own) for e, own in zip(self._elements, values, strict=True)]
        for rank, places in best_first(weights, RANKINGS[self._settings.ranking], costs):
            if rank < self._settings.rank_min:
                self.why = f"no other assignment ranks {self._settings.rank_min} or higher"
                return None
            choice = self._choice([one[place] for one, place in zip(values, places, strict=True)])
            if choice not in self._sent and self._is_sound(choice):
                self._sent.add(choice)
                return choice
        self.why = f"all {len(self._sent)} assignments were submitted"
        return None

    def _allowed(self) -> list[list[str]]:
        """For each element its values, without "any" where the site wants a choice."""
        wanted = self._demands.wanted()
        return [
            [value for value in e.weights if e.field.name not in wanted or not e.is_open(value)] or list(e.weights)
            for e in self._elements
        ]

    def _choice(self, values: Sequence[str]) -> Choice:
        return tuple(
            (element.field.name, value)
            for element, value in zip(self._elements, values, strict=True)
            if value != (element.field.default or "")
        )

    def _is_sound(self, choice: Choice) -> bool:
        """No range ends below its beginning (ours: nothing can be found there)."""
        chosen = dict(choice)
        ends: dict[tuple[str, ...], dict[str, float]] = {}
        for element in self._elements:
            field, value = element.field, chosen.get(element.field.name, element.field.default or "")
            if field.end and field.group and _NUMBER.fullmatch(value):
                ends.setdefault(field.group, {})[field.end] = float(value)
        return all(found["low"] <= found["high"] for found in ends.values() if len(found) == 2)

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def observe(self, answer: Answer) -> None:
        """Learn from one answer."""
        self._sent.add(answer.choice)
        if answer.reply is Reply.BLOCKED:
            self.why = self.why or "the site blocks us"
        if answer.reply is Reply.REQUIRED:
            chosen = dict(answer.choice)
            named = [(one, chosen.get(one.field.name, one.field.default or "")) for one in self._elements]
            self._demands.add(frozenset(one.field.name for one, value in named if one.is_open(value)))
        if self._settings.feedback:
            self._feed_back(answer)
        if self._settings.learn and self._settings.seen_weight and answer.sample:
            self._learn_seen(answer)

    def _learn_seen(self, answer: Answer) -> None:
        if self._seen is None:
            self._seen = self.table.copy()
        learn_results(self._seen, answer, self._settings.seen_weight)
        for element in self._elements:
            if not element.field.finite and "" not in element.weights:
                for value, weight in fuzzy_set(element.field, self._seen, self._values):
                    element.weights.setdefault(value, weight)

    def _feed_back(self, answer: Answer) -> None:
        chosen = dict(answer.choice)
        named = [(one, chosen.get(one.field.name, one.field.default or "")) for one in self._elements]
        named = [(one, value) for one, value in named if value in one.weights]
        if answer.records or answer.reply in (Reply.RESULTS, Reply.TOO_MANY):
            # Its weight stays here: were it raised, all ways to narrow this value would outrank every other value.
            for element, value in named:
                element.proven.add(value)
                if not element.field.finite:
                    self.table.adjust(element.field.label, value, 1.0, self._settings.feedback)
        elif answer.reply in _FAULTY:
            suspects = [(one, value) for one, value in named if value not in one.proven]
            for element, value in suspects:
                self._blame(element, value, self._settings.feedback / len(suspects))

    def _blame(self, element: _Element, value: str, rate: float) -> None:
        element.weights[value] -= rate * element.weights[value]
        if not element.field.finite:
            self.table.adjust(element.field.label, value, 0.0, rate)

    def estimate(self) -> Estimate | None:
        """HiWE counts submissions, not what there is."""
        return None


def _aligned(elements: Sequence[_Element]) -> list[_Element]:
    """Values that several boxes know stand first in each of them, in one order: taken together they do not
    contradict each other, as two words of a title do in a box for words and one for titles."""
    boxes = [element.weights for element in elements if not element.field.finite]
    known = Counter(value for weights in boxes for value in weights)
    least = {v: min(weights.get(v, 1.0) for weights in boxes) for v, times in known.items() if times > 1}
    return [
        element
        if element.field.finite
        else replace(element, weights=dict(sorted(element.weights.items(), key=lambda one: -least.get(one[0], 0))))
        for element in elements
    ]
