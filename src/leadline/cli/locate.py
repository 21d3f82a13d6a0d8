"""`leadline locate` and `leadline run`: their words, and what is said of what came of them."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.cli.network import Json, NetworkOptions, option, unpacking, with_network
from leadline.cli.running import FAILED, INTERRUPTED, LIMITED, ProgressLines, say, until_stopped, write_json
from leadline.cli.terminal import console
from leadline.errors import BadTarget

if TYPE_CHECKING:
    from leadline.app.locate import LocateReport
    from leadline.app.settings import Settings

_RESTING_SHOWN = 10

EPILOG = (
    "Examples:\n"
    "leadline locate --topic auto --seeds seeds.txt --pages 5000 --out used-cars\n"
    "leadline locate --topic my-topic.toml --seeds - --strategy best-first-sc --out crawl --json\n"
    "leadline resume used-cars"
)
RUN_EPILOG = "Examples:\nleadline run used-cars.toml\nleadline run used-cars.toml --json"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocateOptions:
    """Options that are settings in section `locate`, by the names of these; None where nothing was typed."""

    pages: str | None = option("N", "Pages to fetch, 1000 if not given.")
    strategy: str | None = option(
        "NAME",
        "Where to go next: scdi (if not given), best-first-sc, best-first, fixed-depth, random, or module:Name of "
        "your own.",
    )
    find: str | None = option("WHAT", "forms (of the topic), every-form, or pages (of the topic).")
    backlinks: str | None = option(
        "SOURCE", "Who knows which pages link to a site: hostgraph:FOLDER, searxng:URL or brave."
    )


@with_network
@unpacking(LocateOptions)
def locate(
    *,
    topic: Annotated[str, typer.Option(metavar="TOPIC", help="A bundled topic's name, or a topic file.")],
    seeds: Annotated[
        str, typer.Option(metavar="FILE", help="A file with one URL a line, or - for standard input.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="A new folder for everything this brings.")],
    as_json: Json = False,
    words: LocateOptions,
    network: NetworkOptions,
) -> int:
    """Find the searchable forms of a topic, starting from a few pages."""
    from leadline.app.locate import check, locate, read_seeds, seeds_of

    settings = network.given(words, "locate").settings("locate", "forms")
    check(settings.locate, settings.forms)
    try:
        urls = seeds_of(sys.stdin.read(), "standard input") if seeds == "-" else read_seeds(Path(seeds))
    except UnicodeDecodeError as error:
        raise BadTarget("seeds -: cannot be read: it is no text in UTF-8") from error
    with ProgressLines() as lines:
        report = until_stopped(lambda stop: locate(out, settings, topic, urls, lines, stop))
    return ended(report, out, settings, as_json=as_json)


@with_network
def run(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="A TOML file with section run: topic, seeds and out.")
    ],
    *,
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Locate the forms of a topic and harvest each that may be submitted; run again, it goes on."""
    from leadline.app.project import run

    with ProgressLines() as lines:
        done = until_stopped(lambda stop: run(project, network.given(), lines, stop))
    if done.located.stopped_by == "interrupted":
        return INTERRUPTED
    if as_json:
        write_json(done.as_json())
    else:
        out = console(soft_wrap=True)
        out.print(f"{done.located.relevant_forms:,} relevant forms on {done.located.pages:,} pages.")
        for one in done.harvested:
            brought = f"{one.records:,} records, {one.requests:,} requests, stopped by {one.stopped_by}"
            out.print(f"  {one.folder.name}: {one.problem or brought}")
        out.print(f"{done.records:,} records in all; they are in {done.out / 'harvested'}")
    if done.interrupted:
        return INTERRUPTED
    if done.resting:
        say("some hosts asked to be left alone for a while: the same command goes on with them later")
    return LIMITED if done.resting else 0


def ended(report: "LocateReport", folder: Path, settings: "Settings", *, as_json: bool) -> int:
    """Say what came of a crawl."""
    if as_json:
        write_json(report.as_json())
    else:
        _tell(report, folder, settings)
    if code := {"interrupted": INTERRUPTED, "resting": LIMITED}.get(report.stopped_by):
        return code
    if report.pages == 0:
        say(f"none of the seeds could be fetched; leadline status {folder} says why")
        return FAILED
    return 0


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count:,} pages"


def _tell(report: "LocateReport", folder: Path, settings: "Settings") -> None:
    from leadline.app.resume import options_to_repeat

    out = console(soft_wrap=True)
    out.print(
        f"{report.relevant_forms:,} relevant forms among {report.forms:,} forms, on {report.pages:,} pages of "
        f"{report.sites:,} sites ({report.requests:,} requests in {report.seconds:,.0f} s, {report.strategy})."
    )
    if report.robots_blocked:
        out.print(f"robots.txt kept us from {_pages(report.robots_blocked)}: what is there stays unknown.")
    if report.errors:
        out.print(f"{_pages(report.errors)} failed; see: leadline status {folder}")
    if report.backlink_failures:
        failed = f"The backlink provider failed {report.backlink_failures} times"
        out.print(f"{failed}; see: leadline export {folder} events")
    if report.pages and not report.on_topic:
        out.print(
            "No page was judged to be on the topic, so hardly a link was followed. Give seeds that are about it, "
            "or try the topic on pages you know: leadline topic test TOPIC --positive PAGE"
        )
    out.print(f"Stopped by: {report.stopped_by}. Forms are in {folder / 'forms.jsonl'}")
    for one in report.resting[:_RESTING_SHOWN]:
        out.print(f"{one.host} asked to be left alone until {one.until}; {one.links:,} of its links wait.")
    if len(report.resting) > _RESTING_SHOWN:
        out.print(f"{len(report.resting) - _RESTING_SHOWN:,} more hosts rest; see: leadline status {folder}")
    if report.stopped_by in ("interrupted", "resting"):
        out.print(f"Go on with: leadline resume {folder}{options_to_repeat(settings)}")
