"""What proves that everything is there: a count that is reached, or parts that all came whole.

Both are taken for what they seem to be here; whether the choices that stand for "any" do ask for nothing is looked
at elsewhere (`openness`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leadline.harvest.estimate.checks import COUNTED, Checks
from leadline.harvest.estimate.ledger import Ledger
from leadline.harvest.estimate.partitions import Partitions
from leadline.harvest.estimate.stated import single, stated
from leadline.harvest.evidence import Partition

_ALL: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Proof:
    why: str  # a sentence
    template: frozenset[str] = _ALL  # the lists by whose values everything came; empty for a count


class Proofs:
    """Looks at a ledger for them; `text` are the fields that words are written into."""

    def __init__(
        self, ledger: Ledger, partitions: Partitions, text: frozenset[str], *, once: bool = False
    ) -> None:
        self._ledger, self._partitions, self._text, self._once = ledger, partitions, text, once

    def found(self, partitions: Sequence[Partition]) -> Proof | None:
        seen = self._ledger.seen
        if not seen:
            return None
        if self._once and (one := single(self._ledger)) is not None:
            if one.stated is not None:
                return Proof(f"the answer states {seen:,} records, and all of them came")
            return Proof(f"the answer came whole: {seen:,} records on {one.pages:,} pages")
        count = stated(self._ledger)
        if count is not None and count.exact and seen >= count.total and self._checks(_ALL).bear_out(COUNTED):
            return Proof(f"the site counts {seen:,} records, and all of them are here")
        template = self.borne_out(partitions)
        if template is None:
            return None
        named = " and ".join(sorted(template))
        return Proof(f"every part of the source by {named!r} came whole: {seen:,} records", template)

    def borne_out(self, partitions: Sequence[Partition]) -> frozenset[str] | None:
        """The first list, or lists, all of whose parts came whole as checks bear out."""
        found = (one for one in self._resolved(partitions) if one and self._checks(one).bear_out())
        return next(found, None)

    def checked(self, partitions: Sequence[Partition]) -> Iterator[Checks]:
        """Checks of what seems to have everything: an answer, or the parts of a list."""
        templates = [*self._resolved(partitions)]
        if not templates and self._ledger.with_everything(self._open_names) is not None:
            templates = [_ALL]
        asked = {_ALL, *self._partitions.resolved(self._ledger)}
        return (self._checks(one, self._partitions.lists if one not in asked else _ALL) for one in templates)

    def _resolved(self, partitions: Sequence[Partition]) -> Iterator[frozenset[str]]:
        """Templates that have everything in parts that came whole; empty for one query that has."""
        yield from self._partitions.told(partitions, self._ledger)
        yield from self._partitions.resolved(self._ledger)

    @property
    def _open_names(self) -> frozenset[str]:
        return self._text | self._partitions.asked_through(self._ledger)

    def _checks(self, template: frozenset[str], slices: frozenset[str] = _ALL) -> Checks:
        return Checks(self._ledger, self._open_names, template, self._partitions.binding, slices)
