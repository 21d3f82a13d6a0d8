"""Records brought up against requests, by planner and by the manners of the source.

Coverage is the share of the records behind a form that the harvest has as single records. How far along it was
after so many requests is told by what the site had shown by then. *The same coverage* of two planners on one
source is the lower of what the two were shown in the end; the ratio is of the requests each needed for that.
A form that is refused, or that has a field nobody knows values for, counts with coverage 0.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from math import ceil, exp, log

from leadline.errors import WorkNotDone
from leadline_bench.forms.report_part import Part
from leadline_bench.harvest.sources import Harvested, Manner
from leadline_bench.harvest.trial import Trial
from leadline_bench.report import Cell, Table
from leadline_bench.statistics import Interval, mean_interval, median_interval

OURS, OTHERS = "cascade", ("auto", "liddle")
_BOTH = 0.95  # share that two planners bring of a source on which their requests are compared
_SHARES = (0.05, 0.1, 0.25, 0.5, 1.0)
"""Of the budget, at which the curve is read."""
_MANNERS: tuple[tuple[str, Callable[[Manner], str]], ...] = (
    ("cap", lambda manner: manner.capped),
    ("paging", lambda manner: manner.paging),
    ("method", lambda manner: manner.method.upper()),
    ("ranking", lambda manner: manner.ranking),
    ("form", lambda manner: manner.kind),
    ("default query", lambda manner: manner.default),
)


def shown_by(trial: Trial, requests: int) -> int:
    """Different records the site had shown after so many requests."""
    place = bisect_right(trial.curve, requests, key=lambda point: point[0])
    return trial.curve[place - 1][1] if place else 0


def needed(trial: Trial, shown: int) -> int | None:
    """Requests until so many records were shown; None if they never were."""
    return next((requests for requests, there in trial.curve if there >= shown), None)


def coverage(rows: Sequence[Harvested], budget: int, seed: int) -> Part:
    """Figures and tables of all harvests."""
    if not rows:
        raise WorkNotDone("no source of these worlds was harvested: there is nothing to measure")
    unsafe = sum(row.trial.unsafe for row in rows)
    if unsafe:
        raise WorkNotDone(
            f"{unsafe} submissions went to forms that are no searches: such a harvest has no figures"
        )
    planners = list(dict.fromkeys(row.planner for row in rows))
    by_planner = {name: [row for row in rows if row.planner == name] for name in planners}
    figures: dict[str, float] = {"sources": len(next(iter(by_planner.values()))), "unsafe_submissions": 0}
    for name, own in by_planner.items():
        share = mean_interval([row.trial.coverage for row in own], seed=seed)
        figures |= _with_ends("coverage" if name == OURS else f"coverage.{name}", share)
        figures |= _claims(own, "" if name == OURS else f".{name}")
    ours = by_planner.get(OURS, [])
    for other in OTHERS:
        if ours and other in by_planner and (ratios := _ratios(ours, by_planner[other])):
            logs = mean_interval([log(ratio) for ratio in ratios], seed=seed)
            figures |= {name: exp(value) for name, value in _with_ends(f"requests_over_{other}", logs).items()}
            figures[f"compared_with_{other}"] = len(ratios)
    for name, own in by_planner.items():
        asked = [queries / row.manner.fewest(_wanted(row)) for row in own if (queries := _queries_to(row))]
        if asked:
            suffix = "" if name == OURS else f".{name}"
            figures |= _with_ends(f"queries_over_oracle{suffix}", median_interval(asked, seed=seed))
    tables = [_summary(by_planner, seed), _until(by_planner), _curve(by_planner, budget)]
    tables += [_by_manner(title, key, by_planner) for title, key in _MANNERS]
    return Part(figures, (*tables, _ends(by_planner)))


def _with_ends(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def _claims(rows: Sequence[Harvested], suffix: str) -> dict[str, float]:
    """What harvests say about themselves, beside the truth."""
    told = [row.trial for row in rows if row.trial.estimated is not None]
    figures: dict[str, float] = {
        f"false_complete{suffix}": sum(row.trial.complete and row.trial.shown < row.trial.size for row in rows),
        f"duplicates{suffix}": _doubles(rows),
    }
    if told:
        figures[f"interval_holds{suffix}"] = sum(map(_holds, told)) / len(told)
    return figures


def _holds(trial: Trial) -> bool:
    assert trial.estimated is not None
    _, low, high = trial.estimated
    return low <= trial.size <= high


def _doubles(rows: Sequence[Harvested]) -> float:
    """Share of what is in the stores that is no record, or one that is there already."""
    records = sum(row.trial.records for row in rows)
    return 1 - sum(row.trial.found for row in rows) / records if records else 0.0


def _ratios(ours: Iterable[Harvested], theirs: Iterable[Harvested]) -> list[float]:
    """Requests beyond the paging floor for 95 %, on sources that both bring so far."""
    ratios: list[float] = []
    for one, other in zip(ours, theirs, strict=True):
        mine, theirs_ = needed(one.trial, _wanted(one)), needed(other.trial, _wanted(other))
        if mine is not None and theirs_ is not None:
            floor = one.manner.floor(_wanted(one))
            ratios.append(max(1, mine - floor) / max(1, theirs_ - floor))
    return ratios


def _wanted(row: Harvested) -> int:
    return ceil(_BOTH * row.trial.size)


def _queries_to(row: Harvested) -> int | None:
    """Queries until 95 % were shown; None where they never were."""
    if row.trial.shown < _wanted(row):
        return None
    return next((queries for queries, shown in row.trial.asked if shown >= _wanted(row)), row.trial.queries)


# ── tables ────────────────────────────────────────────────────────────────────────────────────────────────


def _summary(by_planner: dict[str, list[Harvested]], seed: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, own in by_planner.items():
        share = mean_interval([row.trial.coverage for row in own], seed=seed)
        trials = [row.trial for row in own]
        told = [trial for trial in trials if trial.estimated is not None]
        rows.append((
            name,
            round(share.value, 4),
            f"{share.low:.3f}–{share.high:.3f}",
            sum(trial.found > 0 for trial in trials),
            sum(trial.requests for trial in trials) / len(trials),
            sum(trial.queries for trial in trials) / len(trials),
            round(_doubles(own), 4),
            f"{sum(map(_holds, told))} of {len(told)}",
            sum(trial.complete for trial in trials),
            sum(trial.complete and trial.shown < trial.size for trial in trials),
        ))  # fmt: skip
    columns = (
        "planner", "coverage", "95 %", "with records", "requests", "queries", "doubles", "interval holds",
        "said complete", "falsely",
    )  # fmt: skip
    return Table("Harvests by planner", columns, tuple(rows))


def _until(by_planner: dict[str, list[Harvested]]) -> Table:
    """Beside greedy set cover that knows the records, and the fewest pages that hold them."""
    rows: list[tuple[Cell, ...]] = []
    for name, own in by_planner.items():
        reached = [row for row in own if needed(row.trial, _wanted(row)) is not None]
        asked = [queries for row in reached if (queries := _queries_to(row))]
        sent = [needed(row.trial, _wanted(row)) or 0 for row in reached]
        best = [row.manner.fewest(_wanted(row)) for row in reached]
        floor = [row.manner.floor(_wanted(row)) for row in reached]
        over = [max(1, one - least) for one, least in zip(sent, floor, strict=True)]
        ended = [row.trial.requests - least for row, least in zip(reached, floor, strict=True)]
        means = [sum(found) / len(found) if found else None for found in (asked, best, sent, floor, over, ended)]
        rows.append((name, len(reached), *means))
    columns = (
        "planner",
        "sources",
        "queries",
        "oracle's",
        "requests",
        "floor",
        "beyond it",
        "beyond it in the end",
    )
    return Table("Until 95 % of the records were shown, on sources that each brought so far", columns, tuple(rows))


def _curve(by_planner: dict[str, list[Harvested]], budget: int) -> Table:
    points = sorted({max(1, round(share * budget)) for share in _SHARES})
    rows = tuple(
        (
            point,
            *(_mean([shown_by(row.trial, point) / row.trial.size for row in own]) for own in by_planner.values()),
        )
        for point in points
    )
    return Table("Share of the records shown after so many requests", ("requests", *by_planner), rows)


def _by_manner(title: str, key: Callable[[Manner], str], by_planner: dict[str, list[Harvested]]) -> Table:
    first = next(iter(by_planner.values()))
    rows: list[tuple[Cell, ...]] = []
    for value in sorted({key(row.manner) for row in first}):
        shares = [[row.trial.coverage for row in own if key(row.manner) == value] for own in by_planner.values()]
        rows.append((value, len(shares[0]), *map(_mean, shares)))
    return Table(f"Coverage by {title}", (title, "sources", *by_planner), tuple(rows))


def _ends(by_planner: dict[str, list[Harvested]]) -> Table:
    words = sorted({row.trial.stopped_by for own in by_planner.values() for row in own})
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (word, *(sum(row.trial.stopped_by == word for row in own) for own in by_planner.values()))
        for word in words
    )
    return Table("How harvests ended", ("ended by", *by_planner), rows)


def _mean(shares: Sequence[float]) -> float | None:
    return round(sum(shares) / len(shares), 4) if shares else None
