"""Crawls in processes of their own that are killed, and what they left."""

import json
import os
import random
import sqlite3
import time
from contextlib import closing
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from killable import crawl
from little_server import Seen

from forked import PROCESSES
from leadline.locate.settings import LocateSettings
from leadline.store.sqlite.store import SqliteStore

KILLS = min(int(os.environ.get("LEADLINE_KILLS", "10")), 50)
"""`make kills` has a hundred; more of them here would take long, and show no more."""
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


def stored_rest(path: Path, process: ForkServerProcess) -> float:
    """Until when a host wants to be left alone, as soon as the database says so."""
    while process.is_alive():
        time.sleep(0.002)  # whoever asks again at once takes the time the crawl needs
        if not (path / "leadline.db").exists():
            continue
        with closing(sqlite3.connect(f"file:{path / 'leadline.db'}?mode=ro", uri=True)) as database:
            try:
                (until,) = database.execute("SELECT coalesce(max(rest_until), 0) FROM host").fetchone()
            except sqlite3.OperationalError:  # not made yet
                continue
            if until > 0:
                return float(until)
    raise AssertionError("ended before it stored anything")


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
