"""That a crawl did its work: every page fetched, judged, its links kept, and archived byte for byte."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from leadline.errors import WorkNotDone
from leadline.model.events import Outcome
from leadline.model.url import parts_of
from leadline.store.sqlite.store import SqliteStore
from leadline.web.warc import ArchivedRecord, read_at, walk
from leadline_bench.pages import LINKS, Site


def prove_leadline(folder: Path, site: Site, pages: int) -> None:
    """The folder holds a log, a frontier and an archive of `pages` pages of this site."""
    visited = _prove_log(folder / "leadline.db", pages)
    files = sorted((folder / "warc").glob("*.warc.gz"))
    # Made-up URLs that a host was asked for, to see how it says "not found", are archived too.
    archived = [(url, body) for file in files for url, body in _archived(file) if url in visited]
    _demand(len(archived), pages, "pages in Leadline's archive")
    whole = sum(body == _html(site, parts_of(url).path) for url, body in archived)
    _demand(whole, pages, "archived pages that are what was served")
    _demand(len({url for url, _ in archived}), pages, "different URLs in Leadline's archive")


def _prove_log(database: Path, pages: int) -> set[str]:
    """The URLs that were visited."""
    store = SqliteStore(database)
    try:
        outcomes = [event for event in store.log.events() if isinstance(event, Outcome)]
        captures = sum(row["warc"] is not None for row in store.pages.rows("pages"))
        met = store.frontier.met()
        waiting = sum(store.frontier.waiting().values())
    finally:
        store.close()
    _demand(sum(o.status == 200 and o.failure is None for o in outcomes), pages, "pages in Leadline's log")
    _demand(sum(o.set_aside is None for o in outcomes), pages, "pages whose links were followed")
    _demand(sum((o.on_topic or 0.0) > 0.5 for o in outcomes), pages, "pages found on the topic")
    _demand(sum(o.forms for o in outcomes), pages, "forms on them")
    _demand(sum(len(o.links) for o in outcomes), LINKS * pages, "links of these pages")
    _demand(captures, pages, "captures in Leadline's database")
    _demand(waiting + pages, met, "URLs that wait or were fetched, of those met")
    return {outcome.final_url for outcome in outcomes}


def prove_other(name: str, said: Mapping[str, Any], pages: int) -> None:
    """What another crawler says about its work is what was wanted; it may have fetched some pages more."""
    if said["pages"] < pages:
        raise WorkNotDone(f"{name} worked on {said['pages']} pages of {pages}")
    _demand(said["links"], LINKS * said["pages"], f"links found by {name}")
    _demand(said.get("answers", said["pages"]), said["pages"], f"answers that {name} worked on")


def _archived(file: Path) -> list[tuple[str, bytes]]:
    found = []
    for record in walk(file):
        if not isinstance(record, ArchivedRecord):
            raise WorkNotDone(f"{file.name} is damaged at {record.offset}: {record.why}")
        if record.kind == "response":
            block = read_at(file, record.place, 1 << 24).block
            found.append((record.get("warc-target-uri") or "", block.partition(b"\r\n\r\n")[2]))
    return found


@lru_cache(maxsize=2_000)
def _html(site: Site, path: str) -> bytes:
    return site.html(int(path.removeprefix("/stock/").removesuffix(".html"))).encode()


def _demand(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise WorkNotDone(f"{found:,} {what}; {wanted:,} were wanted")
