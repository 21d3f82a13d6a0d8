"""The frontier of groups in SQL: insert once, take the best, rank patterns.

Cost a URL: one look-up among those seen, and two sequential writes. A re-rank updates `pattern` alone, so it
costs what distinct patterns cost (docs/decisions/0008).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import merge
from itertools import groupby

from leadline.model.page import Link
from leadline.model.url import url_digest
from leadline.protocols import (
    Advice,
    AskBacklinks,
    CloseGroup,
    Command,
    LeaveGroup,
    LeaveSite,
    LoadBatch,
    OpenGroup,
    Ranked,
    Rerank,
)
from leadline.store.batch import FrontierLink, Places
from leadline.store.packed import PackedLinks, digest_of
from leadline.store.sql import SqlDatabase
from leadline.store.sqlite.groups import FrontierGroup, Groups
from leadline.store.sqlite.incoming import IncomingLinks, SeenUrls
from leadline.store.sqlite.patterns import Patterns
from leadline.store.sqlite.runs import LOOK, Run, Runs, lone


class SqliteFrontier:
    """`leadline.store.protocols.Frontier`. What `Store.commit` calls is called inside of its transaction."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database
        self._patterns = Patterns(database)
        self._groups = Groups(database, self._patterns.best_key)
        self._incoming = IncomingLinks(database)
        self._seen = SeenUrls(database)
        self._runs = Runs(database)
        self.refused = ""
        self.left_sites: set[str] = set()
        database.mirror(self._reload)

    def _reload(self) -> None:
        self._next = self._db.number(self._db.statement("next_position"))
        self.left_sites = {site for (site,) in self._db.all("SELECT site FROM left_site")}

    # ── what a commit writes ──────────────────────────────────────────────────────────────────────────────

    def apply(self, advice: Advice, number: int, places: Places | None, page: Sequence[Link] = ()) -> None:
        """Carry out what a strategy said to event `number`, a page with these links."""
        for kind, commands in groupby(advice.commands, type):
            if kind is OpenGroup:  # of these a strategy has dozens to say for each page
                self._groups.open((command for command in commands if isinstance(command, OpenGroup)), number)
            else:
                self._carry_out(commands, number, places)
        if advice.links:
            self._add(advice.links, number, page if isinstance(page, PackedLinks) else None)

    def _carry_out(self, commands: Iterable[Command], number: int, places: Places | None) -> None:
        for command in commands:
            match command:
                case CloseGroup(group):
                    self._groups.close(group)
                case LeaveGroup(group, why):
                    self._leave_group(group, why)
                case LeaveSite(site, why):
                    self.left_sites.add(site)
                    self._db.insert("left_site", "ON CONFLICT DO NOTHING", site=site, number=number, why=why)
                case AskBacklinks(target):
                    self._db.insert("ask", "ON CONFLICT DO NOTHING", site=target, number=number)
                case LoadBatch():
                    self._load_batch(command)
                case Rerank():
                    assert places is not None, "who has a strategy re-rank hands in its places"
                    self._rerank(command, number, places)

    def _add(self, links: Sequence[Ranked], parent: int, known: PackedLinks | None) -> None:
        """Let links wait that were never met before; `parent` is the event they came with."""
        wanted: dict[int, Ranked] = {}
        for link in links:
            wanted.setdefault(digest_of(link, known), link)
        fresh = self._seen.first(list(wanted))
        kept: list[tuple[int, Ranked]] = []
        for key, link in wanted.items():
            if key in fresh:
                group = self._groups.named(link.group)
                if group.state != "left":
                    kept.append((group.number, link))
        rows = []
        joined: defaultdict[int, list[float | None]] = defaultdict(list)
        patterns = self._patterns.join([(number, link.pattern, link.key) for number, link in kept])
        for (number, link), (pattern, is_first) in zip(kept, patterns, strict=True):
            joined[number].append(link.key if is_first else None)
            came_from = parent if link.nth is not None else None
            rows.append((pattern, self._next, link.url, link.depth, came_from, link.nth))
            self._next += 1
        self._groups.join(joined)
        if self._incoming.add(rows):
            self._patterns.settle_all()
            self._runs.forget_all()

    def mark_seen(self, urls: Collection[str]) -> None:
        """URLs that need no fetching of their own: where redirects ended, other spellings of a page."""
        self._seen.first([url_digest(url) for url in urls])

    def done(self, links: Sequence[FrontierLink]) -> None:
        """Their outcomes are in the log, or nobody wants them."""
        self._db.run_many(
            "DELETE FROM taken WHERE pattern = ? AND position = ?", [(w.pattern, w.position) for w in links]
        )

    def release(self, places: Sequence[tuple[int, int]]) -> int:
        """Links that were taken wait again in their old places, but for those of groups left since; how many."""
        patterns = {place[0] for place in places}
        homes = {pattern: self._groups.of_number(self._patterns.group_of(pattern)) for pattern in patterns}
        back = [place for place in places if homes[place[0]].state != "left"]
        self._runs.forget(patterns)
        self._db.run_many("INSERT INTO frontier SELECT * FROM taken WHERE pattern = ? AND position = ?", back)
        self._db.run_many("DELETE FROM taken WHERE pattern = ? AND position = ?", places)
        for pattern, links in Counter(pattern for pattern, _ in back).items():
            self._patterns.fill(pattern)
            self._groups.count(homes[pattern], links)
        return len(back)

    def _leave_group(self, name: str, why: str) -> None:
        """Forget what waits there, for good."""
        group = self._groups.leave(name, why)
        emptied = self._patterns.empty_all(group.number)
        self._incoming.drop(emptied)
        self._runs.forget(emptied)
        self._db.run_many("DELETE FROM frontier WHERE pattern = ?", [(pattern,) for pattern in emptied])
        self._groups.count(group, -group.waiting)

    def _load_batch(self, command: LoadBatch) -> None:
        """Move the best links of some groups to another, keys and patterns kept."""
        moved = self._take_many(command.sources, command.size)
        target = self._groups.named(command.target)
        if target.state != "left":
            homes: dict[int, int] = {}
            for link in moved:
                if link.pattern not in homes:
                    about = self._patterns.about(link.pattern)
                    homes[link.pattern], _ = self._patterns.joined(target.number, *about)
            self._patterns.settle(homes.values())
            self._runs.forget(homes.values())
            rows = [(homes[w.pattern], w.position, w.url, w.depth, w.parent, w.nth) for w in moved]
            self._db.run_many("INSERT INTO frontier VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._groups.count(target, len(moved))
        self.done(moved)

    def _rerank(self, command: Rerank, number: int, places: Places) -> None:
        ranked, groups, name_of = 0, set[int](), self._groups.names()
        for page in self._patterns.pages([self._groups.named(name).number for name in command.groups]):
            waiting = [(name_of[group], features) for _, group, features in page]
            found = places(waiting)
            self._patterns.rekey(page, [key for _, key in found])
            for (pattern, _, _), (was, _), (group, key) in zip(page, waiting, found, strict=True):
                if group is not was and group != was:
                    self._regroup(pattern, was, group, key)
            ranked += len(page)
            groups.update([group for _, group, _ in page])
        self._groups.rekeyed(sorted(groups))
        if command.groups:
            return
        body = f'{{"version":{command.version},"patterns":{ranked},"learned":{command.learned}}}'
        newest = "ON CONFLICT (iteration) DO UPDATE SET number = excluded.number, body = excluded.body"
        self._db.insert("learned", newest, iteration=command.version, number=number, body=body)

    def _regroup(self, pattern: int, was: str, name: str, key: float) -> None:
        """Let the links of a pattern wait in another group; those under way stay where they were."""
        source, target = self._groups.named(was), self._groups.named(name)
        if target.state == "left":
            return
        self._patterns.settle([pattern])
        self._settle(pattern)
        links = self._db.number("SELECT count(*) FROM frontier WHERE pattern = ?", (pattern,))
        home = self._patterns.regroup(pattern, target.number, key, waiting=links > 0)
        if home != pattern:
            self._settle(home)
            self._runs.forget([pattern, home])
            self._db.run("UPDATE frontier SET pattern = ? WHERE pattern = ?", (home, pattern))
        self._groups.count(source, -links)
        self._groups.count(target, links)

    # ── taking links ──────────────────────────────────────────────────────────────────────────────────────

    def take(
        self,
        group: str,
        free: Callable[[str], bool] | None = None,
        depth: int = 1,
        busy: Collection[str] = (),
    ) -> FrontierLink | None:
        source, left, self.refused = self._groups.with_links(group), depth, ""
        if source is None:
            return None
        with self._db.transaction():
            for _, pattern, _ in self._patterns.best(source.number):
                run, at = self._run(pattern), 0
                while at < len(run.links) or (not run.lone and self._runs.read_on(pattern, run, left)):
                    until = min(len(run.links), at + left)
                    for place, host in enumerate(run.hosts[at:until], at):
                        if host not in busy and (free is None or free(run.links[place][1])):
                            return self._taken(source, pattern, run, place)
                    self.refused = run.hosts[until - 1]
                    left -= until - at
                    if left <= 0:
                        return None
                    at = until
        return None

    def _taken(self, source: FrontierGroup, pattern: int, run: Run, place: int) -> FrontierLink:
        link = run.links[place]
        self._take_one(source, pattern, link[0], last=len(run.links) == 1)
        self._runs.took(pattern, place)
        return FrontierLink(pattern, link[0], link[1], source.name, *link[2:])

    def take_many(self, group: str, most: int) -> list[FrontierLink]:
        with self._db.transaction():
            return self._take_many((group,), most)

    def _take_many(self, groups: Sequence[str], most: int) -> list[FrontierLink]:
        """The best of several groups together."""
        sources = {group.number: group for name in groups if (group := self._groups.with_links(name))}
        found: list[FrontierLink] = []
        for _, pattern, number in merge(*map(self._patterns.best, sources)):
            wanted = most - len(found)
            if wanted <= 0:
                break
            self._patterns.settle([pattern])
            self._settle(pattern)
            self._runs.forget([pattern])
            rows = self._db.all(
                f"{LOOK} frontier WHERE pattern = ? ORDER BY position LIMIT ?", (pattern, wanted + 1)
            )
            run = (pattern, rows[:wanted][-1][0])
            self._db.run("INSERT INTO taken SELECT * FROM frontier WHERE pattern = ? AND position <= ?", run)
            self._db.run("DELETE FROM frontier WHERE pattern = ? AND position <= ?", run)
            if len(rows) <= wanted:
                self._patterns.fill(pattern, waiting=False)
            name = sources[number].name
            found += (FrontierLink(pattern, row[0], row[1], name, *row[2:]) for row in rows[:wanted])
            self._groups.count(sources[number], -len(rows[:wanted]))
        return found

    def _run(self, pattern: int) -> Run:
        """The links of a pattern in their order. The only one of a fresh pattern stays where it is: mostly
        somebody only looks whether its host is free."""
        if self._patterns.is_fresh(pattern):
            if (place := self._incoming.only(pattern)) is not None:
                return lone(self._db.all(f"{LOOK} arrived WHERE position = ?", (place,)))
            self._patterns.settle([pattern])
        self._settle(pattern)
        return self._runs.beginning(pattern)

    def _settle(self, pattern: int) -> None:
        """Let all its links wait in its run."""
        if (first := self._incoming.settle(pattern)) is not None:
            self._runs.joined(pattern, first)

    def _take_one(self, source: FrontierGroup, pattern: int, position: int, *, last: bool) -> None:
        if self._patterns.is_fresh(pattern):
            self._incoming.take(pattern)
        else:
            place = (pattern, position)
            self._db.run("INSERT INTO taken SELECT * FROM frontier WHERE pattern = ? AND position = ?", place)
            self._db.run("DELETE FROM frontier WHERE pattern = ? AND position = ?", place)
        if last:
            self._patterns.fill(pattern, waiting=False)
        self._groups.count(source, -1)

    def release_all(self) -> int:
        with self._db.transaction():
            return self.release(self._db.all("SELECT pattern, position FROM taken ORDER BY pattern, position"))

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def open_groups(self) -> Iterator[tuple[str, int, int]]:
        return self._groups.in_turn()

    def met(self) -> int:
        return len(self._seen)

    def waiting(self) -> dict[str, int]:
        return self._groups.waiting()
