"""Counts for reports, each defined once and derived from the log.

- *pages*: answers that came back, of any status. *requests*: everything that left, robots.txt and retries too.
- *sites*: registrable domains with at least one page. *forms*: distinct forms met. *relevant_forms*: goals found.
- *robots_blocked*: links robots.txt kept us from. *refused*: others we did not send. *errors*: what failed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from leadline.model.url import site_of
from leadline.store.codec import unpack_links
from leadline.store.damage import loads, stored
from leadline.store.database import Database
from leadline.store.seen import digest

_REFUSED = ("refused", "bad-url", "address-refused", "resting", "out-of-requests")


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a crawl in numbers."""

    pages: int
    requests: int
    sites: int
    forms: int
    relevant_forms: int
    waiting: int
    backlink_calls: int
    robots_blocked: int
    refused: int
    errors: int
    set_aside: int
    on_topic: int
    failures: dict[str, int]
    left_sites: int
    backlink_failures: int


@stored("a count")
def summarise(db: Database) -> Summary:
    failures = dict(
        db.all("SELECT failure, count(*) FROM log WHERE failure IS NOT NULL GROUP BY failure ORDER BY 2 DESC")
    )
    refused = sum(failures.get(kind, 0) for kind in _REFUSED)
    robots = failures.get("robots", 0)
    return Summary(
        pages=_number(db, "SELECT count(*) FROM log WHERE status IS NOT NULL"),
        requests=_number(db, "SELECT coalesce(sum(requests), 0) FROM host"),
        sites=len({site_of(url) for (url,) in db.each("SELECT url FROM log WHERE status IS NOT NULL")}),
        forms=_number(db, "SELECT count(*) FROM form"),
        relevant_forms=_number(db, "SELECT count(*) FROM finding"),
        waiting=_number(db, "SELECT coalesce(sum(waiting), 0) FROM grp"),
        backlink_calls=_number(db, "SELECT count(*) FROM log WHERE kind = 'backlinks'"),
        robots_blocked=robots,
        refused=refused,
        errors=sum(failures.values()) - refused - robots,
        set_aside=_number(db, "SELECT count(*) FROM log WHERE set_aside IS NOT NULL"),
        on_topic=_number(db, "SELECT count(*) FROM log WHERE on_topic > 0.5"),
        failures=failures,
        left_sites=_number(db, "SELECT count(*) FROM left_site"),
        backlink_failures=_number(db, "SELECT count(*) FROM happening WHERE kind = 'backlinks'"),
    )


def progress_of(db: Database) -> tuple[int, int]:
    """(goals found, requests that brought no page) so far: what a progress line shows."""
    return _number(db, "SELECT count(*) FROM finding"), _number(
        db, "SELECT count(*) FROM log WHERE failure IS NOT NULL"
    )


def best_findings(db: Database, most: int) -> list[tuple[str, str]]:
    """(identity, page) of what was found, the surest first."""
    sql = "SELECT identity, page_url FROM finding ORDER BY score DESC, number, identity LIMIT ?"
    return [(str(identity), str(page)) for identity, page in db.all(sql, (most,))]


@stored("how a run ended")
def stopped_by(db: Database) -> str:
    """What ended the last run in a folder, empty if nothing did."""
    row = db.maybe("SELECT body FROM happening WHERE kind = 'stopped' ORDER BY id DESC LIMIT 1")
    return "" if row is None else str(loads(row[0]).get("by", ""))


def _number(db: Database, sql: str) -> int:
    return int(db.one(sql)[0])


@dataclass(frozen=True, slots=True)
class Life:
    """What became of one URL."""

    url: str
    state: str
    """fetched, failed, waiting, seen (met and dropped) or unknown."""
    number: int | None = None
    status: int | None = None
    failure: str | None = None
    on_topic: float | None = None
    set_aside: str | None = None
    group: str | None = None
    depth: int | None = None
    key: float | None = None
    pattern: str | None = None
    left: str | None = None
    permit: str | None = None
    """Why the gate let it be asked for; None where it was not, or by an older Leadline."""
    way: tuple[tuple[str, str], ...] = ()
    """(page, anchor) of the links followed to it, nearest first."""


@stored("the life of a page")
def life_of(db: Database, url: str) -> Life:
    left = db.maybe("SELECT why FROM left_site WHERE site = ?", (site_of(url),))
    why = str(left[0]) if left else None
    row = db.maybe(
        "SELECT number, status, failure, on_topic, set_aside, body, parent, nth FROM log WHERE url = ?", (url,)
    )
    if row is not None:
        body = loads(row[5])
        return Life(
            url,
            "fetched" if row[1] is not None else "failed",
            number=row[0],
            status=row[1],
            failure=row[2],
            on_topic=row[3],
            set_aside=row[4],
            group=body["group"],
            depth=body["depth"],
            left=why,
            permit=body.get("permit") or None,
            way=tuple(_way(db, row[6], row[7])),
        )
    row = db.maybe(
        "SELECT grp.name, link.depth, pattern.key, pattern.features, link.parent, link.nth FROM "
        "(SELECT * FROM waiting_link WHERE url = ? UNION ALL SELECT * FROM taken WHERE url = ?) AS link "
        "JOIN pattern ON pattern.id = link.pattern JOIN grp ON grp.id = pattern.grp",
        (url, url),
    )
    if row is not None:
        way = tuple(_way(db, row[4], row[5]))
        return Life(url, "waiting", group=row[0], depth=row[1], key=row[2], pattern=row[3], left=why, way=way)
    met = db.maybe(
        "SELECT 1 FROM seen WHERE digest = ? UNION ALL SELECT 1 FROM met WHERE digest = ?", (digest(url),) * 2
    )
    return Life(url, "seen" if met else "unknown", left=why)


def _way(db: Database, parent: int | None, nth: int | None) -> Iterator[tuple[str, str]]:
    while parent is not None and nth is not None:
        url, links, before, before_nth = db.one(
            "SELECT url, links, parent, nth FROM log WHERE number = ?", (parent,)
        )
        if links:
            yield url, unpack_links(links)[nth].anchor
        parent, nth = before, before_nth
