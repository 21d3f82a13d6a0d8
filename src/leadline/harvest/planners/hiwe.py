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

Deviations: feedback, which the paper has under study, moves the weights of values (`feedback`). An answer without
results blames the values that never had any; one that had is taken to be right. Values seen in results join the
table (`learn`). Where no row matches a label, data sources are asked for it, and then the built-in category of the
field's type.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.harvest.assign import RANKINGS, best_first
from leadline.harvest.fields import HarvestField
from leadline.harvest.planners.settings import HiweSettings
from leadline.harvest.values.sources import learn_form, learn_results
from leadline.harvest.values.supplies import Supplies
from leadline.harvest.values.supply import fuzzy_set
from leadline.model.estimate import Estimate
from leadline.model.query import Answer, Choice, Reply

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_FAULTY = frozenset({Reply.EMPTY, Reply.ERROR, Reply.REQUIRED})


@dataclass(slots=True)
class _Element:
    """A field with its fuzzy set as it stands."""

    field: HarvestField
    weights: dict[str, float]
    proven: set[str]
    """Values that brought results once."""

    def departs(self, value: str) -> int:
        """1 for a choice that narrows: the paper leaves the order of equal ranks open, and the fewer lists are
        narrowed at once, the more is found."""
        usual = (self.field.default or "", self.field.anything)
        return int(self.field.finite and value not in usual)


class HiwePlanner:
    """One form, filled in as HiWE does."""

    name = "hiwe"

    def __init__(
        self, fields: Sequence[HarvestField], settings: HiweSettings, seed: int, values: Supplies
    ) -> None:
        del seed  # nothing is left to chance
        self._settings = settings
        self.table = values.table.copy()
        """What was known and what was learnt; for the next form."""
        self.table.threshold = settings.threshold
        if settings.learn:
            learn_form(self.table, fields)
        self._values = values
        self._elements = [self._element(field) for field in fields]
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
        values = [list(element.weights) for element in self._elements]
        weights = [list(element.weights.values()) for element in self._elements]
        costs = [[element.departs(value) for value in element.weights] for element in self._elements]
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
        if self._settings.feedback:
            self._feed_back(answer)
        if self._settings.learn and answer.sample:
            learn_results(self.table, answer, self._settings.seen_weight)
            for element in self._elements:
                if not element.field.finite and "" not in element.weights:
                    for value, weight in fuzzy_set(element.field, self.table, self._values):
                        element.weights.setdefault(value, weight)

    def _feed_back(self, answer: Answer) -> None:
        chosen = dict(answer.choice)
        named = [(one, chosen.get(one.field.name, one.field.default or "")) for one in self._elements]
        named = [(one, value) for one, value in named if value in one.weights]
        if answer.records or answer.reply in (Reply.RESULTS, Reply.TOO_MANY):
            for element, value in named:
                element.proven.add(value)
                self._move(element, value, 1.0, self._settings.feedback)
        elif answer.reply in _FAULTY:
            suspects = [(one, value) for one, value in named if value not in one.proven]
            for element, value in suspects:
                self._move(element, value, 0.0, self._settings.feedback / len(suspects))

    def _move(self, element: _Element, value: str, success: float, rate: float) -> None:
        element.weights[value] += rate * (success - element.weights[value])
        if not element.field.finite:
            self.table.adjust(element.field.label, value, success, rate)

    def estimate(self) -> Estimate | None:
        """HiWE counts submissions, not what there is."""
        return None
