"""The values of a list, one query each: slices (Sheng et al. 2012), the largest first, none that is whole."""

from collections.abc import Iterator

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.dimensions import UNTRIED, Dimension, Split
from leadline.harvest.planners.cascade.survey import FULL, Proposal, Survey, Taken
from leadline.harvest.planners.combinations import hashed
from leadline.model.field import PARTS_OF_DATES, Field
from leadline.model.query import Choice

_DEEPER = 3.5  # queries for every full answer, where parts are cut again (rank-shrink; ALGORITHMS: C5)
_PART = 20.0
"""How many more queries a field is reckoned with that asks for nothing by itself: one end of a range, a day
without its month."""
CHECKS = 12  # values of one field that check whether everything is there
_PRIOR = 0.5  # records that every value is thought to have besides those that were seen


class ChoiceDimension(Dimension):
    def __init__(self, field: Field) -> None:
        super().__init__((field.name,))
        self.field = field
        self.labels = {choice.value: " ".join(choice.label.split()).casefold() for choice in field.choices}
        self.is_part = bool(field.end) or field.type in PARTS_OF_DATES or len(field.composite) > 1

    def is_free(self, base: Choice, survey: Survey) -> bool:  # noqa: ARG002  # other dimensions look
        field, chosen = self.field, dict(base)
        if self.is_dead or len(field.narrowing) < 1:
            return False
        return field.name not in chosen or chosen[field.name] == field.anything

    def queries(self, base: Choice, survey: Survey) -> float:
        size, room, values = survey.size(base), survey.room or survey.page, len(self.field.narrowing)
        deeper = _DEEPER * size / room if size / values > FULL * room else 0.0
        doubt = 1.0 if self.works else UNTRIED
        if self.is_part or (values == 1 and self.field.anything is not None):
            doubt *= _PART
        return (values + deeper) * doubt

    def split(self, base: Choice, survey: Survey) -> Split:  # noqa: ARG002  # others begin with what is known
        return ChoiceSplit(base, self)

    def checks(self, base: Choice, survey: Survey) -> list[Choice]:
        field = self.field
        if self.is_part or field.anything is None:
            return []
        values = sorted(field.narrowing, key=lambda value: (-self.seen(value, survey), value))[:CHECKS]
        return [survey.joined(base, field.name, value) for value in values if value != field.default]

    def seen(self, value: str, survey: Survey) -> int:
        """Known records that say this value in some column."""
        label = self.labels.get(value, "")
        found = (len(column.values.get(label, ())) for column in survey.known.columns.values())
        return max(found, default=0) if label else 0


class ChoiceSplit(Split):
    dimension: ChoiceDimension

    def __init__(self, base: Choice, dimension: ChoiceDimension) -> None:
        super().__init__(base, dimension)
        field = dimension.field
        # One box that may be ticked, or one end of a range: what is not chosen by it is in no part.
        self.covers = not dimension.is_part and (len(field.narrowing) > 1 or field.anything is None)
        self._left = list(field.narrowing)
        self._seen: set[int] = set()  # records of the base that are known
        self._placed = 0.0  # records of the base that are in parts asked so far

    @property
    def count(self) -> int:
        return len(self.dimension.field.narrowing)

    def _choice(self, value: str, survey: Survey) -> Choice:
        field = self.dimension.field
        standing = dict(self.base).get(field.name, field.default)
        return (
            self.base if value == standing and not field.wanting else survey.joined(self.base, field.name, value)
        )

    def next(self, survey: Survey) -> Proposal | None:
        best: tuple[float, int, Proposal] | None = None
        size = max(len(self._left) * _PRIOR, survey.size(self.base) - self._placed)
        unseen = self._unseen(survey)
        seen = {value: self.dimension.seen(value, survey) for value in self._left}
        whole = sum(seen.values()) + _PRIOR * len(seen)
        for value in tuple(self._left):
            choice = self._choice(value, survey)
            if choice in survey.asked or survey.is_whole(choice):
                self._left.remove(value)
                self.parts[choice] = survey.is_whole(choice)
                continue
            share = (seen[value] + _PRIOR) / whole
            expected = max(_PRIOR, size * share)
            proposal = survey.proposal(choice, expected, unseen * share, How.PARTITION)
            proposal = self._slice(value, share, survey) or proposal
            lot = hashed(survey.seed, choice)
            if best is None or (proposal.rate, lot) > best[:2]:
                best = proposal.rate, lot, proposal
        self.is_through = best is None
        return best[2] if best is not None else None

    def _slice(self, value: str, share: float, survey: Survey) -> Proposal | None:
        """The value by itself, where that should come whole: it answers for every query that is split by it."""
        name = self.dimension.field.name
        choice = survey.joined(survey.root, name, value)
        if self.base == survey.root or choice in survey.asked or survey.room is None:
            return None
        size = max(survey.total, survey.size(survey.root)) * share
        if size > FULL * survey.room:
            return None
        new = max(survey.unseen * share, _PRIOR)
        return survey.proposal(choice, size, new, How.PARTITION)

    def _unseen(self, survey: Survey) -> float:
        """Records of the base that are in none of the parts asked so far, nor known otherwise."""
        if self.base == survey.root:
            return survey.unseen
        return max(_PRIOR, survey.size(self.base) - len(self._met(survey)))

    def _met(self, survey: Survey) -> set[int]:
        taken = survey.asked.get(self.base)
        if taken is not None:
            self._seen.update(taken.numbers)
        return self._seen

    def _guess(self, choice: Choice, survey: Survey) -> float:
        """How large a part is, by the share that known records of its value have."""
        seen = {value: self.dimension.seen(value, survey) for value in self.dimension.field.narrowing}
        value = dict(choice).get(self.dimension.field.name, "")
        whole = sum(seen.values()) + _PRIOR * len(seen)
        return survey.size(self.base) * (seen.get(value, 0) + _PRIOR) / whole

    def learn(self, taken: Taken, survey: Survey) -> Iterator[Choice]:
        choice = taken.answer.choice
        is_slice = not set(self.base) <= set(choice)
        self.dimension.learn(taken, survey.asked.get(survey.root if is_slice else self.base))
        if is_slice:
            return
        self._seen.update(taken.numbers)
        self.parts[choice] = survey.is_whole(choice)
        if taken.cut:
            survey.guesses[choice] = self._guess(choice, survey)
        self._placed += survey.size(choice)
        if taken.cut:
            yield choice
