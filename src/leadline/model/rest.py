"""How long a host wants to be left alone: asked for, stored, believed again.

>>> asked = Rest(until=700.0, seconds=600.0, refusals=1)
>>> asked.believed(now=130.0) == asked
True

The clock was wrong when this was stored, or the folder is damaged: what the host asked for is waited, not more.

>>> asked.believed(now=-10_000.0).until
-9400.0
>>> Rest(until=1e12, seconds=1e12).believed(now=0.0).until == LONGEST_REST
True
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

LONGEST_REST = 7 * 86_400.0
"""A week: longer than any maintenance that is announced by a header. What asks for more is a joke, a fault, a
clock that jumped or a damaged folder, and a host that still means it can say so again."""


class Rest(NamedTuple):
    """What one host was promised."""

    until: float
    seconds: float
    """How long that was when it was promised: a moment is believed only as far as this reaches from now."""
    refusals: int = 0  # how often the host pushed back in a row: what the next back-off grows from

    def believed(self, now: float) -> "Rest":
        seconds = min(max(self.seconds, 0.0), LONGEST_REST)
        # The exponent of a back-off; more than these make no difference to it.
        return Rest(min(self.until, now + seconds), seconds, min(max(self.refusals, 0), 1_000))


@dataclass(frozen=True, slots=True)
class RestingHost:
    """A host that is left alone, as reports tell of it."""

    host: str
    until: str  # in words people and programs read: UTC, to the second
    links: int | None = None  # of its links, how many wait; None where nobody counted


def in_utc(moment: float) -> str:
    """A moment in UTC.

    >>> in_utc(0.2), in_utc(float("inf"))
    ('1970-01-01T00:00:01+00:00', 'for ever')
    """
    try:
        # Rounded up: who comes back at the second that was told must not be early.
        return datetime.fromtimestamp(-(-moment // 1), UTC).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return "for ever"


def parse_retry_after(value: str | None, now: float) -> float | None:
    """Seconds to wait, from either form of Retry-After (RFC 9110 section 10.2.3); None if it says nothing usable.

    >>> parse_retry_after("120", 0.0), parse_retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 10.0)
    (120.0, 50.0)
    >>> parse_retry_after("soon", 0.0) is None
    True
    """
    value = (value or "").strip()
    if value.isascii() and value.isdigit():
        return min(float(value), LONGEST_REST)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    # A date without a zone is UTC here: an HTTP-date has no other (RFC 9110 section 5.6.7).
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max(0.0, aware.timestamp() - now), LONGEST_REST)
