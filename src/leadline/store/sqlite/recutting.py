"""All records replaced by those that are cut from the same pages now, inside one transaction."""

from collections.abc import Sequence

from leadline.model.query import Reply
from leadline.store.batch import ArchivedPage, SubmissionResult
from leadline.store.codec import dumps, loads
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.queries import SqliteQueries


class SqliteRecutting:
    """`leadline.store.protocols.Recutting`."""

    def __init__(self, database: Database, queries: SqliteQueries) -> None:
        self._db = database
        self._queries = queries
        # By number and not by identity: that is what changes.
        self._db.run("CREATE TEMP TABLE IF NOT EXISTS read_before (url TEXT, detail TEXT, body TEXT)")
        self._db.run("DELETE FROM read_before")
        self._db.run(
            "INSERT INTO read_before SELECT json_extract(body, '$.url'), detail, body FROM record "
            "WHERE detail IS NOT NULL ORDER BY position"
        )
        self._db.run("CREATE INDEX IF NOT EXISTS temp.read_before_url ON read_before (url)")
        self._db.run("DELETE FROM record")
        self._db.run("UPDATE submission SET records = 0, fresh = 0, new_size = 0 WHERE state = 'recorded'")
        self._shaped: set[int] = set()

    def put(self, page: ArchivedPage, result: SubmissionResult) -> None:
        query = page.submission.query_id
        brought = self._queries.bring(query, result.records)
        self._db.update("submission", {"query": query, "page": page.submission.page}, **brought)
        if result.records and result.shape is not None and query not in self._shaped:
            self._shaped.add(query)
            self._db.update("query", {"id": query}, shape=result.shape, reply=Reply.RESULTS.value)

    def end(self, decisions: Sequence[tuple[str, str]]) -> None:
        rows = self._db.all(
            "SELECT record.id, record.body, read_before.detail, read_before.body FROM record "
            "JOIN read_before ON read_before.url = json_extract(record.body, '$.url') GROUP BY record.id"
        )
        for id_, body, detail, old in rows:
            line = loads(body)
            added = {name: value for name, value in loads(old)["fields"].items() if name not in line["fields"]}
            fields = {**line["fields"], **added}
            self._db.update("record", {"id": id_}, detail=detail, body=dumps({**line, "fields": fields}))
        for name, value in decisions:
            self._db.insert(
                "meta", "ON CONFLICT (key) DO UPDATE SET value = excluded.value", key=name, value=value
            )
        self._db.run("DELETE FROM read_before")
