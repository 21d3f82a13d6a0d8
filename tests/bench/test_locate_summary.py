"""From results to figures, tables and curves."""

from xml.etree import ElementTree as ET

import pytest

from leadline.errors import WorkNotDone
from leadline_bench.locate.experiment import Plan
from leadline_bench.locate.plot import curves
from leadline_bench.locate.summary import Summary, report
from leadline_bench.locate.trial import Result
from leadline_bench.report import markdown

STRATEGIES = ("oracle", "random", "smart", "sounding")
PLAN = Plan(strategies=STRATEGIES, domains=("book", "hotel"), worlds=3, pages=100, scale="tiny", seed=5)
EACH = {"oracle": 40, "random": 4, "smart": 10, "sounding": 15}
"""Relevant forms at the end of a run; in `hotel` sounding has 12, in world 6 all have twice as many."""


def results(plan: Plan = PLAN, changes: dict[str, object] | None = None) -> list[Result]:
    found = []
    for trial in plan.trials():
        forms = 12 if (trial.strategy, trial.domain) == ("sounding", "hotel") else EACH[trial.strategy]
        forms *= 2 if trial.world == 6 else 1
        given: dict[str, object] = {
            "trial": trial,
            "pages": plan.pages,
            "relevant": tuple(1 + n % plan.pages for n in range(forms)),
            "searchable": tuple(1 + n % plan.pages for n in range(forms + 3)),
            "found": forms,
            "on_topic": 50,
            "sites": 20,
            "errors": 0,
            "backlink_calls": 0,
            "stopped_by": "pages",
            "cpu_seconds": 0.1,
            "read": 0,
        }
        found.append(Result(**(given | (changes or {}))))  # type: ignore[arg-type]  # values by name
    return found


def test_forms_are_means_over_domains_and_worlds() -> None:
    """(10 + 20 + 10) / 3 forms of a domain for smart; sounding's domains differ."""
    figures = report(PLAN, results()).figures
    assert figures["forms.smart"] == pytest.approx(40 / 3)
    assert figures["forms.sounding"] == pytest.approx(4 / 3 * (15 + 12) / 2)


def test_ratios_are_by_pairs() -> None:
    """Worlds differ by a factor of two, the ratio does not: its interval is a point."""
    figures = report(PLAN, results()).figures
    assert figures["oracle_share.random"] == pytest.approx(0.1)
    assert figures["sounding_over_smart"] == pytest.approx(1.35)
    assert figures["sounding_over_smart_low"] == pytest.approx(1.35)
    assert figures["sounding_over_smart_worst_domain"] == pytest.approx(1.2)
    assert "oracle_share.oracle" not in figures


def test_without_the_oracle_there_are_no_shares() -> None:
    """Other figures stay."""
    plan = Plan(strategies=("smart", "random"), domains=("book",), worlds=1, pages=100, scale="tiny")
    figures = report(plan, results(plan)).figures
    assert sorted(figures) == ["forms.random", "forms.smart"]


def test_a_baseline_that_found_nothing_has_no_ratio() -> None:
    """Nothing is divided by zero; the table has an empty place."""
    found = [r for r in results() if r.trial.strategy != "random"]
    found += [Result.of_json(r.as_json() | {"relevant": []}) for r in results() if r.trial.strategy == "random"]
    said = report(PLAN, found)
    (ratios,) = (t for t in said.tables if "by pairs" in t.title)
    assert {row[0]: row[1] for row in ratios.rows} == {
        "sounding / smart": pytest.approx(1.35),
        "sounding / random": None,
        "smart / random": None,
    }
    assert said.figures["forms.random"] == 0


@pytest.mark.parametrize(
    ("changes", "said"), [({"pages": 99}, "99 pages, 100 were wanted"), ({"relevant": ()}, "oracle met no form")]
)
def test_work_that_was_not_done_has_no_figures(changes: dict[str, object], said: str) -> None:
    """A crawl that ended early without saying why, or an oracle that is blind, is an error."""
    with pytest.raises(WorkNotDone, match=said):
        report(PLAN, results(changes=changes))


def test_runs_that_ended_early_are_told() -> None:
    """A strategy with nothing left to fetch keeps what it has, and a note says so."""
    said = report(PLAN, results(changes={"pages": 60, "stopped_by": "frontier empty"}))
    assert any("24 of 24 runs ended before their budget" in note for note in said.notes)


def test_a_curve_counts_forms_within_pages() -> None:
    """Forms met later than the page asked for do not count."""
    result = Result.of_json(results()[0].as_json() | {"relevant": [3, 3, 10]})
    assert [result.forms(pages) for pages in (2, 3, 9, 10)] == [0, 2, 2, 3]


def test_a_result_survives_its_file() -> None:
    """As JSON and back."""
    assert [Result.of_json(r.as_json()) for r in results()] == results()


def test_the_plot_has_a_line_and_a_name_for_each_strategy() -> None:
    """A well-formed SVG whose lines end at the mean at the end of the budget."""
    svg = curves(Summary(PLAN, results()), lambda r: r.relevant, "Forms <of> a domain")
    root = ET.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    lines = root.findall(f".//{space}polyline")
    said = [text.text or "" for text in root.findall(f".//{space}text")]
    assert len(lines) == len(STRATEGIES)
    assert "Forms <of> a domain" in said
    assert f"smart {40 / 3:.1f}" in said
    ends = [float(line.attrib["points"].split()[-1].split(",")[1]) for line in lines]
    assert ends.index(min(ends)) == STRATEGIES.index("oracle")  # SVG counts downwards


def test_one_world_makes_a_plot_too() -> None:
    """Without repetition there is a line and no band to speak of."""
    plan = Plan(strategies=("random",), domains=("book",), worlds=1, pages=100, scale="tiny")
    assert "nan" not in curves(Summary(plan, results(plan)), lambda r: r.relevant, "one")


def test_the_document_has_every_table() -> None:
    """Markdown with one heading a table and the settings above."""
    said = report(PLAN, results())
    text = markdown(said)
    assert [f"## {table.title}" in text for table in said.tables] == [True] * len(said.tables)
    assert "- worlds: 3" in text
    assert "| smart |" in text
