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
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from leadline.harvest.estimate.frames import Drawn
from leadline.harvest.estimate.incidence import Incidence
from leadline.harvest.estimate.intervals import Cluster
from leadline.harvest.evidence import Asked
from leadline.model.query import Answer, Choice, Left, Reply

Node = frozenset[tuple[str, str]]
"""What a query asks for in particular."""
DEEPEST = 4
_ANSWERED = frozenset({Reply.RESULTS, Reply.EMPTY})
_ROUND, _SMALL = 10, 20
"""An answer of a round number of records, 20 at least, that states no number of its own may be cut silently."""
_CAPS = 100  # caps that are no whole number of pages are multiples of this
_ROOM = 20  # records that answers may have where all that were cut showed none
_SLACK = 50  # of what is counted: records are cut by rules, and one of so many more or less is ours to blame
MOST = 0.8  # of what is known
_ALIKE = 2
_TIMES = 3  # answers that all end at the same largest number: that is a cap


def parts_of(asked: Choice) -> Iterator[Node]:
    """What a query is a part of, itself included: fewer of its pairs."""
    for size in range(1, min(len(asked), DEEPEST) + 1):
        yield from map(frozenset, combinations(asked, size))


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
    left: bool = False  # by us, because its records were known: what came of it is no choice of the site
    signature: int = 0  # the same for answers with the same records
    before: int = 0  # records that were known when it was asked
    linked: float = 0.0  # of an audit: those of them that it might have brought
    often: float = 0.0  # of an audit: the share of the known records that had its word
    weighed: int = 0  # of an audit: its records without the one it was drawn by
    mass: float = 0.0
    squares: float = 0.0
    alone: int = 0  # records that no other query has met
    alone_mass: float = 0.0
    alone_most: float = 0.0  # the same, if rows of these show all of their words

    @property
    def whole(self) -> bool:
        """All that matches came."""
        return self.answered and not self.cut

    def cluster(self, counted: float) -> Cluster:
        """The records of an audit, `counted` being how much those that no other query met count as missing."""
        is_alone = counted if self.alone else 0.0  # of sums from which all was taken away something tiny is left
        missing, most = self.alone_mass * is_alone, self.alone_most * is_alone
        return Cluster(self.mass, missing, self.weighed, self.squares, most)


