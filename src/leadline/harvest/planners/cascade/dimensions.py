"""A field, or a pair of fields, as a way to split what was cut; and whether it tells anything.

The test is Madhavan et al.'s (2008, informative templates) on records instead of pages, and sequential: a template
whose answers are the same again and again is left as soon as the Wilson interval of (different answers / answers)
is below 0.2, and one that changes nothing at all after two or three.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from math import sqrt

from leadline.harvest.evidence import Template
from leadline.harvest.planners.cascade.survey import SEVERAL, Proposal, Survey, Taken
from leadline.model.query import Choice

INFORMATIVE = 0.2  # Madhavan et al.
_Z = 1.645  # one-sided 95 %
UNTRIED = 1.5  # how many more queries a field is reckoned with that was never tried
FAILURES = 4  # complaints in a row


def wilson_high(successes: int, trials: int) -> float:
    """The upper end of the interval of a share.

    >>> round(wilson_high(1, 10), 2), wilson_high(0, 0)
    (0.35, 1.0)
    """
    if not trials:
        return 1.0
    share, z2 = successes / trials, _Z**2
    spread = _Z * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return min(1.0, (share + z2 / (2 * trials) + spread) / (1 + z2 / trials))


class Dimension(ABC):
    """Fields that are set together, and what came of it so far."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.asked = 0
        self.new = 0
        self._signatures: set[int] = set()
        self._with_records = 0
        self._ignored = 0
        self._failed_in_a_row = 0

    def learn(self, taken: Taken, base: Taken | None) -> None:
        """What one part brought; `base` is the answer it is a part of."""
        self.asked += 1
        self.new += taken.answer.new
        self._failed_in_a_row = self._failed_in_a_row + 1 if taken.failed else 0
        if taken.numbers:
            self._with_records += 1
            self._signatures.add(taken.signature)
            same = base is not None and base.numbers and base.signature == taken.signature
            self._ignored = self._ignored + 1 if same else 0

    @property
    def is_dead(self) -> bool:
        """Whether it does not narrow, or does not work at all."""
        if self._failed_in_a_row >= FAILURES or self._ignored >= SEVERAL:
            return True
        return not self.new and wilson_high(len(self._signatures), self._with_records) < INFORMATIVE

    @property
    def works(self) -> bool:
        return len(self._signatures) > 1

    @abstractmethod
    def is_free(self, base: Choice, survey: Survey) -> bool:
        """Whether it can split this query."""

    @abstractmethod
    def queries(self, base: Choice, survey: Survey) -> float:
        """How many queries it would take to bring up all of a query that was cut."""

    @abstractmethod
    def split(self, base: Choice, survey: Survey) -> "Split": ...

    @abstractmethod
    def checks(self, base: Choice, survey: Survey) -> list[Choice]:
        """A few parts that show whether a query has everything, the largest first."""


class Split(ABC):
    """The parts of one query by one dimension."""

    dimension: Dimension
    base: Choice
    covers = True  # every record of the base is in some part, as far as the form says
    is_through = False  # every part was asked, or need not be

    def __init__(self, base: Choice, dimension: Dimension) -> None:
        self.base, self.dimension = base, dimension
        self.parts: dict[Choice, bool] = {}
        """Parts that were asked or need not be, and whether all of each is there."""

    @abstractmethod
    def next(self, survey: Survey) -> Proposal | None:
        """Its best part, not yet asked; None when through."""

    @abstractmethod
    def learn(self, taken: Taken, survey: Survey) -> Iterator[Choice]:
        """Take an answer to one of its parts in; those parts that were cut and that it cannot split itself."""

    @property
    def is_resolved(self) -> bool:
        """Whether all parts are there."""
        return self.is_through and self.covers and bool(self.parts) and all(self.parts.values())

    @property
    def count(self) -> int:
        """How many parts there are, asked or not."""
        return len(self.parts)
