"""Train what a form is for on the development forms, out-of-fold first, and write the weights with their card.

    python tools/train_forms.py --data ../shared/data [--check]

Folds are grouped by site. `--check` measures and writes nothing.
Needs scikit-learn (`pip install 'leadline[train]'`).
"""

import argparse
import hashlib
import json
import re
import sys
import tarfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from leadline.forms.kinds.features import features
from leadline.forms.kinds.model import KINDS
from leadline.forms.kinds.tree14 import NAMES, counts
from leadline.learn.linear import LinearModel
from leadline.model.form import Form
from leadline.model.page import Page, Request, Response
from leadline.model.url import site_of
from leadline.parse.page import parse

OUT = Path(__file__).parents[1] / "src" / "leadline" / "forms" / "kinds" / "data"
SHORT = {
    "s": "search", "l": "login", "r": "registration", "p": "password-recovery", "m": "mailing-list",
    "c": "contact", "b": "order", "o": "other", "P": "other", "V": "other", "N": "other", "C": "other",
}  # fmt: skip
FILE_NAMES = (
    ("login|signin|sign-in", "login"),
    ("signup|register|registration|sign-up|join", "registration"),
    ("newsletter|subscribe", "mailing-list"),
    ("contact|message", "contact"),
    ("checkout|payment|shipping|donation|order|billing|cart", "order"),
    ("forgot|reset|recover", "password-recovery"),
)
"""What a ddg page is called tells what its typed forms are; they only help to train: nobody labelled them."""
FILE_NAME_WEIGHT = 0.5
STRENGTH = 1.0
SEARCH_STRENGTH = 3.0
RARE = 3
SMALL = 0.03
FOLDS = 10


@dataclass(frozen=True, slots=True)
class Example:
    form: Form
    page: Page
    site: str
    kind: str | None
    """None: some kind that is no search."""
    hinted: str | None = None
    """Kind by the name of its file."""


def pages(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as members:
        for member in members:
            stream = members.extractfile(member)
            if stream is not None:
                yield member.name, stream.read()


def parsed(url: str, body: bytes) -> Page:
    return parse(Response(Request(url), url, 200, (("Content-Type", "text/html"),), body, 0.0))


def examples(data: Path) -> Iterator[Example]:
    """Forms of formasaurus whose number agrees with the annotation, typed forms of ddg."""
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text(encoding="utf-8"))
    for name, body in pages(data / "formasaurus" / "dev_html.tar.xz"):
        if name in index:
            page, kinds = parsed(index[name]["url"], body), index[name]["forms"]
            if len(kinds) == len(page.forms):
                for form, kind in zip(page.forms, kinds, strict=True):
                    if kind not in "-X":
                        yield Example(form, page, site_of(page.url), SHORT[kind])
    for name, body in pages(data / "ddg_autofill_forms" / "dev_html.tar.xz"):
        stem = name.partition(".")[0]
        page = parsed(f"https://{stem.replace('_', '-')}.example/", body)
        hinted = next((kind for pattern, kind in FILE_NAMES if re.search(pattern, stem)), None)
        for form in page.forms:
            if any((c.attribute("data-manual-scoring") or "unknown") != "unknown" for c in form.controls):
                yield Example(form, page, stem.partition("_")[0], None, hinted)


def calibration_error(p: np.ndarray, truth: np.ndarray, bins: int = 10) -> float:
    place = np.minimum((p * bins).astype(int), bins - 1)
    return float(
        sum(np.mean(place == b) * abs(p[place == b].mean() - truth[place == b].mean()) for b in np.unique(place))
    )


def f1(found: np.ndarray, truth: np.ndarray) -> float:
    return float(2 * np.sum(found & truth) / (np.sum(found) + np.sum(truth)))


LAB_SEEDS = (91, 92)
LAB_WEIGHT = 0.3
LAB_KINDS = {"site-search": "search", "poll": "other", "quote": "other", "navigation": "other"}


