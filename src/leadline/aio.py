"""Leadline to be awaited: the functions of `leadline` for programs that have an event loop of their own.

`on_progress` is called with each `leadline.app.progress.Progress`. Where `stop` is taken: when that event is set,
also by `on_progress`, the work ends cleanly, to be resumed.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import overload

from leadline.app import harvest as harvesting
from leadline.app import locate as locating
from leadline.app import resume as resuming
from leadline.app.inspect import Failed, Inspected, Inspection, inspect_targets
from leadline.app.progress import OnProgress, Supervisor, ignore_progress
from leadline.app.refresh import RefreshReport
from leadline.app.settings import GivenSettings, Settings
from leadline.harvest.report import HarvestReport
from leadline.protocols import Decisions
from leadline.topics.topic import Topic

__all__ = ["harvest", "inspect", "locate", "resume"]


@overload
async def inspect(
    target: str, *, settings: Settings | None = None, base_url: str | None = None, on_progress: OnProgress = ...
) -> Inspected: ...
@overload
async def inspect(
    target: list[str] | tuple[str, ...],
    *,
    settings: Settings | None = None,
    base_url: str | None = None,
    on_progress: OnProgress = ...,
) -> list[Inspection]: ...
async def inspect(
    target: str | list[str] | tuple[str, ...],
    *,
    settings: Settings | None = None,
    base_url: str | None = None,
    on_progress: OnProgress = ignore_progress,
) -> Inspected | list[Inspection]:
    """Fetch a page, or read a file, and understand every form on it; `base_url` is where a file came from.

    One target gives one result and raises a `LeadlineError` if it failed; of several, fetched politely side by
    side, those that failed are among the results."""
    words = [target] if isinstance(target, str) else list(target)
    results = await inspect_targets(words, settings or Settings(), on_progress, base_url=base_url)
    if not isinstance(target, str):
        return results
    if isinstance(results[0], Failed):
        raise results[0].error
    return results[0]


async def harvest(
    target: str,
    out: str | Path,
    *,
    settings: Settings | None = None,
    values: Mapping[str, str] | None = None,
    base_url: str | None = None,
    on_progress: OnProgress = ignore_progress,
    decisions: Decisions | None = None,
    stop: asyncio.Event | None = None,
) -> HarvestReport:
    """Bring up the records behind the search form of a page into a new folder.

    `values` are for fields by their names; `decisions` is asked where a person may decide. Raises `FormRefused`
    where no form of the page may be sent."""
    job = harvesting.harvest_job(target, settings or Settings(), values=values, base_url=base_url)
    return await harvesting.harvest(job, Path(out), Supervisor(on_progress, stop, decisions))


async def locate(
    topic: str | Topic,
    seeds: Sequence[str],
    out: str | Path,
    *,
    settings: Settings | None = None,
    learn_from: Sequence[str | Path] = (),
    on_progress: OnProgress = ignore_progress,
    stop: asyncio.Event | None = None,
) -> locating.LocateReport:
    """Find the searchable forms of a topic, starting from a few URLs, into a new folder.

    `topic` is the name of a bundled one, or a topic file; `learn_from` are folders of earlier crawls, which the
    strategy begins with."""
    urls = locating.seeds_of("\n".join(seeds), "the list of seeds")
    supervisor = Supervisor(on_progress, stop)
    earlier = [Path(folder) for folder in learn_from]
    return await locating.locate(Path(out), settings or Settings(), topic, urls, supervisor, earlier)


async def resume(
    folder: str | Path,
    options: Sequence[str] = (),
    *,
    on_progress: OnProgress = ignore_progress,
    stop: asyncio.Event | None = None,
) -> locating.LocateReport | HarvestReport | RefreshReport:
    """Go on where a folder's crawl, harvest or refresh stopped.

    A folder decides by itself only what is harmless; `options`, each `section.key=value`, say the rest again."""
    supervisor = Supervisor(on_progress, stop)
    report, _ = await resuming.resume(Path(folder), GivenSettings(options=options), supervisor)
    return report
