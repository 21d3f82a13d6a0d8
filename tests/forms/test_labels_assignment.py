"""Texts assigned to claims: never shared, and as cheap as any assignment can be."""

import random
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.forms.labels.matching import assign

_COST = st.integers(0, 50).map(float)
_ROWS = st.lists(st.tuples(st.dictionaries(st.integers(0, 4), _COST, max_size=4), _COST), max_size=5)


def cost(
    rows: list[tuple[dict[int, float], float]], given_texts: tuple[int | None, ...] | list[int | None]
) -> float:
    return sum(
        without if text is None else row[text] for (row, without), text in zip(rows, given_texts, strict=True)
    )


def shared(texts: tuple[int | None, ...] | list[int | None]) -> bool:
    taken = [text for text in texts if text is not None]
    return len(taken) != len(set(taken))


@settings(max_examples=300, deadline=None)
@given(_ROWS)
def test_no_cheaper_assignment_exists(rows: list[tuple[dict[int, float], float]]) -> None:
    """Whatever the costs, no text is given twice and no other choice costs less."""
    found = assign([row for row, _ in rows], [without for _, without in rows])
    assert not shared(found)
    choices = product(*([None, *row] for row, _ in rows))
    assert cost(rows, found) == min(cost(rows, choice) for choice in choices if not shared(choice))


def test_many_claims_are_solved() -> None:
    """Three thousand claims that compete with their neighbours all get a text where there is one for each."""
    chance = random.Random(3)
    rows: list[dict[int, float]] = [{n: chance.random(), n + 1: chance.random()} for n in range(3_000)]
    found = assign(rows, [100.0] * len(rows))
    assert None not in found
    assert not shared(found)
