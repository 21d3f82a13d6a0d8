"""Pages of one world, read once: every strategy, every domain and every later run look them up.

An entry holds what any of them can ask about a page: its links, how often each term occurs, its forms with what is
true about them, or why there is no page. Rendering, parsing and tokenising a page of the lab costs some ten times
as much as looking it up.

One SQLite file a world. A page is one row under the digest of its URL: a head of a few values, its links as the
store of a crawl keeps them, and its terms. Rows depend on nothing but the
URL, so several processes may fill one file; who comes second writes nothing.
"""

import json
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.errors import WorkNotDone
from leadline.model.events import Failure
from leadline.model.page import Link
from leadline.model.url import url_digest
from leadline.store.codec import unpack_links
from leadline_bench.locate.facts import FormFact

_AT_ONCE = 200
"""Pages that are written in one transaction; what is lost with a killed process is read again."""
_LEVEL = 3
_END = "\0"
"""Between two texts: no parsed page holds it (HTML section 13.2.3.5 makes it U+FFFD)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one URL."""

    final_url: str = ""
    status: int | None = None
    failure: Failure | None = None
    set_aside: str | None = None
    page: "Contents | None" = None


@dataclass(frozen=True, slots=True)
class Contents:
    """A page that was read."""

    digest: int | None
    fingerprint: int
    forms: tuple[FormFact, ...]
    terms: dict[str, int]
    packed_links: bytes
    """As the store of a crawl keeps them (`leadline.store.codec`), so that nobody packs them again."""

    @property
    def links(self) -> tuple[Link, ...]:
        return unpack_links(self.packed_links) if self.packed_links else ()


class PageCache:
    """Answers by URL, on disk."""

    def __init__(self, path: Path) -> None:
        self._pending: dict[int, tuple[str, bytes | None, bytes | None]] = {}
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=60.0)
        self._connection.execute("PRAGMA journal_mode = WAL")
        # A cache that a power cut damages is made again; nobody waits for the disk.
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS page (url INTEGER PRIMARY KEY, head TEXT NOT NULL, links BLOB, terms BLOB)"
        )
        self.hits = 0
        self.misses = 0

    def __len__(self) -> int:
        self.flush()
        (count,) = self._connection.execute("SELECT count(*) FROM page").fetchone()
        return int(count)

    def find(self, url: str) -> Answer | None:
        """What is known about a URL."""
        row = self._row(url)
        if row is None:
            self.misses += 1
            return None
        self.hits += 1
        return _unpacked(*row)

    def forms(self, url: str) -> tuple[FormFact, ...]:
        """The forms of a page that was read before."""
        row = self._row(url)
        if row is None:
            raise WorkNotDone(f"{url} was fetched, and nobody kept what is on it")
        return _facts(json.loads(row[0])["forms"])

    def keep(self, url: str, answer: Answer) -> None:
        self._pending[url_digest(url)] = _packed(answer)
        if len(self._pending) >= _AT_ONCE:
            self.flush()

    def _row(self, url: str) -> tuple[str, bytes | None, bytes | None] | None:
        key = url_digest(url)
        found = self._connection.execute("SELECT head, links, terms FROM page WHERE url = ?", (key,)).fetchone()
        return found or self._pending.get(key)

    def flush(self) -> None:
        """What was kept so far, for others to see."""
        if self._pending:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "INSERT INTO page (url, head, links, terms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(url, *row) for url, row in self._pending.items()],
            )
            self._connection.execute("COMMIT")
            self._pending.clear()

    def close(self) -> None:
        self.flush()
        self._connection.close()


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────────────


def _packed(answer: Answer) -> tuple[str, bytes | None, bytes | None]:
    page = answer.page
    head = {
        "final_url": answer.final_url,
        "status": answer.status,
        "failure": [answer.failure.kind, answer.failure.found] if answer.failure else None,
        "set_aside": answer.set_aside,
        "forms": [list(fact) for fact in page.forms] if page else [],
        "digest": page.digest if page else None,
        "fingerprint": page.fingerprint if page else None,
    }
    packed = json.dumps(head, separators=(",", ":"))
    return (packed, None, None) if page is None else (packed, page.packed_links, _pack_terms(page.terms))


def _unpacked(head: str, links: bytes | None, terms: bytes | None) -> Answer:
    about = json.loads(head)
    page = None
    if links is not None and terms is not None:
        page = Contents(
            about["digest"],
            about["fingerprint"],
            _facts(about["forms"]),
            _unpack_terms(terms),
            links,
        )
    failure = Failure(*about["failure"]) if about["failure"] else None
    return Answer(about["final_url"], about["status"], failure, about["set_aside"], page)


def _facts(rows: Sequence[Sequence[object]]) -> tuple[FormFact, ...]:
    """JSON has no tuples."""
    return tuple(FormFact._make(tuple(v) if isinstance(v, list) else v for v in row) for row in rows)


def _pack_terms(terms: dict[str, int]) -> bytes:
    return _squeezed([*terms, *map(str, terms.values())])


def _unpack_terms(blob: bytes) -> dict[str, int]:
    texts = _loosened(blob)
    n = len(texts) // 2
    return dict(zip(texts[:n], map(int, texts[n:]), strict=True))


def _squeezed(texts: Sequence[str]) -> bytes:
    joined = _END.join(texts)
    if joined.count(_END) != max(0, len(texts) - 1):
        raise WorkNotDone("a page holds the character that parts the texts of the cache")
    return zlib.compress(joined.encode(errors="surrogatepass"), _LEVEL) if texts else b""


def _loosened(blob: bytes) -> list[str]:
    return zlib.decompress(blob).decode(errors="surrogatepass").split(_END) if blob else []
