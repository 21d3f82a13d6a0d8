"""What a crawl holds, read for people and other programs: counts, the history of a URL, rows of plain values."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from leadline.errors import BadTarget
from leadline.model.url import site_of
from leadline.store.archive import NAME
from leadline.store.batch import Summary, UrlHistory
from leadline.store.codec import dumps, loads, stored, unpack_links, url_digest
from leadline.store.protocols import COLUMNS
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.log import SqliteLog

Row = dict[str, Any]

_REFUSED = ("refused", "bad-url", "address-refused", "resting", "out-of-requests")


class SqlitePages:
    """`leadline.store.protocols.Pages`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @stored("a count")
    def summary(self) -> Summary:
        number = self._db.number
        sql = "SELECT failure, count(*) FROM log WHERE failure IS NOT NULL GROUP BY failure ORDER BY 2 DESC"
        failures = dict(self._db.all(sql))
        refused = sum(failures.get(kind, 0) for kind in _REFUSED)
        robots = failures.get("robots", 0)
        answered = self._db.each("SELECT url FROM log WHERE status IS NOT NULL")
        return Summary(
            pages=number("SELECT count(*) FROM log WHERE status IS NOT NULL"),
            requests=number("SELECT coalesce(sum(requests), 0) FROM host"),
            sites=len({site_of(url) for (url,) in answered}),
            forms=number("SELECT count(*) FROM form"),
            relevant_forms=number("SELECT count(*) FROM finding"),
            waiting=number("SELECT coalesce(sum(waiting), 0) FROM grp"),
            backlink_calls=number("SELECT count(*) FROM log WHERE kind = 'backlinks'"),
            robots_blocked=robots,
            refused=refused,
            errors=sum(failures.values()) - refused - robots,
            set_aside=number("SELECT count(*) FROM log WHERE set_aside IS NOT NULL"),
            on_topic=number("SELECT count(*) FROM log WHERE on_topic > 0.5"),
            failures=failures,
            left_sites=number("SELECT count(*) FROM left_site"),
            backlink_failures=number("SELECT count(*) FROM happening WHERE kind = 'backlinks'"),
        )

    def progress(self) -> tuple[int, int]:
        failed = self._db.number("SELECT count(*) FROM log WHERE failure IS NOT NULL")
        return self._db.number("SELECT count(*) FROM finding"), failed

    def findings(self, most: int) -> list[tuple[str, str]]:
        rows = self._db.all(
            "SELECT identity, page_url FROM finding ORDER BY score DESC, number, identity LIMIT ?", (most,)
        )
        return [(str(identity), str(page_url)) for identity, page_url in rows]

    @stored("the history of a page")
    def history(self, url: str) -> UrlHistory:
        left = self._db.maybe("SELECT why FROM left_site WHERE site = ?", (site_of(url),))
        why = str(left[0]) if left else None
        row = self._db.maybe(
            "SELECT number, status, failure, on_topic, set_aside, body, parent, nth FROM log WHERE url = ?", (url,)
        )
        if row is not None:
            body = loads(row[5])
            return UrlHistory(
                url,
                "fetched" if row[1] is not None else "failed",
                **dict(zip(("number", "status", "failure", "on_topic", "set_aside"), row[:5], strict=True)),
                group=body["group"],
                depth=body["depth"],
                left=why,
                permit=body.get("permit") or None,
                way=tuple(self._way(row[6], row[7])),
            )
        row = self._db.maybe(
            "SELECT grp.name, link.depth, pattern.key, pattern.features, link.parent, link.nth FROM "
            "(SELECT * FROM waiting_link WHERE url = ? UNION ALL SELECT * FROM taken WHERE url = ?) AS link "
            "JOIN pattern ON pattern.id = link.pattern JOIN grp ON grp.id = pattern.grp",
            (url, url),
        )
        if row is not None:
            way = tuple(self._way(row[4], row[5]))
            return UrlHistory(
                url, "waiting", group=row[0], depth=row[1], key=row[2], pattern=row[3], left=why, way=way
            )
        met = self._db.maybe(
            "SELECT 1 FROM seen WHERE digest = ? UNION ALL SELECT 1 FROM met WHERE digest = ?",
            (url_digest(url),) * 2,
        )
        return UrlHistory(url, "seen" if met else "unknown", left=why)

    def _way(self, parent: int | None, nth: int | None) -> Iterator[tuple[str, str]]:
        while parent is not None and nth is not None:
            url, links, before, before_nth = self._db.one(
                "SELECT url, links, parent, nth FROM log WHERE number = ?", (parent,)
            )
            if links:
                yield url, unpack_links(links)[nth].anchor
            parent, nth = before, before_nth

    def archive_ends(self) -> dict[str, int]:
        ends: dict[str, int] = {}
        for name, end, whole in self._db.each(
            "SELECT warc, max(warc_offset + warc_length), min(typeof(warc_offset) = 'integer' "
            "AND typeof(warc_length) = 'integer' AND warc_offset >= 0 AND warc_length >= 0) "
            "FROM capture WHERE warc IS NOT NULL GROUP BY warc ORDER BY warc"
        ):
            if not isinstance(name, str) or not NAME.fullmatch(name) or not whole or not isinstance(end, int):
                raise BadTarget(
                    f"{self._db.path} names {str(name)[:100]!r} (up to {str(end)[:30]}) as part of its archive, "
                    "which no Leadline wrote; nothing was changed"
                )
            ends[name] = end
        return ends

    def captures(self) -> Iterator[tuple[Any, ...]]:
        return self._db.each(
            "SELECT fetched_at, media_type, capture.digest, warc, warc_offset, warc_length, hops, status, body "
            "FROM capture JOIN log ON log.number = capture.number "
            "WHERE warc IS NOT NULL AND status IS NOT NULL ORDER BY capture.number"
        )

    def lines(self, what: str) -> Iterator[str]:
        if what == "log":
            return SqliteLog(self._db).lines()
        if what == "records":
            return (body for (body,) in self._db.each("SELECT body FROM record ORDER BY position"))
        return map(dumps, _ROWS[what](self._db))

    def rows(self, what: str) -> Iterator[Row]:
        return _ROWS[what](self._db) if what in _ROWS else map(loads, self.lines(what))


