"""What goes into the store and comes out of it, as frozen values. `Batch` is all that one `Store.commit` writes.

A *query* is one filled-in form. Its answer may take many pages, so it has one *submission* a page: page 0 sends
the form, each later one follows to the next page. The page that was read and the plan for the next one are in one
batch, with the records: after kill -9 at most one submission is open. A query whose last page is recorded is
*closed*; closed queries, in order, are all a planner needs to be where it was.

`sent` without an answer (the process died in between) is the caller's to decide: a GET may be sent once more, a
POST is only reported.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from leadline.model.events import Event
from leadline.model.form import Form
from leadline.model.page import Request
from leadline.model.query import Choice, Left, Query, Record, Reply, Submission
from leadline.model.rest import Rest
from leadline.model.travelling import travelling
from leadline.protocols import Advice
from leadline.store.packed import PackedForm
from leadline.store.rounds import RoundChange

Places = Callable[[Sequence[tuple[str, str]]], Sequence[tuple[str, float]]]
"""`Strategy.places`: (group, key) of what waits under the present model, which a re-rank asks for in pages."""
_NO_ADVICE = Advice()


# ── the crawl ─────────────────────────────────────────────────────────────────────────────────────────────


@travelling
@dataclass(frozen=True, slots=True)
class FrontierLink:
    """A link taken from the frontier; (`pattern`, `position`) is its place there."""

    pattern: int
    position: int
    url: str
    group: str
    depth: int
    parent: int | None
    nth: int | None


@travelling
@dataclass(frozen=True, slots=True)
class Capture:
    """How an answer came, and where it lies in the archive: what differs between two runs of the same crawl."""

    fetched_at: float
    seconds: float
    requests: int
    address: str | None = None
    media_type: str | None = None
    digest: str | None = None
    warc: str | None = None
    warc_offset: int | None = None
    warc_length: int | None = None
    hops: str = "[]"  # the redirects before it: JSON rows of url, status, offset, length and digest


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth telling that is no event of the crawl: started, resumed, stopped, a warning."""

    at: float
    kind: str
    body: Mapping[str, object] = field(default_factory=dict)


# ── queries and records ───────────────────────────────────────────────────────────────────────────────────


class QueryRole(StrEnum):
    """Why a query is asked."""

    PLANNED = "planned"
    PROBE = "probe"  # a nonsense word: its answer shows what "nothing found" looks like here


@dataclass(frozen=True, slots=True)
class SourcePage:
    """The page a form stands on; what it says is no record of any answer."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class PlannedQuery:
    """A query to be asked, with the request that sends its form."""

    query: Query
    choice: Choice
    source: SourcePage
    request: Request
    role: QueryRole = QueryRole.PLANNED


@dataclass(frozen=True, slots=True)
class OpenSubmission:
    """One submission that is not recorded yet."""

    query_id: int
    page: int
    state: Submission
    query: Query
    choice: Choice
    role: QueryRole
    source: SourcePage
    request: Request
    shape: str | None  # how the first page of this answer kept its records; None for the first page itself
    reply: Reply | None  # what the answer is, None until a page of it was judged
    count: int | None


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """What an answer is, as its first page tells it."""

    reply: Reply
    count: int | None = None
    why: str = ""
    stated: int | None = None  # the count on the page, believed or not


@dataclass(frozen=True, slots=True)
class SubmissionResult:
    """What one submission brought."""

    records: Sequence[Record] = ()
    next_request: Request | None = None
    shape: str | None = None
    failed: bool = False
    retry: bool = False  # leave the submission open: it may be sent again at another time
    verdict: AnswerVerdict | None = None
    truncated: bool = False
    left: Left | None = None  # why the answer is left here, although it goes on
    digest: str | None = None  # of what its rows say
    size: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """A page of an answer that was recorded, and where it lies in the archive. Its submission is as it was before
    any page of the answer was judged."""

    submission: OpenSubmission
    url: str  # where it came from in the end
    status: int
    fetched_at: float
    seconds: float
    warc: str
    offset: int


@dataclass(frozen=True, slots=True)
class PageYield:
    """What one page of an answer brought."""

    records: int
    new: int
    digest: str | None


class DetailState(StrEnum):
    """What became of a record's own page; a record without a state was not asked for."""

    READ = "read"  # it added something
    BARE = "bare"
    FAILED = "failed"
    OFF_SITE = "elsewhere"
    REFUSED = "refused"  # the gate does not ask for it


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as it was brought up."""

    id: str
    text: str
    fields: tuple[tuple[str, str], ...]
    url: str
    source: str


@dataclass(frozen=True, slots=True)
class RecordUpdate:
    """What a record's own page added; `fields` None where nothing did."""

    id: str
    state: DetailState
    fields: tuple[tuple[str, str], ...] | None = None


