"""What seems to have everything, and what other queries say about it.

Everything may have come by one answer, or by all values of a list. Who asks otherwise then meets what is there, or
what is not: a word of a known record finds that record, which does not count. One answer is taken at its word here
where the site does not say that it is cut: if it is, without a word, others show it.

A list without an "any" has no outside that a query could reach: every query chooses one of its parts. There, who
narrows a part that came whole checks that part; each part wants such checks of its own, and none of them may bring
anything that is new once all parts are there.
"""

from collections import Counter
from collections.abc import Container, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from leadline.harvest.estimate.intervals import missing_share
from leadline.harvest.estimate.ledger import Brought, Ledger, Node, parts_of
from leadline.harvest.estimate.sizes import Size, most_unmet, unweighted

_CHECKS, _CHECKED = 3, 20  # queries, and records met by them, before they check anything
_UNSOUND = 0.2  # share of records met by checks that are new: what they check is not everything
_PROVEN = 30  # records that other queries met, all of them known, before a proof is believed
COUNTED = 5  # the same where the site's own count is reached, which small answers bore out


@dataclass(frozen=True, slots=True)
class Checks:
    """Queries that are no part of `template`, the list by whose values everything came; empty for one answer."""

    ledger: Ledger
    text: Container[str]  # fields that words are written into, and lists all of whose values were asked for
    template: frozenset[str]
    binding: AbstractSet[str] = frozenset()  # lists that every query chooses from
    slices: AbstractSet[str] = frozenset()
    """Lists whose values may answer for parts that were never asked for, where they came whole: by themselves they
    check nothing."""

    @property
    def outside(self) -> Sequence[Brought]:
        found = self.ledger.telling
        if not self.template:
            base = self.ledger.with_everything(self.text)
            others = [query for query in found if query is not base and query.narrowed]
            if base is None or self.ledger.is_whole(base):
                return others
            # It may be cut without a word, where a list begins that is sorted by what parts go by; words are not.
            return [query for query in others if all(name in self.text for name, _ in query.narrowed)]
        if self._binds:
            whole = {frozenset(query.narrowed) for query in self.ledger.queries if self._is_whole_part(query)}
            return [q for q in found if any(len(n) < len(q.narrowed) and n in whole for n in parts_of(q.narrowed))]
        # The lowest and the highest part of a range have one end only.
        beside = [q for q in found if self.template.isdisjoint(name for name, _ in q.narrowed)]
        return [q for q in beside if not q.narrowed or any(name not in self.slices for name, _ in q.narrowed)]

    def bear_out(self, enough: int = _PROVEN) -> bool:
        """Whether they met enough of its records, and none that it has not."""
        others = self.outside
        met = sum(map(self._independent, others))
        if any(query.alone for query in others) or met < min(enough, self.ledger.seen):
            return False
        return not self._binds or self._meet_each_part(others)

    @property
    def _binds(self) -> bool:
        return bool(self.template) and self.template <= self.binding

    def _is_whole_part(self, query: Brought) -> bool:
        return self.template <= {name for name, _ in query.narrowed} and self.ledger.is_whole(query)

    def _part(self, query: Brought) -> Node:
        return frozenset(pair for pair in query.narrowed if pair[0] in self.template)

    def _meet_each_part(self, others: Sequence[Brought]) -> bool:
        """Whether each part that has records was checked, and nothing new came once all parts were there."""
        asked = [query for query in self.ledger.queries if self._part(query) == frozenset(query.narrowed)]
        met: Counter[Node] = Counter()
        for query in others:
            met[self._part(query)] += self._independent(query)
        came = max((query.before + query.new for query in asked), default=0)
        late = any(query.new for query in others if query.before >= came)
        return not late and all(met[self._part(query)] >= min(COUNTED, query.records) for query in asked)

    def _independent(self, query: Brought) -> int:
        """Records of an answer without the one that suggested it: a word of a known record finds that record."""
        worded = any(name in self.text for name, _ in query.narrowed)
        return max(0, query.records - worded)

    def size(self) -> Size | None:
        """By what they met of it, and what besides."""
        others = [one for one in self.outside if one.left or not one.cut]
        clusters = [unweighted(query, self._independent(query)) for query in others]
        met, seen = sum(cluster.records for cluster in clusters), float(self.ledger.seen)
        if len(clusters) < _CHECKS or met < min(_CHECKED, seen):
            return None
        share, low, high = missing_share(clusters)
        if share > _UNSOUND or high >= 1:
            return None
        checked = seen - sum(query.alone for query in others)  # what checks alone brought is no part of it
        most = checked / (1 - high)
        if share == 0:
            most = min(most, seen + most_unmet(self.ledger.seen, self.ledger.seen - self.ledger.once))
        return Size("checks", checked / (1 - share), checked / (1 - low), most)
