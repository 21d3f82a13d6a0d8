"""`QueryPlanner` of a page that looks every word up in one list, which one request brings: that was seen before
(`leadline.harvest.scripted.looked_up`), so what came is all that its search can bring.

>>> planner = WholePlanner()
>>> planner.observe(Answer(planner.choose(), Reply.RESULTS, records=90, new=90))
>>> planner.choose(), planner.ending.value, planner.estimate().total
(None, 'complete', 90.0)
"""

from leadline.harvest.evidence import Ending
from leadline.model.query import Answer, Choice, Estimate, Reply


class WholePlanner:
    name = "whole"

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def choose(self) -> Choice | None:
        return () if self._answer is None else None

    def observe(self, answer: Answer) -> None:
        self._answer = self._answer or answer

    def estimate(self) -> Estimate | None:
        if self._answer is None or not self._answer.records:
            return None
        n = float(self._answer.records)
        return Estimate("list", n, n, n, 1.0, 1.0, 1.0) if self._is_all else Estimate("list", low=n)

    @property
    def _is_all(self) -> bool:
        answer = self._answer
        return answer is not None and answer.reply is Reply.RESULTS and answer.records > 0 and not answer.cut_short

    @property
    def ending(self) -> Ending | None:
        if self._answer is None:
            return None
        return Ending.COMPLETE if self._is_all else Ending.EXHAUSTED

    @property
    def why(self) -> str | None:
        if self._is_all:
            return "the page looks words up in one list, and all of it came"
        return "the list that the page looks words up in did not come whole"
