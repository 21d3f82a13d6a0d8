"""Crawls in processes of their own that are killed, and what they left."""

import json
import os
import random
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from killable import crawl
from little_server import Seen

from forked import PROCESSES
from leadline.locate.settings import LocateSettings
from leadline.store.sqlite.store import SqliteStore

KILLS = min(int(os.environ.get("LEADLINE_KILLS", "20")), 50)
"""The web of these tests is crawled before there have been more."""
FEW = KILLS if "LEADLINE_KILLS" in os.environ else 3
"""For the strategies that learn, on a web that grows with it."""


def start(
    path: Path, seen: Seen, settings: LocateSettings, delay: float = 0.0, patience: float = 120.0
) -> ForkServerProcess:
    process = PROCESSES.Process(target=crawl, args=(path, seen.port, settings, delay, patience))
    process.start()
    return process


def crawl_with_kills(path: Path, seen: Seen, settings: LocateSettings, kills: int, seed: int = 7) -> int:
    """Kill the crawl after random numbers of requests, as often as that works; then let it end."""
    chance = random.Random(seed)
    killed = 0
    while killed < kills:
        process = start(path, seen, settings)
        if not seen.until(len(seen.arrivals) + chance.randint(1, 12), process.is_alive):
            process.join()
            break
        process.kill()
        process.join()
        killed += 1
    process = start(path, seen, settings)
    process.join(300)
    assert process.exitcode == 0
    return killed


def facts(path: Path) -> tuple[list[str], list[str], list[str]]:
    """(URLs in the order of the log, lines of the log, learning steps and what the strategy knew at the end)."""
    store = SqliteStore(path / "leadline.db")
    try:
        urls = [row["url"] for row in store.pages.rows("pages")]
        snapshot = store.log.snapshot()
        assert snapshot is not None
        learned = [*store.pages.lines("learned"), json.loads(snapshot[1])["strategy"]]
        return urls, list(store.pages.lines("log")), learned
    finally:
        store.close()


def forms(path: Path) -> list[str]:
    """What was found, by its identity."""
    return sorted(json.loads(line)["identity"] for line in (path / "forms.jsonl").read_text("utf-8").splitlines())
