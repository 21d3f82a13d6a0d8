"""A database of the lab asked in process: choices in, whole answers out, as the harvest loop would read them.

No page is written or read, so hundreds of databases are harvested in minutes. What a page would say about its
count, and whether that is believed, and what a cap does, is as the site has it; what is cut silently is not told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from leadline.answers.judge.counts import Count, Precision, StatedCounts
from leadline.errors import MissingValue
from leadline.forms.settings import FormsSettings
from leadline.harvest.choice import choose
from leadline.harvest.prepare import HarvestJob, planned_by, understood
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.query import Answer, Choice, Reply, Row
from leadline.protocols import QueryPlanner
from leadline.web.settings import WebSettings
from leadline_bench.harvest.drawn import Visit
from leadline_lab.forms import asked
from leadline_lab.pages.sending import fields_sent
from leadline_lab.sources import ask
from leadline_lab.sources.model import Answer as Page
from leadline_lab.sources.wording import rounded

_SAMPLE = 60  # records of an answer whose fields a planner is shown
_REPLIES = {
    "records": Reply.RESULTS,
    "none": Reply.EMPTY,
    "too-many": Reply.TOO_MANY,
    "required": Reply.REQUIRED,
    "error": Reply.ERROR,
    "bad-token": Reply.ERROR,
}


@dataclass
class LabDatabase:
    """One source behind its form."""

    visit: Visit
    settings: HarvestSettings
    known: set[str] = field(default_factory=set)
    requests: int = 0
    _counts: StatedCounts = field(default_factory=StatedCounts)

    def __post_init__(self) -> None:
        visit = self.visit
        self._job = HarvestJob(WebSettings(), self.settings, visit.form_response.url)
        picked = choose(visit.document.page, self.settings, FormsSettings(), visit.form.identity)
        self.source: HarvestSource = understood(visit.form_response, visit.document, picked.known, self._job)

    def planner(self) -> QueryPlanner:
        return planned_by(self._job, self.source)

    def answer(self, choice: Choice) -> Answer:
        """All pages of the answer, as if read to its end."""
        try:
            request = self.source.planned_query(self.source.form, choice).request
        except MissingValue:
            return Answer(choice, Reply.REQUIRED)
        content_type = dict(request.headers).get("Content-Type", "")
        sent = fields_sent(urlsplit(request.url).query, content_type, request.body or b"")
        what = asked(self.visit.model, self.visit.source, sent)
        pages = self._pages(what.values, what.sort)
        self.requests += len(pages)
        first = pages[0]
        if first.outcome == "records" and what.outcome:
            return Answer(choice, _REPLIES[what.outcome])
        met = tuple(dict.fromkeys(key for page in pages for key in page.keys))
        return self._read(choice, first, met, pages)

    def _pages(self, values: Mapping[str, tuple[str, ...]], sort: str) -> list[Page]:
        visit, found = self.visit, list[Page]()
        while not found or (found[0].outcome == "records" and len(found) < found[0].pages):
            found.append(ask(visit.lab.web.world, visit.plan.site, visit.source, values, len(found), sort))
        return found

    def _read(self, choice: Choice, first: Page, met: tuple[str, ...], pages: list[Page]) -> Answer:
        names = [attribute.label for attribute in self.visit.source.listed]
        rows: list[Row] = [
            (key, tuple(zip(names, cells, strict=False)))
            for page in pages
            for key, cells in zip(page.keys, page.rows, strict=True)
        ]
        new = [key for key in met if key not in self.known]
        self.known.update(new)
        count = self._count(first)
        told = first.outcome == "records" and bool(first.message)  # it says that it shows a part only
        self._counts = self._counts.seen(count, len(met), whole=not told)
        fresh = set(new)
        sample = tuple(pair for key, cells in rows if key in fresh for pair in cells)
        return Answer(
            choice,
            _REPLIES[first.outcome],
            len(met),
            len(new),
            len(pages),
            count=self._counts.total(count),
            stated=count.total if count is not None else None,
            truncated=told or self._counts.short(count, len(met)),
            sample=sample[: _SAMPLE * max(1, len(names))],
            met=met,
            rows=tuple(rows[:1_000]),
        )

    def _count(self, page: Page) -> Count | None:
        """What a reader of the page makes of the number on it."""
        source, how = self.visit.source, self.visit.source.counting
        if not page.shown_total or how == "absent":
            return None
        precision: Precision = "exact"
        total = page.total
        if how == "rounded":
            total, precision = rounded(total), "about"
        elif how == "capped" and source.cap is not None and total > source.cap:
            total, precision = source.cap, "at-least"
        return Count(total, precision)
