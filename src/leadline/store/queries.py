"""Queries and the records they brought: planned → sent → recorded, never twice and never lost.

A *query* is one filled-in form. Its answer may take many pages, so it has one *submission* a page: page 0 sends
the form, each later one follows a link to the next page. The page that was read and the plan for the next one are
committed together, with the records: after kill -9 exactly one submission is open.

`sent` without an answer (the process died in between) is the caller's to decide: a GET may be sent once more, a
POST is only reported.
"""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.model.page import Request
from leadline.model.query import Query, Submission
from leadline.model.record import Record
from leadline.store.codec import dumps
from leadline.store.database import Database
from leadline.store.lines import record_line


@dataclass(frozen=True, slots=True)
class Source:
    """The page a form stands on; what it says is no record of any answer."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One submission that is not recorded yet."""

    query_id: int
    page: int
    state: Submission
    query: Query
    source: Source
    request: Request
    shape: str | None
    """How the first page of this answer kept its records; None for the first page itself."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What one submission brought, on its way into the store."""

    records: Sequence[Record] = ()
    following: Request | None = None
    shape: str | None = None
    failed: bool = False
    again: bool = False
    """Leave the submission open: it may be sent again at another time."""


class Queries:
    """The submissions of one harvest. Methods that write are called inside a transaction unless they say so."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def plan(self, query: Query, source: Source, request: Request) -> None:
        self._db.run(
            "INSERT INTO source (url, text) VALUES (?, ?) ON CONFLICT (url) DO NOTHING", (source.url, source.text)
        )
        self._db.run(
            "INSERT INTO query (source, form, assignment) VALUES (?, ?, ?)",
            (source.url, query.form, dumps([list(pair) for pair in query.assignment])),
        )
        (number,) = self._db.one("SELECT max(id) FROM query")
        self._plan_page(number, 0, request)

    def _plan_page(self, query_id: int, page: int, request: Request) -> None:
        self._db.run(
            "INSERT INTO submission (query, page, state, url, request) VALUES (?, ?, 'planned', ?, ?)",
            (query_id, page, request.url, _pack(request)),
        )

    def open(self) -> Asked | None:
        """The first submission that is not recorded."""
        row = self._db.maybe(
            "SELECT q.id, s.page, s.state, q.form, q.assignment, q.source, o.text, s.request, q.shape "
            "FROM submission s JOIN query q ON q.id = s.query JOIN source o ON o.url = q.source "
            "WHERE s.state <> 'recorded' ORDER BY s.query, s.page LIMIT 1"
        )
        if row is None:
            return None
        number, page, state, form, assignment, url, text, request, shape = row
        query = Query(form, tuple((name, value) for name, value in json.loads(assignment)))
        return Asked(number, page, Submission(state), query, Source(url, text), _unpack(request), shape)

    def mark(self, asked: Asked, state: Submission) -> None:
        """Commit how far a submission got; a transaction of its own."""
        with self._db.transaction():
            self._db.run(
                "UPDATE submission SET state = ? WHERE query = ? AND page = ?",
                (state.value, asked.query_id, asked.page),
            )

    def record(self, asked: Asked, number: int, taken: Taken) -> int:
        """Close a submission with what it brought and plan the next page; how many records are new."""
        (position,) = self._db.one("SELECT coalesce(max(position), -1) + 1 FROM record")
        fresh = 0
        for record in taken.records:
            fresh += self._db.run(
                "INSERT INTO record (id, source, position, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                (record.id, record.source, position + fresh, record_line(record)),
            )
        self._db.run(
            "UPDATE submission SET state = ?, number = ?, records = ?, fresh = ?, failed = ? "
            "WHERE query = ? AND page = ?",
            (
                (Submission.PLANNED if taken.again else Submission.RECORDED).value,
                number,
                len(taken.records),
                fresh,
                int(taken.failed),
                asked.query_id,
                asked.page,
            ),
        )
        if taken.shape is not None:
            self._db.run("UPDATE query SET shape = ? WHERE id = ?", (taken.shape, asked.query_id))
        if taken.following is not None:
            self._plan_page(asked.query_id, asked.page + 1, taken.following)
        return fresh

    def known(self, identities: Sequence[str]) -> set[str]:
        """Which of these records were brought up before."""
        marks = ",".join("?" * len(identities))
        rows = self._db.all(f"SELECT id FROM record WHERE id IN ({marks})", identities)  # noqa: S608  (only marks)
        return {identity for (identity,) in rows}

    def urls(self, query_id: int) -> set[str]:
        """Where the pages of one answer were asked for."""
        return {url for (url,) in self._db.all("SELECT url FROM submission WHERE query = ?", (query_id,))}

    def barren(self, query_id: int) -> int:
        """Pages without a new record at the end of an answer so far."""
        rows = self._db.all(
            "SELECT fresh FROM submission WHERE query = ? AND state = 'recorded' ORDER BY page DESC LIMIT 20",
            (query_id,),
        )
        return next((count for count, (fresh,) in enumerate(rows) if fresh), len(rows))

    def counts(self) -> tuple[int, int, int]:
        """(records, queries that were answered, pages of answers)."""
        (records,) = self._db.one("SELECT count(*) FROM record")
        answered = "SELECT count(*) FROM submission WHERE state = 'recorded' AND failed = 0"
        (queries,) = self._db.one(f"{answered} AND page = 0")
        (pages,) = self._db.one(answered)
        return int(records), int(queries), int(pages)

    def requests(self) -> int:
        """Everything that left, robots.txt and retries included, as hosts were promised."""
        return int(self._db.one("SELECT coalesce(sum(requests), 0) FROM host")[0])


def _pack(request: Request) -> str:
    body = None if request.body is None else base64.b64encode(request.body).decode("ascii")
    return dumps({"url": request.url, "method": request.method, "headers": request.headers, "body": body})


def _unpack(text: str) -> Request:
    values = json.loads(text)
    body = None if values["body"] is None else base64.b64decode(values["body"])
    headers = tuple((name, value) for name, value in values["headers"])
    return Request(values["url"], values["method"], headers, body)
