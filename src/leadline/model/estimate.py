"""How much there is behind a form, as far as an estimator knows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A size with its 95 % interval; None is what is not known. `coverage` is the share brought up so far."""

    method: str
    total: float | None = None
    low: float | None = None
    high: float | None = None
    coverage: float | None = None
    coverage_low: float | None = None
    coverage_high: float | None = None
