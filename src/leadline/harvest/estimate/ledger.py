"""What each query brought, and what of it no other query brought, folded as answers come.

A record that only one query has met would be missing without that query: so much does each query tell about what
the queries that were never asked would bring. It is kept as running sums: a record that is met again is struck
from the query that met it first.

>>> from leadline.harvest.evidence import How
>>> ledger = Ledger()
>>> first = ledger.add(Asked((), How.DEFAULT), Answer((), Reply.RESULTS, 3, 3, met=("a", "b", "c")))
>>> again = ledger.add(Asked((("q", "x"),), How.ADAPTIVE, ("q",)), Answer((), Reply.RESULTS, 2, 1, met=("c", "d")))
>>> first.alone, again.alone, ledger.seen, ledger.once
(2, 1, 4, 3)
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from leadline.harvest.estimate.incidence import Incidence
from leadline.harvest.estimate.intervals import Cluster
from leadline.harvest.estimate.lots import Drawn
from leadline.harvest.evidence import Asked
from leadline.model.query import Answer, Choice, Left, Reply

_ANSWERED = frozenset({Reply.RESULTS, Reply.EMPTY})
_ROUND, _SMALL = 10, 20
"""An answer of a round number of records, 20 at least, that states no number of its own may be cut silently."""
_CAPS = 100  # caps that are no whole number of pages are multiples of this
_ROOM = 20  # records that answers may have where all that were cut showed none
_TIMES = 3  # answers that all end at the same largest number: that is a cap


@dataclass(slots=True, eq=False)
class Brought:
    """One query and its answer, as far as estimates go by it."""

    asked: Asked
    narrowed: Choice  # what it asks for in particular: "any" and empty boxes left out
    records: int
    new: int
    answered: bool
    cut: bool  # there is more behind it than came, or there may be
    stated: int | None  # what the site says it holds
    believed: bool
    pages: int = 1
    before: int = 0  # records that were known when it was asked
    linked: float = 0.0  # of an audit: those of them that it might have brought
    often: float = 0.0  # of an audit: the share of the known records that had its word
    weighed: int = 0  # of an audit: its records without the one it was drawn by
    mass: float = 0.0
    squares: float = 0.0
    alone: int = 0  # records that no other query has met
    alone_mass: float = 0.0

    @property
    def whole(self) -> bool:
        """All that matches came."""
        return self.answered and not self.cut

    def cluster(self, counted: float) -> Cluster:
        """The records of an audit, `counted` being how much those that no other query met count as missing."""
        return Cluster(self.mass, max(0.0, self.alone_mass) * counted, self.weighed, self.squares)


@dataclass(slots=True)
class Ledger:
    queries: list[Brought] = field(default_factory=list)
    believed: bool = False  # some answer states a number that may be believed
    _times: dict[str, int] = field(default_factory=dict)
    _alone: dict[str, tuple[Brought, float]] = field(default_factory=dict)
    _often: Counter[int] = field(default_factory=Counter)
    _lengths: Counter[int] = field(default_factory=Counter)
    _longest: int = 0
    _page: int = 0  # records of the fullest page, as far as answers of several pages tell
    _longest_cut: int = 0
    _stated: int = 0  # answers that state a number, and those whose number is no round one
    _uneven: int = 0
    _refuses: bool = False  # an answer that would be too long shows nothing at all

    def add(
        self, asked: Asked, answer: Answer, narrowed: Choice | None = None, drawn: Drawn | None = None
    ) -> Brought:
        self.believed |= answer.count is not None
        found = Brought(
            asked,
            answer.choice if narrowed is None else narrowed,
            len(answer.met),
            answer.new,
            answered=answer.reply in _ANSWERED,
            cut=answer.cut_short or answer.left is Left.KNOWN,
            stated=answer.count if answer.count is not None else answer.stated,
            believed=answer.count is not None,
            pages=answer.pages,
            before=self.seen,
        )
        self.queries.append(found)
        self._longest = max(self._longest, found.records)
        self._page = max(self._page, -(-found.records // max(1, found.pages)))
        self._lengths[found.records] += answer.new > 0  # one answer again and again is no cap
        if found.cut:
            self._longest_cut = max(self._longest_cut, found.records)
        self._refuses |= answer.reply is Reply.TOO_MANY
        if found.stated is not None:
            self._uneven += found.stated % _ROUND != 0
            self._stated += 1
        weights = drawn.weights(answer.rows) if drawn is not None else {}
        for identity in answer.met:
            if drawn is None or identity != drawn.start:
                self._meet(identity, found, weights)
        return found

    @property
    def room(self) -> int | None:
        """How many records an answer may have; None where none was cut so far."""
        if self._longest_cut:
            return self._longest_cut
        if self._longest >= _ROUND and self._lengths[self._longest] >= _TIMES:
            return self._longest
        return max(_ROOM, self._longest) if self._refuses else None

    def _meet(self, identity: str, found: Brought, weights: Mapping[str, float]) -> None:
        """Records whose fields are not known weigh as much as the others of their answer."""
        weight = weights.get(identity)
        known = weight if weight is not None else (found.mass / found.weighed if found.weighed else 0.0) or 1.0
        found.weighed += 1
        found.mass += known
        found.squares += known**2
        times = self._times.get(identity, 0) + 1
        self._times[identity] = times
        self._often[times] += 1
        if times > 1:
            self._often[times - 1] -= 1
            self._strike(identity)
        else:
            found.alone += 1
            found.alone_mass += known
            self._alone[identity] = (found, known)

    def _strike(self, identity: str) -> None:
        if (first := self._alone.pop(identity, None)) is not None:
            query, weight = first
            query.alone -= 1
            query.alone_mass -= weight

    @property
    def times(self) -> Mapping[str, int]:
        """How many queries met each record."""
        return self._times

    @property
    def seen(self) -> int:
        return len(self._times)

    @property
    def once(self) -> int:
        return self._often[1]

    @property
    def incidence(self) -> Incidence:
        brought = sum(query.records > 0 for query in self.queries)
        met = sum(times * records for times, records in self._often.items())
        return Incidence(brought, self.seen, met, self.once, self._often[2])

    @property
    def _is_rounding(self) -> bool:
        return self._stated >= _TIMES and not self._uneven

    def is_whole(self, query: Brought) -> bool:
        """Whether all that matches came; an answer that may be cut silently at this length did not."""
        if not query.whole:
            return False
        if query.stated is not None:
            slack = max(1, query.stated // 50) if self.believed else 0
            if self._is_rounding:
                slack = max(_ROUND // 2, query.stated // 20)  # two leading digits are told
            if query.stated > query.records + slack:
                return False
            if query.stated == query.records and (query.believed or self.believed):
                return True
        longest = self._longest
        if query.records == longest and longest >= _ROUND and self._lengths[longest] >= _TIMES:
            return False
        if query.records < _SMALL or query.records % _ROUND != 0:
            return True
        if query.pages > 1 and query.records < query.pages * self._page and query.records % _CAPS:
            return True  # pages hold more than that: the last one is shorter, and it ended by itself
        return query.records < longest  # a cap is as long as the longest answer
