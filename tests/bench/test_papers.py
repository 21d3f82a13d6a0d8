"""The papers' figures and tables, made from one pool of trials."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from leadline.errors import BadConfiguration
from leadline.learn.contexts import CONTEXTS
from leadline.locate.strategies import STRATEGIES
from leadline_bench.cli.locate import Words
from leadline_bench.locate.papers import run
from leadline_bench.locate.papers.files import keep
from leadline_bench.locate.papers.pool import CLAIMED, Budget, PoolPlan
from leadline_bench.locate.papers.verdicts import Verdict, above, more, same, sentence
from leadline_bench.locate.summary import Summary
from leadline_bench.locate.trial import Result, Trial

PLAN = replace(
    Words(domains="auto,book,movie,hotel", role="reporting", scale="tiny").pool("all", quick=False),
    common=Budget(100, 3),
    claimed=Budget(120, 4),
)
FORMS = {"smart": 30, "scdi": 20, "ache": 15, "ffc": 12, "ache-online": 11, "best-first-sc": 10, "oracle": 90}
LEARNED: dict[str, dict[str, object]] = {
    "ache": {"features": {"1": {"url": ["book"], "anchor": ["search"], "around": ["titl"]}}},
    "smart": {name: {context: {"book": 0.9} for context in CONTEXTS} for name in ("sites", "links")},
}


def result(trial: Trial) -> Result:
    """A crawl that meets so many forms, evenly over its pages; one more in each later world."""
    many = FORMS.get(trial.strategy, 5) + trial.world - PLAN.base.seed
    met = tuple(1 + n * trial.pages // many for n in range(many))
    name = trial.strategy.partition("-")[0]
    steps = (
        ({"pages": 9, "version": 1, **LEARNED[name]},) * 3 if name in LEARNED and trial.domain != "movie" else ()
    )
    return Result(
        trial=trial, pages=trial.pages, relevant=met, searchable=met, found=many, on_topic=50, sites=20, errors=0,
        backlink_calls=3, stopped_by="pages", cpu_seconds=0.1, read=0, kept=met, deep_sites=met[::2], centres=2,
        by_site={"a.example": many, "b.example": 0}, accuracy={"sites": (19, 20), "forms": (9, 10)},
        queues=((0, 5, 9), (50, 4, 20)), learned=steps,
    )  # fmt: skip


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [result(trial) for trial in PLAN.trials()]


def test_what_several_figures_need_is_run_once() -> None:
    """Strategies that claims rest on crawl every domain with the larger budget, others where they are wanted."""
    trials = list(PLAN.trials())
    assert len(trials) == len(set(trials))
    assert {(t.pages, t.learning_pages) for t in trials if t.strategy in CLAIMED} == {(120, 100)}
    counted = {t.domain for t in trials if t.strategy == "ffc@levels=4@searchable"}
    assert counted == {"auto", "book"}
    assert sum(t.strategy == "ffc" for t in trials) == 3 * 4
    assert {t.strategy for t in trials} >= {"oracle", *STRATEGIES} - {"ache-offline"}


def test_every_figure_is_made_and_kept(results: list[Result], tmp_path: Path) -> None:
    """Each leaves a table, a well-formed plot, a page and a sentence; one page has them all."""
    made = run.exhibits(PLAN, results)
    found = run.told(PLAN, results, made)
    plots = keep(made, found, tmp_path)
    overview = (tmp_path / "README.md").read_text(encoding="utf-8")
    for (figure, exhibit), plot in zip(made, plots, strict=True):
        assert exhibit.sentence in overview
        ET.fromstring(plot.read_text(encoding="utf-8"))
        rows = list(csv.reader((tmp_path / f"{figure.key}.csv").read_text(encoding="utf-8").splitlines()))
        assert len(rows) > 1, figure.key
        kept = json.loads((tmp_path / f"{figure.key}.json").read_text(encoding="utf-8"))
        assert {verdict["outcome"] for verdict in kept["verdicts"]} <= {"agrees", "differs", "undecided"}
    verdicts = sum(len(exhibit.verdicts) for _, exhibit in made)
    assert sum(found.figures[f"papers.{o}"] for o in ("agrees", "differs", "undecided")) == verdicts


def test_orders_are_told_by_the_numbers(results: list[Result]) -> None:
    """In this pool smart > scdi > ache, and learning online finds more: the sentences say so."""
    said = {figure.key: exhibit.sentence for figure, exhibit in run.exhibits(PLAN, results)}
    assert said["smart-figure-6"].startswith(
        "Agrees with the paper: SmartCrawler finds more forms than SCDI (1.47"
    )
    assert "Offline-Online finds 4–245 % more than Offline" in said["ache-figure-3"].split("Differs")[0]


def summary(ours: list[int], theirs: list[int]) -> Summary:
    plan = replace(PLAN.base, strategies=("a", "b"), domains=("book",), worlds=len(ours), pages=100)
    base = result(next(PLAN.trials()))
    found = []
    for name, counts in (("a", ours), ("b", theirs)):
        for world, many in enumerate(counts):
            trial = replace(base.trial, strategy=name, domain="book", world=plan.seed + world)
            found.append(replace(base, trial=trial, relevant=tuple(range(1, many + 1))))
    return Summary(plan, found)


@pytest.mark.parametrize(
    ("ours", "theirs", "outcome"),
    [
        ([20, 22, 24], [10, 11, 12], "agrees"),
        ([10, 11, 12], [20, 22, 24], "differs"),
        ([10, 30, 10], [20, 10, 20], "undecided"),
        ([20, 22], [10, 11], "undecided"),
        ([20, 22, 24], [0, 0, 0], "undecided"),
    ],
)
def test_an_interval_over_worlds_decides(ours: list[int], theirs: list[int], outcome: str) -> None:
    """It lies above one, below one, or holds one; two worlds, or nothing to divide by, decide nothing."""
    assert more(summary(ours, theirs), "a finds more", "a", "b").outcome == outcome


def test_the_same_holds_until_something_speaks_against_it() -> None:
    """An interval with one in it agrees, one without differs."""
    assert same(summary([9, 10, 11], [10, 10, 10]), "as many", "a", "b", "book").outcome == "agrees"
    assert same(summary([20, 22, 24], [10, 10, 10]), "as many", "a", "b", "book").outcome == "differs"


def test_the_area_rewards_finding_early() -> None:
    """One form on the first of a hundred pages has nearly all of its area, one on the last none."""
    base = result(next(PLAN.trials()))
    assert replace(base, relevant=(1,)).area(100) == pytest.approx(0.99)
    assert replace(base, relevant=(100, 101)).area(100) == 0.0


def test_a_sentence_names_both_sides() -> None:
    """What agrees first, then what differs, then what is open."""
    values = [above(f"claim {n}", [n - 1.0] * 3, 0.0, "more", 1) for n in (0, 2)]
    said = sentence([*values, Verdict("claim 3", None, "", 0, None)])
    assert said.startswith("Agrees with the paper: claim 2 (1.00 more, 1.00–1.00). Differs: claim 0")
    assert said.endswith("Not decided: claim 3 (nothing to measure).")


def test_figures_are_chosen_by_the_beginnings_of_their_keys() -> None:
    """And what fits none is refused with those there are."""
    assert [figure.key for figure in run.chosen("ache-figure-3,ffc")] == [
        "ffc-figure-2",
        "ffc-figure-2-relevant",
        "ache-figure-3",
    ]
    with pytest.raises(BadConfiguration, match="--papers 'hiwe' is not known; known: all, every-strategy"):
        run.chosen("hiwe")


def test_budgets_are_the_issues_unless_said_otherwise() -> None:
    """Quick and full, and what is typed counts for both budgets; named strategies join those of the claims."""

    def budgets(plan: PoolPlan) -> tuple[Budget, Budget, int]:
        return plan.common, plan.claimed, len(plan.base.domains)

    assert budgets(Words(role="reporting").pool("all", quick=False)) == (Budget(5_000, 4), Budget(6_000, 6), 12)
    assert budgets(Words().pool("all", quick=True)) == (Budget(3_000, 3), Budget(3_000, 3), 4)
    small = Words(worlds=1, pages=300, domains="book,job", strategies="smart@taught").pool("all", quick=True)
    assert budgets(small) == (Budget(300, 1), Budget(300, 1), 2)
    assert small.claims == (*CLAIMED, "smart@taught")
