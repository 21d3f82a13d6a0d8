"""What a crawl holds, read for people and other programs: counts, the history of a URL, rows of plain values."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import starmap
from typing import Any

from leadline.errors import BadTarget
from leadline.model.url import site_of
from leadline.store.archive import NAME
from leadline.store.batch import Summary, UrlHistory
from leadline.store.codec import dumps, loads, stored, unpack_links, url_digest
from leadline.store.protocols import COLUMNS
from leadline.store.sqlite.database import Database

Row = dict[str, Any]

_JSON: Mapping[str, tuple[str, ...]] = {
    "pages": (),
    "forms": ("form",),
    "queries": ("assignment",),
    "events": ("body",),
}
"""What is read by `rows/*.sql`, in the order of `COLUMNS`, and which columns of it are JSON."""
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
            event, way = loads(row[5]), tuple(self._way(row[6], row[7]))
            state = "fetched" if row[1] is not None else "failed"
            about = dict(zip(("number", "status", "failure", "on_topic", "set_aside"), row, strict=False))
            about |= {"group": event["group"], "depth": event["depth"], "permit": event.get("permit") or None}
            return UrlHistory(url, state, **about, left=why, way=way)
        row = self._db.maybe(
            "SELECT grp.name, link.depth, pattern.key, pattern.features, link.parent, link.nth FROM "
            "(SELECT * FROM waiting_link WHERE url = ? UNION ALL SELECT * FROM taken WHERE url = ?) AS link "
            "JOIN pattern ON pattern.id = link.pattern JOIN grp ON grp.id = pattern.grp",
            (url, url),
        )
        if row is not None:
            way = tuple(self._way(row[4], row[5]))
            about = dict(zip(("group", "depth", "key", "pattern"), row, strict=False))
            return UrlHistory(url, "waiting", **about, left=why, way=way)
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
        if what == "records":
            return (body for (body,) in self._db.each("SELECT body FROM record ORDER BY position"))
        if what == "log":
            rows = self._db.each("SELECT number, kind, body, links FROM log ORDER BY number")
            return starmap(_log_line, rows)
        return map(dumps, self.rows(what))

    def rows(self, what: str) -> Iterator[Row]:
        if what not in _JSON:
            return map(loads, self.lines(what))
        sql = (files(__package__) / "rows" / f"{what}.sql").read_text("utf-8")
        return (_row(what, values) for values in self._db.each(sql))


def _log_line(number: int, kind: str, body: str, links: bytes | None) -> str:
    shown = [[k.url, k.anchor, k.around, k.tag_path] for k in unpack_links(links)] if links else []
    return f'{{"number":{number},"kind":"{kind}","event":{body},"links":{dumps(shown)}}}'


def _row(what: str, values: tuple[Any, ...]) -> Row:
    row = dict(zip(COLUMNS[what], values, strict=True))
    return row | {name: loads(row[name]) for name in _JSON[what] if row[name] is not None}
