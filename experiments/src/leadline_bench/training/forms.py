"""Train what a form is for on the development forms, out of fold first, and write the weights with their card.

    python -m leadline_bench.training.forms --data DATA [--check] [--cuts 3] [--nested 1]

Folds are grouped by site and cut in several ways. `--nested` chooses the settings of the search model anew in each
fold, by inner folds, and says what the model is worth then; it takes long. `--check` measures and writes nothing;
figures that are not measured (`--cuts 0`, no `--nested`) stay as the card has them. Needs scikit-learn
(`pip install 'leadline-lab[train]'`).
"""

import argparse
import hashlib
import json
import sys
import warnings
from dataclasses import asdict
from pathlib import Path

import numpy as np

from leadline.forms.kinds.model import KINDS
from leadline.forms.kinds.tree14 import NAMES
from leadline.learn.linear import LinearModel
from leadline_bench.forms.kind_choice import CANDIDATES, Nested, nested
from leadline_bench.forms.kind_training import CHOSEN, FOLDS, LAB_SEEDS, LAB_WEIGHT, Forms, Model, lab_examples
from leadline_bench.forms.kind_truth import DDG, FORMASAURUS, examples
from leadline_bench.forms.kinds import SearchFigures, figures_of
from leadline_bench.training import SHIPPED

OUT = SHIPPED / "forms" / "kinds" / "data"


def searchable(forms: Forms, model: Model) -> dict[str, object]:
    weights = dict(zip(forms.names, model.coef_[0].tolist(), strict=True))
    return LinearModel(weights, float(model.intercept_[0])).rounded(3).to_dict()


def kinds(forms: Forms, model: Model) -> dict[str, object]:
    order = [list(model.classes_).index(kind) for kind in KINDS]
    rows = np.round(model.coef_[order].T, 3)
    return {
        "kinds": list(KINDS),
        "bias": np.round(model.intercept_[order], 4).tolist(),
        "weights": {n: row for n, row in zip(forms.names, rows.tolist(), strict=True) if any(row)},
    }


def tree14(model: Model) -> dict[str, object]:
    inner = model.tree_
    return {
        "names": list(NAMES),
        "feature": [int(f) if f >= 0 else -1 for f in inner.feature],
        "threshold": np.round(inner.threshold, 3).tolist(),
        "left": inner.children_left.tolist(),
        "right": inner.children_right.tolist(),
        "share": np.round(inner.value[:, 0, 1] / inner.value[:, 0].sum(1), 4).tolist(),
    }


def write(forms: Forms) -> None:
    every = np.arange(len(forms.search))
    stored = {
        "searchable.json": searchable(forms, forms.fit_search(every)),
        "kinds.json": kinds(forms, forms.fit_kinds(every)),
        "tree14.json": tree14(forms.fit_tree(every)),
    }
    OUT.mkdir(exist_ok=True)
    for name, what in stored.items():
        text = json.dumps(what, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        (OUT / name).write_text(text + "\n", encoding="utf-8")


def write_card(data: Path, figures: object, inner: object) -> None:
    digests = {
        str(path): hashlib.sha256((data / path).read_bytes()).hexdigest()[:16] for path in (FORMASAURUS, DDG)
    }
    card = {
        "what": "searchable or not, and kind, of a form",
        "trained_on": digests,
        "labels": "formasaurus: as annotated; ddg: forms with hand-typed fields are no searches",
        "besides": f"forms of the lab's tuning worlds {LAB_SEEDS}; for kinds each counts {LAB_WEIGHT}",
        "search_or_not": asdict(CHOSEN),
        "out_of_fold": figures,
        "nested": inner,
        "folds": f"{FOLDS}, grouped by site, cut in several ways; intervals drawn over sites",
        "script": "leadline_bench.training.forms",
    }
    (OUT / "card.json").write_text(json.dumps(card, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def rounded(found: SearchFigures) -> dict[str, object]:
    return {name: _short(value) for name, value in asdict(found).items()}


def _short(value: object) -> object:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items()}
    return [_short(inner) for inner in value] if isinstance(value, list | tuple) else value


def nested_card(found: Nested) -> dict[str, object]:
    """What was chosen, as often as it was."""
    chosen = [{**asdict(learning), "folds": n} for learning, n in found.chosen.items()]
    return {
        "f1": _short(found.f1),
        "ece": _short(found.ece),
        "f1_structured": _short(found.f1_structured),
        "candidates": len(CANDIDATES),
        "chosen": chosen,
    }


def _log(line: str) -> None:
    sys.stderr.write(line + "\n")


def main() -> int:
    warnings.filterwarnings("ignore", category=FutureWarning)
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--check", action="store_true", help="measure out of fold, write nothing")
    options.add_argument("--cuts", type=int, default=3, help="how many ways to cut the folds")
    options.add_argument("--nested", type=int, default=0, help="how many ways to cut nested folds")
    given = options.parse_args()
    forms = Forms([*examples(given.data), *lab_examples()])
    card: dict[str, object] = json.loads((OUT / "card.json").read_text(encoding="utf-8"))
    figures, inner = card["out_of_fold"], card.get("nested", [])
    if given.cuts:
        found = figures_of(forms, range(given.cuts), _log)
        figures = rounded(found)
        sys.stdout.write(json.dumps(figures) + "\n")
    if given.nested:
        inner = [nested_card(nested(forms, cut, _log)) for cut in range(given.nested)]
        sys.stdout.write(json.dumps(inner) + "\n")
    if not given.check:
        write(forms)
        write_card(given.data, figures, inner)
    return 0


if __name__ == "__main__":
    sys.exit(main())
