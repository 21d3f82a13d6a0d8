"""The groups of the frontier: which of them the loop may serve, in which order, and how much waits in each.

A group is stored (kept, not served), open, or left for good. All groups are held in memory, written through:
the loop asks for the open ones before every request, and a crawl has at most as many groups as sites.
"""

from dataclasses import dataclass

from leadline.protocols import OpenGroup
from leadline.store.sqlite.database import Database


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


class Groups:
    """Call it inside a transaction of its database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        database.mirror(self._reload)

    def _reload(self) -> None:
        rows = self._db.all("SELECT id, name, state, rank, width, waiting, opened, why FROM grp ORDER BY id")
        self._by_name = {row[1]: FrontierGroup(*row) for row in rows}
        self._sort()

    def _sort(self) -> None:
        self._open = sorted(
            (group for group in self._by_name.values() if group.state == "open"),
            key=lambda group: (group.rank, group.opened, group.number),
        )

    def named(self, name: str) -> FrontierGroup:
        """The group of that name; a new one is stored."""
        group = self._by_name.get(name)
        if group is None:
            group = self._by_name[name] = FrontierGroup(len(self._by_name) + 1, name)
            self._db.insert("grp", id=group.number, name=name, state="stored", rank=0, width=1, waiting=0)
        return group

    def with_links(self, name: str) -> FrontierGroup | None:
        """The group of that name if something waits in it."""
        group = self._by_name.get(name)
        return group if group is not None and group.waiting else None

    def open(self, command: OpenGroup, when: int) -> None:
        """`when` is the number of the event; the first time counts, so that reopening keeps a group's turn."""
        known = self.named(command.group).opened
        opened = when if known is None else known
        self._change(command.group, state="open", rank=command.rank, width=command.width, opened=opened)

    def close(self, name: str) -> None:
        self._change(name, state="stored")

    def leave(self, name: str, why: str) -> FrontierGroup:
        return self._change(name, state="left", why=why)

    def _change(self, name: str, **change: str | int) -> FrontierGroup:
        """In memory and in its row; what was left stays left."""
        group = self.named(name)
        if group.state != "left" or change["state"] == "left":
            for field, value in change.items():
                setattr(group, field, value)
            self._db.update("grp", {"id": group.number}, **change)
            self._sort()
        return group

    def count(self, group: FrontierGroup, change: int) -> None:
        """So many more (or fewer) links wait in it."""
        group.waiting += change
        self._db.run("UPDATE grp SET waiting = ? WHERE id = ?", (group.waiting, group.number))

    def by_number(self) -> dict[int, FrontierGroup]:
        return {group.number: group for group in self._by_name.values()}

    def in_turn(self) -> list[tuple[str, int, int]]:
        """Open groups with something waiting: lowest rank first, the longest open one among equals."""
        return [(group.name, group.rank, group.width) for group in self._open if group.waiting]

    def waiting(self) -> dict[str, int]:
        return {group.name: group.waiting for group in self._by_name.values() if group.waiting}
