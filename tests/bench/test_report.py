"""What people see of a report."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from leadline.errors import BadTarget
from leadline_bench.report import Report, Table, show, write

_REPORT = Report(
    "sample",
    {"pages": 2_000, "seed": 0},
    {"ratio": 2.345, "urls": 10_000_000, "share": 0.0123},
    (Table("By room", ("room", "ms"), (("parse [b]", 1.5), ("store", None))),),
    ("A note with [brackets].",),
)


def test_tables_show_settings_figures_and_notes() -> None:
    """Numbers are rounded for reading, what is unknown is a dash, brackets are text and no markup."""
    out = io.StringIO()
    show(_REPORT, Console(file=out, width=100))
    shown = out.getvalue()
    for part in ("bench sample: pages 2,000 · seed 0", "2.35", "10,000,000", "0.0123", "–", "parse [b]"):
        assert part in shown
    assert "A note with [brackets]." in shown


def test_a_file_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    """The sentence names the file."""
    with pytest.raises(BadTarget, match="cannot be written"):
        write(_REPORT, tmp_path / "no" / "such.json")
