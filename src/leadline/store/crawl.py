"""The store of one crawl: every event with all its consequences in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.model.events import Backlinks, Event, Outcome
from leadline.model.form import Form
from leadline.model.rest import Rest
from leadline.model.url import site_of
from leadline.protocols import (
    Advice,
    AskBacklinks,
    CloseGroup,
    LeaveGroup,
    LeaveSite,
    LoadBatch,
    OpenGroup,
    Rerank,
)
from leadline.store.captures import Capture, archive_ends, keep_capture
from leadline.store.codec import dumps
from leadline.store.database import Database
from leadline.store.forms import pack_form
from leadline.store.frontier import Frontier, Waiting
from leadline.store.log import Log
from leadline.store.rests import Remembered, keep_rest, remembered

__all__ = ["Capture", "CrawlStore", "Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One event on its way into the store, with what led to it and what it brought."""

    event: Event
    advice: Advice
    origin: Waiting | None = None
    capture: Capture | None = None
    forms: tuple[Form, ...] = ()
    packed_links: bytes | None = None
    """The links of the event as the log keeps them, where somebody has them so."""


class CrawlStore:
    """`leadline.protocols.Store` over SQLite. One process at a time: the folder's lock sees to that."""

    def __init__(self, path: Path, *, levels: int = 3) -> None:
        self.db = Database(path)
        self.log = Log(self.db, levels)
        self.frontier = Frontier(self.db)
        self.left: set[str] = set()
        """Sites a stopping rule told us to leave."""
        self._reload()
        self.db.when_undone(self._reload)

    def _reload(self) -> None:
        self.left = {site for (site,) in self.db.all("SELECT site FROM left_site")}

    @property
    def pages(self) -> int:
        """Answers so far, of any status."""
        return self.log.pages

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────

    def record(
        self,
        entry: Entry,
        keys: Callable[[Sequence[str]], Sequence[float]],
        also: Callable[[], None] | None = None,
    ) -> None:
        """Commit an event and its consequences; when this returns, kill -9 loses none of it.

        `also` writes what belongs to the event and is no business of a crawl (a harvest's records).
        """
        event = entry.event
        with self.db.transaction():
            origin = entry.origin
            parent, nth = (origin.parent, origin.nth) if origin else (None, None)
            self.log.append(event, parent, nth, entry.packed_links)
            if isinstance(event, Outcome):
                self._record_outcome(event, entry)
            elif isinstance(event, Backlinks):
                self.db.run("DELETE FROM ask WHERE site = ?", (event.site,))
            if origin is not None:
                self.frontier.done([origin])
            self.apply(entry.advice, event.number, keys)
            if also is not None:
                also()

    def apply(self, advice: Advice, number: int, keys: Callable[[Sequence[str]], Sequence[float]]) -> None:
        """Carry out what a strategy said; inside a transaction."""
        for command in advice.commands:
            match command:
                case OpenGroup():
                    self.frontier.open_group(command, number)
                case CloseGroup(group):
                    self.frontier.close_group(group)
                case LeaveGroup(group, why):
                    self.frontier.leave_group(group, why)
                case LeaveSite(site, why):
                    self.left.add(site)
                    self.db.run(
                        "INSERT INTO left_site (site, number, why) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                        (site, number, why),
                    )
                case AskBacklinks(site):
                    self.db.run(
                        "INSERT INTO ask (site, number) VALUES (?, ?) ON CONFLICT DO NOTHING", (site, number)
                    )
                case LoadBatch():
                    self.frontier.load_batch(command)
                case Rerank(version):
                    ranked = self.frontier.rerank(keys)
                    body = dumps({"version": version, "patterns": ranked})
                    self.db.run(
                        "INSERT INTO learned (iteration, number, body) VALUES (?, ?, ?) ON CONFLICT (iteration) "
                        "DO UPDATE SET number = excluded.number, body = excluded.body",
                        (version, number, body),
                    )
        if advice.links:
            self.frontier.add(advice.links, number)

    def _record_outcome(self, event: Outcome, entry: Entry) -> None:
        if event.final_url and event.final_url != event.url:
            self.frontier.mark_seen([event.final_url])
        if entry.capture is not None:
            keep_capture(self.db, event.number, entry.capture)
        page_url = event.final_url or event.url
        site = site_of(page_url)
        self.db.run_many(
            "INSERT INTO finding (identity, number, page, url, page_url, site, score) "
            "VALUES (?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
            [(f.identity, event.number, self.pages, f.url, page_url, site, f.score) for f in event.found],
        )
        for form in entry.forms:
            # Asked first: header forms stand on every page, and packing one costs more than all else here.
            known = self.db.maybe("SELECT 1 FROM form WHERE site = ? AND identity = ?", (site, form.identity))
            if known is None:
                self.db.run(
                    "INSERT INTO form (site, identity, signature, number, page_url, body) VALUES (?,?,?,?,?,?)",
                    (site, form.identity, form.signature, event.number, page_url, pack_form(form)),
                )

    def promise(self, host: str, next_at: float) -> None:
        """Keep a host's next allowed time, before a request to it is sent; counts the request."""
        with self.db.transaction():
            self.db.run(
                "INSERT INTO host (name, next_at, requests) VALUES (?, ?, 1) ON CONFLICT (name) DO UPDATE "
                "SET next_at = excluded.next_at, requests = host.requests + 1",
                (host, next_at),
            )

    def rest(self, host: str, rest: Rest) -> None:
        """Keep what a host asked for, before the answer that said so is seen by anybody."""
        with self.db.transaction():
            keep_rest(self.db, host, rest)

    def put_off(self, what: str, at: float, **body: object) -> bool:
        """Note that something asked for is to be asked for later; False if it was put off before.

        Once may be the host's trouble, twice is its own: what is put off for ever would keep others waiting.
        """
        with self.db.transaction():
            fresh = self.db.run("INSERT INTO put_off (what) VALUES (?) ON CONFLICT DO NOTHING", (what,)) == 1
            if fresh:
                self.db.run(
                    "INSERT INTO happening (at, kind, body) VALUES (?, 'put off', ?)",
                    (at, dumps({"what": what, **body})),
                )
        return fresh

    def note(self, at: float, kind: str, **body: object) -> None:
        """Something worth telling that is no event of the crawl: started, resumed, stopped, a warning."""
        with self.db.transaction():
            self.db.run("INSERT INTO happening (at, kind, body) VALUES (?, ?, ?)", (at, kind, dumps(body)))

    def keep_snapshot(self, state: str) -> None:
        """Cache the fold over all events so far; one snapshot is enough."""
        with self.db.transaction():
            self.db.run("DELETE FROM snapshot")
            self.db.run("INSERT INTO snapshot (number, body) VALUES (?, ?)", (self.log.length, state))

    def set_meta(self, key: str, value: str) -> None:
        """Keep a word under a key; a transaction of its own."""
        with self.db.transaction():
            self.put_meta(key, value)

    def put_meta(self, key: str, value: str) -> None:
        """The same inside a transaction."""
        self.db.run(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def events(self, since: int = 0) -> Iterator[Event]:
        return self.log.events(since)

    def snapshot(self) -> tuple[int, str] | None:
        """(number of events folded, state) of the newest snapshot."""
        row = self.db.maybe("SELECT number, body FROM snapshot ORDER BY number DESC LIMIT 1")
        return None if row is None else (int(row[0]), str(row[1]))

    def meta(self, key: str) -> str | None:
        row = self.db.maybe("SELECT value FROM meta WHERE key = ?", (key,))
        return None if row is None else str(row[0])

    def remembered(self, now: float, gap: float) -> Remembered:
        """Hosts that are not to be asked yet, and those that pushed back; a transaction of its own."""
        return remembered(self.db, now, gap)

    def unanswered(self) -> list[str]:
        """Sites whose backlinks were asked for, without an answer yet."""
        return [site for (site,) in self.db.all("SELECT site FROM ask ORDER BY number, site")]

    def known_findings(self, identities: Sequence[str]) -> set[str]:
        """Which of these goals were met before."""
        sql = "SELECT 1 FROM finding WHERE identity = ?"
        return {identity for identity in identities if self.db.maybe(sql, (identity,)) is not None}

    def archive_ends(self) -> dict[str, int]:
        """What `Archive.recover` wants to know: for each file, where its last committed record ends."""
        return archive_ends(self.db)

    def close(self) -> None:
        self.db.close()
