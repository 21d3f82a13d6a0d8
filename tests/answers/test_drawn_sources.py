"""Records of sources put together by chance are told apart, and known again, whatever is in their addresses."""

from collections.abc import Callable

import grammar_sources
import pytest
import random_sources
from source_fold import DrawnSource, identified, score

FEWEST = 0.99


# Each kind of address of the first family comes once in 21; the second has none.
@pytest.mark.parametrize(
    ("draw", "sources"), [(random_sources.drawn_source, 21), (grammar_sources.drawn_source, 12)]
)
def test_rows_of_drawn_sources_get_the_identity_of_their_record(
    draw: Callable[[int], DrawnSource], sources: int
) -> None:
    """Pooled over all rows: one record has one identity, one identity one record."""
    rows = precise = found = 0.0
    for seed in range(sources):
        precision, recall, many = score(identified(draw(seed))[0])
        rows, precise, found = rows + many, precise + precision, found + recall
    assert rows > 100 * sources
    assert precise >= FEWEST * rows
    assert found >= FEWEST * rows
