"""The papers' experiments over several sittings: what is finished is kept, the rest is run in rounds.

A round is one more world for all domains and strategies. Inside, crawls go domain by domain, so that before the
first round is complete there are at least whole domains. Tables are made from complete rounds alone: that rule,
and not anybody's choice, says which crawls count.
"""

import time
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from leadline.errors import WorkNotDone
from leadline_bench.locate.experiment import Tell, code_behind, run_each
from leadline_bench.locate.kept_runs import KeptRun, KeptRuns, is_same, trimmed
from leadline_bench.locate.papers.exhibit import PaperFigure
from leadline_bench.locate.papers.pool import Budget, PoolPlan
from leadline_bench.locate.provenance import commit
from leadline_bench.locate.trial import Result, Trial


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where finished crawls and read pages are, and how much is run this time."""

    runs: Path
    cache: Path
    processes: int = 1
    minutes: float | None = None
    """After which no crawl is begun; all that is missing is run if None."""
    now: Callable[[], float] = time.monotonic


def sit(plan: PoolPlan, sitting: Sitting, figures: Collection[PaperFigure], tell: Tell) -> list[Result]:
    """Run what is missing while there is time; all results there are then, in the order of the plan. `figures`:
    all that may ever be made from the rows."""
    kept = KeptRuns(sitting.runs)
    trials = list(plan.trials())
    missing = [trial for trial in trials if trial not in kept.results]
    tell(f"{len(trials) - len(missing):,} of {len(trials):,} crawls are there already")
    ends = None if sitting.minutes is None else sitting.now() + 60 * sitting.minutes
    if missing and sitting.minutes != 0:
        _prove(kept, missing, sitting, tell)
        made_by = commit()
        with closing(run_each(missing, sitting.cache, sitting.processes, tell)) as running:
            for trial, result in running:
                read = _read(trial, plan.base.domains, figures)
                kept.add(KeptRun(trimmed(result, read), code_behind(trial), made_by))
                if ends is not None and sitting.now() >= ends:
                    break
    found = kept.results
    return [found[trial] for trial in trials if trial in found]


def _read(trial: Trial, domains: tuple[str, ...], figures: Collection[PaperFigure]) -> set[str]:
    """The bulky fields that figures are made from."""
    return {
        name
        for figure in figures
        if trial.strategy in figure.strategies and trial.domain in figure.among(domains)
        for name in figure.reads
    }


def _prove(kept: KeptRuns, missing: Collection[Trial], sitting: Sitting, tell: Tell) -> None:
    """That strategies find what they found before, where code behind them has changed since."""
    codes = {trial.variant.name: code_behind(trial) for trial in missing}
    doubtful = [(name, code) for name, code in codes.items() if kept.unproven(name, code)]
    if doubtful:
        tell(f"code has changed: one finished crawl again of {', '.join(name for name, _ in doubtful)}")
    for name, code in doubtful:
        while again := kept.unproven(name, code)[:1]:
            before = kept.results[again[0]]
            ((trial, result),) = run_each(again, sitting.cache, 1, tell)
            if not is_same(before, result):
                raise WorkNotDone(
                    f"{trial}: {len(result.relevant)} forms on {result.pages:,} pages; with the code that made "
                    f"the rows of {sitting.runs} it was {len(before.relevant)} on {before.pages:,}. Go on from "
                    "that commit (the rows name it), or begin another folder with another seed"
                )
            kept.add(KeptRun(trimmed(result, ()), code, commit()))


# ── what is complete ──────────────────────────────────────────────────────────────────────────────────────


def rounds(plan: PoolPlan, have: Collection[Trial]) -> int:
    """Complete ones, from the first on."""
    worlds: dict[int, list[Trial]] = {}
    for trial in plan.trials():
        worlds.setdefault(trial.world, []).append(trial)
    return sum(1 for _ in takewhile(lambda some: all(t in have for t in some), worlds.values()))


def complete_part(plan: PoolPlan, have: Collection[Trial]) -> PoolPlan:
    """What tables can be made of: complete rounds; before there is one, the whole domains of the first world."""
    many = rounds(plan, have)
    if many:
        return _first_worlds(plan, many)
    first = [trial for trial in plan.trials() if trial.world == plan.base.seed]
    lacking = {trial.domain for trial in first if trial not in have}
    domains = tuple(domain for domain in plan.base.domains if domain not in lacking)
    if not domains:
        here = sum(trial in have for trial in first)
        raise WorkNotDone(
            f"no domain of the first world is complete: {here} of its {len(first)} crawls are there; "
            "the same command goes on"
        )
    part = _first_worlds(replace(plan, base=replace(plan.base, domains=domains)), 1)
    return replace(part, figures=tuple(f for f in part.figures if _is_possible(f, plan, part, have)))


def _first_worlds(plan: PoolPlan, many: int) -> PoolPlan:
    common, claimed = (Budget(b.pages, min(b.worlds, many)) for b in (plan.common, plan.claimed))
    return replace(plan, common=common, claimed=claimed)


def _is_possible(figure: PaperFigure, plan: PoolPlan, part: PoolPlan, have: Collection[Trial]) -> bool:
    """Whether the part has what a figure needs; where its own domains are missing, others are not to stand in."""
    domains = figure.among(part.base.domains)
    wanted = (
        trial
        for name in figure.strategies
        for domain in domains
        for trial in part.plan((name,), (domain,)).in_world(part.base.seed)
    )
    return set(domains) <= set(figure.among(plan.base.domains)) and all(trial in have for trial in wanted)


def told_rounds(
    plan: PoolPlan, part: PoolPlan, have: Collection[Trial], commits: dict[str, int]
) -> tuple[str, ...]:
    """What of the whole run is there, as sentences."""
    trials = list(plan.trials())
    here, many = sum(trial in have for trial in trials), rounds(plan, have)
    worlds = max(plan.common.worlds, plan.claimed.worlds)
    said = f"{many} of {worlds} rounds are complete (a round: one more world), {here:,} of {len(trials):,} crawls."
    if not many:
        said += (
            f" Tables are of one world and {len(part.base.domains)} of {len(plan.base.domains)} domains, and "
            "decide nothing."
        )
    elif here < len(trials):
        said += " Tables are of the complete rounds."
    made = ", ".join(f"{name[:7] or 'unknown'} ({count:,})" for name, count in commits.items())
    return said, f"Crawls by commit: {made}."
