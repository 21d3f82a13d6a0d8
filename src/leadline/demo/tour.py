"""What `leadline demo` visits, what each stop shows, and its second half: locate, then harvest five sources.

All go through the same doors as the commands of their names and leave the same folders, so that `status`,
`export` and `resume` work on them.
"""

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from leadline.app.harvest import harvest, harvest_job
from leadline.app.locate import LocateReport, locate
from leadline.app.progress import Supervisor
from leadline.app.settings import Settings
from leadline.demo.site import DATABASES
from leadline.demo.stock import LOT
from leadline.errors import BadTarget
from leadline.harvest.report import HarvestReport
from leadline.harvest.settings import HarvestSettings
from leadline.locate.settings import LocateSettings
from leadline.model.url import host_of
from leadline.web.settings import WebSettings


@dataclass(frozen=True, slots=True)
class Stop:
    """One page of the tour."""

    url: str
    shows: str
    kept_out: bool = False  # robots.txt is expected to forbid it


TOUR = (
    Stop("http://cars.example/", "1999: a form opened between table rows, which browsers' trees take apart"),
    Stop("http://library.example/", "today: fieldsets, suggestions, a range of dates; reached by a redirect"),
    Stop("http://town.example/", "three forms on one page: site search, newsletter, login"),
    Stop("http://jobs.example/", "a search that is sent with POST, and a trap field no reader sees"),
    Stop("http://jobs.example/staff/", "a page that robots.txt asks us to leave alone", kept_out=True),
    Stop("http://records.example/", "sent gzip-compressed; choices by radio buttons and checkboxes"),
    Stop("http://antiquariat.example/", "windows-1252, which only a <meta> in the page says"),
)
SEEDS = ("http://motoring.example/",)
"""Where the demo's crawl begins: a page about used cars that links to what it looks for, and to other things."""
TOPIC = "auto"
PAGES = 30
SOURCES = {
    "http://cars.example/": "by GET, ten to a page",
    "http://jobs.example/": "by POST, with a token that its form brings along",
    "http://records.example/": "twenty rows at most, so it is asked for in parts",
    "http://antiquariat.example/": "in German",
    "http://lights.example/": "as JSON inside of its pages, which a script shows",
}
"""What is harvested, and how it answers."""


def settings_for(address: str) -> WebSettings:
    """Every connection goes to the built-in server, which is asked a little faster than a stranger."""
    return WebSettings(connect_to=address, delay=0.05)


@dataclass(frozen=True, slots=True)
class Crawled:
    """What the crawl and the harvests brought, and where it is: a folder like that of a project."""

    folder: Path
    located: LocateReport
    harvested: Mapping[str, HarvestReport]  # by the page of the form, those of `SOURCES`

    @property
    def locate_folder(self) -> Path:
        return self.folder / "located"

    def harvest_folder(self, page: str) -> Path:
        return self.folder / "harvested" / host_of(page)

    @property
    def records(self) -> int:
        return sum(one.records for one in self.harvested.values())

    @property
    def went_well(self) -> bool:
        """The built-in web is small enough to be known by heart."""
        known = {f"http://{host}/": base.size for host, base in DATABASES.items()} | {TOUR[0].url: len(LOT)}
        came = {page: one.records for page, one in self.harvested.items()}
        return self.located.relevant_forms == 2 and came == known

    def as_json(self) -> dict[str, object]:
        sources = [
            {**report.as_json(), "form_page": page, "folder": str(self.harvest_folder(page))}
            for page, report in self.harvested.items()
        ]
        located = {**self.located.as_json(), "folder": str(self.locate_folder)}
        return {"locate": located, "harvest": sources[0], "sources": sources}


def folder_for(chosen: Path | None) -> Path:
    """The folder that was asked for, if it is new, else a temporary one that stays."""
    if chosen is None:
        return Path(tempfile.mkdtemp(prefix="leadline-demo-"))
    if chosen.exists() and (not chosen.is_dir() or any(chosen.iterdir())):
        raise BadTarget(f"--out {chosen}: there is something already; choose a new folder")
    return chosen


async def crawl_and_harvest(address: str, folder: Path, stop: asyncio.Event) -> Crawled | None:
    """Locate, then harvest all sources side by side; None if somebody interrupted."""
    # One request at a time: the demo finds the same things in the same order, however busy the machine is.
    settings = Settings(web=settings_for(address), locate=LocateSettings(pages=PAGES, open_groups=1))
    settings = replace(settings, harvest=HarvestSettings(memory="off"))  # a web of our own teaches nobody
    supervisor = Supervisor(stop=stop)
    located = await locate(folder / "located", settings, TOPIC, SEEDS, supervisor)
    if stop.is_set():
        return None
    (folder / "harvested").mkdir()
    done = await asyncio.gather(
        *(
            harvest(harvest_job(page, settings), folder / "harvested" / host_of(page), supervisor)
            for page in SOURCES
        )
    )
    return None if stop.is_set() else Crawled(folder, located, dict(zip(SOURCES, done, strict=True)))
