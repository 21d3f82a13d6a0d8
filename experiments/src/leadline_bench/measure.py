"""One program in a process of its own: what it cost, and what it answered.

CPU time is that of the process alone, its start included, whatever else the machine does meanwhile.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.errors import WorkNotDone


@dataclass(frozen=True, slots=True)
class Run:
    """What a program cost, and the JSON document it printed."""

    cpu_seconds: float
    wall_seconds: float
    said: dict[str, Any]


def run(module: str, words: Sequence[str], cpu: int | None = None) -> Run:
    """Run `python -m module words…`, on one CPU if told so; it has to end well and print one JSON document."""
    command = [sys.executable, "-m", module, *words]
    began = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as remarks:
        process = subprocess.Popen(command, stdout=out, stderr=remarks, stdin=subprocess.DEVNULL)  # noqa: S603  # our own modules
        try:
            if cpu is not None:
                pin(process.pid, cpu)
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - began
        remarks.seek(0)
        out.seek(0)
        if process.returncode != 0:
            tail = remarks.read().decode(errors="replace")[-2000:]
            raise WorkNotDone(f"{module} ended with {process.returncode}: {tail}")
        said = json.loads(out.read())
    return Run(usage.ru_utime + usage.ru_stime, wall, said)


def peak_rss_mib() -> float:
    """The most memory this process had resident so far.

    Asked by the measured program itself: what the system tells its parent (`ru_maxrss`) counts the moment before
    the program was loaded too, when it was still a copy of the parent (Linux, fs/exec.c).
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def cpu_of_family(first: int, *, itself: bool = True) -> float:
    """CPU seconds so far of the processes that one has started, and of itself; those that ended included."""
    ticks = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just ended: it is counted with its parent's from now on
            continue
        own, ended = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
        if entry.name == str(first):
            ticks += ended + (own if itself else 0)
        elif fields[1] == str(first):
            ticks += own + ended
    return ticks / os.sysconf("SC_CLK_TCK")


def busy() -> tuple[float, float]:
    """CPU seconds of the whole machine since it began: at work, and in all."""
    first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0]
    ticks = [int(word) / os.sysconf("SC_CLK_TCK") for word in first.split()[1:9]]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


def cpus() -> Sequence[int | None]:
    """The CPUs we may use, for pinning; a list of None where the system knows no such thing."""
    if not hasattr(os, "sched_getaffinity"):
        return [None]
    return sorted(os.sched_getaffinity(0))


def pin(process: int, cpu: int) -> None:
    """Keep a process on one CPU: caches stay its own, and the server's work does not move its cost."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, {cpu})
