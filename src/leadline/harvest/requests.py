"""Asking the site: what an answer leads to next, requests counted, given up, put off, and written down.

An answer is paged until it ends, repeats itself or has what it states. Leaving it earlier takes a reason (`Left`):
the user's limit of pages, or less than one new record expected. Spent requests are none: `resume` pages on.

>>> full, known, again = PageYield(10, 10, "a"), PageYield(10, 0, "b"), PageYield(10, 0, "a")
>>> [expected_new(pages) > 1 for pages in ([full], [known], [full, known], [full, *[known] * 4])]
[True, False, True, False]
>>> repeats([full, known]), repeats([full, known, again])
(False, True)
>>> owed([known], stated=100, held=40), owed([known], stated=100, held=100)
(6.666666666666667, 0.0)
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import takewhile

from leadline.answers.judge.counts import StatedCounts
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import NextPage
from leadline.errors import FetchError, HostResting, OutOfOpenings, OutOfRequests, OutOfTime
from leadline.forms.safety import gate, permit
from leadline.harvest.planners.words import RecentYield
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.events import Failure, Outcome
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.model.query import Left, Reply
from leadline.model.rest import Rest, in_utc
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.store.batch import AnswerVerdict, Batch, Capture, Note, OpenSubmission, PageYield, SubmissionResult
from leadline.store.protocols import Store
from leadline.submit.fill import default_query
from leadline.submit.session import next_step
from leadline.submit.submit import request_for


class StoppedBy(StrEnum):
    COMPLETE = "complete"  # these three: `leadline.harvest.endings`
    COVERED = "covered"
    EXHAUSTED = "exhausted"
    REQUESTS = "max-requests"
    TIME = "time-limit"
    OPENINGS = "openings"  # answers are made by scripts, and the browser may open no more pages
    INTERRUPTED = "interrupted"
    BLOCKED = "blocked"
    FAILED = "failed"
    ROBOTS = "robots"
    UNANSWERED = "unanswered"
    RESTING = "resting"
    SCRIPTS = "scripts"  # every answer is the form's page again: `leadline.harvest.scripted.same`


Sent = tuple[str, str, bytes | None]  # method, page and body of a request that was sent

NotNow = HostResting | OutOfRequests
"""What was asked for stays open: the site, or the user, wants no more requests for now."""
NOT_NOW = (HostResting, OutOfRequests)


async def accepted_answer(
    fetcher: Fetcher, store: Store, request: Request, stop: asyncio.Event, what: str
) -> Response | None:
    """The answer, or None if we were stopped; `HostResting` where the host wants more time than we wait.

    Once for each `what`: an answer that says so for ever would keep all others waiting. A POST that left, and
    whose redirect says so, cannot be taken back."""
    response = await _unless_stopped(fetcher, request, stop)
    if response is None or response.rest_until is None or (response.request.method == "POST" and response.hops):
        return response
    if store.log.is_postponed(what):
        return response
    body = {"what": what, "url": response.url, "status": response.status}
    store.commit(Batch(postponed=what, notes=(Note(response.fetched_at, "put off", body),)))
    raise resting_error(response)


async def _unless_stopped(fetcher: Fetcher, request: Request, stop: asyncio.Event) -> Response | None:
    """A POST under way is waited for: it cannot be taken back."""
    fetching = asyncio.ensure_future(fetcher.fetch(request))
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({fetching, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not fetching.done() and request.method == "GET":
            return None
        return await fetching
    finally:
        for task in (fetching, stopping):
            task.cancel()
        await asyncio.gather(fetching, stopping, return_exceptions=True)


def resting_error(response: Response) -> HostResting:
    """What the host said with this answer, as who asks it next would be told."""
    until = response.rest_until or response.fetched_at
    rest = f"for {until - response.fetched_at:.0f} s, until {in_utc(until)}"
    found = f"the host answers {response.status}: it is to be left alone {rest}"
    return HostResting(response.url, found, until)


def reason_to_stop(error: NotNow) -> tuple[StoppedBy, str]:
    if isinstance(error, OutOfRequests):
        ended = StoppedBy.TIME if isinstance(error, OutOfTime) else StoppedBy.REQUESTS
        if isinstance(error, OutOfOpenings):
            return StoppedBy.OPENINGS, str(error)
        return ended, f"{error}; leadline resume goes on there"
    return StoppedBy.RESTING, f"{error}; leadline resume goes on then"


class RequestBudget:
    """Counts requests against the limit where they leave, so that redirects, retries, robots.txt and the parts of
    a rendered page are all within `--max-requests`, and promises them to the store.

    It is what `open_door` tells. The form's page is asked for before there is a store to promise it to."""

    def __init__(self, most: int | None = None, now: Callable[[], float] | None = None) -> None:
        """`most` requests may leave, any number if None; by `now` it is known how long each keeps a host."""
        self._most = most
        self._now = now
        self.pause = 0.0
        """The longest time a host is left alone after a request: our own pause, or what robots.txt asks for."""
        self._left = 0
        self._early: list[Callable[[Store], None]] = []
        self._store: Store | None = None

    def departing(self, host: str, next_at: float) -> None:
        if self._most is not None and self._left >= self._most:
            raise OutOfRequests(host, f"was not asked: the {self._most:,} requests of this run are spent")
        self._left += 1
        self.pause = max(self.pause, next_at - self._now() if self._now is not None else 0.0)
        self._note(lambda store: store.promise(host, next_at))

    def resting(self, host: str, rest: Rest) -> None:
        self._note(lambda store: store.rest(host, rest))

    def keep_in(self, store: Store) -> None:
        for note in self._early:
            note(store)
        self._store = store

    def _note(self, note: Callable[[Store], None]) -> None:
        if self._store is not None:
            note(self._store)
        else:
            self._early.append(note)


