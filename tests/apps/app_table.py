"""The table at the end of `make test-apps`: a plugin of pytest (`-p app_table`).

The same figures go as JSON to the file that LEADLINE_APPS_JSON names.
"""

import json
import os
from pathlib import Path

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures of every application that was harvested."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    figures = [value for report in reports for name, value in report.user_properties if name == "figures"]
    oracles = [value for report in reports for name, value in report.user_properties if name == "oracle"]
    if oracles:
        terminalreporter.section("requests of an oracle")
        for name, requests in oracles:
            terminalreporter.write_line(f"| {name} | {requests} |")
    if not figures:
        return
    terminalreporter.section("records brought up as single records")
    heads = (
        "application",
        "kind",
        "size",
        "single",
        "doubled",
        "mixed",
        "without_key",
        "missing",
        "stood",
        "left",
        "requests",
    )
    terminalreporter.write_line("| " + " | ".join((*heads, "share")) + " |")
    terminalreporter.write_line("|" + "---|" * (len(heads) + 1))
    for row in figures:
        cells = [str(row[head]) for head in heads]
        terminalreporter.write_line("| " + " | ".join((*cells, f"{row['share']:.1%}")) + " |")
    if target := os.environ.get("LEADLINE_APPS_JSON"):
        Path(target).write_text(json.dumps(figures, indent=1) + "\n")
