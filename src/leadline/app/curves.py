"""How a harvest or a crawl went, as curves and counts: what people look at before they read.

The estimate after every query is not stored: the planner is a fold over the answers, so the answers are folded
again, as `resume` does it, and asked on the way.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.app.settings import Settings, read
from leadline.app.taken_up import kept_source
from leadline.errors import BadConfiguration, LeadlineError
from leadline.harvest.endings import SizeWatch, kept_ending
from leadline.harvest.prepare import HarvestJob, planned_by
from leadline.harvest.profile import HarvestStart
from leadline.harvest.source import HarvestSource
from leadline.model.query import Answer, Estimate
from leadline.model.url import site_of
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store

_POINTS = 120  # of a curve: more cannot be told apart on a screen
MOST_ANSWERS = 5_000
"""Folding more of them takes longer than anybody waits for a page."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """After one query: what was here by then, and how much was thought to be there."""

    query: int
    records: int
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class CompletenessCurve:
    """Observed, estimated, and the interval, query by query (Liddle et al., Figure 5)."""

    points: tuple[CurvePoint, ...]
    untold: str | None = None  # why there is no estimate on the way


def completeness(folder: CrawlFolder, store: Store) -> CompletenessCurve:
    """Of a harvest; its last point is what `status` says."""
    answers = [answer for _, answer in store.queries.answers()]
    kept, untold = kept_ending(store), None
    estimates: dict[int, Estimate] = {}
    if len(answers) > MOST_ANSWERS:
        untold = f"there are more than {MOST_ANSWERS:,} queries; the last estimate is shown"
    else:
        try:
            estimates = dict(_folded(folder, store, answers))
        except LeadlineError as error:
            untold = str(error)
    if kept is not None and kept.estimate is not None and answers:
        estimates[len(answers)] = kept.estimate
    return CompletenessCurve(tuple(_points(answers, estimates)), untold)


def _folded(folder: CrawlFolder, store: Store, answers: list[Answer]) -> Iterator[tuple[int, Estimate]]:
    job, source = recalled_job(folder, store)
    planner = planned_by(job, source, folder.path)
    once, own = planner.name == "once", job.harvest
    sizes = SizeWatch(source.fields, own.coverage, once=once, seed=own.seed, within=source.within)
    for number, answer in enumerate(answers, 1):
        sizes.choose(planner)
        planner.observe(answer)
        sizes.observe(planner, answer)
        if (estimate := sizes.estimate(planner)) is not None:
            yield number, estimate


def recalled_job(folder: CrawlFolder, store: Store) -> tuple[HarvestJob, HarvestSource]:
    """A harvest as its folder tells it; code that it names is not run for a picture."""
    settings = Settings.of(read(folder.config, [], sections=("web", "forms", "harvest")))
    code = [settings.harvest.planner, settings.harvest.value_sources]
    if any(":" in name for name in code):
        raise BadConfiguration("the folder names code of somebody's for its queries, which is not run for a curve")
    kept = HarvestStart.recalled(store.decisions)
    job = HarvestJob(settings.web, settings.harvest, "", settings.forms, kept.sets, None, kept.values, kept.memory)
    return job, kept_source(kept, job)


def _points(answers: list[Answer], estimates: Mapping[int, Estimate]) -> Iterator[CurvePoint]:
    step = max(1, len(answers) // _POINTS)
    records = 0
    yield CurvePoint(0, 0, None)
    for number, answer in enumerate(answers, 1):
        records += answer.new
        if number % step == 0 or number == len(answers):
            yield CurvePoint(number, records, estimates.get(number))


@dataclass(frozen=True, slots=True)
class ValueYield:
    """What the queries with one value of a field brought (Liddle et al., Figure 8)."""

    field: str
    value: str
    queries: int
    records: int
    new: int


def productivity(queries: Iterable[Row]) -> list[ValueYield]:
    """Of values that were varied: what is the same in every query says nothing. The most productive first."""
    sums: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    asked, values = 0, defaultdict[str, set[str]](set)
    for row in queries:
        if row["role"] == "probe":
            continue
        asked += 1
        for name, value in row["assignment"] or ():
            values[name].add(value)
            sums[name, value].update(queries=1, records=row["records"], new=row["new_records"])
    found = [
        ValueYield(name, value, one["queries"], one["records"], one["new"])
        for (name, value), one in sums.items()
        if len(values[name]) > 1 and value
    ]
    return sorted(found, key=lambda one: (-one.new, -one.records, one.field, one.value))


@dataclass(frozen=True, slots=True)
class SiteCount:
    """One site of a crawl."""

    site: str
    pages: int
    failed: int
    on_topic: int
    forms: int
    relevant: int


def sites(pages: Iterable[Row], forms: Iterable[Row]) -> list[SiteCount]:
    """Those with relevant forms first, then those with most pages."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for page in pages:
        one = counts[site_of(page["final_url"] or page["url"])]
        one["failed" if page["status"] is None else "pages"] += 1
        one["on_topic"] += (page["on_topic"] or 0.0) >= 0.5
        one["forms"] += page["forms"] or 0
    for form in forms:
        counts[form["site"] or site_of(form["page_url"])]["relevant"] += 1
    names = ("pages", "failed", "on_topic", "forms", "relevant")
    found = [SiteCount(site, *(one[name] for name in names)) for site, one in counts.items()]
    return sorted(found, key=lambda one: (-one.relevant, -one.pages, one.site))


@dataclass(frozen=True, slots=True)
class CrawlCurve:
    """Relevant forms against pages fetched, of one crawl; `found_at` are the pages at which they were met."""

    name: str
    strategy: str
    pages: int
    found_at: tuple[int, ...]


def crawl_curve(name: str, path: Path) -> CrawlCurve:
    with CrawlFolder.open(path, writing=False) as folder:
        settings = Settings.of(read(folder.config, [], sections=("web", "forms", "locate")))
        store = folder.open_store(writing=False)
        try:
            met = sorted(int(row["found_at_page"] or 0) for row in store.pages.rows("forms"))
            return CrawlCurve(name, settings.locate.strategy, store.log.pages, tuple(met))
        finally:
            store.close()
