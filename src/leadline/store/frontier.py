"""The frontier of groups in SQL: insert once, take the best, rank patterns.

Cost a URL: one look-up among those seen, and two sequential writes. A re-rank updates `pattern` alone, so it
costs what distinct patterns cost (docs/decisions/0008).
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from leadline.protocols import LoadBatch, OpenGroup, Ranked
from leadline.store.arrivals import Arrivals
from leadline.store.database import Database
from leadline.store.groups import Group, Groups
from leadline.store.patterns import Keys, Patterns
from leadline.store.seen import Seen, digest


@dataclass(frozen=True, slots=True)
class Waiting:
    """A link taken from the frontier; (`pattern`, `position`) is its place there."""

    pattern: int
    position: int
    url: str
    group: str
    depth: int
    parent: int | None
    nth: int | None


class Frontier:
    """Waiting links. Call it inside a transaction of its database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._groups = Groups(database)
        self._patterns = Patterns(database)
        self._arrivals = Arrivals(database)
        self._seen = Seen(database)
        self._next = 1
        self._count_on()
        database.when_undone(self._reload)

    def _reload(self) -> None:
        self._groups.reload()
        self._patterns.reload()
        self._arrivals.reload()
        self._seen.reload()
        self._count_on()

    def _count_on(self) -> None:
        """Positions go on behind the last. Asked pattern by pattern: a look at each run's end, not a scan."""
        (waits,) = self._db.one(
            "SELECT max((SELECT max(position) FROM frontier WHERE frontier.pattern = pattern.id)) FROM pattern "
            "WHERE state = 'waiting'"
        )
        (taken,) = self._db.one("SELECT max(position) FROM taken")
        (arrived,) = self._db.one("SELECT max(position) FROM arrived")
        self._next = 1 + max(waits or 0, taken or 0, arrived or 0)

    # ── links in ──────────────────────────────────────────────────────────────────────────────────────────

    def add(self, links: Sequence[Ranked], parent: int | None) -> int:
        """Let links wait that were never met before; how many those were. `parent` is the event they came with."""
        wanted: dict[int, Ranked] = {}
        for link in links:
            wanted.setdefault(digest(link.url), link)
        fresh = self._seen.first(list(wanted))
        rows = []
        joined: Counter[str] = Counter()
        for key, link in wanted.items():
            if key not in fresh:
                continue
            group = self._groups.named(link.group)
            if group.state == "left":
                continue
            joined[link.group] += 1
            pattern = self._patterns.joined(group.number, link.pattern, link.key)
            came_from = parent if link.nth is not None else None
            rows.append((pattern, self._next, link.url, link.depth, came_from, link.nth))
            self._next += 1
        self._arrivals.add(rows)
        for name, number in joined.items():
            self._groups.count(self._groups.named(name), number)
        return len(rows)

    def mark_seen(self, urls: Collection[str]) -> None:
        """URLs that need no fetching of their own: where redirects ended, other spellings of a page."""
        self._seen.first([digest(url) for url in urls])

    # ── links out ─────────────────────────────────────────────────────────────────────────────────────────

    def take(self, group: str, free: Callable[[str], bool] | None = None, depth: int = 1) -> Waiting | None:
        """The best waiting link of a group, of those whose URL is `free`; looked for among the best `depth`."""
        source = self._groups.named(group)
        left = depth
        for pattern in self._patterns.best(source.number) if source.waiting else ():
            rows = self._run(pattern, max(2, left))
            for row in rows[:left]:
                if free is None or free(row[1]):
                    found = Waiting(pattern, row[0], row[1], group, *row[2:])
                    self._take_one(source, found, last=len(rows) == 1)
                    return found
            left -= len(rows)
            if left <= 0:
                return None
        return None

    def take_many(self, group: str, most: int) -> list[Waiting]:
        """The best waiting links of a group at once."""
        source = self._groups.named(group)
        found: list[Waiting] = []
        for pattern in self._patterns.best(source.number) if source.waiting else ():
            wanted = most - len(found)
            if wanted <= 0:
                break
            rows = self._run(pattern, wanted + 1)
            run = (pattern, rows[:wanted][-1][0])
            self._db.run("INSERT INTO taken SELECT * FROM frontier WHERE pattern = ? AND position <= ?", run)
            self._db.run("DELETE FROM frontier WHERE pattern = ? AND position <= ?", run)
            if len(rows) <= wanted:
                self._patterns.emptied(pattern)
            found += (Waiting(pattern, row[0], row[1], group, *row[2:]) for row in rows[:wanted])
        self._groups.count(source, -len(found))
        return found

    def _run(self, pattern: int, most: int) -> list[tuple[int, str, int, int | None, int | None]]:
        self._arrivals.settle(pattern)
        return self._db.all(
            "SELECT position, url, depth, parent, nth FROM frontier WHERE pattern = ? ORDER BY position LIMIT ?",
            (pattern, most),
        )

    def _take_one(self, source: Group, link: Waiting, *, last: bool) -> None:
        place = (link.pattern, link.position)
        self._db.run("INSERT INTO taken SELECT * FROM frontier WHERE pattern = ? AND position = ?", place)
        self._db.run("DELETE FROM frontier WHERE pattern = ? AND position = ?", place)
        if last:
            self._patterns.emptied(link.pattern)
        self._groups.count(source, -1)

    def done(self, links: Sequence[Waiting]) -> None:
        """Their outcomes are in the log."""
        self._db.run_many(
            "DELETE FROM taken WHERE pattern = ? AND position = ?", [(w.pattern, w.position) for w in links]
        )

    def give_back(self, places: Sequence[tuple[int, int]]) -> int:
        """Links that were taken wait again in their old places, (pattern, position), but for those of groups left
        since; how many."""
        groups = self._groups.by_number()
        homes = {pattern: groups[self._patterns.group_of(pattern)] for pattern, _ in places}
        back = [place for place in places if homes[place[0]].state != "left"]
        self._db.run_many("INSERT INTO frontier SELECT * FROM taken WHERE pattern = ? AND position = ?", back)
        self._db.run_many("DELETE FROM taken WHERE pattern = ? AND position = ?", places)
        for pattern, links in Counter(pattern for pattern, _ in back).items():
            self._patterns.refilled(pattern)
            self._groups.count(homes[pattern], links)
        return len(back)

    def put_back(self) -> int:
        """Links a dead process had taken wait again, in their old places, but for those of groups left since."""
        groups = self._groups.by_number()
        back = 0
        for pattern, number, links in self._db.all(
            "SELECT pattern, grp, count(*) FROM taken JOIN pattern ON pattern.id = taken.pattern "
            "GROUP BY pattern, grp ORDER BY pattern"
        ):
            if groups[number].state == "left":
                continue
            self._db.run("INSERT INTO frontier SELECT * FROM taken WHERE pattern = ?", (pattern,))
            self._patterns.refilled(pattern)
            self._groups.count(groups[number], links)
            back += links
        self._db.run("DELETE FROM taken")
        return back

    def waiting(self) -> dict[str, int]:
        """How many links wait in each group that has any."""
        return self._groups.waiting()

    # ── groups and patterns ───────────────────────────────────────────────────────────────────────────────

    def open_group(self, command: OpenGroup, when: int) -> None:
        """Let the loop serve it; a group that was left stays left."""
        self._groups.open(command, when)

    def close_group(self, name: str) -> None:
        self._groups.close(name)

    def leave_group(self, name: str, why: str) -> int:
        """Forget what waits there, for good; how many links that were."""
        group = self._groups.leave(name, why)
        dropped = group.waiting
        emptied = self._patterns.empty_all(group.number)
        self._arrivals.drop(emptied)
        self._db.run_many("DELETE FROM frontier WHERE pattern = ?", [(pattern,) for pattern in emptied])
        self._groups.count(group, -dropped)
        return dropped

    def open_groups(self) -> list[tuple[str, int, int]]:
        """(name, rank, width) of open groups with something waiting, in the order the loop serves them."""
        return [(group.name, group.rank, group.width) for group in self._groups.in_turn()]

    def load_batch(self, command: LoadBatch) -> int:
        """Move the best links of one group to another, keys and patterns kept; how many."""
        moved = self.take_many(command.source, command.size)
        target = self._groups.named(command.target)
        if target.state != "left":
            homes: dict[int, int] = {}
            for link in moved:
                if link.pattern not in homes:
                    homes[link.pattern] = self._patterns.joined(target.number, *self._patterns.about(link.pattern))
            self._db.run_many(
                "INSERT INTO frontier (pattern, position, url, depth, parent, nth) VALUES (?, ?, ?, ?, ?, ?)",
                [(homes[w.pattern], w.position, w.url, w.depth, w.parent, w.nth) for w in moved],
            )
            self._groups.count(target, len(moved))
        self.done(moved)
        return len(moved)

    def rerank(self, keys: Keys) -> int:
        """Give every pattern that has links waiting its key under the present model; how many patterns."""
        return self._patterns.rerank(keys)
