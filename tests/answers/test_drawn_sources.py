"""Records of sources put together by chance are told apart, and known again, whatever is in their addresses."""

from collections.abc import Callable

import grammar_sources
import pytest
import random_sources
from source_fold import DrawnSource, identified, score

FEWEST = 0.99
SOURCES = 21  # each kind of address of the first family once


@pytest.mark.parametrize("draw", [random_sources.drawn_source, grammar_sources.drawn_source])
def test_rows_of_drawn_sources_get_the_identity_of_their_record(draw: Callable[[int], DrawnSource]) -> None:
    """Pooled over all rows: one record has one identity, one identity one record."""
    rows = precise = found = 0.0
    for seed in range(SOURCES):
        precision, recall, many = score(identified(draw(seed))[0])
        rows, precise, found = rows + many, precise + precision, found + recall
    assert rows > 100 * SOURCES
    assert precise >= FEWEST * rows
    assert found >= FEWEST * rows
