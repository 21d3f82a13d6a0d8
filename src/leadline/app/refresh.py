"""Refresh: a known source harvested again, in its own folder. Made for cron.

1. The form's page is asked for: a form that is gone ends it, one that changed is an alarm.
2. A *round* is begun, and what brought the known records is asked again (`leadline.harvest.refresh`), pages "only
   if changed" where the server knows that (`leadline.harvest.revisit`). With `harvest.refresh.full` the planner of
   the folder asks everything first.
3. New and changed records get their own pages read.
4. The round ends: what is gone is marked, what is alarming is told. A round that was stopped, or killed, stays
   open; the next refresh, or `resume`, goes on with it, and nothing is called gone before it is through.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path

from leadline.answers.document import read
from leadline.app.harvest import harvest_door, new_profile
from leadline.app.progress import NOBODY, Started, Supervisor
from leadline.app.settings import Settings
from leadline.app.taken_up import judged_again, kept_source, on_screen_again, rendered_as_before
from leadline.app.watching import watching
from leadline.doors.as_form import PART
from leadline.errors import BadTarget
from leadline.gate.targets import FORM_PAGE, UNSENT
from leadline.harvest.forgotten import put_away
from leadline.harvest.human import approved, cut_as_decided, with_decisions
from leadline.harvest.loop import Harvest
from leadline.harvest.prepare import HarvestJob, check, planned_by, understood
from leadline.harvest.profile import SOURCE_FILE, HarvestStart, SourceProfile, edited
from leadline.harvest.recut import Recut
from leadline.harvest.refresh import (
    Alarm,
    KnownQueries,
    OneAfterTheOther,
    alarms,
    choices_of,
    form_alarm,
    with_former_choices,
)
from leadline.harvest.requests import NOT_NOW, RequestBudget, StoppedBy, reason_to_stop, record_page, resting_error
from leadline.harvest.revisit import RevisitingFetcher
from leadline.harvest.source import HarvestSource
from leadline.model.events import Outcome
from leadline.model.page import Request, Response
from leadline.model.rest import RestingHost
from leadline.protocols import QueryPlanner
from leadline.store.archive import Archive
from leadline.store.batch import Batch
from leadline.store.codec import stored
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.store.rounds import RoundChange, RoundStep
from leadline.submit.session import refreshed
from leadline.web.blocks import recognise
from leadline.web.clock import WallClock
from leadline.web.politeness import longest_gap
from leadline.web.tasks import Reader

PARTIAL = frozenset(
    ["max-requests", "time-limit", "interrupted", "blocked", "failed", "robots", "unanswered", "resting"]
)
"""What ends a run before all is asked (`leadline.harvest.requests.StoppedBy`); else it went through."""
DONE, NO_FORM = "done", "form"
_FORM = "refresh.form"  # what could be chosen in the form when it was refreshed last
_LOOKED_AT = 50  # records among which two are looked for whose own pages were read


@dataclass(frozen=True, slots=True)
class RefreshReport:
    """What `leadline refresh --json` prints. None is what a run that was not through cannot tell."""

    round: int
    records: int  # there now, as far as is known
    new: int
    changed: int
    returned: int  # had been gone
    gone: int | None
    unconfirmed: int | None  # did not come, and nobody can tell whether they are gone
    same: int
    queries: int
    requests: int  # of this run
    not_modified: int  # answers of this run that said: not modified since
    stopped_by: str
    why: str | None = None
    alarms: tuple[Alarm, ...] = ()
    changed_fields: dict[str, int] = field(default_factory=dict)
    volatile: tuple[str, ...] = ()  # fields that differ whenever one looks, and make no record a changed one
    resting: tuple[RestingHost, ...] = ()

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @property
    def has_news(self) -> bool:
        return bool(self.new or self.changed or self.returned or self.gone)


async def refresh(folder: CrawlFolder, settings: Settings, supervisor: Supervisor = NOBODY) -> RefreshReport:
    """Harvest the source of a folder again, or go on with that."""
    job = HarvestJob(settings.web, settings.harvest, "", settings.forms)
    check(job)
    with folder.working() as (store, archive):
        if not store.queries.counts()[0] and not store.rounds.current:
            raise BadTarget(f"{folder.path} holds no record to look for again: leadline resume {folder.path}")
        kept = HarvestStart.recalled(store.decisions)
        job = replace(job, harvest=approved(folder.path, job.harvest), web=rendered_as_before(kept, job))
        job = replace(job, sets=kept.sets, values=kept.values, memory=kept.memory)
        budget, clock = RequestBudget(job.harvest.max_requests), WallClock()
        budget.keep_in(store)
        promises = store.hosts.promises(clock.now(), longest_gap(job.web))
        for sentence in promises.disbelieved:
            supervisor.warn(sentence)
        supervisor.on_progress(Started("refresh", folder.path, resumed=store.rounds.current > 0))
        async with harvest_door(replace(job, url=kept.response.url), budget, clock, promises.hosts) as live:
            fetcher = RevisitingFetcher(on_screen_again(live, kept, job), store, archive)
            return await _Refresh(folder.path, store, archive, fetcher, job, supervisor).run(kept)


def is_refreshing(folder: CrawlFolder) -> bool:
    """Whether a refresh of this folder was begun and is not through."""
    with closing(folder.open_store(writing=False)) as store:
        return store.rounds.current > 0


@dataclass(eq=False)
class _Refresh:
    """One run of it."""

    folder: Path
    store: Store
    archive: Archive
    fetcher: RevisitingFetcher
    job: HarvestJob
    supervisor: Supervisor

    def __post_init__(self) -> None:
        self._clock = WallClock()
        self._spent_before = self.store.hosts.requests()
        self._alarms: list[Alarm] = []
        self._choices: dict[str, list[str]] = {}  # of the form as it is now
        self._is_edited = False
        """Whether somebody has changed the descriptor: as it was written it would keep new choices out."""

    async def run(self, kept: HarvestStart) -> RefreshReport:
        try:
            response = await self._form_page(kept)
        except NOT_NOW as error:
            return self._report(*reason_to_stop(error))
        if (block := recognise(response)) is not None:
            return self._report(StoppedBy.BLOCKED, f"{response.url}: the site shows {block.kind} ({block.why})")
        source = self._source(kept, response)
        if source is None:
            return self._report(NO_FORM, self._alarms[-1].why)
        known = cut_as_decided(self.folder, new_profile(source).recalled(self.store.decisions))
        known = await Recut(self.store, self.archive, self.job.harvest).as_decided(known)
        profile = self._begun(known, source)
        harvest = self._harvest(source, profile)
        self.store.note(self._clock.now(), "started", pages=self.store.log.pages, round=self.store.rounds.current)
        stopped_by = await harvest.run()
        self.store.note(self._clock.now(), "refreshed", by=str(stopped_by), round=self.store.rounds.current)
        if str(stopped_by) in PARTIAL:
            return self._report(stopped_by, harvest.why)
        return self._ended(believed=harvest.profile.counts.believed)

    # ── the form ──────────────────────────────────────────────────────────────────────────────────────────

    async def _form_page(self, kept: HarvestStart) -> Response:
        """The page as it is now; that of the folder where it came from a file."""
        first = next(self.store.log.events(), None)
        if kept.call is not None or kept.door is not None:  # what its scripts ask for is known
            return kept.response
        if not isinstance(first, Outcome) or first.final_url != kept.response.url:
            return kept.response
        response = await self.fetcher.fetch(Request(kept.response.url, permit=FORM_PAGE))
        if response.rest_until is not None:
            raise resting_error(response)
        record_page(self.store, response, put_away(self.archive, self.store.forgotten, response), Batch())
        return response

    def _source(self, kept: HarvestStart, response: Response) -> HarvestSource | None:
        """The form as its page has it now, through the gate once more; None where it is gone."""
        if kept.call is not None or kept.door is not None:
            return kept_source(kept, self.job)
        before = next((form for form in read(kept.response).page.forms if form.index == kept.form), None)
        if before is None:
            raise BadTarget(f"{self.folder} names form {kept.form}, and its page has none such: begin anew")
        self._is_edited = self._was_edited(kept)
        document = read(response)
        now = refreshed(before, document.page)
        same = [form for form in document.page.forms if now is not None and form.action == now.action]
        same = [form for form in same if form.identity == before.identity] or same
        found = min(same, key=lambda form: abs(form.index - kept.form), default=None)
        told = self.store.decisions.get(_FORM)  # what the last refresh has told is told once
        known = stored("the form")(json.loads)(told) if told is not None else choices_of(before)
        if (alarm := form_alarm(known, document.page, found)) is not None:
            self._alarms.append(alarm)
        if found is None:
            return None
        self._choices = {name: sorted(values) for name, values in choices_of(found).items()}
        return understood(response, document, judged_again(document, found.index, self.job), self.job)

    def _was_edited(self, kept: HarvestStart) -> bool:
        document = read(kept.response)
        known = judged_again(document, kept.form, self.job)
        fields = understood(kept.response, document, known, self.job).fields
        now, given = with_decisions(self.folder, *edited(self.folder / SOURCE_FILE, fields))
        same = [(one.label, one.type, one.levels) for one in now] == [(f.label, f.type, f.levels) for f in fields]
        return bool(given) or not same

    # ── the round ─────────────────────────────────────────────────────────────────────────────────────────

    def _begun(self, profile: SourceProfile, source: HarvestSource) -> SourceProfile:
        """What is known about the source, with the form's values of the moment, in a round that is open."""
        # What is different now has changed: it says nothing about how records are told apart.
        identity = replace(profile.identity, rows=0, merged=0, repeats=0, split=0, remembered=())
        session = profile.session.loaded(source.page)
        session = replace(session, form=with_former_choices(source.form, session.form), spent=False, cold=False)
        now = replace(profile, session=session)
        if self.store.rounds.current:
            return now
        now = replace(now, identity=identity, counts=now.counts.asked_anew())
        begin = RoundChange(RoundStep.BEGIN, self._clock.now())
        self.store.commit(Batch(round=begin, decisions=now.changes(profile)))
        return now

    def _harvest(self, source: HarvestSource, profile: SourceProfile) -> Harvest:
        settings = self.job.harvest
        wanted = settings.refresh
        settings = replace(settings, coverage=None, whole_answers=True)
        if not wanted.full:
            settings = replace(settings, probes=0)
        if wanted.own_pages == "never":
            settings = replace(settings, details="never")
        reader = Reader(self.job.web.limits.reading_seconds)
        watch = watching(self.supervisor, self.job.web.delay, self._clock)
        stop = self.supervisor.stop or asyncio.Event()
        parts = (self.store, self.archive, self.fetcher, source, self._planner(source), profile, settings)
        harvest = Harvest(*parts, reader, watch, stop, self._spent_before, read_before=tuple(self._own_pages()))
        harvest.replan = lambda: self._planner(source)
        return harvest

    def _planner(self, source: HarvestSource) -> QueryPlanner:
        rounds, wanted = self.store.rounds, self.job.harvest.refresh
        settle = Batch(round=RoundChange(RoundStep.SETTLE, all_pages=wanted.own_pages == "all"))
        names = {control.name for control in source.form.controls} | {PART}  # what a side door is asked by
        asked = [one for one in rounds.choices() if names.issuperset(name for name, _ in one.choice)]
        known = KnownQueries(asked, rounds.unmet, lambda: self.store.commit(settle))
        descriptor = self.folder if self._is_edited else None
        return OneAfterTheOther(planned_by(self.job, source, descriptor), known) if wanted.full else known

    def _own_pages(self) -> Iterator[tuple[str, str]]:
        """URL and text of two records' own pages as they were read before."""
        urls = islice(filter(None, self.store.queries.record_urls()), _LOOKED_AT)
        pages = ((url, self.fetcher.archived(Request(url, permit=UNSENT))) for url in list(urls))
        found = ((url, page) for url, page in pages if page is not None)
        return ((url, read(page).page.text) for url, page in islice(found, 2))

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def _ended(self, *, believed: bool) -> RefreshReport:
        rounds, wanted = self.store.rounds, self.job.harvest.refresh
        met, again = rounds.sightings(), rounds.asked_again()
        told = list(alarms(met, again, wanted, volatile=rounds.volatile(), believed=believed))
        self._alarms += told
        doubtful = any(one.kind == "layout" for one in told) or met.missing > wanted.believed * met.known
        report = self._report(DONE, None, is_through=True, marks_gone=not doubtful)
        body = json.dumps(report.as_json())
        end = RoundChange(RoundStep.END, self._clock.now(), mark_gone=not doubtful, body=body)
        self.store.commit(Batch(round=end, decisions=((_FORM, json.dumps(self._choices)),)))
        return report

    def _report(
        self, stopped_by: str, why: str | None, *, is_through: bool = False, marks_gone: bool = False
    ) -> RefreshReport:
        store, rounds = self.store, self.store.rounds
        met = rounds.sightings()
        gone = met.gone if marks_gone else 0
        return RefreshReport(
            round=rounds.current,
            records=met.known + met.new + met.returned - gone,
            new=met.new,
            changed=met.changed,
            returned=met.returned,
            gone=gone if is_through else None,
            unconfirmed=met.missing - gone if is_through else None,
            same=met.met - met.changed,
            queries=store.queries.counts()[1],
            requests=store.hosts.requests() - self._spent_before,
            not_modified=self.fetcher.unchanged,
            stopped_by=str(stopped_by),
            why=why,
            alarms=tuple(self._alarms),
            changed_fields=dict(met.fields),
            volatile=tuple(rounds.volatile()),
            resting=store.hosts.resting(self._clock.now()),
        )
