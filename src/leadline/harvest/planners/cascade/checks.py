"""Queries that check whether a root that came whole has everything: parts of each field, the fields in turn.

They are narrower than what is there, so nobody who believes the root would ask them. Where everything came in
parts of a list without an "any", each part is checked, one after the other: no query tells about two of them.
"""

from collections.abc import Callable, Container, Sequence
from itertools import chain, zip_longest

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.choices import ChoiceDimension
from leadline.harvest.planners.cascade.dimensions import Dimension
from leadline.harvest.planners.cascade.survey import SEVERAL, Proposal, Survey
from leadline.model.query import Choice

_MOST = 24  # of all fields together
_DOUBT = 0.05  # of a page that a check is thought to bring: less than anything that is missing


class Checks:
    def __init__(
        self, base: Choice, dimensions: Sequence[Dimension], parts: Callable[[], Sequence[Choice]] = tuple
    ) -> None:
        """`parts`: what is as wide as the root, and was asked for because the root is no more than one of them."""
        self._base = base
        self._dimensions = dimensions
        self._parts = parts

    def next(self, survey: Survey, *, missed: bool = False) -> Proposal | None:
        """The largest part of a field, of each field one, then the next. Where what was asked last `missed`, a
        part goes first: that is known to hold something, and a word is a guess."""
        bases = [self._base, *(one for one in self._parts() if survey.is_whole(one) and survey.asked[one].numbers)]
        in_turn = _in_turn([self._of(base, survey) for base in bases])
        choices = [choice for choice in dict.fromkeys(in_turn) if choice not in bases][:_MOST]
        choice = next((one for one in choices if one not in survey.asked), None)
        if choice is None:
            return None
        return Proposal(choice, (1.0 if missed else _DOUBT) * survey.page, 1.0, How.PARTITION)

    def _of(self, base: Choice, survey: Survey) -> Sequence[Choice]:
        return _in_turn([one.checks(base, survey) for one in self._dimensions if not one.is_dead])


def outside(names: Container[str], choices: Sequence[ChoiceDimension], survey: Survey) -> Proposal | None:
    """Another choice of a list whose "any" is a guess, beside what came whole without it: what that brings is
    among what came, or the guess was wrong. The largest answer goes first, and the likeliest choice."""
    for dimension in choices:
        name = dimension.field.name
        if name in names and (base := _largest(name, survey)) is not None:
            tried = dimension.checks(base, survey)[:SEVERAL]
            if (found := next((one for one in tried if one not in survey.asked), None)) is not None:
                return Proposal(found, 0.0, 1.0, How.PARTITION)
    return None


def _largest(name: str, survey: Survey) -> Choice | None:
    """Of the answers that came whole while a list was left open."""
    whole = [
        (len(taken.numbers), choice)
        for choice, taken in survey.asked.items()
        if taken.numbers
        and not taken.cut
        and all(one != name or survey.is_open(one, said) for one, said in choice)
    ]
    return max(whole, default=(0, None))[1] if whole else None


def _in_turn(series: Sequence[Sequence[Choice]]) -> list[Choice]:
    return [choice for choice in chain.from_iterable(zip_longest(*series)) if choice is not None]
