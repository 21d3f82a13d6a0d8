"""A crawl to be killed: `write` goes on for ever in a process of its own, and says what is committed.

Its web is a tree without end: page n links to pages 3n+1, 3n+2, 3n+3 and back to its parent and to page 0.
"""

from multiprocessing.connection import Connection
from pathlib import Path

from store_samples import batch, link, outcome, response

from leadline.protocols import Advice, OpenGroup, Ranked
from leadline.store.archive import Archive
from leadline.store.batch import Batch
from leadline.store.sqlite.store import SqliteStore


def url_of(page: int) -> str:
    return f"http://site{page % 5}.example/{page}"


def links_of(page: int) -> list[int]:
    return [3 * page + 1, 3 * page + 2, 3 * page + 3, max(0, page - 1) // 3, 0]


def write(folder: Path, said: Connection) -> None:
    """Sends -1 when it begins, then the number of each event that is committed."""
    said.send(-1)
    store = SqliteStore(folder / "leadline.db")
    archive = Archive(folder / "warc", roll_bytes=20_000)
    archive.recover(store.pages.archive_ends())
    store.frontier.release_all()
    store.commit(Batch(advice=Advice((Ranked(url_of(0), "g", 1.0, "seed"),), (OpenGroup("g"),))))
    while True:
        taken = [store.frontier.take("g") for _ in range(2)]
        for origin in taken:
            if origin is None:
                continue
            page = int(origin.url.rpartition("/")[2])
            store.promise(f"site{page % 5}.example", page + 1.0)
            answer = response(origin.url, f"<p>Page {page}".encode() * 20)
            capture = archive.append(answer)
            to = links_of(page)
            event = outcome(store.log.length, origin.url, tuple(link(url_of(n)) for n in to))
            ranked = (Ranked(url_of(n), "g", float(n % 3), str(n % 3), nth) for nth, n in enumerate(to))
            store.commit(batch(event, *ranked, origin=origin, capture=capture))
            if page % 7 == 0:
                store.commit(Batch(snapshot=str(page)))
            said.send(event.number)
