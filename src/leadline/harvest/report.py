"""A harvest in numbers: what it would take, before anything is sent, and what it brought, read from the store."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from leadline.answers.judge.counts import StatedCounts, count_of
from leadline.answers.records.source_identity import SourceIdentity
from leadline.harvest.details import own_pages
from leadline.harvest.estimate import batch_size, combinations
from leadline.harvest.profile import IDENTITY
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.call import Call, Place
from leadline.model.door import DoorVerdict
from leadline.model.field import Field
from leadline.model.query import Estimate
from leadline.model.rest import RestingHost
from leadline.store.codec import stored
from leadline.store.protocols import Store
from leadline.web.browsing import BrowserUse


@dataclass(frozen=True, slots=True)
class PlannedField:
    name: str
    label: str
    type: str
    choices: int | None  # how many there are to choose from; None for a text field
    required: bool


@dataclass(frozen=True, slots=True)
class HarvestPreview:
    planner: str
    fields: tuple[PlannedField, ...]
    combinations: int  # Liddle's N: all choices of all fields that have some
    batch: int  # Liddle's C: queries of the sampling phase
    requests: int
    """What a harvest takes: form, robots.txt, probes, first queries; and, where the form's page says how many
    records there are, pages of results and records' own pages. Not cut at the limit."""
    max_requests: int
    hours: float  # these requests at the polite rate
    records: int | None = None  # how many the form's page says there are
    page_size: int = 0  # records of a page of results: what the form can ask for, else what is usual
    requests_per_thousand: int = 0  # what every thousand records take: pages of results, and their own
    seconds_per_request: float = 0.0  # our own pause, or a longer one that robots.txt asks for

    @property
    def takes_days(self) -> bool:
        return self.hours >= _DAY or self.requests_per_thousand * self.seconds_per_request / 3600 >= _DAY


_DAY = 24.0
_USUAL_PAGE = 10  # the most frequent length of a page of results (ALGORITHMS: F3)
_CHECKS = 16  # queries that check a default query that seems to have given everything


