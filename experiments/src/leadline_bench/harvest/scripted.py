"""Databases of the lab whose pages scripts fill, harvested with a real Chromium that has the lab for its web.

Everything is as in a user's harvest: the page is used once in the browser, the call behind it is learnt, and that
call is made over the door. A site that got anything that is no question has no figures.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.answers.document import read
from leadline.app.harvest import run_prepared
from leadline.errors import LeadlineError, WorkNotDone
from leadline.harvest.prepare import HarvestJob, prepare
from leadline.harvest.settings import HarvestSettings
from leadline.store.archive import Archive
from leadline.store.sqlite.store import SqliteStore
from leadline.web.clock import WallClock
from leadline.web.door import needed_chromium
from leadline.web.rendering import RenderingFetcher
from leadline.web.settings import WebSettings
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.harvest.sources import Draw, drawn
from leadline_bench.harvest.trial import letters, matched
from leadline_bench.report import Table
from leadline_bench.statistics import mean_interval
from leadline_lab.scripted import MANNERS, ScriptedManner, ScriptedWeb
from leadline_lab.serve.fetcher import LabFetcher

WEB = WebSettings(delay=0.0, adapt=0.0)


@dataclass(frozen=True, slots=True)
class ScriptedTrial:
    """What came of one harvest."""

    host: str
    size: int
    found: int
    """Brought up as single records."""
    records: int
    requests: int
    openings: int
    """Of the page in the browser."""
    stopped_by: str

    @property
    def coverage(self) -> float:
        return self.found / self.size


def scripted(draw: Draw, each: int, requests: int, tell: Tell) -> Part:
    """Every manner with `each` databases."""
    needed_chromium(WEB)
    visits = [visit for seed in draw.seeds for visit in drawn(draw, seed)]
    if not visits:
        raise WorkNotDone("these worlds have no database of that size: there is nothing to measure")
    found: dict[str, list[ScriptedTrial]] = {}
    for n, (name, manner) in enumerate(MANNERS.items()):
        for k in range(each):
            visit = visits[(n * each + k) % len(visits)]
            web = ScriptedWeb(visit.lab.web.world, visit.plan.site, visit.source, manner)
            one = harvested(web, requests, draw.seed, by_browser=_needs_browser(manner))
            found.setdefault(name, []).append(one)
            tell(
                f"{name} {one.host}: {one.found} of {one.size} records, {one.requests} requests, "
                f"{one.openings} openings, {one.stopped_by}"
            )
    return _part(found, draw.seed)


def _needs_browser(manner: ScriptedManner) -> bool:
    return manner.speech != "state"


def harvested(web: ScriptedWeb, requests: int, seed: int, *, by_browser: bool = True) -> ScriptedTrial:
    """One harvest, on the time of this machine: a browser knows no other."""
    return asyncio.run(_harvested(web, requests, seed, by_browser=by_browser))


async def _harvested(web: ScriptedWeb, requests: int, seed: int, *, by_browser: bool) -> ScriptedTrial:
    clock, store = WallClock(), SqliteStore(Path(":memory:"))
    lab = LabFetcher(web, None, clock, WEB, latency=0.0, before_request=store.promise)
    fetcher = RenderingFetcher(lab.http, WEB, clock, lambda response: read(response).page)
    settings = HarvestSettings(max_requests=requests, details="never", seed=seed)
    job = HarvestJob(WEB, settings, web.url)
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder))
        try:
            prepared = await prepare(job, fetcher)
            stopped_by = (await run_prepared(store, archive, fetcher, prepared, job)).stopped_by
        except LeadlineError as error:
            stopped_by = type(error).__name__
        finally:
            await fetcher.close()
            archive.close()
        whole = web.everything()
        cells = {
            key: [said for cell in row if (said := letters(cell))]
            for key, row in zip(whole.keys, whole.rows, strict=True)
        }
        found, records = matched(store, cells, {})
        store.close()
    if web.writes:
        raise WorkNotDone(f"{web.writes[0]} reached {web.url}: such a harvest has no figures")
    if bool(fetcher.use.openings) != by_browser:
        raise WorkNotDone(f"{web.url} was opened {fetcher.use.openings} times in the browser")
    requested = lab.ledger.requests
    return ScriptedTrial(
        web.site.host, web.source.size, found, records, requested, fetcher.use.openings, stopped_by
    )


def _part(found: dict[str, list[ScriptedTrial]], seed: int) -> Part:
    trials = [one for some in found.values() for one in some]
    share = mean_interval([one.coverage for one in trials], seed=seed)
    figures = {
        "scripted_sources": float(len(trials)),
        "scripted_coverage": share.value,
        "scripted_coverage_low": share.low,
        "scripted_coverage_high": share.high,
        "scripted_coverage_worst": min(one.coverage for one in trials),
        "scripted_openings_most": float(max(one.openings for one in trials)),
        "scripted_writes": 0.0,
    }
    rows = [_row(name, some) for name, some in found.items()]
    head = (
        "page",
        "sources",
        "records",
        "brought up",
        "coverage",
        "in the store",
        "requests",
        "openings",
        "ended",
    )
    return Part(figures, (Table("pages that scripts fill", head, tuple(rows)),))


def _row(name: str, some: Sequence[ScriptedTrial]) -> tuple[str | float, ...]:
    size, brought = sum(one.size for one in some), sum(one.found for one in some)
    ended = ", ".join(dict.fromkeys(one.stopped_by for one in some))
    stored, requests = sum(one.records for one in some), sum(one.requests for one in some)
    return name, len(some), size, brought, brought / size, stored, requests, max(o.openings for o in some), ended
