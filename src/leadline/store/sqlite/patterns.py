"""Patterns: what links share in the eyes of a strategy. They, not links, are ranked.

A pattern has links waiting or is empty. Its key comes with the first link that waits in it, and then from
re-ranks; an empty pattern keeps none, since the model may have moved on when the next link joins it. How many
links wait is not counted here: a counter in the row would move its index entry with every link.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from leadline.store.sqlite.database import Database

_KEPT = 100_000
_PAGE = 64
_FIRST = 4
"""Patterns read first: the best one is mostly enough."""
_NEW = (
    "INSERT INTO pattern (id, grp, features, key, state) VALUES (?, ?, ?, ?, 'waiting') "
    "ON CONFLICT (grp, features) DO NOTHING"
)
_RERANKED = 200
"""Patterns keyed at once: enough for batched features, and so few that their rows are gone again before the
collector has anything to look through (after 700 more objects than before). With 4,000 it took as long as half of
the keys."""


class Patterns:
    """Call it inside a transaction of its database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        # Of numbers and texts alone: an object a pattern would have the collector look through all there are again
        # and again, which was a twentieth of the time of a page.
        self._by_features: dict[tuple[int, str], int] = {}
        self._by_number: dict[int, tuple[int, str]] = {}
        self._waiting: set[int] = set()
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._forget_all()
        self._last = self._db.number("SELECT coalesce(max(id), 0) FROM pattern")

    def joined(self, group: int, features: str, key: float) -> tuple[int, bool]:
        """The number of the pattern that a link joins, and whether it is the first that waits there: then its key
        is the pattern's."""
        ((number, is_first),) = self.join([(group, features, key)])
        return number, is_first

    def join(self, links: Sequence[tuple[int, str, float]]) -> list[tuple[int, bool]]:
        """The same for the links of a page at once, each with its group, features and key."""
        if len(self._by_number) + len(links) > _KEPT:
            self._forget_all()
        found, fresh, refilled = [], [], []
        for group, features, key in links:
            place = (group, features)
            number = self._by_features.get(place)
            if number is None:
                number = self._last = self._last + 1
                self._remember(number, place)
                fresh.append((number, group, features, key))
            elif number in self._waiting:
                found.append((number, False))
                continue
            else:
                refilled.append((key, number))
            self._waiting.add(number)
            found.append((number, True))
        # Most are new, so what is in memory no longer is looked for only where there is one already.
        if fresh and self._db.run_many(_NEW, fresh) < len(fresh):
            found = self._settled(found, fresh, refilled)
        if refilled:
            self._db.run_many("UPDATE pattern SET state = 'waiting', key = ? WHERE id = ?", refilled)
        return found

    def _settled(
        self,
        found: Sequence[tuple[int, bool]],
        fresh: Sequence[tuple[int, int, str, float]],
        refilled: list[tuple[float, int]],
    ) -> list[tuple[int, bool]]:
        """What was found, once some of the fresh patterns turned out to be there under numbers of their own."""
        older: dict[int, tuple[int, bool]] = {}
        for number, group, features, key in fresh:
            there = "SELECT id, state FROM pattern WHERE grp = ? AND features = ?"
            known, state = self._db.one(there, (group, features))
            if known != number:
                self._forget(number)
                self._remember(known, (group, features))
                self._waiting.add(known)
                if state != "waiting":
                    refilled.append((key, known))
                older[number] = known, state != "waiting"
        return [(older[n][0], is_first and older[n][1]) if n in older else (n, is_first) for n, is_first in found]

    def _remember(self, number: int, place: tuple[int, str]) -> None:
        self._by_number[number] = place
        self._by_features[place] = number

    def fill(self, number: int, *, waiting: bool = True) -> None:
        """Links that had been taken wait in it again, under its old key; or its last waiting link was taken."""
        self._db.run("UPDATE pattern SET state = ? WHERE id = ?", ("waiting" if waiting else "empty", number))
        if waiting and number in self._by_number:
            self._waiting.add(number)
        else:
            self._waiting.discard(number)

    def empty_all(self, group: int) -> list[int]:
        """Nothing waits in this group any more; the patterns where something did."""
        rows = self._db.all("SELECT id FROM pattern WHERE grp = ? AND state = 'waiting'", (group,))
        numbers = [number for (number,) in rows]
        for number in numbers:
            self.fill(number, waiting=False)
        return numbers

    def best(self, group: int) -> Iterator[tuple[float, int, int]]:
        """(−key, pattern, group) of patterns with links waiting, best key first, the older one among equals. Read
        in pages, so that patterns may be emptied meanwhile."""
        last, key, most = 0, inf, _FIRST
        while rows := self._db.all(
            "SELECT id, key FROM pattern WHERE grp = ? AND state = 'waiting' AND key <= ? "
            "AND (key < ? OR id > ?) ORDER BY key DESC, id LIMIT ?",
            (group, key, key, last, most),
        ):
            yield from ((-key, number, group) for number, key in rows)
            (last, key), most = rows[-1], _PAGE

    def group_of(self, number: int) -> int:
        known = self._by_number.get(number)
        return known[0] if known else self._db.number("SELECT grp FROM pattern WHERE id = ?", (number,))

    def about(self, number: int) -> tuple[str, float]:
        """(features, key)."""
        features, key = self._db.one("SELECT features, key FROM pattern WHERE id = ?", (number,))
        return features, key

    def pages(self, groups: Sequence[int] = ()) -> Iterator[list[tuple[int, int, str]]]:
        """(number, group, features) of every pattern that a re-rank has to place, many at a time: those with links
        waiting, and those whose links are under way, since these may have to wait again."""
        wanted = "(state = 'waiting' OR id IN (SELECT pattern FROM taken))"
        sql = f"SELECT id, grp, features FROM pattern WHERE {wanted} AND "  # noqa: S608  (nothing of a caller's)
        for group in groups:
            yield self._db.all(sql + "grp = ? ORDER BY id", (group,))
        last = 0
        while not groups and (rows := self._db.all(sql + "id > ? ORDER BY id LIMIT ?", (last, _RERANKED))):
            yield rows
            last = rows[-1][0]

    def rekey(self, keys: Iterable[tuple[float, int]]) -> None:
        self._db.run_many("UPDATE pattern SET key = ? WHERE id = ?", keys)

    def regroup(self, number: int, group: int, key: float, *, waiting: bool) -> int:
        """The number of the pattern in another group where links of this one belong: its own, or that of one which
        looks like it and was there before."""
        (features,) = self._db.one("SELECT features FROM pattern WHERE id = ?", (number,))
        self._forget(number)
        there = self._db.maybe("SELECT id FROM pattern WHERE grp = ? AND features = ?", (group, features))
        if there is None:
            self._db.run("UPDATE pattern SET grp = ? WHERE id = ?", (group, number))
            return number
        self._forget(there[0])
        self._db.run("UPDATE pattern SET state = 'empty' WHERE id = ?", (number,))
        if waiting:
            self._db.run("UPDATE pattern SET state = 'waiting', key = ? WHERE id = ?", (key, there[0]))
        return int(there[0])

    def _forget(self, number: int) -> None:
        self._waiting.discard(number)
        if (place := self._by_number.pop(number, None)) is not None:
            del self._by_features[place]

    def _forget_all(self) -> None:
        self._by_features.clear()
        self._by_number.clear()
        self._waiting.clear()
