"""When a host may be asked again: pure functions of a given clock.

The gap is counted from the moment the *answer* to the previous request arrived. The server saw that request
earlier, so the gap it measures between two requests is never below the delay, however late either of them
travelled; counted from the moment of sending it can be (docs/decisions/0006).

>>> pace = after_answer(Pace(), now=100.0)
>>> due(pace, 100.2, delay=1.0), due(pace, 105.0, delay=1.0)
(101.0, 105.0)
>>> due(after_refusal(pace, now=101.0, delay=1.0, retry_after=30.0), 101.0, delay=1.0)
131.0
"""

from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from leadline.model.rest import LONGEST_REST

LONGEST_BACKOFF = 300.0
LONGEST_RETRY_AFTER = LONGEST_REST


class Pace(NamedTuple):
    """How one host (or address) is to be treated."""

    asked_at: float = float("-inf")
    """When it last answered or, while it has not, when it was last asked."""
    rest_until: float = float("-inf")
    """When it wants to be asked again, if it pushed back."""
    refusals: int = 0
    """How often it pushed back in a row."""


def due(pace: Pace, now: float, delay: float) -> float:
    """When the next request may leave; the gap before it is its own, so a new Crawl-delay counts at once."""
    return max(now, pace.asked_at + delay, pace.rest_until)


def before_request(pace: Pace, now: float) -> Pace:
    """A request leaves at `now`."""
    # Made anew rather than by `_replace`, which goes by way of a dictionary: every request comes by here.
    return Pace(max(pace.asked_at, now), pace.rest_until, pace.refusals)


def after_answer(pace: Pace, now: float) -> Pace:
    """An answer, or the end of waiting for one, came at `now`."""
    return Pace(max(pace.asked_at, now), pace.rest_until, pace.refusals)


def after_success(pace: Pace) -> Pace:
    """The answer was no refusal: the next one starts the back-off anew."""
    return pace._replace(refusals=0) if pace.refusals else pace


def after_refusal(pace: Pace, now: float, delay: float, retry_after: float | None) -> Pace:
    """The host pushed back (429, 503, no connection): wait as long as it asks, else back off exponentially."""
    refusals = pace.refusals + 1
    # The exponent is capped before the power is taken: 2.0**1024 is an OverflowError.
    backoff = min(delay * 2.0 ** min(refusals, 32), LONGEST_BACKOFF)
    wait = max(backoff if retry_after is None else retry_after, delay)
    return pace._replace(rest_until=max(pace.rest_until, now + wait), refusals=refusals)


def parse_retry_after(value: str | None, now: float) -> float | None:
    """Seconds to wait, from either form of Retry-After (RFC 9110 section 10.2.3); None if it says nothing usable.

    >>> parse_retry_after("120", 0.0), parse_retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 10.0)
    (120.0, 50.0)
    >>> parse_retry_after("soon", 0.0) is None
    True
    """
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(float(value), LONGEST_RETRY_AFTER)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    # A date without a zone is UTC here: an HTTP-date has no other (RFC 9110 section 5.6.7).
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max(0.0, aware.timestamp() - now), LONGEST_RETRY_AFTER)
