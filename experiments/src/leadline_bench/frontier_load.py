"""The load of `bench frontier`, in a process of its own so that its memory is the frontier's.

Links come in pages of 80 to 800, each page one transaction as in a crawl; every tenth link was met before,
anywhere in the past. Then one re-rank under another model, and everything is taken out again, best first: a few
singly, as the crawl loop takes them, the rest by the thousand. Each URL tells its number, so the order that must
come out is known without keeping anything: by key, and first come first served inside a pattern. That order is
strict, so a full count in it proves that nothing is lost and nothing comes twice.

Making links and checking them is not timed. `python -m leadline_bench.frontier_load URLS PATTERNS SEED DATABASE`
"""

import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from leadline.errors import WorkNotDone
from leadline.protocols import Advice, OpenGroup, Ranked, Rerank
from leadline.store.batch import Batch, FrontierLink
from leadline.store.protocols import Store
from leadline.store.sqlite.store import SqliteStore
from leadline_bench.measure import peak_rss_mib

GROUP = "web"
_AGAIN = 10
"""Every so many links one that was met before."""
_SINGLY = 2_000
_AT_ONCE = 1_000
_ODD = 2_654_435_761
"""Spreads numbers (Knuth, TAOCP volume 3, section 6.4); odd, so multiplying by it permutes 2³² numbers."""


@dataclass(frozen=True, slots=True)
class Load:
    """A pure function from numbers to links."""

    urls: int
    patterns: int
    seed: int

    def link(self, number: int) -> Ranked:
        pattern = self.pattern(number)
        url = f"http://site{number * _ODD % 20_011}.example/dir{number % 50}/page-{number}.html?x={number * 7}"
        return Ranked(url, GROUP, pattern / self.patterns, str(pattern), nth=0)

    def pattern(self, number: int) -> int:
        return (number * _ODD % 2**32) * self.patterns >> 32

    def keys(self, patterns: Sequence[str]) -> list[float]:
        """The model of the re-rank: another order, no two patterns alike."""
        return [self.key(int(pattern)) for pattern in patterns]

    def key(self, pattern: int) -> float:
        return float((pattern + self.seed + 1) * _ODD % 2**32)

    def pages(self) -> Iterator[list[Ranked]]:
        """Every URL once, and one in nine once more or more often."""
        rng = random.Random(self.seed)  # noqa: S311  # not for secrets
        begun = 0
        while begun < self.urls:
            size = rng.randint(80, 800)
            fresh = min(size - size // _AGAIN, self.urls - begun)
            again = [rng.randrange(begun) for _ in range(size // _AGAIN)] if begun else []
            yield [self.link(number) for number in (*range(begun, begun + fresh), *again)]
            begun += fresh


class _Stopwatch:
    """CPU and wall seconds by phase."""

    def __init__(self) -> None:
        self.cpu: defaultdict[str, float] = defaultdict(float)
        self.wall: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def on(self, phase: str) -> Iterator[None]:
        cpu, wall = time.process_time(), time.monotonic()
        yield
        self.cpu[phase] += time.process_time() - cpu
        self.wall[phase] += time.monotonic() - wall


class _Order:
    """Checks what is taken out."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._last: tuple[float, int] = (float("-inf"), -1)
        self.taken = 0

    def check(self, links: Sequence[FrontierLink]) -> None:
        for link in links:
            number = int(link.url.rpartition("=")[2]) // 7
            place = (-self._load.key(self._load.pattern(number)), number)
            if place <= self._last:
                raise WorkNotDone(f"{link.url} came out of turn, after {self.taken:,} others")
            self._last = place
            self.taken += 1


def carry(load: Load, path: Path) -> dict[str, object]:
    """Put the load through a new database; what it cost."""
    watch = _Stopwatch()
    with watch.on("open"):
        store = SqliteStore(path)
        store.commit(Batch(advice=Advice(commands=(OpenGroup(GROUP),))))
    offered = 0
    for page in load.pages():
        with watch.on("insert"):
            store.commit(Batch(advice=Advice(tuple(page))))
        offered += len(page)
    joined = store.frontier.waiting()[GROUP]
    if joined != load.urls:
        raise WorkNotDone(f"{joined:,} of {offered:,} links were taken for new; {load.urls:,} were")
    ranked = 0

    def places(waiting: Sequence[tuple[str, str]]) -> list[tuple[str, float]]:
        nonlocal ranked
        ranked += len(waiting)
        keys = load.keys([pattern for _, pattern in waiting])
        return [(group, key) for (group, _), key in zip(waiting, keys, strict=True)]

    with watch.on("re-rank"):
        store.commit(Batch(advice=Advice(commands=(Rerank(1),))), places)
    taken = _drain(load, store, watch)
    if taken != load.urls:
        raise WorkNotDone(f"{taken:,} links came out; {load.urls:,} were put in")
    with watch.on("close"):
        store.close()
    return {
        "offered": offered,
        "patterns": ranked,
        "taken": taken,
        "singly": min(_SINGLY, taken),
        "bytes": path.stat().st_size,
        "peak_rss_mib": peak_rss_mib(),
        "cpu": watch.cpu,
        "wall": watch.wall,
    }


def _drain(load: Load, store: Store, watch: _Stopwatch) -> int:
    order = _Order(load)
    for _ in range(min(_SINGLY, load.urls)):
        with watch.on("take singly"):
            link = store.frontier.take(GROUP)
            assert link is not None
            store.commit(Batch(dropped=(link,)))
        order.check([link])
    while True:
        with watch.on("drain"):
            links = store.frontier.take_many(GROUP, _AT_ONCE)
        if not links:
            return order.taken
        with watch.on("drain"):
            store.commit(Batch(dropped=tuple(links)))
        order.check(links)


def main(urls: str, patterns: str, seed: str, path: str) -> None:
    sys.stdout.write(json.dumps(carry(Load(int(urls), int(patterns), int(seed)), Path(path))))


if __name__ == "__main__":
    main(*sys.argv[1:])
