"""Learning what a form is for: forms as rows of numbers, three learners, and what they say out of fold.

Four of five annotated searches are single boxes, and databases have forms of ten fields. Such forms come from the
lab's tuning worlds, searches and others, and count like real ones; boxes of the lab count little, there are enough
real ones (at a tenth for all of them, as before, forms of several fields were taken for registrations).

Needs scikit-learn (`pip install 'leadline-lab[train]'`), which is imported where something is fitted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.forms.evidence import Evidence
from leadline.forms.kinds.features import Features, features_of
from leadline.forms.kinds.tree14 import counts
from leadline.forms.searchable import pieces
from leadline_bench.forms.kind_truth import Example, parsed
from leadline_lab.anatomy import Sheet, Zone
from leadline_lab.pages.models import form_model
from leadline_lab.plan import plan_of
from leadline_lab.render import render, skin
from leadline_lab.spec import WorldSpec
from leadline_lab.world import Site, World, open_world

Numbers = NDArray[np.float64]


def _features(example: Example) -> Features:
    evidence = Evidence(example.form)
    return features_of(evidence, tuple(pieces(evidence)), example.page)


Flags = NDArray[np.bool_]
Rows = NDArray[np.int64]
Model = Any
"""An estimator of scikit-learn, which has no types."""

FOLDS = 10
LAB_SEEDS = (91, 92, 95)
LAB_SITES = 1_500
LAB_WEIGHT = 0.1
"""What a form of the lab counts where kinds are learned."""
FILE_NAME_WEIGHT = 0.5
"""What a kind counts that the name of a file tells."""
KIND_STRENGTH = 1.0
"""Inverse of the penalty on weights, as scikit-learn has it."""
STRUCTURED = 3
"""A form of so many fields or more is no box."""
_WORD = re.compile(r"(?:button|tag|action|name|caption|hidden|class|script)=")
"""Features that are one word at one place."""
RARE = 3
"""Features of fewer forms are left out."""
SMALL = 0.03
"""Weights below are left out."""
_OTHER_KINDS = {"site-search": "search", "poll": "other", "quote": "other", "navigation": "other"}


@dataclass(frozen=True, slots=True)
class Learning:
    """How search or not is learned; `leadline_bench.forms.kind_choice` compares such settings."""

    strength: float = 1.0
    """Inverse of the penalty on weights, as scikit-learn has it."""
    words: float = 1.0
    """Below 1 single words, which depend on the site, are held back against what a form is built of."""
    structured: float = 1.0
    """What a form of the lab with several fields counts; a real one counts 1."""
    boxes: float = 0.1
    """What a box of the lab counts."""


CHOSEN = Learning()


def lab_examples() -> Iterator[Example]:
    """Forms of tuning worlds, each rendered as its site would."""
    for seed in LAB_SEEDS:
        world = open_world(WorldSpec(seed, LAB_SITES))
        for number in range(len(world)):
            site = world.site(number)
            if site.kind == "deep" or number % 8 == 0:
                yield from _of_site(world, site)


def _of_site(world: World, site: Site) -> Iterator[Example]:
    plan, url = plan_of(world, site), f"http://{site.host}/"
    for index, planned in enumerate(plan.forms):
        if planned.copy > 1:
            continue
        model = form_model(world, plan, index, "")
        sheet = Sheet(url, "", site.language, (Zone("main", (model,)),))
        page = parsed(url, render(sheet, skin(world, site)).encode())
        if len(page.forms) == 1:
            kind = _OTHER_KINDS.get(model.kind, model.kind)
            yield Example(page.forms[0], page, f"lab {site.host}", None, kind)


class Forms:
    """All examples as rows of numbers."""

    def __init__(self, known: Sequence[Example]) -> None:
        feature_extraction = import_module("sklearn.feature_extraction")

        vectors = feature_extraction.DictVectorizer()
        matrix = vectors.fit_transform([_features(e) for e in known])
        often = np.asarray((matrix > 0).sum(0)).ravel() >= RARE
        self.x = matrix[:, often].tocsr()
        self.names = [n for n, keep in zip(vectors.feature_names_, often, strict=True) if keep]
        self.sites = np.array([e.site for e in known])
        self.search: Flags = np.array([e.searches for e in known])
        self.real: Flags = np.array([not e.site.startswith("lab ") for e in known])
        self.structured: Flags = np.array([len(Evidence(e.form).visible) >= STRUCTURED for e in known])
        self.kind = np.array([e.kind or "" for e in known], dtype=object)
        self.counts: Numbers = np.array([counts(e.form) for e in known])
        self._taught = np.array([e.kind or e.hinted or "" for e in known], dtype=object)
        unsure = np.where(self.kind != "", 1.0, FILE_NAME_WEIGHT)
        self._weight = np.where(self.real, unsure, LAB_WEIGHT)
        self._is_word: Flags = np.array([_WORD.match(name) is not None for name in self.names])

    def fit_search(self, rows: Rows, learning: Learning = CHOSEN) -> Model:
        linear_model = import_module("sklearn.linear_model")
        sparse = import_module("scipy.sparse")

        model = linear_model.LogisticRegression(C=learning.strength, solver="liblinear")
        from_lab = np.where(self.structured[rows], learning.structured, learning.boxes)
        held_back = np.where(self._is_word, learning.words, 1.0)
        model.fit(
            self.x[rows] @ sparse.diags(held_back),
            self.search[rows],
            sample_weight=np.where(self.real[rows], 1.0, from_lab),
        )
        model.coef_ *= held_back
        return _pruned(model)

    def fit_kinds(self, rows: Rows) -> Model:
        linear_model = import_module("sklearn.linear_model")

        rows = rows[self._taught[rows] != ""]
        model = linear_model.LogisticRegression(C=KIND_STRENGTH, max_iter=400)
        kinds = self._taught[rows].astype(str)
        return _pruned(model.fit(self.x[rows], kinds, sample_weight=self._weight[rows]))

    def fit_tree(self, rows: Rows) -> Model:
        """The paper's, on real forms alone."""
        trees = import_module("sklearn.tree")

        rows = rows[self.real[rows]]
        tree = trees.DecisionTreeClassifier(min_samples_leaf=5, max_depth=8, random_state=0)
        return tree.fit(self.counts[rows], self.search[rows])


