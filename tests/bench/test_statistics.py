"""Intervals behave as intervals should; the rest is in doctests."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from leadline_bench.statistics import mean_interval, paired_difference, ratio_interval

_VALUES = some.lists(some.floats(0.5, 1e6), min_size=1, max_size=12)


@given(values=_VALUES, seed=some.integers(0, 99))
def test_an_interval_of_the_mean_stays_inside_the_values_and_around_it(values: list[float], seed: int) -> None:
    """No draw can leave the range of what was measured, and the same seed gives the same interval."""
    found = mean_interval(values, seed=seed)
    slack = 1e-9 * max(values)
    assert min(values) - slack <= found.low <= found.high <= max(values) + slack
    assert found.value == pytest.approx(sum(values) / len(values))
    assert found == mean_interval(values, seed=seed)


def test_more_repetitions_narrow_the_interval() -> None:
    """Four times as many rounds of the same spread leave about half of the uncertainty."""
    few = mean_interval([1.0, 2.0, 3.0] * 4, seed=1)
    many = mean_interval([1.0, 2.0, 3.0] * 16, seed=1)
    assert 0.35 < (many.high - many.low) / (few.high - few.low) < 0.7


def test_pairs_are_drawn_together() -> None:
    """A machine that is slow for both crawlers of a round moves neither their ratio nor their difference."""
    slow_and_fast = [1.0, 10.0, 100.0]
    ratio = ratio_interval([3 * v for v in slow_and_fast], slow_and_fast, seed=5)
    assert (ratio.low, ratio.high) == pytest.approx((3.0, 3.0))
    difference = paired_difference([v + 2 for v in slow_and_fast], slow_and_fast, seed=5)
    assert (difference.low, difference.high) == pytest.approx((2.0, 2.0))


def test_values_that_are_no_pairs_are_refused() -> None:
    """Samples of different lengths were not measured side by side; nothing has no mean."""
    with pytest.raises(ValueError, match="cannot be paired"):
        ratio_interval([1.0, 2.0], [1.0], seed=0)
    with pytest.raises(ValueError, match="cannot be paired"):
        mean_interval([], seed=0)
