"""Side doors of a site held against a few queries of its form, and taken where they have what it gives.

A door is taken if all of it came and `_ENOUGH` of the rows that queries of the form brought are in it. These
queries are asked by the harvest loop itself, in a folder that is thrown away; their answers are given to the real
harvest if the form is asked after all. A source that the form gives whole within so few queries needs no door.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from leadline.app.door_walk import Remembering, Walk, doors_of, walked
from leadline.app.progress import Supervisor
from leadline.doors.addresses import fits, main_shape, shapes_of
from leadline.doors.kinds import SPOKEN
from leadline.doors.matching import FormRow
from leadline.errors import BadTarget, FetchError
from leadline.gate.targets import TARGET
from leadline.harvest.door_source import door_source
from leadline.harvest.loop import Harvest
from leadline.harvest.planners.named import OURS
from leadline.harvest.prepare import HarvestJob, Prepared, planned_by, prepare
from leadline.harvest.profile import SourceProfile
from leadline.harvest.requests import StoppedBy, record_page, resting_error
from leadline.model.door import Checked, Door, DoorVerdict
from leadline.model.page import Request, Response
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.store.batch import Batch
from leadline.store.folder import KIND, CrawlFolder

_LEAST_REQUESTS = 50  # a run that may ask less often spends it on the form
_ROWS = 80
"""Rows of the form that are looked for: all of them found says with 95 % confidence that 95 % are there."""
_LEAST_ROWS = 20
_QUERIES, _LEAST_QUERIES = 24, 4  # of the form, to get them: one list alone may be of a kind that a door has
_PAGES_EACH = 3
_ENOUGH = 0.95  # what is asked for where nobody names a coverage
_MOST_LISTS = 200  # of one door, read before it is known whether it is taken


@dataclass(frozen=True, slots=True)
class FormSample:
    """What a few queries of the form brought."""

    rows: tuple[FormRow, ...]
    counted: int | None  # how many records the form says there are, where it is believed
    is_all: bool  # the form gave everything by these few queries


def looks_for_doors(job: HarvestJob) -> bool:
    """Whether a harvest may come by a door: what the user set narrows the form and not the door."""
    wants = job.harvest.doors == "auto" and job.saved is None and not job.sets
    return wants and job.harvest.planner in OURS and job.harvest.max_requests >= _LEAST_REQUESTS


async def beside(
    job: HarvestJob, prepared: Prepared, fetcher: Fetcher, supervisor: Supervisor
) -> tuple[Prepared, Fetcher]:
    """The prepared harvest, by a side door of the site where one has what the form gives."""
    remembering = Remembering(fetcher)
    doors = await doors_of(prepared.response, remembering)
    if not doors:
        return prepared, fetcher
    sample = await _sample(job, prepared, remembering, supervisor)
    verdicts: list[DoorVerdict] = []
    for door in doors:
        verdict = await _judged(door, prepared.response, remembering, sample)
        verdicts.append(verdict)
        if verdict.used:
            break
    remembering.keeps = False
    taken = next((one.door for one in verdicts if one.used), None)
    prepared = replace(prepared, doors=tuple(verdicts))
    return (through(taken, prepared) if taken is not None else prepared), remembering


def through(door: Door, prepared: Prepared) -> Prepared:
    chosen, source = door_source(door, prepared.response)
    choice = (("part", door.parts[0]),)
    first = source.planned_query(source.form, choice)
    return replace(prepared, judged=chosen, source=source, first=first, call=None, door=door, unmatched=())


async def alone(job: HarvestJob, fetcher: Fetcher) -> tuple[Prepared, Fetcher]:
    """The best door of the page the user named, without a form: whatever it has is all that is known."""
    response = await fetcher.fetch(Request(job.url, permit=TARGET, place=job.place))
    if response.rest_until is not None:
        raise resting_error(response)
    remembering = Remembering(fetcher)
    doors = await doors_of(response, remembering)
    for door in doors:
        walk = await walked(door, remembering, Document.of(response).page, _MOST_LISTS)
        if walk is None:
            continue
        door = replace(walk.known, shapes=main_shape(walk.urls) if door.leads_on else ())  # noqa: PLW2901
        remembering.keeps = False
        chosen, source = door_source(door, response)
        first = source.planned_query(source.form, (("part", door.parts[0]),))
        verdict = DoorVerdict(door, True, "asked for with --doors only; no query of a form was held against it")
        return Prepared(response, chosen, source, first, True, door=door, doors=(verdict,)), remembering
    raise BadTarget(f"{response.url}: --doors only, and neither the page nor robots.txt names a list of records")


async def rehearsed(job: HarvestJob, fetcher: Fetcher) -> Prepared:
    """All but the submission, with the doors that would be held against the form."""
    if job.harvest.doors == "only":
        return (await alone(job, fetcher))[0]
    prepared = await prepare(job, fetcher)
    if not looks_for_doors(job):
        return prepared
    why = f"queries of the form decide: {_ENOUGH:.0%} of what they bring has to be in it (--doors)"
    doors = await doors_of(prepared.response, fetcher)
    return replace(prepared, doors=tuple(DoorVerdict(door, False, why) for door in doors))


async def _sample(job: HarvestJob, prepared: Prepared, fetcher: Fetcher, supervisor: Supervisor) -> FormSample:
    """A few queries of the form, by the loop that would ask them anyway."""
    stop = asyncio.Event()

    def watch(harvest: Harvest) -> None:
        records, queries, _ = harvest.queries.counts()
        enough = records >= _ROWS and queries >= _LEAST_QUERIES
        if enough or queries >= _QUERIES or supervisor.stopped:
            stop.set()

    settings = replace(job.harvest, details="never", max_pages=min(_PAGES_EACH, job.harvest.max_pages))
    job = replace(job, harvest=settings)
    with (
        TemporaryDirectory(prefix="leadline-") as place,
        CrawlFolder.create(Path(place) / "sample", "", "harvest", begun=False) as folder,
        folder.working() as (store, archive),
    ):
        batch = Batch(decisions=((KIND, "harvest"),), planned=prepared.first)
        record_page(store, prepared.response, archive.append(prepared.response), batch)
        source, planner = prepared.source, planned_by(job, prepared.source)
        profile = SourceProfile.begun(source.document, source.form)
        harvest = Harvest(store, archive, fetcher, source, planner, profile, settings, None, watch, stop)
        ended = await harvest.run()
        estimate = harvest.estimate
        counted = round(estimate.total) if estimate and estimate.method == "count" and estimate.total else None
        found = list(store.pages.rows("records"))
    rows = tuple(
        FormRow(row["url"] or "", str(row["fields"].get("title", "")), _pairs(row["fields"])) for row in found
    )
    return FormSample(rows, counted, ended in (StoppedBy.COMPLETE, StoppedBy.COVERED))


def _pairs(fields: dict[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in fields.items() if value)


async def _judged(door: Door, response: Response, fetcher: Fetcher, sample: FormSample) -> DoorVerdict:
    """Whether a door is taken, and why (not)."""
    what = SPOKEN[door.kind]
    if sample.is_all:
        return DoorVerdict(door, False, "the form gives everything by a few queries")
    if len(sample.rows) < _LEAST_ROWS:
        return DoorVerdict(door, False, f"{len(sample.rows)} rows of the form are too few to tell what it lacks")
    if door.whole and door.size < _ENOUGH * (sample.counted or 0):
        return DoorVerdict(door, False, f"it has {door.size:,} of the {sample.counted:,} records the form counts")
    try:
        walk = await walked(door, fetcher, Document.of(response).page, _MOST_LISTS)
    except FetchError as error:
        return DoorVerdict(door, False, f"it did not come: {error.found}")
    if walk is None:
        return DoorVerdict(door, False, f"it is no {what} after all")
    found = walk.seen.found(sample.rows)
    checked = Checked(len(sample.rows), len(found), sample.counted)
    known = _narrowed(replace(walk.known, checked=checked), walk, [row.url for row in found])
    held = f"{checked.found:,} of {checked.rows:,} records that queries of the form brought are in it"
    if not known.whole:
        return DoorVerdict(known, False, f"not all of it came, and {held}")
    if checked.share < _ENOUGH:
        return DoorVerdict(known, False, f"only {held}")
    if known.size < _ENOUGH * (sample.counted or 0):
        return DoorVerdict(
            known, False, f"it has {known.size:,} of the {sample.counted:,} records the form counts"
        )
    return DoorVerdict(known, True, held)


def _narrowed(door: Door, walk: Walk, urls: list[str]) -> Door:
    """A door that names pages of any kind, with what those of records look like."""
    if not door.leads_on or not urls:
        return door
    shapes = shapes_of(urls)
    return replace(door, shapes=shapes, size=sum(fits(url, shapes) for url in walk.urls))
