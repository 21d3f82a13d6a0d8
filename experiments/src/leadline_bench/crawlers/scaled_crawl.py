"""Leadline with everything on, as `leadline_crawl`, on any number of processes; its speed and CPU time by process.

`python -m leadline_bench.crawlers.scaled_crawl SEEDS PAGES PROCESSES CONNECTIONS OUT [SERVER PID]`
CONNECTIONS are those of one process; SERVER is the address of a PostgreSQL server, PID its first process. What is
told is of the time between the first pages and the last: processes that begin and end cost what they cost once.
"""

import asyncio
import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from leadline.app.locate import LocateReport, crawl
from leadline.app.progress import CrawlProgress, Progress, Supervisor
from leadline.app.settings import Settings, dump
from leadline.errors import WorkNotDone
from leadline.locate.settings import LocateSettings
from leadline.store.folder import CrawlFolder
from leadline.store.place import use_server
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline.web.settings import WebSettings
from leadline_bench.crawlers.leadline_crawl import TOPIC
from leadline_bench.measure import cpu_of_family

_WARM = 0.2  # of the pages: until then workers begin and hosts are met for the first time
_IN_THE_END = 0.95  # of the pages: then fewer and fewer requests are under way


@dataclass(frozen=True, slots=True)
class Moment:
    """How far the crawl was, and what it had cost."""

    pages: int
    at: float
    coordinator: float  # CPU seconds
    workers: float
    database: float


@dataclass(slots=True)
class Watch:
    """Hears how far the crawl is, four times a second."""

    pages: int
    database: int | None
    seen: list[Moment] = field(default_factory=list)
    looking: float = 0.0
    """CPU seconds spent on looking itself: a tenth of what a coordinator takes, and no part of a crawl."""

    def __call__(self, event: Progress) -> None:
        if isinstance(event, CrawlProgress) and _WARM <= event.pages / self.pages <= _IN_THE_END:
            began = time.process_time()
            workers = cpu_of_family(os.getpid(), itself=False)
            database = cpu_of_family(self.database) if self.database is not None else 0.0
            self.seen.append(Moment(event.pages, time.monotonic(), began - self.looking, workers, database))
            self.looking += time.process_time() - began

    def told(self) -> dict[str, float]:
        if len(self.seen) < 2 or self.seen[-1].pages == self.seen[0].pages:
            raise WorkNotDone(f"{self.pages:,} pages were crawled too quickly to be looked at twice; take more")
        first, last = self.seen[0], self.seen[-1]
        pages = last.pages - first.pages
        return {
            "pages_per_second": pages / (last.at - first.at),
            "coordinator_ms": 1e3 * (last.coordinator - first.coordinator) / pages,
            "workers_ms": 1e3 * (last.workers - first.workers) / pages,
            "database_ms": 1e3 * (last.database - first.database) / pages,
        }


def main(seeds_file: str, pages: str, processes: str, connections: str, out: str, *server: str) -> None:
    web = WebSettings(delay=0.0, concurrency=int(connections), allow_private=True)
    settings = LocateSettings(topic=TOPIC, strategy="best-first", pages=int(pages), processes=int(processes))
    seeds = Path(seeds_file).read_text(encoding="utf-8").split()
    watch = Watch(int(pages), int(server[1]) if server else None)
    if server:
        use_server(server[0])

    async def work() -> LocateReport:
        topic = classifier(bundled(TOPIC))
        return await crawl(folder, Settings(web=web, locate=settings), topic, seeds, supervisor=Supervisor(watch))

    with CrawlFolder.create(Path(out), dump({"web": web, "locate": settings}), "locate") as folder:
        report = asyncio.run(work())
    size = {"bytes": sum(file.stat().st_size for file in Path(out).rglob("*") if file.is_file())}
    sys.stdout.write(json.dumps({**report.as_json(), **watch.told(), **size}))


if __name__ == "__main__":
    main(*sys.argv[1:])
