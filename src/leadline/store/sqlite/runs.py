"""The waiting links of a pattern in their order, the first of long runs in memory.

Whoever looks for a link whose host is free looks at hundreds before it is found, and at the same ones for the next
link: read from the database each time, they took a tenth of a page's CPU time under a strategy with one long
queue. What is in memory is the beginning of a run as the table has it; links that join stand behind it.
"""

from collections.abc import Iterable

from leadline.model.url import host_of
from leadline.store.sql import SqlDatabase

LOOK = "SELECT position, url, depth, parent, nth FROM"
_FEW = 8
"""Links of a run that are read first: mostly one of them is taken."""
_LONG = 4_096
"""Links read at once at most."""
_KEPT = 64
"""Runs whose beginnings are kept."""

Waiting = tuple[int, str, int, int | None, int | None]
"""Position, URL, depth, and the page and link that led to it."""


class Run:
    """As much of a run as was read: its links, and the host of each."""

    __slots__ = ("hosts", "links", "lone")

    def __init__(self, *, lone: bool = False) -> None:
        """`lone`: it has but one link, which is in no run yet."""
        self.links: list[Waiting] = []
        self.hosts: list[str] = []
        self.lone = lone

    def extend(self, links: list[Waiting]) -> None:
        self.links += links
        self.hosts += [host_of(link[1]) for link in links]


def lone(links: list[Waiting]) -> Run:
    run = Run(lone=True)
    run.extend(links)
    return run


class Runs:
    """Call it inside a transaction of its database, for patterns whose links are all in `frontier`."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database
        self._kept: dict[int, Run] = {}
        database.mirror(self._kept.clear)

    def beginning(self, pattern: int) -> Run:
        """Of a pattern's run, two links or more where there are two."""
        run = self._kept.get(pattern)
        if run is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            run = self._kept[pattern] = Run()
        if len(run.links) < 2:
            self.read_on(pattern, run, _FEW)
        return run

    def read_on(self, pattern: int, run: Run, most: int) -> bool:
        """Read some more of it, a few and then more; whether there were any."""
        size = min(most, max(_FEW, 4 * len(run.links)), _LONG)
        last = run.links[-1][0] if run.links else -1
        more = self._db.all(
            f"{LOOK} frontier WHERE pattern = ? AND position > ? ORDER BY position LIMIT ?", (pattern, last, size)
        )
        run.extend(more)
        return bool(more)

    def took(self, pattern: int, place: int) -> None:
        """The link at this place of the run is no longer there."""
        if (run := self._kept.get(pattern)) is not None:
            del run.links[place], run.hosts[place]

    def joined(self, pattern: int, position: int) -> None:
        """Links from this position on were put into a run."""
        run = self._kept.get(pattern)
        if run is not None and run.links and position < run.links[-1][0]:
            del self._kept[pattern]

    def forget(self, patterns: Iterable[int]) -> None:
        """Others have changed these runs."""
        for pattern in patterns:
            self._kept.pop(pattern, None)

    def forget_all(self) -> None:
        self._kept.clear()
