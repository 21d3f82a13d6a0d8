"""`random`: what is left of a planner that does not think. Every query sets one field, drawn by lot: a list to one
of its values, a box to a word of a record drawn by lot, or of the page before any came."""

from collections.abc import Sequence

from leadline.harvest.evidence import tokens_of
from leadline.harvest.planners.combinations import hashed
from leadline.harvest.planners.query_series import joined
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate

_TRIES, _BARREN = 50, 40  # draws for a query that was not asked yet; queries without a record before it gives up


class RandomPlanner:
    name = "random"

    def __init__(self, fields: Sequence[Field], settings: HarvestSettings, seed: int, values: Supplies) -> None:  # noqa: ARG002  # as planners from outside are made
        self._fields, self._order, self._seed = fields, [field.name for field in fields], seed
        self._words = [word for word, _ in values.words] or list(values.openers)
        self._texts: list[str] = []
        self._asked: set[Choice] = set()
        self._draws = self._barren = 0
        self.why: str | None = None

    def choose(self) -> Choice | None:
        if not self._asked:
            return ()
        for _ in range(_TRIES if self._barren < _BARREN and self._fields else 0):
            field = self._fields[self._lot(len(self._fields))]
            value = self._value(field)
            choice = joined((), field.name, value, self._order) if value else ()
            if choice not in self._asked:
                return choice
        self.why = "lots bring nothing new"
        return None

    def _lot(self, most: int) -> int:
        self._draws += 1
        return hashed(self._seed, self._draws) % most

    def _value(self, field: Field) -> str:
        if field.finite:
            return field.narrowing[self._lot(len(field.narrowing))] if field.narrowing else ""
        words = tokens_of(self._texts[self._lot(len(self._texts))]) if self._texts else self._words
        return words[self._lot(len(words))] if words else ""

    def observe(self, answer: Answer) -> None:
        self._asked.add(answer.choice)
        self._barren = 0 if answer.new else self._barren + 1
        self._texts += [value for _, value in answer.sample]

    def estimate(self) -> Estimate | None:
        """Lots of queries are no lots of records."""
        return None
