"""Best assignments first, out of products of any size."""

from itertools import islice, pairwise, product
from math import isclose, prod
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.harvest.assign import (
    RANKINGS,
    Pair,
    agreeing_first,
    average,
    best_first,
    fuzzy,
    probabilistic,
    spread,
)

SETS = st.lists(
    st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.6, 0.9, 1.0]), min_size=1, max_size=4), min_size=1, max_size=4
)


def test_the_three_ranking_functions() -> None:
    """By hand: weights 0.9, 0.5, 0.4 have least 0.4, mean 0.6, and 1 − 0.1·0.5·0.6 = 0.97."""
    weights = [0.9, 0.5, 0.4]
    assert fuzzy(weights) == 0.4
    assert isclose(average(weights), 0.6)
    assert isclose(probabilistic(weights), 0.97)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_fuzzy_is_never_above_average(weights: list[float]) -> None:
    """The paper: average is at least as great as fuzzy conjunction; and probabilistic as the best weight."""
    assert fuzzy(weights) <= average(weights) + 1e-12
    assert max(weights) <= probabilistic(weights) + 1e-12


@pytest.mark.parametrize("name", RANKINGS)
@given(sets=SETS)
def test_the_order_is_exact(name: str, sets: list[list[float]]) -> None:
    """Every assignment comes once, in the order of its rank: the same as building and sorting the product."""
    ranking = RANKINGS[name]
    found = list(best_first(sets, ranking))
    everything = list(product(*(range(len(one)) for one in sets)))
    ranks = sorted(ranking([one[i] for one, i in zip(sets, places, strict=True)]) for places in everything)
    assert sorted(places for _, places in found) == sorted(everything)
    assert [rank for rank, _ in found] == pytest.approx(ranks[::-1])
    assert all(rank >= later - 1e-12 for (rank, _), (later, _) in pairwise(found))


@pytest.mark.parametrize("name", RANKINGS)
def test_a_billion_assignments_are_not_built(name: str) -> None:
    """The first hundred of 10⁹ cost less than the ten thousand of a small product do."""
    wide = [[1.0 - n / 2000 for n in range(1000)] for _ in range(3)]
    narrow = [[1.0 - n / 100 for n in range(22)] for _ in range(3)]
    few, many = [], []
    for _ in range(3):
        start = process_time()
        assert len(list(islice(best_first(wide, RANKINGS[name]), 100))) == 100
        few.append(process_time() - start)
        start = process_time()
        assert sum(1 for _ in best_first(narrow, RANKINGS[name])) == 22**3
        many.append(process_time() - start)
    assert min(few) < min(many)


def test_equal_ranks_are_spread_over_all_fields() -> None:
    """Where all values weigh the same, a hundred assignments of a billion use many values of every field."""
    first = [places for _, places in islice(best_first([[1.0] * 1000] * 3, fuzzy), 100)]
    assert all(len({places[field] for places in first}) == 100 for field in range(3))


def test_costs_decide_between_equal_ranks() -> None:
    """The first value of each field costs nothing: assignments come by how many others they use."""
    costs = [[0, 1, 1, 1]] * 3
    found = [places for _, places in best_first([[1.0] * 4] * 3, fuzzy, costs)]
    departed = [sum(place > 0 for place in places) for places in found]
    assert departed == sorted(departed)
    assert len(set(found)) == 64


@given(SETS, st.integers(0, 5))
def test_costs_never_upset_the_ranks(sets: list[list[float]], turn: int) -> None:
    """Whatever costs say, ranks only fall, and every assignment comes once."""
    costs = [[(place + turn) % 3 for place in range(len(one))] for one in sets]
    found = list(best_first(sets, fuzzy, costs))
    assert all(rank >= later for (rank, _), (later, _) in pairwise(found))
    assert len({places for _, places in found}) == prod(map(len, sets))


def test_two_elements_agree_before_they_disagree() -> None:
    """Two boxes of the same words and a list: one word in both goes first, whether the list is narrowed or not."""
    found = agreeing_first([[1.0, 1.0]] * 3, fuzzy, [[0, 0], [0, 0], [0, 1]], Pair(0, 1, [(0, 0), (1, 1)]))
    kinds = [(one == other, choice) for _, (one, other, choice) in found]
    assert kinds == [(True, 0)] * 2 + [(True, 1)] * 2 + [(False, 0)] * 2 + [(False, 1)] * 2


@pytest.mark.parametrize("name", RANKINGS)
@given(sets=SETS.filter(lambda sets: len(sets) > 1), turn=st.integers(0, 3))
def test_agreement_never_upsets_the_ranks(name: str, sets: list[list[float]], turn: int) -> None:
    """Every assignment comes once, and in the order of its rank, whatever two elements share."""
    ranking = RANKINGS[name]
    shared = [(place, (place + turn) % len(sets[1])) for place in range(min(len(sets[0]), len(sets[1])))]
    costs = [[(place + turn) % 2 for place in range(len(one))] for one in sets]
    found = list(agreeing_first(sets, ranking, costs, Pair(0, 1, shared)))
    everything = product(*(range(len(one)) for one in sets))
    assert sorted(places for _, places in found) == sorted(everything)
    ranks = [ranking([one[i] for one, i in zip(sets, places, strict=True)]) for _, places in found]
    assert all(rank >= later - 1e-12 for rank, later in pairwise(ranks))


def test_weights_that_make_no_difference_order_nothing() -> None:
    """Beside a list (all weights 1) every text ranks 1 with probabilistic, which takes them as they come."""
    sets = [[0.1, 0.9, 0.5], [1.0]]
    assert [places[0] for _, places in best_first(sets, probabilistic)] == [0, 1, 2]
    assert [places[0] for _, places in best_first(sets, average)] == [1, 2, 0]


def test_nothing_to_choose_from_gives_no_assignment() -> None:
    """A field without any value leaves no way to fill the form in; a form without fields has one."""
    assert list(best_first([[1.0], []], fuzzy)) == []
    assert list(best_first([], fuzzy)) == [(1.0, ())]


@given(st.lists(st.integers(1, 4), max_size=4))
def test_a_spread_is_the_whole_product(sizes: list[int]) -> None:
    """Each tuple of the product comes once."""
    found = list(spread(sizes))
    assert len(found) == prod(sizes) == len(set(found))
    assert all(all(0 <= place < size for place, size in zip(one, sizes, strict=True)) for one in found)
