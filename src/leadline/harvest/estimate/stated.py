"""What the site itself counts, as far as it may be believed.

A number that a page states is believed when it varies with the query and small answers held as many records as
they said (`leadline.answers.judge.counts`). Numbers are taken for rounded as long as all of them are round: what
is left open is one unit of the last digit. An answer that was paged to its end and brought just as many as it
states has shown that its number is not.

>>> unit(1_800), unit(213)
(100, 1)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.harvest.estimate.ledger import Brought, Ledger

_LEAST = 20
_PAGED = 20  # records of one answer that make a number on it its own, not that of a page


@dataclass(frozen=True, slots=True)
class Stated:
    total: float
    low: float
    high: float

    @property
    def exact(self) -> bool:
        return self.low == self.high


def unit(number: int) -> int:
    """The unit of the last digit that is not 0."""
    found = 1
    while number and number % (found * 10) == 0:
        found *= 10
    return found


def stated(ledger: Ledger) -> Stated | None:
    """How many the site says there are in all: the number stated by a query that narrows nothing."""
    open_ones = [query for query in ledger.queries if not query.narrowed and query.stated is not None]
    numbers = [number for query in open_ones if (number := _number(query, ledger)) is not None]
    if not numbers or ledger.passes(max(numbers)):
        return None  # more came than it counts: it counts something else
    total = max(numbers)
    shown = any(query.stated == query.records == total and query.whole for query in open_ones)
    left_open = unit(total) / 2 if _rounds(ledger.queries) and not shown else 0.0
    low = total - left_open if total < ledger.seen else max(float(ledger.seen), total - left_open)
    return Stated(float(total), low, max(float(ledger.seen), total + left_open))


def _number(query: Brought, ledger: Ledger) -> int | None:
    # Pages that end by themselves after just as many as the first one said are no accident.
    if query.believed or (query.pages > 1 and query.stated == query.records > _PAGED and ledger.is_whole(query)):
        return query.stated
    # Said before any number could be checked. "More than 1,000" is no number, and is cut at just that many.
    if ledger.believed and query.stated is not None and (query.stated > query.records or not query.cut):
        return query.stated
    return None


def _rounds(queries: Sequence[Brought]) -> bool:
    large = [query.stated for query in queries if query.stated is not None and query.stated >= _LEAST]
    return bool(large) and all(unit(number) > 1 for number in large)


def single(ledger: Ledger) -> Brought | None:
    """The one query, where no other is ever asked and it brought all that it states; or, where it states nothing,
    where its pages were read to a last one that is not full."""
    if len(ledger.queries) != 1 or not ledger.queries[0].records or not ledger.queries[0].whole:
        return None
    found = ledger.queries[0]
    odd = found.records % 10 != 0
    if found.stated is not None:
        return found if found.stated == found.records and (odd or found.records > _PAGED) else None
    return found if odd and found.pages > 1 else None
