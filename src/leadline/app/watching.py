"""What a harvest tells on its way: how far it is, what it does now, how long it will take at the polite rate."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from leadline.app.progress import HarvestProgress, Supervisor, ignore_progress
from leadline.harvest.endings import COVERAGE
from leadline.harvest.loop import Harvest
from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.model.query import Estimate

_DAY = 86_400.0
_VALUES = 3  # of a query, that are named
_LONGEST = 40


class Clock(Protocol):
    def now(self) -> float: ...


@dataclass(eq=False)
class Watch:
    """Told after every page; tells the supervisor."""

    supervisor: Supervisor
    delay: float
    clock: Clock
    _began: tuple[float, int, int] | None = None  # when, and how many requests and records there were
    _told_days: bool = False
    _told_sample: bool = False

    def __call__(self, harvest: Harvest) -> None:
        records, queries, pages = harvest.queries.counts()
        spent, limit = harvest.spent, harvest.settings.max_requests
        self._began = self._began or (self.clock.now(), spent, 0)
        left = self.seconds_left(harvest.estimate, records, spent, harvest.settings.coverage)
        self._tell_sample(harvest)
        if left is not None and left >= _DAY and not self._told_days:
            self._told_days = True
            self.supervisor.warn(
                f"at the polite rate of one request in {self._pause(spent):.3g} s this takes about "
                f"{left / _DAY:.1f} days; it can be stopped and resumed at any time"
            )
        event = HarvestProgress(
            records,
            queries,
            pages,
            harvest.queries.newest(),
            spent,
            limit,
            harvest.estimate,
            doing(harvest),
            left,
        )
        self.supervisor.on_progress(event)

    def _pause(self, spent: int) -> float:
        """Seconds a request, as long as the site, robots.txt and we ourselves made them so far."""
        assert self._began is not None
        began, before, _ = self._began
        done = spent - before
        return max(self.delay, (self.clock.now() - began) / done) if done else self.delay

    def seconds_left(
        self, estimate: Estimate | None, records: int, spent: int, wanted: float | None
    ) -> float | None:
        """Until the share wanted is there, if requests go on to bring as much as they did; None where nobody can
        say."""
        if estimate is None or estimate.total is None or not records or not spent:
            return None
        missing = max(0.0, estimate.total * (wanted or COVERAGE) - records)
        return missing * spent / records * self._pause(spent)

    def _tell_sample(self, harvest: Harvest) -> None:
        """Before the exhaustive phase: S and T of Liddle et al., section 5.2."""
        planner = harvest.planner
        if self._told_sample or not isinstance(planner, LiddlePlanner) or not planner.is_exhaustive:
            return
        self._told_sample = True
        if planner.space is not None and planner.seconds_left is not None:
            self.supervisor.warn(
                f"all {planner.n:,} queries would bring about {planner.space / 1e6:,.1f} MB, and the others take "
                f"about {planner.seconds_left / 3600:,.1f} hours; harvest.liddle has thresholds to end sooner"
            )


def doing(harvest: Harvest) -> str:
    """What comes next, in words."""
    if harvest.reads_details:
        return "reading records' own pages"
    pending = harvest.queries.open()
    if pending is None:
        return "choosing the next query"
    said = [f"{name}={value[:_LONGEST]}" for name, value in pending.choice if value]
    asked = ", ".join(said[:_VALUES]) + (" …" if len(said) > _VALUES else "")
    what = f"asking for {asked}" if asked else "asking for everything"
    return f"{what}, page {pending.page + 1}" if pending.page else what


def watching(supervisor: Supervisor, delay: float, clock: Clock) -> Callable[[Harvest], None]:
    return Watch(supervisor, delay, clock) if supervisor.on_progress is not ignore_progress else lambda _: None
