"""The README's way from nothing to records, walked as it stands there by somebody who knows nothing else.

The clone and the demo are real; only the environment, which `make` would set up first, is lent to it (`.ci/run`
has it set up, too).
"""

import csv
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from leadline.demo.tour import SOURCES, TOUR

ROOT = Path(__file__).parents[2]
_ENOUGH = 120  # seconds of the processor's time; some ten
_PATIENCE = 600  # for one command, whatever else the machine does


def commands() -> list[str]:
    section = (
        (ROOT / "README.md").read_text("utf-8").partition("## From nothing to records")[2].partition("\n## ")[0]
    )
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block is not None
    return block[1].splitlines()


@pytest.mark.timeout(1_800)
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no clone")
def test_from_nothing_to_records_in_five_commands(tmp_path: Path) -> None:
    """A CSV file of all sources, and a browser that shows them; on the way the demo shows all its stops."""
    began, place, said = _spent(), tmp_path, ""
    words = commands()
    assert len(words) <= 5
    for number, line in enumerate(words):
        if line.startswith("cd "):
            place /= line.removeprefix("cd ")
            (place / ".venv").symlink_to(sys.prefix)
        elif number == len(words) - 1:
            _served(shlex.split(f"{line} --port 0"), place)
        else:
            # Nothing is installed: the stamp of what would be is taken for new.
            command = [word.replace("REPOSITORY", str(ROOT)) for word in shlex.split(line)]
            command[1:1] = ["-o", ".venv/runtime.stamp"] if command[0] == "make" else []
            done = subprocess.run(
                command, check=False, cwd=place, capture_output=True, text=True, timeout=_PATIENCE
            )
            assert done.returncode == 0, (line, done.stdout, done.stderr)
            said += done.stdout
    assert all(stop.shows[:60] in said for stop in TOUR)
    assert all(f"Harvested {page}: " in said for page in SOURCES)
    for sentence in (
        "6 pages inspected: 8 forms with 32 fields",
        "2 relevant forms among 7 forms, on 16 pages of 6 sites",
        "robots.txt",
        "leadline serve tried",
        "What to try next",
    ):
        assert sentence in said
    with (place / "records.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 257
    assert len({row["source"] for row in rows}) == 5
    assert _spent() - began < _ENOUGH


def _spent() -> float:
    """By the processes that were started from here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _served(command: list[str], place: Path) -> None:
    """The dashboard answers at the address it says."""
    with subprocess.Popen(
        command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as served:
        assert served.stdout is not None
        address = next(found[0] for line in served.stdout if (found := re.search(r"http://[\d.:]+", line)))
        page = urlopen(f"{address}/").read().decode()
        served.terminate()
    assert "257" in page
    assert page.count("<article") == 6
