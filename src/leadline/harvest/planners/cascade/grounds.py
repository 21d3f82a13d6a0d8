"""On what grounds a harvest may end before it is out of ways to ask: checks, coverage, a dry spell."""

from dataclasses import dataclass
from math import log

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.estimate.ledger import MOST
from leadline.harvest.planners.cascade.cells import Cells
from leadline.harvest.planners.cascade.survey import Proposal, Survey
from leadline.harvest.planners.query_series import FURNITURE, MEETING_NOTHING, Progress
from leadline.harvest.settings import HarvestSettings
from leadline.model.query import Estimate

_COVERAGE = 0.95
_NEARLY, _FAR = 0.995, 0.1  # less has to come of a query where parts under way may prove that all is there


def wanted(settings: HarvestSettings) -> float:
    """The share that is asked for."""
    return settings.coverage if settings.coverage is not None else _COVERAGE


@dataclass(frozen=True, slots=True)
class Grounds:
    settings: HarvestSettings
    survey: Survey
    sizes: SizeEstimator
    progress: Progress

    def are_checked(self, cells: Cells) -> bool:
        """Whether a root that came whole was met again often enough."""
        survey, probes = self.survey, self.settings.cascade.probes
        if not survey.is_whole(survey.root) or cells.is_sweeping or survey.records <= FURNITURE:
            return False
        if self._rests_on_a_word:
            return False
        barren = self.progress.barren >= MEETING_NOTHING * probes
        return barren or self.are_covered or (self._are_probed and not self.sizes.tells_soon)

    def worth_beside(self, cells: Cells) -> float:
        """New records a request that a text has to promise where parts under way hold everything.

        Parts bring what is missing at one rate to their end, and what a text brought meanwhile is asked for twice.
        Texts find what is left by chance, each the same share of it: until 1 in n of it is left they take ln n
        times the requests that all of it would take at the rate of the first."""
        survey = self.survey
        allowed = max(1.0, (1 - wanted(self.settings)) * survey.total)
        times = survey.unseen / allowed
        return cells.plan * (log(times) / (1 - 1 / times) if times > 1 else 1.0)

    @property
    def _rests_on_a_word(self) -> bool:
        """Whether the root is what a word found, where a site insists on one, and other words have found more:
        that all of it came says nothing."""
        survey, taken = self.survey, self.survey.asked.get(self.survey.root)
        worded = any(value and not survey.fields[name].finite for name, value in survey.root)
        return worded and taken is not None and len(taken.numbers) < MOST * survey.records

    @property
    def _are_probed(self) -> bool:
        cascade = self.settings.cascade
        return self.progress.has_probed(cascade.probes, cascade.probe_records)

    @property
    def are_covered(self) -> bool:
        """Whether the coverage is there. A count that is reached is held against a few queries first, which make
        it a proof, unless the user is content with a share."""
        found = self.sizes.estimate()
        is_counted = self.settings.coverage is None and found is not None and found.method == "count"
        return self.sizes.covers() and (not is_counted or self._are_probed)

    @property
    def are_dry(self) -> bool:
        """Whether texts have brought nothing for long. While something says that more is wanted, longer."""
        found = self.sizes.estimate() or Estimate("")
        bounds = (found.total * wanted(self.settings), found.low or 0.0) if found.total is not None else ()
        least = max(*bounds, self.sizes.hoped, self.survey.least)
        return self.progress.dry >= self.progress.limit(self.settings.cascade.barren, least)

    def are_enough(self, best: Proposal, cells: Cells) -> bool:
        """Whether the coverage asked for is there, and what could follow promises too little."""
        if not self.are_covered:
            return False
        is_near = self.survey.records >= _NEARLY * self.survey.total
        worth = 1 if is_near and not cells.open else _FAR
        return self.settings.coverage is not None or best.rate < self.settings.cascade.worth * worth
