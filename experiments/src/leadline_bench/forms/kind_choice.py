"""Settings of the search model, chosen by inner folds, and what that choice is worth on forms it has not seen.

Whoever compares settings on the folds that give the figure reports the luckiest of them. Here every outer fold of
whole sites chooses among `CANDIDATES` by inner folds of its own training part, and only then judges the sites left
out. Settings are compared by log loss, which few forms move less than F1: of the real forms, and a little of the
lab's forms of several fields, of which too few are real.

    python -m leadline_bench.forms.kind_choice ../shared/data
"""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path

import numpy as np

from leadline_bench.forms.kind_training import FOLDS, Flags, Forms, Learning, Numbers, Rows, lab_examples
from leadline_bench.forms.kind_truth import examples
from leadline_bench.forms.kinds import calibration_error, f1
from leadline_bench.forms.report_part import Tell

CANDIDATES = tuple(
    Learning(strength, words, structured, boxes)
    for strength, words, (structured, boxes) in product(
        (0.5, 1.0), (0.6, 1.0), ((0.1, 0.1), (0.5, 0.1), (1.0, 0.1))
    )
)
_INNER = 4
_LAB = 0.1
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Nested:
    """Out of outer folds: F1, calibration error, F1 of real forms of several fields, and what was chosen."""

    f1: float
    ece: float
    f1_structured: float
    chosen: Mapping[Learning, int]


def nested(forms: Forms, seed: int, tell: Tell = lambda _: None) -> Nested:
    p = np.zeros(len(forms.search))
    chosen: Counter[Learning] = Counter()
    for number, (train, test) in enumerate(_folds(forms, np.arange(len(p)), FOLDS, seed), 1):
        best = choose(forms, train, seed)
        chosen[best] += 1
        tell(f"nested, cut {seed}, fold {number} of {FOLDS}: {best}")
        p[test] = forms.fit_search(train, best).predict_proba(forms.x[test])[:, 1]
    real, several = forms.real, forms.real & forms.structured
    return Nested(
        f1(p[real] > 0.5, forms.search[real]),
        calibration_error(p[real], forms.search[real]),
        f1(p[several] > 0.5, forms.search[several]),
        dict(chosen),
    )


def choose(forms: Forms, rows: Rows, seed: int, candidates: Sequence[Learning] = CANDIDATES) -> Learning:
    """The candidate with the least loss out of the inner folds."""
    losses = np.zeros(len(candidates))
    for train, test in _folds(forms, rows, _INNER, seed):
        weight = np.where(forms.real[test], 1.0, np.where(forms.structured[test], _LAB, 0.0))
        for number, candidate in enumerate(candidates):
            p = forms.fit_search(train, candidate).predict_proba(forms.x[test])[:, 1]
            losses[number] += float(np.sum(weight * _loss(p, forms.search[test])))
    return candidates[int(losses.argmin())]


def _loss(p: Numbers, truth: Flags) -> Numbers:
    right = np.clip(np.where(truth, p, 1 - p), _LEAST, 1.0)
    return np.asarray(-np.log(right), dtype=np.float64)


def _folds(forms: Forms, rows: Rows, parts: int, seed: int) -> list[tuple[Rows, Rows]]:
    model_selection = import_module("sklearn.model_selection")

    cut = model_selection.GroupKFold(parts, shuffle=True, random_state=seed)
    return [(rows[train], rows[test]) for train, test in cut.split(rows, groups=forms.sites[rows])]


if __name__ == "__main__":
    known = Forms([*examples(Path(sys.argv[1])), *lab_examples()])
    for seed in map(int, sys.argv[2:] or ["0"]):
        sys.stdout.write(f"{nested(known, seed)}\n")
