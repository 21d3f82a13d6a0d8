"""The frontier against a model of it that is short enough to be seen to be right."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from leadline.model.events import Starved
from leadline.protocols import Advice, CloseGroup, Command, LeaveGroup, LoadBatch, OpenGroup, Ranked, Rerank
from leadline.store.batch import Batch, FrontierLink, Places
from leadline.store.sqlite.store import SqliteStore

GROUPS = st.sampled_from(["a", "b", "c"])
FEATURES = st.sampled_from(["p", "q", "r", "s"])
KEYS = st.integers(0, 3).map(float)
LINKS = st.lists(st.tuples(st.integers(0, 60), GROUPS, FEATURES, KEYS), max_size=8)


@dataclass
class Pattern:
    group: str
    features: str
    key: float
    waiting: dict[int, str] = field(default_factory=dict)
    """Position → URL."""


@dataclass
class Model:
    """Lists and dictionaries; every question is answered by looking at everything."""

    seen: set[str] = field(default_factory=set)
    state: dict[str, str] = field(default_factory=dict)
    turn: dict[str, tuple[int, int]] = field(default_factory=dict)
    patterns: list[Pattern] = field(default_factory=list)
    taken: dict[int, tuple[Pattern, str]] = field(default_factory=dict)
    position: int = 0

    def join(self, group: str, features: str, key: float, position: int, url: str) -> None:
        found = next((p for p in self.patterns if (p.group, p.features) == (group, features)), None)
        if found is None:
            found = Pattern(group, features, key)
            self.patterns.append(found)
        if not found.waiting:
            found.key = key
        found.waiting[position] = url

    def regroup(self, pattern: Pattern, group: str) -> None:
        if group == pattern.group or self.state.get(group) == "left":
            return
        there = next((p for p in self.patterns if (p.group, p.features) == (group, pattern.features)), None)
        if there is None:
            pattern.group = group
        elif pattern.waiting:
            there.key = pattern.key
            there.waiting |= pattern.waiting
            pattern.waiting = {}

    def in_order(self, group: str) -> list[tuple[Pattern, int, str]]:
        best = sorted((p for p in self.patterns if p.group == group), key=lambda p: -p.key)
        return [(p, position, p.waiting[position]) for p in best for position in sorted(p.waiting)]

    def take(self, pattern: Pattern, position: int) -> None:
        self.taken[position] = (pattern, pattern.waiting.pop(position))

    def waiting(self) -> dict[str, int]:
        counts = {group: len(self.in_order(group)) for group in "abc"}
        return {group: count for group, count in counts.items() if count}


class FrontierMachine(RuleBasedStateMachine):
    """Do the same to both, and compare what they say."""

    def __init__(self) -> None:
        super().__init__()
        self.small = pytest.MonkeyPatch()  # batches and caches so small that every step may fill them
        self.small.setattr("leadline.store.sqlite.incoming._MOVED", 6)
        self.small.setattr("leadline.store.sqlite.incoming._FEWEST", 5)
        self.small.setattr("leadline.store.sqlite.patterns._KEPT", 4)
        self.small.setattr("leadline.store.sqlite.patterns._SORTED", 2)
        self.folder = tempfile.TemporaryDirectory()
        self.store = SqliteStore(Path(self.folder.name) / "x.db")
        self.model = Model()
        self.held: list[FrontierLink] = []

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()
        self.small.undo()

    def advise(self, *commands: Command, places: Places | None = None) -> None:
        self.store.commit(Batch(Starved(self.store.log.length), Advice((), commands)), places)

    @property
    def waiting(self) -> int:
        return sum(self.store.frontier.waiting().values())

    @rule(links=LINKS)
    def add(self, links: list[tuple[int, str, str, float]]) -> None:
        given = [Ranked(f"http://{n % 7}.example/{n}", group, key, features) for n, group, features, key in links]
        before = self.waiting
        self.store.commit(Batch(advice=Advice(tuple(given))))
        let_in, expected = self.waiting - before, 0
        for link in given:
            if link.url in self.model.seen:
                continue
            self.model.seen.add(link.url)
            if self.model.state.get(link.group) != "left":
                self.model.position += 1
                self.model.join(link.group, link.pattern, link.key, self.model.position, link.url)
                expected += 1
        assert let_in == expected

    @rule(group=GROUPS, rank=st.integers(0, 1))
    def open_group(self, group: str, rank: int) -> None:
        opened = self.store.log.length
        self.advise(OpenGroup(group, rank))
        if self.model.state.get(group) != "left":
            self.model.state[group] = "open"
            self.model.turn[group] = (rank, self.model.turn.get(group, (0, opened))[1])

    @rule(group=GROUPS)
    def close_group(self, group: str) -> None:
        self.advise(CloseGroup(group))
        if self.model.state.get(group) != "left":
            self.model.state[group] = "stored"

    @rule(group=st.sampled_from(["b", "c"]))
    def leave_group(self, group: str) -> None:
        before = self.waiting
        self.advise(LeaveGroup(group, "enough"))
        assert before - self.waiting == len(self.model.in_order(group))
        self.model.state[group] = "left"
        for pattern in self.model.patterns:
            if pattern.group == group:
                pattern.waiting.clear()

    @rule(group=GROUPS, busy=st.sets(st.integers(0, 6)), depth=st.integers(1, 6))
    def take(self, group: str, busy: set[int], depth: int) -> None:
        def free(url: str) -> bool:
            return int(url[7]) not in busy

        found = self.store.frontier.take(group, free, depth)
        expected = next((row for row in self.model.in_order(group)[:depth] if free(row[2])), None)
        if expected is None:
            assert found is None
            return
        assert found is not None
        assert (found.url, found.group) == (expected[2], group)
        self.model.take(expected[0], expected[1])
        self.held.append(found)

    @rule(group=GROUPS, most=st.integers(0, 6))
    def take_many(self, group: str, most: int) -> None:
        found = self.store.frontier.take_many(group, most)
        expected = self.model.in_order(group)[:most]
        assert [link.url for link in found] == [url for _, _, url in expected]
        for pattern, position, _ in expected:
            self.model.take(pattern, position)
        self.held += found

    @rule()
    def done(self) -> None:
        self.store.commit(Batch(dropped=tuple(self.held)))
        self.held.clear()
        self.model.taken.clear()

    @rule(few=st.integers(1, 4))
    def release(self, few: int) -> None:
        back, self.held = self.held[:few], self.held[few:]
        gone = {link.url for link in back}
        rows = {p: row for p, row in self.model.taken.items() if row[1] in gone}
        kept = {p: row for p, row in rows.items() if self.model.state.get(row[0].group) != "left"}
        before = self.waiting
        self.store.commit(Batch(released=tuple((link.pattern, link.position) for link in back)))
        assert self.waiting - before == len(kept)
        for position, (pattern, url) in kept.items():
            pattern.waiting[position] = url
        for position in rows:
            del self.model.taken[position]

    @rule(sources=st.lists(GROUPS, min_size=1, max_size=3, unique=True), into=GROUPS, size=st.integers(1, 6))
    def load_batch(self, sources: list[str], into: str, size: int) -> None:
        ranks = {id(pattern): place for place, pattern in enumerate(self.model.patterns)}
        waiting = [row for source in sources for row in self.model.in_order(source)]
        expected = sorted(waiting, key=lambda row: (-row[0].key, ranks[id(row[0])], row[1]))[:size]
        self.advise(LoadBatch(tuple(sources), into, size))
        for pattern, position, _ in expected:
            del pattern.waiting[position]
        for pattern, position, url in expected:
            if self.model.state.get(into) != "left":
                self.model.join(into, pattern.features, pattern.key, position, url)

    @rule(shift=st.integers(1, 3), moving=st.booleans())
    def rerank(self, shift: int, moving: bool) -> None:
        def place(group: str, features: str) -> tuple[str, float]:
            return "abc"[(ord(features) + shift) % 3] if moving else group, float((ord(features) * shift) % 4)

        self.advise(Rerank(shift), places=lambda waiting: [place(*one) for one in waiting])
        under_way = [id(pattern) for pattern, _ in self.model.taken.values()]
        for pattern in list(self.model.patterns):
            if pattern.waiting or id(pattern) in under_way:
                group, pattern.key = place(pattern.group, pattern.features)
                self.model.regroup(pattern, group)

    @rule()
    def crash(self) -> None:
        self.store.close()
        self.store = SqliteStore(Path(self.folder.name) / "x.db")
        kept = {p: row for p, row in self.model.taken.items() if self.model.state.get(row[0].group) != "left"}
        assert self.store.frontier.release_all() == len(kept)
        for position, (pattern, url) in kept.items():
            pattern.waiting[position] = url
        self.model.taken.clear()
        self.held.clear()

    @invariant()
    def agrees(self) -> None:
        assert self.store.frontier.waiting() == self.model.waiting()
        served = [g for g in self.model.waiting() if self.model.state.get(g) == "open"]
        served.sort(key=lambda group: self.model.turn[group])
        assert [name for name, _, _ in self.store.frontier.open_groups()] == served


TestFrontierModel = FrontierMachine.TestCase
TestFrontierModel.settings = settings(max_examples=30, stateful_step_count=60, deadline=None)
