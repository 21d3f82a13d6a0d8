"""What `leadline demo` says: the tour through the built-in pages, the crawl over them, and how to go on."""

import asyncio
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.text import Text

from leadline.app.describe import describe
from leadline.app.inspect import Failed, Inspected, Inspection, inspect_targets
from leadline.app.progress import Progress, TargetInspected
from leadline.app.settings import Settings
from leadline.cli.report import REPORT, written_report
from leadline.cli.running import FAILED, INTERRUPTED, say, until_stopped, write_json
from leadline.cli.shown import remark, show
from leadline.cli.terminal import console
from leadline.demo.server import serving
from leadline.demo.site import index
from leadline.demo.tour import (
    SEEDS,
    SOURCES,
    TOPIC,
    TOUR,
    Crawled,
    Stop,
    crawl_and_harvest,
    folder_for,
    settings_for,
)
from leadline.errors import RobotsDisallowed
from leadline.model.field import fields_of

_SUMMARY = (
    "{asked} addresses asked, {inspected} pages inspected: {forms} forms with {fields} fields. "
    "{robots_blocked} page was left alone because robots.txt says so."
)
_NEXT = """What to try next:
  leadline inspect https://… --contact you@example.org   a page of your choice, politely
  leadline inspect saved.html --json                     a page you saved, for programs
  leadline demo --serve                                  these pages, to try all commands on
  leadline --help                                        all commands
"""


def tell_tour(port: int, chosen: Path | None, *, as_json: bool) -> int:
    """Visit every stop through the real door, then locate and harvest; 0 if all went as it should."""
    folder = folder_for(chosen)
    numbers = count(1)
    out = console()

    def show_stop(event: Progress) -> None:
        if isinstance(event, TargetInspected) and not as_json:
            _tell(event.result, next(numbers), out)

    with serving(port) as address:
        words = [stop.url for stop in TOUR]
        results = asyncio.run(inspect_targets(words, Settings(web=settings_for(address)), show_stop))
        if not as_json:
            out.rule(align="left")
            out.print(_SUMMARY.format(**_figures(results)))
        found = until_stopped(lambda stop: crawl_and_harvest(address, folder, stop))
    if found is None:
        return INTERRUPTED
    written_report(found.folder, found.folder / REPORT, about="the built-in web")
    if as_json:
        pages = [describe(result) for result in results]
        write_json({"pages": pages, **_figures(results), **found.as_json()})
    else:
        _report(found, out)
    as_expected = all(_went_well(stop, result) for stop, result in zip(TOUR, results, strict=True))
    return 0 if as_expected and found.went_well else FAILED


def _report(found: Crawled, out: Console) -> None:
    located = found.located
    heading = f"{len(TOUR) + 1}  locate, then harvest: from one page to a database, and four more of other kinds"
    out.rule(Text(heading, style="bold"), align="left")
    lines = [
        (
            f"Located from {SEEDS[0]}, topic {TOPIC}: {located.relevant_forms} relevant forms among "
            f"{located.forms} forms, on {located.pages} pages of {located.sites} sites."
        ),
        *(
            f"Harvested {page}: {one.records} records from {one.pages} pages of results, in {one.requests} "
            f"requests ({one.stopped_by}). It answers {SOURCES[page]}."
            for page, one in found.harvested.items()
        ),
        f"All of it, {found.records} records, is in {found.folder}. Look at it:",
        f"  {found.folder / REPORT}  (open it in a browser)",
        f"  leadline serve {found.folder}  (then open the address it says: charts, tables, search)",
        f"  leadline export {found.folder} records --format csv",
        f"  leadline status {found.locate_folder}",
    ]
    for line in lines:
        out.print(Text(line), soft_wrap=True)
    out.print()
    out.print(_NEXT, end="")


def _tell(result: Inspection, number: int, out: Console) -> None:
    out.rule(Text(f"{number}  {TOUR[number - 1].shows}", style="bold"), align="left")
    show(result, out)
    if isinstance(result, Failed) and _kept_out(result):
        out.print(Text(f"Not fetched, as it should be: {result.error}"), soft_wrap=True)
        out.print()
    else:
        remark(result)


def _kept_out(result: Inspection) -> bool:
    return isinstance(result, Failed) and isinstance(result.error, RobotsDisallowed)


def _went_well(stop: Stop, result: Inspection) -> bool:
    if isinstance(result, Failed):
        return stop.kept_out and _kept_out(result)
    return not stop.kept_out and result.response.ok and bool(result.page.forms)


def _figures(results: Sequence[Inspection]) -> dict[str, int]:
    pages = [result.page for result in results if isinstance(result, Inspected)]
    return {
        "asked": len(results),
        "inspected": len(pages),
        "forms": sum(len(page.forms) for page in pages),
        "fields": sum(len(fields_of(form)) for page in pages for form in page.forms),
        "robots_blocked": sum(_kept_out(result) for result in results),
    }


def keep_serving(port: int) -> int:
    """Serve the built-in pages until Ctrl-C or a polite kill."""

    async def serve(stop: asyncio.Event) -> None:
        with serving(port) as address:
            sys.stdout.write(f"The built-in pages are served at {address}:\n")
            for url in index().split():
                sys.stdout.write(f"  leadline inspect {url} --connect-to {address}\n")
            sys.stdout.write("Ctrl-C ends it.\n")
            sys.stdout.flush()
            await stop.wait()

    until_stopped(serve)
    say("the demo server has ended")
    return 0
