"""`leadline run --processes`: sources harvested by several processes, one of which is killed on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from conftest import Run, run_in

PROJECT = '[run]\ntopic = "auto"\nseeds = "seeds.txt"\nout = "{out}"\n'


def _workers(coordinator: int) -> list[int]:
    """Processes that harvest for this one."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == coordinator and b"leadline.app.sourcing" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
    return found


def _brought(folder: Path) -> dict[str, list[str]]:
    """The identities of the records of each source."""
    return {
        source.name: sorted(json.loads(line)["id"] for line in (source / "records.jsonl").read_text().splitlines())
        for source in sorted((folder / "harvested").iterdir())
    }


def test_a_killed_worker_s_source_is_taken_over(leadline: Run, tmp_path: Path, builtin_web: str) -> None:
    """Its folder is resumed by another: the records of a run in one process, and no page of an answer twice."""
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(PROJECT.format(out=name))
    web = ["--connect-to", builtin_web, "--delay", "0.05"]
    alone = leadline("run", "one.toml", *web, "--json")
    assert alone.returncode == 0, alone.stderr
    command = [sys.executable, "-m", "leadline", "run", "two.toml", *web, "--processes", "2", "--json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        killed = 0
        until = time.monotonic() + 120
        while process.poll() is None and not killed and time.monotonic() < until:
            begun = list(tmp_path.glob("two/harvested/*/warc/*.gz"))
            for worker in _workers(process.pid) if begun else []:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
                    killed += 1
            time.sleep(0.005)
        told, said = process.communicate(timeout=150)
    assert process.returncode == 0, said.decode()
    assert killed
    assert _brought(tmp_path / "two") == _brought(tmp_path / "one")
    assert json.loads(told)["records"] == json.loads(alone.stdout)["records"]
    for source in (tmp_path / "two" / "harvested").iterdir():
        asked = run_in(tmp_path, "export", str(source), "queries").stdout.splitlines()
        queries = Counter(
            (one["assignment"] and str(one["assignment"]), one["role"]) for one in map(json.loads, asked)
        )
        assert [query for query, times in queries.items() if times > 1] == []
