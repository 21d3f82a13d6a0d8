"""`leadline bench search`: its figures."""

import json
from pathlib import Path

import pytest

from leadline.cli.running import run
from leadline_bench.cli import bench


def test_quick_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One JSON document with the stable names; questions of words that stand on pages are answered."""
    assert run(bench, ["search", "--quick", "--json", "--folder", str(tmp_path)]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert figures["pages"] >= 120
    assert figures["answered"] > 0.8
    assert 0 < figures["index_over_crawl"] < 10
    assert figures["query_over_lookup"] > 0
    assert not list(tmp_path.iterdir())