def lab_examples() -> Iterator[Example]:
    """Forms of tuning worlds: four of five annotated searches are boxes, databases have forms of ten fields."""
    from leadline.lab.anatomy import Sheet, Zone
    from leadline.lab.pages.models import form_model
    from leadline.lab.plan import plan_of
    from leadline.lab.render import render, skin
    from leadline.lab.spec import WorldSpec
    from leadline.lab.world import open_world

    for seed in LAB_SEEDS:
        world = open_world(WorldSpec(seed, 1_500))
        for number in range(len(world)):
            site = world.site(number)
            if site.kind != "deep" and number % 8:
                continue
            plan = plan_of(world, site)
            for index, planned in enumerate(plan.forms):
                if planned.copy > 1:
                    continue
                url = f"http://{site.host}/"
                model = form_model(world, plan, index, "")
                sheet = Sheet(url, "", site.language, (Zone("main", (model,)),))
                page = parsed(url, render(sheet, skin(world, site)).encode())
                if len(page.forms) == 1:
                    kind = LAB_KINDS.get(model.kind, model.kind)
                    yield Example(page.forms[0], page, f"lab {site.host}", None, kind)


class Table:
    """All examples as rows of numbers."""

    def __init__(self, known: list[Example]) -> None:
        from sklearn.feature_extraction import DictVectorizer

        vectors = DictVectorizer()
        matrix = vectors.fit_transform([features(e.form, e.page) for e in known])
        often = np.asarray((matrix > 0).sum(0)).ravel() >= RARE
        self.x = matrix[:, often].tocsr()
        self.names = [n for n, keep in zip(vectors.feature_names_, often, strict=True) if keep]
        self.sites = np.array([e.site for e in known])
        self.search = np.array([(e.kind or e.hinted) == "search" for e in known])
        self.real = np.array([not e.site.startswith("lab ") for e in known])
        self.kind = np.array([e.kind or "" for e in known], dtype=object)
        self.train_kind = np.array([e.kind or e.hinted or "" for e in known], dtype=object)
        self.weight = np.array(
            [LAB_WEIGHT if e.site.startswith("lab ") else 1.0 if e.kind else FILE_NAME_WEIGHT for e in known]
        )
        self.counts = np.array([counts(e.form) for e in known])

    def fit_search(self, rows: np.ndarray) -> object:
        from sklearn.linear_model import LogisticRegression

        model = LogisticRegression(C=SEARCH_STRENGTH, max_iter=500, solver="liblinear")
        weight = np.where(self.real[rows], 1.0, LAB_WEIGHT)
        return _pruned(model.fit(self.x[rows], self.search[rows], sample_weight=weight))

    def fit_kinds(self, rows: np.ndarray) -> object:
        from sklearn.linear_model import LogisticRegression

        rows = rows[self.train_kind[rows] != ""]
        model = LogisticRegression(C=STRENGTH, max_iter=400)
        return _pruned(model.fit(self.x[rows], self.train_kind[rows].astype(str), sample_weight=self.weight[rows]))

    def fit_tree(self, rows: np.ndarray) -> object:
        from sklearn.tree import DecisionTreeClassifier

        rows = rows[self.real[rows]]
        tree = DecisionTreeClassifier(min_samples_leaf=5, max_depth=8, random_state=0)
        return tree.fit(self.counts[rows], self.search[rows])


def _pruned(model: object) -> object:
    """Weights too small to matter are left out, here as in the file that ships."""
    model.coef_[np.abs(model.coef_) < SMALL] = 0.0  # type: ignore[attr-defined]
    return model


