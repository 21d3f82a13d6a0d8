"""`leadline bench scale`: the same crawl on more and more processes, on a network where an answer takes a while.

A synthetic site (`pages`) whose server lets every answer wait (`Size.latency`) is crawled by `locate` with
everything on, strategy best-first, each process with `connections` of its own. One process is the program without
`--processes`; from two on a coordinator has that many workers. Rounds take the numbers in turn.

`efficiency.N` is the speed of N workers over N times that of one. Speed and CPU time are of the middle of a crawl,
so starts do not count. `coordinator_share` is what does not scale: CPU time of the coordinator and of the database
over that of the whole page. How busy the machine was stands beside, since nothing scales on one that is full.
The model is Amdahl's: seconds a page = `serial_ms` + `parallel_ms` / N, fitted by least squares.
"""

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from leadline.errors import MissingExtra, WorkNotDone
from leadline_bench.measure import busy, run
from leadline_bench.postgres_server import Server, new_folder, reason_to_skip
from leadline_bench.report import Report, Table
from leadline_bench.server import serving

SQLITE, POSTGRES = "sqlite", "postgres"
_COSTS = ("pages_per_second", "coordinator_ms", "workers_ms", "database_ms")


@dataclass(frozen=True, slots=True)
class Size:
    """How much is crawled, by whom, and how far away it is."""

    pages: int = 1_000
    workers: tuple[int, ...] = (1, 2, 4, 8)
    rounds: int = 3
    latency: float = 0.2
    connections: int = 4
    hosts: int = 250
    site_pages: int = 500
    store: str = SQLITE


QUICK = Size(pages=120, workers=(1, 2), rounds=1, latency=0.1, hosts=40, site_pages=90)


@dataclass(frozen=True, slots=True)
class Crawled:
    """One crawl: its figures as `crawlers.scaled_crawl` has them, and how busy the machine was."""

    said: Mapping[str, float]
    busy: float
    bytes_a_page: float


def scale(size: Size, seed: int, folder: Path | None, tell: Callable[[str], None]) -> Report:
    """Measure; `folder` is where crawls are made, and removed."""
    crawls: dict[int, list[Crawled]] = defaultdict(list)
    with (
        tempfile.TemporaryDirectory(prefix="leadline-bench-", dir=folder) as workshop,
        serving(size.hosts, size.site_pages, seed, latency=size.latency) as site,
        _database(size.store) as server,
    ):
        seeds = Path(workshop) / "seeds.txt"
        seeds.write_text("\n".join(site.seeds(64)), encoding="utf-8")
        for number in range(size.rounds):
            for workers in size.workers if number % 2 == 0 else reversed(size.workers):
                done = _crawl(Path(workshop), size, workers, server)
                crawls[workers].append(done)
                speed = done.said["pages_per_second"]
                tell(f"round {number + 1} of {size.rounds}: {workers} workers, {speed:.1f} pages a second")
    return _report(size, seed, crawls)


@contextmanager
def _database(store: str) -> Iterator[tuple[str, ...]]:
    """What a crawl is told about a server: nothing where the store is a file."""
    if store == SQLITE:
        yield ()
        return
    if reason_to_skip():
        raise MissingExtra("bench scale --store postgres", "postgres")
    server = Server(folder := new_folder())
    server.start()
    try:
        yield server.url, str(server.pid)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _crawl(workshop: Path, size: Size, workers: int, server: Sequence[str]) -> Crawled:
    out = workshop / "out"
    numbers = (str(size.pages), str(workers), str(size.connections))
    (work, all_), words = busy(), [str(workshop / "seeds.txt"), *numbers, str(out), *server]
    done = run("leadline_bench.crawlers.scaled_crawl", words)
    work, all_ = (after - before for after, before in zip(busy(), (work, all_), strict=True))
    shutil.rmtree(out, ignore_errors=True)
    if done.said["pages"] < size.pages:
        raise WorkNotDone(f"{done.said['pages']:,} of {size.pages:,} pages were crawled by {workers} workers")
    return Crawled(done.said, work / all_, done.said["bytes"] / done.said["pages"])


def _report(size: Size, seed: int, crawls: Mapping[int, Sequence[Crawled]]) -> Report:
    means = {n: {name: _mean([c.said[name] for c in found]) for name in _COSTS} for n, found in crawls.items()}
    alone = means[min(means)]["pages_per_second"] / min(means)
    figures: dict[str, float] = {}
    rows = []
    for n, mean in means.items():
        speeds = [crawl.said["pages_per_second"] for crawl in crawls[n]]
        efficiency, fixed = mean["pages_per_second"] / (n * alone), mean["coordinator_ms"] + mean["database_ms"]
        whole = fixed + mean["workers_ms"]
        share = fixed / whole if n > 1 else None
        machine, speed = _mean([crawl.busy for crawl in crawls[n]]), mean["pages_per_second"]
        rows.append((n, speed, min(speeds), max(speeds), efficiency, whole, fixed, share, machine))
        figures |= {f"pages_per_second.{n}": speed, f"efficiency.{n}": efficiency}
        figures |= {f"cpu_ms_per_page.{n}": whole, f"machine_busy.{n}": machine}
        figures |= {f"coordinator_share.{n}": share} if share is not None else {}
    serial, parallel = _amdahl({n: mean["pages_per_second"] for n, mean in means.items()})
    figures |= {"serial_ms": 1e3 * serial, "parallel_ms": 1e3 * parallel}
    figures["kb_per_page"] = _mean([crawl.bytes_a_page for found in crawls.values() for crawl in found]) / 1e3
    columns = (
        *("workers", "pages a second", "least", "most", "efficiency", "CPU ms a page"),
        *("coordinator + database", "share", "machine busy"),
    )
    notes = (
        "CPU time: user + system, from a fifth of the pages to the last twentieth.",
        "One worker is a crawl of one process: what coordinates it cannot be told apart.",
    )
    settings = {**asdict(size), "workers": ",".join(map(str, size.workers)), "seed": seed}
    return Report("scale", settings, figures, (Table("By workers", columns, tuple(rows)),), notes)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _amdahl(speeds: Mapping[int, float]) -> tuple[float, float]:
    """Seconds of a page that one after the other takes, and those that workers share.

    >>> serial, parallel = _amdahl({1: 1 / 0.11, 2: 1 / 0.06, 4: 1 / 0.035})
    >>> round(serial, 6), round(parallel, 6)
    (0.01, 0.1)
    """
    shares = np.array([[1.0, 1.0 / n] for n in speeds])
    seconds = np.array([1.0 / speed for speed in speeds.values()])
    serial, parallel = np.linalg.lstsq(shares, seconds, rcond=None)[0]
    if serial < 0:  # faster than N times one: nothing serial can be seen
        serial, parallel = 0.0, shares[:, 1] @ seconds / (shares[:, 1] @ shares[:, 1])
    return float(serial), float(parallel)
