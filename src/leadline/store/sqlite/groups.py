"""The groups of the frontier: which of them the loop may serve, in which order, and how much waits in each.

A group is stored (kept, not served), open, or left for good. All groups are held in memory, written through:
the loop asks for the open ones before every request, and a crawl has at most as many groups as sites.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from leadline.protocols import OpenGroup
from leadline.store.sql import SqlDatabase

Turn = tuple[int, float, int, int]
"""Rank, what speaks against its weight and best key, the event that opened it, its number."""


@dataclass(slots=True)
class FrontierGroup:
    """A row of `grp`."""

    number: int
    name: str
    state: str = "stored"
    rank: int = 0
    width: int = 1
    waiting: int = 0
    opened: int | None = None
    why: str | None = None
    weight: float | None = None


class Groups:
    """Call it inside a transaction of its database."""

    def __init__(self, database: SqlDatabase, best_key: Callable[[int], float]) -> None:
        """`best_key` of what waits in the group of a number."""
        self._db = database
        self._look_for_best = best_key
        database.mirror(self._reload)
        database.before_commit(self._write_counts)

    def _reload(self) -> None:
        rows = self._db.all(
            "SELECT id, name, state, rank, width, waiting, opened, why, weight FROM grp ORDER BY id"
        )
        self._by_name = {row[1]: FrontierGroup(*row) for row in rows}
        self._by_number = {group.number: group for group in self._by_name.values()}
        self._turns: dict[int, Turn] = {}
        self._in_turn: list[Turn] = []
        self._best: dict[int, float] = {}
        self._counted: set[int] = set()
        """Those whose number of waiting links is to be written: each link that comes or goes changes it."""
        for group in self._by_name.values():
            self._line_up(group)

    def _line_up(self, group: FrontierGroup) -> None:
        """Let a group have its turn while it is open and something waits in it. One group moves at a time: a crawl
        may have tens of thousands of them."""
        before = self._turns.pop(group.number, None)
        if before is not None:
            del self._in_turn[bisect_left(self._in_turn, before)]
        if group.state == "open" and group.waiting and group.opened is not None:
            against = 0.0 if group.weight is None else -(group.weight + self._best_key(group))
            turn = self._turns[group.number] = (group.rank, against, group.opened, group.number)
            insort(self._in_turn, turn)

    def _best_key(self, group: FrontierGroup) -> float:
        known = self._best.get(group.number)
        if known is None:
            known = self._best[group.number] = self._look_for_best(group.number)
        return known

    def rekeyed(self, numbers: Iterable[int]) -> None:
        """The links in these groups have other keys now."""
        for number in numbers:
            self._best.pop(number, None)
            if self._by_number[number].weight is not None:
                self._line_up(self._by_number[number])

    def named(self, name: str) -> FrontierGroup:
        """The group of that name; a new one is stored."""
        if name not in self._by_name:
            self._store_all([name])
        return self._by_name[name]

    def _store_all(self, names: Iterable[str]) -> None:
        """Those of the groups that are new."""
        rows = []
        for name in names:
            if name not in self._by_name:
                group = self._by_name[name] = FrontierGroup(len(self._by_name) + 1, name)
                self._by_number[group.number] = group
                rows.append((group.number, name))
        new = "INSERT INTO grp (id, name, state, rank, width, waiting) VALUES (?, ?, 'stored', 0, 1, 0)"
        if rows:
            self._db.run_many(new, rows)

    def with_links(self, name: str) -> FrontierGroup | None:
        """The group of that name if something waits in it."""
        group = self._by_name.get(name)
        return group if group is not None and group.waiting else None

    def open(self, commands: Iterable[OpenGroup], when: int) -> None:
        """`when` is the number of the event; the first time counts, so that reopening keeps a group's turn."""
        wanted, opened, changed = list(commands), [], []
        self._store_all(command.group for command in wanted)
        for command in wanted:
            group = self._by_name[command.group]
            asked = (command.rank, command.width, command.weight)
            is_as_asked = group.state == "open" and asked == (group.rank, group.width, group.weight)
            if group.state == "left" or is_as_asked:
                continue
            if group.state != "open":
                group.state, group.opened = "open", when if group.opened is None else group.opened
                opened.append((group.opened, group.number))
            group.rank, group.width, group.weight = asked
            self._line_up(group)
            changed.append((*asked, group.number))
        # Apart: SQLite checks a state that it is given, which takes as long as all else; mostly it is the same.
        self._db.run_many("UPDATE grp SET state = 'open', opened = ? WHERE id = ?", opened)
        self._db.run_many("UPDATE grp SET rank = ?, width = ?, weight = ? WHERE id = ?", changed)

    def close(self, name: str) -> None:
        self._change(name, state="stored")

    def leave(self, name: str, why: str) -> FrontierGroup:
        return self._change(name, state="left", why=why)

    def _change(self, name: str, **change: str | float | None) -> FrontierGroup:
        """In memory and in its row; what was left stays left."""
        group = self.named(name)
        if group.state != "left" or change["state"] == "left":
            for field, value in change.items():
                setattr(group, field, value)
            self._db.update("grp", {"id": group.number}, **change)
            self._line_up(group)
        return group

    def join(self, joined: Mapping[int, Sequence[float | None]]) -> None:
        """Links were added: by the number of their group, the key each brought to a pattern where nothing had
        waited, None where something had. So the best key is mostly known without asking for it."""
        for number, keys in joined.items():
            group = self._by_number[number]
            known = self._best.pop(number, None) if group.waiting else -inf
            if known is not None and (best := max([known, *(key for key in keys if key is not None)])) > -inf:
                self._best[number] = best
            was_waiting, group.waiting = group.waiting > 0, group.waiting + len(keys)
            if group.weight is not None or not was_waiting:
                self._line_up(group)
        self._counted.update(joined)

    def count(self, group: FrontierGroup, change: int) -> None:
        """So many more (or fewer) links wait in it."""
        was_waiting = group.waiting > 0
        group.waiting += change
        self._best.pop(group.number, None)
        if group.weight is not None or was_waiting != (group.waiting > 0):
            self._line_up(group)
        self._counted.add(group.number)

    def _write_counts(self) -> None:
        rows = [(self._by_number[number].waiting, number) for number in sorted(self._counted)]
        if rows:
            self._db.run_many("UPDATE grp SET waiting = ? WHERE id = ?", rows)
            self._counted.clear()

    def names(self) -> dict[int, str]:
        """By number."""
        return {number: group.name for number, group in self._by_number.items()}

    def of_number(self, number: int) -> FrontierGroup:
        return self._by_number[number]

    def in_turn(self) -> Iterator[tuple[str, int, int]]:
        """Open groups with something waiting: lowest rank first, then by weight and best key, then the longest
        open."""
        groups = (self._by_number[number] for *_, number in list(self._in_turn))
        return ((group.name, group.rank, group.width) for group in groups)

    def waiting(self) -> dict[str, int]:
        return {group.name: group.waiting for group in self._by_name.values() if group.waiting}
