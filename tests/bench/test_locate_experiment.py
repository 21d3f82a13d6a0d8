"""Many trials: over processes, and taken up where they were."""

from dataclasses import replace
from pathlib import Path

import pytest

from leadline_bench.locate.experiment import Plan, experiment
from leadline_bench.locate.files import keep
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.summary import Summary, report
from leadline_bench.locate.trial import Result
from leadline_lab.settings import SETTINGS
from leadline_lab.spec import WorldSpec
from leadline_lab.web import Ask

PLAN = Plan(("oracle", "random"), ("hotel",), worlds=2, pages=25, scale="tiny", seed=3)


def curves(results: list[Result]) -> list[object]:
    """What may not differ between two runs of the same trial."""
    return [(r.trial, r.pages, r.relevant, r.searchable, r.found, r.on_topic, r.stopped_by) for r in results]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Result]]:
    """A finished experiment."""
    out = tmp_path_factory.mktemp("experiment")
    return out, experiment(PLAN, out, out / "pages", 1, lambda _: None)


def test_what_is_finished_is_not_run_again(done: tuple[Path, list[Result]]) -> None:
    """The second time everything is there; a strategy more runs that strategy alone."""
    out, results = done
    told: list[str] = []
    assert experiment(PLAN, out, out / "pages", 1, told.append) == results
    assert told == ["4 of 4 runs are there already"]
    more = replace(PLAN, strategies=("oracle", "random", "scdi"))
    experiment(more, out, out / "pages", 1, told.append)
    assert [line.split(":")[0] for line in told[2:]] == [
        "1/2 scdi on hotel in tuning world 3",
        "2/2 scdi on hotel in tuning world 4",
    ]


def test_an_interrupted_experiment_goes_on(done: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """What was finished before the interruption is kept, the rest is run."""

    def interrupt(line: str) -> None:
        if line.startswith("2/4"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        experiment(PLAN, tmp_path, tmp_path / "pages", 1, interrupt)
    told: list[str] = []
    results = experiment(PLAN, tmp_path, tmp_path / "pages", 1, told.append)
    assert told[0] == "2 of 4 runs are there already"
    assert len(told) == 3
    assert curves(results) == curves(done[1])


def test_other_settings_are_other_runs(done: tuple[Path, list[Result]]) -> None:
    """A larger budget in the same folder does not take the smaller one's results."""
    out, _ = done
    plan = replace(PLAN, pages=26, worlds=1, strategies=("random",))
    (result,) = experiment(plan, out, out / "pages", 1, lambda _: None)
    assert result.pages == 26


def test_two_processes_find_what_one_finds(done: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """The same results in the same order, from pages shared in one folder."""
    results = experiment(PLAN, tmp_path / "out", tmp_path / "pages", 2, lambda _: None)
    assert curves(results) == curves(done[1])
    assert len(list((tmp_path / "pages").glob("*.db"))) == PLAN.worlds


def test_the_folder_holds_the_report(done: tuple[Path, list[Result]], tmp_path: Path) -> None:
    """JSON, Markdown and two plots, the plots shown in the document."""
    _, results = done
    keep(report(PLAN, results), Summary(PLAN, results), tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "relevant.svg",
        "report.json",
        "report.md",
        "searchable.svg",
    ]
    assert "![relevant forms](relevant.svg)" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_another_setting_is_another_world(done: tuple[Path, list[Result]]) -> None:
    """Its runs and its pages are files of their own, and the report says which it was."""
    out, _ = done
    plan = replace(PLAN, worlds=1, strategies=("random",), setting="least-telling")
    before = set((out / "pages").glob("*.db"))
    results = experiment(plan, out, out / "pages", 1, lambda _: None)
    assert len(set((out / "pages").glob("*.db")) - before) == 1
    assert str(results[0].trial) == "random on hotel in tuning world 3 at least-telling"
    assert "least-telling" in report(plan, results).notes[0]


def test_crawls_begin_within_sites_where_the_knob_says() -> None:
    """At the same sites, at a page that answers; home pages if nobody turns it."""
    usual = Laboratory(WorldSpec(3, 60))
    within = Laboratory(WorldSpec(3, 60, deep_seeds=1.0))
    assert all(url.count("/") == 3 and url.endswith("/") for url in usual.seeds("hotel"))
    for home, page in zip(usual.seeds("hotel"), within.seeds("hotel"), strict=True):
        assert page.startswith(home)
        assert page != home
        assert within.web.reply(Ask("GET", page)).status == 200


def test_a_setting_that_means_something_else_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs go by what the knobs are, not by what they are called."""
    plan = replace(PLAN, worlds=1, pages=5, strategies=("random",), setting="most-telling")
    experiment(plan, tmp_path, tmp_path / "pages", 1, lambda _: None)
    monkeypatch.setitem(SETTINGS, "most-telling", {"site_sizes": 2.0})
    told: list[str] = []
    experiment(plan, tmp_path, tmp_path / "pages", 1, told.append)
    assert told[0].startswith("1/1")
