"""A crawl in a process of its own, small enough to be started fifty times and killed as often."""

import asyncio
from pathlib import Path

from little_web import Words, seeds

from leadline.app import locate
from leadline.app.settings import Settings
from leadline.locate.settings import LocateSettings
from leadline.store.folder import CrawlFolder
from leadline.web.settings import WebSettings


def crawl(path: Path, port: int, settings: LocateSettings, delay: float = 0.0, patience: float = 120.0) -> None:
    """Start the crawl in this folder, or go on with it; returns when it has come to its end."""

    async def main(folder: CrawlFolder) -> None:
        web = WebSettings(connect_to=f"127.0.0.1:{port}", delay=delay, max_retry_after=patience)
        await locate.crawl(folder, Settings(web=web, locate=settings), Words(), seeds(2))

    opened = CrawlFolder.open(path) if path.exists() else CrawlFolder.create(path, "", "locate")
    with opened as folder:
        asyncio.run(main(folder))
