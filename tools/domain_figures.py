"""How well domains of forms are told: the figures of the card and of docs/rooms/forms.md."""

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
from domain_examples import REPORTING, TUNING, Example, lab

from leadline.forms.domains.features import form_terms, page_terms
from leadline.forms.domains.model import DomainModel, bundled
from leadline.forms.domains.train import train
from leadline.lab.words import UNSEEN

Figures = dict[str, object]
FEW = (5, 20, 100)


class Judged:
    """Probabilities of all models for some forms, read once."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples = examples
        self.own = [form_terms(e.form) for e in examples]
        self.around = [page_terms(e.page) for e in examples]
        self.domain = np.array([e.domain for e in examples])
        self.searchable = np.array([e.searchable for e in examples])
        self.foreign = np.array([e.foreign for e in examples])
        self.keyword = np.array([e.shape == "keyword" for e in examples])

    def probability(self, model: DomainModel, *, page: bool = True) -> np.ndarray:
        pages = [model.part(terms) if page else None for terms in self.around]
        return np.array([model.combined(model.part(o), p) for o, p in zip(self.own, pages, strict=True)])


def one_of_ten(judged: Judged, models: Mapping[str, DomainModel], *, page: bool) -> Figures:
    """Which domain is likeliest for forms that have one, and what P > 0.5 gets right among all searches."""
    names = [name for name in sorted(models) if name not in UNSEEN]
    p = np.stack([judged.probability(models[name], page=page) for name in names], 1)
    right = np.array(names)[p.argmax(1)] == judged.domain
    has = np.isin(judged.domain, names)
    parts = {
        "forms": has,
        "of their site's own domain": has & ~judged.foreign,
        "foreign forms of portals": has & judged.foreign,
        "more than a keyword box": has & ~judged.keyword,
        "keyword boxes of their site's own domain": has & ~judged.foreign & judged.keyword,
    }
    found: Figures = {name: {"n": int(m.sum()), "right": _share(right[m])} for name, m in parts.items()}
    sides = [binary(p[:, i] > 0.5, judged.domain == name, judged.searchable) for i, name in enumerate(names)]
    return found | {f"each against all searches, {key}": _mean([side[key] for side in sides]) for key in sides[0]}


def binary(found: np.ndarray, truth: np.ndarray, counted: np.ndarray) -> dict[str, float]:
    found, truth = found[counted], truth[counted]
    recall, specificity = float(found[truth].mean()), float((~found[~truth]).mean())
    return {
        "accuracy": round(float((found == truth).mean()), 4),
        "precision": round(float(truth[found].mean()) if found.any() else 0.0, 4),
        "recall": round(recall, 4),
        "balanced": round((recall + specificity) / 2, 4),
    }


def from_few(judged: Judged, domain: str, shown: Sequence[Example], many: int, draws: int = 3) -> dict[str, float]:
    """A model of so many positive examples and nothing else but the background, tested on other worlds."""
    positive = [e for e in shown if e.domain == domain]
    found = []
    for draw in range(draws):
        chosen = Random(f"{domain} {many} {draw}").sample(positive, min(many, len(positive)))  # noqa: S311
        model = train([(e.form, e.page, True) for e in chosen])
        found.append(
            binary(judged.probability(model) > 0.5, judged.domain == domain, judged.searchable)
            | {"telling": _telling(judged, model, domain)}
        )
    return {key: _mean([one[key] for one in found]) for key in found[0]}


def _telling(judged: Judged, model: DomainModel, domain: str) -> float:
    """Balanced accuracy among searches that are more than a keyword box."""
    return binary(judged.probability(model) > 0.5, judged.domain == domain, judged.searchable & ~judged.keyword)[
        "balanced"
    ]


def papers_learner(judged: Judged) -> Figures:
    """A linear support-vector machine on the form's own words, and on the page's as well."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.svm import LinearSVC

    taught = Judged([e for seed in TUNING for e in lab(seed, "tuning")])
    names = sorted(set(taught.domain) - {""})
    found: Figures = {}
    has = np.isin(judged.domain, names)
    for what, page in (("form alone", False), ("form and page", True)):
        rows = [
            [o | a if page else o for o, a in zip(side.own, side.around, strict=True)] for side in (taught, judged)
        ]
        vectors = DictVectorizer()
        train_x, test_x = vectors.fit_transform(rows[0]), vectors.transform(rows[1])
        margin = np.stack(
            [LinearSVC(C=1.0).fit(train_x, taught.domain == n).decision_function(test_x) for n in names], 1
        )
        sides = [binary(margin[:, i] > 0, judged.domain == n, judged.searchable) for i, n in enumerate(names)]
        found[what] = {
            "likeliest is right": _share((np.array(names)[margin.argmax(1)] == judged.domain)[has]),
            **{key: _mean([side[key] for side in sides]) for key in sides[0]},
        }
    return found


def on_real_sites(judged: Judged, models: Mapping[str, DomainModel]) -> Figures:
    """Searches of SWDE's sites of auto, book, job and movie: the likeliest of twelve is the site's own."""
    found: Figures = {}
    own = np.isin(judged.domain, ("auto", "book", "job", "movie"))
    names = sorted(models)
    for what, page in (("with page", True), ("without page", False)):
        p = np.stack([judged.probability(models[name], page=page) for name in names], 1)
        mine = np.array([names.index(d) if d else 0 for d in judged.domain])
        found[what] = {
            "searches": int(own.sum()),
            "likeliest is right": _share((np.array(names)[p.argmax(1)] == judged.domain)[own]),
            "P > 0.5": _share((p[np.arange(len(p)), mine] > 0.5)[own]),
        }
    return found


def figures() -> Figures:
    """Everything that is measured on what ships."""
    models = bundled()
    judged = Judged(lab(REPORTING[1], "reporting"))
    found: Figures = {
        "ten domains, with page": one_of_ten(judged, models, page=True),
        "ten domains, form alone": one_of_ten(judged, models, page=False),
        "LinearSVC": papers_learner(judged),
        "unseen domains by keywords alone": {
            name: binary(judged.probability(models[name]) > 0.5, judged.domain == name, judged.searchable)
            for name in UNSEEN
        },
    }
    for name in UNSEEN:
        shown = lab(REPORTING[0], "reporting")
        found[f"{name} from examples of another world"] = {n: from_few(judged, name, shown, n) for n in FEW}
    shown = lab(TUNING[0], "tuning")
    by_number = {
        n: [from_few(judged, name, shown, n, draws=1) for name in models if name not in UNSEEN] for n in FEW
    }
    found["ten domains from examples, mean"] = {
        n: {key: _mean([one[key] for one in sides]) for key in sides[0]} for n, sides in by_number.items()
    }
    return found


def _share(right: np.ndarray) -> float:
    return round(float(right.mean()), 4) if len(right) else 0.0


def _mean(numbers: Sequence[float]) -> float:
    return round(float(np.mean(numbers)), 4)
