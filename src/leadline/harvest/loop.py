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
requests: the submission stays open, and `resume` goes on with it.

A submission that was sent without an answer is sent once more if it is a GET, and only reported if it is a POST.
The planner is a fold over complete answers: `resume` lets it observe them again, and goes on.
"""

from dataclasses import replace
from functools import partial

from leadline.answers.judge.template import nonsense
from leadline.errors import FetchError, ReadingTooLong, Refused, RobotsDisallowed
from leadline.gate.targets import FORM_PAGE
from leadline.harvest.answer_page import AnswerPage, AnswerSoFar, read_answer, settled
from leadline.harvest.details import LEADS, Details
from leadline.harvest.parts import HarvestParts
from leadline.harvest.profile import SourceProfile
from leadline.harvest.recording import Recorder, failure_of
from leadline.harvest.requests import (
    NOT_NOW,
    NotNow,
    StoppedBy,
    accepted,
    fetch_unless_stopped,
    reason_to_stop,
    resting_error,
)
from leadline.harvest.settings import HarvestSettings
from leadline.model.events import Failure
from leadline.model.page import Request, Response
from leadline.model.query import Choice, Estimate, Reply, Submission
from leadline.model.url_parameters import page_key
from leadline.parse.document import parse
from leadline.store.batch import Batch, OpenSubmission, PlannedQuery, QueryRole
from leadline.store.protocols import Queries
from leadline.web.blocks import recognise
from leadline.web.tasks import beside


class Harvest:
    """One harvest, from its first submission or from where it stopped."""

    def __init__(self, parts: HarvestParts, settings: HarvestSettings, *, spent_before: int = 0) -> None:
        """`spent_before` are requests of earlier runs: each run may spend its own."""
        self._parts = parts
        self.queries: Queries = parts.store.queries
        self._spent_before = spent_before
        self._settings = settings
        self._observed = 0
        self._pending: Choice | None = None
        self._failures = 0
        self._details = Details(parts.store, settings)
        self._recorder = Recorder(parts.store, parts.archive)
        self.profile: SourceProfile = parts.profile
        self.why: str | None = None
        """A sentence about how it ended, where the word alone does not tell."""

    @property
    def spent(self) -> int:
        return self._parts.store.hosts.requests() - self._spent_before

    @property
    def limit(self) -> int:
        return self._settings.max_requests

    @property
    def last_new(self) -> int:
        return self.queries.newest()

    @property
    def estimate(self) -> Estimate | None:
        return self._parts.planner.estimate()

    async def run(self) -> StoppedBy:
        self._catch_up()
        while True:
            if self._parts.stop.is_set():
                return StoppedBy.INTERRUPTED
            submission = self.queries.open()
            if submission is None and (ended := self._plan_next()) is not None:
                return await self._read_details(ended) if ended in (StoppedBy.DONE, StoppedBy.COVERED) else ended
            if submission is None:
                continue
            if self.spent >= self._settings.max_requests:
                return StoppedBy.REQUESTS
            if submission.state is Submission.SENT and submission.request.method == "POST":
                self.why = f"{submission.request.url}: a POST was sent and never answered; it is not repeated"
                failure = Failure(StoppedBy.UNANSWERED, "sent by a process that died; not repeated")
                self._recorder.no_answer(submission, failure)
                return StoppedBy.UNANSWERED
            ended = await self._submit(submission)
            self._catch_up()
            self._parts.watch(self)
            if ended is not None:
                return ended

    # ── planning ──────────────────────────────────────────────────────────────────────────────────────────

    def _catch_up(self) -> None:
        """Let the planner observe every answer that was completed since it last looked."""
        for number, answer in self.queries.answers(QueryRole.PLANNED, self._observed):
            if self._pending is None:
                self._parts.planner.choose()
            self._parts.planner.observe(answer)
            self._pending, self._observed = None, number

    def _plan_next(self) -> StoppedBy | None:
        """Plan one more query; a word if there is none."""
        estimate, wanted = self.estimate, self._settings.coverage
        if wanted is not None and estimate is not None:
            reached = estimate.coverage_low if estimate.coverage_low is not None else estimate.coverage
            if reached is not None and reached >= wanted:
                self.why = f"at least {reached:.0%} of what is estimated to be there was brought up"
                return StoppedBy.COVERED
        if self._pending is None:
            self._pending = self._parts.planner.choose()
        if self._pending is None:
            if self._is_silent:
                return StoppedBy.FAILED
            self.why = self._parts.planner.why
            return StoppedBy.DONE
        probe = self._probe()
        choice, role = (probe, QueryRole.PROBE) if probe is not None else (self._pending, QueryRole.PLANNED)
        source = self._parts.source
        query, request = source.filled(self.profile.session.form, choice)
        self._parts.store.commit(Batch(planned=PlannedQuery(query, choice, source.source_page, request, role)))
        return None

    def _probe(self) -> Choice | None:
        """A nonsense query, if one is due: after the first answer, where a text field takes any word."""
        done = len(list(self.queries.answers(QueryRole.PROBE)))
        field_name = self._parts.source.takes_words
        if self._observed == 0 or field_name is None or done >= self._settings.probes:
            return None
        return ((field_name, nonsense(self._settings.seed, done)),)

    # ── sending ───────────────────────────────────────────────────────────────────────────────────────────

    async def _submit(self, submission: OpenSubmission) -> StoppedBy | None:
        """Send one submission and take its answer in; a word if that ends the harvest."""
        request = submission.request
        try:
            if submission.page == 0 and self.profile.session.needs_reload:
                request = await self._with_fresh_values(submission)
            self._mark(submission, Submission.SENT, request)
            response = await self._fetch(request, f"query {submission.query_id} page {submission.page}")
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
        self._parts.store.commit(Batch(marked=(submission, state, request)))

    def _held_up(self, submission: OpenSubmission, request: Request, error: NotNow) -> StoppedBy:
        """Leave the submission open, but for a POST that left and whose redirect may not be followed now."""
        if request.method == "GET" or error.url in (request.url, self._parts.source.page.url):
            self._mark(submission, Submission.PLANNED)
        else:
            self._recorder.no_answer(submission, failure_of(error))
        ended, self.why = reason_to_stop(error)
        return ended

    async def _with_fresh_values(self, submission: OpenSubmission) -> Request:
        """The same query with the hidden values the form has now."""
        source = self._parts.source
        response = await self._parts.fetcher.fetch(Request(source.page.url, permit=FORM_PAGE))
        if response.rest_until is not None:
            raise resting_error(response)
        page = parse(response)
        profile = replace(self.profile, session=self.profile.session.loaded(page))
        self._recorder.form_page(response, page.forms, Batch(decisions=profile.changes(self.profile)))
        self.profile = profile
        _, request = source.filled(profile.session.form, submission.choice)
        return request

    async def _fetch(self, request: Request, what: str) -> Response | None:
        """The answer, or None if we were stopped; `HostResting` where `what` is to be asked for later."""
        response = await fetch_unless_stopped(self._parts.fetcher, request, self._parts.stop)
        return None if response is None else accepted(self._parts.store, response, what)

    # ── taking in ─────────────────────────────────────────────────────────────────────────────────────────

    async def _answered(self, submission: OpenSubmission, response: Response) -> StoppedBy | None:
        capture = self._recorder.archived(submission, response)
        so_far, settings, profile = self._so_far(submission.query_id), self._settings, self.profile
        warc = f"{capture.warc}#{capture.warc_offset}"
        work = partial(read_answer, submission, response, warc, profile, so_far, settings)
        reading = await beside(self._parts.reader, response, work)
        page = settled(reading, submission, self.queries.known(reading.identities), so_far, settings)
        self._failures = self._failures + 1 if page.result.failed else 0
        ended = self._ends(response, page)
        if ended is not None and submission.request.method == "GET":
            page = replace(page, result=replace(page.result, retry=True))  # resume may ask once more
        decisions = page.profile.changes(profile) + ((LEADS,) if page.leads_to_records else ())
        self._recorder.answer(submission, response, page, capture, decisions)
        self.profile = page.profile
        return ended

    def _so_far(self, query_id: int) -> AnswerSoFar:
        queries = self.queries
        truncated = queries.truncated() > 0
        return AnswerSoFar(
            frozenset((method, page_key(url), body) for method, url, body in queries.sent(query_id)),
            queries.brought(query_id),
            queries.barren(query_id),
            truncated=truncated,
            held=queries.counts()[0] if truncated else 0,
        )

    def _ends(self, response: Response, page: AnswerPage) -> StoppedBy | None:
        if page.judged.reply is Reply.BLOCKED:
            self.why = f"{response.url}: the site shows a {page.judged.why} instead of results"
            return StoppedBy.BLOCKED
        if page.result.failed:
            self.why = f"{response.url}: {page.judged.why}"
            return StoppedBy.FAILED if self._failures >= self._settings.failures else None
        self.why = None
        return None

    @property
    def _is_silent(self) -> bool:
        return self.queries.counts()[2] == 0

    def _no_answer(self, submission: OpenSubmission, error: FetchError) -> StoppedBy | None:
        self._failures += 1
        # A later page that may not be asked for ends its answer; a form that may not be sent ends everything.
        stops = (submission.page == 0 and isinstance(error, Refused)) or self._is_silent
        stops = stops or self._failures >= self._settings.failures
        retry = stops and submission.request.method == "GET" and not isinstance(error, Refused)
        self._recorder.no_answer(submission, failure_of(error), retry=retry)
        if stops:
            self.why = str(error)
            return StoppedBy.ROBOTS if isinstance(error, RobotsDisallowed) else StoppedBy.FAILED
        return None

    # ── pages of records ──────────────────────────────────────────────────────────────────────────────────

    async def _read_details(self, ended: StoppedBy) -> StoppedBy:
        """Read the records' own pages as far as they tell more and the budget goes."""
        while (record := self._details.next()) is not None:
            if self._parts.stop.is_set() or self.spent >= self._settings.max_requests:
                left = "records' own pages are left to read: leadline resume goes on there"
                self.why = f"the queries are done; {left}"
                return StoppedBy.INTERRUPTED if self._parts.stop.is_set() else StoppedBy.REQUESTS
            request = self._details.request(record, self._parts.source.page)
            if request is None:
                continue
            try:
                response = await self._fetch(request, record.url)
                if response is None:
                    return StoppedBy.INTERRUPTED
                work = partial(self._details.read, record, response)
                reading = await beside(self._parts.reader, response, work)
            except NOT_NOW as error:
                ended, self.why = reason_to_stop(error)
                return ended
            except FetchError as error:
                self._recorder.no_record_page(record.url, failure_of(error), self._details.failed(record))
                continue
            block = recognise(response)
            batch = self._details.taken_in(reading)
            self._recorder.record_page(record.id, response, batch, blocked=block is not None)
            self._parts.watch(self)
            if block is not None:
                self.why = f"{response.url}: the site shows {block.kind} instead of a record ({block.why})"
                return StoppedBy.BLOCKED
        return ended
