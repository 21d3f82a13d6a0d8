"""Learn the weights of the label model from the development data, and say how good they are on unseen sites.

    python -m leadline_bench.training.labels --data DATA            write weights and card
    python -m leadline_bench.training.labels --data DATA --check    write nothing, print the scores

Examples are fields whose authors linked a label to them, on pages from which the links were taken. Scores are out
of fold, five folds of whole sites; the shipped weights are then learned from all of them. The same data give the
same files on one machine.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from leadline.forms.labels.matching import Model
from leadline_bench.forms.label_training import FOLDS, Example, examples, trained
from leadline_bench.forms.label_truth import development_pages
from leadline_bench.forms.labels import MEASURED, measure
from leadline_bench.training import SHIPPED

OUT = SHIPPED / "forms" / "labels"
ARCHIVES = ("formasaurus/dev_html.tar.xz", "ddg_autofill_forms/dev_html.tar.xz")


def written(model: Model, line: Model) -> str:
    """Weights and calibration as the product reads them."""
    return (
        json.dumps(
            {
                "weights": {role.value: given for role, given in model.weights.items()},
                "calibration": {
                    role.value: {"offset": round(offset, 4), "slope": round(slope, 4)}
                    for role, (offset, slope) in line.calibration.items()
                },
            },
            indent=1,
            sort_keys=True,
        )
        + "\n"
    )


def card(figures: dict[str, object], data: Path, used: list[Example], weights: str) -> str:
    """What a reader of the weights should know."""
    hashes = [f"- {name}: sha256 {hashlib.sha256((data / name).read_bytes()).hexdigest()}" for name in ARCHIVES]
    rows = [_row(name, row) for name, row in figures.items() if isinstance(row, dict)]
    return "\n".join(
        [
            "# Card of the label model (`weights.json`)",
            "",
            "A multinomial logit over the texts near a field, made by `leadline_bench.training.labels`. It",
            "decides which text is the label of a field, or of one radio or checkbox, where the author linked",
            "none.",
            "",
            f"Learned from {len(used)} controls of {len({e.site for e in used})} sites: fields whose authors",
            "linked a label to them, links removed. Weights of groups are those of fields, altered by hand.",
            "",
            *hashes,
            f"- weights: sha256 {hashlib.sha256(weights.encode()).hexdigest()}",
            "",
            f"Development scores, out of fold ({FOLDS} folds of whole sites), per cent with 95 % intervals:",
            "",
            "| fields | number | ours | HiWE's rule | naive rule | ours, first words of the label |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            f"Expected calibration error of ours: {figures['calibration error']}.",
            "",
            "The pages are log-ins, registrations, searches and checkouts; tables of the kind of",
            "1999 are few among them, so weights about rows and columns lean on a prior set by hand. How texts",
            "are cut, which features there are and what words they know was chosen while looking at errors on",
            "these pages: only the weights have not seen the sites they are scored on, so the scores flatter.",
            "",
        ]
    )


def _row(name: str, row: dict[str, object]) -> str:
    shown = [f"{v[0]} ({v[1]}–{v[2]})" if isinstance(v, list) else str(v) for v in row.values()]
    return f"| {' | '.join([name, *shown, *['–'] * (5 - len(shown))])} |"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    used = list(examples(development_pages(given.data, MEASURED)))
    figures, line = measure(used)
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    if not given.check:
        weights = written(trained(used), line)
        (OUT / "weights.json").write_text(weights, encoding="utf-8")
        (OUT / "labels.md").write_text(card(figures, given.data, used, weights), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
