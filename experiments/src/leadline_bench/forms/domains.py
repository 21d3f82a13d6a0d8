"""How well the domain of a form is told (HIFI's second stage), on worlds nothing was trained on.

What is measured. *Forms*: every search of a database on sites drawn at random (`domain_worlds`), as many sites of
each domain, portals as they come; truth is the domain of the database behind it. *Candidates*: the ten domains of
which examples were learned. *Right*: the likeliest of them is the true one. *Page*: the form is seen on its page
unless "form alone" is said. Intervals are bootstrapped over sites. `balanced` is the mean of recall and
specificity at P > 0.5 among all searches, site searches included, which are of no domain.

`domain_accuracy` counts all these forms. A box that says "Search" and stands beside a hotel's form on a page about
hotels, but searches flights, says so nowhere before it is used (1 % of all forms of tuning worlds): these are in,
and `domain_accuracy_own` shows the forms of their site's own domain, `domain_accuracy_telling` those that are more
than a keyword box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.forms.domains.model import DomainModel, bundled, form_terms, page_terms
from leadline.forms.domains.train import train
from leadline_bench.forms.domain_worlds import Example, examples_of_world
from leadline_bench.statistics import Interval, ratio_interval
from leadline_lab.words import UNSEEN

Flags = NDArray[np.bool_]
Figures = dict[str, float]
Tables = dict[str, dict[str, dict[str, float]]]
FEW = (5, 20, 100)


@dataclass(frozen=True, slots=True)
class DomainPlan:
    """Worlds by seed: reporting ones are measured on and, for domains of which nothing is known, learned from."""

    measured: tuple[int, ...] = (994, 995)
    shown: int = 996
    """Examples of the unseen domains."""
    tuning: tuple[int, ...] = (10, 11)
    """Examples of the ten for the support-vector machine and the curve."""
    sites: int = 25
    draws: int = 2
    size: str = "large"


class Judged:
    """Forms read once, to be judged by many models."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples = examples
        self.own = [form_terms(e.form) for e in examples]
        self.around = [page_terms(e.page) for e in examples]
        self.domain = np.array([e.domain for e in examples])
        self.searchable = np.array([e.searchable for e in examples])
        self.foreign = np.array([e.foreign for e in examples])
        self.keyword = np.array([e.shape == "keyword" for e in examples])

    def nothing_above(self) -> "Judged":
        """The same forms for a reader who does not see what stands right above them."""
        return Judged([replace(e, form=replace(e.form, above="")) for e in self.examples])

    def probability(self, model: DomainModel, *, page: bool = True) -> NDArray[np.float64]:
        pages = [model.part(terms) if page else None for terms in self.around]
        return np.array([model.combined(model.part(o), p) for o, p in zip(self.own, pages, strict=True)])

    def right(self, models: Mapping[str, DomainModel], *, page: bool = True) -> Flags:
        """Whether the likeliest is the true one."""
        names = sorted(models)
        p = np.stack([self.probability(models[name], page=page) for name in names], 1)
        return np.asarray(np.array(names)[p.argmax(1)] == self.domain)

    def parts(self, names: Sequence[str]) -> dict[str, Flags]:
        has = np.isin(self.domain, names)
        return {
            "all": has,
            "own": has & ~self.foreign,
            "telling": has & ~self.keyword,
            "own keyword boxes": has & ~self.foreign & self.keyword,
            "foreign, telling": has & self.foreign & ~self.keyword,
            "foreign keyword boxes": has & self.foreign & self.keyword,
        }

    def interval(self, right: Flags, counted: Flags) -> Interval:
        """A share over sites drawn again."""
        sites: dict[str, list[bool]] = {}
        for number in np.flatnonzero(counted).tolist():
            sites.setdefault(self.examples[number].site, []).append(bool(right[number]))
        return ratio_interval([sum(s) for s in sites.values()], [len(s) for s in sites.values()], seed=0)


def binary(found: Flags, truth: Flags) -> Figures:
    """One domain against everything else."""
    recall, specificity = float(found[truth].mean()), float((~found[~truth]).mean())
    precision = float(truth[found].mean()) if found.any() else 0.0
    return {"balanced": (recall + specificity) / 2, "recall": recall, "precision": precision}


def domain_figures(plan: DomainPlan | None = None) -> tuple[Figures, Tables]:
    """Everything about what ships, and about learning from examples of one's own."""
    plan = plan or DomainPlan()
    judged = Judged([e for seed in plan.measured for e in _world(plan, seed, "reporting")])
    taught = [e for seed in plan.tuning for e in _world(plan, seed, "tuning")]
    figures, tables = shipped(judged)
    for found in (
        unseen(judged, _world(plan, plan.shown, "reporting"), plan.draws),
        curve(judged, taught),
        _machine_figures(judged, taught),
    ):
        figures |= found
    return {name: round(value, 4) for name, value in figures.items()}, tables


