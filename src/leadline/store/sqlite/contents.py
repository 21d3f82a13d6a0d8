"""What a crawl holds, read for people and other programs: counts, the history of a URL, rows of plain values."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import starmap
from typing import Any

from leadline.errors import BadTarget
from leadline.model.url import site_of, url_digest
from leadline.protocols import BACKWARD
from leadline.store.archive import NAME
from leadline.store.batch import Summary, UrlHistory
from leadline.store.codec import dumps, loads, stored, unpack_links
from leadline.store.protocols import COLUMNS
from leadline.store.sql import SqlDatabase

Row = dict[str, Any]

_JSON = {"pages": "", "forms": "form", "queries": "assignment", "events": "body", "learned": "learned"}
"""What is read by `statements/*.sql`, in the order of `COLUMNS`, and the column of it that is JSON."""
_REFUSED = ("refused", "bad-url", "address-refused", "resting", "out-of-requests", "out-of-time", "out-of-scope")
_HISTORY = ("url_fetched", "url_waiting", "url_seen")
"""What became of a URL, by the fields of `UrlHistory`: the first that has a row says it."""


class SqlitePages:
    """`leadline.store.protocols.Pages`."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database

    @stored("a count")
    def summary(self) -> Summary:
        self._db.catch_up()
        sql = "SELECT failure, count(*) FROM log WHERE failure IS NOT NULL GROUP BY failure ORDER BY 2 DESC"
        failures = dict(self._db.all(sql))
        refused = sum(failures.get(kind, 0) for kind in _REFUSED)
        robots = failures.get("robots", 0)
        answered = self._db.each("SELECT url FROM log WHERE status IS NOT NULL")
        return Summary(
            **self._db.named(self._db.statement("summary"), {"backward": f"{BACKWARD} %"}),
            sites=len({site_of(url) for (url,) in answered}),
            robots_blocked=robots,
            refused=refused,
            errors=sum(failures.values()) - refused - robots,
            failures=failures,
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
        wanted = {"url": url, "digest": url_digest(url)}
        found = (self._db.named(self._db.statement(name), wanted) for name in _HISTORY)
        row: Row = next(filter(None, found), {"state": "unknown"})
        way = tuple(self._way(row.pop("parent", None), row.pop("nth", None)))
        if "body" in row:
            event = loads(row.pop("body"))
            row |= {"group": event["group"], "depth": event["depth"], "permit": event.get("permit") or None}
        return UrlHistory(url, **row, left=str(left[0]) if left else None, way=way)

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
        for name, end, whole in self._db.each(self._db.statement("archive_ends")):
            if not isinstance(name, str) or not NAME.fullmatch(name) or not whole or not isinstance(end, int):
                raise BadTarget(
                    f"{self._db.name} names {str(name)[:100]!r} (up to {str(end)[:30]}) as part of its archive, "
                    "which no Leadline wrote; nothing was changed"
                )
            ends[name] = end
        return ends

    def fetched(self, since: int, most: int | None = None) -> Iterator[Row]:
        upper = "" if most is None else f"AND number < {since + most}"
        pages = self._db.statement("pages")
        sql = f"SELECT * FROM ({pages}) AS page WHERE number >= ? {upper} ORDER BY number"  # noqa: S608  # numbers
        return (_row("pages", values) for values in self._db.each(sql, (since,)))

    def captures(self) -> Iterator[tuple[Any, ...]]:
        return self._db.each(self._db.statement("captures"))

    def lines(self, what: str) -> Iterator[str]:
        if what == "records":
            return (
                body for (body,) in self._db.each("SELECT body FROM record WHERE gone IS NULL ORDER BY position")
            )
        if what == "log":
            rows = self._db.each("SELECT number, kind, body, links FROM log ORDER BY number")
            return starmap(_log_line, rows)
        return map(dumps, self.rows(what))

    def rows(self, what: str) -> Iterator[Row]:
        if what == "history":
            return self._versions()
        if what not in _JSON:
            return map(loads, self.lines(what))
        return (_row(what, values) for values in self._db.each(self._db.statement(what)))

    def _versions(self) -> Iterator[Row]:
        """What each record said, one version after the other."""
        record, number, since = "", 0, None
        for id_, _, until, state, changed, body in self._db.each(self._db.statement("history")):
            line = loads(body)
            number = number + 1 if id_ == record else 1
            begun = since if id_ == record and since is not None else line["fetched_at"]
            ended = None if until is None else datetime.fromtimestamp(until, UTC).isoformat(timespec="seconds")
            told = {"id": id_, "version": number, "since": begun, "until": ended, "state": state}
            told["changed"] = [] if changed is None else loads(changed)
            yield told | {name: line[name] for name in ("url", "text", "fields", "warc")}
            record, since = id_, ended if state == "superseded" else None


def _log_line(number: int, kind: str, body: str, links: bytes | None) -> str:
    shown = [link[:4] for link in unpack_links(links)] if links else []
    return f'{{"number":{number},"kind":"{kind}","event":{body},"links":{dumps(shown)}}}'


def _row(what: str, values: tuple[Any, ...]) -> Row:
    row = dict(zip(COLUMNS[what], values, strict=True))
    packed = _JSON[what]
    return row | {packed: loads(row[packed])} if row.get(packed) is not None else row
