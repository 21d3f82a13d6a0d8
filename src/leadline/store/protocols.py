"""The store as the rest of the house sees it: eight things to read, one `commit` to write.

`open_store` gives an implementation. Writing is one process's business (the lock of the folder sees to that), so
what is read stays true until the same process commits. `tests/store` runs on every implementation.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.query import Answer, Left
from leadline.model.rest import Rest, RestingHost
from leadline.store.batch import (
    ArchivedPage,
    Batch,
    DetailState,
    FrontierLink,
    Note,
    OpenSubmission,
    PageYield,
    Places,
    Promises,
    QueryRole,
    StoredRecord,
    SubmissionResult,
    Summary,
    UrlHistory,
)
from leadline.store.forgetting import ForgottenRecords
from leadline.store.rounds import Rounds

FIELDS = "fields"  # the column of a record that becomes a column a field


def _columns(names: str) -> dict[str, type]:
    """ "number:int url" → their types; text where nothing is said."""
    kinds = {"int": int, "float": float, "": str}
    return {name: kinds[kind] for name, _, kind in (word.partition(":") for word in names.split())}


COLUMNS: Mapping[str, Mapping[str, type]] = {
    "pages": _columns(
        "number:int url final_url status:int media_type on_topic:float group depth:int forms:int found:int "
        "failure set_aside fetched_at:float seconds:float address digest warc warc_offset:int warc_length:int"
    ),
    "forms": _columns("url page_url site score:float scope found_at_page:int identity form"),
    "records": _columns(f"id source url fetched_at warc query text {FIELDS}"),
    "history": _columns("id version:int since until state changed url text fields warc"),
    "queries": _columns(
        "query:int source form assignment role reply why stated_count:int truncated:int pages:int unanswered:int "
        "failed:int records:int new_records:int left round:int"
    ),
    "log": _columns("number:int kind event links"),
    "events": _columns("at:float kind body"),
    "learned": _columns("number:int version:int patterns:int learned"),
}
"""What a crawl holds, with the columns of its rows and their types."""


class EventLog(Protocol):
    """The log of events, appended and never changed, and what is kept beside it."""

    @property
    def length(self) -> int:
        """The number of the next event."""

    @property
    def pages(self) -> int:
        """Answers among the events, of any status."""

    def events(self, since: int = 0) -> Iterator[Event]:
        """The log in order; more may be committed meanwhile."""

    def successes(self) -> Iterator[Outcome]:
        """The outcomes that found something, in order, with the ways there and without their pages' links."""

    def path_to(self, parent: int | None, nth: int | None) -> Sequence[Link]:
        """The links followed to the page behind link `nth` of event `parent`, nearest last."""

    def snapshot(self) -> tuple[int, str] | None:
        """(number of events folded, state) of the newest snapshot."""

    def known_findings(self, identities: Sequence[str]) -> set[str]:
        """Which of these goals were met before."""

    def unanswered(self) -> list[str]:
        """Sites whose backlinks were asked for, without an answer yet."""

    def is_postponed(self, what: str) -> bool:
        """Whether this was asked for and put off before: once may be the host's trouble, twice is its answer."""

    def last_note(self, kind: str) -> Mapping[str, Any] | None:
        """The body of the newest note of a kind."""


class Frontier(Protocol):
    """Links that wait, in groups. Each is waiting, taken (under way or set aside), or has its outcome in the
    log."""

    @property
    def left_sites(self) -> AbstractSet[str]:
        """Sites a stopping rule told us to leave."""

    def open_groups(self) -> Iterator[tuple[str, int, int]]:
        """(name, rank, width) of open groups with something waiting, in the order the loop serves them."""

    def waiting(self) -> dict[str, int]:
        """How many links wait in each group that has any."""

    def met(self) -> int:
        """URLs ever met, wherever they are now."""

    refused: str
    """Where the last `take` found no link: the host of the last one it passed over, empty if there was none."""

    def take(
        self,
        group: str,
        free: Callable[[str], bool] | None = None,
        depth: int = 1,
        busy: Collection[str] = (),
    ) -> FrontierLink | None:
        """The best waiting link of a group with a `free` URL and a host not `busy`, of its best `depth`."""

    def take_many(self, group: str, most: int) -> list[FrontierLink]:
        """The best waiting links of a group at once."""

    def release_all(self) -> int:
        """Links a dead process had taken wait again in their old places, unless groups were left; how many."""


class Hosts(Protocol):
    """What hosts were promised: when each may be asked again, how long it wants to rest."""

    def promises(self, now: float, gap: float) -> Promises:
        """What still binds us at `now`, where `gap` is the longest pause between two requests to a host.

        What is not believed is corrected in the store, so that the wait ends however often it is resumed."""

    def resting(self, now: float) -> tuple[RestingHost, ...]:
        """Hosts that asked for time which is not over, those that come back first at the beginning."""

    def requests(self) -> int:
        """Everything that left, robots.txt and retries included."""


