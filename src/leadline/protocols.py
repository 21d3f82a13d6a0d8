"""Every extension point on one page.

The store has a page of its own (`leadline.store.protocols`), and so has the browser (`leadline.web.browsing`).
Each is small on purpose: an outsider implements one of these and hands it in; nothing is registered globally.
Implementations of `Strategy`, `TopicClassifier`, `ValueSource` and `QueryPlanner` import no clock, disk, network
or global random: what they need comes in through the arguments.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, BinaryIO, NamedTuple, Protocol, runtime_checkable

from leadline.model.events import Event, Finding, Outcome
from leadline.model.page import Page, Request, Response
from leadline.model.query import Answer, Choice, Estimate


@runtime_checkable
class Clock(Protocol):
    """Time, handed in: real, virtual for experiments, or set by a test."""

    def now(self) -> float:
        """Seconds since the epoch."""

    async def sleep_until(self, moment: float) -> None:
        """Return at `moment`, at once if it has passed."""


@runtime_checkable
class Fetcher(Protocol):
    """The one seam to the world: HTTP, browser, WARC replay and lab are four implementations."""

    async def fetch(self, request: Request) -> Response:
        """Answer the request, redirects followed, politely and guarded.

        Any HTTP status is an answer. What brought none raises a `leadline.errors.FetchError`, the typed
        outcome; nothing else escapes."""

    async def close(self) -> None:
        """Give connections back. A closed fetcher is not used again."""


# ── what a strategy says to the crawl loop ────────────────────────────────────────────────────────────────


class Ranked(NamedTuple):
    """A link worth keeping: the group of the frontier it joins, and its key there (larger goes first). A tuple, as
    links are: a page has eighty of them.

    `pattern` is all a strategy wants to know about the link when it ranks again: links that look alike to it
    share one pattern and one key, and a re-rank costs what its patterns cost, not its links."""

    url: str
    group: str
    key: float
    pattern: str
    nth: int | None = None  # position among the links of the page it stands on; None for seeds and other roots
    depth: int = 0


def ranked_all(rows: Iterable[tuple[str, str, float, str, int | None, int]]) -> tuple[Ranked, ...]:
    """Links of a page at once: a third of the time of making them one by one."""
    return tuple(map(partial(tuple.__new__, Ranked), rows))


BACKWARD = "backward"
"""Groups called so, with a number behind, hold what a backward crawl looks at: its pages are counted apart."""


class OpenGroup(NamedTuple):
    """Let the loop take links of this group (a level, a site). Groups of the lowest `rank` go first, the
    longest open one among equals; `width` requests of one group may be under way at once.

    Where groups have a `weight`, the one goes first whose weight and best key make the largest sum: best-first
    over all of them, each raised or lowered as a whole. To open it again changes it."""

    group: str
    rank: int = 0
    width: int = 1
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class CloseGroup:
    """Take no more links of this group; what it holds stays stored (a persistent frontier)."""

    group: str


@dataclass(frozen=True, slots=True)
class LeaveGroup:
    """Drop what is waiting in this group, and whatever else would join it."""

    group: str
    why: str


@dataclass(frozen=True, slots=True)
class LeaveSite:
    """A stopping rule fired: links of this site are dropped, in whatever group they wait or would join."""

    site: str
    why: str


@dataclass(frozen=True, slots=True)
class LoadBatch:
    """Move the best `size` links of some groups, taken together, into another (FFC: from the persistent frontier
    to a queue)."""

    sources: tuple[str, ...]
    target: str
    size: int


@dataclass(frozen=True, slots=True)
class Rerank:
    """Every waiting link, or those of some groups, gets its place anew (`Strategy.places`); `version` names the
    model behind it, `learned` is all that it has learnt, as JSON, for who wants to see why."""

    version: int
    learned: str = "{}"
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskBacklinks:
    """Ask the backlink provider for pages that point to a site (reverse searching), or to a page by its URL, those
    of its own site included (the backward crawl of FFC and ACHE)."""

    target: str


Command = OpenGroup | CloseGroup | LeaveGroup | LeaveSite | LoadBatch | Rerank | AskBacklinks


@dataclass(frozen=True, slots=True)
class Advice:
    """All that a strategy answers to one event."""

    links: tuple[Ranked, ...] = ()
    commands: tuple[Command, ...] = ()


@dataclass(frozen=True, slots=True)
class Prior:
    """What is known before the first page. A strategy gets it when it is made, and says it in its `state`."""

    outcomes: tuple[Outcome, ...] = ()  # of earlier crawls: pages with something found, and the ways there
    form_pages: tuple[str, ...] = ()  # pages known to have what is looked for: where backward crawls begin
    topic: Mapping[str, float] = field(default_factory=dict)  # terms of the topic, as heavy as they speak for it


NOTHING_KNOWN = Prior()


class Strategy(Protocol):
    """Where to go next: a fold over the log of events, so resume and take-over are one thing."""

    name: str
    topical_only: bool = False
    """Whether forms count on pages of the topic alone: FFC and ACHE read nothing of other pages. Two-stage
    strategies have every form judged, wherever it stands."""

    def start(self, seeds: Sequence[str]) -> Advice:
        """Place the seeds."""

    def learn(self, event: Event) -> Advice:
        """Take one event in; say which of its links are worth keeping, and what else to do.

        The answer may depend on nothing but the events so far and the strategy's own parameters."""

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        """Keys of patterns under the present model."""

    def places(self, waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        """(group, key) under the present model for what waits, by its group and pattern: what a `Rerank` joins
        with the frontier. Links stay in their groups where a strategy has nothing else to say."""
        keys = self.keys([pattern for _, pattern in waiting])
        return [(group, key) for (group, _), key in zip(waiting, keys, strict=True)]

    def why(self, group: str, pattern: str) -> Sequence[tuple[str, float]]:
        """What makes the key of a link that looks like this, for people: parts and their weights, the heaviest
        first. Empty where a strategy has nothing to say."""
        del group, pattern
        return ()

    def state(self) -> str:
        """All that was learnt, as JSON: a snapshot is a cache of the fold, and equal folds give equal text.
        A strategy that learns nothing inherits this and `restore`."""
        return "{}"

    def restore(self, state: str) -> None:
        """Take up a snapshot."""
        del state


class Finder(Protocol):
    """What counts as found: a predicate over pages, relevant forms by default."""

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        """The goals on this page, whether they were met before or not; `identity` tells which are the same."""


class TopicClassifier(Protocol):
    """Is this about the topic?"""

    def probability(self, pages: Sequence[Page]) -> Sequence[float]:
        """P(on topic) for each page; batched, because features are 50 times cheaper that way."""

    def why(self, page: Page) -> Sequence[tuple[str, float]]:
        """The words that decided, with their weight, strongest first."""


class BacklinkSource(Protocol):
    """Who links to a site or page: reverse searching and backward crawls."""

    async def backlinks(self, target: str, limit: int) -> Sequence[str]:
        """URLs of pages that point to the site, or to the page where `target` is a URL; incomplete by nature,
        empty where nothing is known."""


class ValueSource(Protocol):
    """Values for the fields of forms (HiWE section 4: the two query types of a data source)."""

    def values_for(self, label: str) -> Iterable[tuple[str, float]]:
        """Type 1: values, with weights in 0–1, for a normalised label."""

    def more_like(self, values: Sequence[str]) -> Iterable[tuple[str, float]]:
        """Type 2: more values of the kind these are."""


class QueryPlanner(Protocol):
    """Which query next: a fold over the answers, so `resume` replays the stored ones and goes on.

    `choose` and `observe` alternate. Equal settings, seed and answers give equal choices."""

    name: str

    def choose(self) -> Choice | None:
        """The next query, or None when the planner is through (`why` then says why)."""

    def observe(self, answer: Answer) -> None:
        """Take in what the last choice brought."""

    def estimate(self) -> Estimate | None:
        """How much there is, as far as this planner can tell."""

    @property
    def why(self) -> str | None:
        """A sentence about what ended it: a threshold, all combinations used, nothing new after the sample."""

    # `ending` (`leadline.harvest.evidence.Ending | None`) is optional: on what grounds it ended. So are `asked`,
    # `partitions` of a planner that estimates are made for (`leadline.harvest.evidence.Evident`).


class Exporter(Protocol):
    """A format of one's own for `leadline export --format module:Name`; made without arguments."""

    def write(self, rows: Iterable[Mapping[str, Any]], out: BinaryIO) -> None:
        """Write the rows, each a mapping of plain values as `jsonl` has them, in their order."""


class Decisions(Protocol):
    """What a person may be asked while a harvest is prepared. None is no answer: then the harvest ends with
    `leadline.errors.MissingValue`, or takes the form that asks for most."""

    def value_for(self, name: str, label: str) -> str | None:
        """A value for a field the form insists on."""

    def which_form(self, page_url: str, forms: Sequence[int]) -> int | None:
        """Which of the forms of a page that may all be harvested, by their positions."""
