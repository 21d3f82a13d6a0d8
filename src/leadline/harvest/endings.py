"""How a harvest ends, and on what grounds: the word, the sentence, the estimate behind both.

| word | means |
|---|---|
| `complete` | by proof: a stated count was reached, or every part of the source came whole |
| `covered` | the lower end of the interval is at the coverage asked for, 0.95 unless given |
| `exhausted` | nothing is left to ask, and neither of them holds |

A planner that has an `ending` decides by itself (`leadline.harvest.evidence`). For all others the answers are
folded here: why each query was asked is read off what it sets.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from leadline.harvest.answer_page import AnswerPage
from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How
from leadline.harvest.requests import StoppedBy
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate, Reply
from leadline.protocols import QueryPlanner
from leadline.store.codec import stored
from leadline.store.protocols import Store

COVERAGE = 0.95
"""What is asked for where nobody says otherwise."""
ENDING = "harvest: how it ended"
"""Name of the decision that keeps the last ending of a folder."""
_AUDITED = frozenset({"auto"})
"""Planners that audits are put between the queries of; papers' are left as published, `cascade` draws its own."""
_OWN = frozenset({"count", "probes", "seen"})
"""What planners of ours say that is said better here."""


class SizeWatch:
    """Estimates for the planner of one harvest."""

    def __init__(
        self,
        fields: Sequence[Field],
        coverage: float | None,
        *,
        once: bool = False,
        seed: int = 0,
        narrowed: Sequence[str] = (),
    ) -> None:
        """`once`: a planner that asks one query wants no more than what that brings. `narrowed`: choices that
        leave a part out whatever is asked, so that all that can come proves nothing."""
        self._once, self._seed, self._narrowed = once, seed, tuple(narrowed)
        self._drawn: Choice | None = None
        self._fields = tuple(fields)
        self._wanted = coverage if coverage is not None else COVERAGE
        self._stops = coverage is not None
        self._sizes = SizeEstimator(fields, self._wanted, once=once, by_lot=True, seed=seed)
        self._finite = frozenset(field.name for field in fields if field.finite)
        self._ends = frozenset(field.name for field in fields if field.end)

    def begun_again(self) -> "SizeWatch":
        """At its beginning: what answers brought is something else now."""
        wanted = self._wanted if self._stops else None
        return SizeWatch(self._fields, wanted, once=self._once, seed=self._seed, narrowed=self._narrowed)

    def choose(self, planner: QueryPlanner) -> Choice | None:
        """The next query: the planner's, or an audit between its queries and at their end."""
        if planner.name in _AUDITED and self._sizes.wants_audit():
            self._drawn = self._sizes.draw()
            if self._drawn is not None:
                return self._drawn
        found = planner.choose()
        if found is None and planner.name in _AUDITED and self._sizes.wants_last_audit():
            found = self._drawn = self._sizes.draw()
        return found

    @property
    def audits(self) -> int:
        """Queries by lot so far."""
        return self._sizes.audits

    def observe(self, planner: QueryPlanner, answer: Answer) -> None:
        if not hasattr(planner, "ending"):
            self._sizes.observe(self._asked(answer.choice), answer)
        self._drawn = None

    def _asked(self, choice: Choice) -> Asked:
        template = tuple(name for name, _ in choice)
        how = How.ADAPTIVE
        if choice == self._drawn:
            how = How.POOL
        elif not choice:
            how = How.DEFAULT
        elif set(template) <= self._ends:
            how = How.RANGE
        elif set(template) <= self._finite:
            how = How.PARTITION
        return Asked(choice, how, template)

    def estimate(self, planner: QueryPlanner) -> Estimate | None:
        """The interval the evidence supports; else what the planner's own paper says; else at least so many."""
        found = self._estimate(planner)
        if found is None or not self._narrowed:
            return found
        return Estimate(found.method, low=found.low, coverage_high=found.coverage_high)

    def _estimate(self, planner: QueryPlanner) -> Estimate | None:
        theirs = planner.estimate()
        if hasattr(planner, "ending"):
            return theirs
        ours = self._sizes.estimate()
        if ours is not None and ours.high is not None:
            return ours
        papers = theirs is not None and theirs.method not in _OWN and not getattr(planner, "complete", False)
        # The papers' formulas take every answer for whole.
        return theirs if papers and not self._sizes.is_cut else ours

    def is_covered(self, planner: QueryPlanner) -> str | None:
        """A sentence, if the share that the user asked for is there; None where nobody asked."""
        if not self._stops:
            return None
        estimate = self.estimate(planner)
        if estimate is None or estimate.coverage_low is None or estimate.coverage_low < self._wanted:
            return None
        twice = hasattr(planner, "ending") or self._sizes.covers(self._wanted)
        return self._sentence(estimate) if twice else None

    def _sentence(self, estimate: Estimate) -> str:
        assert estimate.coverage_low is not None
        if estimate.coverage_low >= 1:
            return "all that is estimated to be there was brought up"
        return f"at least {_percent(estimate.coverage_low)} of what is estimated to be there was brought up"

    def ending(self, planner: QueryPlanner) -> tuple[StoppedBy, str | None]:
        """The word and the sentence for a planner that has nothing more to ask."""
        word, why = self._ending(planner)
        if self._narrowed and word is not StoppedBy.EXHAUSTED:
            chosen = ", ".join(self._narrowed)
            return StoppedBy.EXHAUSTED, f"the page shows a part alone, as it has ticked some of several ({chosen})"
        return word, why

    def _ending(self, planner: QueryPlanner) -> tuple[StoppedBy, str | None]:
        told = getattr(planner, "ending", None)
        if told is not None:
            return StoppedBy(told.value), planner.why
        proof = self._sizes.proof()
        if proof is not None:
            return StoppedBy.COMPLETE, proof
        estimate = self.estimate(planner)
        low = estimate.coverage_low if estimate is not None else None
        ours = estimate is not None and estimate == self._sizes.estimate()
        sure = not ours or self._sizes.covers(self._wanted)
        if estimate is not None and low is not None and low >= self._wanted and sure and self._sizes.records:
            return StoppedBy.COVERED, self._sentence(estimate)
        return StoppedBy.EXHAUSTED, planner.why


