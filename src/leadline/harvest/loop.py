"""THE harvest loop.

1. Take the submission that is open: planned, or sent by a process that died before the answer was recorded.
2. Mark it sent, then send it (guard, robots.txt for the action, politeness: all at the door).
3. Judge the answer: a block page or an error ends the work with a plain word.
4. Cut its records, find its next page. A page that was asked for, and a run of pages without a new record, end it.
5. Archive first, then commit: event, records, the submission and the plan for the next page in one transaction.

A submission that was sent without an answer is sent once more if it is a GET, and only reported if it is a POST.
One that failed stays open if it is a GET: `resume` tries it again.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from leadline.errors import FetchError, Refused, RobotsDisallowed
from leadline.harvest.settings import HarvestSettings
from leadline.model.events import Failure, Outcome
from leadline.model.page import Page, Request, Response
from leadline.model.query import Submission
from leadline.model.record import Record
from leadline.protocols import Advice, Fetcher
from leadline.query.document import Document, read
from leadline.query.next_page import next_page
from leadline.query.records import cut_records
from leadline.query.regions import Shape
from leadline.store.archive import Archive, Place
from leadline.store.crawl import Capture, CrawlStore, Entry
from leadline.store.queries import Asked, Queries, Taken
from leadline.web.blocks import recognise

DONE, REQUESTS, INTERRUPTED, BLOCKED, FAILED, ROBOTS, UNANSWERED = (
    "done",
    "max-requests",
    "interrupted",
    "blocked",
    "failed",
    "robots",
    "unanswered",
)
"""What can end a harvest (`stopped_by`)."""


class StopSign:
    """Held up from outside (Ctrl-C); the loop sees it between and during requests."""

    def __init__(self) -> None:
        self._up = asyncio.Event()

    def hold_up(self) -> None:
        self._up.set()

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def seen(self) -> None:
        await self._up.wait()


@dataclass(frozen=True, slots=True)
class Parts:
    """What a harvest is made of."""

    store: CrawlStore
    queries: Queries
    archive: Archive
    fetcher: Fetcher
    sign: StopSign
    watch: Callable[["Harvest"], None] = field(default=lambda _: None)
    """Told after every page: progress lines."""


class Harvest:
    """One harvest, from its first submission or from where it stopped."""

    def __init__(self, parts: Parts, settings: HarvestSettings, *, spent_before: int = 0) -> None:
        """`spent_before` are requests of earlier runs: each run may spend its own."""
        self._parts = parts
        self._spent_before = spent_before
        self._settings = settings
        self.why: str | None = None
        """A sentence about how it ended, where the word alone does not tell."""

    @property
    def queries(self) -> Queries:
        return self._parts.queries

    @property
    def spent(self) -> int:
        """Requests of this run."""
        return self.queries.requests() - self._spent_before

    async def run(self) -> str:
        """Go on until something says stop; which one did."""
        while (asked := self.queries.open()) is not None:
            if self._parts.sign.is_up:
                return INTERRUPTED
            if self.spent >= self._settings.max_requests:
                return REQUESTS
            if asked.state is Submission.SENT and asked.request.method == "POST":
                self.why = f"{asked.request.url}: a POST was sent and never answered; it is not repeated"
                self._record_failure(asked, Failure(UNANSWERED, "sent by a process that died; not repeated"))
                return UNANSWERED
            ended = await self._one(asked)
            self._parts.watch(self)
            if ended is not None:
                return ended
        return DONE

    # ── sending ───────────────────────────────────────────────────────────────────────────────────────────

    async def _one(self, asked: Asked) -> str | None:
        """Send one submission and take its answer in; a word if that ends the harvest."""
        self.queries.mark(asked, Submission.SENT)
        try:
            response = await self._fetch(asked.request)
        except FetchError as error:
            self.why = str(error)
            again = asked.request.method == "GET" and not isinstance(error, Refused)
            self._record_failure(asked, Failure(error.kind, error.found), again=again)
            return ROBOTS if isinstance(error, RobotsDisallowed) else FAILED
        if response is None:
            self.queries.mark(asked, Submission.PLANNED)
            return INTERRUPTED
        return self._take_in(asked, response)

    async def _fetch(self, request: Request) -> Response | None:
        """The answer, or None if we were stopped. A POST under way is waited for: it cannot be taken back."""
        fetching = asyncio.ensure_future(self._parts.fetcher.fetch(request))
        stopping = asyncio.ensure_future(self._parts.sign.seen())
        try:
            await asyncio.wait({fetching, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not fetching.done() and request.method == "GET":
                return None
            return await fetching
        finally:
            for task in (fetching, stopping):
                task.cancel()
            await asyncio.gather(fetching, stopping, return_exceptions=True)

    # ── taking in ─────────────────────────────────────────────────────────────────────────────────────────

    def _take_in(self, asked: Asked, response: Response) -> str | None:
        block = recognise(response)
        if block is not None or not response.ok:
            word = f"block page: {block.kind}" if block else f"status {response.status}"
            self.why = (
                f"{response.url}: the site shows {block.kind} instead of results ({block.why})"
                if block
                else f"{response.url}: the server answered {response.status}"
            )
            again = asked.request.method == "GET"
            self._record(asked, response, None, Taken(failed=True, again=again), word)
            return BLOCKED if block else FAILED
        document = read(response)
        place = self._archived(asked, response)
        taken = self._taken(asked, response, document, place)
        self._record(asked, response, document.page, taken, None, place)
        return None

    def _taken(self, asked: Asked, response: Response, document: Document, place: Place) -> Taken:
        like = Shape.read(asked.shape) if asked.shape is not None else None
        found = cut_records(document, asked.source.text, like)
        records = tuple(
            Record(
                id=cut.id,
                fields=cut.fields,
                text=cut.text,
                url=cut.url,
                query=asked.query,
                source=asked.source.url,
                fetched_at=response.fetched_at,
                warc=f"{place.file}#{place.offset}",
            )
            for cut in found.cuts
        )
        new = {record.id for record in records} - self.queries.known([record.id for record in records])
        following = self._following(asked, document, anything_new=bool(new))
        return Taken(records, following, str(found.shape) if found.shape is not None else None)

    def _following(self, asked: Asked, document: Document, *, anything_new: bool) -> Request | None:
        """The next page of this answer, unless the answer goes in circles."""
        if asked.page + 1 >= self._settings.max_pages:
            return None
        if not anything_new and self.queries.barren(asked.query_id) + 1 >= self._settings.barren_pages:
            return None
        url = next_page(document, asked.request.url)
        if url is None or url in self.queries.urls(asked.query_id):
            return None
        return Request(url, headers=(("Referer", document.url),))

    # ── recording ─────────────────────────────────────────────────────────────────────────────────────────

    def _archived(self, asked: Asked, response: Response) -> Place:
        about = {"query": str(asked.query_id), "page": str(asked.page)}
        return self._parts.archive.append(response, extra=about)

    def _record(
        self,
        asked: Asked,
        response: Response,
        page: Page | None,
        taken: Taken,
        set_aside: str | None,
        place: Place | None = None,
    ) -> None:
        place = place or self._archived(asked, response)
        outcome = Outcome(
            number=self._parts.store.log.length,
            url=asked.request.url,
            group="harvest",
            depth=asked.page,
            final_url=response.url,
            status=response.status,
            forms=len(page.forms) if page is not None else 0,
            set_aside=set_aside,
        )
        entry = Entry(outcome, Advice(), capture=Capture.of(response, place), forms=page.forms if page else ())
        self._commit(entry, asked, outcome.number, taken)

    def _record_failure(self, asked: Asked, failure: Failure, *, again: bool = False) -> None:
        number = self._parts.store.log.length
        outcome = Outcome(number, asked.request.url, "harvest", asked.page, failure=failure)
        self._commit(Entry(outcome, Advice()), asked, number, Taken(failed=True, again=again))

    def _commit(self, entry: Entry, asked: Asked, number: int, taken: Taken) -> None:
        def also() -> None:
            self.queries.record(asked, number, taken)

        self._parts.store.record(entry, lambda _: (), also)
