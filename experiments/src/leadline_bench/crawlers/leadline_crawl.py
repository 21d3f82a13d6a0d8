"""Leadline with everything on: robots.txt, guard, parse, forms, topic, link ranking, duplicates, store, WARC.

Default settings, but for those that would make it wait or refuse the site: no delay, loopback allowed.
`python -m leadline_bench.crawlers.leadline_crawl STRATEGY SEEDS PAGES CONCURRENCY OUT [rooms]`
`rooms` says where the time went.
"""

import asyncio
import json
import sys
from contextlib import nullcontext
from pathlib import Path

from leadline.app.locate import LocateReport, crawl
from leadline.app.settings import Settings, dump
from leadline.locate.settings import LocateSettings
from leadline.store.folder import CrawlFolder
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline.web.settings import WebSettings
from leadline_bench.rooms import RoomTimes

TOPIC = "auto"


def main(strategy: str, seeds_file: str, pages: str, concurrency: str, out: str, extra: str = "") -> None:
    wide = int(concurrency)
    web = WebSettings(delay=0.0, concurrency=wide, allow_private=True)
    settings = LocateSettings(topic=TOPIC, strategy=strategy, pages=int(pages), open_groups=wide)
    seeds = Path(seeds_file).read_text(encoding="utf-8").split()

    async def work() -> LocateReport:
        return await crawl(folder, Settings(web=web, locate=settings), classifier(bundled(TOPIC)), seeds)

    times = RoomTimes()
    effective = dump({"web": web, "locate": settings})
    with (
        CrawlFolder.create(Path(out), effective, "locate") as folder,
        times.sampling() if extra == "rooms" else nullcontext(),
    ):
        report = asyncio.run(work())
    sys.stdout.write(json.dumps({**report.as_json(), "rooms": times.seconds, "functions": times.functions}))


if __name__ == "__main__":
    main(*sys.argv[1:])