def _percent(share: float) -> str:
    """Never rounded up: 99.96 % is not all.

    >>> _percent(0.9996), _percent(0.955), _percent(1.0)
    ('99.9%', '95.5%', '100%')
    """
    tenths = int(share * 1000 + 1e-9)
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10:.1f}%"


def ended_by(page: AnswerPage, url: str, failures: int, most: int) -> tuple[StoppedBy | None, str | None]:
    """Whether one page of an answer ends everything, and the sentence about it; `failures` in a row, at `most`."""
    if page.judged.reply is Reply.BLOCKED:
        return StoppedBy.BLOCKED, f"{url}: the site shows a {page.judged.why} instead of results"
    if page.result.failed:
        return StoppedBy.FAILED if failures >= most else None, f"{url}: {page.judged.why}"
    if page.is_stuck:
        why = f"{url}: its button only makes the form longer, and the gate lets it go by no other"
        return StoppedBy.FAILED, why
    return None, None


# ── kept for `status` ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class KeptEnding:
    """How the last run in a folder ended."""

    stopped_by: str | None
    why: str | None
    estimate: Estimate | None

    def packed(self) -> tuple[str, str]:
        said = {"stopped_by": self.stopped_by, "why": self.why}
        return ENDING, json.dumps({**said, "estimate": asdict(self.estimate) if self.estimate else None})


def kept_ending(store: Store) -> KeptEnding | None:
    """None for a folder whose first run has not ended, or that an older version made."""
    text = store.decisions.get(ENDING)
    return stored("how the harvest ended")(_unpacked)(text) if text is not None else None


def _unpacked(text: str) -> KeptEnding:
    said: dict[str, Any] = json.loads(text)
    estimate = Estimate(**said["estimate"]) if said["estimate"] is not None else None
    return KeptEnding(str(said["stopped_by"]), said["why"], estimate)
