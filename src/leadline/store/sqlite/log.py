"""The log of events (appended, never changed, read in order) and what is kept beside it."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from leadline.model.events import Backlinks, Event, Outcome
from leadline.model.page import Link
from leadline.model.url import site_of
from leadline.store.batch import Batch, Note
from leadline.store.codec import dumps, loads, pack_event, pack_form, pack_links, unpack_event, unpack_links
from leadline.store.sqlite.database import Database

_LINKS_KEPT = 20_000
"""Links of recent pages that stay unpacked in memory: some 20 MB, whether pages have ten links or ten thousand."""

_Page = tuple[tuple[Link, ...], int | None, int | None]
"""Its links, and the page and link that led to it."""


class SqliteLog:
    """`leadline.store.protocols.EventLog`; `append` and `keep_…` are called inside a transaction."""

    def __init__(self, database: Database, levels: int = 3) -> None:
        self._db = database
        self._levels = levels
        self._parents: OrderedDict[int, _Page] = OrderedDict()
        self.length = self.pages = 0
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._parents.clear()
        self._links_kept = 0
        last = self._db.maybe("SELECT number + 1, pages FROM log ORDER BY number DESC LIMIT 1")
        self.length, self.pages = last or (0, 0)

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────

    def append(self, event: Event, batch: Batch) -> None:
        """Add the next event, with how it came, the goals found and the forms of its page."""
        assert event.number == self.length, "the log has no gaps"
        parent, nth = (batch.origin.parent, batch.origin.nth) if batch.origin else (None, None)
        kind, body = pack_event(event)
        links, url, status, failure, on_topic, set_aside = None, None, None, None, None, None
        if isinstance(event, Outcome):
            links = (batch.packed_links or pack_links(event.links)) if event.links else None
            url, status, on_topic, set_aside = event.url, event.status, event.on_topic, event.set_aside
            failure = event.failure.kind if event.failure else None
            self._remember(event.number, event.links, parent, nth)
        self.pages += status is not None
        self._db.run(
            "INSERT INTO log (number, kind, pages, url, status, failure, on_topic, set_aside, parent, nth, body, "
            "links) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                *(event.number, kind, self.pages, url, status, failure, on_topic, set_aside, parent, nth),
                *(dumps(body), links),
            ),
        )
        self.length += 1
        if isinstance(event, Outcome):
            self._append_page(event, batch)
        elif isinstance(event, Backlinks):
            self._db.run("DELETE FROM ask WHERE site = ?", (event.site,))

    def _append_page(self, event: Outcome, batch: Batch) -> None:
        if batch.capture is not None:
            self._db.run(
                "INSERT INTO capture (number, fetched_at, seconds, requests, address, media_type, digest, warc, "
                "warc_offset, warc_length, hops) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                (event.number, *astuple(batch.capture)),
            )
        page_url = event.final_url or event.url
        site = site_of(page_url)
        self._db.run_many(
            "INSERT INTO finding (identity, number, page, url, page_url, site, score) "
            "VALUES (?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
            [(f.identity, event.number, self.pages, f.url, page_url, site, f.score) for f in event.found],
        )
        for form in batch.forms:
            # Asked first: header forms stand on every page, and packing one costs more than all else here.
            known = self._db.maybe("SELECT 1 FROM form WHERE site = ? AND identity = ?", (site, form.identity))
            if known is None:
                self._db.run(
                    "INSERT INTO form (site, identity, signature, number, page_url, body) VALUES (?,?,?,?,?,?)",
                    (site, form.identity, form.signature, event.number, page_url, pack_form(form)),
                )

    def keep_snapshot(self, state: str) -> None:
        self._db.run("DELETE FROM snapshot")
        self._db.run("INSERT INTO snapshot (number, body) VALUES (?, ?)", (self.length, state))

    def keep_notes(self, notes: Sequence[Note]) -> None:
        self._db.run_many(
            "INSERT INTO happening (at, kind, body) VALUES (?, ?, ?)",
            [(note.at, note.kind, dumps(note.body)) for note in notes],
        )

    def postpone(self, what: str) -> None:
        self._db.run("INSERT INTO put_off (what) VALUES (?) ON CONFLICT DO NOTHING", (what,))

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def path_to(self, parent: int | None, nth: int | None) -> tuple[Link, ...]:
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

    def _remember(self, number: int, links: tuple[Link, ...], parent: int | None, nth: int | None) -> _Page:
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
                yield unpack_event(number, kind, body, links, self.path_to(parent, nth))
            if len(rows) < 200:
                return
            since = rows[-1][0] + 1

    def lines(self) -> Iterator[str]:
        for number, kind, body, links in self._db.each(
            "SELECT number, kind, body, links FROM log ORDER BY number"
        ):
            shown = [[k.url, k.anchor, k.around, k.tag_path] for k in unpack_links(links)] if links else []
            yield f'{{"number":{number},"kind":"{kind}","event":{body},"links":{dumps(shown)}}}'

    def snapshot(self) -> tuple[int, str] | None:
        row = self._db.maybe("SELECT number, body FROM snapshot ORDER BY number DESC LIMIT 1")
        return None if row is None else (int(row[0]), str(row[1]))

    def known_findings(self, identities: Sequence[str]) -> set[str]:
        sql = "SELECT 1 FROM finding WHERE identity = ?"
        return {identity for identity in identities if self._db.maybe(sql, (identity,)) is not None}

    def unanswered(self) -> list[str]:
        return [site for (site,) in self._db.all("SELECT site FROM ask ORDER BY number, site")]

    def is_postponed(self, what: str) -> bool:
        return self._db.maybe("SELECT 1 FROM put_off WHERE what = ?", (what,)) is not None

    def last_note(self, kind: str) -> Mapping[str, Any] | None:
        row = self._db.maybe("SELECT body FROM happening WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,))
        return None if row is None else loads(row[0])
