"""Whether side doors of the lab's sites are taken where they have what the form gives, and left alone where not.

Every kind of door stands beside databases of the lab, complete or with less than it seems to have; the judgement
is the program's own, by queries of the form. A complete door that is not taken costs requests, one that lacks
records costs records: so precision comes first.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.app.doors import beside
from leadline.app.harvest import run_prepared
from leadline.app.progress import NOBODY
from leadline.errors import LeadlineError, WorkNotDone
from leadline.harvest.prepare import HarvestJob, prepare
from leadline.harvest.settings import HarvestSettings
from leadline.store.archive import Archive
from leadline.store.sqlite.store import SqliteStore
from leadline.web.settings import WebSettings
from leadline_bench import virtual
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.harvest.drawn import Visit
from leadline_bench.harvest.sources import Draw, drawn, spread
from leadline_bench.harvest.trial import Dated
from leadline_bench.report import Table
from leadline_lab.doors import HONESTY, KINDS, DoorWeb
from leadline_lab.doors.kinds import LEADS_ON
from leadline_lab.serve.fetcher import LabFetcher

_LEAST = 100  # records of a database that a door is worth judging for


@dataclass(frozen=True, slots=True)
class DoorTrial:
    """One door beside one form."""

    kind: str
    honesty: str
    host: str
    size: int
    """Records behind the form."""
    listed: int
    """Things the door lists."""
    seen: bool
    """The program found it."""
    used: bool
    others_used: bool
    """Another list of the site was taken in its place."""
    records: int | None
    """Brought up by it, where it was taken."""
    why: str

    @property
    def complete(self) -> bool:
        return HONESTY[self.honesty].complete


def side_doors(draw: Draw, each: int, processes: int, tell: Tell) -> Part:
    """Every kind, as honest as each of `HONESTY` says, beside `each` databases."""
    orders = [
        (draw, kind, honesty, each * (n + len(HONESTY) * m) + k)
        for m, kind in enumerate(KINDS)
        for n, honesty in enumerate(HONESTY)
        for k in range(each)
    ]
    found: dict[int, DoorTrial] = {}
    for place, one in spread(_one, orders, processes):
        if one is not None:
            found[place] = one
            tell(f"{one.kind}, {one.honesty}, {one.host}: {'taken' if one.used else 'left'} ({one.why})")
    trials = [found[place] for place in sorted(found)]
    if not any(one.seen for one in trials):
        raise WorkNotDone("no side door was seen: there is nothing to measure")
    return _part(trials)


def _one(draw: Draw, kind: str, honesty: str, number: int) -> DoorTrial | None:
    """None where the form beside it is not asked: a door is judged by the form's word."""
    visits = [
        visit
        for seed in draw.seeds
        for visit in drawn(draw, seed)
        if visit.source.size >= _LEAST and (visit.source.has_details or kind not in LEADS_ON)
    ]
    if not visits:
        return None
    return virtual.run(_judged(visits[number % len(visits)], kind, honesty, draw.seed))


async def _judged(visit: Visit, kind: str, honesty: str, seed: int) -> DoorTrial | None:
    web, store, clock = WebSettings(), SqliteStore(Path(":memory:")), Dated()
    site = DoorWeb(visit.lab.web.world, visit.plan, visit.source, kind, HONESTY[honesty])
    lab = LabFetcher(site, None, clock, web, before_request=store.promise)
    settings = HarvestSettings(max_requests=2_000, details="never", seed=seed)
    job = HarvestJob(web, settings, visit.form_response.url, identity=visit.form.identity)
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder))
        try:
            prepared, fetcher = await beside(job, await prepare(job, lab), lab, NOBODY)
            verdicts = {verdict.door.url: verdict for verdict in prepared.doors}
            own = next((v for url, v in verdicts.items() if _is_ours(url, kind)), None)
            records = None
            if prepared.door is not None:
                records = (await run_prepared(store, archive, fetcher, prepared, job)).records
        except LeadlineError:
            return None
        finally:
            await lab.close()
            archive.close()
            store.close()
    used = own is not None and own.used
    why = own.why if own is not None else "not seen"
    listed, others = len(site.door.things), prepared.door is not None and not used
    return DoorTrial(
        kind, honesty, visit.plan.site.host, visit.source.size, listed, own is not None, used, others, records, why
    )


def _is_ours(url: str, kind: str) -> bool:
    """A site may have a sitemap of its own pages."""
    return (".xml" in url and "sitemap" in url) == (kind == "sitemap")


def _part(trials: Sequence[DoorTrial]) -> Part:
    used = [one for one in trials if one.used or one.others_used]
    right = [one for one in used if one.used and one.complete]
    whole = [one for one in trials if one.complete]
    figures = {
        "doors": float(len(trials)),
        "doors_seen": sum(one.seen for one in trials) / len(trials),
        "door_precision": len(right) / len(used) if used else 1.0,
        "door_recall": len(right) / len(whole) if whole else 0.0,
        "doors_taken": float(len(used)),
        "lying_doors_taken": float(len(used) - len(right)),
    }
    brought = [min(1.0, one.records / one.size) for one in right if one.records is not None]
    if brought:
        figures["door_coverage"] = sum(brought) / len(brought)
    head = ("door", *HONESTY)
    rows = tuple((kind, *(_cell(trials, kind, name) for name in HONESTY)) for kind in KINDS)
    whys = tuple(
        (one.kind, one.honesty, one.host, one.size, one.listed, one.used or one.others_used, one.why)
        for one in trials
        if (one.used or one.others_used) != one.complete
    )
    return Part(
        figures,
        (
            Table("side doors taken, of those beside forms", head, rows),
            Table(
                "judged otherwise than they are", ("door", "has", "site", "records", "lists", "taken", "why"), whys
            ),
        ),
    )


def _cell(trials: Sequence[DoorTrial], kind: str, honesty: str) -> str:
    some = [one for one in trials if (one.kind, one.honesty) == (kind, honesty)]
    return f"{sum(one.used for one in some)} of {len(some)}"
