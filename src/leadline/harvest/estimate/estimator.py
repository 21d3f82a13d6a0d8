"""`SizeEstimator`: one size with a 95 % interval, by whichever method the evidence supports (ALGORITHMS: D).

| evidence | method |
|---|---|
| a query that narrows nothing states a number that may be believed | `count` |
| every part of a list, or of a range, came whole | `partition` |
| values drawn by lot from a pool (audits) | `audit` |
| one answer, or a partition, seems to have everything, and other queries met it again | `checks` |
| some parts of a list came | `parts` |
| anything else | `seen`: at least so many; nobody can say how many more |

Audits (`lots.py`) are rescored against everything that is there now, each against all queries but itself: what
only it brought would be missing without it, unless the planner would have asked the same by now. The ratio of
missing to known mass, times the known records that draws could have brought, is what is missing (ALGORITHMS: D2).

Methods are checked against each other: where two differ by more than half, the interval reaches over both, and the
method says so. Chao's estimate is a lower bound, where queries were chosen one by one.
"""

from collections.abc import Iterator, Sequence

from leadline.harvest.estimate.frames import Drawn
from leadline.harvest.estimate.incidence import chao2_low, lu_li
from leadline.harvest.estimate.intervals import missing_share
from leadline.harvest.estimate.ledger import Ledger
from leadline.harvest.estimate.lots import WordLots
from leadline.harvest.estimate.openness import Openness
from leadline.harvest.estimate.pace import Pace
from leadline.harvest.estimate.partitions import Partitions
from leadline.harvest.estimate.proofs import Proof, Proofs
from leadline.harvest.estimate.sizes import Size, preferred, shares, widened
from leadline.harvest.estimate.stated import single, stated
from leadline.harvest.evidence import Asked, How, Partition
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate

_AUDITS = 8  # drawn queries with records before an interval is made of them
_CUT = 1 / 3  # share of audits that may be cut off: more, and which words come whole is chance
_SURE = ("count", "partition")  # methods that no further look makes any surer


