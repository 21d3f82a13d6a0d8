"""Whether an answer is paged on, and why it is left where it is not.

An answer is paged until it ends, repeats itself, or brought as many records as it states and nothing new any
more. To leave it earlier takes a reason (`leadline.model.query.Left`): the user's limit of pages, or that less
than one new record is expected of a further page. Requests that are spent are none: the answer stays open, and
`resume` pages on.

>>> full, known, again = PageYield(10, 10, "a"), PageYield(10, 0, "b"), PageYield(10, 0, "a")
>>> [expected_new(pages) > 1 for pages in ([full], [known], [full, known], [full, *[known] * 4])]
[True, False, True, False]
>>> repeats([full, known]), repeats([full, known, again])
(False, True)
"""

from collections.abc import Sequence
from itertools import takewhile

from leadline.answers.judge.counts import StatedCounts
from leadline.harvest.planners.words import RecentYield
from leadline.harvest.settings import HarvestSettings
from leadline.model.query import Left
from leadline.store.batch import PageYield

_MORE_PATIENCE = 8
_TELLING = 10  # known records of one page that are unlikely to be followed by new ones
_NEARLY = 0.95
_KEPT, _DOUBT = 0.8, 2.0
"""How much of what earlier pages brought counts at the next one, and how many barren pages' worth of doubt there
is before any came: the weights by which `auto` compares its ways of asking (`query_series`)."""
_WORTH = 1.0  # new records that make a request worth its while


def barren_pages(pages: Sequence[PageYield]) -> int:
    """Pages without a new record at the end of an answer so far."""
    return sum(1 for _ in takewhile(lambda page: not page.new, reversed(pages)))


def repeats(pages: Sequence[PageYield]) -> bool:
    """Whether the last page says word for word what one before it said: the list goes in circles."""
    last = pages[-1]
    return bool(last.records) and last.digest is not None and last.digest in {page.digest for page in pages[:-1]}


def expected_new(pages: Sequence[PageYield]) -> float:
    """New records that a further page of this answer may bring, by what its last pages brought."""
    recent = RecentYield(_KEPT)
    for page in pages:
        recent.add(page.new)
    return recent.rate(trust=_DOUBT)


def reason_to_leave(
    pages: Sequence[PageYield], settings: HarvestSettings, counts: StatedCounts, *, held: int | None
) -> Left | None:
    """Why an answer that goes on is left after these pages of it; None to page on. `held` are the records brought
    up so far where some answer of this source was cut short, None where none was."""
    if len(pages) >= settings.max_pages:
        return Left.PAGES
    patient = barren_pages(pages) < _patience(pages[-1].records, settings, counts, held)
    return None if patient or expected_new(pages) >= _WORTH else Left.KNOWN


def _patience(records: int, settings: HarvestSettings, counts: StatedCounts, held: int | None) -> int:
    """Pages of known records after which an answer may be left; one with many `records` says enough by itself,
    unless answers came short of what they state.

    Where answers are cut off, other queries begin with the same records and bring new ones after them, as long as
    much is missing of what the largest answer states."""
    if held is not None and not (counts.believed and held >= _NEARLY * counts.largest):
        return settings.barren_pages * _MORE_PATIENCE
    return 1 if records >= _TELLING and not counts.refuted else settings.barren_pages
