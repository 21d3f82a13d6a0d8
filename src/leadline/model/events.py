"""What happened, in order: the stored log that strategies fold over and every report is derived from."""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.model.page import Link
from leadline.model.travelling import travelling


@travelling
@dataclass(frozen=True, slots=True)
class Failure:
    """A request that brought no page: the stored face of a `FetchError`."""

    kind: str
    found: str


TOPIC_SCOPE, SITE_SCOPE = "topic", "site"


@travelling
@dataclass(frozen=True, slots=True)
class Finding:
    """A goal met for the first time: a distinct form, or a page of the wanted class."""

    identity: str
    url: str  # where it acts: a form's action, a page's own URL
    score: float
    scope: str = ""
    """What a form says itself that it searches: `topic`, or `site` where only the page around it says so."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One fetched (or failed) URL of a crawl, with the path of links that led to it.

    A strategy's whole state is a fold over these, so everything it may learn from is in here. Times are not:
    the same seed on the same web gives the same log, byte for byte."""

    number: int  # position in the log, from 0
    url: str
    group: str
    depth: int  # links followed since the seed (or the home page of the site, for strategies that think in sites)
    path: Sequence[Link] = ()
    """The last links followed to get here, nearest last, as many as there are levels to learn."""
    final_url: str = ""
    status: int | None = None
    on_topic: float | None = None  # P(topic) of the page, None where there is no page
    links: Sequence[Link] = ()
    forms: int = 0  # forms on the page, also those that were known
    found: tuple[Finding, ...] = ()
    failure: Failure | None = None
    set_aside: str | None = None  # why this page's links are not followed (duplicate, soft 404, block page …)
    digest: int | None = None  # the page's words exactly; None where it says too little to tell
    fingerprint: int | None = None  # simhash of the page's words: pages that say the same are near each other
    permit: str = ""  # why the gate let it be asked for


@dataclass(frozen=True, slots=True)
class Starved:
    """No open group had a link left, and nothing was under way."""

    number: int


@dataclass(frozen=True, slots=True)
class Backlinks:
    """What a backlink provider answered about a site."""

    number: int
    site: str
    pages: tuple[str, ...]


Event = Outcome | Starved | Backlinks
