"""Queries, submissions and records in SQL: planned → sent → recorded, never twice and never lost."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from leadline.model.page import Request
from leadline.model.query import Answer, Left, Query, Record, Reply, Row, Submission
from leadline.store.batch import (
    ArchivedPage,
    DetailState,
    OpenSubmission,
    PageYield,
    PlannedQuery,
    QueryRole,
    RecordUpdate,
    SourcePage,
    StoredRecord,
    SubmissionResult,
)
from leadline.store.codec import (
    dumps,
    in_pairs,
    loads,
    pack_request,
    pairs,
    record_line,
    stored,
    unpack_request,
)
from leadline.store.sql import SqlDatabase
from leadline.store.sqlite.forgetting import SqliteForgetting
from leadline.store.sqlite.rounds import SqliteRounds, said

_SAMPLED = 60  # records of an answer that a planner is shown; thousands would not tell it more
_ROWS = 1_000  # records of an answer, new or not, that are read again for planner and estimate


class SqliteQueries:
    """`leadline.store.protocols.Queries`, of the round that is open. What `Store.commit` calls is called inside of
    its transaction."""

    def __init__(self, database: SqlDatabase, rounds: SqliteRounds) -> None:
        self._db = database
        self._rounds = rounds
        self._forgotten = SqliteForgetting(database)

    # ── what a commit writes ──────────────────────────────────────────────────────────────────────────────

    def plan(self, planned: PlannedQuery) -> None:
        source, query = planned.source, planned.query
        self._db.insert("source", "ON CONFLICT DO NOTHING", url=source.url, text=source.text)
        chosen = {"assignment": dumps(query.assignment), "choice": dumps(planned.choice)}
        chosen |= {"form": query.form, "role": planned.role.value}
        self._db.insert("query", source=source.url, round=self._rounds.current, **chosen)
        self._plan_page(self._db.number("SELECT max(id) FROM query"), 0, planned.request)

    def _plan_page(self, query_id: int, page: int, request: Request) -> None:
        self._db.insert("submission", query=query_id, page=page, state="planned", **_sent(request))

    def mark(self, submission: OpenSubmission, state: Submission, request: Request | None) -> None:
        sent = {} if request is None else _sent(request)
        self._db.update("submission", _place(submission), state=state.value, **sent)

    def record(self, submission: OpenSubmission, number: int, result: SubmissionResult) -> None:
        """Close a submission with what it brought and plan the next page."""
        brought = self.bring(submission.query_id, result.records)
        state = Submission.PLANNED if result.retry else Submission.RECORDED
        came = {"number": number, "failed": int(result.failed), "size": result.size, "seconds": result.seconds}
        place = _place(submission)
        self._db.update("submission", place, state=state.value, digest=result.digest, **came, **brought)
        self._note_answer(submission.query_id, result)
        if result.next_request is not None:
            self._plan_page(submission.query_id, submission.page + 1, result.next_request)

    def bring(self, query_id: int, records: Sequence[Record]) -> dict[str, int | str | None]:
        """Add those records that are new; how many that were, and which, by the columns of a submission."""
        (number,) = self._db.one("SELECT round FROM query WHERE id = ?", (query_id,))
        position = self._db.number("SELECT coalesce(max(position), -1) + 1 FROM record")
        fresh = new_size = 0
        rows, gone = len(records), self._forgotten.among(records)
        records = [record for record in records if record.id not in gone]
        for record in records:
            row = {"id": record.id, "source": record.source, "body": record_line(record)}
            place = {"position": position, "query": query_id, "round": number, "seen": number}
            is_new = self._db.insert_new("record", "id", **row, **place)
            position += is_new
            is_first = is_new or (number > 0 and self._rounds.meet_again(query_id, number, record))
            fresh += is_first
            new_size += is_first * len(record.text.encode("utf-8", "replace"))
        met = dumps([record.id for record in records]) if records else None
        digests = dumps([said(record.text) for record in records]) if records else None
        return {"records": rows, "fresh": fresh, "new_size": new_size, "met": met, "said": digests}

    def _note_answer(self, query_id: int, result: SubmissionResult) -> None:
        closed = result.next_request is None and not result.retry
        change: dict[str, object] = {"closed": int(closed), "truncated": int(result.truncated)}
        if result.left is not None and not result.retry:
            change["left_for"] = result.left.value
        if result.shape is not None:
            change["shape"] = result.shape
        if result.verdict is not None:
            change |= asdict(result.verdict)
        self._db.update("query", {"id": query_id}, **change)

    def update(self, update: RecordUpdate) -> None:
        change = {"detail": update.state.value}
        body, row = self._db.one("SELECT body, row FROM record WHERE id = ?", (update.id,))
        if (now := self._rounds.read_again(update, body, row)) is not None:
            change["body"] = now
        self._db.update("record", {"id": update.id}, **change)

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    @stored("a submission")
    def open(self) -> OpenSubmission | None:
        row = self._db.named(self._db.statement("open_submission"), {"round": self._rounds.current})
        if not row:
            return None
        return _submission(row)

    def archived(self) -> list[tuple[int, int]]:
        rows = self._db.all(
            "SELECT query, page FROM submission JOIN capture ON capture.number = submission.number "
            "WHERE state = 'recorded' AND failed = 0 AND warc IS NOT NULL ORDER BY submission.number"
        )
        return [(query, page) for query, page in rows]

    @stored("a submission")
    def archived_page(self, query_id: int, page: int) -> ArchivedPage:
        row = self._db.named(self._db.statement("archived_page"), {"query": query_id, "page": page})
        place = {name: row.pop(name) for name in ("url", "status", "fetched_at", "seconds", "warc", "offset")}
        return ArchivedPage(_submission(row), **place)

    def answers(self, role: QueryRole = QueryRole.PLANNED, since: int = 0) -> Iterator[tuple[int, Answer]]:
        rows = self._db.all(
            "SELECT id FROM query WHERE closed = 1 AND role = ? AND id > ? AND round = ? ORDER BY id",
            (role.value, since, self._rounds.current),
        )
        return ((number, self.answer(number)) for (number,) in rows)

    @stored("an answer")
    def answer(self, query_id: int) -> Answer:
        """What one query brought so far, all its pages together."""
        row = self._db.named(self._db.statement("answer"), {"query": query_id})
        row["choice"] = pairs(loads(row["choice"]))
        row["reply"] = Reply.FAILED if row["reply"] is None else Reply(row["reply"])
        row["truncated"] = bool(row["truncated"])
        row["left"] = None if (left := row.pop("left_for")) is None else Left(left)
        met = self._met(query_id)
        return Answer(**row, sample=tuple(self._sample(query_id)), met=met, rows=tuple(self._rows(met)))

    def _sample(self, query_id: int) -> Iterator[tuple[str, str]]:
        rows = self._db.all(
            "SELECT body FROM record WHERE query = ? ORDER BY position LIMIT ?", (query_id, _SAMPLED)
        )
        for (body,) in rows:
            yield from in_pairs(loads(body)["fields"])

    def _met(self, query_id: int) -> tuple[str, ...]:
        pages = self._db.all(
            "SELECT met, records FROM submission WHERE query = ? AND state = 'recorded' ORDER BY page", (query_id,)
        )
        if any(met is None and records for met, records in pages):  # by an older Leadline: what was new is known
            new = self._db.all("SELECT id FROM record WHERE query = ? ORDER BY position", (query_id,))
            return tuple(identity for (identity,) in new)
        return tuple(dict.fromkeys(str(identity) for met, _ in pages if met for identity in loads(met)))

    def _rows(self, met: Sequence[str]) -> Iterator[Row]:
        most = min(len(met), _ROWS)
        for number in range(most):
            identity = met[number * len(met) // most]
            row = self._db.maybe("SELECT body FROM record WHERE id = ?", (identity,))
            if row is not None:
                yield identity, tuple(in_pairs(loads(row[0])["fields"]))

    def known(self, identities: Collection[str]) -> frozenset[str]:
        # One at a time: a page may hold more of them than a statement has places for.
        number = self._rounds.current
        seen = {"seen": number} if number else {}
        return frozenset(identity for identity in identities if self._db.has("record", id=identity, **seen))

    def sent(self, query_id: int) -> set[tuple[str, str, bytes | None]]:
        rows = self._db.all("SELECT request FROM submission WHERE query = ?", (query_id,))
        return {(r.method, r.url, r.body) for r in (unpack_request(packed) for (packed,) in rows)}

    def yields(self, query_id: int) -> list[PageYield]:
        rows = self._db.all(
            "SELECT records, fresh, digest FROM submission WHERE query = ? AND state = 'recorded' ORDER BY page",
            (query_id,),
        )
        return [PageYield(*row) for row in rows]

    def counts(self) -> tuple[int, int, int]:
        number = self._rounds.current
        answered = "SELECT count(*) FROM submission WHERE state = 'recorded' AND failed = 0"
        if self._rounds.last_number:  # else all that was asked is of one round
            answered += f" AND query IN (SELECT id FROM query WHERE round = {number})"  # noqa: S608  # a number
        queries, pages = self._db.number(f"{answered} AND page = 0"), self._db.number(answered)
        if number:
            return self._db.number("SELECT count(*) FROM record WHERE seen >= ?", (number,)), queries, pages
        gone = self._db.number("SELECT count(*) FROM record WHERE gone IS NOT NULL")
        return self._db.number("SELECT count(*) FROM record") - gone, queries, pages

    def newest(self) -> int:
        sql = "SELECT coalesce(sum(fresh), 0) FROM submission WHERE query = (SELECT max(id) FROM query)"
        return self._db.number(sql)

    def truncated(self, *, by_count: bool = False) -> int:
        sql = "SELECT count(*) FROM query q WHERE left_for IS NULL AND round = ? AND (truncated = 1"
        if by_count:
            sql += (
                " OR (closed = 1 AND role = 'planned' AND stated > 1 + "
                "(SELECT coalesce(sum(records), 0) FROM submission WHERE query = q.id))"
            )
        return self._db.number(f"{sql})", (self._rounds.current,))

    @stored("why an answer was left")
    def left(self) -> Mapping[Left, int]:
        rows = self._db.all(
            "SELECT left_for, count(*) FROM query WHERE role = 'planned' AND left_for IS NOT NULL AND round = ? "
            "GROUP BY left_for",
            (self._rounds.current,),
        )
        return {Left(why): count for why, count in rows}

    # ── records ───────────────────────────────────────────────────────────────────────────────────────────

    def record_urls(self) -> Iterator[str]:
        return (str(url) for (url,) in self._db.each(self._db.statement("record_urls")))

    def alike(self) -> int:
        return self._db.number(self._db.statement("alike"))

    @stored("a record")
    def next_detail(self, *, skipped: str = "") -> StoredRecord | None:
        number = self._rounds.current
        due = f"due = {number} AND due > 0 AND" if number else ""
        row = self._db.maybe(
            f"SELECT id, body, row FROM record WHERE {due} detail IS NULL AND id <> ? AND gone IS NULL "  # noqa: S608
            "ORDER BY position LIMIT 1",
            (skipped,),
        )
        if row is None:
            return None
        line = loads(row[1])
        fields = pairs(loads(row[2])) if row[2] is not None else in_pairs(line["fields"])
        return StoredRecord(row[0], line["text"], fields, line["url"], line["source"])

    @stored("the state of a record")
    def detail_counts(self) -> Mapping[DetailState, int]:
        rows = self._db.all(
            "SELECT detail, count(*) FROM record WHERE detail IS NOT NULL AND gone IS NULL GROUP BY detail"
        )
        return Counter({DetailState(state): count for state, count in rows})

    @stored("the state of a record")
    def last_details(self, most: int) -> list[DetailState]:
        # They are read in the order of their records.
        rows = self._db.all(
            "SELECT detail FROM record WHERE detail IN ('read', 'bare') ORDER BY position DESC LIMIT ?", (most,)
        )
        return [DetailState(state) for (state,) in rows]


def _submission(row: dict[str, Any]) -> OpenSubmission:
    return OpenSubmission(
        state=Submission(row.pop("state")),
        query=Query(row.pop("form"), pairs(loads(row.pop("assignment")))),
        choice=pairs(loads(row.pop("choice"))),
        role=QueryRole(row.pop("role")),
        source=SourcePage(row.pop("source"), row.pop("text")),
        request=unpack_request(row.pop("request")),
        reply=None if (reply := row.pop("reply")) is None else Reply(reply),
        **row,
    )


def _place(submission: OpenSubmission) -> dict[str, int]:
    return {"query": submission.query_id, "page": submission.page}


def _sent(request: Request) -> dict[str, str]:
    return {"url": request.url, "request": pack_request(request)}
