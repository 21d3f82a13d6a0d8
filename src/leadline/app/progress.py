"""What a use-case tells while it works, as values: `on_progress` is called with each; and who hears it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from leadline.model.query import Estimate
from leadline.protocols import Decisions

if TYPE_CHECKING:
    from leadline.app.inspect import Inspection


@dataclass(frozen=True, slots=True)
class Started:
    """A crawl or a harvest begins, or goes on, in a folder."""

    kind: str
    folder: Path
    resumed: bool


@dataclass(frozen=True, slots=True)
class TargetInspected:
    """One target of `inspect` is through: understood, or failed."""

    result: "Inspection"


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """How far a crawl is; at most four times a second."""

    pages: int
    max_pages: int
    forms: int  # forms (or pages) found that were looked for
    waiting: int  # links in the frontier
    under_way: int
    errors: int


@dataclass(frozen=True, slots=True)
class HarvestProgress:
    """How far a harvest is, after every page of an answer or of a record."""

    records: int
    queries: int
    pages: int
    new_records: int  # records that the last query brought and no earlier one had
    requests: int
    max_requests: int
    estimate: Estimate | None
    doing: str = ""  # what it does next, in words
    seconds_left: float | None = None
    """At the polite rate, until the share wanted is there; None where nobody knows."""


@dataclass(frozen=True, slots=True)
class RecutProgress:
    """How far records are cut anew; every page is read twice."""

    pages: int
    of: int
    records: int


@dataclass(frozen=True, slots=True)
class FormChosen:
    """Of several forms that could be harvested one was taken."""

    form: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SourceFinished:
    """One source of a project is through: what it brought, or the problem that kept it from being harvested."""

    page_url: str
    folder: Path
    records: int = 0
    requests: int = 0
    stopped_by: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Warned:
    """Something a user should know, in a sentence; the work goes on."""

    text: str


Progress = (
    Started
    | TargetInspected
    | CrawlProgress
    | HarvestProgress
    | RecutProgress
    | FormChosen
    | SourceFinished
    | Warned
)
OnProgress = Callable[[Progress], None]


def ignore_progress(_: Progress) -> None:
    """For whoever only wants the result."""


@dataclass(frozen=True, slots=True)
class Supervisor:
    """Whoever had the work begun: hears how it goes, may end it, and may be asked."""

    on_progress: OnProgress = ignore_progress
    stop: asyncio.Event | None = None  # set, as by Ctrl-C, it ends the work cleanly, to be resumed
    decisions: Decisions | None = None

    @property
    def stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    def warn(self, sentence: str) -> None:
        self.on_progress(Warned(sentence))


NOBODY = Supervisor()