# ── what is read ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Promises:
    """What hosts were promised by an earlier process, as far as it is believed."""

    hosts: tuple[tuple[str, Rest], ...] = ()
    disbelieved: tuple[str, ...] = ()  # a sentence for each host whose moment was too far away


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a crawl in numbers, each defined once and derived from the log.

    - *pages*: answers that came back, of any status. *requests*: everything that left, robots.txt and retries too.
    - *sites*: registrable domains with a page. *forms*: distinct forms met. *relevant_forms*: goals found.
    - *site_searches*: those of the relevant forms that do not say themselves what they search; their pages do.
    - *backward_pages*: those of the pages that a backward crawl looked at, to learn from.
    - *robots_blocked*: links robots.txt kept us from. *refused*: others we did not send. *errors*: what failed.
    """

    pages: int
    requests: int
    sites: int
    forms: int
    relevant_forms: int
    site_searches: int
    waiting: int
    backlink_calls: int
    backward_pages: int
    robots_blocked: int
    refused: int
    errors: int
    set_aside: int
    on_topic: int
    failures: dict[str, int]
    left_sites: int
    backlink_failures: int


@dataclass(frozen=True, slots=True)
class UrlHistory:
    """What became of one URL."""

    url: str
    state: str  # fetched, failed, waiting, seen (met and dropped) or unknown
    number: int | None = None
    status: int | None = None
    failure: str | None = None
    on_topic: float | None = None
    set_aside: str | None = None
    group: str | None = None
    depth: int | None = None
    key: float | None = None
    pattern: str | None = None  # what it looks like to the strategy, or did when it was taken
    group_weight: float | None = None  # what its group is raised by, where the strategy weighs groups
    left: str | None = None
    permit: str | None = None  # why the gate let it be asked for; None where it was not, or by an older Leadline
    way: tuple[tuple[str, str], ...] = ()  # (page, anchor) of the links followed to it, nearest first


# ── all of it ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Batch:
    """What is committed together: all of it or nothing, and once committed kill -9 loses none of it."""

    event: Event | None = None  # the next event of the log, …
    advice: Advice = _NO_ADVICE  # … what the strategy said to it, …
    origin: FrontierLink | None = None  # … the link that led to it, …
    capture: Capture | None = None
    forms: tuple[Form | PackedForm, ...] = ()  # … and the forms of its page
    recorded: tuple[OpenSubmission, SubmissionResult] | None = None  # the submission that this event answers
    planned: PlannedQuery | None = None
    marked: tuple[OpenSubmission, Submission, Request | None] | None = None
    """A submission, how far it got, and what exactly is sent where that is new."""
    updates: tuple[RecordUpdate, ...] = ()
    round: RoundChange | None = None  # before what is planned with it
    decisions: tuple[tuple[str, str], ...] = ()
    """What was decided or learnt about the crawl or its source, by name."""
    dropped: tuple[FrontierLink, ...] = ()  # links taken that are not visited
    released: tuple[tuple[int, int], ...] = ()
    """(pattern, position) of links taken that wait again, unless their group was left meanwhile."""
    snapshot: str | None = None  # the fold over all events so far; one is enough
    promised: tuple[tuple[str, float], ...] = ()
    """(host, next allowed time) of requests that are about to leave: each is counted."""
    rests: tuple[tuple[str, Rest], ...] = ()
    """What hosts asked for, before the answers that said so are seen by anybody."""
    postponed: str | None = None  # what was asked for and answered with "come back later"
    notes: tuple[Note, ...] = ()
