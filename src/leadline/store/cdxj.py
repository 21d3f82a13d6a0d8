"""`index.cdxj`: where each archived URL lies, sorted, for replay tools (pywb and the like).

One line a capture, redirects too: key, time, and a JSON block, sorted by bytes, so that a reader can search it
by halving. Derived from the database; the archive itself is not read.
"""

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

from leadline.errors import ArchiveError
from leadline.store.damage import stored
from leadline.store.database import Database
from leadline.store.surt import surt


def write_cdxj(database: Database, out: BinaryIO) -> int:
    """Write the index; how many lines it has."""
    # A nameless SQLite database lives in memory and moves to a temporary file as it grows: a sort of any size.
    sorter = sqlite3.connect("")
    try:
        sorter.execute("CREATE TABLE line (text BLOB)")
        sorter.executemany("INSERT INTO line VALUES (?)", ((line.encode(),) for line in _lines(database)))
        written = 0
        for (text,) in sorter.execute("SELECT text FROM line ORDER BY text"):
            out.write(text + b"\n")
            written += 1
        return written
    except sqlite3.Error as error:
        raise ArchiveError(f"the index of the archive cannot be sorted: {error}; make room for it") from error
    finally:
        sorter.close()


def _lines(database: Database) -> Iterator[str]:
    for row in database.each(
        "SELECT fetched_at, media_type, capture.digest, warc, warc_offset, warc_length, hops, status, body "
        "FROM capture JOIN log ON log.number = capture.number "
        "WHERE warc IS NOT NULL AND status IS NOT NULL ORDER BY capture.number"
    ):
        yield from _captured(row)


@stored("a capture")
def _captured(row: tuple[Any, ...]) -> list[str]:
    at, kind, digest, file, offset, length, hops, status, body = row
    event = json.loads(body)
    before = [
        _line(url, at, "unk", hop_status, hop_digest, (file, hop_offset, hop_length))
        for url, hop_status, hop_offset, hop_length, hop_digest in json.loads(hops)
    ]
    url = event["final_url"] or event["url"]
    return [*before, _line(url, at, kind or "unk", status, digest, (file, offset, length))]


def _line(url: str, at: float, mime: str, status: int, digest: str | None, place: tuple[str, int, int]) -> str:
    file, offset, length = place
    block: dict[str, Any] = {
        "url": url,
        "mime": mime,
        "status": str(status),
        "digest": digest or "-",
        "length": str(length),
        "offset": str(offset),
        "filename": file,
    }
    # All in ASCII: some readers take the line apart as bytes.
    return f"{surt(url)} {datetime.fromtimestamp(at, UTC):%Y%m%d%H%M%S} {json.dumps(block)}"
