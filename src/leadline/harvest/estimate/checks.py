"""What seems to have everything, and what other queries say about it.

Everything may have come by one answer, or by all values of a list. Who asks otherwise then meets what is there, or
what is not: a word of a known record finds that record, which does not count. One answer is taken at its word here
where the site does not say that it is cut: if it is, without a word, others show it.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from leadline.harvest.estimate.intervals import missing_share
from leadline.harvest.estimate.ledger import Brought, Ledger
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
        # The lowest and the highest part of a range have one end only.
        return [q for q in found if self.template.isdisjoint(name for name, _ in q.narrowed)]

    def bear_out(self, enough: int = _PROVEN) -> bool:
        """Whether they met enough of its records, and none that it has not."""
        others = self.outside
        met = sum(map(self._independent, others))
        return not any(query.alone for query in others) and met >= min(enough, self.ledger.seen)

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
