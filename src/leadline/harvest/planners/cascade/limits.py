"""Numbers that bound answers from outside ("at most 100 events", "the last 1440 minutes"): larger ones are tried.

| a text field bounds answers | because |
|---|---|
| that comes with a number in it | an answer had just as many records |
| that comes empty | a number in it brought all that the root has and more |

All of them grow together, since each hides what the others would show, for as long as that brings new records.
"""

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.survey import Proposal, Survey, Taken
from leadline.harvest.planners.query_series import FURNITURE
from leadline.model.field import Field
from leadline.model.query import Choice

_STEP = 10  # times as much is asked for; what a site offers grows in such steps, too


class Limits:
    def __init__(self, fields: list[Field]) -> None:
        """`fields` are those for text."""
        self._numbers = {one.name: int(one.default or 0) for one in fields if (one.default or "").isdecimal()}
        self._texts = {one.name for one in fields}
        self.binding: dict[str, int] = {}
        """Fields that bound answers, with the largest number that was asked for."""
        self._asked: Choice | None = None
        self._is_spent = False

    def next(self, survey: Survey) -> Proposal | None:
        if not self.binding or self._is_spent:
            return None
        choice = survey.root
        for name, number in self.binding.items():
            choice = survey.joined(choice, name, str(number * _STEP))
        self._asked = choice
        new = max(survey.unseen, float(survey.records))  # what was hidden may be as much as what was shown
        return Proposal(choice, new, max(1.0, 2 * survey.records / survey.page), How.ADAPTIVE)

    def learn(self, taken: Taken, survey: Survey) -> Choice | None:
        """The query that shows more than the root, where this is its answer."""
        found = None
        if taken.answer.choice == self._asked:
            self._is_spent = not taken.answer.new
            if taken.answer.new:
                found = self._asked
                self.binding = {name: number * _STEP for name, number in self.binding.items()}
            self._asked = None
        else:
            self._note_wider(taken, survey)
        said = dict(taken.answer.choice)
        for name, number in self._numbers.items():
            if name not in self.binding and name not in said and 0 <= len(taken.numbers) - number <= 1 and number:
                self.binding[name], self._is_spent = number, False
        return found

    def _note_wider(self, taken: Taken, survey: Survey) -> None:
        root = survey.asked.get(survey.root)
        if root is None or not taken.answer.new or len(root.numbers) <= FURNITURE:
            return
        more = [pair for pair in taken.answer.choice if pair not in survey.root and pair[0] in self._texts]
        if len(more) == 1 and more[0][1].isdecimal() and set(root.numbers) <= set(taken.numbers):
            self.binding[more[0][0]], self._is_spent = int(more[0][1]), False
