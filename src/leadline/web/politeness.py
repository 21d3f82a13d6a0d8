"""When a host may be asked again: pure functions of a given clock.

The gap is counted from the moment the *answer* to the previous request arrived. The server saw that request
earlier, so the gap it measures between two requests is never below the delay, however late either of them
travelled; counted from the moment of sending it can be (docs/decisions/0006).

>>> pace = after_answer(Pace(), now=100.0, delay=1.0)
>>> due(pace, 100.2), due(pace, 105.0)
(101.0, 105.0)
>>> due(after_refusal(pace, now=101.0, delay=1.0, retry_after=30.0), 101.0)
131.0
"""

from dataclasses import dataclass
from email.utils import parsedate_to_datetime

LONGEST_BACKOFF = 300.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How one host (or address) is to be treated: when next, and how often it pushed back in a row."""

    next_at: float = 0.0
    refusals: int = 0


def due(pace: Pace, now: float) -> float:
    """When the next request may leave."""
    return max(pace.next_at, now)


def before_request(pace: Pace, now: float, delay: float) -> Pace:
    """Sent and not answered: what a successor has to assume if we die right now."""
    return Pace(now + delay, pace.refusals)


def after_answer(pace: Pace, now: float, delay: float) -> Pace:
    """An answer began to arrive at `now`."""
    return Pace(max(pace.next_at, now + delay), 0)


def after_refusal(pace: Pace, now: float, delay: float, retry_after: float | None) -> Pace:
    """The host pushed back (429, 503, no connection): wait as long as it asks, else back off exponentially."""
    refusals = pace.refusals + 1
    wait = retry_after if retry_after is not None else min(delay * 2**refusals, LONGEST_BACKOFF)
    return Pace(max(pace.next_at, now + max(wait, delay)), refusals)


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
        return min(float(value), 1e9)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None
