"""FFC's Table 2: four learners over the fourteen counts of a form, search or not.

Barbosa & Freire 2005, section 3.3, learned from two thirds of 475 forms and tested on the rest. Here every form is
tested by a learner that has not seen its site, and intervals are drawn over sites. Learners are those of
scikit-learn: its tree is CART, not C4.5; the others are set as Weka has them (a linear support vector machine, one
hidden layer of (features + classes) / 2 nodes), since the paper says nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from leadline.forms.kinds.tree14 import NAMES, counts
from leadline_bench.forms.kind_training import FOLDS, Model
from leadline_bench.forms.kind_truth import Example, examples
from leadline_bench.forms.labels_report import over_sites
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.report import Table
from leadline_bench.statistics import Interval

PUBLISHED = {"tree": 0.0802, "perceptron": 0.0987, "naive_bayes": 0.1049, "svm": 0.1419}
"""Error on the paper's test third."""
_TREE = "tree"
_HIDDEN = (len(NAMES) + 2) // 2


@dataclass(frozen=True, slots=True)
class Errors:
    """For each learner, one row a form: its site, whether it was wrong, 1."""

    sites: tuple[str, ...]
    wrong: Mapping[str, Sequence[int]]

    def rate(self, name: str) -> Interval:
        return over_sites([(site, w, 1) for site, w in zip(self.sites, self.wrong[name], strict=True)], 0)

    def beyond_tree(self, name: str) -> Interval:
        """How much larger the error is than the tree's, form by form."""
        both = zip(self.sites, self.wrong[name], self.wrong[_TREE], strict=True)
        return over_sites([(site, mine - tree, 1) for site, mine, tree in both], 0)


def learners() -> dict[str, Model]:
    """Fresh ones."""
    tree, bayes = import_module("sklearn.tree"), import_module("sklearn.naive_bayes")
    machines, nets = import_module("sklearn.svm"), import_module("sklearn.neural_network")
    scaled = import_module("sklearn.preprocessing").StandardScaler
    row = import_module("sklearn.pipeline").make_pipeline
    return {
        _TREE: tree.DecisionTreeClassifier(min_samples_leaf=5, max_depth=8, random_state=0),
        "perceptron": row(scaled(), nets.MLPClassifier((_HIDDEN,), max_iter=1_000, random_state=0)),
        "naive_bayes": bayes.GaussianNB(),
        "svm": row(scaled(), machines.SVC(kernel="linear")),
    }


def errors(known: Sequence[Example], cuts: Sequence[int], tell: Tell = lambda _: None) -> Errors:
    """Out of fold by whole sites, the folds cut in several ways."""
    selection = import_module("sklearn.model_selection")
    x = np.array([counts(example.form) for example in known])
    y = np.array([bool(example.searches) for example in known])
    sites = np.array([example.site for example in known])
    wrong: dict[str, list[int]] = {name: [] for name in PUBLISHED}
    for cut in cuts:
        tell(f"four learners: {FOLDS} folds, cut {cut + 1} of {len(cuts)}")
        told = {name: np.zeros(len(y), dtype=bool) for name in PUBLISHED}
        folds = selection.GroupKFold(FOLDS, shuffle=True, random_state=cut)
        for train, test in folds.split(x, groups=sites):
            for name, model in learners().items():
                told[name][test] = model.fit(x[train], y[train]).predict(x[test])
        for name, said in told.items():
            wrong[name] += (said != y).astype(int).tolist()
    return Errors(tuple(sites.tolist()) * len(cuts), wrong)


def ffc_table_2(data: Path, cuts: Sequence[int], tell: Tell) -> Part:
    """Published beside measured."""
    known = list(examples(data))
    found = errors(known, cuts, tell)
    rates = {name: found.rate(name) for name in PUBLISHED}
    rows = tuple((name, PUBLISHED[name], rate.value, rate.low, rate.high) for name, rate in rates.items())
    figures = {f"error.{name}{end}": value for name, rate in rates.items() for end, value in _ends(rate)}
    title = f"FFC Table 2: error of four learners over fourteen counts ({len(known)} forms, by whole sites)"
    columns = ("learner", "published", "measured", "low", "high")
    return Part(figures, (Table(title, columns, rows),), (_said(found),))


def _ends(found: Interval) -> Iterator[tuple[str, float]]:
    yield from (("", found.value), ("_low", found.low), ("_high", found.high))


def _said(found: Errors) -> str:
    """Where the paper's choice of the tree comes out, and where not."""
    told = []
    for name in (name for name in PUBLISHED if name != _TREE):
        more = found.beyond_tree(name)
        verdict = "agrees" if more.low > 0 else "differs" if more.high < 0 else "not decided"
        told.append(f"{name} {more.value:+.3f} ({more.low:+.3f} to {more.high:+.3f}): {verdict}")
    return f"The paper's tree errs least; error beyond the tree's here: {'; '.join(told)}."
