"""The records' own pages: asked for after all queries, where every record has one that tells more than the list.

Whether they do is found out with the first two: what both pages say is the site's furniture, the rest is the
record's; they tell more if both have a field of one name with values that the list did not show. Both are
committed together, so that a harvest killed between them reads them again. After `_PATIENCE` pages in a row that
added nothing, no more are asked for.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urldefrag

from leadline.answers.document import read
from leadline.answers.records import Cut, added_fields, merge_detail
from leadline.gate.judgement import Denied
from leadline.gate.links import Leading, follow
from leadline.harvest.settings import HarvestSettings
from leadline.model.page import Page, Request, Response
from leadline.model.url import site_of
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.store.codec import dumps
from leadline.store.crawl import CrawlStore
from leadline.web.tasks import is_heavy

_LEADS, _ADDS = "details.lead", "details.add"
_FAILURES = 3
_PATIENCE = 5
_REFUSED, _REFUSED_WHY = "refused", "details.refused"
"""State of a record whose page the gate does not ask for, and where the last reason is kept."""
_READ, _BARE = "read", "bare"
"""States of a record whose page added something, and of one whose page did not."""


@dataclass(frozen=True, slots=True)
class _Seen:
    record: Cut
    document: Document


class Details:
    """Which record's page is read next, and what came of those that were."""

    def __init__(self, store: CrawlStore, settings: HarvestSettings) -> None:
        self._store = store
        self._settings = settings
        self._first: _Seen | None = None
        """The first of the two pages that decide, not committed yet."""
        self._known = ""
        """What another record's page says: furniture of them all."""
        self._pages: frozenset[str] | None = None
        """Where all records are, once the first page is read; no more come after that."""

    def leads(self) -> None:
        """Records of this source have pages of their own."""
        if self._store.meta(_LEADS) is None:
            self._store.set_meta(_LEADS, "yes")

    def next(self) -> Cut | None:
        """The next record whose page is to be read."""
        mode = self._settings.details
        if mode == "never" or self._store.meta(_LEADS) is None or self._asked() >= self._settings.detail_requests:
            return None
        if mode == "auto" and self._store.meta(_ADDS) == "no":
            return None
        skipped = self._first.record.id if self._first is not None else ""
        rows = self._store.db.all(
            "SELECT id, body FROM record WHERE detail IS NULL AND id <> ? ORDER BY position LIMIT 1", (skipped,)
        )
        if not rows:
            return None
        (identity, body) = rows[0]
        line = json.loads(body)
        fields = line["fields"]
        record = Cut(identity, line["text"], tuple(fields.items()), line["url"], fields.get("title", ""))
        if site_of(record.url) != site_of(line["source"]):
            with self._store.db.transaction():
                self._mark(record, "elsewhere")
            return self.next()
        return record

    def request(self, record: Cut, form_page: Page) -> Request | None:
        """The request for a record's own page, judged by its address once more: what its link says was judged with
        its row. None where the gate has something against it; that is kept with the record."""
        judged = follow(Leading("", record.url, language=form_page.language), "a record's own page")
        if not isinstance(judged, Denied):
            return Request(record.url, headers=(("Referer", form_page.url),), permit=judged)
        with self._store.db.transaction():
            self._mark(record, _REFUSED)
            self._store.put_meta(_REFUSED_WHY, judged.why)
        return None

    def read(self, record: Cut, response: Response) -> Callable[[], None]:
        """What is to be written for a page that was read, with its event."""
        if not response.ok:
            return lambda: self.failed(record)
        seen = _Seen(record, read(response))
        if is_heavy(response.body):
            # Once here, where it has its time: afterwards it is done again while the books are open.
            merge_detail(record, seen.document, self._known, lambda _: False)
        if self._known:
            return lambda: self._keep(seen)
        if self._first is None:
            self._first = seen
            return lambda: None
        first, self._first = self._first, None
        self._known = seen.document.page.text
        return lambda: self._decide(first, seen)

    def failed(self, record: Cut) -> None:
        """A page that did not come; where the first ones do not, none is asked for any more."""
        self._mark(record, "failed")
        (read,) = self._store.db.one("SELECT count(*) FROM record WHERE detail IN (?, ?)", (_READ, _BARE))
        if not read and self._asked() >= _FAILURES:
            self._store.put_meta(_ADDS, "no")

    # ── writing, inside a transaction ─────────────────────────────────────────────────────────────────────

    def _keep(self, seen: _Seen) -> None:
        if not self._write(seen, self._known) and self._is_barren():
            self._store.put_meta(_ADDS, "no")

    def _decide(self, first: _Seen, second: _Seen) -> None:
        texts = first.document.page.text, second.document.page.text
        names = self._write(first, texts[1]) & self._write(second, texts[0])
        self._store.put_meta(_ADDS, "yes" if names else "no")

    def _write(self, seen: _Seen, known: str) -> frozenset[str]:
        """Keep what a page says; the names of the fields that it added."""
        more = merge_detail(seen.record, seen.document, known, self._is_record)
        if more != seen.record:
            (body,) = self._store.db.one("SELECT body FROM record WHERE id = ?", (seen.record.id,))
            line = json.loads(body)
            line["fields"] = dict(more.fields)
            self._store.db.run("UPDATE record SET body = ? WHERE id = ?", (dumps(line), seen.record.id))
        names = added_fields(seen.record, more)
        self._mark(seen.record, _READ if names else _BARE)
        return names

    def _is_barren(self) -> bool:
        """Whether the last pages added nothing; they are read in the order of their records."""
        last = self._store.db.all(
            "SELECT detail FROM record WHERE detail IN (?, ?) ORDER BY position DESC LIMIT ?",
            (_READ, _BARE, _PATIENCE),
        )
        return len(last) == _PATIENCE and all(state == _BARE for (state,) in last)

    def _is_record(self, page: str) -> bool:
        if self._pages is None:
            rows = self._store.db.all("SELECT json_extract(body, '$.url') FROM record")
            self._pages = frozenset(page_key(urldefrag(url).url) for (url,) in rows)
        return page in self._pages

    def _mark(self, record: Cut, state: str) -> None:
        self._store.db.run("UPDATE record SET detail = ? WHERE id = ?", (state, record.id))

    def _asked(self) -> int:
        done = self._store.db.one("SELECT count(*) FROM record WHERE detail NOT IN ('elsewhere', ?)", (_REFUSED,))
        return int(done[0]) + (self._first is not None)
