"""Asking the site: what an answer leads to next; requests counted against the limit, given up when we are stopped,
put off where the site says "later"."""

import asyncio
from collections.abc import Callable
from enum import StrEnum

from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import NextPage
from leadline.errors import HostResting, OutOfRequests
from leadline.forms.safety import gate, permit
from leadline.harvest.source import HarvestSource
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.model.rest import Rest, in_utc
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.store.batch import Batch, Note, OpenSubmission
from leadline.store.protocols import Store
from leadline.submit.fill import default_query
from leadline.submit.session import next_step
from leadline.submit.submit import request_for


class StoppedBy(StrEnum):
    DONE = "done"
    COVERED = "coverage"
    REQUESTS = "max-requests"
    INTERRUPTED = "interrupted"
    BLOCKED = "blocked"
    FAILED = "failed"
    ROBOTS = "robots"
    UNANSWERED = "unanswered"
    RESTING = "resting"


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
        return StoppedBy.REQUESTS, f"{error}; leadline resume goes on there"
    return StoppedBy.RESTING, f"{error}; leadline resume goes on then"


class RequestBudget:
    """Counts requests against the limit where they leave, so that redirects, retries, robots.txt and the parts of
    a rendered page are all within `--max-requests`, and promises them to the store.

    It is what `open_door` tells. The form's page is asked for before there is a store to promise it to."""

    def __init__(self, most: int | None = None) -> None:
        """`most` requests may leave; any number if None."""
        self._most = most
        self._left = 0
        self._early: list[Callable[[Store], None]] = []
        self._store: Store | None = None

    def departing(self, host: str, next_at: float) -> None:
        if self._most is not None and self._left >= self._most:
            raise OutOfRequests(host, f"was not asked: the {self._most:,} requests of this run are spent")
        self._left += 1
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
    submission: OpenSubmission, document: Document, form: Form, sent: frozenset[Sent]
) -> NextPage | None:
    """The next page of this answer, unless it was asked for already."""
    found = find_next_page(document, submission.request, form)
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
