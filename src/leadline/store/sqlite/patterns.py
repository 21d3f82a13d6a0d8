"""Patterns: what links share in the eyes of a strategy. They, not links, are ranked.

A pattern has links waiting or is empty. Its key comes with the first link that waits in it, and then from
re-ranks; an empty pattern keeps none, since the model may have moved on when the next link joins it. How many
links wait is not counted here: a counter in the row would move its index entry with every link.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from leadline.store.sqlite.database import Database

_KEPT = 100_000
_PAGE = 64
_FIRST = 4
"""Patterns read first: the best one is mostly enough."""
_RERANKED = 20_000  # patterns keyed at once: large enough for batched features, small beside the memory of a crawl


@dataclass(slots=True)
class _Known:
    number: int
    group: int
    features: str
    waiting: bool


class Patterns:
    """Call it inside a transaction of its database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._by_features: dict[tuple[int, str], _Known] = {}
        self._by_number: dict[int, _Known] = {}
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._by_features.clear()
        self._by_number.clear()
        self._last = self._db.number("SELECT coalesce(max(id), 0) FROM pattern")

    def joined(self, group: int, features: str, key: float) -> int:
        """The number of the pattern that a link joins; it has something waiting from now on."""
        known = self._by_features.get((group, features)) or self._found(group, features, key)
        if not known.waiting:
            known.waiting = True
            self._db.run("UPDATE pattern SET state = 'waiting', key = ? WHERE id = ?", (key, known.number))
        return known.number

    def _found(self, group: int, features: str, key: float) -> _Known:
        row = self._db.maybe("SELECT id, state FROM pattern WHERE grp = ? AND features = ?", (group, features))
        if row is None:
            self._last += 1
            row = self._last, "waiting"
            self._db.insert("pattern", id=self._last, grp=group, features=features, key=key, state="waiting")
        if len(self._by_number) >= _KEPT:
            self._by_features.clear()
            self._by_number.clear()
        known = _Known(row[0], group, features, row[1] == "waiting")
        self._by_features[group, features] = self._by_number[known.number] = known
        return known

    def fill(self, number: int, *, waiting: bool = True) -> None:
        """Links that had been taken wait in it again, under its old key; or its last waiting link was taken."""
        self._db.run("UPDATE pattern SET state = ? WHERE id = ?", ("waiting" if waiting else "empty", number))
        if number in self._by_number:
            self._by_number[number].waiting = waiting

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
        return known.group if known else self._db.number("SELECT grp FROM pattern WHERE id = ?", (number,))

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
        if (known := self._by_number.pop(number, None)) is not None:
            del self._by_features[known.group, known.features]
