"""Liddle et al., figures 5 to 7 and their sampling batch, on made-up databases: the planner without a web.

A database has two factors without a level for "any". *Sparse* has the size of figure 5, N = 59 × 36 = 2,124 and
C = 59, and few records; a query brings everything *from* its second level on (a least price, a latest date), which
is how answers come to overlap. *Dense* has that of figure 7, N = 8 × 23 = 184, records in three of four cells, and
a query brings its own cell.
The paper knows what it estimates, not what there was; here both are told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.harvest.settings import LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Reply
from leadline_bench.forms.report_part import Part
from leadline_bench.report import Cell, Table
from leadline_lab.randomness import Dice, dice

SHARES = (0.8, 0.9, 0.95, 0.99)
PUBLISHED = {"sparse": (14 * 59 + 1, 22 * 59 + 1, 25 * 59 + 1, 31 * 59 + 1), "dense": (138, None, None, None)}
"""Queries at which the paper's estimate passed each share; the dense case names the first only."""


@dataclass(frozen=True, slots=True)
class Case:
    """A database: its factors, how many records, and how they spread over the first one."""

    name: str
    sizes: tuple[int, int]
    records: int
    skew: float = 0.0
    """0: even; larger: fewer levels have most of the records."""
    nested: bool = True
    """A level of the second factor brings everything from it on, not itself alone."""
    any_level: bool = False
    """Both factors have a level for "any", which is their default."""
    cap: int | None = None
    """Records one query brings at most."""


CASES = (Case("sparse", (59, 36), 150, 1.0), Case("dense", (8, 23), 260, nested=False))


def _list(name: str, size: int) -> Field:
    options = tuple(Option(str(n), str(n), selected=n == 0) for n in range(size))
    return Field((Control("select-one", name, "0", (), options),), name, type=FieldType.CATEGORY)


class Database:
    """Records as pairs of levels, asked by a choice."""

    def __init__(self, case: Case, roll: Dice) -> None:
        self._case = case
        first, second = case.sizes
        start = int(case.any_level)
        self._records = [
            (
                start + int((first - start) * (roll.below(1_000_000) / 1_000_000) ** (1 + case.skew)),
                roll.between(start, second - 1),
            )
            for _ in range(case.records)
        ]
        self._met: set[int] = set()

    @property
    def fields(self) -> list[Field]:
        return [_list(name, size) for name, size in zip("ab", self._case.sizes, strict=True)]

    @property
    def share(self) -> float:
        """Of the records, how many were met."""
        return len(self._met) / len(self._records)

    def answer(self, choice: Choice) -> Answer:
        asked = dict(choice)
        a, b = int(asked.get("a", 0)), int(asked.get("b", 0))
        found = [n for n, record in enumerate(self._records) if self._matches(record, a, b)][: self._case.cap]
        new = set(found) - self._met
        self._met |= new
        return Answer(choice, Reply.RESULTS if found else Reply.EMPTY, len(found), len(new))

    def _matches(self, record: tuple[int, int], a: int, b: int) -> bool:
        if self._case.any_level:
            return a in (0, record[0]) and b in (0, record[1])
        return record[0] == a and (record[1] >= b if self._case.nested else record[1] == b)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a share was taken to be reached."""

    queries: int
    combinations: int
    share: float
    """What was there in truth."""

    @property
    def saved(self) -> float:
        return 1 - self.queries / self.combinations


def stopped(case: Case, share: float, seed: int, settings: LiddleSettings | None = None) -> Stop:
    """Ask until the planner believes that this share is there."""
    database = Database(case, dice("liddle cases", case.name, seed))
    settings = replace(settings or LiddleSettings(), coverage=share)
    planner = LiddlePlanner(database.fields, settings, seed, Supplies())
    asked = 0
    while (choice := planner.choose()) is not None:
        planner.observe(database.answer(choice))
        asked += 1
    return Stop(asked, planner.n, database.share)


def liddle(seed: int, rounds: int, shares: int = len(SHARES)) -> Part:
    """Figures 5 to 7 in shape, for the first of the shares, and what the sampling batch recognises."""
    figures: dict[str, float] = {}
    rows: list[tuple[Cell, ...]] = []
    for case in CASES:
        for share, published in list(zip(SHARES, PUBLISHED[case.name], strict=True))[:shares]:
            stops = [stopped(case, share, seed + n) for n in range(rounds)]
            saved, there = _mean([stop.saved for stop in stops]), _mean([stop.share for stop in stops])
            paper = 1 - published / stops[0].combinations if published else None
            figures[f"saved_{share * 100:.0f}.{case.name}"] = saved
            rows.append((f"{case.name} {share:.0%}", _mean([s.queries for s in stops]), saved, paper, there))
    columns = ("case and share", "queries", "saved", "saved in the paper", "share in truth")
    recognised = sampling(seed, rounds)
    return Part(
        figures | dict(recognised.figures),
        (Table("Liddle, figures 5 to 7: stopping at a share", columns, tuple(rows)), *recognised.tables),
    )


# ── the sampling batch ────────────────────────────────────────────────────────────────────────────────────

SAMPLED = tuple(
    Case(f"{first} × {second}, {records} records", (first, second), records, 0.5, any_level=True)
    for first, second, records in ((7, 4, 40), (12, 8, 300), (30, 6, 1_000), (60, 36, 800), (4, 3, 15))
)


def sampling(seed: int, rounds: int) -> Part:
    """Databases whose default query gives everything, and the same ones cut at half of what they have."""
    rows: list[tuple[Cell, ...]] = []
    recognised = after_batch = false = 0
    for case in SAMPLED:
        whole = [_said_complete(case, seed + n) for n in range(rounds)]
        cut = [_said_complete(replace(case, cap=case.records // 2), seed + n) for n in range(rounds)]
        right, wrong = sum(said for said, _ in whole), sum(said for said, _ in cut)
        at_once = sum(batch for _, batch in whole)
        rows.append((case.name, rounds, at_once, right, wrong))
        recognised, after_batch, false = recognised + right, after_batch + at_once, false + wrong
    cases = rounds * len(SAMPLED)
    columns = ("database", "each", "said after the sampling batch", "said complete", "said of one cut at half")
    return Part(
        {
            "complete_recognised": recognised / cases,
            "complete_after_sample": after_batch / cases,
            "false_complete.sampling": false,
        },
        (Table("Complete databases recognised", columns, tuple(rows)),),
    )


def _said_complete(case: Case, seed: int) -> tuple[bool, bool]:
    """(said to be complete, and that within the sampling batch)."""
    database = Database(case, dice("liddle cases", case.name, seed))
    planner = LiddlePlanner(database.fields, LiddleSettings(queries=4 * max(case.sizes)), seed, Supplies())
    asked = 0
    while (choice := planner.choose()) is not None and asked < planner.n:
        planner.observe(database.answer(choice))
        asked += 1
    return planner.complete, planner.complete and asked <= 1 + planner.batch


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
