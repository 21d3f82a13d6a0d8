"""Every URL ever met, by a 64-bit digest.

Digests are random, so each new one would dirty a page of its own in the sorted table `seen`. They are appended
to `met` first, mirrored in memory, and moved over in sorted order when there are many: a page of `seen` is then
written once for several of them. Measured in docs/decisions/0008.
"""

import hashlib
from collections.abc import Sequence

from leadline.store.database import Database

_BATCH = 500
"""SQLite takes 999 parameters where it is old."""
_FEWEST = 1 << 17
"""Digests moved at once while there are few: 10 MB of memory, and a pause below a second."""
_MOST = 1 << 20
_SHARE = 8
"""A move dirties nearly every page of `seen`, so it has to bring a share of what is there: an eighth, up to a
million (100 MB of memory). With 131,072 at any size, insertion cost four times as much at 10 million URLs."""


def digest(url: str) -> int:
    """64 bits of a URL: among 10 million a collision has probability 3 in a million."""
    return int.from_bytes(hashlib.blake2b(url.encode(), digest_size=8).digest(), "big", signed=True)


class Seen:
    """Call it inside a transaction of its database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._recent: set[int] = set()
        self._settled = 0
        self.reload()

    def reload(self) -> None:
        self._recent = {number for (number,) in self._db.each("SELECT digest FROM met")}
        (self._settled,) = self._db.one("SELECT count(*) FROM seen")

    def first(self, digests: Sequence[int]) -> set[int]:
        """Which of these were never met; from now on they are."""
        fresh = {number for number in digests if number not in self._recent}
        fresh -= self._moved(list(fresh))
        self._db.run_many("INSERT INTO met (digest) VALUES (?)", [(number,) for number in fresh])
        self._recent |= fresh
        if len(self._recent) >= min(max(_FEWEST, self._settled // _SHARE), _MOST):
            self._db.run("INSERT INTO seen (digest) SELECT digest FROM met ORDER BY digest")
            self._db.run("DELETE FROM met")
            self._settled += len(self._recent)
            self._recent.clear()
        return fresh

    def _moved(self, digests: Sequence[int]) -> set[int]:
        known: set[int] = set()
        for start in range(0, len(digests), _BATCH):
            part = digests[start : start + _BATCH]
            marks = ",".join("?" * len(part))
            known.update(d for (d,) in self._db.all(f"SELECT digest FROM seen WHERE digest IN ({marks})", part))  # noqa: S608  (only marks)
        return known
