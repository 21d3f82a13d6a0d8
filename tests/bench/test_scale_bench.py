"""`leadline bench scale`: its figures."""

import json
from pathlib import Path

import pytest

from leadline.cli.running import run
from leadline_bench.cli import bench


def test_quick_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One JSON document with the stable names; both numbers of workers were measured, and nothing is left."""
    assert run(bench, ["scale", "--quick", "--json", "--folder", str(tmp_path)]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert figures["efficiency.1"] == 1
    assert figures["efficiency.2"] > 0
    assert 0 < figures["coordinator_share.2"] < 1
    assert figures["cpu_ms_per_page.1"] > 0
    assert figures["kb_per_page"] > 5
    assert not list(tmp_path.iterdir())
