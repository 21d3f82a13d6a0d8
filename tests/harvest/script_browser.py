"""One loop and one browser for tests of pages that scripts fill, with real doors and a real Chromium."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from leadline.answers.document import read
from leadline.app.harvest import run_prepared
from leadline.app.settings import dump
from leadline.app.targets import target_of
from leadline.harvest.prepare import HarvestJob, Prepared, prepare
from leadline.harvest.report import HarvestReport
from leadline.harvest.settings import HarvestSettings
from leadline.protocols import Fetcher
from leadline.store.folder import CrawlFolder
from leadline.web.door import chromium, open_door
from leadline.web.rendering import RenderingFetcher
from leadline.web.settings import Limits, WebSettings

NEEDS_CHROMIUM = [
    pytest.mark.chromium,
    pytest.mark.skipif(chromium(WebSettings()) is None, reason="no Playwright or no Chromium here"),
]
WEB = WebSettings(delay=0.01, retries=0, allow_private=True, limits=Limits(render_seconds=6, use_seconds=30))
IMPATIENT = replace(WEB, limits=Limits(render_seconds=2, use_seconds=6))
"""For pages that never end: each takes all the time it is given."""
GUARDED = replace(WEB, allow_private=False)


@dataclass
class Browsing:
    """One loop and one browser for all tests: a browser takes seconds to start."""

    runner: asyncio.Runner
    doors: dict[WebSettings, RenderingFetcher]
    stack: AsyncExitStack

    def door(self, web: WebSettings) -> RenderingFetcher:
        if web not in self.doors:
            # `localhost` is the user's own site here; 127.0.0.1 is this machine, as a page may name it.
            context = open_door(web, trusted_hosts=("localhost",), read=lambda response: read(response).page)
            fetcher = self.runner.run(self.stack.enter_async_context(context))
            assert isinstance(fetcher, RenderingFetcher)
            self.doors[web] = fetcher
        return self.doors[web]

    def prepared(self, url: str, web: WebSettings = WEB, **settings: Any) -> tuple[Prepared, HarvestJob, Fetcher]:
        """What a harvest of this page would begin with."""
        target = target_of(url)
        job = HarvestJob(web, HarvestSettings(memory="off", **settings), target.url, place=target.place)
        fetcher = self.door(web)
        return self.runner.run(prepare(job, fetcher)), job, fetcher

    def harvested(self, url: str, out: Path, web: WebSettings = WEB, **settings: Any) -> HarvestReport:
        found, job, fetcher = self.prepared(url, web, **settings)
        text = dump({"web": job.web, "forms": job.forms, "harvest": job.harvest})

        async def run() -> HarvestReport:
            with (
                CrawlFolder.create(out, text, "harvest", begun=False) as folder,
                folder.working() as (store, archive),
            ):
                return await run_prepared(store, archive, fetcher, found, job)

        return self.runner.run(run())
