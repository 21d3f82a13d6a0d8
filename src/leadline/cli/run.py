"""`leadline run PROJECT.toml`: locate the forms of a topic, then harvest every one that may be submitted.

One file says it all: section `run` names topic, seeds and folder, the others are those of the single commands. The
folder holds `located` and `harvested/NNN-site`, each a folder like any other; the same command goes on where it
was stopped.
"""

import asyncio
import signal
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leadline import config
from leadline.cli.ending import INTERRUPTED, LIMITED, say
from leadline.cli.network import NetworkOptions, with_network
from leadline.cli.terminal import console
from leadline.errors import BadConfiguration, BadTarget, LeadlineError

if TYPE_CHECKING:
    from leadline.harvest.prepare import Orders
    from leadline.harvest.report import HarvestReport
    from leadline.locate.run import LocateReport
    from leadline.store.protocols import Store

EPILOG = "Examples:\nleadline run used-cars.toml\nleadline run used-cars.toml --json"

_FINISHED = ("done", "coverage", "robots", "unanswered")
_AT_ONCE = 8
"""Sites that are harvested at the same time; one site is never asked by two."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Section `run` of a project file; `seeds` and a topic file are looked for beside it, `out` is made here."""

    topic: str = ""  # a bundled topic or a topic file
    seeds: str = ""  # a file with one URL a line
    out: str = ""  # the folder of the project
    forms: int = 100
    """Most forms that are harvested, the surest first."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One relevant form that was located."""

    number: int
    identity: str
    page_url: str
    site: str

    @property
    def folder(self) -> str:
        return f"{self.number:03d}-{self.site}"


@dataclass(frozen=True, slots=True)
class Harvested:
    """What became of one form; `problem` where nothing could be harvested at all."""

    folder: str
    page_url: str
    records: int = 0
    requests: int = 0
    stopped_by: str | None = None
    problem: str | None = None


@with_network
def run(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="A TOML file with section run: topic, seeds and out.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
    network: NetworkOptions,
) -> int:
    """Locate the forms of a topic and harvest each that may be submitted; run again, it goes on."""
    tree = _tree(project, network)
    settings = _settings(project, tree)
    _orders(network, tree)  # a wrong setting of the harvest is told before hours of locating
    located = _locate(project, settings, network, tree)
    if located.stopped_by == "interrupted":
        return INTERRUPTED
    out = Path(settings.out)
    goals = _goals(out / "located", settings.forms)
    if (out / "harvested").is_symlink():
        raise BadTarget(f"{out / 'harvested'} is a link to another place; put a folder there, or remove it")
    done, interrupted = asyncio.run(_harvest_all(out / "harvested", goals, network, tree))
    _tell(located, done, out, as_json=as_json)
    if interrupted:
        return INTERRUPTED
    rests = "resting" in (located.stopped_by, *(one.stopped_by for one in done))
    if rests:
        say("some hosts asked to be left alone for a while: the same command goes on with them later")
    return LIMITED if rests else 0


# ── the project file ──────────────────────────────────────────────────────────────────────────────────────


def _tree(project: Path, network: NetworkOptions) -> config.Tree:
    if network.config is not None:
        raise BadConfiguration("--config has no place here: the project file is the configuration")
    sections = ["run", "web", "locate", "forms", "harvest"]
    return config.read(project, network.option or [], sections=sections)


def _settings(project: Path, tree: config.Tree) -> RunSettings:
    settings = config.fill(RunSettings(), tree.get("run", {}), "run")
    for name in ("topic", "seeds", "out"):
        if not getattr(settings, name):
            raise BadConfiguration(f"{project}: run.{name} is missing; write it in section [run]")
    return settings


def _beside(project: Path, name: str) -> Path:
    return project.parent / name


# ── locate ────────────────────────────────────────────────────────────────────────────────────────────────


def _locate(project: Path, settings: RunSettings, network: NetworkOptions, tree: config.Tree) -> "LocateReport":
    from leadline.cli.again import said_again
    from leadline.cli.locate import begin, crawl, own_tree, read_seeds
    from leadline.forms.settings import FormsSettings
    from leadline.locate.run import check
    from leadline.locate.settings import LocateSettings
    from leadline.store.folder import CrawlFolder, is_free
    from leadline.topics.bundled import find_topic

    folder = Path(settings.out) / "located"
    if not is_free(folder):
        with CrawlFolder.open(folder) as opened:
            return crawl(opened, said_again(opened, _given(network, tree)))
    file = _beside(project, settings.topic)
    topic = find_topic(str(file) if file.is_file() else settings.topic)
    told = replace(config.fill(LocateSettings(), tree.get("locate", {}), "locate"), topic=settings.topic)
    forms = config.fill(FormsSettings(), tree.get("forms", {}), "forms")
    check(told, forms)
    seeds = read_seeds(str(_beside(project, settings.seeds)))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with begin(folder, network.settings(tree), told, topic, seeds, forms) as opened:
        return crawl(opened, own_tree(opened))


