"""The records' own pages: asked for after all queries, where every record has one that tells more than the list.

Whether they do is found out with the first two: what both pages say is the site's furniture, the rest is the
record's; they tell more if both have a field of one name with values that the list did not show. Both are
committed together, so that a harvest killed between them reads them again. Then those of all records are read,
unless the user limits it (`harvest.detail_requests`, for each run) or `_PATIENCE` pages in a row added nothing.
What is left is told (`own_pages`): rows without the fields of their pages look like records that have none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urldefrag

from leadline.answers.document import read
from leadline.answers.records.cut import Cut
from leadline.answers.records.detail_page import added_fields, merge_detail
from leadline.gate.links import Denied, SeenLink, follow
from leadline.harvest.settings import HarvestSettings
from leadline.model.page import Page, Request, Response
from leadline.model.url import site_of
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.store.batch import Batch, DetailState, RecordUpdate
from leadline.store.protocols import Store

LEADS = ("details.lead", "yes")  # records of this source have pages of their own
_ADDS, _REFUSED_WHY = "details.add", "details.refused"
"""Whether the pages add something (`yes`, `no`, or `no longer`: the last ones did not); the last reason of the
gate."""
_FAILURES = 3
_PATIENCE = 5
_PAIRS = 3
"""Pairs of pages that are held against each other where one of the two tells more and the other does not."""


@dataclass(frozen=True, slots=True)
class DetailReading:
    """A record's own page as it reads; no document where it did not come."""

    record: Cut
    document: Document | None = None
    merged: tuple[tuple[Cut, Cut], ...] = ()
    """Records with what their pages say: as the list had them, and as they are now."""


@dataclass(frozen=True, slots=True)
class OwnPages:
    """How far the records' own pages were read."""

    read: int = 0  # records whose own page was read
    left: int = 0  # those whose page may tell more, and was not asked for
    why: str | None = None
    """Why some are left: `limit` (of the user, or of requests; `resume` reads on) or `nothing-new` (the last ones
    added nothing)."""


def own_pages(store: Store) -> OwnPages:
    counts, adds = store.queries.detail_counts(), store.decisions.get(_ADDS)
    read = counts.get(DetailState.READ, 0) + counts.get(DetailState.BARE, 0)
    unasked = store.queries.counts()[0] - sum(counts.values())
    if adds in (None, "no") or not unasked:
        return OwnPages(read)
    return OwnPages(read, unasked, "limit" if adds == "yes" else "nothing-new")


class Details:
    """Which record's page is read next, and what came of those that were."""

    def __init__(self, store: Store, settings: HarvestSettings, before: Sequence[tuple[str, str]] = ()) -> None:
        """`before`: URL and text of some records' own pages, where an earlier run has read them."""
        self._store = store
        self._settings = settings
        self._first: DetailReading | None = None
        """The first of the two pages that decide, not committed yet."""
        self._known = ""
        """What another record's page says: furniture of them all."""
        self._before = before
        self._pages: frozenset[str] = frozenset()
        """Where all records are, once the first page is asked for; no more come after that."""
        self._spent = 0
        self._pairs = 0  # of pages that were held against each other and did not agree

    def next(self) -> Cut | None:
        mode, decisions = self._settings.details, self._store.decisions
        most = self._settings.detail_requests
        if mode == "never" or decisions.get(LEADS[0]) is None or (most and self._spent >= most):
            return None
        if mode == "auto" and decisions.get(_ADDS) in ("no", "no longer"):
            return None
        skipped = self._first.record.id if self._first is not None else ""
        while (found := self._store.queries.next_detail(skipped=skipped)) is not None:
            if site_of(found.url) == site_of(found.source):
                return Cut(found.id, found.text, found.fields, found.url, dict(found.fields).get("title", ""))
            self._store.commit(_marked(found.id, DetailState.OFF_SITE))
        return None

    def request(self, record: Cut, form_page: Page) -> Request | None:
        """The request for a record's own page, judged by its address once more: what its link says was judged with
        its row. None where the gate has something against it; that is kept with the record."""
        urls = self._store.queries.record_urls
        self._pages = self._pages or frozenset(page_key(urldefrag(url).url) for url in urls())
        judged = follow(SeenLink("", record.url, language=form_page.language), "a record's own page")
        if not isinstance(judged, Denied):
            self._spent += 1
            return Request(record.url, headers=(("Referer", form_page.url),), permit=judged)
        self._store.commit(_marked(record.id, DetailState.REFUSED, (_REFUSED_WHY, judged.why)))
        return None

    def read(self, record: Cut, response: Response) -> DetailReading:
        """What a page says; asks no store, since it may be read beside the loop."""
        if not response.ok:
            return DetailReading(record)
        document, others = read(response), self._pages.__contains__
        first, known = self._first, self._furniture(record)
        if known or first is None or first.document is None:
            # Of the first page nothing is kept yet, but what is large is read while there is time for it.
            now = merge_detail(record, document, known, others)
            return DetailReading(record, document, ((record, now),))
        before = merge_detail(first.record, first.document, document.page.text, others)
        now = merge_detail(record, document, first.document.page.text, others)
        return DetailReading(record, document, ((first.record, before), (record, now)))

    def taken_in(self, reading: DetailReading) -> Batch:
        """What is to be committed with the event of this page."""
        if reading.document is None:
            return self.failed(reading.record)
        updates = _updates(reading)
        if self._furniture(reading.record):
            states = [updates[0].state, *self._store.queries.last_details(_PATIENCE - 1)]
            is_barren = len(states) == _PATIENCE and all(state is DetailState.BARE for state in states)
            return Batch(updates=updates, decisions=self._adds("no longer") if is_barren else ())
        if self._first is None:
            self._first = reading
            return Batch()
        self._first, self._known = None, reading.document.page.text
        if (
            self._store.decisions.get(_ADDS) == "yes"
        ):  # decided by an earlier run; the pair only shows the furniture
            return Batch(updates=updates)
        added = [added_fields(before, now) for before, now in reading.merged]
        names = frozenset.intersection(*added)
        if not names and any(added) and self._pairs < _PAIRS:
            # One of the two may be no page of a record, a chapter's for one: another is held against the second.
            self._pairs, self._first, self._known = self._pairs + 1, reading, ""
            return Batch(updates=updates[:1])
        return Batch(updates=updates, decisions=self._adds("yes" if names else "no"))

    def _furniture(self, record: Cut) -> str:
        return self._known or next((text for url, text in self._before if url != record.url), "")

    def failed(self, record: Cut) -> Batch:
        """A page that did not come; where the first ones do not, none is asked for any more."""
        counts = self._store.queries.detail_counts()
        were_read = counts.get(DetailState.READ, 0) + counts.get(DetailState.BARE, 0)
        gives_up = not were_read and counts.get(DetailState.FAILED, 0) + (self._first is not None) + 1 >= _FAILURES
        return _marked(record.id, DetailState.FAILED, *(self._adds("no") if gives_up else ()))

    def _adds(self, word: str) -> tuple[tuple[str, str], ...]:
        """Whether the pages add something, as it is kept; whoever wants them all is not asked."""
        return ((_ADDS, word if self._settings.details != "always" else "yes"),)


def _updates(reading: DetailReading) -> tuple[RecordUpdate, ...]:
    return tuple(
        RecordUpdate(
            before.id,
            DetailState.READ if added_fields(before, now) else DetailState.BARE,
            now.fields if now != before else None,
        )
        for before, now in reading.merged
    )


def _marked(record: str, state: DetailState, *decisions: tuple[str, str]) -> Batch:
    return Batch(updates=(RecordUpdate(record, state),), decisions=decisions)