def _pruned(model: Model) -> Model:
    """As in the file that ships."""
    model.coef_[np.abs(model.coef_) < SMALL] = 0.0
    return model


@dataclass(frozen=True, slots=True)
class Told:
    """What models say about forms of sites they have not seen."""

    searchable: Numbers
    searchable14: Numbers
    kinds: Numbers
    """Probabilities, a column for each of `kind_names`."""
    kind_names: tuple[str, ...]

    @property
    def kind(self) -> NDArray[np.object_]:
        """As `leadline.forms.kinds.model.Judgement` has it: what is called searchable is a search."""
        names = np.array(self.kind_names, dtype=object)
        others = np.where(names == "search", -1.0, self.kinds)
        return np.where(self.searchable > 0.5, "search", names[others.argmax(axis=1)])


def out_of_fold(forms: Forms, seed: int) -> Told:
    """Ten folds of whole sites, cut anew for each seed."""
    model_selection = import_module("sklearn.model_selection")

    total = len(forms.search)
    p, p14, kinds = np.zeros(total), np.zeros(total), np.zeros((total, 0))
    names: tuple[str, ...] = ()
    cut = model_selection.GroupKFold(FOLDS, shuffle=True, random_state=seed)
    for train, test in cut.split(forms.x, groups=forms.sites):
        p[test] = forms.fit_search(train).predict_proba(forms.x[test])[:, 1]
        p14[test] = forms.fit_tree(train).predict_proba(forms.counts[test])[:, 1]
        model = forms.fit_kinds(train)
        names = tuple(map(str, model.classes_))
        kinds = kinds if kinds.size else np.zeros((total, len(names)))
        kinds[test] = model.predict_proba(forms.x[test])
    return Told(p, p14, kinds, names)
