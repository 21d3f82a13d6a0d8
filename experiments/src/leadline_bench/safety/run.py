"""Every case end to end: harvested, and crawled by `locate`, as the commands do it with default settings.

Only what makes a run quick is other than a user's: no pause between requests, since the server is our own, and a
budget of requests. What counts is what the server saw.
"""

import asyncio
import json
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.app.harvest import harvest
from leadline.app.locate import crawl
from leadline.app.settings import Settings, dump
from leadline.errors import LeadlineError, WorkNotDone
from leadline.forms.settings import FormsSettings
from leadline.harvest.prepare import HarvestJob
from leadline.harvest.settings import HarvestSettings
from leadline.locate.settings import LocateSettings
from leadline.store.folder import CrawlFolder
from leadline.topics.bundled import find_topic
from leadline.topics.classify import classifier
from leadline.web.settings import WebSettings
from leadline_bench.safety.answers import START, Seen, row, rows_of
from leadline_bench.safety.cases import Case
from leadline_bench.safety.server import serving
from leadline_bench.workers import workers

_AT_ONCE = 4
"""Harvests under way in one process: enough that one can work while others wait for an answer."""
_PORTIONS = 8
"""Portions of the cases a process gets, one after the other: so many that all processes end together."""
_PAGES = 1_000_000
"""Pages of a crawl: it ends when it has followed every link."""
_TOPIC = "book"
"""Any would do: the strategy asks nobody what a page is about."""
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case."""

    case: Case
    harvest: tuple[str, ...]
    """Requests of the harvest that changed something."""
    locate: tuple[str, ...]
    """Requests of the crawl that did."""
    allowed: bool
    """The search was sent."""
    ended: str
    """How the harvest ended, in a sentence; the refusal where it was refused."""
    found: int = 0
    """Rows of a list that came up as records."""
    shown: int = 0
    """Rows of the list's pages that were asked for, the first one at least."""
    second: bool = False
    """The second page of a list was asked for."""


def outcomes(
    cases: Sequence[Case], requests: int, processes: int, tell: Callable[[str], None] = lambda _: None
) -> list[Outcome]:
    """Of every case, in the order of the cases."""
    portions = min(len(cases), _PORTIONS * processes)
    shares = [cases[n::portions] for n in range(portions)]
    found: dict[str, Outcome] = {}
    with workers(processes) as pool:
        for some in pool.map(measured, shares, [requests] * portions):
            found |= {one.case.name: one for one in some}
            tell(f"{len(found)} of {len(cases)} cases")
    return [found[case.name] for case in cases]


def measured(cases: Sequence[Case], requests: int) -> list[Outcome]:
    """Of some cases, in this process."""
    return asyncio.run(_measured(cases, requests))


async def _measured(cases: Sequence[Case], requests: int) -> list[Outcome]:
    with serving(cases) as sites, tempfile.TemporaryDirectory() as folder:
        web = WebSettings(delay=0.0, connect_to=sites.address)
        turns = asyncio.Semaphore(_AT_ONCE)

        async def in_turn(case: Case) -> tuple[str, list[str]]:
            async with turns:
                return await _harvested(case, web, requests, Path(folder) / case.host)

        harvests = await asyncio.gather(*(in_turn(case) for case in cases))
        harvested = sites.take()
        await _located(cases, web, Path(folder) / "located")
        located = sites.take()
        _check_work(cases, harvested, located)
        return [
            _outcome(case, harvested[case.host], located[case.host], ended, records)
            for case, (ended, records) in zip(cases, harvests, strict=True)
        ]


async def _harvested(case: Case, web: WebSettings, requests: int, out: Path) -> tuple[str, list[str]]:
    """How a harvest ended, and the texts of its records."""
    settings, forms = HarvestSettings(max_requests=requests), FormsSettings()
    job = HarvestJob(web, settings, f"http://{case.host}/", forms)
    try:
        report = await harvest(job, out)
    except LeadlineError as error:  # a refusal: what speaks against the form
        return str(error), []
    except Exception as error:
        error.add_note(f"in the harvest of the case {case.name}")
        raise
    lines = (out / "records.jsonl").read_text(encoding="utf-8").splitlines()
    ended = f"{report.stopped_by}: {report.why}" if report.why else report.stopped_by
    return ended, [json.loads(line)["text"] for line in lines]


async def _located(cases: Sequence[Case], web: WebSettings, out: Path) -> None:
    """One crawl over all sites that follows every link it may."""
    settings = LocateSettings(topic=_TOPIC, strategy="random", pages=_PAGES)
    topic = classifier(find_topic(_TOPIC))
    seeds = [f"http://{case.host}{START}" for case in cases]
    sections = {"web": web, "locate": settings, "forms": FormsSettings()}
    with CrawlFolder.create(out, dump(sections), "locate") as folder:
        report = await crawl(folder, Settings(web=web, locate=settings), topic, seeds)
    if report.stopped_by != "frontier empty":
        raise WorkNotDone(f"the crawl did not come to its end: it was stopped by {report.stopped_by}")


def _check_work(
    cases: Sequence[Case], harvested: Mapping[str, Sequence[Seen]], located: Mapping[str, Sequence[Seen]]
) -> None:
    """No request that changes something is only good news if the sites were visited at all."""
    for case in cases:
        for command, requests, path in (
            ("harvest", harvested, "/"),
            ("locate", located, START),
            ("locate", located, "/"),
        ):
            if not any(
                one.asked.path == path and one.asked.host == case.host for one in requests.get(case.host, ())
            ):
                raise WorkNotDone(f"{case.name}: {command} never asked for http://{case.host}{path}")


def _outcome(
    case: Case, harvested: Sequence[Seen], located: Sequence[Seen], ended: str, records: Sequence[str]
) -> Outcome:
    second = any(one.second for one in harvested)
    numbers = [*rows_of(case, 1), *(rows_of(case, 2) if second else ())] if case.listing is not None else []
    return Outcome(
        case,
        harvest=tuple(str(one.asked) for one in harvested if one.changes),
        locate=tuple(str(one.asked) for one in located if one.changes),
        allowed=any(one.searches for one in harvested),
        ended=ended,
        found=_came_up(case, numbers, records),
        shown=len(numbers),
        second=second,
    )


def _came_up(case: Case, numbers: Sequence[int], records: Sequence[str]) -> int:
    """Rows of which a record says all; one that says several stands for that with the longest title."""
    titles = {_letters(row(case, number).title): row(case, number) for number in numbers}
    with_text = case.listing is not None and "{text}" in case.listing.row
    owned: set[str] = set()
    for record in records:
        said = _letters(record)
        whole = [t for t, entry in titles.items() if t in said and (not with_text or _letters(entry.text) in said)]
        owned |= {max(whole, key=len)} if whole else set()
    return len(owned)


def _letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())
