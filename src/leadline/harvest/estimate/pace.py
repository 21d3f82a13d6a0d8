"""How often a query is drawn by lot: a few on the way, more when the end is near (ALGORITHMS: D4)."""

from dataclasses import dataclass

from leadline.harvest.estimate.sizes import Size
from leadline.model.query import Answer

_FIRST, _FEW, _MANY = 0.4, 0.15, 0.5
"""Audits to other queries: until they say something, while coverage is far from what is wanted or is there, when
near."""
_DRY = 1.0
"""The same until they say something, where what other queries bring is known: an end only waits for them. Where
answers are cut their words are rare ones and say less at first, so there they are not hurried."""
_NEAR = 0.15
_LAST, _NARROW = 30, 0.1  # audits in all, and the width of the interval, that a planner which is through waits for
_KEPT = 0.8  # how much of what the planner's own answers brought counts at the next one


@dataclass(slots=True)
class Pace:
    coverage: float  # the share asked for
    _new: float = 0.0  # records of answers of late that are no audits: new ones, and all of them
    _met: float = 0.0

    def note(self, answer: Answer) -> None:
        """An answer to a query that is no audit."""
        if answer.met:
            self._new = self._new * _KEPT + answer.new
            self._met = self._met * _KEPT + len(answer.met)

    def wants(self, audits: int, others: int, seen: int, known: Size | None, *, cut: bool) -> bool:
        """Whether the next query should be one; `known` is what audits say so far."""
        if known is None:
            return audits < (_DRY if self._is_dry and not cut else _FIRST) * others
        is_there = seen >= self.coverage * known.high
        near = seen >= (self.coverage - _NEAR) * known.total and not is_there
        return audits < (_MANY if near else _FEW) * others

    @property
    def _is_dry(self) -> bool:
        """Whether other queries bring so little that is new that the end may be near."""
        return self._new <= (1 - self.coverage + _NEAR) * self._met

    def wants_last(self, audits: int, known: Size | None) -> bool:
        return audits < _LAST and (known is None or known.width > _NARROW * known.total)