# ── where an answer goes on ───────────────────────────────────────────────────────────────────────────────


def next_page(
    submission: OpenSubmission, document: Document, form: Form, sent: frozenset[Sent], rows: int = 0
) -> NextPage | None:
    """The next page of this answer, unless it was asked for already; `rows` are the records of this one."""
    found = find_next_page(document, submission.request, form, rows)
    return found if found is not None and _once(found.request, sent) is not None else None


def second_step(
    submission: OpenSubmission, document: Document, began: Form, sent: frozenset[Sent]
) -> Request | None:
    """The second step of a search that asks twice."""
    form = next_step(document, began, submission.choice)
    verdict = gate(form, document.page) if form is not None else None
    if form is None or verdict is None or not verdict.safe:
        return None
    names = {control.name for control in form.controls}
    sets = {name: value for name, value in submission.choice if name in names}
    button, page = verdict.pressed, document.page
    query = default_query(form, sets, button)
    allowed = permit(form, verdict)
    request = request_for(form, query, page.charset, button=button, base_url=page.base_url, permit=allowed)
    return _once(request, sent)


def asked_again(
    submission: OpenSubmission, source: HarvestSource, form: Form, sent: frozenset[Sent]
) -> Request | None:
    """The same query as the form sends it now, unless that is what was sent."""
    return _once(source.planned_query(form, submission.choice, submission.role).request, sent)


def _once(request: Request, sent: frozenset[Sent]) -> Request | None:
    return None if (request.method, page_key(request.url), request.body) in sent else request


# ── whether to go on ──────────────────────────────────────────────────────────────────────────────────────

_MORE_PATIENCE = 8
_TELLING = 10  # known records of one page that are unlikely to be followed by new ones
_NEARLY = 0.95
_KEPT, _DOUBT = 0.8, 2.0
"""How much of what earlier pages brought counts at the next one, and how many barren pages' worth of doubt there
is before any came: the weights by which `auto` compares its ways of asking (`query_series`)."""
_WORTH = 1.0  # new records that make a request worth its while


def barren_pages(pages: Sequence[PageYield]) -> int:
    """Pages without a new record at the end of an answer so far."""
    return sum(1 for _ in takewhile(lambda page: not page.new, reversed(pages)))


