"""Counts of terms → features: weights, and rows of numbers for training.

A term's weight in a document is w = 1 + log tf (SmartCrawler, section 4.2); divided by the length of the
document's vector (the cosine normalisation of Salton and Buckley, *Term-weighting approaches in automatic text
retrieval*, IPM 24(5), 1988) it measures how dense a topic is, so a short page and a long one are comparable.

>>> log_weights({"car": 1, "dealer": 3})
{'car': 1.0, 'dealer': 2.09861228866811}
>>> {term: round(weight, 4) for term, weight in unit_weights({"car": 2, "dealer": 2}).items()}
{'car': 0.7071, 'dealer': 0.7071}
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Counts = Mapping[str, int]
Weights = Mapping[str, float]
Numbers = NDArray[np.float64]


def log_weights(counts: Counts) -> dict[str, float]:
    """w = 1 + log tf of every term."""
    return {term: 1.0 + math.log(count) for term, count in counts.items()}


def unit_weights(counts: Counts) -> dict[str, float]:
    """Log weights scaled to length 1; empty for an empty document."""
    weights = log_weights(counts)
    length = math.sqrt(math.fsum(w * w for w in weights.values()))
    return {term: weight / length for term, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class SparseRows:
    """Documents as a sparse matrix, row after row; `terms` names the columns."""

    terms: tuple[str, ...]
    starts: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Numbers

    def __len__(self) -> int:
        return len(self.starts) - 1

    def dot(self, weights: Numbers) -> Numbers:
        """Each row times the weights."""
        sums = np.concatenate(([0.0], np.cumsum(self.values * weights[self.columns])))
        return np.asarray(sums[self.starts[1:]] - sums[self.starts[:-1]])

    def transposed_dot(self, by_row: Numbers) -> Numbers:
        """Each column times one number a row."""
        spread = np.repeat(by_row, np.diff(self.starts))
        sums = np.bincount(self.columns, self.values * spread, minlength=len(self.terms))
        return np.asarray(sums, dtype=np.float64)  # integers where there is nothing to count


def rows(documents: Sequence[Weights], terms: Sequence[str]) -> SparseRows:
    """The documents with the chosen terms alone."""
    column = {term: number for number, term in enumerate(terms)}
    starts, columns, values = [0], list[int](), list[float]()
    for document in documents:
        for term, weight in document.items():
            if (number := column.get(term)) is not None:
                columns.append(number)
                values.append(weight)
        starts.append(len(columns))
    return SparseRows(
        tuple(terms),
        np.asarray(starts, dtype=np.int64),
        np.asarray(columns, dtype=np.int64),
        np.asarray(values, dtype=np.float64),
    )
