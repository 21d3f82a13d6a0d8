"""A crawl of several processes, in a process of its own, whose workers and itself are killed at random."""

import os
import random
import signal
import time
from collections import defaultdict
from contextlib import suppress
from itertools import pairwise
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from killable import crawl
from little_server import Seen

from forked import PROCESSES
from leadline.locate.settings import LocateSettings
from leadline.store.folder import CrawlFolder

ROUNDS = int(os.environ.get("LEADLINE_KILLS", "3"))
"""Of kills; 20 where somebody has the time."""


def crawl_on(server: str | None, path: Path, port: int, settings: LocateSettings, delay: float) -> None:
    os.environ.pop("LEADLINE_DB", None)
    if server is not None:
        os.environ["LEADLINE_DB"] = server
    crawl(path, port, settings, delay)


def start(server: str | None, path: Path, seen: Seen, settings: LocateSettings, delay: float) -> ForkServerProcess:
    process = PROCESSES.Process(target=crawl_on, args=(server, path, seen.port, settings, delay))
    process.start()
    return process


def workers(coordinator: int) -> list[int]:
    """Processes that were started by this one."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == coordinator:
                found.append(int(entry.name))
    return found


def crawl_disturbed(server: str | None, path: Path, seen: Seen, settings: LocateSettings, delay: float) -> int:
    """Kill a worker or the coordinator after random numbers of requests; then let it end. How many were killed."""
    chance = random.Random(11)
    process, killed = start(server, path, seen, settings, delay), 0
    for number in range(ROUNDS):
        if not seen.until(len(seen.arrivals) + chance.randint(5, 15), process.is_alive):
            break
        if number % 3 == 2:
            process.kill()
            process.join()
            process = start(server, path, seen, settings, delay)
        elif there := workers(process.pid or 0):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(there), signal.SIGKILL)
        killed += 1
    process.join(300)
    assert process.exitcode == 0
    return killed


def recorded(server: str | None, path: Path) -> tuple[list[str], set[str]]:
    """(URLs that were recorded, forms that were found)."""
    kept = os.environ.pop("LEADLINE_DB", None)
    try:
        if server is not None:
            os.environ["LEADLINE_DB"] = server
        with CrawlFolder.open(path, writing=False) as folder:
            store = folder.open_store(writing=False)
            try:
                urls = [row["url"] for row in store.pages.rows("pages")]
                return urls, {row["identity"] for row in store.pages.rows("forms")}
            finally:
                store.close()
    finally:
        os.environ.pop("LEADLINE_DB", None)
        if kept is not None:
            os.environ["LEADLINE_DB"] = kept


def shortest_gap(seen: Seen) -> float:
    """Between two requests to one host, as the server saw them."""
    by_host = defaultdict(list)
    for at, host, _ in seen.arrivals:
        by_host[host].append(at)
    return min(later - at for times in by_host.values() for at, later in pairwise(times))


def gone(pids: list[int]) -> bool:
    """Whether these processes end by themselves, before long."""
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def kill_actors(coordinator: ForkServerProcess, seen: Seen) -> int:
    """Kill processes of Ray that run our actors, after random numbers of requests; how many."""
    chance, killed = random.Random(5), 0
    for _ in range(ROUNDS):
        if not seen.until(len(seen.arrivals) + chance.randint(5, 15), coordinator.is_alive):
            break
        if there := _descendants_named(coordinator.pid or 0, b"ray::RayWorker"):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(there), signal.SIGKILL)
                killed += 1
    return killed


def _descendants_named(ancestor: int, name: bytes) -> list[int]:
    children = defaultdict(list)
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            children[int((entry / "stat").read_text().rpartition(")")[2].split()[1])].append(int(entry.name))
    found, left = [], [ancestor]
    while left:
        pid = left.pop()
        left += children[pid]
        with suppress(OSError):
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(name):
                found.append(pid)
    return found
