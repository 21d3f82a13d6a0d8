"""The log of events (appended, never changed, read in order) and what is kept beside it."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from leadline.model.events import Backlinks, Event, Outcome
from leadline.model.later_links import LaterLinks
from leadline.model.page import Link
from leadline.model.url import site_of
from leadline.store.batch import Batch
from leadline.store.codec import (
    by_field,
    dumps,
    loads,
    pack_event,
    pack_form,
    pack_links,
    unpack_event,
    unpack_links,
)
from leadline.store.packed import PackedForm, PackedLinks
from leadline.store.sql import SqlDatabase

_LINKS_KEPT = 20_000
"""Links of recent pages that stay unpacked in memory: some 20 MB, whether pages have ten links or ten thousand."""

_KNOWN = 50_000
"""Forms and findings of which it is known that they are stored: some 10 MB."""

_Page = tuple[Sequence[Link], int | None, int | None]  # its links, and the page and link that led to it


class SqliteLog:
    """`leadline.store.protocols.EventLog`; `append` is called inside a transaction."""

    def __init__(self, database: SqlDatabase, levels: int = 3) -> None:
        self._db = database
        self._levels = levels
        self._parents: OrderedDict[int, _Page] = OrderedDict()
        self.length = self.pages = 0
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._parents.clear()
        self._known: set[tuple[str, ...]] = set()
        """Table and key of rows that are there: header forms stand on every page, and asking the
        database for each costs what adding one does."""
        self._links_kept = 0
        last = self._db.maybe("SELECT number + 1, pages FROM log ORDER BY number DESC LIMIT 1")
        self.length, self.pages = last or (0, 0)

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────

    def append(self, event: Event, batch: Batch) -> None:
        """Add the next event, with how it came, the goals found and the forms of its page."""
        assert event.number == self.length, "the log has no gaps"
        kind, body = pack_event(event)
        parent, nth = (batch.origin.parent, batch.origin.nth) if batch.origin else (None, None)
        row = {"number": event.number, "kind": kind, "body": dumps(body), "parent": parent, "nth": nth}
        row["pattern"] = batch.origin.pattern if batch.origin else None
        if isinstance(event, Outcome):
            row |= {name: getattr(event, name) for name in ("url", "status", "on_topic", "set_aside")}
            row["failure"] = event.failure.kind if event.failure else None
            row["links"] = _blob_of(event.links) if event.links else None
            self._remember(event.number, event.links, parent, nth)
        self.pages += row.get("status") is not None
        self._db.insert("log", pages=self.pages, **row)
        self.length += 1
        if isinstance(event, Outcome):
            self._append_page(event, batch)
        elif isinstance(event, Backlinks):
            self._db.run("DELETE FROM ask WHERE site = ?", (event.site,))

    def _append_page(self, event: Outcome, batch: Batch) -> None:
        if batch.capture is not None:
            self._db.insert("capture", number=event.number, **by_field(batch.capture))
        page_url = event.final_url or event.url
        site = site_of(page_url)
        where = {"number": event.number, "page": self.pages, "page_url": page_url, "site": site}
        for found in event.found:
            self._db.insert("finding", "ON CONFLICT DO NOTHING", **where, **by_field(found))
        for form in batch.forms:
            if not self._is_known("form", identity=form.identity, site=site):
                known_by = {"site": site, "identity": form.identity, "signature": form.signature}
                body = form.body if isinstance(form, PackedForm) else pack_form(form)
                self._db.insert("form", **known_by, number=event.number, page_url=page_url, body=body)

    def _is_known(self, table: str, **key: str) -> bool:
        """Whether there is such a row, of which none is ever taken away."""
        known = (table, *key.values())
        if known in self._known:
            return True
        if not self._db.has(table, **key):
            return False
        if len(self._known) >= _KNOWN:
            self._known.clear()
        self._known.add(known)
        return True

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def path_to(self, parent: int | None, nth: int | None) -> Sequence[Link]:
        return () if parent is None or nth is None else LaterLinks(partial(self._path_to, parent, nth))

    def _path_to(self, parent: int | None, nth: int | None) -> tuple[Link, ...]:
        """Read now: who is handed an event of the log may look at it when the store is closed."""
        path: list[Link] = []
        while parent is not None and nth is not None and len(path) < self._levels:
            links, before, before_nth = self._page(parent)
            if nth < len(links):
                path.append(links[nth])
            parent, nth = before, before_nth
        return tuple(reversed(path))

    def _page(self, number: int) -> _Page:
        known = self._parents.get(number)
        if known is None:
            blob, parent, nth = self._db.one("SELECT links, parent, nth FROM log WHERE number = ?", (number,))
            return self._remember(number, unpack_links(blob) if blob else (), parent, nth)
        self._parents.move_to_end(number)
        return known

    def _remember(self, number: int, links: Sequence[Link], parent: int | None, nth: int | None) -> _Page:
        page = self._parents[number] = (links, parent, nth)
        self._links_kept += len(links)
        while self._links_kept > _LINKS_KEPT or len(self._parents) > _LINKS_KEPT:
            _, (forgotten, _, _) = self._parents.popitem(last=False)
            self._links_kept -= len(forgotten)
        return page

    def events(self, since: int = 0) -> Iterator[Event]:
        while True:
            rows = self._db.all(
                "SELECT number, kind, body, links, parent, nth FROM log WHERE number >= ? "
                "ORDER BY number LIMIT 200",
                (since,),
            )
            for number, kind, body, links, parent, nth in rows:
                yield unpack_event(number, kind, body, links, self._path_to(parent, nth))
            if len(rows) < 200:
                return
            since = rows[-1][0] + 1

    def successes(self) -> Iterator[Outcome]:
        for (number,) in self._db.all("SELECT DISTINCT number FROM finding ORDER BY number"):
            body, parent, nth = self._db.one("SELECT body, parent, nth FROM log WHERE number = ?", (number,))
            event = unpack_event(number, "outcome", body, None, self._path_to(parent, nth))
            assert isinstance(event, Outcome), "only pages are outcomes"
            yield event

    def snapshot(self) -> tuple[int, str] | None:
        row = self._db.maybe("SELECT number, body FROM snapshot ORDER BY number DESC LIMIT 1")
        return None if row is None else (int(row[0]), str(row[1]))

    def known_findings(self, identities: Sequence[str]) -> set[str]:
        return {identity for identity in identities if self._is_known("finding", identity=identity)}

    def unanswered(self) -> list[str]:
        return [site for (site,) in self._db.all("SELECT site FROM ask ORDER BY number, site")]

    def is_postponed(self, what: str) -> bool:
        return self._db.has("put_off", what=what)

    def last_note(self, kind: str) -> Mapping[str, Any] | None:
        row = self._db.maybe("SELECT body FROM happening WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,))
        return None if row is None else loads(row[0])


def _blob_of(links: Sequence[Link]) -> bytes:
    return links.blob if isinstance(links, PackedLinks) else pack_links(links)