def preview(source: HarvestSource, settings: HarvestSettings, pause: float) -> HarvestPreview:
    """What is known before anything is sent; `pause` is the polite time between two requests."""
    levels = [len(field.choices) for field in source.fields if field.finite]
    n = combinations(levels)
    count = count_of(source.document)
    records = count.total if count is not None else None
    page = max((int(size) for _, size in source.pages), default=_USUAL_PAGE)
    per_thousand = -(-1_000 // page) + (1_000 if settings.details == "always" else 0)
    requests = 3 + settings.probes + _queries(source, settings, levels, n)
    requests += -(-(records or 0) * per_thousand // 1_000)
    return HarvestPreview(
        settings.planner,
        tuple(map(_planned, source.fields)),
        n,
        batch_size(levels),
        requests,
        settings.max_requests,
        requests * pause / 3600,
        records,
        page,
        per_thousand,
        pause,
    )


def _queries(source: HarvestSource, settings: HarvestSettings, levels: list[int], n: int) -> int:
    """Queries besides the pages of their answers. Planners that look for the shortest way begin with everything at
    once, and go through the longest list where that is cut off."""
    match settings.planner:
        case "liddle":
            return n
        case "hiwe":
            return settings.hiwe.s_max
        case "once":
            return 1
        case _:
            words = any(not field.finite for field in source.fields)
            return 1 + max(levels, default=0) + _CHECKS * (words or bool(levels))


def _planned(field: Field) -> PlannedField:
    count = len(field.choices) if field.finite else None
    return PlannedField(field.name, field.label, field.type.value, count, field.required)


SCRIPTS = "scripts"  # name of the decision that keeps what using the page came to


def packed_use(use: BrowserUse, call: Call | None) -> tuple[str, str]:
    made = f"{call.method} {call.url}" if call is not None else None
    names = {"other_sites": sorted(use.other_sites), "sockets": sorted(use.sockets)}
    return SCRIPTS, json.dumps({**asdict(use), **names, "call": made})


def told_call(call: Call) -> dict[str, Any]:
    """A call of the page's script in words: what it takes, how its pages turn, where its records stand."""
    fields = {field.name: [_written(slot.place) for slot in field.slots] for field in call.fields}
    turns, rows = [_written(turn.place) for turn in call.turns], call.rows
    where = _written(rows) if rows is not None else None
    return {"method": call.method, "url": call.url, "fields": fields, "turns": turns, "rows": where}


def _written(place: Place) -> str:
    return "/".join(str(step) for step in place if not str(step).startswith("#")) or "the answer itself"


DOORS = "doors"  # name of the decision that keeps what became of the site's side doors


def packed_doors(verdicts: Sequence[DoorVerdict]) -> tuple[str, str]:
    return DOORS, json.dumps([told_door(one) for one in verdicts])


def told_door(verdict: DoorVerdict) -> dict[str, Any]:
    """A side door for people and programs."""
    door, checked = verdict.door, verdict.door.checked
    held = {"rows": checked.rows, "found": checked.found} if checked is not None else {"rows": 0, "found": 0}
    said = {"kind": door.kind, "url": door.url, "named_by": door.named_by, "size": door.size}
    return {**said, **held, "used": verdict.used, "why": verdict.why}


_UNREACHABLE = ("unreachable", "dns", "connect", "tls", "timeout")


@dataclass(frozen=True, slots=True)
class HarvestReport:
    """What `leadline harvest --json` prints; the keys are a contract. None is what is not known (yet)."""

    records: int
    queries: int
    requests: int
    unreachable: int
    robots_blocked: int
    refused: int
    errors: int
    stopped_by: str
    why: str | None = None
    pages: int = 0
    coverage: float | None = None
    coverage_low: float | None = None
    coverage_high: float | None = None
    estimated_total: float | None = None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    truncated_queries: int | None = None  # answers that the site cut off; those we left are in `left_answers`
    left_answers: dict[str, int] = field(default_factory=dict)
    """Answers that were not paged to their end, by reason: `leadline.model.query.Left`, and `open` for the one
    that `resume` pages on."""
    own_pages_read: int = 0  # records whose own page was read
    own_pages_left: int = 0  # records whose own page may tell more and was not read
    own_pages_why: str | None = (
        None  # why: `limit` (resume reads on) or `nothing-new` (the last ones added nothing)
    )
    alike: int = 0
    """Records that say word for word what another one says: few are two of a kind, many one under several
    addresses."""
    doubles: int = 0  # these four as in `IdentityCounts`
    merged: int = 0
    split: int = 0
    recuts: int = 0
    resting: tuple[RestingHost, ...] = ()  # hosts that asked to be left alone, and until when
    scripts: dict[str, Any] | None = None
    """Of a page that scripts fill: `openings` in a browser, `calls` of scripts that were answered, what was
    `blocked`, `other_sites` they wanted data of, and the `call` that was made instead of a form."""

    doors: list[dict[str, Any]] = field(default_factory=list)
    """Side doors that the site names: `kind`, `url`, who names it, its `size`, how many `rows` of the form were
    looked for and `found` in it, whether it was `used`, and `why`."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class IdentityCounts:
    """How well records are told apart; all zero for a folder that an older version made."""

    doubles: int = 0  # rows of answers that were a record met before
    merged: int = 0  # rows that say something else than the record they were taken for
    split: int = 0  # rows that say what a record of another query says, and were taken for another
    recuts: int = 0  # how often what records go by was replaced, or asked for, and all of them cut anew


def identity_counts(store: Store) -> IdentityCounts:
    if (kept := store.decisions.get(IDENTITY)) is None:
        return IdentityCounts()
    known = stored("what records go by")(SourceIdentity.from_json)(kept)
    doubles = max(0, known.rows - store.queries.counts()[0])
    return IdentityCounts(doubles, known.merged, known.split, known.cuts)


def report(
    store: Store,
    stopped_by: str,
    why: str | None = None,
    estimate: Estimate | None = None,
    counts: StatedCounts | None = None,
) -> HarvestReport:
    found, queries = store.pages.summary(), store.queries
    records, answered, pages = queries.counts()
    unreachable = sum(found.failures.get(kind, 0) for kind in _UNREACHABLE)
    identity = identity_counts(store)
    own, used = own_pages(store), store.decisions.get(SCRIPTS)
    estimated: dict[str, Any] = asdict(estimate) if estimate is not None else {}
    return HarvestReport(
        records=records,
        queries=answered,
        requests=store.hosts.requests(),
        unreachable=unreachable,
        robots_blocked=found.robots_blocked,
        refused=found.refused,
        errors=found.errors - unreachable + found.set_aside,
        stopped_by=str(stopped_by),  # plain values: a program prints them as they are
        why=why,
        pages=pages,
        truncated_queries=queries.truncated(by_count=counts is not None and counts.believed),
        left_answers=left_answers(store),
        own_pages_read=own.read,
        own_pages_left=own.left,
        own_pages_why=own.why,
        alike=queries.alike(),
        doubles=identity.doubles,
        merged=identity.merged,
        split=identity.split,
        recuts=identity.recuts,
        scripts=stored("what using the page came to")(json.loads)(used) if used is not None else None,
        doors=stored("what became of side doors")(json.loads)(store.decisions.get(DOORS) or "[]"),
        estimated_total=estimated.pop("total", None),
        **estimated,
    )


def left_answers(store: Store) -> dict[str, int]:
    """Answers that were not paged to their end, by reason."""
    left = {str(why): count for why, count in store.queries.left().items()}
    pending = store.queries.open()
    return {**left, "open": 1} if pending is not None and pending.reply is not None else left
