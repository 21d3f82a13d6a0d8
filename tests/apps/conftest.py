"""Applications are set up and harvested only where asked for: `make test-apps` names the folder of tools."""

import json
import os
from pathlib import Path

import pytest

TOOLS = os.environ.get("LEADLINE_APPS")
collect_ignore = [] if TOOLS else ["test_applications.py"]


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder that `app_install.py` filled."""
    assert TOOLS is not None
    return Path(TOOLS).resolve()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A table with the figures of every application, as docs/apps.md shows it, and the same as JSON for a file."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    figures = [value for report in reports for name, value in report.user_properties if name == "figures"]
    if not figures:
        return
    terminalreporter.section("records brought up as single records")
    heads = ("application", "kind", "size", "single", "doubled", "mixed", "missing", "requests")
    terminalreporter.write_line("| " + " | ".join((*heads, "share")) + " |")
    terminalreporter.write_line("|" + "---|" * (len(heads) + 1))
    for row in figures:
        cells = [str(row[head]) for head in heads]
        terminalreporter.write_line("| " + " | ".join((*cells, f"{row['share']:.1%}")) + " |")
    if target := os.environ.get("LEADLINE_APPS_JSON"):
        Path(target).write_text(json.dumps(figures, indent=1) + "\n")
