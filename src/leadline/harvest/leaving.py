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
>>> owed([known], stated=100, held=40), owed([known], stated=100, held=100)
(6.666666666666667, 0.0)
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


def owed(pages: Sequence[PageYield], stated: int | None, held: int) -> float:
    """New records that each further page has to bring if the answer has as many as it states: more than `held`,
    all that were brought up so far, cannot be known ones."""
    brought, length = sum(page.records for page in pages), pages[-1].records
    if stated is None or stated <= brought or not length:
        return 0.0
    return max(0, stated - held) * length / (stated - brought)


def reason_to_leave(
    pages: Sequence[PageYield],
    settings: HarvestSettings,
    counts: StatedCounts,
    *,
    stated: int | None,
    held: int,
    cut_short: bool,
) -> Left | None:
    """Why an answer that goes on is left after these pages of it; None to page on. `stated` is its believed number
    of records, `held` those brought up so far, `cut_short` whether some answer of this source was."""
    if len(pages) >= settings.max_pages:
        return Left.PAGES
    barren, most = barren_pages(pages), settings.barren_pages * _MORE_PATIENCE
    if barren < _patience(pages[-1].records, settings, counts, held if cut_short else None):
        return None
    if expected_new(pages) >= _WORTH or (barren < most and owed(pages, stated, held) >= _WORTH):
        return None
    return Left.KNOWN


def _patience(records: int, settings: HarvestSettings, counts: StatedCounts, held: int | None) -> int:
    """Pages of known records after which an answer may be left; one with many `records` says enough by itself,
    unless answers came short of what they state.

    Where answers are cut off, other queries begin with the same records and bring new ones after them, as long as
    much is missing of what the largest answer states."""
    if held is not None and not (counts.believed and held >= _NEARLY * counts.largest):
        return settings.barren_pages * _MORE_PATIENCE
    return 1 if records >= _TELLING and not counts.refuted else settings.barren_pages
