"""A harvest in numbers, all of them read from the store."""

from dataclasses import asdict, dataclass
from typing import Any

from leadline.answers.judge import StatedCounts
from leadline.model.estimate import Estimate
from leadline.model.rest import RestingHost
from leadline.store.protocols import Store

_UNREACHABLE = ("unreachable", "dns", "connect", "tls", "timeout")


@dataclass(frozen=True, slots=True)
class HarvestReport:
    """What `leadline harvest --json` prints; the keys are a contract. None is what is not known (yet)."""

    records: int
    queries: int
    requests: int
    unreachable: int
    robots_blocked: int
    refused: int
    errors: int
    stopped_by: str
    why: str | None = None
    pages: int = 0
    coverage: float | None = None
    coverage_low: float | None = None
    coverage_high: float | None = None
    estimated_total: float | None = None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    truncated_queries: int | None = None
    alike: int = 0
    """Records that say word for word what another one says: few are two of a kind, many one under several
    addresses."""
    resting: tuple[RestingHost, ...] = ()
    """Hosts that asked to be left alone, and until when."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def report(
    store: Store,
    stopped_by: str,
    why: str | None = None,
    estimate: Estimate | None = None,
    counts: StatedCounts | None = None,
) -> HarvestReport:
    """A harvest in numbers, all of them read from the store."""
    found, queries = store.pages.summary(), store.queries
    records, answered, pages = queries.counts()
    unreachable = sum(found.failures.get(kind, 0) for kind in _UNREACHABLE)
    return HarvestReport(
        records=records,
        queries=answered,
        requests=store.hosts.requests(),
        unreachable=unreachable,
        robots_blocked=found.robots_blocked,
        refused=found.refused,
        errors=found.errors - unreachable + found.set_aside,
        stopped_by=stopped_by,
        why=why,
        pages=pages,
        truncated_queries=queries.truncated(by_count=counts is not None and counts.believed),
        alike=queries.alike(),
        **_estimated(estimate),
    )


def _estimated(estimate: Estimate | None) -> dict[str, Any]:
    if estimate is None:
        return {}
    return {
        "coverage": estimate.coverage,
        "coverage_low": estimate.coverage_low,
        "coverage_high": estimate.coverage_high,
        "estimated_total": estimate.total,
        "low": estimate.low,
        "high": estimate.high,
        "method": estimate.method,
    }
