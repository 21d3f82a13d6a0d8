"""Harvest one application once and print the figures of docs/results/first-look.md as one JSON document.

`python tests/apps/app_look.py NAME --tools FOLDER [--source CHECKOUT] [--planner NAME]`: the program run is that
of CHECKOUT, so that a first look can be taken with a version that was finished before the application was added.
The harvest knows nothing from earlier ones: the values that forms teach are kept in a folder of its own.
"""

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from app_all import APPLICATIONS, READY, SCRIPTED
from app_kit import Application
from app_measure import harvested_records, score, unsafe
from app_received import received
from app_serve import TOOLS, serving
from app_yardstick import measured

REQUESTS = 3
"""Requests allowed for each record, as in test_applications.py."""
PATIENCE = 1500.0
"""Seconds after which a harvest is interrupted, as a user would with Ctrl-C, unless other seconds are given."""


@dataclass(frozen=True, slots=True)
class Way:
    """How the harvest is run."""

    source: Path
    planner: str | None = None
    """The program's own choice if not given."""
    seconds: float = PATIENCE
    options: tuple[str, ...] = ()
    """More options of `leadline harvest`."""


def look(application: Application, tools: Path, way: Way, folder: Path) -> dict[str, object]:
    """One harvest without `--form`, with what came of it."""
    workplace, out = folder / "application", folder / "harvest"
    workplace.mkdir(parents=True)
    with serving(application, workplace, tools) as (front, served):
        before, began = served.state(), time.monotonic()
        more = (*served.arguments, *way.options)
        done = _harvested(front.url(served.form), out, way, REQUESTS * application.size, *more)
        took = time.monotonic() - began
        sent, refused, changed = len(front.log), unsafe(front.log, served), served.state() != before
        oracle = measured(front, application.oracle(application.items)).requests if application.oracle else None
    lines = harvested_records(out)
    found, came = score(application.items, lines), received(application.items, out)
    said = json.loads(done.stdout) if done.stdout.strip().startswith("{") else {}
    return {
        "application": application.name,
        "planner": way.planner or "default",
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
        "interval": [said.get("low"), said.get("high")],
        "method": said.get("method"),
        "scripts": said.get("scripts"),
        "holds_truth": holds(said, application.size),
        "seconds": round(took),
        "unsafe": refused,
        "changed": changed,
        "said": done.stderr[-600:],
    }


def holds(said: Mapping[str, float | None], size: int) -> bool | None:
    """Whether the number of records lies in the interval of the estimate; None if there is no estimate."""
    low, high = said.get("low"), said.get("high")
    if low is None and high is None:
        return None
    return (low is None or low <= size) and (high is None or size <= high)


def _harvested(url: str, out: Path, way: Way, limit: int, *more: str) -> subprocess.CompletedProcess[str]:
    path = f"{way.source / 'src'}:{way.source / 'experiments/src'}"
    command = [sys.executable, "-m", "leadline", "harvest", url, "--out", str(out), "--json"]
    planner = ("--planner", way.planner) if way.planner is not None else ()
    given = ("--allow-private", "--delay", "0", *planner, "--max-requests", str(limit))
    variables = {"PYTHONIOENCODING": "utf-8", "PYTHONPATH": path, "XDG_DATA_HOME": str(out.with_name("memory"))}
    process = subprocess.Popen(
        [*command, *given, *more],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | variables,
    )
    try:
        printed, said = process.communicate(timeout=way.seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(process.args, process.returncode, printed, said)


def main() -> None:
    named = {application.name: application for application in (*APPLICATIONS, *READY, *SCRIPTED)}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(named))
    parser.add_argument("--tools", type=Path, default=TOOLS)
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--planner")
    parser.add_argument("--seconds", type=float, default=PATIENCE, help="interrupt the harvest after so long")
    parser.add_argument("--options", type=shlex.split, default=[], help="more options of `leadline harvest`")
    parser.add_argument("--keep", type=Path, help="an empty folder that keeps the harvest")
    given = parser.parse_args()
    way = Way(given.source.resolve(), given.planner, given.seconds, tuple(given.options))
    with tempfile.TemporaryDirectory() as place:
        folder = given.keep or Path(place)
        print(json.dumps(look(named[given.name], given.tools.resolve(), way, folder), indent=1))


if __name__ == "__main__":
    main()
