"""`leadline bench forms`: what it says without data and with it, and that its parts can fail."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from console_blocks import documented, matches
from leadline.errors import BadTarget, WorkNotDone
from leadline.model.field import Field
from leadline.model.form import Control
from leadline_bench.forms.cost import Cost, costs, quantile
from leadline_bench.forms.labels_lab import Seen, sample, seen_in
from leadline_bench.forms.labels_report import over_sites
from leadline_bench.forms.report import data_in
from leadline_lab.anatomy import Choice, Input
from leadline_lab.spec import Role, spec
from leadline_lab.world import open_world

Run = Callable[..., subprocess.CompletedProcess[str]]
DATA = Path(__file__).parents[2] / ".." / "shared" / "data"


def test_the_lab_needs_no_data(leadline: Run, tmp_path: Path) -> None:
    """`--lab-only` prints one document: the lab's figures, intervals, and the paper's rule beside ours."""
    shown = documented("bench forms")
    done = leadline("bench", *shown.words, "--fuzz", "20", "--out", str(tmp_path / "f"))
    assert done.returncode == shown.exit_code, done.stderr
    assert matches(shown.output, done.stderr + done.stdout)
    document = json.loads(done.stdout)
    figures = document["figures"]
    assert document["bench"] == "forms"
    assert figures["label_accuracy.lab"] > figures["label_accuracy_hiwe.lab"] > 0.5
    assert figures["label_accuracy_low.lab"] <= figures["label_accuracy.lab"] <= figures["label_accuracy_high.lab"]
    assert figures["fuzz_inputs"] == 20
    assert json.loads((tmp_path / "f").read_text(encoding="utf-8")) == document


def test_missing_data_ends_with_one_sentence(leadline: Run, tmp_path: Path) -> None:
    """Without data the command names what is missing and both ways out, before anything is measured."""
    done = leadline("bench", "forms", "--quick", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert "formasaurus/dev_html.tar.xz" in line
    assert "--data DIR" in line
    assert "--lab-only" in line
    with pytest.raises(BadTarget, match="no development data"):
        data_in(tmp_path)


def _seen(field: Input, label: str, values: tuple[str, ...] = ()) -> Seen:
    return Seen(
        "a.example",
        "plain",
        field,
        True,
        {"layout": Field((Control("text", "x", "", ()),), label, value_labels=values)},
    )


def test_the_answer_key_is_held_against_what_is_said() -> None:
    """Case and punctuation do not count, words do; where there is nothing to be called by, silence is right."""
    title = Input("t", "text", "Book title")
    assert _seen(title, "book title:").right("layout")
    assert not _seen(title, "Title").right("layout")
    low = Input("p1", "text", "Min.", group="Price", end="low")
    assert [_seen(low, said).right("layout") for said in ("Min.", "Price Min.", "Price", "")] == [
        True,
        True,
        False,
        False,
    ]
    silent = Input("q", "text", "", "missing")
    assert [_seen(silent, said).right("layout") for said in ("", "Search")] == [True, False]
    radios = Input("r", "radio", "Sex", choices=(Choice("1", "female"), Choice("2", "male")))
    assert _seen(radios, "Sex", ("female", "female")).values("layout") == (1, 2)
    assert _seen(radios, "Sex", ("female",)).values("layout") == (0, 2)


def test_labels_of_the_lab_are_found() -> None:
    """In a tuning world 97 of a hundred hidden labels are found again, and 99 of a hundred values."""
    world = open_world(spec("small", 6, Role.TUNING))
    found = [seen for seen in seen_in(world, sample(world, 2, 2)) if seen.hidden]
    assert len(found) > 150
    assert sum(seen.right("layout") for seen in found) >= 0.97 * len(found)
    assert sum(seen.right("layout") for seen in found) > sum(seen.right("hiwe") for seen in found)
    values = [seen.values("layout") for seen in found if seen.chosen]
    assert sum(count for _, count in values) > 20
    assert sum(right for right, _ in values) >= 0.99 * sum(count for _, count in values)


def test_shares_are_drawn_over_sites() -> None:
    """Ten fields of one site count as one site: the interval is that of two values, not of twenty."""
    found = over_sites([*[("good.example", 1, 1)] * 10, *[("bad.example", 0, 1)] * 10], seed=1)
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)


def test_quantiles_are_drawn_over_sites() -> None:
    """A slow site that is not drawn is missing from the upper end altogether."""
    slow = [Cost("d", "slow.example", 1, 1.0, 30.0)]
    fast = [Cost("d", f"{n}.example", 1, 1.0, 2.0) for n in range(9)]
    found = quantile([*fast, *slow], 0.99, seed=1)
    assert found.low == 2.0
    assert found.value > 20.0
    assert found.high == 30.0


def test_nothing_to_time_is_no_figure() -> None:
    """Pages without a form raise instead of giving a ratio."""
    with pytest.raises(WorkNotDone, match="none of the pages has a form"):
        costs([("d", "a.example", "<p>nothing")])


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason="the development data (../shared/data) is not here")
def test_understanding_costs_a_few_parses() -> None:
    """On real pages the forms cost at most 8 times the parse at the median and 25 times at the upper end."""
    from leadline_bench.forms.label_truth import development_pages

    pages = list(development_pages(DATA, ("formasaurus", "ddg_autofill_forms")))[::25]
    found = costs(pages, rounds=2)
    assert len(found) > 25
    assert quantile(found, 0.5, seed=1).value <= 8
    assert quantile(found, 0.99, seed=1).value <= 25
