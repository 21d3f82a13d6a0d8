"""Liddle et al., figures 5 to 7 as curves: what is there, as estimated, with the 95 % line and in truth, by batch.

Figure 5 is the sparse form with p over all queries, figure 6 the same with p over the last two batches, figure 7
the dense form.
"""

from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.harvest.settings import LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline_bench.harvest.liddle_cases import CASES, Case, Database
from leadline_bench.report import Cell, Table
from leadline_lab.randomness import dice

_FIGURES = (("5", CASES[0], False), ("6", CASES[0], True), ("7", CASES[1], False))


def curves(seed: int) -> list[Table]:
    return [_curve(number, case, seed, windowed=windowed) for number, case, windowed in _FIGURES]


def _curve(number: str, case: Case, seed: int, *, windowed: bool) -> Table:
    database = Database(case, dice("liddle cases", case.name, seed))
    settings = LiddleSettings(coverage=1.0, windowed=windowed)
    planner = LiddlePlanner(database.fields, settings, seed, Supplies())
    rows: list[tuple[Cell, ...]] = []
    asked = 0
    while (choice := planner.choose()) is not None:
        planner.observe(database.answer(choice))
        asked += 1
        said = planner.estimate()
        if (asked - 1) % planner.batch == 0 and said is not None and said.coverage is not None:
            rows.append((asked // planner.batch, asked, said.coverage, said.coverage_low, database.share))
    columns = ("batch", "queries", "estimated share", "95 % line", "share in truth")
    return Table(f"Liddle, figure {number} ({case.name}{', windowed' if windowed else ''})", columns, tuple(rows))