def out_of_fold(table: Table, seed: int) -> dict[str, float]:
    from sklearn.model_selection import GroupKFold

    p, p14 = np.zeros(len(table.search)), np.zeros(len(table.search))
    kind = np.empty(len(table.search), dtype=object)
    for train, test in GroupKFold(FOLDS, shuffle=True, random_state=seed).split(table.x, groups=table.sites):
        p[test] = table.fit_search(train).predict_proba(table.x[test])[:, 1]  # type: ignore[attr-defined]
        kind[test] = table.fit_kinds(train).predict(table.x[test])  # type: ignore[attr-defined]
        p14[test] = table.fit_tree(train).predict_proba(table.counts[test])[:, 1]  # type: ignore[attr-defined]
    labelled, real = table.kind != "", table.real
    return {
        "search_f1": round(f1(p[real] > 0.5, table.search[real]), 4),
        "search_f1_tree14": round(f1(p14[real] > 0.5, table.search[real]), 4),
        "ece": round(calibration_error(p[real], table.search[real]), 4),
        "lab_f1": round(f1(p[~real] > 0.5, table.search[~real]), 4),
        "kind_accuracy": round(float(np.mean(kind[labelled] == table.kind[labelled])), 4),
        "forms": int(real.sum()),
        "lab_forms": int((~real).sum()),
    }


def write(table: Table, card: dict[str, object]) -> None:
    every = np.arange(len(table.search))
    search, kinds, tree = table.fit_search(every), table.fit_kinds(every), table.fit_tree(every)
    weights = dict(zip(table.names, search.coef_[0].tolist(), strict=True))  # type: ignore[attr-defined]
    linear = LinearModel(weights, float(search.intercept_[0])).rounded(3)  # type: ignore[attr-defined]
    order = [list(kinds.classes_).index(kind) for kind in KINDS]  # type: ignore[attr-defined]
    rows = np.round(kinds.coef_[order].T, 3)  # type: ignore[attr-defined]
    found = {
        "kinds": list(KINDS),
        "bias": np.round(kinds.intercept_[order], 4).tolist(),  # type: ignore[attr-defined]
        "weights": {n: row for n, row in zip(table.names, rows.tolist(), strict=True) if any(row)},
    }
    inner = tree.tree_  # type: ignore[attr-defined]
    nodes = {
        "names": list(NAMES),
        "feature": [int(f) if f >= 0 else -1 for f in inner.feature],
        "threshold": np.round(inner.threshold, 3).tolist(),
        "left": inner.children_left.tolist(),
        "right": inner.children_right.tolist(),
        "share": np.round(inner.value[:, 0, 1] / inner.value[:, 0].sum(1), 4).tolist(),
    }
    OUT.mkdir(exist_ok=True)
    for name, stored in (
        ("searchable.json", linear.to_dict()), ("kinds.json", found), ("tree14.json", nodes), ("card.json", card),
    ):  # fmt: skip
        text = json.dumps(stored, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        (OUT / name).write_text(
            (json.dumps(stored, indent=1, sort_keys=True) if name == "card.json" else text) + "\n",
            encoding="utf-8",
        )


def digest(data: Path) -> dict[str, str]:
    found = (data / "formasaurus" / "dev_html.tar.xz", data / "ddg_autofill_forms" / "dev_html.tar.xz")
    return {f"{p.parent.name}/{p.name}": hashlib.sha256(p.read_bytes()).hexdigest()[:16] for p in found}


def main() -> int:
    warnings.filterwarnings("ignore", category=FutureWarning)
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--check", action="store_true", help="measure out of fold, write nothing")
    options.add_argument("--seeds", type=int, default=1, help="how many ways to cut the folds")
    told = options.parse_args()
    table = Table([*examples(told.data), *lab_examples()])
    scores = [out_of_fold(table, seed) for seed in range(told.seeds)]
    for one in scores:
        sys.stdout.write(json.dumps(one) + "\n")
    if not told.check:
        card = {
            "what": "searchable or not, and kind, of a form",
            "trained_on": digest(told.data),
            "labels": "formasaurus: as annotated; ddg: forms with hand-typed fields are no searches",
            "besides": f"forms of the lab's tuning worlds {LAB_SEEDS}, each counting {LAB_WEIGHT} of a real one",
            "out_of_fold": scores[0],
            "folds": f"{FOLDS}, grouped by site",
            "script": "tools/train_forms.py",
        }
        write(table, card)
    return 0


if __name__ == "__main__":
    sys.exit(main())
