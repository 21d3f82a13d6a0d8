"""Queries that were cut, and the ways they are split; what is whole by its parts; what cannot be split.

Each query that was cut is split by one dimension at a time: the one that should take the fewest queries. Where it
is through and something is missing all the same, the next one follows. What no dimension splits is *unreachable*,
and named so.
"""

from collections.abc import Iterator, Sequence

from leadline.harvest.evidence import How, Partition
from leadline.harvest.planners.cascade.dimensions import FAILURES, Dimension, Split
from leadline.harvest.planners.cascade.survey import Proposal, Survey, Taken
from leadline.model.query import Choice

_STALE = 10  # answers after which a proposal is made anew
_KEPT = 200  # unreachable queries that are named


class Cells:
    def __init__(self, dimensions: Sequence[Dimension], survey: Survey, depth: int) -> None:
        self.dimensions = list(dimensions)
        self._survey, self._depth = survey, depth
        self.open: list[Split] = []
        self._through: list[Split] = []
        self._tried: dict[Choice, set[int]] = {}
        self._waiting: dict[Choice, list[Split]] = {}
        """Parts that were cut → the splits that wait for them."""
        self.unreachable: list[Choice] = []
        self._ways: dict[Choice, Split] = {}
        self._swept: list[Split] = []
        self._made: dict[int, tuple[int, Proposal | None]] = {}
        self._complaints: dict[Choice, list[Dimension]] = {}
        """Complaints in a row about parts of a query, and who asked."""

    # ── which next ────────────────────────────────────────────────────────────────────────────────────────

    def best(self) -> Proposal | None:
        best: Proposal | None = None
        for split in tuple(self.open):
            proposal = self._next(split) if not split.dimension.is_dead else None
            if proposal is None:
                self._end(split)
            elif best is None or proposal.rate > best.rate:
                best, self._ways[proposal.choice] = proposal, split
        if best is None and self.open:  # ended ones made room for others
            return self.best()
        return best

    @property
    def plan(self) -> float:
        """New records a request, from now to its end, of a split of the root whose parts hold all of it."""
        root, survey = self._survey.root, self._survey
        rates = [0.0]
        for split in self.open:
            if split.base == root and split.covers and not split.dimension.is_dead:
                queries = max(1.0, split.dimension.queries(root, survey))
                left, pages = max(1.0, queries - len(split.parts)), survey.size(root) / queries / survey.page
                rates.append(Proposal(root, survey.unseen / left, pages, How.PARTITION).rate)
        return max(rates)

    def _next(self, split: Split) -> Proposal | None:
        """Its proposal; one that was made lately is kept, because hundreds may be open."""
        made, proposal = self._made.get(id(split), (-_STALE, None))
        now = len(self._survey.asked)
        if proposal is None or now - made >= _STALE or self._is_answered(proposal):
            proposal = split.next(self._survey)
            self._made[id(split)] = now, proposal
        return proposal

    def _is_answered(self, proposal: Proposal) -> bool:
        return proposal.choice in self._survey.asked or self._survey.is_whole(proposal.choice)

    def cut(self, choice: Choice) -> None:
        """A query whose answer was cut, or that has everything and answers nothing: split it."""
        if self._survey.is_whole(choice) or any(split.base == choice for split in self.open):
            return
        tried = self._tried.setdefault(choice, set())
        free = [
            (dimension.queries(choice, self._survey), number)
            for number, dimension in enumerate(self.dimensions)
            if number not in tried and dimension.is_free(choice, self._survey)
        ]
        if not free or self._bound(choice) >= self._depth:
            if choice not in self.unreachable and len(self.unreachable) < _KEPT:
                self.unreachable.append(choice)
            return
        _, number = min(free)
        tried.add(number)
        self.open.append(self.dimensions[number].split(choice, self._survey))

    def add(self, dimension: Dimension, root: Choice) -> None:
        """One more way to split, found out on the way."""
        self.dimensions.append(dimension)
        for choice in (root, *self.unreachable):
            self._tried.setdefault(choice, set())
            self.cut(choice)
        self.unreachable = [one for one in self.unreachable if all(one != split.base for split in self.open)]

    def sweep(self, base: Choice, dimension: Dimension) -> None:
        """Ask for all values of a field that has no "any", whether the query was cut or not."""
        number = self.dimensions.index(dimension)
        tried = self._tried.setdefault(base, set())
        if number not in tried:
            tried.add(number)
            self.open.append(dimension.split(base, self._survey))
            self._swept.append(self.open[-1])

    @property
    def is_sweeping(self) -> bool:
        """Whether a field without an "any" is still to be asked through: a root that is whole is one part only."""
        return any(split in self.open and not split.dimension.is_dead for split in self._swept)

    def swept(self) -> list[Choice]:
        """Values of such fields that were asked for."""
        return [part for split in self._swept for part in split.parts if part in self._survey.asked]

    @property
    def is_part(self) -> bool:
        """Whether the root came whole and is one part of such a field: it tells nothing about the others, and they
        go before whatever checks it."""
        return self.is_sweeping and self._survey.is_whole(self._survey.root)

    def _bound(self, choice: Choice) -> int:
        """Fields that are set; the two ends of a range are one."""
        names = {name for name, value in choice if not self._survey.is_open(name, value)}
        pairs = (set(one.template) for one in self.dimensions if len(one.template) > 1)
        return len(names) - sum(pair <= names for pair in pairs)

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def learn(self, taken: Taken) -> bool:
        """Whether the answer was to one of its queries."""
        split = self._ways.pop(taken.answer.choice, None)
        if split is None:
            return False
        self._made.pop(id(split), None)
        self._note_complaint(split, taken)
        for choice in split.learn(taken, self._survey):
            self._waiting.setdefault(choice, []).append(split)
            self.cut(choice)
        return True

    def _note_complaint(self, split: Split, taken: Taken) -> None:
        """A site that complains about one field after the other misses something else: words, mostly."""
        complaints = self._complaints.setdefault(split.base, [])
        if not taken.failed:
            complaints.clear()
            return
        complaints.append(split.dimension)
        if len(complaints) >= FAILURES and len(set(map(id, complaints))) > 1:
            for other in [one for one in self.open if one.base == split.base]:
                self.open.remove(other)
            self._tried[split.base] = set(range(len(self.dimensions)))

    def _end(self, split: Split) -> None:
        self.open.remove(split)
        self._made.pop(id(split), None)
        self._through.append(split)
        if split.is_resolved:
            self._settle(split.base)
        elif split.base in self._survey.cut or not self._survey.is_whole(split.base):
            self.cut(split.base)

    def _settle(self, choice: Choice) -> None:
        """All of a query is there by its parts: so may be the query it is a part of."""
        self._survey.settle(choice)
        for split in self._waiting.pop(choice, ()):
            split.parts[choice] = True
            if split in self._through and split.is_resolved:
                self._settle(split.base)

    # ── what it proves ────────────────────────────────────────────────────────────────────────────────────

    def partitions(self) -> Iterator[Partition]:
        for split in (*self._through, *self.open):
            if split.parts and not split.dimension.is_dead:
                whole = frozenset(str(choice) for choice, is_whole in split.parts.items() if is_whole)
                covers = split.covers and (split.is_through or split.count > len(split.parts))
                parts = max(split.count, len(split.parts) + (not split.is_through))
                yield Partition(split.base, split.dimension.template, parts, whole, covers)
