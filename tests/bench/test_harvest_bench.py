"""The harvest experiment: what is counted, what the papers' cases say, and that an unsafe submission ends it."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from leadline.errors import WorkNotDone
from leadline.harvest.settings import HarvestSettings, HiweSettings
from leadline_bench.cli import bench
from leadline_bench.harvest.coverage import coverage, needed, shown_by
from leadline_bench.harvest.drawn import site_visits
from leadline_bench.harvest.hiwe_table import Kinds, knowledge, values_of
from leadline_bench.harvest.hiwe_task import Task, process
from leadline_bench.harvest.liddle_cases import CASES, Case, sampling, stopped
from leadline_bench.harvest.sources import Draw, Harvested, Manner, harvests
from leadline_bench.harvest.trial import Trial
from leadline_lab.spec import Role, spec
from leadline_lab.world import open_world

STABLE = {
    "coverage", "se_strict_hiwe", "response_accuracy", "record_f1", "field_f1", "unsafe_submissions",
}  # fmt: skip
MANNER = Manner("example.org", 100, 20, "static", "next", "get", "structured", "all", everything=False)
OURS = Trial(
    100, 96, 96, 100, 12, 40, "done", 0, (100.0, 80.0, 110.0),
    curve=((3, 20), (9, 60), (30, 96)), asked=((1, 20), (4, 60), (10, 96), (12, 96)),
)  # fmt: skip
LIDDLE = Trial(100, 60, 60, 60, 30, 60, "done", 0, (60.0, 60.0, 60.0), complete=True, curve=((4, 20), (45, 60)))
AUTO = Trial(100, 97, 97, 97, 60, 60, "done", 0, curve=((4, 20), (48, 97)), asked=((60, 97),))
PAIR = [Harvested(MANNER, "cascade", OURS), Harvested(MANNER, "liddle", LIDDLE), Harvested(MANNER, "auto", AUTO)]


def test_planners_are_compared_at_the_coverage_both_reach() -> None:
    """95 % came after 30 requests, with auto after 48, where 12 are the least that pages take; Liddle never
    has them. 10 queries where 5 of 20 would do."""
    figures = coverage(PAIR, 60, 0).figures
    assert figures["requests_over_auto"] == pytest.approx((30 - 12) / (48 - 12))
    assert "requests_over_liddle" not in figures
    assert figures["queries_over_oracle"] == pytest.approx(10 / 5)
    assert figures["coverage"] == pytest.approx(0.96)
    assert figures["coverage.liddle"] == pytest.approx(0.6)


def test_what_a_harvest_says_of_itself_is_held_against_the_truth() -> None:
    """Our interval holds the 100 records, Liddle's does not, and its "complete" is false."""
    figures = coverage(PAIR, 60, 0).figures
    assert (figures["interval_holds"], figures["interval_holds.liddle"]) == (1.0, 0.0)
    assert (figures["false_complete"], figures["false_complete.liddle"]) == (0, 1)
    assert figures["duplicates"] == pytest.approx(4 / 100)


def test_a_curve_is_read_between_its_points() -> None:
    """What was shown after n requests, and the requests it took; None for what never was."""
    assert [shown_by(OURS, n) for n in (1, 3, 10, 99)] == [0, 20, 60, 96]
    assert [needed(OURS, n) for n in (1, 21, 97)] == [3, 9, None]


def test_an_unsafe_submission_leaves_no_figures() -> None:
    """One submission to a form that is no search, and the experiment raises."""
    with pytest.raises(WorkNotDone, match="no searches"):
        coverage([Harvested(MANNER, "cascade", replace(OURS, unsafe=1))], 60, 0)
    with pytest.raises(WorkNotDone, match="nothing to measure"):
        coverage([], 60, 0)


def test_stopping_saves_queries_where_data_is_sparse() -> None:
    """At 80 % more than half of the queries are saved in the sparse case, under a third in the dense one."""
    sparse, dense = (stopped(case, 0.8, 0) for case in CASES)
    assert sparse.combinations == 2_124
    assert dense.combinations == 184
    assert sparse.saved > 0.5
    assert dense.saved < 1 / 3
    assert sparse.share > 0.8


