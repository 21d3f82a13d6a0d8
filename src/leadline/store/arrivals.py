"""Links that have just come, on their way into the frontier's runs.

A page's links belong to many patterns, and each would dirty the last page of its pattern's run. So they are
appended to `arrived` first and moved over in the order of the runs when there are many; a pattern that is about
to be read has its own moved before. Measured in docs/decisions/0008.
"""

from collections.abc import Iterable

from leadline.store.database import Database

Row = tuple[int, int, str, int, int | None, int | None]
"""Pattern, position, URL, depth, parent, nth."""

_MOVED = 1 << 16
"""Links moved at once: some MB of memory, and a pause of about half a second."""


class Arrivals:
    """Call it inside a transaction of its database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._positions: dict[int, list[int]] = {}
        self._count = 0
        self.reload()

    def reload(self) -> None:
        self._positions.clear()
        self._count = 0
        for pattern, position in self._db.each("SELECT pattern, position FROM arrived ORDER BY position"):
            self._note(pattern, position)

    def _note(self, pattern: int, position: int) -> None:
        self._positions.setdefault(pattern, []).append(position)
        self._count += 1

    def add(self, rows: list[Row]) -> None:
        self._db.run_many(
            "INSERT INTO arrived (pattern, position, url, depth, parent, nth) VALUES (?, ?, ?, ?, ?, ?)", rows
        )
        for row in rows:
            self._note(row[0], row[1])
        if self._count >= _MOVED:
            self._db.run("INSERT INTO frontier SELECT * FROM arrived ORDER BY pattern, position")
            self._db.run("DELETE FROM arrived")
            self._positions.clear()
            self._count = 0

    def settle(self, pattern: int) -> None:
        """Move what arrived for one pattern into its run."""
        if places := self._forget(pattern):
            self._db.run_many("INSERT INTO frontier SELECT * FROM arrived WHERE position = ?", places)
            self._db.run_many("DELETE FROM arrived WHERE position = ?", places)

    def drop(self, patterns: Iterable[int]) -> None:
        """Forget what arrived for these."""
        for pattern in patterns:
            self._db.run_many("DELETE FROM arrived WHERE position = ?", self._forget(pattern))

    def _forget(self, pattern: int) -> list[tuple[int]]:
        positions = self._positions.pop(pattern, [])
        self._count -= len(positions)
        return [(position,) for position in positions]
