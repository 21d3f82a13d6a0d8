"""`hiwe`: fill in every field with the values the table trusts most.

Raghavan, Garcia-Molina: *Crawling the Hidden Web* (2001); SPEC section 4.

| paper | here |
|---|---|
| 3.3: a finite element takes its domain, weight 1; an infinite one the set of the matching row | `_sets` |
| 3.3: three ranking functions, the best S_max | `leadline.harvest.assign` |
| 5.3: submitted if n ≥ α and every infinite element has a match | `_why_ignored` |
| 5.4: tuning value assignment | `_feed_back`, `leadline.harvest.planners.isolation` |
| 5.5: four sources of values | `leadline.harvest.values` |
| Table 3: threshold 0.75, S_max 100, α 3, fuzzy, ρ_min 0.6 | `HiweSettings` |

Deviations:

- Feedback, which the paper has under study, moves the weights of values (`feedback`). An answer without results
  blames the values that never had any; one that had is taken to be right, and weighs more in the next form. Where
  fewer than ρ_min of an element's values work, or of a combination of elements, the rest of it is left.
- Of equal ranks, whose order the paper leaves open, those that narrow less go first: lists at "any", ranges wide,
  one word in two boxes that share their values (`agreeing_first`); `ties` has the page's order, or lots drawn, in
  its place. Feedback puts off what is likely to fail
  (`_likeliest`): values of a kind that failed, or that seldom had results beside others.
- Values seen in results are asked for next (`seen_weight`), in this form only: what one database has is no
  evidence about another. The table that is handed on has learnt the choices of lists, as in the paper.
- Where a site calls for something that was left out, lists are no longer left at "any" (`Demands`).
- Where no row matches a label, data sources are asked for it, then the built-in category of the field's type.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from math import prod

from leadline.harvest.assign import RANKINGS, Pair, agreeing_first, best_first, by_lot, in_turn
from leadline.harvest.planners.combinations import hashed
from leadline.harvest.planners.isolation import NUMBER, Combinations, Demands, Element
from leadline.harvest.settings import HiweSettings
from leadline.harvest.values.supply import Supplies, fuzzy_set, learn_form, learn_results
from leadline.harvest.values.table import LvsTable, key_of
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate, Reply

_SEVERAL = 3  # values that two boxes share before they are taken to be about one thing
_FAULTY = frozenset({Reply.EMPTY, Reply.ERROR})
_LIKELY = 0.9  # chance of results from which an assignment is taken in its turn
_COMPARED = 400  # assignments of which the likeliest is taken otherwise
_PATIENCE = 2_000  # assignments in a row that are passed over before the form is left


Filled = list[tuple[Element, str]]  # every element with its value in one assignment


class HiwePlanner:
    name = "hiwe"

    def __init__(self, fields: Sequence[Field], settings: HiweSettings, seed: int, values: Supplies) -> None:
        self._settings = settings
        self._seed = seed
        self.table = values.table.copy()
        """What was known and what lists have taught; for the next form."""
        self.table.threshold = settings.threshold
        if settings.learn:
            learn_form(self.table, fields)
        self._seen: LvsTable | None = None
        """The same with values seen in results of this form."""
        self._demands = Demands()
        self._combinations = Combinations()
        self._values = values
        elements = [self._element(field) for field in fields]
        self._elements = _aligned(elements) if settings.ties == "ours" else elements
        self._sent: set[Choice] = set()
        self.why: str | None = self._why_ignored(values.elements or len(fields))

    def _element(self, field: Field) -> Element:
        if field.finite:
            left_alone = [] if field.default in field.levels or field.required else [""]
            return Element(field, dict.fromkeys((*left_alone, *field.levels), 1.0))
        found = dict(fuzzy_set(field, self.table, self._values))
        if self._settings.partial and not field.required and (not found or field.end):
            found = {"": 1.0}
        return Element(field, found)

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
        if self.why is not None:
            return None
        if len(self._sent) >= self._settings.s_max:
            self.why = f"{len(self._sent)} submissions of this form are enough (s_max)"
            return None
        values = self._allowed()
        choice = self._likeliest(values)
        if choice is None:
            self.why = self._why_none_is_left(values)
        else:
            self._sent.add(choice)
        return choice

    def _likeliest(self, values: Sequence[Sequence[str]]) -> Choice | None:
        """The next assignment if it is likely to have results, else the likeliest of the next ones of its rank."""
        best, chance, of_rank = None, -1.0, 0.0
        for rank, likely, choice in islice(self._candidates(values), _COMPARED):
            if best is not None and rank < of_rank:
                break
            if likely > chance:
                best, chance, of_rank = choice, likely, rank
            if likely >= _LIKELY:
                break
        return best

    def _candidates(self, values: Sequence[Sequence[str]]) -> Iterator[tuple[float, float, Choice]]:
        """What may be sent: rank, chance of results, assignment; the best rank first."""
        passed = 0
        for rank, places in self._ranked(values):
            if rank < self._settings.rank_min or passed > _PATIENCE:
                return
            filled = [(e, own[place]) for e, own, place in zip(self._elements, values, places, strict=True)]
            choice = tuple((e.field.name, value) for e, value in filled if value != (e.field.default or ""))
            if choice not in self._sent and _is_sound(filled):
                trust = self._combinations.trust(_narrowed(filled))
                if trust >= self._settings.rank_min:
                    yield rank, trust * prod(e.chance(value) for e, value in filled), choice
                else:
                    passed += 1

    def _why_none_is_left(self, values: Sequence[Sequence[str]]) -> str:
        least = self._settings.rank_min
        for element, own in zip(self._elements, values, strict=True):
            if element.trust < least:
                some = "too few" if own else "none"
                return f"{some} of the values tried for {element.field.label or element.field.name!r} had results"
        worst = [min(e.weights[value] for value in own) for e, own in zip(self._elements, values, strict=True)]
        if RANKINGS[self._settings.ranking](worst) < least:
            return f"no other assignment ranks {least} or higher"
        if self._combinations.left(least):
            return "the fields that are left to combine had too few results together"
        return f"all {len(self._sent)} assignments were submitted"

    def _ranked(self, values: Sequence[Sequence[str]]) -> Iterator[tuple[float, tuple[int, ...]]]:
        weights = [[e.weights[value] for value in own] for e, own in zip(self._elements, values, strict=True)]
        ranking = RANKINGS[self._settings.ranking]
        if self._settings.ties != "ours":
            lot = partial(by_lot, draw=lambda number: hashed(self._seed, "tie", number))
            return best_first(weights, ranking, order=in_turn if self._settings.ties == "page" else lot)
        costs = [e.costs(own) for e, own in zip(self._elements, values, strict=True)]
        pair = self._sharing(values)
        return agreeing_first(weights, ranking, costs, pair) if pair else best_first(weights, ranking, costs)

    def _allowed(self) -> list[list[str]]:
        """For each element its values, without "any" where the site wants a choice."""
        wanted = self._demands.wanted()
        found = []
        for element in self._elements:
            own = element.trusted(self._settings.rank_min)
            closed = [value for value in own if not element.is_open(value)]
            found.append(closed if closed and element.field.name in wanted else own)
        return found

    def _filled(self, choice: Choice) -> Filled:
        chosen = dict(choice)
        return [(e, chosen.get(e.field.name, e.field.default or "")) for e in self._elements]

    def _sharing(self, values: Sequence[Sequence[str]]) -> Pair | None:
        """The two boxes that share most values, several at least."""
        boxes = [n for n, e in enumerate(self._elements) if not e.field.finite and not e.field.end]
        places = {n: {value: place for place, value in enumerate(values[n]) if value} for n in boxes}
        pairs = [
            Pair(one, other, [(place, places[other][v]) for v, place in places[one].items() if v in places[other]])
            for one, other in combinations(boxes, 2)
        ]
        best = max(pairs, key=lambda pair: len(pair.shared), default=None)
        return best if best is not None and len(best.shared) >= _SEVERAL else None

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def observe(self, answer: Answer) -> None:
        self._sent.add(answer.choice)
        if answer.reply is Reply.BLOCKED:
            self.why = self.why or "the site blocks us"
        if answer.reply is Reply.REQUIRED:
            filled = self._filled(answer.choice)
            self._demands.add(frozenset(e.field.name for e, value in filled if e.is_open(value)))
        if self._settings.feedback:
            self._feed_back(answer)
        if self._settings.learn and self._settings.seen_weight and answer.sample:
            self._learn_seen(answer)

    def _learn_seen(self, answer: Answer) -> None:
        if self._seen is None:
            self._seen = self.table.copy()
        learn_results(self._seen, answer, self._settings.seen_weight)
        shown = {key_of(value) for _, value in answer.sample}
        for element in self._elements:
            if not element.field.finite and "" not in element.weights:
                for value, weight in fuzzy_set(element.field, self._seen, self._values):
                    element.weights.setdefault(value, weight)
                    if key_of(value) in shown:
                        element.seen.add(value)

    def _feed_back(self, answer: Answer) -> None:
        filled = self._filled(answer.choice)
        named = [(e, value) for e, value in filled if value in e.weights]
        if answer.records or answer.reply in (Reply.RESULTS, Reply.TOO_MANY):
            self._combinations.worked[_narrowed(filled)] += 1
            # Its weight stays here: were it raised, all ways to narrow this value would outrank every other value.
            for element, value in named:
                element.worked[value] += 1
                if not element.field.finite:
                    self.table.adjust(element.field.label, value, 1.0, self._settings.feedback)
        elif answer.reply in _FAULTY:
            suspects = [(e, value) for e, value in named if value not in e.worked and value not in e.usual(())]
            for element, value in suspects:
                self._blame(element, value, 1 / len(suspects))
            if not suspects:
                for element, value in named:
                    element.failed[value] += 1
                self._combinations.failed[_narrowed(filled)] += 1

    def _blame(self, element: Element, value: str, part: float) -> None:
        rate = self._settings.feedback * part
        element.weights[value] -= rate * element.weights[value]
        element.blamed[value] = element.blamed.get(value, 0.0) + part
        if not element.field.finite:
            self.table.adjust(element.field.label, value, 0.0, rate)

    def estimate(self) -> Estimate | None:
        """HiWE counts submissions, not what there is."""
        return None


def _narrowed(filled: Filled) -> frozenset[str]:
    """What kind of combination it is: names of the elements that leave less open than they might, and in how many
    different words boxes ask."""
    words = {value for e, value in filled if not e.field.finite and not e.field.end}
    return frozenset({f"{len(words)} words", *(e.field.name for e, value in filled if any(e.costs([value])))})


def _is_sound(filled: Filled) -> bool:
    """No range ends below its beginning (ours: nothing can be found there)."""
    ends: dict[tuple[str, ...], dict[str, float]] = {}
    for element, value in filled:
        field = element.field
        if field.end and field.composite and NUMBER.fullmatch(value):
            ends.setdefault(field.composite, {})[field.end] = float(value)
    return all(found["low"] <= found["high"] for found in ends.values() if len(found) == 2)


def _aligned(elements: list[Element]) -> list[Element]:
    """Values that several boxes know stand first in each of them, in one order: taken together they do not
    contradict each other, as two words of a title do in a box for words and one for titles."""
    boxes = [element.weights for element in elements if not element.field.finite]
    known = Counter(value for weights in boxes for value in weights)
    least = {v: min(weights.get(v, 1.0) for weights in boxes) for v, times in known.items() if times > 1}
    for element in elements:
        if not element.field.finite:
            element.weights = dict(sorted(element.weights.items(), key=lambda one: -least.get(one[0], 0)))
    return elements