def shipped(judged: Judged) -> tuple[Figures, Tables]:
    """The bundled models of the ten known domains."""
    models = {name: model for name, model in bundled().items() if name not in UNSEEN}
    parts = judged.parts(sorted(models))
    with_page, alone = judged.right(models), judged.right(models, page=False)
    whole = judged.interval(with_page, parts["all"])
    figures = {
        "domain_accuracy": whole.value,
        "domain_accuracy_low": whole.low,
        "domain_accuracy_high": whole.high,
    }
    figures["domain_accuracy_form_alone"] = _share(alone, parts["all"])
    figures["domain_accuracy_nothing_above"] = _share(judged.nothing_above().right(models), parts["all"])
    rows = {}
    for name, counted in parts.items():
        if not counted.any():  # a quick look may meet none of a kind
            continue
        found = judged.interval(with_page, counted)
        row = {"forms": int(counted.sum()), "right": found.value, "low": found.low, "high": found.high}
        rows[name] = {key: round(x, 4) for key, x in row.items()} | {"alone": round(_share(alone, counted), 4)}
    for name in rows.keys() & {"own", "telling"}:
        figures[f"domain_accuracy_{name}"] = rows[name]["right"]
    searches = judged.searchable
    each = {
        name: binary((judged.probability(model) > 0.5)[searches], (judged.domain == name)[searches])
        for name, model in bundled().items()
        if (judged.domain == name).any()
    }
    for key in ("balanced", "recall", "precision"):
        figures[f"domain_{key}"] = float(np.mean([each[name][key] for name in models if name in each]))
    rounded = {name: {key: round(x, 4) for key, x in row.items()} for name, row in each.items()}
    return figures, {"parts": rows, "each against all searches": rounded}


def unseen(judged: Judged, shown: Sequence[Example], draws: int, few: Sequence[int] = FEW) -> Figures:
    """Domains nobody showed an example of: by keywords alone, and after some, with keywords and without."""
    figures: Figures = {}
    for name in UNSEEN:
        prior = bundled()[name]
        figures[f"domain_{name}_keywords_alone"] = _balanced(judged, prior, name)
        positive = [e for e in shown if e.domain == name]
        for many in few:
            for what, known in (("", prior), ("_no_keywords", None)):
                found = []
                for draw in range(draws):
                    chosen = _chosen(positive, many, f"{name} {draw}")
                    model = train([(e.form, e.page, True) for e in chosen], prior=known)
                    found.append(_balanced(judged, model, name))
                figures[f"domain_{name}_{many}{what}"] = float(np.mean(found))
    for many in few:
        for what in ("", "_no_keywords"):
            both = [figures[f"domain_{name}_{many}{what}"] for name in UNSEEN]
            figures[f"domain_unseen_{many}{what}"] = float(np.mean(both))
    return figures


def curve(judged: Judged, taught: Sequence[Example]) -> Figures:
    """The ten from so many examples each and nothing else known of them; beside it the machine, from the same."""
    names = sorted({e.domain for e in taught} - {""})
    counted = judged.parts(names)["all"]
    figures: Figures = {}
    for many in FEW:
        chosen = {name: _chosen([e for e in taught if e.domain == name], many, name) for name in names}
        models = {}
        for name in names:
            shown = [(e.form, e.page, other == name) for other in names for e in chosen[other]]
            models[name] = train(shown)
        figures[f"domain_accuracy_at_{many}"] = _share(judged.right(models), counted)
        every = [e for members in chosen.values() for e in members]
        found = support_vectors(Judged(every), judged, names, page=True)
        if found is not None:
            figures[f"domain_accuracy_svm_at_{many}"] = _share(found, counted)
    return figures


def support_vectors(taught: Judged, judged: Judged, names: Sequence[str], *, page: bool) -> Flags | None:
    """The papers' learner, linear, one against the rest; `None` where scikit-learn is not installed."""
    try:
        feature_extraction = import_module("sklearn.feature_extraction")
        svm = import_module("sklearn.svm")
    except ImportError:
        return None
    sides = [[o | a if page else o for o, a in zip(s.own, s.around, strict=True)] for s in (taught, judged)]
    vectors: Any = feature_extraction.DictVectorizer()
    known, asked = vectors.fit_transform(sides[0]), vectors.transform(sides[1])
    for matrix in (known, asked):  # liblinear takes 32-bit indices only
        matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    margins = [
        svm.LinearSVC(C=1.0, random_state=0).fit(known, taught.domain == n).decision_function(asked) for n in names
    ]
    return np.asarray(np.array(names)[np.stack(margins, 1).argmax(1)] == judged.domain)


def _machine_figures(judged: Judged, taught: Sequence[Example]) -> Figures:
    names = sorted({e.domain for e in taught} - {""})
    counted = judged.parts(names)["all"]
    known = Judged(taught)
    found = {
        "domain_accuracy_svm": support_vectors(known, judged, names, page=True),
        "domain_accuracy_svm_form_alone": support_vectors(known, judged, names, page=False),
    }
    return {name: _share(right, counted) for name, right in found.items() if right is not None}


def on_real_sites(examples: Sequence[Example], models: Mapping[str, DomainModel]) -> Tables:
    """Searches of sites whose subject is known: the likeliest of all domains is it, and P > 0.5 for it."""
    judged, names = Judged(examples), sorted(models)
    counted = np.isin(judged.domain, names)
    found: Tables = {}
    for what, page in (("with page", True), ("without page", False)):
        p = {name: judged.probability(models[name], page=page) for name in names}
        sure = np.array([p[d][i] > 0.5 if d in p else False for i, d in enumerate(judged.domain)])
        shares = {"likeliest is right": judged.right(models, page=page), "P > 0.5": sure}
        found[what] = {"forms": {"n": float(counted.sum())}} | {
            name: {"share": round(_share(flags, counted), 4)} for name, flags in shares.items()
        }
    return found


def _world(plan: DomainPlan, seed: int, role: str) -> tuple[Example, ...]:
    return examples_of_world(seed, role, plan.sites, size=plan.size)


def _chosen(examples: Sequence[Example], many: int, seed: str) -> list[Example]:
    return Random(f"{seed} {many}").sample(list(examples), min(many, len(examples)))  # noqa: S311  # no secret


def _balanced(judged: Judged, model: DomainModel, name: str) -> float:
    searches = judged.searchable
    return binary((judged.probability(model) > 0.5)[searches], (judged.domain == name)[searches])["balanced"]


def _share(right: Flags, counted: Flags) -> float:
    return float(right[counted].mean()) if counted.any() else 0.0
