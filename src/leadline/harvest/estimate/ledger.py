"""What each query brought, and what of it no other query brought, folded as answers come.

A record that only one query has met would be missing without that query: so much does each query tell about what
the queries that were never asked would bring. It is kept as running sums: a record that is met again is struck
from the query that met it first.

>>> from leadline.harvest.evidence import How
>>> ledger = Ledger()
>>> first = ledger.add(Asked((), How.DEFAULT), Answer((), Reply.RESULTS, 3, 3, met=("a", "b", "c")))
>>> again = ledger.add(Asked((("q", "x"),), How.POOL, ("q",)), Answer((), Reply.RESULTS, 2, 1, met=("c", "d")))
>>> first.alone, again.alone, ledger.seen, ledger.once
(2, 1, 4, 3)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from leadline.harvest.estimate.incidence import Incidence
from leadline.harvest.estimate.intervals import Cluster
from leadline.harvest.evidence import Asked, Pool
from leadline.model.query import Answer, Choice, Left, Reply, Row

_ANSWERED = frozenset({Reply.RESULTS, Reply.EMPTY})
_ROUND, _SMALL = 10, 20
"""An answer of a round number of records, 20 at least, that states no number of its own may be cut silently."""
_SAMPLE = 300  # known records that a pool is tried on
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
    mass: float = 0.0
    squares: float = 0.0
    alone: int = 0  # records that no other query has met
    alone_mass: float = 0.0

    @property
    def whole(self) -> bool:
        """All that matches came."""
        return self.answered and not self.cut

    @property
    def cluster(self) -> Cluster:
        return Cluster(self.mass, max(0.0, self.alone_mass), self.records, self.squares)


@dataclass(slots=True)
class Ledger:
    queries: list[Brought] = field(default_factory=list)
    believed: bool = False  # some answer states a number that may be believed
    _times: dict[str, int] = field(default_factory=dict)
    _alone: dict[str, tuple[Brought, float]] = field(default_factory=dict)
    _often: Counter[int] = field(default_factory=Counter)
    _lengths: Counter[int] = field(default_factory=Counter)
    _longest: int = 0
    _sample: list[tuple[int, Row]] = field(default_factory=list)
    """Known records by lot (the smallest hashes of their identities), a bounded number."""

    def add(
        self, asked: Asked, answer: Answer, narrowed: Choice | None = None, pool: Pool | None = None
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
        )
        self.queries.append(found)
        self._longest = max(self._longest, found.records)
        self._lengths[found.records] += answer.new > 0  # one answer again and again is no cap
        weights = _weights(answer, pool)
        self._draw(answer.rows)
        for identity in answer.met:
            self._meet(identity, found, weights.get(identity))
        return found

    def _draw(self, rows: Sequence[Row]) -> None:
        fresh = [(crc32(row[0].encode()), row) for row in rows if row[0] not in self._times]
        if fresh:
            self._sample = sorted([*self._sample, *fresh])[:_SAMPLE]

    def settled(self, pool: Pool, left: Pool) -> float:
        """The share of the known records that the pool finds, and nothing that is left of it: had they been
        missing, what was asked would have brought them."""
        known = [fields for _, (_, fields) in self._sample]
        found = sum(pool.degree(fields) > 0 and left.degree(fields) == 0 for fields in known)
        return found / len(known) if known else 0.0

    def _meet(self, identity: str, found: Brought, weight: float | None) -> None:
        """Records whose fields are not known weigh as much as the others of their answer."""
        known = weight if weight is not None else (found.mass / found.records if found.records else 0.0) or 1.0
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

    def is_whole(self, query: Brought) -> bool:
        """Whether all that matches came; an answer that may be cut silently at this length did not."""
        if not query.whole:
            return False
        if query.stated is not None:
            slack = max(1, query.stated // 50) if self.believed else 0
            if query.stated > query.records + slack:
                return False
            if query.stated == query.records and (query.believed or self.believed):
                return True
        longest = self._longest
        if query.records == longest and longest >= _ROUND and self._lengths[longest] >= _TIMES:
            return False
        return query.records < _SMALL or query.records % _ROUND != 0


def _weights(answer: Answer, pool: Pool | None) -> Mapping[str, float]:
    """How much each record stands for: the size of the pool to the number of its values that find the record."""
    if pool is None:
        return {}
    return {identity: pool.size / max(1, pool.degree(fields)) for identity, fields in answer.rows}
