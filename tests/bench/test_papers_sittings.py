"""The papers' experiments over several sittings."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from leadline.errors import WorkNotDone
from leadline_bench.cli.locate import Words
from leadline_bench.locate.experiment import code_behind
from leadline_bench.locate.kept_runs import KeptRun, KeptRuns
from leadline_bench.locate.papers import run
from leadline_bench.locate.papers.pool import Budget, PoolPlan
from leadline_bench.locate.papers.sittings import Sitting, complete_part, rounds, told_rounds
from leadline_bench.locate.trial import Result, Trial

SMALL = replace(
    Words(domains="hotel,book", scale="tiny", seed="3").pool("smart-figure-6", quick=False),
    common=Budget(8, 1),
    claimed=Budget(9, 2),
)
"""Two domains, two worlds, crawls of a few pages."""


def clock(*minutes: float) -> Iterator[float]:
    """A clock that has moved on each time somebody looks."""
    yield from (60 * minute for minute in minutes)
    while True:
        yield 60 * minutes[-1]


def sitting(folder: Path, minutes: float | None = None, *times: float) -> Sitting:
    looks = clock(*(times or (0.0,)))
    return Sitting(folder / "runs", folder / "pages", 1, minutes, lambda: next(looks))


def curves(results: list[Result]) -> list[object]:
    return [(r.trial, r.pages, r.relevant, r.searchable, r.kept, r.by_site) for r in results]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Result]]:
    """The run in one sitting."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, run.crawl(SMALL, sitting(folder), lambda _: None)


def test_two_sittings_find_what_one_finds(whole: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """The first one's time is over after three crawls; the second goes on with the fourth."""
    told: list[str] = []
    first = run.crawl(SMALL, sitting(tmp_path, 10, 0, 3, 6, 11), told.append)
    assert len(first) == 3
    trials = list(SMALL.trials())
    assert [result.trial for result in first] == trials[:3]
    second = run.crawl(SMALL, sitting(tmp_path), told.append)
    assert f"3 of {len(trials)} crawls are there already" in told
    assert curves(second) == curves(whole[1])


def test_no_time_shows_what_is_there_and_runs_nothing(whole: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """`--minutes 0`: the tables of a run that somebody else made, without pages or lessons."""
    folder, results = whole
    shown = run.crawl(SMALL, replace(sitting(folder, 0), cache=tmp_path / "none"), lambda _: None)
    assert curves(shown) == curves(results)
    assert not (tmp_path / "none").exists()


def test_a_torn_row_is_run_again(whole: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """What a killed process left half written is no row, and the next one takes its place."""
    runs = KeptRuns(whole[0] / "runs")
    (first, second), kept = list(runs.results.values())[:2], KeptRuns(tmp_path)
    kept.add(KeptRun(first, "code", "commit"))
    kept.add(KeptRun(second, "code", "commit"))
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-5])
    torn = KeptRuns(tmp_path)
    assert list(torn.results) == [first.trial]
    torn.add(KeptRun(second, "code", "commit"))
    assert KeptRuns(tmp_path).results == {first.trial: first, second.trial: second}


def test_rows_of_other_code_are_proved_once(whole: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """One crawl of each strategy that goes on is run again, and where it comes out the same the others count."""
    told = _with_rows_of_older_code(whole[1][:-1], tmp_path)
    again = [line for line in told if line.startswith("1/1 ")]
    assert len(again) == 2, "one to prove it, and the one that was missing"
    last = whole[1][-1].trial
    assert KeptRuns(tmp_path / "runs").unproven(last.variant.name, code_behind(last)) == []


def test_rows_that_do_not_come_out_again_are_told(whole: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """A strategy that finds something else today is another strategy; its crawls are not mixed with the rows."""
    wrong = [replace(result, searchable=(1, 1, 1)) for result in whole[1][:-1]]
    with pytest.raises(WorkNotDone, match="Go on from that commit"):
        _with_rows_of_older_code(wrong, tmp_path)


def _with_rows_of_older_code(results: list[Result], folder: Path) -> list[str]:
    kept = KeptRuns(folder / "runs")
    for result in results:
        kept.add(KeptRun(result, "older", "0123456789"))
    told: list[str] = []
    run.crawl(SMALL, sitting(folder), told.append)
    return told


# ── what is complete ──────────────────────────────────────────────────────────────────────────────────────


def have(plan: PoolPlan, *, but: int) -> set[Trial]:
    """All trials but the last so many."""
    trials = list(plan.trials())
    return set(trials[: len(trials) - but])


def test_tables_are_of_complete_rounds(whole: tuple[Path, list[Result]]) -> None:
    """A world with a crawl missing is none; the rest of it is kept and waits."""
    there = have(SMALL, but=1)
    assert rounds(SMALL, there) == 1
    part = complete_part(SMALL, there)
    assert (part.common.worlds, part.claimed.worlds) == (1, 1)
    results = [result for result in whole[1] if result.trial in there]
    made = run.exhibits(part, results)
    said = told_rounds(SMALL, part, there, {"0123456789": len(there)})
    notes = run.told(part, results, made, said).notes
    assert notes[0].startswith(f"1 of 2 rounds are complete (a round: one more world), {len(there)} of ")
    assert notes[1] == f"Crawls by commit: 0123456 ({len(there)})."
    assert rounds(SMALL, have(SMALL, but=0)) == 2


def test_before_the_first_round_whole_domains_count() -> None:
    """And figures about domains that are missing are left out, not drawn from others."""
    plan = replace(Words(domains="auto,book", scale="tiny").pool("ffc,smart-table-6", quick=False))
    first = [trial for trial in plan.trials() if trial.world == 0]
    books = {trial for trial in first if trial.domain == "book"}
    part = complete_part(plan, books)
    assert part.base.domains == ("book",)
    assert [figure.key for figure in part.figures] == ["ffc-figure-2", "ffc-figure-2-relevant"]
    with pytest.raises(WorkNotDone, match="no domain of the first world is complete: 1 of its"):
        complete_part(plan, set(first[:1]))


def test_rows_keep_what_figures_read(whole: tuple[Path, list[Result]]) -> None:
    """Sites of the strategies that are compared on common sites; of others a row has curves alone."""
    for result in whole[1]:
        assert bool(result.by_site) == (result.trial.strategy in ("smart", "scdi", "ache"))
        assert not result.queues or result.trial.strategy in ("smart", "scdi")
