"""`once`: the form as it is, with what the user set, and nothing else: one query, all its pages."""

from leadline.model.estimate import Estimate
from leadline.model.query import Answer, Choice


class OncePlanner:
    """One query.

    >>> planner = OncePlanner()
    >>> planner.choose(), planner.choose()
    ((), None)
    """

    name = "once"

    def __init__(self) -> None:
        self._asked = False
        self.why: str | None = None

    def choose(self) -> Choice | None:
        if self._asked:
            return None
        self._asked = True
        return ()

    def observe(self, answer: Answer) -> None:
        """Nothing follows from it."""

    def estimate(self) -> Estimate | None:
        """One answer says nothing about what others would hold."""
        return None
