"""All records replaced by those that are cut from the same pages now, inside one transaction."""

from collections.abc import Sequence

from leadline.model.query import Reply
from leadline.store.batch import ArchivedPage, SubmissionResult
from leadline.store.codec import loads, readable, record_of
from leadline.store.forgetting import SWEEP
from leadline.store.sql import SqlDatabase
from leadline.store.sqlite.queries import SqliteQueries
from leadline.store.sqlite.rounds import SqliteRounds


class SqliteRecutting:
    """`leadline.store.protocols.Recutting`."""

    def __init__(self, database: SqlDatabase, queries: SqliteQueries, rounds: SqliteRounds) -> None:
        self._db = database
        self._queries = queries
        self._rounds = rounds
        # By number and not by identity: that is what changes.
        self._db.run(self._db.statement("read_before"))
        self._db.run("DELETE FROM read_before")
        self._db.run(self._db.statement("fill_read_before"))
        self._db.run("CREATE TEMP TABLE IF NOT EXISTS gone_before (id TEXT PRIMARY KEY, gone INTEGER, at REAL)")
        self._db.run("DELETE FROM gone_before")
        self._db.run("INSERT INTO gone_before SELECT id, gone, gone_at FROM record WHERE gone IS NOT NULL")
        self._keeps = self._db.has("meta", key=SWEEP)
        if self._keeps:  # pages may lie in the archive without what they said
            self._db.run("CREATE TEMP TABLE kept_record AS SELECT id, body FROM record")
            self._db.run("CREATE UNIQUE INDEX kept_id ON kept_record (id)")
            self._db.run("CREATE TEMP TABLE kept_page AS SELECT query, page, met, records FROM submission")
        self._db.run("DELETE FROM record")
        self._db.run("DELETE FROM version")
        rounds.forget()
        self._db.run(
            "UPDATE submission SET records = 0, fresh = 0, new_size = 0, met = NULL, said = NULL "
            "WHERE state = 'recorded'"
        )
        self._shaped: set[int] = set()

    def put(self, page: ArchivedPage, result: SubmissionResult) -> None:
        query = page.submission.query_id
        brought = self._queries.bring(query, result.records)
        self._db.update("submission", {"query": query, "page": page.submission.page}, **brought)
        if result.records and result.shape is not None and query not in self._shaped:
            self._shaped.add(query)
            self._db.update("query", {"id": query}, shape=result.shape, reply=Reply.RESULTS.value)

    def keep(self, page: ArchivedPage) -> None:
        at = (page.submission.query_id, page.submission.page)
        met, rows = self._db.one("SELECT met, records FROM kept_page WHERE query = ? AND page = ?", at)
        kept = (self._db.maybe("SELECT body FROM kept_record WHERE id = ?", (id_,)) for id_ in loads(met or "[]"))
        form = page.submission.query.form
        brought = self._queries.bring(at[0], [record_of(row[0], form) for row in kept if row is not None])
        place = {"query": at[0], "page": at[1]}
        self._db.update("submission", place, **(brought | {"records": rows}))

    def end(self, decisions: Sequence[tuple[str, str]]) -> None:
        # Numbers first: what all records say need not fit into memory.
        places = self._db.all(self._db.statement("read_again"))
        for id_, place in places:
            (body,) = self._db.one("SELECT body FROM record WHERE id = ?", (id_,))
            detail, old = self._db.one("SELECT detail, body FROM read_before WHERE place = ?", (place,))
            line = loads(body)
            fields = {
                **line["fields"],
                **{n: v for n, v in loads(old)["fields"].items() if n not in line["fields"]},
            }
            self._db.update("record", {"id": id_}, detail=detail, body=readable({**line, "fields": fields}))
        self._end_rounds()
        for name, value in decisions:
            self._db.insert(
                "meta", "ON CONFLICT (key) DO UPDATE SET value = excluded.value", key=name, value=value
            )
        self._db.run("DELETE FROM read_before")
        if self._keeps:
            self._db.run("DROP TABLE kept_record")
            self._db.run("DROP TABLE kept_page")

    def _end_rounds(self) -> None:
        """What rounds found out comes back: what every look changes, and which records were gone."""
        for (number,) in self._db.all("SELECT number FROM round ORDER BY number"):
            self._rounds.drop_volatile(number)
        self._db.run(
            "UPDATE record SET (gone, gone_at) = (SELECT gone, at FROM gone_before g WHERE g.id = record.id) "
            "WHERE id IN (SELECT id FROM gone_before WHERE gone_before.gone > record.seen)"
        )
        self._db.run("DELETE FROM gone_before")
