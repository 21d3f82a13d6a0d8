"""Patterns: what links share in the eyes of a strategy. They, not links, are ranked.

A pattern has links waiting or is empty. Its key comes with the first link that waits in it, and then from
re-ranks; an empty pattern keeps none, since the model may have moved on when the next link joins it. How many
links wait is not counted here: a counter in the row would move its index entry with every link.

A new pattern is *fresh*: its row stands behind the last one and in no index, what an index would tell is in
memory. It stays so until a second link joined it and somebody looks, until its link is taken, or until there are
many of them. All its links are in `arrived` (`leadline.store.sqlite.incoming`), which is how it is found again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from math import inf
from typing import Any

from leadline.store.sql import SqlDatabase

_KEPT = 100_000
_PAGE = 64
_FIRST = 4
"""Patterns read first: the best one is mostly enough."""
_SORTED = 256
"""Fresh patterns of one group that are sorted each time somebody looks; more of them belong in the index."""
_NEW = "INSERT INTO pattern (id, grp, features, key, state) VALUES (?, ?, ?, ?, 'fresh')"
_FRESH = (
    "SELECT id, grp, features, key FROM pattern "
    "WHERE state = 'fresh' AND id IN (SELECT pattern FROM arrived) ORDER BY id"
)
_RERANKED = 200
"""Patterns keyed at once: enough for batched features, and so few that their rows are gone again before the
collector has anything to look through (after 700 more objects than before). With 4,000 it took as long as half of
the keys."""


class Patterns:
    """Call it inside a transaction of its database."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database
        # Of numbers and texts alone: an object a pattern would have the collector look through all there are again
        # and again, which was a twentieth of the time of a page.
        self._by_features: dict[tuple[int, str], int] = {}
        self._by_number: dict[int, tuple[int, str]] = {}
        self._waiting: set[int] = set()
        self._fresh: defaultdict[int, dict[int, float]] = defaultdict(dict)
        """By group, with their keys. All of them are remembered above, too."""
        self._settled: set[int] | None = None
        """Groups of which patterns have come to stand in the indexes: others need not be looked for there. None
        where that is not known, as in a database that somebody else has begun."""
        self._first: dict[int, list[tuple[int, float]]] = {}
        """By group, the best of those in the index, until one comes, goes or is ranked anew."""
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._fresh.clear()
        self._first.clear()
        self._forget_all()
        self._last = self._db.number("SELECT coalesce(max(id), 0) FROM pattern")
        self._knows_all = not self._db.all("SELECT 1 FROM pattern WHERE state <> 'fresh' LIMIT 1")
        self._settled = set() if self._knows_all else None
        for number, group, features, key in self._db.each(_FRESH):
            self._remember(number, (group, features))
            self._waiting.add(number)
            self._fresh[group][number] = key

    # ── links join ────────────────────────────────────────────────────────────────────────────────────────

    def joined(self, group: int, features: str, key: float) -> tuple[int, bool]:
        """The number of the pattern that a link joins, and whether it is the first that waits there: then its key
        is the pattern's."""
        ((number, is_first),) = self.join([(group, features, key)])
        return number, is_first

    def join(self, links: Sequence[tuple[int, str, float]]) -> list[tuple[int, bool]]:
        """The same for the links of a page at once, each with its group, features and key."""
        if len(self._by_number) + len(links) > _KEPT:
            self._forget_all()
        found, new, refilled = [], [], []
        for group, features, key in links:
            place = (group, features)
            number = self._by_features.get(place)
            if number is None and not self._knows_all:
                number = self._look_up(place)
            if number is None:
                number = self._last = self._last + 1
                self._remember(number, place)
                self._fresh[group][number] = key
                new.append((number, group, features, key))
            elif number in self._waiting:
                found.append((number, False))
                continue
            else:
                refilled.append((key, number))
                self._settles(group)
            self._waiting.add(number)
            found.append((number, True))
        if new:
            self._db.run_many(_NEW, new)
        if refilled:
            self._db.run_many("UPDATE pattern SET state = 'waiting', key = ? WHERE id = ?", refilled)
        return found

    def _look_up(self, place: tuple[int, str]) -> int | None:
        """Remember a pattern that is in memory no longer, if there is one."""
        row = self._there(*place)
        if row is None:
            return None
        number = int(row[0])
        self._remember(number, place)
        if row[1] == "waiting":
            self._waiting.add(number)
        return number

    def _there(self, group: int, features: str) -> tuple[Any, ...] | None:
        return self._db.maybe(self._db.statement("pattern_there"), {"grp": group, "features": features})

    def _remember(self, number: int, place: tuple[int, str]) -> None:
        self._by_number[number] = place
        self._by_features[place] = number

    # ── fresh ones ────────────────────────────────────────────────────────────────────────────────────────

    def is_fresh(self, number: int) -> bool:
        place = self._by_number.get(number)
        return place is not None and number in self._fresh.get(place[0], ())

    def _settles(self, group: int) -> None:
        """A pattern of this group stands in the indexes from now on."""
        self._first.pop(group, None)
        if self._settled is not None:
            self._settled.add(group)

    def settle(self, numbers: Iterable[int]) -> None:
        """Let these patterns stand in the indexes, if they do not yet."""
        fresh = [(number,) for number in numbers if self._is_fresh_no_more(number)]
        for (number,) in fresh:
            self._settles(self._by_number[number][0])
        if fresh:
            self._db.run_many("UPDATE pattern SET state = 'waiting' WHERE id = ?", fresh)

    def settle_all(self) -> None:
        """In the order of the index, so that a page of it is written once for several of them."""
        for group in sorted(self._fresh):
            self.settle(list(self._fresh[group]))

    def _is_fresh_no_more(self, number: int) -> bool:
        """Whether it was until now."""
        place = self._by_number.get(number)
        if place is None or place[0] not in self._fresh:
            return False
        group = self._fresh[place[0]]
        was_fresh = group.pop(number, None) is not None
        if not group:
            del self._fresh[place[0]]
        return was_fresh

    # ── links go ──────────────────────────────────────────────────────────────────────────────────────────

    def fill(self, number: int, *, waiting: bool = True) -> None:
        """Links that had been taken wait in it again, under its old key; or its last waiting link was taken."""
        self._is_fresh_no_more(number)
        self._db.run("UPDATE pattern SET state = ? WHERE id = ?", ("waiting" if waiting else "empty", number))
        if waiting:
            self._settles(self.group_of(number))
        elif (place := self._by_number.get(number)) is not None:
            self._first.pop(place[0], None)
        else:
            self._first.clear()
        if waiting and number in self._by_number:
            self._waiting.add(number)
        else:
            self._waiting.discard(number)

    def empty_all(self, group: int) -> list[int]:
        """Nothing waits in this group any more; the patterns where something did."""
        self.settle(list(self._fresh.get(group, ())))
        rows = self._db.all("SELECT id FROM pattern WHERE grp = ? AND state = 'waiting'", (group,))
        numbers = [number for (number,) in rows]
        for number in numbers:
            self.fill(number, waiting=False)
        return numbers

    # ── the best ──────────────────────────────────────────────────────────────────────────────────────────

    def best(self, group: int) -> Iterator[tuple[float, int, int]]:
        """(−key, pattern, group) of patterns with links waiting, best key first, the older one among equals. Those
        in the index are read in pages, so that patterns may be emptied meanwhile."""
        fresh = self._fresh.get(group, {})
        if len(fresh) > _SORTED:
            self.settle(list(fresh))
            fresh = {}
        first = sorted([(-key, number, group) for number, key in fresh.items()])
        return merge(first, self._indexed(group)) if self._may_be_indexed(group) else iter(first)

    def _may_be_indexed(self, group: int) -> bool:
        return self._settled is None or group in self._settled

    def _indexed(self, group: int) -> Iterator[tuple[float, int, int]]:
        rows = self._first.get(group)
        if rows is None:
            rows = self._first[group] = self._ranked(group, 0, inf, _FIRST)
        while rows:
            yield from [(-key, number, group) for number, key in rows]
            rows = self._ranked(group, *rows[-1], _PAGE)

    def _ranked(self, group: int, last: int, key: float, most: int) -> list[tuple[int, float]]:
        """The next patterns behind one in the index."""
        return self._db.all(
            "SELECT id, key FROM pattern WHERE grp = ? AND state = 'waiting' AND key <= ? "
            "AND (key < ? OR id > ?) ORDER BY key DESC, id LIMIT ?",
            (group, key, key, last, most),
        )

    def best_key(self, group: int) -> float:
        """The key of the first of these; 0 where there is none."""
        keys: Iterable[float] = self._fresh.get(group, {}).values()
        if self._may_be_indexed(group):
            best = "SELECT key FROM pattern WHERE grp = ? AND state = 'waiting' ORDER BY key DESC LIMIT 1"
            keys = [*keys, *(self._db.maybe(best, (group,)) or ())]
        return float(max(keys, default=0.0))

    def group_of(self, number: int) -> int:
        known = self._by_number.get(number)
        return known[0] if known else self._db.number("SELECT grp FROM pattern WHERE id = ?", (number,))

    def about(self, number: int) -> tuple[str, float]:
        """(features, key)."""
        features, key = self._db.one("SELECT features, key FROM pattern WHERE id = ?", (number,))
        return features, key

    # ── ranked anew ───────────────────────────────────────────────────────────────────────────────────────

    def pages(self, groups: Sequence[int] = ()) -> Iterator[list[tuple[int, int, str]]]:
        """(number, group, features) of every pattern that a re-rank has to place, many at a time: those with links
        waiting, and those whose links are under way, since these may have to wait again."""
        wanted = "(state <> 'empty' OR id IN (SELECT pattern FROM taken))"
        sql = f"SELECT id, grp, features FROM pattern WHERE {wanted} AND "  # noqa: S608  (nothing of a caller's)
        for group in groups:
            self.settle(list(self._fresh.get(group, ())))  # to be found by their group
            yield self._db.all(sql + "state <> 'fresh' AND grp = ? ORDER BY id", (group,))
        last = 0
        while not groups and (rows := self._db.all(sql + "id > ? ORDER BY id LIMIT ?", (last, _RERANKED))):
            yield rows
            last = rows[-1][0]

    def rekey(self, page: Sequence[tuple[int, int, str]], keys: Sequence[float]) -> None:
        """What `pages` gave, and the key of each."""
        self._first.clear()
        numbers, fresh_in = [number for number, _, _ in page], self._fresh.get
        self._db.run_many("UPDATE pattern SET key = ? WHERE id = ?", zip(keys, numbers, strict=True))
        for (number, group, _), key in zip(page, keys, strict=True):
            if (fresh := fresh_in(group)) is not None and number in fresh:
                fresh[number] = key

    def regroup(self, number: int, group: int, key: float, *, waiting: bool) -> int:
        """The number of the pattern in another group where links of this one belong: its own, or that of one which
        looks like it and was there before."""
        (features,) = self._db.one("SELECT features FROM pattern WHERE id = ?", (number,))
        twin = self._by_features.get((group, features))
        self.settle([number] if twin is None else [number, twin])
        self._first.clear()  # it leaves a group and joins another
        self._settles(group)
        self._forget(number)
        there = self._there(group, features)
        if there is None:
            self._db.run("UPDATE pattern SET grp = ? WHERE id = ?", (group, number))
            return number
        self._forget(there[0])
        self._db.run("UPDATE pattern SET state = 'empty' WHERE id = ?", (number,))
        if waiting:
            self._db.run("UPDATE pattern SET state = 'waiting', key = ? WHERE id = ?", (key, there[0]))
        return int(there[0])

    # ── memory ────────────────────────────────────────────────────────────────────────────────────────────

    def _forget(self, number: int) -> None:
        self._knows_all = False
        self._waiting.discard(number)
        if (place := self._by_number.pop(number, None)) is not None:
            del self._by_features[place]

    def _forget_all(self) -> None:
        """But for the fresh ones, which nobody else knows."""
        self._knows_all = False
        kept = {number: self._by_number[number] for group in self._fresh.values() for number in group}
        self._by_number = kept
        self._by_features = {place: number for number, place in kept.items()}
        self._waiting = set(kept)
