"""What happened, in order: the stored log that strategies fold over and every report is derived from."""

from dataclasses import dataclass

from leadline.model.page import Link, Page


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that brought no page: the stored face of a `FetchError`."""

    kind: str
    found: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One fetched (or failed) URL of a crawl, with the path of links that led to it.

    A strategy's whole state is a fold over these, so everything it may learn from must be in here.
    """

    number: int
    """Position in the log, from 0; every fetched page counts, also home, centre and probe pages."""
    url: str
    group: str
    path: tuple[Link, ...]
    """Links followed from a seed to this page, nearest last, as many as there are levels to learn."""
    page: Page | None
    on_topic: float | None
    """P(topic) of the page, None where nobody asked."""
    found: tuple[str, ...] = ()
    """Identities of the forms (or other goals) the finder newly found here."""
    failure: Failure | None = None
