"""`leadline locate` and `leadline run`: their words, and what is said of what came of them."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

from leadline.cli.network import CrawlOptions, Json, argument, named, option, unpacking
from leadline.cli.running import FAILED, INTERRUPTED, LIMITED, say, supervised, write_result
from leadline.errors import BadTarget

if TYPE_CHECKING:
    from leadline.app.locate import LocateReport
    from leadline.app.settings import Settings

_RESTING_SHOWN = 10
_SCALE = "Several machines"

EPILOG = (
    "Examples:\n"
    "leadline locate --topic auto --seeds seeds.txt --pages 5000 --out used-cars\n"
    "leadline locate --topic my-topic.toml --seeds - --strategy best-first-sc --out crawl --json\n"
    "leadline resume used-cars"
)
RUN_EPILOG = "Examples:\nleadline run used-cars.toml\nleadline run used-cars.toml --json"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocateOptions(CrawlOptions):
    section: ClassVar[str] = "locate"
    pages: str | None = option("N", "Pages to fetch, 1000 if not given.")
    strategy: str | None = option(
        "NAME",
        "Where to go next: sounding (if not given), smart, scdi, scdi-rs, scdi-isp, scdi-al, ache, ache-online, "
        "ache-offline, ffc, best-first-sc, best-first, fixed-depth, random, or module:Name of your own.",
    )
    processes: str | None = option("N", "Processes that visit sites, 1 if not given.", _SCALE)
    engine: str | None = option("local|ray", "Where these are: on this machine, or on a Ray cluster.", _SCALE)
    address: str | None = option("ADDRESS", "The Ray cluster; one on this machine if not given.", _SCALE)
    find: str | None = option(
        "WHAT", "forms (of the topic), searchable (of any), every-form, or pages (of the topic)."
    )
    prove: str | None = option(
        "HOW", "Ask forms before they count: refuted (leave out those that answer all alike) or proven."
    )
    backlinks: str | None = option(
        "SOURCE", "Who knows which pages link to a site: hostgraph:FOLDER, searxng:URL or brave."
    )


@unpacking(LocateOptions)
def locate(
    *,
    topic: Annotated[str, named("TOPIC", "A bundled topic's name, or a topic file.")],
    seeds: Annotated[str, named("FILE", "A file with one URL a line, or - for standard input.")],
    out: Annotated[Path, named("DIR", "A new folder for everything this brings.")],
    learn_from: Annotated[
        list[Path] | None,
        named("DIR", "The folder of an earlier crawl, which the strategy begins with; can be repeated."),
    ] = None,
    as_json: Json = False,
    words: LocateOptions,
) -> int:
    """Find the searchable forms of a topic, starting from a few pages."""
    from leadline.app.locate import check, locate, read_seeds, seeds_of

    settings = words.given().settings("locate", "forms")
    check(settings.locate, settings.forms)
    try:
        urls = seeds_of(sys.stdin.read(), "standard input") if seeds == "-" else read_seeds(Path(seeds))
    except UnicodeDecodeError as error:
        raise BadTarget("seeds -: cannot be read: it is no text in UTF-8") from error
    report = supervised(lambda supervisor: locate(out, settings, topic, urls, supervisor, learn_from or ()))
    return ended(report, out, settings, as_json=as_json)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions(CrawlOptions):
    section: ClassVar[str] = "locate"
    processes: str | None = option("N", "Processes that locate and harvest, 1 if not given.", _SCALE)


@unpacking(RunOptions)
def run(
    project: Annotated[Path, argument("PROJECT", "A TOML file with section run: topic, seeds and out.")],
    *,
    as_json: Json = False,
    network: RunOptions,
) -> int:
    """Locate the forms of a topic and harvest each that may be submitted; run again, it goes on."""
    from leadline.app.project import run
    from leadline.cli.report import REPORT, written_report

    done = supervised(lambda supervisor: run(project, network.given(), supervisor))
    if done.located.stopped_by == "interrupted":
        return INTERRUPTED
    lines = [f"{done.located.relevant_forms:,} relevant forms on {done.located.pages:,} pages."]
    for one in done.harvested:
        brought = f"{one.records:,} records, {one.requests:,} requests, stopped by {one.stopped_by}"
        lines.append(f"  {one.folder.name}: {one.problem or brought}")
    lines.append(f"{done.records:,} records in all; they are in {done.out / 'harvested'}")
    written_report(done.out, done.out / REPORT)
    lines.append(f"What was found, how complete it is, and what is missing: {done.out / REPORT}")
    write_result(done.as_json(), lines, as_json=as_json)
    if done.interrupted:
        return INTERRUPTED
    if done.resting:
        say("some hosts asked to be left alone for a while: the same command goes on with them later")
    if done.out_of_time:
        say("the time was over before all was through: the same command goes on there")
    return LIMITED if done.resting or done.out_of_time else 0


def ended(report: "LocateReport", folder: Path, settings: "Settings", *, as_json: bool) -> int:
    """Say what came of a crawl."""
    write_result(report.as_json(), _lines(report, folder, settings), as_json=as_json)
    if code := {"interrupted": INTERRUPTED, "resting": LIMITED, "time-limit": LIMITED}.get(report.stopped_by):
        return code
    if report.pages == 0:
        say(f"none of the seeds could be fetched; leadline status {folder} says why")
        return FAILED
    return 0


_SITES = "mostly the searches of sites about the topic (scope: site)"


def _many(count: int, one: str) -> str:
    """ "1 page", "2 pages"."""
    return f"1 {one}" if count == 1 else f"{count:,} {one}s"


def _lines(report: "LocateReport", folder: Path, settings: "Settings") -> Iterator[str]:
    from leadline.app.resume import options_to_repeat

    forms = f"{_many(report.relevant_forms, 'relevant form')} among {_many(report.forms, 'form')}"
    yield (
        f"{forms}, on {_many(report.pages, 'page')} of {_many(report.sites, 'site')} "
        f"({report.requests:,} requests in {report.seconds:,.0f} s, {report.strategy})."
    )
    if report.site_searches:
        yield f"{report.site_searches:,} of these do not say themselves what they search: {_SITES}."
    if report.backward_pages:
        yield f"{_many(report.backward_pages, 'page')} of these were fetched by the backward crawl, to learn from."
    if report.robots_blocked:
        yield f"robots.txt kept us from {_many(report.robots_blocked, 'page')}: what is there stays unknown."
    if report.errors:
        yield f"{_many(report.errors, 'page')} failed; see: leadline status {folder}"
    if report.backlink_failures:
        failed = f"The backlink provider failed {report.backlink_failures} times"
        yield f"{failed}; see: leadline export {folder} events"
    if report.pages and not report.on_topic:
        yield (
            "No page was judged to be on the topic, so hardly a link was followed. Give seeds that are about it, "
            "or try the topic on pages you know: leadline topic test TOPIC --positive PAGE"
        )
    yield f"Stopped by: {report.stopped_by}. Forms are in {folder / 'forms.jsonl'}"
    for one in report.resting[:_RESTING_SHOWN]:
        yield f"{one.host} asked to be left alone until {one.until}; {one.links:,} of its links wait."
    if len(report.resting) > _RESTING_SHOWN:
        yield f"{len(report.resting) - _RESTING_SHOWN:,} more hosts rest; see: leadline status {folder}"
    if report.stopped_by in ("interrupted", "resting", "time-limit"):
        yield f"Go on with: leadline resume {folder}{options_to_repeat(settings)}"
