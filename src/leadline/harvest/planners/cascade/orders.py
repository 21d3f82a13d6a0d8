"""Another order of the same answer: where it is cut, its last records come first (ALGORITHMS: C6, "also free")."""

from collections.abc import Iterator

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.arms import CUT
from leadline.harvest.planners.cascade.choices import CHECKS
from leadline.harvest.planners.cascade.dimensions import Dimension, Split
from leadline.harvest.planners.cascade.survey import Proposal, Survey, Taken
from leadline.model.field import Field
from leadline.model.query import Choice

_LAST_RESORT = 1_000.0
_TWICE = 1.8  # full answers that two opposite orders show nearly all of


class OrderDimension(Dimension):
    def __init__(self, field: Field) -> None:
        super().__init__((field.name,))
        self.field = field

    def is_free(self, base: Choice, survey: Survey) -> bool:
        taken = survey.asked.get(base)
        shown = taken is not None and bool(taken.numbers)
        return shown and not self.is_dead and self.field.name not in dict(base) and len(self.field.levels) > 1

    def queries(self, base: Choice, survey: Survey) -> float:
        """It shows twice as much at best, so it is for what nothing else splits, or for what is hardly cut."""
        full = survey.size(base) / (survey.room or survey.page)
        return len(self.field.levels) if full <= _TWICE else _LAST_RESORT * full

    def split(self, base: Choice, survey: Survey) -> Split:  # noqa: ARG002  # others begin with what is known
        return OrderSplit(base, self)

    def checks(self, base: Choice, survey: Survey) -> list[Choice]:
        others = (value for value in self.field.levels if value != self.field.default)
        return [survey.joined(base, self.field.name, value) for value in others][:CHECKS]


class OrderSplit(Split):
    dimension: OrderDimension
    covers = False

    def __init__(self, base: Choice, dimension: OrderDimension) -> None:
        super().__init__(base, dimension)
        self._left = [value for value in dimension.field.levels if value != dimension.field.default]
        self._seen: set[int] = set()

    def next(self, survey: Survey) -> Proposal | None:
        size, room = survey.size(self.base), float(survey.room or survey.page)
        self.is_through = not self._left or len(self._seen) >= size
        if self.is_through:
            return None
        choice = survey.joined(self.base, self.dimension.field.name, self._left[-1])
        if choice in survey.asked:
            self._left.pop()
            return self.next(survey)
        new = min(room, max(0.0, size - max(len(self._seen), room))) * CUT
        return Proposal(choice, new, max(1.0, room / survey.page), How.ADAPTIVE)

    def learn(self, taken: Taken, survey: Survey) -> Iterator[Choice]:
        if self._left:
            self._left.pop()
        base = survey.asked.get(self.base)
        self.dimension.learn(taken, base)
        self._seen.update(taken.numbers, base.numbers if base is not None else ())
        self.parts[taken.answer.choice] = False
        stated = survey.stated(base.answer) if base is not None else None
        if stated is not None and len(self._seen) >= stated:
            survey.settle(self.base)
        yield from ()
