"""Uncertainty of what a benchmark says: percentile bootstrap (Efron & Tibshirani, 1993, chapter 13).

The unit that is drawn again is whatever repeats independently: a round of a timing, a world of an experiment.
Values of one round belong together, so ratios and differences are drawn by pairs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

DRAWS = 2_000


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, and what it would be in all but 1 − `level` of repetitions."""

    value: float
    low: float
    high: float


def mean_interval(values: Sequence[float], *, seed: int, level: float = 0.95) -> Interval:
    """The mean of repetitions.

    >>> mean_interval([2.0, 2.0, 2.0], seed=1)
    Interval(value=2.0, low=2.0, high=2.0)
    >>> found = mean_interval([1.0, 2.0, 3.0, 4.0], seed=1)
    >>> found.value, found.low < 2.0 < 3.0 < found.high
    (2.5, True)
    """
    return _bootstrap([values], lambda drawn: drawn[0].mean(axis=0), seed, level)


def median_interval(values: Sequence[float], *, seed: int, level: float = 0.95) -> Interval:
    """The median of repetitions: for ratios, of which a few may be very large.

    >>> median_interval([1.0, 1.0, 1.0, 900.0], seed=1).value
    1.0
    """
    return _bootstrap([values], lambda drawn: np.median(drawn[0], axis=0), seed, level)


def ratio_interval(above: Sequence[float], below: Sequence[float], *, seed: int, level: float = 0.95) -> Interval:
    """The ratio of two means whose n-th values were measured side by side.

    >>> ratio_interval([4.0, 8.0], [2.0, 4.0], seed=1)
    Interval(value=2.0, low=2.0, high=2.0)
    """
    return _bootstrap([above, below], lambda drawn: drawn[0].mean(axis=0) / drawn[1].mean(axis=0), seed, level)


def paired_difference(
    ours: Sequence[float], theirs: Sequence[float], *, seed: int, level: float = 0.95
) -> Interval:
    """The mean of ours − theirs, pair by pair: what varies between pairs does not count.

    >>> paired_difference([11.0, 101.0, 31.0], [10.0, 100.0, 30.0], seed=1)
    Interval(value=1.0, low=1.0, high=1.0)
    """
    return _bootstrap([ours, theirs], lambda drawn: (drawn[0] - drawn[1]).mean(axis=0), seed, level)


def _bootstrap(
    samples: Sequence[Sequence[float]], statistic: Callable[[Sequence[Numbers]], Numbers], seed: int, level: float
) -> Interval:
    """`statistic` is given, for each sample, one column a draw; the same rows are drawn from all samples."""
    columns = [np.asarray(sample, dtype=np.float64) for sample in samples]
    size = len(columns[0])
    if size == 0 or any(len(column) != size for column in columns):
        raise ValueError(f"samples of {[len(column) for column in columns]} values cannot be paired")
    rows = np.random.default_rng(seed).integers(size, size=(size, DRAWS))
    drawn = statistic([column[rows] for column in columns])
    tail = (1 - level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    (value,) = statistic([column[:, np.newaxis] for column in columns])
    return Interval(float(value), float(low), float(high))
