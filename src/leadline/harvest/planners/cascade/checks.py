"""Queries that check whether a root that came whole has everything: parts of each field, the fields in turn.

They are narrower than what is there, so nobody who believes the root would ask them.
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.dimensions import Dimension
from leadline.harvest.planners.cascade.survey import Proposal, Survey
from leadline.model.query import Choice

_MOST = 24  # of all fields together
_DOUBT = 0.05  # of a page that a check is thought to bring: less than anything that is missing


class Checks:
    def __init__(self, base: Choice, dimensions: Sequence[Dimension]) -> None:
        self._base = base
        self._dimensions = dimensions

    def next(self, survey: Survey, *, missed: bool = False) -> Proposal | None:
        """The largest part of a field, of each field one, then the next. Where what was asked last `missed`, a
        part goes first: that is known to hold something, and a word is a guess."""
        series = [one.checks(self._base, survey) for one in self._dimensions if not one.is_dead]
        in_turn = filter(None, chain.from_iterable(zip_longest(*series)))
        choices = list(dict.fromkeys(choice for choice in in_turn if choice != self._base))[:_MOST]
        choice = next((one for one in choices if one not in survey.asked), None)
        if choice is None:
            return None
        return Proposal(choice, (1.0 if missed else _DOUBT) * survey.page, 1.0, How.PARTITION)
