"""Where to set one more field: within answers that were cut off, and where fields narrow whatever is chosen.

A truncated query is swept by one more field, one with about as many choices as there are parts needed to get under
the cap. If that sweep leaves gaps, the next field is swept within the same query.

A field without an open choice (no "any") narrows every query. Where two such fields each brought new records, only
their combinations reach everything: each choice of one is then swept by the other.
"""

from collections.abc import Iterator, Sequence

from leadline.harvest.planners.arms import Sweep
from leadline.harvest.planners.truncations import Truncations
from leadline.harvest.planners.wordlists import takes_words
from leadline.model.field import Field, FieldType
from leadline.model.query import Answer, Choice

_SLACK = 1.5
"""More parts than needed if all were of one size."""
_PARTS = frozenset({FieldType.DAY, FieldType.MONTH})
_UNLIKELY, _HARDLY, _WORDS = 0.2, 0.05, 0.5

Proposal = tuple[Choice, Field, float]
"""What to sweep, by which field, and how many new records a page that promises."""


def promise_of(field: Field) -> float:
    """How much of a page a way of asking promises before it was tried."""
    if field.type in _PARTS:
        return _HARDLY  # a day or month asks for nothing by itself
    if field.end or field.composite:
        return _UNLIKELY
    if field.finite:
        return 1.0
    return _WORDS if takes_words(field) else _UNLIKELY


class Refining:
    """Proposes sweeps below queries that are open."""

    def __init__(self, fields: Sequence[Field], open_ones: Truncations, depth: int) -> None:
        self._fields = {field.name: field for field in fields}
        self._open = open_ones
        self._depth = depth
        self._sweeps_work = False
        self._answers: dict[Choice, tuple[int, int | None]] = {}
        self._always: dict[str, Field] = {}
        """Fields without an open choice that brought new records."""

    def learn(self, sweep: Sweep, answer: Answer) -> None:
        """One answer of a sweep."""
        self._sweeps_work |= answer.records > 0
        if answer.new and sweep.field.anything is None:
            self._always[sweep.field.name] = sweep.field

    def within(self, answer: Answer, page: float) -> Iterator[Proposal]:
        """A sweep within a query that was cut off."""
        self._answers[answer.choice] = answer.records, answer.count
        yield from self._next(answer.choice, page)

    def after(self, sweep: Sweep, page: float) -> Iterator[Proposal]:
        """More sweeps when one is through."""
        if sweep.base in self._answers and sweep.base in self._open:
            yield from self._next(sweep.base, page / 2)
        if sweep.field.name in self._always:
            for choice in sorted(sweep.asked):
                if self._set_fields(choice) < self._depth:
                    for name, field in self._always.items():
                        if name not in dict(choice):
                            yield choice, field, page / 2

    def _next(self, choice: Choice, page: float) -> Iterator[Proposal]:
        """The best field that is not set and was not swept within this query."""
        if self._set_fields(choice) >= self._depth or (self._has_words(choice) and self._sweeps_work):
            return
        chosen = dict(choice)
        usable = [
            field
            for field in self._fields.values()
            if promise_of(field) == 1.0
            and len(field.narrowing) > 1
            and chosen.get(field.name, field.anything) == field.anything
            and not self._open.is_swept(choice, field.name)
        ]
        records, count = self._answers[choice]
        missing = max(1, (count if count is not None else 2 * records) - records)
        parts = _SLACK * missing / max(1, records)
        usable.sort(key=lambda field: (len(field.narrowing) < parts, abs(len(field.narrowing) - parts)))
        if usable:
            yield choice, usable[0], max(0.5, min(page, missing / len(usable[0].narrowing)))

    def _set_fields(self, choice: Choice) -> int:
        return sum(value != self._fields[name].anything for name, value in choice if name in self._fields)

    def _has_words(self, choice: Choice) -> bool:
        """Words that are not asked for by the form itself: single choices do better."""
        fields = (self._fields.get(name) for name, _ in choice)
        return any(field is not None and not field.finite and not field.wanting for field in fields)