class Queries(Protocol):
    """The queries of a harvest, their submissions, and the records they brought; of the round that is open, where
    one is (`leadline.store.rounds`)."""

    def open(self) -> OpenSubmission | None:
        """The first submission that is not recorded."""

    def answers(self, role: QueryRole = QueryRole.PLANNED, since: int = 0) -> Iterator[tuple[int, Answer]]:
        """Answers that are complete, with the numbers of their queries, in the order they were asked."""

    def sent(self, query_id: int) -> set[tuple[str, str, bytes | None]]:
        """Requests for the pages of one answer so far: method, URL and body."""

    def yields(self, query_id: int) -> list[PageYield]:
        """What the pages of one answer brought so far, in order."""

    def counts(self) -> tuple[int, int, int]:
        """(records, queries that were answered, pages of answers)."""

    def newest(self) -> int:
        """New records of the last query so far."""

    def truncated(self, *, by_count: bool = False) -> int:
        """Queries whose answers hold more than the site gives, those left aside that we left ourselves;
        `by_count`: also by counts believed only later."""

    def left(self) -> Mapping[Left, int]:
        """How many answers were left before their end, and why."""

    def known(self, identities: Collection[str]) -> frozenset[str]:
        """Which of these records were brought up before."""

    def archived(self) -> list[tuple[int, int]]:
        """(query, page) of every page of an answer that lies in the archive, in the order they came."""

    def archived_page(self, query_id: int, page: int) -> ArchivedPage: ...

    def record_urls(self) -> Iterator[str]: ...

    def alike(self) -> int:
        """Records that say word for word what one before them says."""

    def next_detail(self, *, skipped: str = "") -> StoredRecord | None:
        """The first record whose own page was not asked for; `skipped` is the identity of one that is not
        meant."""

    def detail_counts(self) -> Mapping[DetailState, int]:
        """How many records' own pages came to what."""

    def last_details(self, most: int) -> list[DetailState]:
        """What the last pages of records came to that could be read, the newest first."""


class Recutting(Protocol):
    """All records on their way to be replaced by others that were cut from the same pages."""

    def put(self, page: ArchivedPage, result: SubmissionResult) -> None:
        """What one page holds: records, and the shape of its answer."""

    def keep(self, page: ArchivedPage) -> None:
        """The records that a page had before: what it said was taken out of the archive."""

    def end(self, decisions: Sequence[tuple[str, str]]) -> None:
        """What records' own pages added comes back to the records that still lead there; `decisions` are those by
        which was cut."""


class Pages(Protocol):
    """Pages, forms and the index of the archive: what is shown, exported and derived."""

    def summary(self) -> Summary: ...

    def progress(self) -> tuple[int, int]:
        """(goals found, requests that brought no page) so far."""

    def history(self, url: str) -> UrlHistory: ...

    def findings(self, most: int) -> list[tuple[str, str]]:
        """(identity, URL of the page) of the surest goals."""

    def rows(self, what: str) -> Iterator[dict[str, Any]]:
        """pages, forms, records, history, queries, log, events or learned as plain values (`COLUMNS`)."""

    def lines(self, what: str) -> Iterator[str]:
        """The same as lines of JSON. `log` has its links: equal crawls give equal bytes."""

    def fetched(self, since: int, most: int | None = None) -> Iterator[dict[str, Any]]:
        """Rows of `pages` from an event on, by its number: what lies before is not looked at."""

    def captures(self) -> Iterator[tuple[Any, ...]]:
        """(fetched_at, media_type, digest, file, offset, length, hops, status, event) of archived answers."""

    def archive_ends(self) -> dict[str, int]:
        """File of the archive → where its last committed record ends, for `Archive.recover`.

        Raises where a name is none of an archive's own files: a store may come from anybody, and whoever asks this
        is going to open, copy or cut those files."""


class StoredDecisions(Protocol):
    """What was decided or learnt about a crawl or its source, by name."""

    def get(self, name: str) -> str | None: ...


class Store(Protocol):
    """The truth about one crawl."""

    log: EventLog
    frontier: Frontier
    hosts: Hosts
    queries: Queries
    rounds: Rounds
    forgotten: ForgottenRecords
    pages: Pages
    decisions: StoredDecisions

    def commit(self, batch: Batch, places: Places | None = None) -> None:
        """Write a batch, all or nothing; when this returns, kill -9 loses none of it. `places` is what a `Rerank`
        of its advice ranks with."""

    def recutting(self) -> AbstractContextManager[Recutting]:
        """Replace all records and what queries brought, in one transaction: left by an error, or by kill -9, the
        old ones are there."""

    def together(self) -> AbstractContextManager[None]:
        """Batches committed inside are committed at its end, all or none of them: a page of the database that
        several of them change is then written once."""

    def at_one_moment(self) -> AbstractContextManager[None]:
        """What is read inside is what was there at its beginning, whoever writes meanwhile. Nothing is committed
        inside."""

    def copy_to(self, path: Path) -> None:
        """All of it as one SQLite file, also while another process writes."""

    def close(self) -> None: ...

    def promise(self, host: str, next_at: float) -> None:
        """A host's next allowed time, before a request to it leaves."""
        self.commit(Batch(promised=((host, next_at),)))

    def rest(self, host: str, rest: Rest) -> None:
        self.commit(Batch(rests=((host, rest),)))

    def note(self, at: float, kind: str, **body: object) -> None:
        self.commit(Batch(notes=(Note(at, kind, body),)))

    def decide(self, name: str, value: str) -> None:
        self.commit(Batch(decisions=((name, value),)))
