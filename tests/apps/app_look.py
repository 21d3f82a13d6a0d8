"""Harvest one application once and print the figures of docs/results/first-look.md as one JSON document.

`python tests/apps/app_look.py NAME --tools FOLDER [--source CHECKOUT] [--options OPTIONS]`: the program run is
that of CHECKOUT, so that a first look can be taken with a version finished before the application was added;
OPTIONS are more options of `leadline harvest` (`--options="--planner liddle"`).
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from app_all import APPLICATIONS, READY, SCRIPTED
from app_kit import Application
from app_measure import harvested_records, score, unsafe
from app_received import received
from app_serve import TOOLS, serving
from app_yardstick import measured

REQUESTS = 3
"""Requests allowed for each record, as in test_applications.py."""
PATIENCE = 1500


def look(
    application: Application, tools: Path, source: Path, folder: Path, options: Sequence[str] = ()
) -> dict[str, object]:
    """One harvest without `--form`, with what came of it."""
    workplace, out = folder / "application", folder / "harvest"
    workplace.mkdir(parents=True)
    with serving(application, workplace, tools) as (front, served):
        before = served.state()
        more = (*served.arguments, *options)
        done = _harvested(front.url(served.form), out, source, REQUESTS * application.size, *more)
        sent, refused, changed = len(front.log), unsafe(front.log, served), served.state() != before
        oracle = measured(front, application.oracle(application.items)).requests if application.oracle else None
    lines = harvested_records(out)
    found, came = score(application.items, lines), received(application.items, out)
    said = json.loads(done.stdout) if done.stdout.strip().startswith("{") else {}
    return {
        "application": application.name,
        **asdict(found),
        "lines": len(lines),
        "stood": len(came.stood),
        "single_of_stood": found.single / len(came.stood) if came.stood else None,
        "lists_left": len(came.left),
        "requests": sent,
        "oracle_requests": oracle,
        "ended": said.get("stopped_by"),
        "exit": done.returncode,
        "estimated": said.get("estimated_total"),
        "unsafe": refused,
        "changed": changed,
        "said": done.stderr[-600:],
    }


def _harvested(url: str, out: Path, source: Path, limit: int, *more: str) -> subprocess.CompletedProcess[str]:
    path = f"{source / 'src'}:{source / 'experiments/src'}"
    command = [sys.executable, "-m", "leadline", "harvest", url, "--out", str(out), "--json"]
    return subprocess.run(
        [*command, "--allow-private", "--delay", "0", "--max-requests", str(limit), *more],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONPATH": path},
        timeout=PATIENCE,
        check=False,
    )


def main() -> None:
    named = {application.name: application for application in (*APPLICATIONS, *READY, *SCRIPTED)}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(named))
    parser.add_argument("--tools", type=Path, default=TOOLS)
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--keep", type=Path, help="an empty folder that keeps the harvest")
    parser.add_argument("--options", type=shlex.split, default=[], help="more options of `leadline harvest`")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder, tools, source = given.keep or Path(place), given.tools.resolve(), given.source.resolve()
        print(json.dumps(look(named[given.name], tools, source, folder, given.options), indent=1))


if __name__ == "__main__":
    main()
