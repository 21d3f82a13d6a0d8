"""Liddle's figures by hand: N, C, S, T, D_i, its bound, the window."""

import pytest

from leadline.harvest.estimate import History, batch_size, combinations, size, space, time_left


@pytest.mark.parametrize(
    ("sizes", "n", "c"),
    [
        ([7, 4], 28, 7),  # the paper's example: max(7, ⌈log2 28⌉ = 5)
        ([2] * 16, 65_536, 16),  # the paper's other one
        ([59, 36], 2124, 59),  # figure 5
        ([8, 23], 184, 23),  # figure 7
        ([2, 2], 4, 2),  # log2 4 is exactly 2
        ([3, 3], 9, 4),  # ⌈log2 9⌉ = 4 > 3
        ([1000] * 4, 10**12, 1000),
        ([], 1, 1),
        ([1], 1, 1),
    ],
)
def test_n_and_c(sizes: list[int], n: int, c: int) -> None:
    """N is the product of the factors, C the largest factor or log2 N."""
    assert combinations(sizes) == n
    assert batch_size(sizes) == c


def test_space_is_the_mean_of_the_sample_times_n() -> None:
    """Three samples of 100, 200 and 600 bytes out of 28 queries: (28/3)·900 = 8400."""
    assert space(28, [100, 200, 600]) == pytest.approx(8400)


def test_time_left_leaves_out_what_was_spent() -> None:
    """Three samples of 2, 3 and 4 seconds out of 28 queries: (25/3)·9 = 75."""
    assert time_left(28, [2.0, 3.0, 4.0]) == pytest.approx(75)


def test_size_after_some_queries() -> None:
    """After 7 of 28 queries, 5000 bytes, 4 of 7 queries with new data: 5000·(1 + 3·4/7)."""
    assert size(5000, 28, 7, 4 / 7) == pytest.approx(5000 * (1 + 3 * 4 / 7))


def test_history_is_the_share_of_queries_with_new_data() -> None:
    """p after new, new, nothing, new is 3/4; D = 80·(1 + (28 − 4)/4·3/4) = 440."""
    history = History(n=28, batch=7)
    for new in (True, True, False, True):
        history.add(new=new)
    assert history.share == pytest.approx(0.75)
    assert history.size(80) == pytest.approx(440)


def test_bound_adds_the_deviation_of_p() -> None:
    """p goes 1, 1, 2/3, 3/4 in two batches of 2: σ = 0.14747…, bound = 80·(1 + 6·(0.75 + 1.645·σ))."""
    history = History(n=28, batch=2)
    for new in (True, True, False, True):
        history.add(new=new)
    mean = (1 + 1 + 2 / 3 + 3 / 4) / 4
    sigma = (sum((p - mean) ** 2 for p in (1, 1, 2 / 3, 3 / 4)) / 4) ** 0.5
    assert history.deviation == pytest.approx(sigma)
    assert history.bound(80) == pytest.approx(80 * (1 + 6 * (0.75 + 1.645 * sigma)))


def test_bound_looks_at_the_last_two_batches_only() -> None:
    """What p did before that does not widen the bound."""
    history = History(n=1000, batch=1)
    for new in (True, False, False, False, False, False):
        history.add(new=new)
    last = [1 / 5, 1 / 6]
    assert history.deviation == pytest.approx((last[0] - last[1]) / 2)


def test_bound_is_never_more_than_all_queries_with_new_data() -> None:
    """A probability ends at 1."""
    history = History(n=10, batch=1)
    for new in (False, True):
        history.add(new=new)
    assert history.bound(10) <= size(10, 10, 2, 1.0)


def test_window_forgets_what_is_two_batches_old() -> None:
    """With batches of 2, p is the share of the last four queries."""
    history = History(n=100, batch=2, windowed=True)
    for new in (True, True, True, False, False, True):
        history.add(new=new)
    assert history.share == pytest.approx(2 / 4)


def test_all_queries_asked_is_all_there_is() -> None:
    """D_N = O_N whatever p is."""
    history = History(n=3, batch=3)
    for _ in range(3):
        history.add(new=True)
    assert history.size(70) == history.bound(70) == 70