def test_all_is_asked_where_all_is_wanted() -> None:
    """A share of 1 saves nothing and brings everything."""
    found = stopped(Case("small", (6, 5), 40), 1.0, 0)
    assert (found.queries, found.share) == (30, 1.0)


def test_complete_databases_are_recognised_and_no_others() -> None:
    """Every database the default query gave is called complete, none that was cut at half is."""
    figures = sampling(0, 1).figures
    assert figures["complete_recognised"] == 1
    assert figures["false_complete.sampling"] == 0


def test_values_that_all_references_have_weigh_most() -> None:
    """The table HiWE begins with is sure of what most have, trusts what one has little; no label is in two
    rows."""
    world = open_world(spec("small", 0, Role.TUNING))
    references = list(islice(site_visits(world, "hotel"), 4))
    rows = knowledge(references).table().rows
    weights = {weight for row in rows for _, weight in row.values if len(row.values) > 1}
    assert max(weights) == 1
    assert 0 < min(weights) < 0.2
    assert not {weight for weight in weights if 0.6 <= weight < 1}
    labels = [label for row in rows for label in row.labels]
    assert len(labels) == len(set(labels))


def test_submissions_are_counted_by_truth() -> None:
    """Of each form no more is submitted than allowed, and asking twice gives the same answers."""
    way = HarvestSettings(planner="hiwe", hiwe=HiweSettings(s_max=2, alpha=1))
    task = Task("tuning", 0, "hotel", "small", references=2, sites=1, smallest=0)
    once, again, ours = process(task, [way, way, replace(way, planner="cascade")])
    assert once == again
    assert len(ours) == len(once)
    assert sum(form.submissions for form in once) > 0
    assert sum(form.submissions for form in ours) > 0
    assert all(max(form.successes, form.right) <= form.submissions <= 2 for form in (*once, *ours))


def test_a_value_of_another_kind_is_not_right() -> None:
    """A name of the source is right for its name, a made-up word is not, whatever it finds."""
    visits = next(site_visits(open_world(spec("small", 0, Role.TUNING)), "hotel"))
    visit, box = next((v, i) for v in visits for i in v.model.inputs if i.meaning == "keyword")
    kinds, word = Kinds(visit, knowledge([visits])), min(values_of(visit)["keyword"])
    assert kinds.right({box.name: word})
    assert not kinds.right({box.name: "zzqx"})
    assert kinds.right({})


def test_every_planner_harvests_the_same_sources() -> None:
    """Pairs of one source stand beside each other, and nothing unsafe was sent."""
    rows = harvests(Draw(worlds=1, sources=1, largest=200), ("auto", "once", "random"), 12, 1, lambda _: None)
    assert [row.planner for row in rows] == ["auto", "once", "random"]
    assert rows[0].manner == rows[1].manner
    assert all(0 < row.trial.requests <= 13 and not row.trial.unsafe for row in rows)
    assert rows[0].trial.curve[-1][1] == rows[0].trial.shown > 0


def test_the_command_has_the_stable_figures(tmp_path: Path) -> None:
    """`leadline bench harvest --quick` names every figure that others rely on."""
    said = tmp_path / "harvest.json"
    done = CliRunner().invoke(bench, ["harvest", "--quick", "--sources", "1", "--sites", "1", "--out", str(said)])
    assert done.exit_code == 0, done.output
    figures = json.loads(said.read_text(encoding="utf-8"))["figures"]
    assert figures.keys() >= STABLE
    assert figures["unsafe_submissions"] == 0


def test_words_that_are_not_known_are_named() -> None:
    """A planner or a role that does not exist is said before anything is measured."""
    for words in (["--planners", "best"], ["--role", "other"], ["--domains", "weather"], ["--parts", "all"]):
        done = CliRunner().invoke(bench, ["harvest", "--quick", *words])
        assert "is not known" in str(done.exception)
