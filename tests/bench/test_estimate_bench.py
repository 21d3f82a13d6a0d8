"""`bench estimate`: what is counted as held, told and claimed; and that it says so where nothing was done."""

import json

import pytest
from typer.testing import CliRunner

from leadline.errors import WorkNotDone
from leadline_bench.cli import bench
from leadline_bench.estimate.experiment import QUICK, experiment
from leadline_bench.estimate.run import Moment, run
from leadline_bench.harvest.sources import Draw, drawn


def test_the_figures_that_stay_stable_are_told() -> None:
    """One JSON document with interval_coverage (where there is a pair), stop_success and stop_cost."""
    done = CliRunner().invoke(bench, ["estimate", "--quick", "--sources", "4", "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout[done.stdout.index("{") :])
    assert {"stop_success", "stop_cost", "false_complete", "false_covered", "told"} <= said["figures"].keys()
    assert {"Liddle, figure 5 (sparse)", "Liddle, figure 7 (dense)"} <= {
        table["title"] for table in said["tables"]
    }


def test_an_interval_holds_what_lies_in_it() -> None:
    """A count has no width and is no estimate; "at least so many" is no interval."""
    audit = Moment(0.9, "audit", 100, 95, 110, size=104)
    assert (audit.estimated, audit.holds, audit.width) == (True, True, 15 / 104)
    assert not Moment(0.9, "audit", 100, 95, 103, size=104).holds
    assert (
        Moment(1.0, "count", 104, 104, 104, 104).estimated,
        Moment(0.5, "seen", None, None, None, 104).told,
    ) == (
        False,
        False,
    )


def test_a_run_is_reproducible_and_never_says_complete_of_a_part() -> None:
    """The same database twice gives the same run; what says complete has 99 % at least."""
    for visit in drawn(Draw(worlds=1, sources=4, largest=300), 0):
        first, again = (run(visit, "auto", None, 60, 0) for _ in range(2))
        assert first == again
        assert first.ended != "complete" or first.coverage >= 0.99


def test_nothing_harvested_is_no_figure() -> None:
    """Forms that are all refused leave nothing to measure."""
    with pytest.raises(WorkNotDone, match="nothing to measure"):
        experiment(QUICK.__class__(Draw(worlds=1, sources=0), ("auto",), 5, 1), lambda _: None)
