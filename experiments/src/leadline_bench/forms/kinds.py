"""Search or not, and kinds, out of fold on the development forms; the paper's tree on the same folds.

Models are trained anew for every fold of whole sites, and the folds are cut in several ways: what one lucky cut
says is worth little. Figures are means over the cuts, intervals are drawn over sites.

    python -m leadline_bench.forms.kinds ../shared/data
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline_bench.forms.kind_training import FOLDS, Flags, Forms, Numbers, Rows, Told, lab_examples, out_of_fold
from leadline_bench.forms.kind_truth import examples
from leadline_bench.forms.report_part import Tell
from leadline_bench.statistics import Interval, ratio_interval

CUTS = (0, 1, 2)
Measured = NDArray[Any]
_BINS = 10
_DRAWS = 300


@dataclass(frozen=True, slots=True)
class SearchFigures:
    """Of the real forms; `by_cut` has one row a cut: F1, calibration error, accuracy of kinds."""

    search_f1: Interval
    search_f1_tree14: Interval
    ece: Interval
    kind_accuracy: Interval
    lab_f1: float
    forms: int
    labelled: int
    by_cut: tuple[tuple[float, float, float], ...]


def search_figures(data: Path, cuts: Sequence[int] = CUTS, tell: Tell = lambda _: None) -> SearchFigures:
    """Train and ask, fold by fold; `BadTarget` if the development data is not in `data`."""
    known = list(examples(data))
    tell(f"{len(known)} development forms, and forms of the lab to learn from")
    return figures_of(Forms([*known, *lab_examples()]), cuts, tell)


def figures_of(forms: Forms, cuts: Sequence[int] = CUTS, tell: Tell = lambda _: None) -> SearchFigures:
    told = []
    for number, cut in enumerate(cuts, 1):
        tell(f"kinds: {FOLDS} folds, cut {number} of {len(cuts)}")
        told.append(out_of_fold(forms, cut))
    real, labelled = forms.real, forms.kind != ""
    return SearchFigures(
        _f1_interval(forms, [one.searchable for one in told]),
        _f1_interval(forms, [one.searchable14 for one in told]),
        _ece_interval(forms, [one.searchable for one in told]),
        _over_sites(forms, labelled, [one.kind == forms.kind for one in told], [labelled] * len(told)),
        float(np.mean([f1(one.searchable[~real] > 0.5, forms.search[~real]) for one in told])),
        int(real.sum()),
        int(labelled.sum()),
        tuple(_row(forms, one) for one in told),
    )


def f1(found: Flags, truth: Flags) -> float:
    return float(2 * np.sum(found & truth) / (np.sum(found) + np.sum(truth)))


def calibration_error(p: Numbers, truth: Flags) -> float:
    """Expected calibration error over bins of equal width."""
    place = np.minimum((p * _BINS).astype(int), _BINS - 1)
    bins = [place == b for b in np.unique(place)]
    return float(sum(np.mean(b) * abs(p[b].mean() - truth[b].mean()) for b in bins))


def _row(forms: Forms, told: Told) -> tuple[float, float, float]:
    real, labelled = forms.real, forms.kind != ""
    p, truth = told.searchable[real], forms.search[real]
    right = float(np.mean(told.kind[labelled] == forms.kind[labelled]))
    return f1(p > 0.5, truth), calibration_error(p, truth), right


def _f1_interval(forms: Forms, ps: Sequence[Numbers]) -> Interval:
    """F1 is a ratio of sums, so sites can be drawn as pairs of what they add to both."""
    found = [p > 0.5 for p in ps]
    hits = [2.0 * (one & forms.search).astype(np.float64) for one in found]
    sizes = [one.astype(np.float64) + forms.search for one in found]
    return _over_sites(forms, forms.real, hits, sizes)


def _over_sites(forms: Forms, rows: Flags, above: Sequence[Measured], below: Sequence[Measured]) -> Interval:
    _, site = np.unique(forms.sites[rows], return_inverse=True)
    up = sum(np.bincount(site, weights=one[rows].astype(float)) for one in above)
    down = sum(np.bincount(site, weights=one[rows].astype(float)) for one in below)
    return ratio_interval(np.asarray(up).tolist(), np.asarray(down).tolist(), seed=0)


def _ece_interval(forms: Forms, ps: Sequence[Numbers]) -> Interval:
    """Bins are no sums over sites: whole sites are drawn with their forms."""
    names, site = np.unique(forms.sites[forms.real], return_inverse=True)
    of_site = [np.flatnonzero(site == number) for number in range(len(names))]
    truth = forms.search[forms.real]
    inside = [p[forms.real] for p in ps]

    def mean(rows: Rows) -> float:
        return float(np.mean([calibration_error(p[rows], truth[rows]) for p in inside]))

    roll = np.random.default_rng(0)
    drawn = [
        mean(np.concatenate([of_site[n] for n in roll.integers(len(names), size=len(names))]))
        for _ in range(_DRAWS)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Interval(mean(np.arange(len(truth))), float(low), float(high))


if __name__ == "__main__":
    sys.stdout.write(f"{search_figures(Path(sys.argv[1]))}\n")
