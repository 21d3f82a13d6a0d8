"""Records taken out of a crawl's database on request, inside one transaction, and known by a digest afterwards."""

from collections.abc import Callable, Collection, Iterable

from leadline.model.query import Record
from leadline.store.codec import dumps, loads, pack_links, readable, unpack_links
from leadline.store.forgetting import (
    FORGOTTEN_URL,
    SWEEP,
    Forgetting,
    Needles,
    ShowingPage,
    digest_of_id,
    digest_of_url,
)
from leadline.store.sql import SqlDatabase

_TEXTS = (
    ("meta", "value"),
    ("log", "url", "body"),
    ("capture", "hops"),
    ("frontier", "url"),
    ("arrived", "url"),
    ("taken", "url"),
    ("finding", "url", "page_url"),
    ("form", "page_url", "body"),
    ("snapshot", "body"),
    ("happening", "body"),
    ("learned", "body"),
    ("source", "text"),
    ("query", "assignment", "choice", "why"),
    ("submission", "url", "request"),
    ("round", "body"),
)
"""Where words of pages, or addresses, are kept, besides in records."""


class SqliteForgetting:
    """`leadline.store.forgetting.ForgottenRecords`."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database

    def among(self, records: Collection[Record]) -> frozenset[str]:
        """The identities of those that were forgotten."""
        if not records or self._db.maybe("SELECT 1 FROM forgotten LIMIT 1") is None:
            return frozenset()
        return frozenset(
            record.id
            for record in records
            if self._db.has("forgotten", digest=digest_of_id(record.id))
            or self._db.has("forgotten", digest=digest_of_url(record.url))
        )

    def leads_there(self, urls: Callable[[], Iterable[str]]) -> bool:
        """Whether one of these is the address of a forgotten record's own page."""
        if self._db.maybe("SELECT 1 FROM forgotten LIMIT 1") is None:
            return False
        return any(self._db.has("forgotten", digest=digest_of_url(url)) for url in urls())

    def is_known(self, digest: str) -> bool:
        return self._db.has("forgotten", digest=digest)

    def shown_on(self, ids: Collection[str]) -> list[ShowingPage]:
        found: dict[tuple[str, int], ShowingPage] = {}
        for id_ in ids:
            rows = self._db.all(
                "SELECT warc, warc_offset, met FROM submission JOIN capture ON capture.number = submission.number "
                "WHERE warc IS NOT NULL AND replace(met, ?, '') <> met",
                (id_,),
            )
            found |= {(file, offset): ShowingPage(file, offset, tuple(loads(met))) for file, offset, met in rows}
        return list(found.values())

    def addresses(self, queries: Collection[int] | None = None) -> frozenset[str]:
        rows = self._db.all(
            "SELECT query, submission.url, log.url, log.body FROM submission "
            "LEFT JOIN log ON log.number = submission.number"
        )
        found: set[str | None] = set()
        for query, *urls, body in rows:
            if queries is None or query in queries:
                found |= {*urls, loads(body).get("final_url") if body else None}
        if queries is None:
            found |= {url for (url,) in self._db.all("SELECT url FROM source")}
        return frozenset(url for url in found if url)

    def sweep(self) -> None:
        self._db.sweep()

    def forget(self, what: Forgetting) -> None:
        with self._db.transaction():
            self._forget(what)

    def _forget(self, what: Forgetting) -> None:
        for id_ in what.records:
            self._db.run("DELETE FROM record WHERE id = ?", (id_,))
            self._db.run("DELETE FROM version WHERE record = ?", (id_,))
            self._unmeet(id_)
        for digest in what.digests:
            self._db.insert("forgotten", "ON CONFLICT DO NOTHING", digest=digest, at=what.at)
        for name, value in what.decisions:
            self._db.update("meta", {"key": name}, value=value)
        for file, offset in what.emptied:
            self._db.update("capture", {"warc": file, "warc_offset": offset}, digest=None)
        for query in what.queries:
            self._wipe(query)
        if what.needles:
            for table, *columns in _TEXTS:
                for column in columns:
                    self._scrub(table, column, what.needles)
            self._scrub_links(what.needles)
        due = "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        self._db.insert("meta", due, key=SWEEP, value="due")

    def _unmeet(self, id_: str) -> None:
        rows = self._db.all(
            "SELECT query, page, met, said FROM submission WHERE replace(met, ?, '') <> met", (id_,)
        )
        for query, page, met, said in rows:
            ids, digests = loads(met), loads(said) if said is not None else None
            stays = [place for place, one in enumerate(ids) if one != id_]
            change = {"met": dumps([ids[place] for place in stays])}
            if digests is not None:
                change["said"] = dumps([digests[place] for place in stays])
            self._db.update("submission", {"query": query, "page": page}, **change)

    def _wipe(self, query: int) -> None:
        """What was filled in is not to be known; that something was asked, and what came, is."""
        (assignment, choice) = self._db.one("SELECT assignment, choice FROM query WHERE id = ?", (query,))
        bare = {"assignment": _without_values(assignment), "choice": _without_values(choice)}
        self._db.update("query", {"id": query}, **bare, why=None)
        request: dict[str, object] = {
            "url": FORGOTTEN_URL,
            "method": "GET",
            "headers": [],
            "body": None,
            "permit": "",
        }
        rows = self._db.all("SELECT page, number FROM submission WHERE query = ?", (query,))
        for page, number in rows:
            place = {"query": query, "page": page}
            self._db.update("submission", place, url=FORGOTTEN_URL, request=dumps(request))
            found = self._db.maybe("SELECT body FROM log WHERE number = ?", (number,))
            if found is not None:
                body = loads(found[0]) | {"url": FORGOTTEN_URL, "final_url": FORGOTTEN_URL}
                self._db.update("log", {"number": number}, url=FORGOTTEN_URL, body=dumps(body))
                self._db.update("capture", {"number": number}, hops="[]")
        for id_, line in self._db.all("SELECT id, body FROM record WHERE query = ?", (query,)):
            self._db.update("record", {"id": id_}, body=readable(loads(line) | {"query": None}))

    def _scrub(self, table: str, column: str, needles: Needles) -> None:
        for spelled in dict.fromkeys(needles.spellings):
            # S608: names of our own tables. By value and not by key: not every table has one that both know.
            found = self._db.all(
                f"SELECT DISTINCT {column} FROM {table} WHERE replace({column}, ?, '') <> {column}",  # noqa: S608
                (spelled,),
            )
            for (text,) in found:
                now = needles.scrubbed(text)
                if now != text:
                    self._db.run(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (now, text))  # noqa: S608

    def _scrub_links(self, needles: Needles) -> None:
        numbers = self._db.all("SELECT number FROM log WHERE links IS NOT NULL")
        for (number,) in numbers:
            (packed,) = self._db.one("SELECT links FROM log WHERE number = ?", (number,))
            links = unpack_links(packed)
            scrubbed = needles.scrubbed
            now = tuple(
                link._replace(url=scrubbed(link.url), anchor=scrubbed(link.anchor), around=scrubbed(link.around))
                for link in links
            )
            if now != links:
                self._db.update("log", {"number": number}, links=pack_links(now))


def _without_values(pairs: str) -> str:
    return dumps([[name, ""] for name, _ in loads(pairs)])