class SizeEstimator:
    """A fold over queries and their answers; `fields` are those of the form, `coverage` is the share asked for.
    `once`: all that is wanted is what one query brings. `by_lot`: values of a list are asked in an order by lot;
    else the largest may have come first, and those left hold nothing. `within`: what every query is asked within
    (`leadline.harvest.standing`): nothing of what comes tells what lies outside."""

    def __init__(
        self,
        fields: Sequence[Field] = (),
        coverage: float = 0.95,
        *,
        once: bool = False,
        by_lot: bool = False,
        seed: int = 0,
        within: Sequence[str] = (),
    ) -> None:
        self._coverage, self._once, self._by_lot, self._within = coverage, once, by_lot, tuple(within)
        self._partitions = Partitions(fields)
        self._open = Openness(fields if not once else ())  # one query is never held against another
        self._lots = WordLots(fields, seed)
        self._ledger = Ledger()
        text = frozenset(field.name for field in fields if not field.finite)
        self._proofs = Proofs(self._ledger, self._partitions, text, once=once)
        self._drawn: tuple[Drawn, float] | None = None
        self._asked: set[Choice] = set()
        self._lows: tuple[float, float] = (0.0, 0.0)
        self._pace = Pace(coverage)
        self._made: Estimate | None = None

    # ── what comes in ─────────────────────────────────────────────────────────────────────────────────────

    def draw(self) -> Choice | None:
        """An audit: a query by lot; None where nothing is known that words could be drawn from."""
        ledger = self._ledger
        drawn = self._lots.draw(ledger.seen, ledger.room, self._asked)
        if drawn is None:
            return None
        self._drawn = drawn, drawn.linked * ledger.seen
        return drawn.choice

    def observe(self, asked: Asked, answer: Answer) -> None:
        """Take one answer in; an audit is one that was drawn here last. Probes for nonsense tell nothing."""
        if asked.how is How.PROBE and not answer.met:
            return
        drawn, linked = self._drawn if self._drawn is not None else (None, 0.0)
        if drawn is not None and (drawn.choice != answer.choice or asked.how is not How.POOL):
            drawn = None
        narrowed = self._partitions.narrowed(answer.choice)
        self._open.take(answer, narrowed, self._ledger)
        found = self._ledger.add(asked, answer, narrowed, drawn)
        if drawn is not None:
            found.linked, found.often = linked, drawn.often
        self._partitions.look_again(self._ledger)
        self._partitions.close(self._open.closed, self._ledger)
        self._lots.take(answer, whole=self._ledger.is_whole(found))
        self._asked.add(answer.choice)
        self._drawn = self._made = None
        if asked.how is not How.POOL:
            self._pace.note(answer)
        low = self.estimate()
        if asked.how is not How.POOL or answer.met:
            self._lows = (self._lows[1], (low.coverage_low if low is not None else None) or 0.0)

    # ── what it says ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def records(self) -> int:
        return self._ledger.seen

    @property
    def is_cut(self) -> bool:
        """Whether some answer did not come whole, or may not have."""
        return any(query.records and not self._ledger.is_whole(query) for query in self._ledger.queries)

    def estimate(self, partitions: Sequence[Partition] = ()) -> Estimate | None:
        """The size with its interval; None before anything came. `partitions` are those a planner knows of."""
        if not self._ledger.queries:
            return None
        if self._made is None or partitions:
            self._made = self._estimate(partitions)
        return self._made

    @property
    def hoped(self) -> float:
        """How many there seem to be at least, by how often records were met: right where queries are chance, and a
        reason to go on where they are not."""
        return chao2_low(self._ledger.incidence) if self._is_adaptive else float(self._ledger.seen)

    def proof(self, partitions: Sequence[Partition] = ()) -> str | None:
        """Why everything is there, in a sentence; None where nothing proves it, or only if the choices that are
        taken for "any" are."""
        found = self._proven(partitions)
        return found.why if found is not None and not self._open.unproven - found.template else None

    def _proven(self, partitions: Sequence[Partition]) -> Proof | None:
        return self._proofs.found(partitions) if not self._within else None

    def doubts(self, partitions: Sequence[Partition] = ()) -> frozenset[str]:
        """Lists whose "any" is a guess, where nothing but that stands against an end."""
        found = self._proven(partitions)
        if found is not None and (doubts := self._open.unproven - found.template):
            return doubts
        return self._open.doubted if self._seems_covered() else frozenset()

    @property
    def guesses(self) -> frozenset[str]:
        """Lists whose "any" nothing bears out so far."""
        return self._open.doubted

    @property
    def closed(self) -> frozenset[str]:
        """Lists whose choice that was taken for "any" has turned out to be a value like the others."""
        return self._open.closed

    def covers(self, share: float | None = None) -> bool:
        """Whether the lower end of the interval is at the share wanted, twice in a row: one look of many may be
        lucky (ALGORITHMS: D4), unless no look ever met anything that the others had not. It says nothing while
        nobody has looked outside of what is taken for "any"."""
        return not self._open.doubted and self._seems_covered(share)

    def _seems_covered(self, share: float | None = None) -> bool:
        now = self.estimate()
        if now is None or now.method not in (*_SURE, "audit", "checks", "parts"):
            return False  # methods that contradict each other say nothing
        # Where no query met anything besides, another look is not another chance.
        steady = now.method == "checks" and not any(one.alone for one in self._ledger.queries if one.narrowed)
        low = (now.coverage_low or 0.0) if steady or now.method in _SURE else min(self._lows)
        return low >= (self._coverage if share is None else share)

    @property
    def audits(self) -> int:
        return sum(query.asked.how is How.POOL for query in self._ledger.queries)

    def wants_audit(self) -> bool:
        """Whether the next query should be drawn by lot: a few on the way, more when the end is near, none where
        the site counts, or parts add up."""
        if self.estimate() is None or self._settled():
            return False
        audits, ledger = self.audits, self._ledger
        others = len(ledger.queries) - audits
        return self._pace.wants(audits, others, ledger.seen, self._by_audits(), cut=ledger.room is not None)

    def wants_last_audit(self) -> bool:
        """The same when nothing else is left to ask: until they tell how much there is, or cannot."""
        if self.estimate() is None or self._settled():
            return False
        return self._pace.wants_last(self.audits, self._by_audits())

    @property
    def tells_soon(self) -> bool:
        """Whether checks tell something already: a few more may be enough for the coverage asked for."""
        found = self.estimate()
        return found is not None and found.method == "checks" and not self.covers()

    def _settled(self) -> bool:
        return stated(self._ledger) is not None or frozenset() in self._partitions.resolved(self._ledger)

    # ── by which method ───────────────────────────────────────────────────────────────────────────────────

    def _estimate(self, partitions: Sequence[Partition]) -> Estimate:
        seen = float(self._ledger.seen)
        # "Nothing found" for every part of a list says that something else is wanted, not that nothing is there.
        sizes = list(self._sizes(partitions)) if seen else []
        certain = seen - self._lots.doubtful(self._ledger.times, self._ledger.seen)
        if not sizes or self._within:
            return Estimate("seen", None, certain)
        best = sizes[0] if sizes[0].method in _SURE else widened(sizes)
        if best.width and best.method == "count" and len(sizes) > 1:  # one that is rounded
            best = min(best, widened(sizes[1:]), key=lambda one: one.width)
        low, high = max(certain, best.low - (seen - certain)), max(seen, best.high)
        if best.method == "count":
            low = best.low
        total = min(max(best.total, low), high)
        return Estimate(best.method, total, low, high, *shares(certain, seen, total, low, high))

    def _sizes(self, partitions: Sequence[Partition]) -> Iterator[Size]:
        """What each method that applies says, the surest first."""
        ledger = self._ledger
        if self._once and (one := single(ledger)) is not None:
            yield Size(
                "count" if one.stated is not None else "partition",
                float(one.records),
                float(one.records),
                float(one.records),
            )
        if (count := stated(ledger)) is not None:
            yield Size("count", count.total, count.low, count.high)
        found = [self._by_partition(partitions), self._by_audits(), self._by_checks(partitions), self._by_parts()]
        yield from preferred([one for one in found if one is not None])
        if self._is_adaptive and not self._is_capped and found[1] and (overlap := lu_li(ledger.incidence)):
            yield Size("overlap", overlap, float(ledger.seen), overlap)

    def _by_partition(self, partitions: Sequence[Partition]) -> Size | None:
        seen = float(self._ledger.seen)
        return Size("partition", seen, seen, seen) if self._proofs.borne_out(partitions) is not None else None

    def _by_audits(self) -> Size | None:
        ledger = self._ledger
        # Where no known record led to another, nobody can say what those that came stand for.
        drawn = [q for q in ledger.telling if q.asked.how is How.POOL and q.weighed and q.linked]
        whole = [query for query in drawn if ledger.is_whole(query)]
        if len(whole) < _AUDITS or len(whole) < (1 - _CUT) * len(drawn):
            return None
        unasked = self._lots.unasked([query.often for query in whole])
        share, low, high = missing_share(
            [query.cluster(counted) for query, counted in zip(whole, unasked, strict=True)]
        )
        if high >= 1:
            return None
        # Known records that draws could have brought: those known then that words led to, and those found since.
        within = sum(query.linked + ledger.seen - query.before for query in whole) / len(whole)
        reached = self._lots.reached(ledger.times, ledger.seen, ledger.room)
        if not reached:
            return None
        own = sum(query.alone for query in whole) / len(whole)  # each was left out of what it is compared with
        there = ledger.seen - own
        total, least, most = (there + within * part / (1 - part) / reached for part in (share, low, high))
        return Size("audit", total, least, most)

    def _by_checks(self, partitions: Sequence[Partition]) -> Size | None:
        """Everything seems to be there: what other queries meet tells whether it is."""
        return next(filter(None, (one.size() for one in self._proofs.checked(partitions))), None)

    def _by_parts(self) -> Size | None:
        """Of several lists the one that tells most."""
        seen = float(self._ledger.seen)
        rest = min(self._partitions.rests(self._ledger), key=lambda one: one.high - one.low, default=None)
        if rest is None:
            return None
        low = seen + rest.low if self._by_lot else seen
        return Size("parts", seen + rest.missing, low, seen + rest.high)

    @property
    def _is_capped(self) -> bool:
        return any(query.cut and query.records for query in self._ledger.queries)

    @property
    def _is_adaptive(self) -> bool:
        """Whether answers overlap by chance only: no list was swept and no answer has everything."""
        queries = self._ledger.queries
        lists = any(query.asked.how in (How.PARTITION, How.RANGE) for query in queries)
        return (
            not lists
            and any(q.narrowed for q in queries)
            and not any(q.records and not q.narrowed for q in queries)
        )
