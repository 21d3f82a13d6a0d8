"""Queries and the records they brought: planned → sent → recorded, never twice and never lost.

A *query* is one filled-in form. Its answer may take many pages, so it has one *submission* a page: page 0 sends
the form, each later one follows to the next page. The page that was read and the plan for the next one are
committed together, with the records: after kill -9 at most one submission is open. A query whose last page is
recorded is *closed*; closed queries, in order, are all a planner needs to be where it was.

`sent` without an answer (the process died in between) is the caller's to decide: a GET may be sent once more, a
POST is only reported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from leadline.model.page import Request
from leadline.model.query import Answer, Choice, Query, Reply, Submission
from leadline.model.record import Record
from leadline.store.codec import dumps
from leadline.store.damage import loads, stored
from leadline.store.database import Database
from leadline.store.lines import record_line
from leadline.store.requests import pack_request, unpack_request

_SAMPLED = 60
"""Records of an answer that a planner is shown; thousands would not tell it more."""


class Role(StrEnum):
    """Why a query is asked."""

    PLANNED = "planned"
    PROBE = "probe"
    """A nonsense word: its answer shows what "nothing found" looks like here."""


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
    choice: Choice
    role: Role
    source: Source
    request: Request
    shape: str | None
    """How the first page of this answer kept its records; None for the first page itself."""
    reply: Reply | None
    """What the answer is, None until a page of it was judged."""
    count: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is, as its first page tells it."""

    reply: Reply
    count: int | None = None
    why: str = ""
    stated: int | None = None
    """The count on the page, believed or not."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What one submission brought, on its way into the store."""

    records: Sequence[Record] = ()
    following: Request | None = None
    shape: str | None = None
    failed: bool = False
    again: bool = False
    """Leave the submission open: it may be sent again at another time."""
    verdict: Verdict | None = None
    truncated: bool = False
    size: int = 0
    seconds: float = 0.0