@dataclass(slots=True)
class Ledger:
    queries: list[Brought] = field(default_factory=list)
    believed: bool = False  # some answer states a number that may be believed
    _times: dict[str, int] = field(default_factory=dict)
    _alone: dict[str, tuple[Brought, float, float]] = field(default_factory=dict)
    _often: Counter[int] = field(default_factory=Counter)
    _lengths: Counter[int] = field(default_factory=Counter)
    _longest: int = 0
    _page: int = 0  # records of the fullest page, as far as answers of several pages tell
    _longest_cut: int = 0
    _stated: int = 0  # answers that state a number, and those whose number is no round one
    _uneven: int = 0
    _refuses: bool = False  # an answer that would be too long shows nothing at all
    _alike: Counter[int] = field(default_factory=Counter)  # signature → answers
    _short: dict[Node, tuple[int, set[str]]] = field(default_factory=dict)
    """Queries of which less came than the site counts: that number, and what came of them and of their parts."""
    _begun: dict[Choice, frozenset[str]] = field(default_factory=dict)
    """What came of answers that we left: asked for once more, they are the same answer."""

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
            left=answer.left is Left.KNOWN and not answer.truncated,
            signature=hash(frozenset(answer.met)),
            before=self.seen,
        )
        self.queries.append(found)
        self._alike[found.signature] += 1
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
        before = self._begun.pop(answer.choice, frozenset())
        for identity in answer.met:
            if identity not in before and (drawn is None or identity != drawn.start):
                self._meet(identity, found, weights)
        if answer.left is Left.KNOWN:
            self._begun[answer.choice] = frozenset(answer.met)
        self._note_short(found, answer)
        return found

    def _note_short(self, found: Brought, answer: Answer) -> None:
        asked, met = frozenset(found.narrowed), answer.met
        known = answer.left is Left.KNOWN  # what we left had come before
        if (
            0 < len(asked) <= DEEPEST
            and not known
            and found.stated is not None
            and self._falls_short(found.stated, len(met))
        ):
            self._short.setdefault(asked, (found.stated, set()))
        for node in [node for node in parts_of(found.narrowed) if node in self._short]:
            stated, came = self._short[node]
            came.update(met)
            if not self._falls_short(stated, len(came)):
                del self._short[node]

    def contradicts(self, narrowed: Choice) -> bool:
        """Whether the site says that a query has more than all that came of it and of its parts."""
        if narrowed:
            return frozenset(narrowed) in self._short
        return any(self._falls_short(one.stated, self.seen) for one in self.queries if not one.narrowed)

    @property
    def room(self) -> int | None:
        """How many records an answer may have; None where none was cut so far."""
        if self._longest_cut:
            return self._longest_cut
        if self._longest >= _ROUND and self._lengths[self._longest] >= _TIMES:
            return self._longest
        return max(_ROOM, self._longest) if self._refuses else None

    def _meet(self, identity: str, found: Brought, weights: Mapping[str, tuple[float, float]]) -> None:
        """Records whose fields are not known weigh as much as the others of their answer."""
        usual = (found.mass / found.weighed if found.weighed else 0.0) or 1.0
        known, most = weights.get(identity, (usual, usual))
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
            found.alone_most += most
            self._alone[identity] = (found, known, most)

    def _strike(self, identity: str) -> None:
        if (first := self._alone.pop(identity, None)) is not None:
            query, weight, most = first
            query.alone -= 1
            query.alone_mass -= weight
            query.alone_most -= most

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

    def _falls_short(self, stated: int | None, records: int) -> bool:
        """Whether less came than the site says, beyond what its rounding and ours leave open."""
        if stated is None:
            return False
        slack = max(1, stated // _SLACK) if self.believed else 0
        if self._stated >= _TIMES and not self._uneven:
            slack = max(_ROUND // 2, stated // 20)  # two leading digits are told
        return stated > records + slack

    def with_everything(self, open_names: Container[str]) -> Brought | None:
        """An answer that has most of what is known by asking for nothing, or one of two that have all of it by
        different words, so that these did not narrow; if nothing but its length says that it may be cut. They may
        set nothing but `open_names`."""
        usable = [q for q in self.queries if q.whole and not self._is_cap(q.records) and not self._is_short(q)]
        opened = [q for q in usable if not q.narrowed and q.records >= MOST * self.seen > 0]
        worded = [
            q for q in usable if q.records == self.seen > 0 and all(name in open_names for name, _ in q.narrowed)
        ]
        if not opened and len({q.narrowed for q in worded}) < _ALIKE:
            return None
        return max(opened or worded, key=lambda query: query.records)

    @property
    def telling(self) -> list[Brought]:
        """Queries that brought records, but those of which several brought the very same: what they asked for was
        ignored, and says nothing."""
        return [one for one in self.queries if one.records and self._alike[one.signature] < _TIMES]

    def passes(self, total: int) -> bool:
        """Whether more came than a number says, beyond lines that rules cut one too many of."""
        return self.seen > total + total // _SLACK

    def _is_short(self, query: Brought) -> bool:
        return self._falls_short(query.stated, query.records)

    def _is_cap(self, records: int) -> bool:
        return records == self._longest >= _ROUND and self._lengths[records] >= _TIMES

    def is_whole(self, query: Brought) -> bool:
        """Whether all that matches came; an answer that may be cut silently at this length did not."""
        if not query.whole:
            return False
        if self._is_short(query):
            return False
        if query.stated is not None and query.stated == query.records and (query.believed or self.believed):
            return True
        longest = self._longest
        if self._is_cap(query.records):
            return False
        if query.records < _SMALL or query.records % _ROUND != 0:
            return True
        if query.pages > 1 and query.records < query.pages * self._page and query.records % _CAPS:
            return True  # pages hold more than that: the last one is shorter, and it ended by itself
        return query.records < longest  # a cap is as long as the longest answer