def repeats(pages: Sequence[PageYield]) -> bool:
    """Whether the last page says word for word what one before it said: the list goes in circles."""
    last = pages[-1]
    return bool(last.records) and last.digest is not None and last.digest in {page.digest for page in pages[:-1]}


def expected_new(pages: Sequence[PageYield]) -> float:
    """New records that a further page of this answer may bring, by what its last pages brought."""
    recent = RecentYield(_KEPT)
    for page in pages:
        recent.add(page.new)
    return recent.rate(trust=_DOUBT)


def owed(pages: Sequence[PageYield], stated: int | None, held: int) -> float:
    """New records that each further page has to bring if the answer has as many as it states: more than `held`,
    all that were brought up so far, cannot be known ones."""
    brought, length = sum(page.records for page in pages), pages[-1].records
    if stated is None or stated <= brought or not length:
        return 0.0
    return max(0, stated - held) * length / (stated - brought)


def reason_to_leave(
    pages: Sequence[PageYield],
    settings: HarvestSettings,
    counts: StatedCounts,
    *,
    stated: int | None,
    held: int,
    cut_short: bool,
) -> Left | None:
    """Why an answer that goes on is left after these pages of it; None to page on. `stated` is its believed number
    of records, `held` those brought up so far, `cut_short` whether some answer of this source was."""
    if len(pages) >= settings.max_pages:
        return Left.PAGES
    if settings.whole_answers:
        return None
    barren, most = barren_pages(pages), settings.barren_pages * _MORE_PATIENCE
    if barren < _patience(pages[-1].records, settings, counts, held if cut_short else None):
        return None
    if expected_new(pages) >= _WORTH or (barren < most and owed(pages, stated, held) >= _WORTH):
        return None
    return Left.KNOWN


def _patience(records: int, settings: HarvestSettings, counts: StatedCounts, held: int | None) -> int:
    """Pages of known records after which an answer may be left; one with many `records` says enough by itself,
    unless answers came short of what they state.

    Where answers are cut off, other queries begin with the same records and bring new ones after them, as long as
    much is missing of what the largest answer states."""
    if held is not None and not (counts.believed and held >= _NEARLY * counts.largest):
        return settings.barren_pages * _MORE_PATIENCE
    return 1 if records >= _TELLING and not counts.refuted else settings.barren_pages


# ── written down ──────────────────────────────────────────────────────────────────────────────────────────
# An event, its consequences and what it taught, in one batch; the archive comes first. When a function returns,
# kill -9 loses none of what it wrote.

_GROUP = "harvest"


def record_page(
    store: Store, response: Response, capture: Capture, batch: Batch, depth: int = 0, set_aside: str | None = None
) -> None:
    """A page that came and was archived; what answers a submission stands under the URL that was planned."""
    url, permit = response.request.url, response.request.permit.why
    if batch.recorded is not None:
        url, depth = batch.recorded[0].request.url, batch.recorded[0].page
    event = Outcome(store.log.length, url, _GROUP, depth, final_url=response.url, status=response.status)
    event = replace(event, forms=len(batch.forms), set_aside=set_aside, permit=permit)
    store.commit(replace(batch, event=event, capture=capture))


def record_failure(store: Store, url: str, depth: int, failure: Failure, batch: Batch) -> None:
    """A page that did not come."""
    store.commit(replace(batch, event=Outcome(store.log.length, url, _GROUP, depth, failure=failure)))


def record_no_answer(store: Store, submission: OpenSubmission, failure: Failure, *, retry: bool = False) -> None:
    """A submission that failed at the door; `retry`: it stays open."""
    is_begun = submission.reply is not None
    verdict = AnswerVerdict(Reply.FAILED, why=failure.kind) if not is_begun else None
    result = SubmissionResult(failed=True, retry=retry, verdict=verdict, left=Left.FAILED if is_begun else None)
    batch = Batch(recorded=(submission, result))
    record_failure(store, submission.request.url, submission.page, failure, batch)


def failure_of(error: FetchError) -> Failure:
    return Failure(error.kind, error.found)
