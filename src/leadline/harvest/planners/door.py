"""`QueryPlanner` of a side door: its parts one after the other, and how much they are by what was checked.

>>> from leadline.model.door import Checked
>>> planner = DoorPlanner(Door("csv", "u", "", ("u",), 90, True, (), Checked(80, 80, 90)), 0.95)
>>> planner.choose()
(('part', 'u'),)
>>> planner.observe(Answer(planner.choose(), Reply.RESULTS, records=90, new=90))
>>> planner.choose(), planner.ending.value, planner.estimate().total
(None, 'complete', 90.0)
"""

from math import exp, log

from leadline.doors.as_form import PART
from leadline.doors.kinds import SPOKEN
from leadline.harvest.estimate.intervals import gamma_interval
from leadline.harvest.evidence import Ending
from leadline.model.door import Door
from leadline.model.query import Answer, Choice, Estimate, Reply

_TAIL = 0.025


class DoorPlanner:
    name = "door"

    def __init__(self, door: Door, wanted: float) -> None:
        self._door, self._wanted = door, wanted
        self._next = 0
        self._records = 0
        self._is_broken = False

    def choose(self) -> Choice | None:
        if self._next >= len(self._door.parts):
            return None
        return ((PART, self._door.parts[self._next]),)

    def observe(self, answer: Answer) -> None:
        self._next += 1
        self._records += answer.new
        self._is_broken |= answer.cut_short or answer.reply not in (Reply.RESULTS, Reply.EMPTY)

    def estimate(self) -> Estimate | None:
        """Only of the whole door: a part of it says nothing about the others."""
        checked, n = self._door.checked, self._records
        if self._next < len(self._door.parts) or not n:
            return None
        if checked is None or not checked.rows or self._is_broken:
            return Estimate("door", total=None, low=float(n))
        if self._is_all:
            return Estimate("door", float(n), float(n), float(n), 1.0, 1.0, 1.0)
        share, (low, high) = checked.share, shares(checked.found, checked.rows)
        return Estimate("door", n / share, n / high, n / low if low else None, share, low, high)

    @property
    def _is_all(self) -> bool:
        """As much came as the form itself counts, and every row of the form was there."""
        checked = self._door.checked
        if checked is None or checked.counted is None or self._is_broken:
            return False
        return checked.found == checked.rows > 0 and self._records >= checked.counted

    @property
    def ending(self) -> Ending | None:
        if self._next < len(self._door.parts):
            return None
        estimate = self.estimate()
        if self._is_all:
            return Ending.COMPLETE
        low = estimate.coverage_low if estimate is not None else None
        return Ending.COVERED if low is not None and low >= self._wanted else Ending.EXHAUSTED

    @property
    def why(self) -> str | None:
        checked, what = self._door.checked, SPOKEN[self._door.kind]
        if self._is_broken:
            return f"the {what} {self._door.url} did not come whole this time"
        if checked is None:
            return f"the {what} {self._door.url} was read to its end; no query of a form was held against it"
        if self._is_all:
            return f"the {what} has the {checked.counted:,} records that the form counts"
        return f"{checked.found:,} of {checked.rows:,} records that queries of the form brought are in the {what}"


def shares(found: int, rows: int) -> tuple[float, float]:
    """Both ends of the share that a door has, by rows of which `found` were there: what is missing is rare, so its
    number is a Poisson one (Fay and Feuer); where none is, the exact end of the binomial.

    >>> [round(end, 3) for end in shares(80, 80)], [round(end, 2) for end in shares(76, 80)]
    ([0.955, 1.0], [0.87, 0.99])
    """
    missing = rows - found
    if not missing:
        return exp(log(_TAIL) / rows), 1.0
    low, high = gamma_interval(float(missing), float(missing), 1.0)
    return max(0.0, 1 - high / rows), max(0.0, 1 - low / rows)
