"""What a crawl holds, as rows of plain values: what derived files and exports are made of.

Nested values (a form's controls, a record's fields) are JSON objects here; `flat` turns a row into cells for
formats that have columns.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from leadline.store.codec import dumps
from leadline.store.damage import loads, stored
from leadline.store.database import Database
from leadline.store.log import Log

Row = dict[str, Any]
FIELDS = "fields"
"""The column of a record that becomes a column a field."""


@dataclass(frozen=True, slots=True)
class Content:
    """One kind of rows, and its columns with their types."""

    columns: Mapping[str, type]
    rows: Callable[[Database], Iterator[Row]]


def _pages(database: Database) -> Iterator[Row]:
    for row in database.each(
        "SELECT log.number, status, media_type, failure, fetched_at, seconds, address, capture.digest, warc, "
        "warc_offset, warc_length, body FROM log LEFT JOIN capture ON capture.number = log.number "
        "WHERE kind = 'outcome' ORDER BY log.number"
    ):
        yield _page(row)


@stored("a page")
def _page(row: tuple[Any, ...]) -> Row:
    body = loads(row[11])
    return {
        "number": row[0],
        "url": body["url"],
        "final_url": body["final_url"],
        "status": row[1],
        "media_type": row[2],
        "on_topic": body["on_topic"],
        "group": body["group"],
        "depth": body["depth"],
        "forms": body["forms"],
        "found": len(body["found"]),
        "failure": row[3],
        "set_aside": body["set_aside"],
        "fetched_at": row[4],
        "seconds": row[5],
        "address": row[6],
        "digest": row[7],
        "warc": row[8],
        "warc_offset": row[9],
        "warc_length": row[10],
    }


def _forms(database: Database) -> Iterator[Row]:
    for identity, page, url, page_url, site, score, body in database.each(
        "SELECT finding.identity, page, url, finding.page_url, finding.site, score, form.body FROM finding "
        "LEFT JOIN form ON form.site = finding.site "
        "AND form.identity = substr(finding.identity, length(finding.site) + 2) "
        "ORDER BY finding.number, finding.identity"
    ):
        yield {
            "url": url,
            "page_url": page_url,
            "site": site,
            "score": score,
            "found_at_page": page,
            "identity": identity,
            "form": loads(body) if body else None,
        }


def record_lines(database: Database) -> Iterator[str]:
    """Records as they were packed, the newest last."""
    return (body for (body,) in database.each("SELECT body FROM record ORDER BY position"))


def records_alike(database: Database) -> int:
    """Records that say word for word what one before them says."""
    sql = "SELECT count(*) - count(DISTINCT json_extract(body, '$.text')) FROM record"
    return int(database.one(sql)[0])


def _records(database: Database) -> Iterator[Row]:
    return map(loads, record_lines(database))


def _queries(database: Database) -> Iterator[Row]:
    for number, source, form, assignment, role, reply, why, stated, cut, *sums in database.each(
        "SELECT id, source, form, assignment, role, reply, why, stated, truncated, count(page), "
        "coalesce(sum(state <> 'recorded'), 0), coalesce(sum(failed), 0), coalesce(sum(records), 0), "
        "coalesce(sum(fresh), 0) "
        "FROM query LEFT JOIN submission ON submission.query = query.id GROUP BY id ORDER BY id"
    ):
        yield {
            "query": number,
            "source": source,
            "form": form,
            "assignment": loads(assignment),
            "role": role,
            "reply": reply,
            "why": why,
            "stated_count": stated,
            "truncated": cut,
            **dict(zip(("pages", "unanswered", "failed", "records", "new_records"), sums, strict=True)),
        }


def _log(database: Database) -> Iterator[Row]:
    return (loads(line) for line in Log(database).lines())


def _events(database: Database) -> Iterator[Row]:
    for at, kind, body in database.each("SELECT at, kind, body FROM happening ORDER BY id"):
        yield {"at": at, "kind": kind, "body": loads(body)}


CONTENTS: Mapping[str, Content] = {
    "pages": Content(
        {
            "number": int,
            "url": str,
            "final_url": str,
            "status": int,
            "media_type": str,
            "on_topic": float,
            "group": str,
            "depth": int,
            "forms": int,
            "found": int,
            "failure": str,
            "set_aside": str,
            "fetched_at": float,
            "seconds": float,
            "address": str,
            "digest": str,
            "warc": str,
            "warc_offset": int,
            "warc_length": int,
        },
        _pages,
    ),
    "forms": Content(
        {
            "url": str,
            "page_url": str,
            "site": str,
            "score": float,
            "found_at_page": int,
            "identity": str,
            "form": str,
        },
        _forms,
    ),
    "records": Content(
        {
            "id": str,
            "source": str,
            "url": str,
            "fetched_at": str,
            "warc": str,
            "query": str,
            "text": str,
            FIELDS: str,
        },
        _records,
    ),
    "queries": Content(
        {
            "query": int,
            "source": str,
            "form": str,
            "assignment": str,
            "role": str,
            "reply": str,
            "why": str,
            "stated_count": int,
            "truncated": int,
            "pages": int,
            "unanswered": int,
            "failed": int,
            "records": int,
            "new_records": int,
        },
        _queries,
    ),
    "log": Content({"number": int, "kind": str, "event": str, "links": str}, _log),
    "events": Content({"at": float, "kind": str, "body": str}, _events),
}


def lines_of(what: str, database: Database) -> Iterator[str]:
    """Rows as lines of JSON; those that are stored as such, unchanged."""
    if what == "log":
        return Log(database).lines()
    return record_lines(database) if what == "records" else map(dumps, CONTENTS[what].rows(database))


def columns_of(what: str, database: Database) -> dict[str, type]:
    """The columns of a flat table; the fields of all records become columns named `fields.NAME`."""
    columns = dict(CONTENTS[what].columns)
    if columns.pop(FIELDS, None) is None:
        return columns
    names: dict[str, type] = {}
    for row in CONTENTS[what].rows(database):
        names.update(dict.fromkeys((f"{FIELDS}.{name}" for name in row[FIELDS]), str))
    return columns | names


def flat(row: Row) -> Row:
    """Nested values as JSON text, fields as cells of their own."""
    cells = {f"{FIELDS}.{name}": value for name, value in row.get(FIELDS, {}).items()}
    cells |= {name: value for name, value in row.items() if name != FIELDS}
    return {name: dumps(value) if isinstance(value, dict | list) else value for name, value in cells.items()}
