"""One filled-in form on its way: what was chosen, how far it got, what came back, and how much there is."""

from dataclasses import dataclass
from enum import StrEnum


class Submission(StrEnum):
    """planned → sent → recorded. *Sent* without an answer is sent once more for GET, reported for POST."""

    PLANNED = "planned"
    SENT = "sent"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Query:
    """An assignment of values to the fields of one form: ⟨action URL, (name, value) pairs⟩ of Liddle."""

    form: str  # identity of the form
    assignment: tuple[tuple[str, str], ...]
    """(name, value) pairs as they are sent, in document order, hidden constants included."""


Choice = tuple[tuple[str, str], ...]
"""What a planner chose: (field name, value or visible label); every field that is not named keeps its default. An
empty value empties a text field and unchecks a checkbox."""


Row = tuple[str, tuple[tuple[str, str], ...]]
"""A record as planners and estimates see it: its identity and its (field, value) pairs."""


class Reply(StrEnum):
    """What an answer is (SPEC sections 3 and 4)."""

    RESULTS = "results"
    EMPTY = "empty"  # nothing matched
    TOO_MANY = "too-many"
    """The site wants a narrower question and shows nothing, or says that it shows a part only."""
    REQUIRED = "required"  # a field was left out that the site insists on
    ERROR = "error"
    BLOCKED = "blocked"
    FAILED = "failed"  # no answer at all: a time-out, a refusal at the door


class Left(StrEnum):
    """Why an answer was left before its end: by us, not by the site."""

    KNOWN = "known"  # what came lately was known: less than one new record is to be expected of a further page
    PAGES = "max-pages"  # the user's limit of pages of one answer
    LENGTH = "long-page"  # a page had more than is read of one page
    FAILED = "no-answer"  # its next page did not come, or may not be asked for


@dataclass(frozen=True, slots=True)
class Answer:
    """What one query brought, all its pages taken together (Liddle's logical page)."""

    choice: Choice
    reply: Reply
    records: int = 0
    new: int = 0  # records that no earlier query had brought
    pages: int = 1
    size: int = 0  # bytes of all its pages
    new_size: int = 0  # Liddle's U: bytes of text of the records that are new
    seconds: float = 0.0
    count: int | None = None  # how many the site says there are; None where it says nothing or is not believed
    stated: int | None = None  # how many the page states, believed or not yet
    truncated: bool = False  # the site holds more for this query than it gives
    left: Left | None = None  # why it was left before its end; None where it was paged to its end
    sample: tuple[tuple[str, str], ...] = ()
    """(field, value) pairs of its new records, a bounded number, in the order they were met."""
    met: tuple[str, ...] = ()
    """Identities of all its records in their order, each once, also of those known before."""
    rows: tuple[Row, ...] = ()
    """A bounded number of its records, new or not, spread evenly over the answer where it has more."""

    @property
    def cut_short(self) -> bool:
        """Whether there is more behind this query than came, whoever kept it back: a narrower one brings more. An
        answer that was left because its records are known is none."""
        return self.truncated or self.left not in (None, Left.KNOWN)


@dataclass(frozen=True, slots=True)
class Record:
    """A distinct record; `id` is its identity, so the same record from two queries is one."""

    id: str
    fields: tuple[tuple[str, str], ...]
    """(name, value) pairs in the order of the page; a name that stands more than once is a list of its values."""
    text: str
    url: str
    query: Query | None
    source: str  # the form it came from: URL of the page that holds it
    fetched_at: float
    warc: str | None = None  # `file#offset` of the archived answer


@dataclass(frozen=True, slots=True)
class Estimate:
    """A size with its 95 % interval; None is what is not known. `coverage` is the share brought up so far."""

    method: str
    total: float | None = None
    low: float | None = None
    high: float | None = None
    coverage: float | None = None
    coverage_low: float | None = None
    coverage_high: float | None = None
