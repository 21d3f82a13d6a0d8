"""`leadline bench throughput`: the whole comparison, small."""

import json
import sys

import pytest

from leadline.cli.running import run
from leadline_bench.cli import bench


def test_quick_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """All crawlers do the same work, proved, and the stable figures come out; progress stays on standard error."""
    pytest.importorskip("scrapy", reason="needs the extra 'bench'")
    assert run(bench, ["throughput", "--quick", "--seed", "3", "--json"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    figures = document["figures"]
    assert document["settings"]["seed"] == 3
    assert {"cpu_ms_per_page", "scrapy_cpu_ms_per_page"} <= set(figures)
    assert {"ratio_to_scrapy", "ratio_to_scrapy_selectors", "ratio_to_floor"} <= set(figures)
    assert all(value > 0 for value in figures.values())
    assert figures["ratio_to_scrapy"] == pytest.approx(
        figures["scrapy_cpu_ms_per_page"] / figures["cpu_ms_per_page"]
    )
    crawlers, _, rooms, _ = document["tables"]
    assert [row[0] for row in crawlers["rows"]] == ["leadline", "sounding", "scrapy", "scrapy selectors", "floor"]
    assert {"parse", "fetch", "topic", "store", "WARC", "loop"} <= {row[0] for row in rooms["rows"]}
    assert sum(row[2] for row in rooms["rows"]) == pytest.approx(1.0)
    assert "round 1 of 1: leadline" in captured.err


def test_without_scrapy_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing extra is exit code 3 and the exact install line, before anything starts."""
    monkeypatch.setitem(sys.modules, "scrapy", None)
    assert run(bench, ["throughput", "--quick"]) == 3
    assert "pip install 'leadline-lab[bench]'" in capsys.readouterr().err
