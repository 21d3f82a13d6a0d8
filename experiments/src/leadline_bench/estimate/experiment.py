"""`leadline bench estimate`: many small databases of the lab, each harvested to its end and once more for 90 %.

| figure | is |
|---|---|
| `interval_coverage` | share of estimated 95 % intervals that hold the truth, over (database, moment) pairs |
| `exact_holds` | the same of what is counted or proved, which has no width |
| `told` | share of moments with an interval; of the others it is said that nobody knows |
| `told_at_end`, `holds_at_end` | share of runs to the end with an interval, a count or a proof then; that hold |
| `audit_share` | audits of all queries of those runs |
| `width_above_80` | median width of estimated intervals, over the truth, where at least 80 % is there |
| `stop_success` | asked for 90 %: share of the runs that said so (`covered`, `complete`) where it was |
| `stop_told` | share of all runs that said so; the others ended exhausted or at the limit, and said that |
| `stop_cost` | queries of those runs over queries, audits left out, until 90 % was there |
| `stop_cost_requests` | the same in requests, pages of answers counted |
| `false_complete`, `false_covered` | runs that ended so with more than 1 %, or 5 %, missing |

Intervals of figures are drawn over databases.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TypeVar

from leadline.errors import WorkNotDone
from leadline_bench.estimate.liddle_curves import curves
from leadline_bench.estimate.run import Moment, Run, run
from leadline_bench.forms.report_part import Tell
from leadline_bench.harvest.sources import Draw, drawn, spread
from leadline_bench.report import Cell, Report, Table
from leadline_bench.statistics import mean_interval, ratio_interval

T = TypeVar("T")

SHARE = 0.9
_NEAR_ALL, _COVERED = 0.99, 0.95


@dataclass(frozen=True, slots=True)
class Plan:
    draw: Draw = field(default_factory=lambda: Draw(worlds=20, sources=30, largest=1_000))
    planners: tuple[str, ...] = ()
    queries: int = 200  # of each run
    processes: int = 2


QUICK = Plan(Draw(worlds=1, sources=5, largest=300), queries=40, processes=1)


def experiment(plan: Plan, tell: Tell) -> Report:
    rows: dict[str, list[tuple[Run, Run]]] = {name: [] for name in plan.planners}
    orders = [
        (plan.draw, seed, number, name, plan.queries)
        for seed in plan.draw.seeds
        for number in range(plan.draw.sources)
        for name in plan.planners
    ]
    for done, (place, both) in enumerate(spread(_one, orders, plan.processes), 1):
        if both is not None:
            rows[orders[place][3]].append(both)
        if done % 50 == 0:
            tell(f"{done} of {len(orders)} databases")
    figures: dict[str, float] = {}
    tables: list[Table] = []
    for name, runs in rows.items():
        if not any(one.queries for one, _ in runs):
            raise WorkNotDone(f"{name} harvested none of the databases: there is nothing to measure")
        own, shown = _measured(runs, plan.draw.seed)
        suffix = "" if name == plan.planners[0] else f".{name}"
        figures |= {f"{figure}{suffix}": value for figure, value in own.items()}
        tables += (Table(f"{table.title} ({name})", table.columns, table.rows) for table in shown)
    tables += curves(plan.draw.seed)
    settings: dict[str, Cell] = {
        "role": plan.draw.role, "worlds": ", ".join(map(str, plan.draw.seeds)), "sources": plan.draw.sources,
        "largest": plan.draw.largest, "queries": plan.queries, "planners": " ".join(plan.planners),
    }  # fmt: skip
    return Report("estimate", settings, figures, tuple(tables))


def _one(draw: Draw, seed: int, number: int, planner: str, queries: int) -> tuple[Run, Run] | None:
    found = drawn(draw, seed)
    if number >= len(found):
        return None
    whole, part = (run(found[number], planner, wanted, queries, seed) for wanted in (None, SHARE))
    return whole, part


def _measured(runs: Sequence[tuple[Run, Run]], seed: int) -> tuple[dict[str, float], list[Table]]:
    whole = [one for one, _ in runs if one.queries]
    stops = [one for _, one in runs if one.queries]
    moments = [moment for one in (*whole, *stops) for moment in one.moments]
    estimated = [moment for moment in moments if moment.estimated]
    exact = [moment for moment in moments if moment.told and not moment.estimated]
    figures: dict[str, float] = {
        "databases": len(whole),
        "databases_refused": len(runs) - len(whole),
        "pairs": len(estimated),
        "databases_with_pairs": sum(any(m.estimated for m in (*a.moments, *b.moments)) for a, b in runs),
        "told": _share(moments, lambda moment: moment.told),
        "exact_pairs": len(exact),
        "exact_holds": _share(exact, lambda moment: moment.holds),
    }
    at_end = [one.moments[-1] for one in whole if one.moments]
    figures |= {
        "told_at_end": _share(at_end, lambda moment: moment.told),
        "holds_at_end": _share([one for one in at_end if one.told], lambda moment: moment.holds),
        "audit_share": sum(one.audits for one in whole) / max(1, sum(one.queries for one in whole)),
    }
    figures |= _intervals(runs, seed)
    late = [moment.width for moment in estimated if moment.coverage >= 0.8]
    if late:
        figures["width_above_80"] = median(late)
    figures |= _stopping(stops, seed)
    ends = [*whole, *stops]
    complete = [one for one in ends if one.ended == "complete"]
    covered = [one for one in whole if one.ended == "covered"]
    figures |= {
        "complete_runs": len(complete),
        "false_complete": sum(one.coverage < _NEAR_ALL for one in complete),
        "covered_runs": len(covered),
        "false_covered": _share(covered, lambda one: one.coverage < _COVERED),
    }
    return figures, [_by_method(moments), _by_kind(whole), _stops_by_kind(stops), _endings(whole), _endings(stops)]


def _intervals(runs: Sequence[tuple[Run, Run]], seed: int) -> dict[str, float]:
    """Over databases: moments of one of them belong together."""
    held, all_of = list[float](), list[float]()
    for both in runs:
        own = [moment for one in both for moment in one.moments if moment.estimated]
        if own:
            held.append(sum(moment.holds for moment in own))
            all_of.append(len(own))
    if not held:
        return {}
    found = ratio_interval(held, all_of, seed=seed)
    return {
        "interval_coverage": found.value,
        "interval_coverage_low": found.low,
        "interval_coverage_high": found.high,
    }


def _stopping(stops: Sequence[Run], seed: int) -> dict[str, float]:
    said = [one for one in stops if one.claims]
    if not said:
        return {"stop_told": 0.0}
    success = mean_interval([float(one.coverage >= SHARE) for one in said], seed=seed)
    figures = {
        "stop_runs": float(len(said)),
        "stop_told": len(said) / len(stops),
        "stop_success": success.value,
        "stop_success_low": success.low,
        "stop_success_all": _share(stops, lambda one: one.coverage >= SHARE),
    }
    reached = [one for one in said if one.ideal_queries and one.ideal_requests]
    if reached:
        cost = ratio_interval(
            [float(one.queries) for one in reached], [float(one.ideal_queries or 1) for one in reached], seed=seed
        )
        figures |= {
            "stop_cost": cost.value,
            "stop_cost_high": cost.high,
            "stop_cost_requests": sum(one.requests for one in reached)
            / sum(one.ideal_requests or 1 for one in reached),
            "stop_cost_median": median(one.queries / (one.ideal_queries or 1) for one in reached),
        }
    return figures


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────


def _kind(one: Run) -> str:
    cap = "uncapped" if one.manner.everything or one.manner.cap is None else "capped"
    return f"{one.manner.kind}, {cap}, default {'all' if one.manner.default == 'all' else 'nothing'}"


def _by_method(moments: Sequence[Moment]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for method in sorted({moment.method for moment in moments}):
        own = [moment for moment in moments if moment.method == method]
        told = [moment for moment in own if moment.told]
        rows.append((method, len(own), *_held(told)))
    return Table(
        "Moments by method", ("method", "moments", "told", "hold", "truth above", "median width"), tuple(rows)
    )


def _held(told: Sequence[Moment]) -> tuple[Cell, ...]:
    if not told:
        return 0, None, None, None
    above = sum(moment.high is not None and moment.size > moment.high + 0.5 for moment in told)
    return len(told), _share(told, lambda m: m.holds), above / len(told), median(m.width for m in told)


def _by_kind(runs: Sequence[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind in sorted(set(map(_kind, runs))):
        moments = [moment for one in runs if _kind(one) == kind for moment in one.moments]
        estimated = [moment for moment in moments if moment.estimated]
        rows.append((kind, sum(_kind(one) == kind for one in runs), len(moments), *_held(estimated)))
    columns = ("form", "databases", "moments", "estimated", "hold", "truth above", "median width")
    return Table("Intervals by kind of form", columns, tuple(rows))


def _stops_by_kind(stops: Sequence[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind in sorted(set(map(_kind, stops))):
        own = [one for one in stops if _kind(one) == kind]
        said = [one for one in own if one.claims]
        reached = [one for one in said if one.ideal_queries]
        spent, ideal = sum(one.queries for one in reached), sum(one.ideal_queries or 1 for one in reached)
        success = _share(said, lambda one: one.coverage >= SHARE) if said else None
        rows.append((kind, len(own), len(said), success, spent / ideal if ideal else None))
    columns = ("form", "databases", "said 90 %", "rightly", "queries over ideal")
    return Table("Asked for 90 %", columns, tuple(rows))


def _endings(runs: Sequence[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for word in sorted({one.ended for one in runs}):
        shares = sorted(one.coverage for one in runs if one.ended == word)
        rows.append((word, len(shares), shares[0], shares[len(shares) // 20], median(shares)))
    return Table("Endings", ("ended", "runs", "least coverage", "5th percentile", "median"), tuple(rows))


def _share(values: Iterable[T], holds: Callable[[T], bool]) -> float:
    found = [holds(value) for value in values]
    return sum(found) / len(found) if found else 0.0
