"""Weights and rows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.learn.features import log_weights, rows, unit_weights

COUNTS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 50), max_size=8)


def test_log_weights_follow_smartcrawler() -> None:
    """w = 1 + log tf, natural logarithm."""
    assert log_weights({"a": 1, "b": 10}) == {"a": 1.0, "b": pytest.approx(1 + math.log(10))}


@given(COUNTS)
def test_unit_weights_have_length_one(counts: dict[str, int]) -> None:
    """Whatever the page's length, its vector has length 1, or is empty."""
    length = math.sqrt(sum(weight**2 for weight in unit_weights(counts).values()))
    assert length == pytest.approx(1.0) if counts else length == 0


@given(st.lists(COUNTS, max_size=6), st.lists(st.floats(-5, 5), min_size=8, max_size=8))
def test_rows_multiply_like_the_matrix_they_stand_for(
    documents: list[dict[str, int]], weights: list[float]
) -> None:
    """Products from both sides equal those of the dense matrix, empty rows included."""
    terms = list("abcdefgh")
    table = rows(documents, terms)
    dense = np.array([[float(d.get(t, 0)) for t in terms] for d in documents]).reshape(len(documents), len(terms))
    assert len(table) == len(documents)
    np.testing.assert_allclose(table.dot(np.array(weights)), dense @ np.array(weights), atol=1e-9)
    by_row = np.arange(len(documents), dtype=float)
    np.testing.assert_allclose(table.transposed_dot(by_row), dense.T @ by_row, atol=1e-9)


def test_terms_nobody_chose_are_not_in_the_rows() -> None:
    """Rows hold the chosen columns alone."""
    assert rows([{"a": 1.0, "z": 9.0}], ["a"]).values.tolist() == [1.0]
