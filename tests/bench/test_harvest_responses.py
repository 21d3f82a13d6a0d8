"""The measurement of judging: its truth, and what it says about tuning worlds."""

import pytest

from leadline.answers.judge.nonsense import nonsense
from leadline.errors import WorkNotDone
from leadline.model.query import Reply
from leadline_bench.harvest.drawn import Visit, visits
from leadline_bench.harvest.responses import cases, measured, report, world_of
from leadline_lab.spec import Role
from leadline_lab.world import open_world


@pytest.fixture(scope="module")
def visited() -> list[Visit]:
    return list(visits(open_world(world_of(7, Role.TUNING)), 6, largest=1_500))


def test_truth_is_what_the_program_found(visited: list[Visit]) -> None:
    """Nonsense brings nothing, the values of a record bring at least that record."""
    asked = 0
    for visit in visited:
        if visit.word_fields and not visit.required:
            name = visit.word_fields[0].name
            answered = visit.send({name: nonsense(9, 9)})
            assert answered is not None
            assert answered.truth in (Reply.EMPTY, Reply.ERROR, Reply.BLOCKED)
            asked += 1
    assert asked


def test_answers_are_judged_as_what_they_are(visited: list[Visit]) -> None:
    """Ours is right on at least 98 of 100 answers of drawn tuning sources."""
    found = [case for visit in visited for case in cases(visit, ("template",))]
    assert len(found) > 40
    assert {case.answered.truth for case in found} >= {Reply.RESULTS, Reply.EMPTY}
    assert sum(case.right("template") for case in found) >= 0.98 * len(found)


def test_the_report_has_its_figures_and_matrices() -> None:
    """Accuracy of the three rules, a confusion matrix each, and five of ours in words of other programs."""
    said = report(Role.TUNING, [8], 2)
    assert {"response_accuracy", "response_accuracy_hash", "response_accuracy_size"} <= said.figures.keys()
    assert len(said.tables) == 9
    assert {
        "response_accuracy_foreign",
        "response_recall_foreign.blocked",
        "response_accuracy_later",
        "response_accuracy_moved",
        "response_accuracy_fresh",
        "answer_cpu_ms",
        "judge_cpu_ms",
    } <= said.figures.keys()
    assert said.figures["responses"] > 10


def test_no_sources_are_no_figures() -> None:
    """A measurement without work has no result."""
    with pytest.raises(WorkNotDone):
        measured(Role.TUNING, [], 2)
