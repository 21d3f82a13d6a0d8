"""How far a harvest is and how long it takes, in words for people."""

from typing import TYPE_CHECKING

from leadline.cli.terminal import harmless

if TYPE_CHECKING:
    from leadline.app.progress import HarvestProgress


def duration(seconds: float) -> str:
    """
    >>> [duration(s) for s in (40, 500, 9_000, 200_000)]
    ['40 s', '8 min', '2.5 h', '2.3 days']
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 7_200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86400:.1f} days"


def progress_line(event: "HarvestProgress") -> str:
    """One line: records, estimate and interval, requests, time left, what it is doing."""
    line = f"{event.records:,} records"
    estimate = event.estimate
    if estimate is not None and estimate.total is not None and estimate.high is not None:
        line += f" of about {estimate.total:,.0f} ({estimate.low or 0:,.0f} to {estimate.high:,.0f})"
    elif event.records:
        line += ", nobody can say of how many"
    line += f" · {event.requests:,} of {event.max_requests:,} requests"
    if event.seconds_left is not None:
        line += f" · {duration(event.seconds_left)} left"
    return f"{line} · {harmless(event.doing)}"
