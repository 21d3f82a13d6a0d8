"""`leadline bench search`: its figures."""

import json
from pathlib import Path

import pytest

from console_blocks import documented, matches
from leadline.cli.running import run
from leadline_bench.cli import bench


def test_quick_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What its page shows: a document with the stable names; questions of words on pages are answered."""
    shown = documented("bench search")
    assert run(bench, [*shown.words, "--folder", str(tmp_path)]) == shown.exit_code
    said = capsys.readouterr()
    assert matches(shown.output, said.err + said.out)
    figures = json.loads(said.out)["figures"]
    assert figures["pages"] >= 120
    assert figures["answered"] > 0.8
    assert 0 < figures["index_over_crawl"] < 10
    assert figures["query_over_lookup"] > 0
    assert not list(tmp_path.iterdir())
