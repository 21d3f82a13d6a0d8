"""Search what was brought up: the pages and records of one folder, of a project's folders, or of several.

Each folder has an index of its own (`leadline.store.fulltext`), brought up to date before it is asked. Pages are
read from the archive for it; what failed or was set aside is not in it, nor an answer without records.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from leadline.answers.document import as_page
from leadline.app.folders import folders_of
from leadline.gate.targets import answered
from leadline.model.page import Request
from leadline.model.query import Reply
from leadline.model.url import site_of
from leadline.store.archive import Archive
from leadline.store.batch import QueryRole
from leadline.store.folder import CrawlFolder
from leadline.store.fulltext import END, HIT, FullText, Hit, SearchDocument
from leadline.store.place import stamp
from leadline.store.protocols import Store
from leadline.store.search_query import SearchQuery, parsed
from leadline.web.replay import read_answer_at
from leadline.web.settings import Limits

_AT_ONCE = 1_000  # documents in one transaction: what an interrupted beginning loses
_LETTERS = 200_000  # of a page: more is a book, and says nothing about where in it
_TITLE = 120
_READABLE = ("text/", "application/xhtml", "application/xml", "application/json")
_WITH_RECORDS = (Reply.RESULTS, Reply.TOO_MANY)
_LIMITS = Limits(body=2**31)  # what is in the archive was let in before
OnIndexed = Callable[[Path, int, int], object]
"""Told how many documents of how many of a folder are indexed, now and then."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """A hit, and the folder it lies in."""

    folder: Path
    hit: Hit

    def as_json(self) -> dict[str, object]:
        told = asdict(self.hit)
        more = told.pop("shown")
        told["snippet"] = told["snippet"].replace(HIT, "[").replace(END, "]")
        told["id"] = told.pop("name")
        return {"folder": str(self.folder), **told, **more}


@dataclass(frozen=True, slots=True)
class SearchReport:
    """What `leadline search --json` prints."""

    query: str
    total: int
    hits: tuple[Found, ...]

    def as_json(self) -> dict[str, object]:
        return {"query": self.query, "total": self.total, "hits": [found.as_json() for found in self.hits]}


def search(
    paths: Sequence[Path],
    typed: str,
    most: int = 10,
    skip: int = 0,
    on_indexed: OnIndexed = lambda *_: None,
    *,
    index: Path | None = None,
) -> SearchReport:
    """The best documents of all folders together, after those that are skipped. Indexes are kept in the folders,
    or in `index` where nothing is to be written into them."""
    query = parsed(typed)
    folders = list(dict.fromkeys(chain.from_iterable(map(folders_of, paths))))
    total, found = 0, list[Found]()
    for folder in folders:
        count, hits = _search(folder, query, most + skip, on_indexed, _index_place(index, folder))
        total += count
        found += (Found(folder, hit) for hit in hits)
    found.sort(key=lambda one: one.hit.score)
    return SearchReport(typed, total, tuple(found[skip : skip + most]))


def _index_place(index: Path | None, folder: Path) -> Path | None:
    if index is None:
        return None
    name = hashlib.sha1(str(folder.resolve()).encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
    place = index / name
    place.mkdir(exist_ok=True)
    return place


def _search(
    folder: Path, query: SearchQuery, most: int, on_indexed: OnIndexed, place: Path | None
) -> tuple[int, list[Hit]]:
    with (
        CrawlFolder.open(folder, writing=False) as opened,
        closing(opened.open_store(writing=False)) as store,
        FullText(folder, place) as index,
    ):
        _update(index, opened, store, on_indexed)
        return index.search(query, most)


def _update(index: FullText, folder: CrawlFolder, store: Store, on_indexed: OnIndexed) -> None:
    """All records are compared; where nothing was written since that was done, they need not be."""
    now = " ".join(map(str, stamp(folder.path)))
    if now and now == index.seen:
        index.settle()
        return
    with store.at_one_moment():
        if index.pages < store.log.length:
            _put(index, _pages(folder, store, index.pages), store.log.length, folder.path, on_indexed)
            with index.updating():
                index.indexed_to(store.log.length)
        known = index.digests("record")
        here: set[str] = set()
        changed = _records(store, known, here)
        _put(index, changed, store.queries.counts()[0], folder.path, on_indexed)
        if gone := known.keys() - here:
            with index.updating():
                index.drop("record", gone)
    with index.updating():
        index.saw(now)
    index.settle()


def _put(
    index: FullText, documents: Iterator[SearchDocument], of: int, folder: Path, on_indexed: OnIndexed
) -> None:
    done, batch = 0, list[SearchDocument]()
    for document in documents:
        batch.append(document)
        if len(batch) == _AT_ONCE:
            done += len(batch)
            _put_batch(index, batch)
            on_indexed(folder, done, of)
            batch.clear()
    _put_batch(index, batch)


def _put_batch(index: FullText, batch: Sequence[SearchDocument]) -> None:
    if not batch:
        return
    with index.updating():
        for document in batch:
            index.put(document)
        if batch[-1].kind == "page":
            index.indexed_to(int(batch[-1].name) + 1)


def _records(store: Store, known: Mapping[str, str], here: set[str]) -> Iterator[SearchDocument]:
    """Those that are new or say something else now; `here` is told of all."""
    for row in store.pages.rows("records"):
        name = str(row["id"])
        here.add(name)
        digest = hashlib.sha1(repr(row).encode(), usedforsecurity=False).hexdigest()
        if known.get(name) != digest:
            yield _record(row, digest)


def _record(row: Row, digest: str) -> SearchDocument:
    fields = tuple((str(name), said) for name, value in row["fields"].items() for said in _said(value))
    title = next((said for _, said in fields if said), str(row["text"]))[:_TITLE]
    told = dict.fromkeys([str(row["text"]), *(said for _, said in fields if said not in row["text"])])
    source = str(row["source"] or "")
    shown = {"query": row["query"], "fields": row["fields"], "warc": row["warc"]}
    where = (str(row["url"] or source), title, " · ".join(told))
    return SearchDocument(
        "record",
        str(row["id"]),
        digest,
        *where,
        site_of(source),
        source,
        str(row["fetched_at"]),
        True,
        None,
        fields,
        shown,
    )


def _said(value: object) -> Iterator[str]:
    yield from map(str, value) if isinstance(value, list) else [str(value)]


def _pages(folder: CrawlFolder, store: Store, since: int) -> Iterator[SearchDocument]:
    asked = dict(_answers(store)) if folder.kind == "harvest" else {}
    archive = Archive(folder.warc)
    for row in store.pages.fetched(since):
        if not _is_page(row):
            continue
        place = (row["warc"], row["warc_offset"])
        brought, source, assignment = asked.get(place, (True, "", None))
        if brought:
            hidden = assignment is not None or _is_own_page(folder, row)
            yield _page(archive, row, source, assignment, hidden=hidden)


def _answers(store: Store) -> Iterator[tuple[tuple[str, int], tuple[bool, str, Mapping[str, str]]]]:
    """Where the pages of answers lie: whether they have records, and what was asked for them."""
    replies = {row["query"]: row["reply"] for row in store.pages.rows("queries")}
    for query, page in store.queries.archived():
        found = store.queries.archived_page(query, page)
        asked = found.submission
        brought = replies.get(query) in _WITH_RECORDS and asked.role is not QueryRole.PROBE
        yield (found.warc, found.offset), (brought, asked.source.url, dict(asked.choice))


def _is_page(row: Row) -> bool:
    if row["warc"] is None or row["set_aside"] is not None or not 200 <= (row["status"] or 0) < 300:
        return False
    return str(row["media_type"] or "text/html").startswith(_READABLE)


def _is_own_page(folder: CrawlFolder, row: Row) -> bool:
    """Of a record: what a harvest reads deeper than the form's page."""
    return folder.kind == "harvest" and row["depth"] > 0


def _page(
    archive: Archive, row: Row, source: str, assignment: Mapping[str, str] | None, *, hidden: bool
) -> SearchDocument:
    url = str(row["final_url"] or row["url"])
    place, at = (archive.path(row["warc"]), row["warc_offset"]), row["fetched_at"]
    response = read_answer_at(
        *place, Request(url, permit=answered("what was archived is searched")), url, at, _LIMITS
    )
    page = as_page(response).page
    shown = {"query": assignment, "warc": f"{row['warc']}#{row['warc_offset']}"}
    when = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    text = (url, page.title[:_TITLE], page.text[:_LETTERS])
    return SearchDocument(
        "page",
        str(row["number"]),
        str(row["digest"]),
        *text,
        site_of(url),
        source,
        when,
        hidden,
        row["on_topic"],
        (),
        shown,
    )
