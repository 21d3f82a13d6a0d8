"""What a page brings, on its way into large sorted tables: URLs met for the first time, links that wait.

Both come in random order, so each row would dirty a page of its own in the table it belongs to. They are appended
to a small table first, mirrored in memory, and moved over in order when there are many: a page is then written
once for several of them. A pattern that is about to be read has its own links moved before. Measured in
docs/decisions/0008.
"""

from collections.abc import Iterable, Sequence

from leadline.store.sql import SqlDatabase

_BATCH = 500  # SQLite takes 999 parameters where it is old
_FEWEST = 1 << 17  # digests moved at once while there are few: 10 MB of memory, and a pause below a second
_MOST = 1 << 20
_SHARE = 8
"""A move dirties nearly every page of `seen`, so it has to bring a share of what is there: an eighth, up to a
million (100 MB of memory). With 131,072 at any size, insertion cost four times as much at 10 million URLs."""


class SeenUrls:
    """Every URL ever met, by its digest. Call it inside a transaction of its database."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._recent = {number for (number,) in self._db.each("SELECT digest FROM met")}
        self._settled = self._db.number("SELECT count(*) FROM seen")

    def __len__(self) -> int:
        return self._settled + len(self._recent)

    def first(self, digests: Sequence[int]) -> set[int]:
        """Which of these were never met; from now on they are."""
        fresh = set(digests) - self._recent
        if self._settled:
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


LinkRow = tuple[int, int, str, int, int | None, int | None]  # pattern, position, URL, depth, parent, nth

_RUN = "SELECT * FROM arrived WHERE position BETWEEN ? AND ?"
_GONE = "DELETE FROM arrived WHERE position BETWEEN ? AND ?"
_MOVED = 1 << 16  # links moved at once: some MB of memory, and a pause of about half a second


class IncomingLinks:
    """Links on their way into the frontier's runs. Call it inside a transaction of its database."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database
        self._positions: dict[int, int | list[int]] = {}
        """By pattern. Most have one, and a list for each of those is what the collector would go through."""
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._positions.clear()
        self._count = 0
        for pattern, position in self._db.each("SELECT pattern, position FROM arrived ORDER BY position"):
            self._note(pattern, position)

    def _note(self, pattern: int, position: int) -> None:
        there = self._positions.setdefault(pattern, position)
        if isinstance(there, list):
            there.append(position)
        elif there != position:
            self._positions[pattern] = [there, position]
        self._count += 1

    def add(self, rows: list[LinkRow]) -> bool:
        """Whether all that had arrived was moved."""
        self._db.run_many("INSERT INTO arrived VALUES (?, ?, ?, ?, ?, ?)", rows)
        for row in rows:
            self._note(row[0], row[1])
        if self._count < _MOVED:
            return False
        self._db.run("INSERT INTO frontier SELECT * FROM arrived ORDER BY pattern, position")
        self._db.run("DELETE FROM arrived")
        self._positions.clear()
        self._count = 0
        return True

    def only(self, pattern: int) -> int | None:
        """Where the link of a pattern is for which one has arrived."""
        found = self._positions.get(pattern)
        return found if isinstance(found, int) else None

    def take(self, pattern: int) -> None:
        """Move what arrived for one pattern to the links that are under way."""
        places = self._forget(pattern)
        self._db.run_many(f"INSERT INTO taken {_RUN}", places)
        self._db.run_many(_GONE, places)

    def settle(self, pattern: int) -> int | None:
        """Move what arrived for one pattern into its run; the first position there, if anything did."""
        places = self._forget(pattern)
        if not places:
            return None
        self._db.run_many(f"INSERT INTO frontier {_RUN}", places)
        self._db.run_many(_GONE, places)
        return places[0][0]

    def drop(self, patterns: Iterable[int]) -> None:
        for pattern in patterns:
            self._db.run_many(_GONE, self._forget(pattern))

    def _forget(self, pattern: int) -> list[tuple[int, int]]:
        """The first and last positions of the runs in which its links stand: those of a page come one behind the
        other."""
        found = self._positions.pop(pattern, [])
        positions = found if isinstance(found, list) else [found]
        self._count -= len(positions)
        runs: list[tuple[int, int]] = []
        for position in positions:
            if runs and position == runs[-1][1] + 1:
                runs[-1] = (runs[-1][0], position)
            else:
                runs.append((position, position))
        return runs
