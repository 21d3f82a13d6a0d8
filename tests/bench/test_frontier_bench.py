"""`leadline bench frontier`: its figures, and that a frontier which gets something wrong is caught."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from console_blocks import documented, matches
from leadline.cli.running import run
from leadline.errors import WorkNotDone
from leadline.protocols import Ranked
from leadline_bench.cli import bench
from leadline_bench.frontier_load import Load, carry


def test_quick_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What its page shows: one JSON document with the stable names, the same in the file; memory is bounded."""
    out = tmp_path / "frontier.json"
    shown = documented("bench frontier")
    assert run(bench, [*shown.words, "--out", str(out), "--folder", str(tmp_path)]) == shown.exit_code
    said = capsys.readouterr()
    assert matches(shown.output, said.err + said.out)
    document = json.loads(said.out)
    assert document == json.loads(out.read_text(encoding="utf-8"))
    assert set(document) == {"bench", "settings", "figures", "tables", "notes"}
    assert document["bench"] == "frontier"
    figures = document["figures"]
    assert figures["urls"] == document["settings"]["urls"] > document["settings"]["base"]
    assert {"peak_rss_mib", "growth", "growth_same_patterns", "growth_same_share", "growth_wall"} <= set(figures)
    assert all(math.isfinite(value) and value > 0 for value in figures.values())
    assert figures["growth"] == max(figures["growth_same_patterns"], figures["growth_same_share"])
    assert figures["peak_rss_mib"] < 1024
    assert list(tmp_path.iterdir()) == [out]


def test_a_load_comes_out_whole(tmp_path: Path) -> None:
    """Every URL once, whatever was offered twice; every pattern re-ranked."""
    said = carry(Load(urls=3_000, patterns=40, seed=3), tmp_path / "a.db")
    assert (said["taken"], said["patterns"]) == (3_000, 40)
    assert int(str(said["offered"])) > 3_100


def test_a_wrong_order_is_noticed(tmp_path: Path) -> None:
    """A re-rank that gave other keys than it should lets the benchmark fail, not shine."""

    class Upside(Load):
        def keys(self, patterns: Sequence[str]) -> list[float]:
            return [-key for key in Load.keys(self, patterns)]

    with pytest.raises(WorkNotDone, match="out of turn"):
        carry(Upside(urls=3_000, patterns=40, seed=3), tmp_path / "a.db")


def test_two_urls_taken_for_one_are_noticed(tmp_path: Path) -> None:
    """A link that was lost on the way in lets the benchmark fail."""

    class Stuttering(Load):
        def link(self, number: int) -> Ranked:
            return Load.link(self, number // 2 * 2)

    with pytest.raises(WorkNotDone, match=r"1,500 of .* links were taken for new"):
        carry(Stuttering(urls=3_000, patterns=40, seed=3), tmp_path / "a.db")


def test_a_folder_that_is_not_there_is_said_before_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input is exit code 3 and one sentence."""
    assert run(bench, ["frontier", "--quick", "--folder", "no/such/folder"]) == 3
    assert run(bench, ["frontier", "--quick", "--out", "no/such/folder/x.json"]) == 3
    assert capsys.readouterr().err.count("leadline: no/such/folder") == 2