class Queries:
    """The submissions of one harvest. Methods that write are called inside a transaction unless they say so."""

    def __init__(self, database: Database) -> None:
        self._db = database

    # ── planning ──────────────────────────────────────────────────────────────────────────────────────────

    def plan(
        self, query: Query, choice: Choice, source: Source, request: Request, role: Role = Role.PLANNED
    ) -> None:
        self._db.run(
            "INSERT INTO source (url, text) VALUES (?, ?) ON CONFLICT (url) DO NOTHING", (source.url, source.text)
        )
        self._db.run(
            "INSERT INTO query (source, form, assignment, choice, role) VALUES (?, ?, ?, ?, ?)",
            (source.url, query.form, _pairs(query.assignment), _pairs(choice), role.value),
        )
        (number,) = self._db.one("SELECT max(id) FROM query")
        self._plan_page(number, 0, request)

    def _plan_page(self, query_id: int, page: int, request: Request) -> None:
        self._db.run(
            "INSERT INTO submission (query, page, state, url, request) VALUES (?, ?, 'planned', ?, ?)",
            (query_id, page, request.url, pack_request(request)),
        )

    @stored("a submission")
    def open(self) -> Asked | None:
        """The first submission that is not recorded."""
        row = self._db.maybe(
            "SELECT q.id, s.page, s.state, q.form, q.assignment, q.choice, q.role, q.source, o.text, s.request, "
            "q.shape, q.reply, q.count "
            "FROM submission s JOIN query q ON q.id = s.query JOIN source o ON o.url = q.source "
            "WHERE s.state <> 'recorded' ORDER BY s.query, s.page LIMIT 1"
        )
        if row is None:
            return None
        number, page, state, form, sent, choice, role, url, text, request, shape, reply, count = row
        return Asked(
            query_id=number,
            page=page,
            state=Submission(state),
            query=Query(form, _read_pairs(sent)),
            choice=_read_pairs(choice),
            role=Role(role),
            source=Source(url, text),
            request=unpack_request(request),
            shape=shape,
            reply=Reply(reply) if reply is not None else None,
            count=count,
        )

    def mark(self, asked: Asked, state: Submission, request: Request | None = None) -> None:
        """Commit how far a submission got, and what exactly is sent; a transaction of its own."""
        with self._db.transaction():
            self._db.run(
                "UPDATE submission SET state = ? WHERE query = ? AND page = ?",
                (state.value, asked.query_id, asked.page),
            )
            if request is not None:
                self._db.run(
                    "UPDATE submission SET url = ?, request = ? WHERE query = ? AND page = ?",
                    (request.url, pack_request(request), asked.query_id, asked.page),
                )

    # ── recording ─────────────────────────────────────────────────────────────────────────────────────────

    def record(self, asked: Asked, number: int, taken: Taken) -> int:
        """Close a submission with what it brought and plan the next page; how many records are new."""
        (position,) = self._db.one("SELECT coalesce(max(position), -1) + 1 FROM record")
        fresh = new_size = 0
        for record in taken.records:
            is_new = self._db.run(
                "INSERT INTO record (id, source, position, body, query) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO NOTHING",
                (record.id, record.source, position + fresh, record_line(record), asked.query_id),
            )
            fresh += is_new
            new_size += is_new * len(record.text.encode("utf-8", "replace"))
        state = Submission.PLANNED if taken.again else Submission.RECORDED
        self._db.run(
            "UPDATE submission SET state = ?, number = ?, records = ?, fresh = ?, failed = ?, size = ?, "
            "new_size = ?, seconds = ? WHERE query = ? AND page = ?",
            (
                *(state.value, number, len(taken.records), fresh, int(taken.failed)),
                *(taken.size, new_size, taken.seconds, asked.query_id, asked.page),
            ),
        )
        self._note_answer(asked, taken)
        if taken.following is not None:
            self._plan_page(asked.query_id, asked.page + 1, taken.following)
        return fresh

    def _note_answer(self, asked: Asked, taken: Taken) -> None:
        if taken.shape is not None:
            self._db.run("UPDATE query SET shape = ? WHERE id = ?", (taken.shape, asked.query_id))
        if (verdict := taken.verdict) is not None:
            self._db.run(
                "UPDATE query SET reply = ?, count = ?, why = ?, stated = ? WHERE id = ?",
                (verdict.reply.value, verdict.count, verdict.why, verdict.stated, asked.query_id),
            )
        closed = taken.following is None and not taken.again
        self._db.run(
            "UPDATE query SET closed = ?, truncated = ? WHERE id = ?",
            (int(closed), int(taken.truncated), asked.query_id),
        )

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def answers(self, role: Role = Role.PLANNED, since: int = 0) -> Iterator[tuple[int, Answer]]:
        """Answers that are complete, with the numbers of their queries, in the order they were asked."""
        rows = self._db.all(
            "SELECT id FROM query WHERE closed = 1 AND role = ? AND id > ? ORDER BY id", (role.value, since)
        )
        return ((number, self.answer(number)) for (number,) in rows)

    @stored("an answer")
    def answer(self, query_id: int) -> Answer:
        """What one query brought so far, all its pages together."""
        choice, reply, count, stated, truncated = self._db.one(
            "SELECT choice, reply, count, stated, truncated FROM query WHERE id = ?", (query_id,)
        )
        records, new, pages, size, new_size, seconds = self._db.one(
            "SELECT coalesce(sum(records), 0), coalesce(sum(fresh), 0), count(*), coalesce(sum(size), 0), "
            "coalesce(sum(new_size), 0), coalesce(sum(seconds), 0.0) "
            "FROM submission WHERE query = ? AND state = 'recorded'",
            (query_id,),
        )
        return Answer(
            choice=_read_pairs(choice),
            reply=Reply(reply) if reply is not None else Reply.FAILED,
            records=records,
            new=new,
            pages=pages,
            size=size,
            new_size=new_size,
            seconds=seconds,
            count=count,
            stated=stated,
            truncated=bool(truncated),
            sample=tuple(self._sample(query_id)),
        )

    def _sample(self, query_id: int) -> Iterator[tuple[str, str]]:
        rows = self._db.all(
            "SELECT body FROM record WHERE query = ? ORDER BY position LIMIT ?", (query_id, _SAMPLED)
        )
        for (body,) in rows:
            yield from loads(body)["fields"].items()

    def known(self, identities: Sequence[str]) -> set[str]:
        """Which of these records were brought up before; one at a time, since a page may hold more of them than a
        statement has places for."""
        sql = "SELECT 1 FROM record WHERE id = ?"
        return {identity for identity in identities if self._db.maybe(sql, (identity,)) is not None}

    def asked_for(self, query_id: int) -> set[tuple[str, str, bytes | None]]:
        """Requests for the pages of one answer so far: method, URL and body."""
        rows = self._db.all("SELECT request FROM submission WHERE query = ?", (query_id,))
        return {(r.method, r.url, r.body) for r in (unpack_request(packed) for (packed,) in rows)}

    def brought(self, query_id: int) -> int:
        """Records on the pages of one answer so far, those met before included."""
        sql = "SELECT coalesce(sum(records), 0) FROM submission WHERE query = ?"
        return int(self._db.one(sql, (query_id,))[0])

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

    def newest(self) -> int:
        """New records of the last query so far."""
        sql = "SELECT coalesce(sum(fresh), 0) FROM submission WHERE query = (SELECT max(id) FROM query)"
        return int(self._db.one(sql)[0])

    def truncated(self, *, by_count: bool = False) -> int:
        """Queries whose answers hold more than the site gives; `by_count`: also by counts believed only later."""
        sql = "SELECT count(*) FROM query q WHERE truncated = 1"
        if by_count:
            sql += (
                " OR (closed = 1 AND role = 'planned' AND stated > 1 + "
                "(SELECT coalesce(sum(records), 0) FROM submission WHERE query = q.id))"
            )
        return int(self._db.one(sql)[0])

    def requests(self) -> int:
        """Everything that left, robots.txt and retries included, as hosts were promised."""
        return int(self._db.one("SELECT coalesce(sum(requests), 0) FROM host")[0])


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return dumps([list(pair) for pair in pairs])


@stored("a query")
def _read_pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in loads(text))
