"""One database harvested to its end, with what was said on the way beside the truth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from leadline.errors import LeadlineError
from leadline.harvest.endings import SizeWatch
from leadline.harvest.evidence import Asked, How
from leadline.harvest.requests import StoppedBy
from leadline.harvest.settings import HarvestSettings
from leadline.protocols import QueryPlanner
from leadline_bench.estimate.database import LabDatabase
from leadline_bench.harvest.drawn import Visit
from leadline_bench.harvest.sources import Manner, manner_of

MARKS = (0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Shares of the truth at which a harvest is looked at, besides its end."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What was said when so much was there."""

    coverage: float
    method: str
    total: float | None
    low: float | None
    high: float | None
    size: int  # the truth

    @property
    def told(self) -> bool:
        return self.low is not None and self.high is not None

    @property
    def estimated(self) -> bool:
        """An interval with a width, or of a kind that could have had one: what is counted or proved has none."""
        return self.told and self.method not in ("count", "partition")

    @property
    def holds(self) -> bool:
        return self.low is not None and self.high is not None and self.low - 0.5 <= self.size <= self.high + 0.5

    @property
    def width(self) -> float:
        return (self.high - self.low) / self.size if self.low is not None and self.high is not None else 0.0


@dataclass(frozen=True, slots=True)
class Run:
    manner: Manner
    ended: str
    found: int
    queries: int
    requests: int
    ideal_queries: int | None
    """Queries that are no audits, when the share asked for was first there."""
    ideal_requests: int | None
    moments: tuple[Moment, ...] = ()
    why: str = ""
    audits: int = 0

    @property
    def coverage(self) -> float:
        return self.found / self.manner.size

    @property
    def claims(self) -> bool:
        return self.ended in ("complete", "covered")


@dataclass
class _Diary:
    size: int
    wanted: float
    marks: list[float] = field(default_factory=lambda: list(MARKS))
    moments: list[Moment] = field(default_factory=list)
    ideal: tuple[int, int] | None = None


def run(visit: Visit, planner: str, wanted: float | None, most: int, seed: int) -> Run:
    """Harvest until the planner is through, the share wanted is there, or so many queries were asked."""
    settings = HarvestSettings(planner=planner, coverage=wanted, seed=seed, max_requests=100_000)
    manner, diary = manner_of(visit), _Diary(visit.source.size, wanted if wanted is not None else 0.95)
    try:
        database = LabDatabase(visit, settings)
        asks = database.planner()
        return _asked(database, asks, SizeWatch(database.source.fields, wanted, seed=seed), diary, manner, most)
    except LeadlineError as error:
        return Run(manner, type(error).__name__, 0, 0, 0, None, None)


def _asked(
    database: LabDatabase, planner: QueryPlanner, sizes: SizeWatch, diary: _Diary, manner: Manner, most: int
) -> Run:
    queries = audits = 0
    ended, why = StoppedBy.REQUESTS.value, ""
    while queries < most:
        if (sentence := sizes.is_covered(planner)) is not None:
            ended, why = StoppedBy.COVERED.value, sentence
            break
        choice = sizes.choose(planner)
        if choice is None:
            word, said = sizes.ending(planner)
            ended, why = word.value, said or ""
            break
        answer = database.answer(choice)
        planner.observe(answer)
        sizes.observe(planner, answer)
        queries += 1
        last: Sequence[Asked] = getattr(planner, "asked", ())
        audits = sum(one.how is How.POOL for one in last) if last else sizes.audits
        _note(database, planner, sizes, diary, queries - audits)
    _look(database, planner, sizes, diary)
    found = len(database.known)
    asked_for, pages = diary.ideal or (None, None)
    return Run(
        manner, ended, found, queries, database.requests, asked_for, pages, tuple(diary.moments), why, audits
    )


def _note(database: LabDatabase, planner: QueryPlanner, sizes: SizeWatch, diary: _Diary, queries: int) -> None:
    coverage = len(database.known) / diary.size
    if diary.ideal is None and coverage >= diary.wanted:
        diary.ideal = queries, database.requests
    if diary.marks and coverage >= diary.marks[0]:
        diary.marks = [mark for mark in diary.marks if mark > coverage]
        _look(database, planner, sizes, diary)


def _look(database: LabDatabase, planner: QueryPlanner, sizes: SizeWatch, diary: _Diary) -> None:
    said, coverage = sizes.estimate(planner), len(database.known) / diary.size
    if said is None:
        diary.moments.append(Moment(coverage, "none", None, None, None, diary.size))
    else:
        ends = (said.low, said.high) if said.total is not None else (None, None)
        diary.moments.append(Moment(coverage, said.method, said.total, *ends, diary.size))
