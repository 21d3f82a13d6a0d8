"""Real applications of others, loaded with known records and harvested by the command as a user types it."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from app_all import APPLICATIONS
from app_kit import Application
from app_measure import Score, harvested_records, score, unsafe
from app_received import Received, received
from app_serve import serving

TOOLS = os.environ.get("LEADLINE_APPS", "")
if not TOOLS:
    pytest.skip("real applications are installed and harvested by `make test-apps` only", allow_module_level=True)

WANTED = 0.9
"""The least share of records that must come up as single records."""
REQUESTS = 3
"""Requests allowed for each record: more than a walk over every list and every page of details takes."""
PATIENCE = 1500


@pytest.mark.timeout(PATIENCE + 300)
@pytest.mark.parametrize("application", APPLICATIONS, ids=lambda application: application.name)
def test_its_records_come_up_one_by_one_and_nothing_changes(
    application: Application, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Nine of ten records or more come up alone and once, by searches only, and nothing is changed."""
    tools = Path(TOOLS).resolve()
    if missing := application.missing(tools):
        pytest.skip(f"{application.name} is not installed: {', '.join(missing)} missing; run `make test-apps`")
    workplace, out = tmp_path / "application", tmp_path / "harvest"
    workplace.mkdir()
    with serving(application, workplace, tools) as (front, served):
        before = served.state()
        limit = REQUESTS * application.size
        done = _harvested(front.url(served.form), out, "--max-requests", str(limit), *served.arguments)
        after = served.state()
        sent, refused = len(front.log), unsafe(front.log, served)
    found, came = score(application.items, harvested_records(out)), received(application.items, out)
    record_property("figures", _figures(application, found, came, sent))
    assert refused == []
    assert after == before
    assert found.share >= WANTED, f"{found} after {sent} requests:\n{done.stdout[-1000:]}{done.stderr[-2000:]}"


def _harvested(url: str, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """What a user of the command line does: the page with the form, a folder, no pauses on this machine."""
    command = [sys.executable, "-m", "leadline", "harvest", url, "--out", str(out)]
    return subprocess.run(
        [*command, "--allow-private", "--delay", "0", *more],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        timeout=PATIENCE,
        check=False,
    )


def _figures(application: Application, found: Score, came: Received, sent: int) -> dict[str, object]:
    named = {"application": application.name, "kind": application.kind}
    more = {"missing": found.missing, "share": found.share, "requests": sent}
    return named | asdict(found) | more | {"stood": len(came.stood), "left": len(came.left)}
