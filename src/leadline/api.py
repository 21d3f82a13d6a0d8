"""The functions of `leadline`, for scripts and notebooks: each waits until the work is done.

`leadline.aio` has the same to be awaited. Where an event loop runs already, as in a notebook, the work is done in
a thread of its own, and callbacks are called from there.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, overload

from leadline import aio
from leadline.app.folders import Folder
from leadline.app.harvest import harvest as run_harvest
from leadline.app.harvest import harvest_job
from leadline.app.inspect import Inspected, Inspection, understand_html
from leadline.app.locate import LocateReport
from leadline.app.progress import OnProgress, ignore_progress
from leadline.app.settings import Settings
from leadline.harvest.report import HarvestReport
from leadline.protocols import Decisions
from leadline.topics.topic import Topic

T = TypeVar("T")


def _done(work: Coroutine[Any, Any, T]) -> T:
    try:
        running = asyncio.get_running_loop().is_running()
    except RuntimeError:
        running = False
    if not running:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@overload
def inspect(
    target: str, *, settings: Settings | None = None, base_url: str | None = None, on_progress: OnProgress = ...
) -> Inspected: ...
@overload
def inspect(
    target: list[str] | tuple[str, ...],
    *,
    settings: Settings | None = None,
    base_url: str | None = None,
    on_progress: OnProgress = ...,
) -> list[Inspection]: ...
def inspect(
    target: str | list[str] | tuple[str, ...],
    *,
    settings: Settings | None = None,
    base_url: str | None = None,
    on_progress: OnProgress = ignore_progress,
) -> Inspected | list[Inspection]:
    """Fetch a page, or read a file, and understand every form on it; `base_url` is where a file came from.

    One target gives one result and raises a `LeadlineError` if it failed; of several, fetched politely side by
    side, those that failed are among the results.
    """

    async def work() -> Inspected | list[Inspection]:
        return await aio.inspect(target, settings=settings, base_url=base_url, on_progress=on_progress)

    return _done(work())


def understand(html: str | bytes, url: str, *, settings: Settings | None = None) -> Inspected:
    """Understand every form of a page that you have fetched yourself, in a Scrapy callback for one."""
    return understand_html(html, url, settings or Settings())


def harvest(
    target: str,
    out: str | Path,
    *,
    settings: Settings | None = None,
    values: Mapping[str, str] | None = None,
    base_url: str | None = None,
    on_progress: OnProgress = ignore_progress,
    decisions: Decisions | None = None,
) -> HarvestReport:
    """Bring up the records behind the search form of a page into a new folder.

    `values` are for fields by their names; `on_progress` is called with each `leadline.app.progress.Progress`, and
    `decisions` is asked where a person may decide. Raises `FormRefused` where no form of the page may be sent.
    """
    job = harvest_job(target, settings or Settings(), values=values, base_url=base_url)
    return _done(run_harvest(job, Path(out), on_progress, decisions))


def locate(
    topic: str | Topic,
    seeds: Sequence[str],
    out: str | Path,
    *,
    settings: Settings | None = None,
    on_progress: OnProgress = ignore_progress,
) -> LocateReport:
    """Find the searchable forms of a topic, starting from a few URLs, into a new folder.

    `topic` is the name of a bundled one, or a topic file.
    """
    return _done(aio.locate(topic, seeds, out, settings=settings, on_progress=on_progress))


def resume(
    folder: str | Path, options: Sequence[str] = (), *, on_progress: OnProgress = ignore_progress
) -> LocateReport | HarvestReport:
    """Go on where a folder's crawl or harvest stopped.

    A folder decides by itself only what is harmless; `options`, each `section.key=value`, say the rest again.
    """
    return _done(aio.resume(folder, options, on_progress=on_progress))


def open(folder: str | Path) -> Folder:  # noqa: A001  # `leadline.open`, as `gzip.open`
    """What a folder holds: `records`, `forms`, `pages` and `queries`, to be iterated over or as data frames."""
    return Folder(folder)
