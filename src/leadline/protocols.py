"""Every extension point on one page.

Each is small on purpose: an outsider implements one of these and hands it in; nothing is registered globally.
Implementations of `Strategy`, `TopicClassifier`, `ValueSource` and `QueryPlanner` import no clock, disk,
network or global random: what they need comes in through the arguments.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from leadline.model.events import Outcome
from leadline.model.form import Form
from leadline.model.page import Link, Page, Request, Response
from leadline.model.query import Query
from leadline.model.record import Record


@runtime_checkable
class Clock(Protocol):
    """Time, handed in: real, virtual for experiments, or set by a test."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Return at `moment`, at once if it has passed."""
        ...


@runtime_checkable
class Fetcher(Protocol):
    """The one seam to the world: HTTP, browser, WARC replay and lab are four implementations."""

    async def fetch(self, request: Request) -> Response:
        """Answer the request, redirects followed, politely and guarded.

        Any HTTP status is an answer. What brought none raises a `leadline.errors.FetchError`, the typed
        outcome; nothing else escapes.
        """
        ...

    async def close(self) -> None:
        """Give connections back. A closed fetcher is not used again."""
        ...


# ── what a strategy says to the crawl loop ────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ranked:
    """A link worth keeping: which group of the frontier it joins, and its key there (larger goes first)."""

    url: str
    group: str
    key: float
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """Let the loop take links of this group (a level, a site)."""

    group: str


@dataclass(frozen=True, slots=True)
class CloseGroup:
    """Take no more links of this group; what it holds stays stored."""

    group: str


@dataclass(frozen=True, slots=True)
class LoadBatch:
    """Move the best `size` links of a group from the persistent frontier into the crawl queues (FFC)."""

    group: str
    size: int


@dataclass(frozen=True, slots=True)
class Rerank:
    """Every stored link has a new key from now on; `version` names the model that gives it."""

    version: int


@dataclass(frozen=True, slots=True)
class AskBacklinks:
    """Ask the backlink provider for pages that point to this site (reverse searching, backward crawl)."""

    site: str


@dataclass(frozen=True, slots=True)
class LeaveSite:
    """A stopping rule fired: drop what is queued for this site."""

    site: str
    why: str


Command = OpenGroup | CloseGroup | LoadBatch | Rerank | AskBacklinks | LeaveSite


@dataclass(frozen=True, slots=True)
class Advice:
    """All that a strategy answers to one outcome."""

    links: tuple[Ranked, ...] = ()
    commands: tuple[Command, ...] = ()


class Strategy(Protocol):
    """Where to go next: a fold over the log of outcomes, so resume and take-over are one thing."""

    name: str

    def start(self, seeds: Sequence[str]) -> Advice:
        """Place the seeds."""
        ...

    def learn(self, outcome: Outcome) -> Advice:
        """Take one outcome in and say which of its links are worth keeping, and what else to do."""
        ...

    def keys(self, links: Sequence[Link]) -> Sequence[float]:
        """Keys of distinct link patterns under the present model: what a `Rerank` joins with the frontier."""
        ...


class Finder(Protocol):
    """What counts as found: a predicate over pages, relevant forms by default."""

    def find(self, page: Page) -> Iterator[str]:
        """Stable identities of the goals on this page."""
        ...


class TopicClassifier(Protocol):
    """Is this about the topic?"""

    def probability(self, pages: Sequence[Page]) -> Sequence[float]:
        """P(on topic) for each page; batched, because features are 50 times cheaper that way."""
        ...

    def why(self, page: Page) -> Sequence[tuple[str, float]]:
        """The words that decided, with their weight, strongest first."""
        ...


class BacklinkSource(Protocol):
    """Who links to a site: reverse searching and backward crawls."""

    async def backlinks(self, site: str, limit: int) -> Sequence[str]:
        """URLs of pages that point to the site; incomplete by nature, empty where nothing is known."""
        ...


class ValueSource(Protocol):
    """Values for the fields of forms (HiWE section 4: the two query types of a data source)."""

    def values_for(self, label: str) -> Iterable[tuple[str, float]]:
        """Type 1: values, with weights in 0–1, for a normalised label."""
        ...

    def more_like(self, values: Sequence[str]) -> Iterable[tuple[str, float]]:
        """Type 2: more values of the kind these are."""
        ...


class QueryPlanner(Protocol):
    """Which query next."""

    def plan(self, form: Form) -> Iterator[Query]:
        """Queries in the order they should be sent; lazily, since there may be 10¹² of them."""
        ...

    def observe(self, query: Query, records: Sequence[Record], new: int) -> None:
        """Take in what a query brought."""
        ...


class Store(Protocol):
    """The truth about one crawl: an append-only log and what is derived from it."""

    def append(self, outcomes: Sequence[Outcome]) -> None:
        """Commit outcomes; what this returned from survives kill -9."""
        ...

    def log(self, since: int = 0) -> Iterator[Outcome]:
        """Outcomes in order."""
        ...

    def close(self) -> None:
        """Flush and give the files back."""
        ...
