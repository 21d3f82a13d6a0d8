"""Project: locate the forms of a topic, then harvest every one that may be submitted, as one file describes it.

Section `run` of the file names topic, seeds and folder, the others are those of the single commands. The folder
holds `located` and `harvested/NNN-site`, each a folder like any other; the same again goes on where it stopped.
"""

import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from leadline.app import locate
from leadline.app.folders import Folder
from leadline.app.progress import NOBODY, SourceFinished, Supervisor
from leadline.app.report import PROBLEMS
from leadline.app.resume import confirmed
from leadline.app.settings import GivenSettings, Settings, Tree, fill, merged
from leadline.app.sourcing import Source, TimedJob, harvest_all
from leadline.app.targets import read_text
from leadline.errors import BadConfiguration, BadTarget
from leadline.harvest.human import Decision, about_forms, decided
from leadline.harvest.prepare import HarvestJob, check
from leadline.locate.loop import TIME_LIMIT
from leadline.model.url import canonical, site_of
from leadline.store.atomic import atomic_write
from leadline.store.folder import CrawlFolder, is_free
from leadline.topics.bundled import find_topic
from leadline.web.door import check as check_web

_ALL = 1_000_000  # forms of a crawl


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Section `run` of a project file; `seeds` and a topic file are looked for beside it, `out` is made here."""

    topic: str = ""  # a bundled topic's name, or a topic file
    seeds: str = ""  # a file with one URL a line
    out: str = ""  # the folder for everything this brings
    forms: int = 100  # most forms that are harvested, the surest first


@dataclass(frozen=True, slots=True)
class ProjectReport:
    """What `leadline run --json` prints."""

    out: Path
    located: locate.LocateReport
    harvested: tuple[SourceFinished, ...]
    interrupted: bool

    @property
    def records(self) -> int:
        return sum(one.records for one in self.harvested)

    @property
    def resting(self) -> bool:
        """Some hosts asked to be left alone for a while."""
        return "resting" in self._endings

    @property
    def out_of_time(self) -> bool:
        return TIME_LIMIT in self._endings

    @property
    def _endings(self) -> tuple[str | None, ...]:
        return (self.located.stopped_by, *(one.stopped_by for one in self.harvested))

    def as_json(self) -> dict[str, object]:
        return {
            "located": self.located.as_json(),
            "records": self.records,
            "requests": self.located.requests + sum(one.requests for one in self.harvested),
            "harvested": [{**asdict(one), "folder": one.folder.name} for one in self.harvested],
        }


async def run(project: Path, given: GivenSettings, supervisor: Supervisor = NOBODY) -> ProjectReport:
    """Locate and harvest what a project file describes, or go on with it."""
    if given.file is not None:
        raise BadConfiguration("--config has no place here: the project file is the configuration")
    tree = replace(given, file=project).tree("forms", "locate", "harvest", "run")
    wanted = fill(RunSettings(), tree.pop("run", {}), "run")
    for name in ("topic", "seeds", "out"):
        if not getattr(wanted, name):
            raise BadConfiguration(f"{project}: run.{name} is missing; write it in section [run]")
    settings = Settings.of(tree)
    check_web(settings.web)
    values = _values(project, settings.harvest.values)
    job = HarvestJob(settings.web, settings.harvest, "", settings.forms, values=values)
    check(job)  # a wrong setting of the harvest is told before hours of locating
    ends_at = time.monotonic() + settings.web.time_limit if settings.web.time_limit is not None else None
    located = await _locate(project, wanted, tree, supervisor)
    out = Path(wanted.out)
    if supervisor.stopped:
        return ProjectReport(out, located, (), interrupted=True)
    if (out / "harvested").is_symlink():
        raise BadTarget(f"{out / 'harvested'} is a link to another place; put a folder there, or remove it")
    sites = _sources(out / "located", wanted.forms, wanted.topic)
    jobs = TimedJob(job, ends_at)
    done = await harvest_all(out / "harvested", sites, jobs, supervisor, settings.locate.processes)
    _keep_problems(out, done)
    return ProjectReport(out, located, tuple(done), supervisor.stopped)


def _values(project: Path, file: str | None) -> str | None:
    """What is tried in text fields of all sources; the file is looked for beside the project's."""
    if file is None:
        return None
    beside = project.parent / file
    return read_text(beside if beside.is_file() else Path(file), "harvest.values", "a CSV or TOML file")


def _keep_problems(out: Path, done: Sequence[SourceFinished]) -> None:
    """What could not be harvested, and why: a report tells it, and nothing else in the folder would."""
    with atomic_write(out / PROBLEMS) as file:
        for one in done:
            if one.problem is not None:
                told = {"page_url": one.page_url, "problem": one.problem}
                file.write(f"{json.dumps(told, ensure_ascii=False)}\n".encode("utf-8", "replace"))


async def _locate(project: Path, wanted: RunSettings, tree: Tree, supervisor: Supervisor) -> locate.LocateReport:
    path = Path(wanted.out) / "located"
    if not is_free(path):
        with CrawlFolder.open(path) as folder:
            # The user's own file and words say how bold a folder may be.
            return await locate.crawl_folder(folder, confirmed(folder, tree), supervisor)
    file = project.parent / wanted.topic
    topic = find_topic(str(file) if file.is_file() else wanted.topic)
    settings = Settings.of(merged(tree, {"locate": {"topic": wanted.topic}}))
    seeds = locate.read_seeds(project.parent / wanted.seeds)
    path.parent.mkdir(parents=True, exist_ok=True)
    with locate.begin(path, settings, topic, seeds) as folder:
        return await locate.crawl_folder(folder, settings, supervisor)


def _sources(located: Path, most: int, topic: str) -> dict[str, list[Source]]:
    """By the site they are of."""
    said = about_forms(decided(located))
    with Folder(located).reading() as store:
        found = [one for one in store.pages.findings(_ALL) if _may_be_harvested(said.get(one[0]), topic)]
    found.sort(key=lambda one: not (one[0] in said and said[one[0]].approved))
    found = found[:most]
    sites = defaultdict(list)
    for number, (identity, page_url) in enumerate(found, 1):
        url = canonical(page_url)
        if url is None:
            raise BadTarget(f"{located} names {page_url!r} as a page with a form, which is no address")
        # The site by its address, not as it is stored: it becomes the name of a folder.
        site = site_of(url)
        sure = identity in said and bool(said[identity].approved)
        sites[site].append(Source(f"{number:03d}-{site}", identity.rpartition("#")[2], url, sure))
    return sites


def _may_be_harvested(said: Decision | None, topic: str) -> bool:
    """Unless a person said that it is no search, of another topic, or forbade it."""
    if said is None:
        return True
    return not said.forbidden and said.is_search and said.domain in (None, Path(topic).stem)
