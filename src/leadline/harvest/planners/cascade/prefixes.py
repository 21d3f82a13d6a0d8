"""Beginnings of what a column says, letter by letter: a … z, and where that is cut aa … zz.

Every value begins with exactly one letter of a list, so beginnings split as lists do; the alphabet is that of the
values seen. A beginning that known records alone make too long for one answer is not asked for at all.
"""

from collections import Counter
from collections.abc import Iterator

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.dimensions import Dimension, Split
from leadline.harvest.planners.cascade.known import LONGEST_VALUE, Column
from leadline.harvest.planners.cascade.reach import Reach
from leadline.harvest.planners.cascade.survey import Proposal, Survey, Taken
from leadline.model.query import Choice

_QUERIES = 4.0  # queries for every full answer
_SEEN, _STRANGE = 0.3, 0.03
"""Records expected of a beginning nobody has, where its last two letters stand together elsewhere, or do not."""


class PrefixDimension(Dimension):
    def __init__(self, field: str, column: str, reach: Reach) -> None:
        super().__init__((field,))
        self.column = column
        self._reach = reach

    @property
    def is_dead(self) -> bool:
        """Also where the column, by what came since, need not begin with what is asked for."""
        return self.column not in self._reach.anchors or super().is_dead

    def is_free(self, base: Choice, survey: Survey) -> bool:
        return not self.is_dead and self.template[0] not in dict(base) and self.column in survey.known.columns

    def queries(self, base: Choice, survey: Survey) -> float:
        return max(10.0, _QUERIES * survey.size(base) / (survey.room or survey.page))

    def split(self, base: Choice, survey: Survey) -> Split:
        return PrefixSplit(base, self, survey)

    def checks(self, base: Choice, survey: Survey) -> list[Choice]:
        letters = Counter(key[0] for key in survey.known.columns[self.column].values if key[0].isalnum())
        return [survey.joined(base, self.template[0], letter) for letter, _ in letters.most_common(6)]


class PrefixSplit(Split):
    dimension: PrefixDimension

    def __init__(self, base: Choice, dimension: PrefixDimension, survey: Survey) -> None:
        super().__init__(base, dimension)
        self._open: dict[str, None] = {}
        self._left = 0
        self._expand("", survey)

    @property
    def count(self) -> int:
        return len(self.parts) + len(self._open)

    def _column(self, survey: Survey) -> Column:
        return survey.known.columns[self.dimension.column]

    def _expand(self, beginning: str, survey: Survey) -> None:
        """All that may follow, by the letters that values have."""
        letters = {letter for key in self._column(survey).values for letter in key}
        if len(beginning) >= LONGEST_VALUE or not letters:
            return
        for letter in sorted(letters):
            if letter.isalnum() or (beginning and not beginning.endswith(" ")):
                self._open.setdefault(beginning + letter)

    def next(self, survey: Survey) -> Proposal | None:
        found = self._known(survey)
        for beginning in tuple(self._open):
            choice = survey.joined(self.base, self.dimension.template[0], beginning)
            if choice in survey.asked or survey.is_whole(choice):
                del self._open[beginning]
                self.parts[choice] = survey.is_whole(choice)
                if not self.parts[choice] and choice in survey.cut:
                    del self.parts[choice]
                    self._expand(beginning, survey)
            elif survey.room is not None and found.get(beginning, 0) > survey.room:
                del self._open[beginning]
                self._expand(beginning, survey)
        if not self._open:
            self.is_through = True
            return None
        pairs = {key[n : n + 2] for key in self._column(survey).values for n in range(len(key) - 1)}
        weights = {one: found.get(one, 0) + self._prior(one, pairs) for one in self._open}
        best = max(weights, key=lambda one: (weights[one], one))
        whole, unseen = sum(weights.values()), self._unseen(survey)
        share = weights[best] / whole
        size = max(weights[best], found.get(best, 0) + unseen * share)
        choice = survey.joined(self.base, self.dimension.template[0], best)
        return survey.proposal(choice, size, unseen * share, How.PARTITION)

    def _known(self, survey: Survey) -> Counter[str]:
        """Known records by each of their beginnings that is open."""
        found: Counter[str] = Counter()
        longest = max(map(len, self._open), default=0)
        for key, numbers in self._column(survey).values.items():
            for length in range(1, min(longest, len(key)) + 1):
                if key[:length] in self._open:
                    found[key[:length]] += len(numbers)
        return found

    def _prior(self, beginning: str, pairs: set[str]) -> float:
        return _SEEN if len(beginning) == 1 or beginning[-2:] in pairs else _STRANGE

    def _unseen(self, survey: Survey) -> float:
        if self.base == survey.root:
            return survey.unseen
        taken = survey.asked.get(self.base)
        return max(0.5, survey.size(self.base) - (len(taken.numbers) if taken is not None else 0))

    def learn(self, taken: Taken, survey: Survey) -> Iterator[Choice]:
        choice = taken.answer.choice
        self.dimension.learn(taken, survey.asked.get(self.base))
        beginning = dict(choice).get(self.dimension.template[0], "")
        self._open.pop(beginning, None)
        if taken.cut and len(beginning) < LONGEST_VALUE:
            self._expand(beginning, survey)
        else:
            self.parts[choice] = survey.is_whole(choice)
            if taken.cut:
                yield choice
