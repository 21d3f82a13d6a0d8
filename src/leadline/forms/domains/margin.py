"""A linear support-vector machine, small: the learner of ACHE and SmartCrawler for forms of a domain.

Minimises ½·|w − prior|² + Σ cost · max(0, 1 − y·(w·x))², the squared hinge loss, by dual coordinate descent
(Hsieh, Chang, Lin, Keerthi, Sundararajan, *A dual coordinate descent method for large-scale linear SVM*, ICML
2008, algorithm 1). The bias is the weight of one more feature that is always 1. Rows are visited in an order
shuffled from one seed, so the same examples give the same model.

>>> found = widest([{"car": 1.0}, {"book": 1.0}], [True, False], [1.0, 1.0])
>>> found.score({"car": 1.0}) > 0 > found.score({"book": 1.0})
True
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from leadline.learn.features import Weights, rows
from leadline.learn.linear import LinearModel

_ROUNDS = 60
_NEAR = 1e-2  # largest slope that is left over when nothing is worth another round


def widest(
    documents: Sequence[Weights],
    labels: Sequence[bool],
    costs: Sequence[float],
    prior: LinearModel | None = None,
) -> LinearModel:
    """The model with the widest margin around `prior`; `costs` say what missing each example costs."""
    prior = prior or LinearModel()
    table = rows(documents, sorted({t for document in documents for t in document} | prior.weights.keys()))
    found = np.array([*(prior.weights.get(term, 0.0) for term in table.terms), prior.bias])
    signs = np.where(labels, 1.0, -1.0)
    slack = 0.5 / np.asarray(costs, dtype=np.float64)
    always = len(table.terms)
    columns = [np.append(table.columns[a:b], always) for a, b in zip(table.starts, table.starts[1:], strict=False)]
    values = [np.append(table.values[a:b], 1.0) for a, b in zip(table.starts, table.starts[1:], strict=False)]
    curvature = slack + np.array([v @ v for v in values])
    held = np.zeros(len(columns))
    order, roll = list(range(len(columns))), Random(0)  # noqa: S311  # an order, no secret
    for _ in range(_ROUNDS):
        roll.shuffle(order)
        steepest = 0.0
        for row in order:
            slope = signs[row] * (found[columns[row]] @ values[row]) - 1.0 + slack[row] * held[row]
            if held[row] == 0.0 and slope >= 0.0:
                continue
            steepest = max(steepest, abs(slope))
            moved = max(held[row] - slope / curvature[row], 0.0)
            found[columns[row]] += (moved - held[row]) * signs[row] * values[row]
            held[row] = moved
        if steepest < _NEAR:
            break
    return LinearModel(dict(zip(table.terms, found[:-1].tolist(), strict=True)), float(found[-1]))