_PAGE = (
    *("number", "status", "media_type", "failure", "fetched_at", "seconds", "address", "digest"),
    *("warc", "warc_offset", "warc_length"),
)


def _pages(database: Database) -> Iterator[Row]:
    for row in database.each(
        "SELECT body, log.number, status, media_type, failure, fetched_at, seconds, address, capture.digest, "
        "warc, warc_offset, warc_length FROM log LEFT JOIN capture ON capture.number = log.number "
        "WHERE kind = 'outcome' ORDER BY log.number"
    ):
        yield _page(*row)


@stored("a page")
def _page(body: str, *columns: Any) -> Row:
    event = loads(body)
    found = {**event, "found": len(event["found"])}
    found |= zip(_PAGE, columns, strict=True)
    return {name: found[name] for name in COLUMNS["pages"]}


def _forms(database: Database) -> Iterator[Row]:
    for *columns, body in database.each(
        "SELECT url, finding.page_url, finding.site, score, page, finding.identity, form.body FROM finding "
        "LEFT JOIN form ON form.site = finding.site "
        "AND form.identity = substr(finding.identity, length(finding.site) + 2) "
        "ORDER BY finding.number, finding.identity"
    ):
        yield dict(zip(COLUMNS["forms"], (*columns, loads(body) if body else None), strict=True))


def _queries(database: Database) -> Iterator[Row]:
    for number, source, form, assignment, *columns in database.each(
        "SELECT id, source, form, assignment, role, reply, why, stated, truncated, count(page), "
        "coalesce(sum(state <> 'recorded'), 0), coalesce(sum(failed), 0), coalesce(sum(records), 0), "
        "coalesce(sum(fresh), 0) "
        "FROM query LEFT JOIN submission ON submission.query = query.id GROUP BY id ORDER BY id"
    ):
        yield dict(zip(COLUMNS["queries"], (number, source, form, loads(assignment), *columns), strict=True))


def _events(database: Database) -> Iterator[Row]:
    for at, kind, body in database.each("SELECT at, kind, body FROM happening ORDER BY id"):
        yield {"at": at, "kind": kind, "body": loads(body)}


_ROWS: Mapping[str, Callable[[Database], Iterator[Row]]] = {
    "pages": _pages,
    "forms": _forms,
    "queries": _queries,
    "events": _events,
}