def _given(network: NetworkOptions, tree: config.Tree) -> config.Tree:
    """What the user's own file says and what was typed: a folder may be as bold as that."""
    return {**tree, "web": {**tree.get("web", {}), **network.given()["web"]}}


def _goals(located: Path, most: int) -> list[Goal]:
    from leadline.model.url import canonical, site_of
    from leadline.store.folder import CrawlFolder

    with CrawlFolder.open(located, writing=False) as opened:
        store = opened.open_store(writing=False)
        try:
            rows = store.pages.findings(most)
        finally:
            store.close()
    goals = []
    for number, (identity, page_url) in enumerate(rows, 1):
        url = canonical(page_url)
        if url is None:
            raise BadTarget(f"{located} names {page_url!r} as a page with a form, which is no address")
        # The site by its address, not as it is stored: it becomes the name of a folder.
        goals.append(Goal(number, identity.rpartition("#")[2], url, site_of(url)))
    return goals


# ── harvest ───────────────────────────────────────────────────────────────────────────────────────────────


async def _harvest_all(
    out: Path, goals: Sequence[Goal], network: NetworkOptions, tree: config.Tree
) -> tuple[list[Harvested], bool]:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    sites: dict[str, list[Goal]] = defaultdict(list)
    for goal in goals:
        sites[goal.site].append(goal)
    turn = asyncio.Semaphore(_AT_ONCE)
    orders = _orders(network, tree)

    async def one_site(wanted: Sequence[Goal]) -> list[Harvested]:
        async with turn:
            return [await _harvest(out / goal.folder, goal, orders, stop) for goal in wanted if not stop.is_set()]

    done = await asyncio.gather(*(one_site(wanted) for wanted in sites.values()))
    return [one for several in done for one in several], stop.is_set()


def _orders(network: NetworkOptions, tree: config.Tree) -> "Orders":
    from leadline.forms.settings import FormsSettings
    from leadline.harvest.prepare import Orders, check
    from leadline.harvest.settings import HarvestSettings

    forms = config.fill(FormsSettings(), tree.get("forms", {}), "forms")
    harvest = config.fill(HarvestSettings(), tree.get("harvest", {}), "harvest")
    orders = Orders(network.settings(tree), harvest, "", forms)
    check(orders)
    return orders


async def _harvest(folder: Path, goal: Goal, orders: "Orders", stop: asyncio.Event) -> Harvested:
    try:
        report = await _start_or_resume(folder, goal, orders, stop)
    except LeadlineError as error:
        say(str(error))
        return Harvested(goal.folder, goal.page_url, problem=str(error))
    say(f"{goal.page_url}: {report.records:,} records, {report.requests:,} requests ({report.stopped_by})")
    return Harvested(goal.folder, goal.page_url, report.records, report.requests, report.stopped_by)


async def _start_or_resume(folder: Path, goal: Goal, orders: "Orders", stop: asyncio.Event) -> "HarvestReport":
    from leadline.harvest.report import report
    from leadline.harvest.run import resume, start
    from leadline.store.folder import CrawlFolder, is_free

    if is_free(folder):
        told = replace(orders, url=goal.page_url, identity=goal.identity)
        text = config.dump({"web": orders.web, "forms": orders.forms, "harvest": orders.harvest})
        folder.parent.mkdir(parents=True, exist_ok=True)
        return await start(folder, text, told, lambda _: None, stop)
    with CrawlFolder.open(folder) as opened:
        store = opened.open_store()
        try:
            ended = stopped_by(store)
            if ended in _FINISHED:
                return report(store, ended)
        finally:
            store.close()
        return await resume(opened, orders, lambda _: None, stop, say)


def stopped_by(store: "Store") -> str:
    """What ended the last run in a folder, empty if nothing did."""
    note = store.log.last_note("stopped")
    return "" if note is None else str(note.get("by", ""))


# ── what came of it ───────────────────────────────────────────────────────────────────────────────────────


def _tell(located: "LocateReport", done: Sequence[Harvested], out: Path, *, as_json: bool) -> None:
    if as_json:
        from leadline.cli.documents import write_json

        write_json(
            {
                "located": located.as_json(),
                "records": sum(one.records for one in done),
                "requests": located.requests + sum(one.requests for one in done),
                "harvested": [asdict(one) for one in done],
            }
        )
        return
    lines = console(soft_wrap=True)
    lines.print(f"{located.relevant_forms:,} relevant forms on {located.pages:,} pages.")
    for one in done:
        said = one.problem or f"{one.records:,} records, {one.requests:,} requests, stopped by {one.stopped_by}"
        lines.print(f"  {one.folder}: {said}")
    lines.print(f"{sum(one.records for one in done):,} records in all; they are in {out / 'harvested'}")
