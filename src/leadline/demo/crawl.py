"""The second half of `leadline demo`: locate on the built-in web, then harvest the first form that was found.

Both go through the same doors as the commands of their names and leave the same folders, so that `status`,
`export` and `resume` work on them.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.app.folders import Folder
from leadline.app.harvest import harvest, harvest_job
from leadline.app.locate import LocateReport, locate
from leadline.app.settings import Settings
from leadline.demo.stock import LOT
from leadline.demo.tour import PAGES, SEEDS, TOPIC, settings_for
from leadline.errors import BadTarget
from leadline.harvest.report import HarvestReport
from leadline.locate.settings import LocateSettings


@dataclass(frozen=True, slots=True)
class Crawled:
    """What the crawl and the harvest brought, and where it is."""

    folder: Path
    located: LocateReport
    form_page: str
    harvested: HarvestReport
    seeds: Sequence[str] = SEEDS

    @property
    def locate_folder(self) -> Path:
        return self.folder / "located"

    @property
    def harvest_folder(self) -> Path:
        return self.folder / "harvested"

    @property
    def went_well(self) -> bool:
        """The built-in web is small enough to be known by heart."""
        return self.located.relevant_forms == 2 and self.harvested.records == len(LOT)

    def as_json(self) -> dict[str, object]:
        return {
            "locate": {**self.located.as_json(), "folder": str(self.locate_folder)},
            "harvest": {
                **self.harvested.as_json(),
                "form_page": self.form_page,
                "folder": str(self.harvest_folder),
            },
        }


def folder_for(chosen: Path | None) -> Path:
    """The folder that was asked for, if it is new, else a temporary one that stays."""
    if chosen is None:
        return Path(tempfile.mkdtemp(prefix="leadline-demo-"))
    if chosen.exists() and (not chosen.is_dir() or any(chosen.iterdir())):
        raise BadTarget(f"--out {chosen}: there is something already; choose a new folder")
    return chosen


async def crawl_and_harvest(address: str, folder: Path, stop: asyncio.Event) -> Crawled | None:
    """Both, one after the other; None if somebody interrupted."""
    # One request at a time: the demo finds the same things in the same order, however busy the machine is.
    locating = LocateSettings(pages=PAGES, open_groups=1)
    settings = Settings(web=settings_for(address), locate=locating)
    located = await locate(folder / "located", settings, TOPIC, SEEDS, stop=stop)
    if stop.is_set():
        return None
    form_page = str(next(iter(Folder(folder / "located").forms))["page_url"])
    harvested = await harvest(harvest_job(form_page, settings), folder / "harvested", stop=stop)
    return None if stop.is_set() else Crawled(folder, located, form_page, harvested)
