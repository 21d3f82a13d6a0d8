"""The store of one crawl in one SQLite database: every batch is one transaction.

What a part of it holds in memory is written through, and read again after a transaction that was undone
(`Database.mirror`). Parts are made when somebody asks for them: a harvest needs no frontier.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path

from leadline.model.events import Outcome
from leadline.model.rest import Rest, RestingHost, in_utc
from leadline.store.batch import Batch, Places, Promises
from leadline.store.codec import dumps
from leadline.store.protocols import Store
from leadline.store.sql import SqlDatabase
from leadline.store.sqlite.contents import SqlitePages
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.forgetting import SqliteForgetting
from leadline.store.sqlite.frontier import SqliteFrontier
from leadline.store.sqlite.log import SqliteLog
from leadline.store.sqlite.queries import SqliteQueries
from leadline.store.sqlite.recutting import SqliteRecutting
from leadline.store.sqlite.rounds import SqliteRounds


class SqliteDecisions:
    """`leadline.store.protocols.StoredDecisions`."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database

    def get(self, name: str) -> str | None:
        row = self._db.maybe("SELECT value FROM meta WHERE key = ?", (name,))
        return None if row is None else str(row[0])


class SqliteHosts:
    """`leadline.store.protocols.Hosts`; `rest` is called inside a transaction.

    A promise is stored before a request leaves, a rest before anybody sees the answer that asked for it. Read
    back, a moment is believed only as far as it can have been meant (`leadline.model.rest`): a clock that jumped
    or a damaged folder keeps nobody waiting for ever."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database

    def rest(self, host: str, rest: Rest) -> None:
        self._db.insert("host", "ON CONFLICT DO NOTHING", name=host, next_at=0, requests=0)
        asked = {"rest_until": rest.until, "rest_seconds": rest.seconds, "refusals": rest.refusals}
        self._db.update("host", {"name": host}, **asked)

    def promise(self, host: str, next_at: float) -> None:
        once_more = "ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at, requests = host.requests + 1"
        self._db.insert("host", once_more, name=host, next_at=next_at, requests=1)

    def promises(self, now: float, gap: float) -> Promises:
        promised: list[tuple[str, Rest]] = []
        disbelieved: list[str] = []
        with self._db.transaction():
            rows = self._db.all(self._db.statement("promises"), {"now": now})
            for host, next_at, until, seconds, refusals in rows:
                next_believed = min(next_at, now + gap)
                rest = Rest(until, seconds, refusals).believed(now)
                if (next_at, until) != (next_believed, rest.until):
                    self._db.update("host", {"name": host}, next_at=next_believed)
                    self.rest(host, rest)
                    disbelieved.append(_sentence(host, max(next_at, until), max(next_believed, rest.until)))
                    body = dumps({"host": host, "until": in_utc(max(next_at, until))})
                    self._db.insert("happening", at=now, kind="disbelieved", body=body)
                promised.append((host, rest._replace(until=max(next_believed, rest.until))))
        return Promises(tuple(promised), tuple(disbelieved))

    def resting(self, now: float) -> tuple[RestingHost, ...]:
        rows = self._db.all(
            "SELECT CAST(name AS TEXT), CAST(rest_until AS REAL), CAST(rest_seconds AS REAL) FROM host "
            "WHERE rest_until > ? ORDER BY rest_until, name",
            (now,),
        )
        return tuple(
            RestingHost(name, in_utc(Rest(until, seconds).believed(now).until)) for name, until, seconds in rows
        )

    def requests(self) -> int:
        return self._db.number("SELECT coalesce(sum(requests), 0) FROM host")


def _sentence(host: str, found: float, believed: float) -> str:
    return (
        f"{host}: the folder says that it is not to be asked before {in_utc(found)}, which is longer than it can "
        f"have been meant (a clock that jumped, or a damaged file); it is left alone until {in_utc(believed)}"
    )


class SqliteStore(Store):
    """`leadline.store.protocols.Store`. One process writes at a time: the folder's lock sees to that."""

    def __init__(self, database: Path | SqlDatabase, *, levels: int = 3, writing: bool = True) -> None:
        """`levels`: links of the path to a page that events carry."""
        self.database = database if isinstance(database, SqlDatabase) else Database(database, writing=writing)
        self._levels = levels

    log = cached_property(lambda self: SqliteLog(self.database, self._levels))
    frontier = cached_property(lambda self: SqliteFrontier(self.database))
    hosts = cached_property(lambda self: SqliteHosts(self.database))
    rounds = cached_property(lambda self: SqliteRounds(self.database))
    queries = cached_property(lambda self: SqliteQueries(self.database, self.rounds))
    forgotten = cached_property(lambda self: SqliteForgetting(self.database))
    pages = cached_property(lambda self: SqlitePages(self.database))
    decisions = cached_property(lambda self: SqliteDecisions(self.database))

    def commit(self, batch: Batch, places: Places | None = None) -> None:
        with self.database.transaction():
            if (event := batch.event) is not None:
                self.log.append(event, batch)
                if isinstance(event, Outcome) and event.final_url and event.final_url != event.url:
                    self.frontier.mark_seen([event.final_url])
            self._write_frontier(batch, places)
            self._write_queries(batch)
            self._write_rest(batch)

    def _write_rest(self, batch: Batch) -> None:
        insert = self.database.insert
        for name, value in batch.decisions:
            insert("meta", "ON CONFLICT (key) DO UPDATE SET value = excluded.value", key=name, value=value)
        for host, next_at in batch.promised:
            self.hosts.promise(host, next_at)
        for host, rest in batch.rests:
            self.hosts.rest(host, rest)
        if batch.snapshot is not None:
            self.database.run("DELETE FROM snapshot")
            insert("snapshot", number=self.log.length, body=batch.snapshot)
        if batch.postponed is not None:
            insert("put_off", "ON CONFLICT DO NOTHING", what=batch.postponed)
        for note in batch.notes:
            insert("happening", at=note.at, kind=note.kind, body=dumps(note.body))

    def _write_frontier(self, batch: Batch, places: Places | None) -> None:
        if batch.origin is not None:
            self.frontier.done([batch.origin])
        if batch.dropped:
            self.frontier.done(batch.dropped)
        if batch.released:
            self.frontier.release(batch.released)
        if batch.advice.links or batch.advice.commands:
            number = batch.event.number if batch.event is not None else self.log.length
            links = batch.event.links if isinstance(batch.event, Outcome) else ()
            self.frontier.apply(batch.advice, number, places, links)

    def _write_queries(self, batch: Batch) -> None:
        if batch.round is not None:
            self.rounds.change(batch.round)
        if batch.recorded is not None:
            assert batch.event is not None, "what a submission brought is an event"
            submission, result = batch.recorded
            self.queries.record(submission, batch.event.number, result)
        if batch.planned is not None:
            self.queries.plan(batch.planned)
        if batch.marked is not None:
            self.queries.mark(*batch.marked)
        for update in batch.updates:
            self.queries.update(update)

    @contextmanager
    def recutting(self) -> Iterator[SqliteRecutting]:
        with self.database.transaction():
            yield SqliteRecutting(self.database, self.queries, self.rounds)

    def promise(self, host: str, next_at: float) -> None:
        with self.database.transaction():  # before each request: not by the way of everything else
            self.hosts.promise(host, next_at)

    def together(self) -> AbstractContextManager[None]:
        return self.database.transaction()

    def at_one_moment(self) -> AbstractContextManager[None]:
        return self.database.at_one_moment()

    def copy_to(self, path: Path) -> None:
        self.database.copy_to(path)

    def close(self) -> None:
        self.database.close()
