"""THE harvest loop.

1. Take the submission that is open: planned, or sent by a process that died before the answer was recorded. Where
   none is open, ask the planner for the next query; before its second one, nonsense is asked (`probes`).
2. Where the site wants fresh values, load the form's page again. Mark the submission sent, then send it (guard,
   robots.txt for the action, politeness: all at the door).
3. Judge the answer, cut its records, find its next page (`leadline.harvest.answer_page`). A block page ends the
   work with a plain word; other failures are recorded, and several in a row end it.
4. Archive first, then commit: event, records, what was learnt, the submission and the plan for the next page in
   one batch. When an answer is complete the planner observes it.
5. When the planner is through, read the records' own pages where they tell more than the list.

A site that asks for more time than a request waits (`web.max_retry_after`) ends the run, and so does the limit of
requests: the submission stays open, and `resume` goes on with it. One that was sent without an answer is sent once
more if it is a GET, and only reported if it is a POST. The planner is a fold over complete answers: `resume` lets
it observe them again. So does a page that shows that records were cut or told apart wrongly (`harvest.recut`).
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from leadline.answers.judge.nonsense import nonsense
from leadline.errors import FetchError, ReadingTooLong, Refused, RobotsDisallowed
from leadline.gate.targets import FORM_PAGE
from leadline.harvest.answer_page import AnswerSoFar, otherwise_pressed, read_answer, settled
from leadline.harvest.details import LEADS, Details
from leadline.harvest.endings import SizeWatch, ended_by
from leadline.harvest.forgotten import put_away, without_forgotten
from leadline.harvest.profile import SourceProfile
from leadline.harvest.recut import Recut, RecutStopped
from leadline.harvest.requests import (
    NOT_NOW,
    NotNow,
    StoppedBy,
    accepted_answer,
    failure_of,
    reason_to_stop,
    record_failure,
    record_no_answer,
    record_page,
    resting_error,
)
from leadline.harvest.scripted.same import SameAnswers
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.events import Failure
from leadline.model.page import Request, Response
from leadline.model.query import Choice, Estimate, Left, Submission
from leadline.parse.document import parse
from leadline.protocols import Fetcher, QueryPlanner
from leadline.store.archive import Archive
from leadline.store.batch import Batch, OpenSubmission, QueryRole
from leadline.store.protocols import Queries, Store
from leadline.web.blocks import recognise
from leadline.web.tasks import Reader, beside


@dataclass(eq=False)
class Harvest:
    """One harvest, from its first submission or from where it stopped."""

    store: Store
    archive: Archive
    fetcher: Fetcher
    source: HarvestSource
    planner: QueryPlanner
    profile: SourceProfile
    settings: HarvestSettings
    reader: Reader | None = None  # reads what is large beside the loop
    watch: Callable[["Harvest"], None] = lambda _: None  # told after every page: progress lines
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    """Set from outside (Ctrl-C); the loop sees it between and during requests."""
    spent_before: int = 0  # requests of earlier runs: each run may spend its own
    why: str | None = None  # a sentence about how it ended, where the word alone does not tell
    reads_details: bool = False  # the queries are through
    replan: Callable[[], QueryPlanner] | None = None  # the planner at its beginning again
    read_before: tuple[tuple[str, str], ...] = ()  # URL and text of some records' own pages, of an earlier run
    _observed: int = 0
    _pending: Choice | None = None
    _failures: int = 0
    _left: set[Choice] = field(default_factory=set)  # queries whose answers were left with more behind them

    def __post_init__(self) -> None:
        self._same = SameAnswers(self.source.came, self.fetcher)
        self._details = Details(self.store, self.settings, self.read_before)
        once, source, own = self.planner.name == "once", self.source, self.settings
        self._sizes = SizeWatch(source.fields, own.coverage, once=once, seed=own.seed, within=source.within)

    @property
    def queries(self) -> Queries:
        return self.store.queries

    @property
    def spent(self) -> int:
        return self.store.hosts.requests() - self.spent_before

    @property
    def estimate(self) -> Estimate | None:
        return self._sizes.estimate(self.planner)

    async def run(self) -> StoppedBy:
        self._catch_up()
        while True:
            if self.stop.is_set():
                return StoppedBy.INTERRUPTED
            submission = self.queries.open()
            if submission is None and (ended := self._plan_next()) is not None:
                return await self._read_details(ended) if ended is not StoppedBy.FAILED else ended
            if submission is None:
                continue
            if self.spent >= self.settings.max_requests:
                return StoppedBy.REQUESTS
            if submission.state is Submission.SENT and submission.request.method == "POST":
                self.why = f"{submission.request.url}: a POST was sent and never answered; it is not repeated"
                failure = Failure(StoppedBy.UNANSWERED, "sent by a process that died; not repeated")
                record_no_answer(self.store, submission, failure)
                return StoppedBy.UNANSWERED
            ended = await self._submit(submission)
            self._catch_up()
            self.watch(self)
            if ended is not None:
                return ended

    # ── planning ──────────────────────────────────────────────────────────────────────────────────────────

    def _catch_up(self) -> None:
        """Let the planner observe every answer that was completed since it last looked."""
        for number, answer in self.queries.answers(QueryRole.PLANNED, self._observed):
            if self._pending is None:
                self._sizes.choose(self.planner)
            self.planner.observe(answer)
            self._sizes.observe(self.planner, answer)
            self._left |= {answer.choice} if answer.left is Left.KNOWN else set()
            self._pending, self._observed = None, number

    def _plan_next(self) -> StoppedBy | None:
        """Plan one more query; a word if there is none."""
        if (enough := self._sizes.is_covered(self.planner)) is not None:
            self.why = enough
            return StoppedBy.COVERED
        if self._pending is None:
            self._pending = self._sizes.choose(self.planner)
        if self._pending is None:
            if not self.queries.counts()[2]:  # no page ever came
                return StoppedBy.FAILED
            ended, self.why = self._sizes.ending(self.planner)
            return ended
        probe = self._probe()
        choice, role = (probe, QueryRole.PROBE) if probe is not None else (self._pending, QueryRole.PLANNED)
        self.store.commit(Batch(planned=self.source.planned_query(self.profile.form, choice, role)))
        return None

    def _probe(self) -> Choice | None:
        """A nonsense query, if one is due: after the first answer, where a text field takes any word."""
        done, field_name = len(list(self.queries.answers(QueryRole.PROBE))), self.source.takes_words
        if self._observed == 0 or field_name is None or done >= self.settings.probes:
            return None
        return ((field_name, nonsense(self.settings.seed, done)),)

    # ── sending ───────────────────────────────────────────────────────────────────────────────────────────

    async def _submit(self, submission: OpenSubmission) -> StoppedBy | None:
        """Send one submission and take its answer in; a word if that ends the harvest."""
        request = self.source.as_sent(submission.request)
        try:
            if submission.page == 0 and self.profile.session.needs_reload:
                request = await self._with_fresh_values(submission)
            self._mark(submission, Submission.SENT, request)
            what = f"query {submission.query_id} page {submission.page}"
            response = await accepted_answer(self.fetcher, self.store, request, self.stop, what)
        except NOT_NOW as error:
            return self._held_up(submission, request, error)
        except FetchError as error:
            return self._no_answer(submission, error)
        if response is None:
            self._mark(submission, Submission.PLANNED)
            return StoppedBy.INTERRUPTED
        try:
            return await self._answered(submission, response)
        except ReadingTooLong as error:
            return self._no_answer(submission, error)

    def _mark(self, submission: OpenSubmission, state: Submission, request: Request | None = None) -> None:
        self.store.commit(Batch(marked=(submission, state, request)))

    def _held_up(self, submission: OpenSubmission, request: Request, error: NotNow) -> StoppedBy:
        """Leave the submission open, but for a POST that left and whose redirect may not be followed now."""
        if request.method == "GET" or error.url in (request.url, self.source.page.url):
            self._mark(submission, Submission.PLANNED)
        else:
            record_no_answer(self.store, submission, failure_of(error))
        ended, self.why = reason_to_stop(error)
        return ended

    async def _with_fresh_values(self, submission: OpenSubmission) -> Request:
        """The same query with the hidden values the form has now."""
        response = await self.fetcher.fetch(Request(self.source.page.url, permit=FORM_PAGE))
        if response.rest_until is not None:
            raise resting_error(response)
        page = parse(response)
        profile = replace(self.profile, session=self.profile.session.loaded(page))
        batch = Batch(forms=page.forms, decisions=profile.changes(self.profile))
        record_page(self.store, response, put_away(self.archive, self.store.forgotten, response), batch)
        self.profile = profile
        return self.source.planned_query(profile.form, submission.choice).request

    # ── taking in ─────────────────────────────────────────────────────────────────────────────────────────

    async def _answered(self, submission: OpenSubmission, response: Response) -> StoppedBy | None:
        asked = {"query": str(submission.query_id), "page": str(submission.page)}
        capture = self.archive.append(response, extra=asked)
        place = f"{capture.warc}#{capture.warc_offset}"
        while True:
            again, profile = submission.choice in self._left, self.profile
            so_far = AnswerSoFar.of(submission, self.settings, self.queries, again=again)
            page = await beside(self.reader, response, partial(read_answer, response, place, profile, so_far))
            if not page.profile.identity.renames(profile.identity):
                page = settled(page, self.queries.known(page.identities), so_far)
                if page.profile.usual == profile.usual or not self.queries.counts()[0]:
                    break  # else what was read before it was known how records look here may be none
            try:
                await self._cut_anew(page.profile, submission.request.method)
            except RecutStopped:
                self._mark(submission, Submission.PLANNED)
                return StoppedBy.INTERRUPTED
        page = otherwise_pressed(page, self.source, so_far) if page.has_grown else page
        self._failures = self._failures + 1 if page.result.failed else 0
        ended, self.why = ended_by(page, response.url, self._failures, self.settings.failures)
        if ended is None and not (so_far.held or page.result.records):
            ended, self.why = self._same.ended(response, submission)
        if ended not in (None, StoppedBy.SCRIPTS) and submission.request.method == "GET":
            page = replace(page, result=replace(page.result, retry=True))  # resume may ask once more
        page, capture = without_forgotten(page, response, capture, self.archive, self.store.forgotten)
        decisions = page.profile.changes(profile) + ((LEADS,) if page.leads_to_records else ())
        forms = page.document.page.forms if page.document is not None else ()
        batch = Batch(forms=forms, recorded=(submission, page.result), decisions=decisions)
        set_aside = page.judged.why if page.result.failed else None
        record_page(self.store, response, capture, batch, set_aside=set_aside)
        self.profile = page.profile
        return ended

    async def _cut_anew(self, taught: SourceProfile, method: str) -> None:
        """Everything read before, by how records look and what they go by now; the page that taught it is read
        again after that. The answer to a POST is not given up for Ctrl-C."""
        stop = self.stop if method == "GET" else asyncio.Event()
        recut = Recut(self.store, self.archive, self.settings, lambda *_: not stop.is_set())
        self.profile = await recut.cut_anew(replace(self.profile, identity=taught.identity, shape=taught.shape))
        if self.replan is not None:  # what answers brought is something else now
            self.planner, self._observed, self._pending = self.replan(), 0, None
            self._sizes = self._sizes.begun_again()
            self._catch_up()

    def _no_answer(self, submission: OpenSubmission, error: FetchError) -> StoppedBy | None:
        self._failures += 1
        # A later page that may not be asked for ends its answer; a form that may not be sent ends everything.
        stops = (submission.page == 0 and isinstance(error, Refused)) or not self.queries.counts()[2]
        stops = stops or self._failures >= self.settings.failures
        retry = stops and submission.request.method == "GET" and not isinstance(error, Refused)
        record_no_answer(self.store, submission, failure_of(error), retry=retry)
        if stops:
            self.why = str(error)
            return StoppedBy.ROBOTS if isinstance(error, RobotsDisallowed) else StoppedBy.FAILED
        return None

    # ── pages of records ──────────────────────────────────────────────────────────────────────────────────

    async def _read_details(self, ended: StoppedBy) -> StoppedBy:
        """Read the records' own pages as far as they tell more and the budget goes."""
        self.reads_details = True
        while (record := self._details.next()) is not None:
            if self.stop.is_set() or self.spent >= self.settings.max_requests:
                left = "records' own pages are left to read: leadline resume goes on there"
                self.why = f"the queries are done; {left}"
                return StoppedBy.INTERRUPTED if self.stop.is_set() else StoppedBy.REQUESTS
            request = self._details.request(record, self.source.page)
            if request is None:
                continue
            try:
                response = await accepted_answer(self.fetcher, self.store, request, self.stop, record.url)
                if response is None:
                    return StoppedBy.INTERRUPTED
                reading = await beside(self.reader, response, partial(self._details.read, record, response))
            except NOT_NOW as error:
                ended, self.why = reason_to_stop(error)
                return ended
            except FetchError as error:
                record_failure(self.store, record.url, 1, failure_of(error), self._details.failed(record))
                continue
            block = recognise(response)
            batch = self._details.taken_in(reading)
            about, aside = {"record": record.id}, "block page" if block is not None else None
            capture = put_away(self.archive, self.store.forgotten, response, reading.document, about)
            record_page(self.store, response, capture, batch, depth=1, set_aside=aside)
            self.watch(self)
            if block is not None:
                self.why = f"{response.url}: the site shows {block.kind} instead of a record ({block.why})"
                return StoppedBy.BLOCKED
        return ended
