"""What happens in a harvest, written down: an event, its consequences and what it taught, in one transaction.

The archive comes first. When a method returns, kill -9 loses none of what it wrote.
"""

from collections.abc import Callable, Sequence

from leadline.errors import FetchError
from leadline.harvest.knowledge import Keeper
from leadline.harvest.taking import Page
from leadline.model.events import Failure, Outcome
from leadline.model.form import Form
from leadline.model.page import Response
from leadline.model.query import Reply
from leadline.protocols import Advice
from leadline.store.archive import Archive, Place
from leadline.store.crawl import Capture, CrawlStore, Entry
from leadline.store.queries import Asked, Queries, Taken, Verdict

_GROUP = "harvest"


class Book:
    """The only writer of a harvest."""

    def __init__(self, store: CrawlStore, archive: Archive, queries: Queries, keeper: Keeper) -> None:
        self._store = store
        self._archive = archive
        self._queries = queries
        self._keeper = keeper

    def archived(self, asked: Asked, response: Response) -> Place:
        return self._archive.append(response, extra={"query": str(asked.query_id), "page": str(asked.page)})

    def answer(self, asked: Asked, response: Response, page: Page, place: Place) -> None:
        """One page of an answer, with its records, the plan for the next page, and what it taught."""
        forms = page.document.page.forms if page.document is not None else ()
        set_aside = page.judged.why if page.taken.failed else None
        outcome = self._outcome(asked.request.url, response, asked.page, len(forms), set_aside)

        def also() -> None:
            self._queries.record(asked, outcome.number, page.taken)
            self._keeper.learn(page.knowledge)

        self._write(Entry(outcome, Advice(), capture=Capture.of(response, place), forms=forms), also)

    def no_answer(self, asked: Asked, failure: Failure, *, again: bool = False) -> None:
        """A submission that failed at the door; `again`: it stays open."""
        outcome = Outcome(self._store.log.length, asked.request.url, _GROUP, asked.page, failure=failure)
        verdict = Verdict(Reply.FAILED, why=failure.kind) if asked.reply is None else None
        taken = Taken(failed=True, again=again, verdict=verdict)

        def also() -> None:
            self._queries.record(asked, outcome.number, taken)

        self._write(Entry(outcome, Advice()), also)

    def page(self, response: Response, forms: Sequence[Form], also: Callable[[], None]) -> None:
        """The form's page, loaded again."""
        place = self._archive.append(response)
        outcome = self._outcome(response.request.url, response, 0, len(forms), None)
        self._write(Entry(outcome, Advice(), capture=Capture.of(response, place), forms=tuple(forms)), also)

    def record_page(
        self, record: str, response: Response, also: Callable[[], None], *, blocked: bool = False
    ) -> None:
        """A record's own page."""
        place = self._archive.append(response, extra={"record": record})
        set_aside = "block page" if blocked else None
        outcome = self._outcome(response.request.url, response, 1, 0, set_aside)
        self._write(Entry(outcome, Advice(), capture=Capture.of(response, place)), also)

    def lost(self, url: str, failure: Failure, also: Callable[[], None]) -> None:
        """A record's own page that did not come."""
        self._write(Entry(Outcome(self._store.log.length, url, _GROUP, 1, failure=failure), Advice()), also)

    def _outcome(self, url: str, response: Response, depth: int, forms: int, set_aside: str | None) -> Outcome:
        return Outcome(
            number=self._store.log.length,
            url=url,
            group=_GROUP,
            depth=depth,
            final_url=response.url,
            status=response.status,
            forms=forms,
            set_aside=set_aside,
            permit=response.request.permit.why,
        )

    def _write(self, entry: Entry, also: Callable[[], None]) -> None:
        self._store.record(entry, lambda _: (), also)


def failure_of(error: FetchError) -> Failure:
    return Failure(error.kind, error.found)
