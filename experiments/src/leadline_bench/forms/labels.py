"""How well labels are recovered: ours, HiWE's rule and the naive rule on the same fields.

The truth is what authors linked (`label_truth`), the links taken away. Ours is measured with weights that have
not seen the site: five folds of whole sites. A label is recovered if it says the same words; a note that the
author put into the label ("required") and we did not take counts as an error, except in the column of first words.
Intervals are drawn over sites.

    python -m leadline_bench.forms.labels ../shared/data
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from leadline.forms.labels.claims import Role
from leadline.forms.labels.matching import Model
from leadline.forms.labels.reading import understood
from leadline.forms.labels.rules import RULES, by_parts
from leadline.forms.layout.source import Source
from leadline.model.field import CHOICES, Field, LabelSource
from leadline_bench.forms.label_training import (
    NOBODY_COUNTS,
    Example,
    examples,
    fold_of,
    line_through,
    out_of_fold,
    trained,
)
from leadline_bench.forms.label_truth import compact, development_pages
from leadline_bench.statistics import Interval, ratio_interval

OURS = "layout"
UNOPENED = "both, in forms hidden until opened"
MEASURED = ("formasaurus", "ddg_autofill_forms")
TEXTS = frozenset({LabelSource.LEFT, LabelSource.ABOVE, LabelSource.RIGHT, LabelSource.BELOW, LabelSource.NONE})
"""Sources whose confidence the model gives."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One control with a known label, and what each rule made of it."""

    example: Example
    found: dict[str, str]
    confidence: float
    source: LabelSource

    def right(self, rule: str) -> bool:
        wanted = self.example.case.labels
        got = compact(self.found[rule])
        return got in set(map(compact, wanted)) if wanted else got == ""

    def right_in_front(self, rule: str) -> bool:
        """Right, or the first words of the label: what follows there is a note more often than not."""
        got = compact(self.found[rule])
        return got != "" and any(compact(label).startswith(got) for label in self.example.case.labels)

    @property
    def role(self) -> Role:
        return Role.VALUE if self.example.case.control.kind in CHOICES else Role.FIELD


def outcomes(data: Sequence[Example], model_of: Callable[[int], Model]) -> list[Outcome]:
    """What every rule says about every example; `model_of` gives the model of a fold."""
    found: list[Outcome] = []
    answers: dict[str, tuple[Field, ...]] = {}
    form_of_answers: object = None
    for example in data:
        case = example.case
        if case.form is not form_of_answers:
            form_of_answers, source = case.form, Source(case.document)
            answers = {rule: by_parts(case.form, source, answer) for rule, answer in RULES.items() if rule != OURS}
            ours = partial(understood, model=model_of(fold_of(example.site)))
            answers[OURS] = by_parts(case.form, source, ours)
        told = {rule: _told(answer, case.control.place) for rule, answer in answers.items()}
        field = next(f for f in answers[OURS] if case.control.place in f.places)
        found.append(Outcome(example, told, field.label_confidence, field.label_source))
    return found


def _told(answers: Iterable[Field], place: int) -> str:
    """The label of a control: of its value where it is one of several."""
    field = next(f for f in answers if place in f.places)
    return field.value_labels[field.places.index(place)] if len(field.places) > 1 else field.label


def share(found: Sequence[Outcome], rule: str) -> Interval:
    """The share of labels recovered, with an interval drawn over sites."""
    sites: dict[str, list[bool]] = {}
    for outcome in found:
        sites.setdefault(outcome.example.site, []).append(outcome.right(rule))
    hits = [float(sum(right)) for right in sites.values()]
    return ratio_interval(hits, [float(len(right)) for right in sites.values()], seed=0)


def calibrated(data: Sequence[Example], models: dict[int, Model]) -> tuple[dict[int, Model], Model]:
    """The models of the folds, each calibrated on the other folds; and the line for a model of everything."""
    told = [o for o in outcomes(data, models.__getitem__) if o.source in TEXTS and _has_confidence(o)]
    lines = {fold: _lines([o for o in told if fold_of(o.example.site) != fold]) for fold in models}
    ready = {fold: replace(model, calibration=lines[fold]) for fold, model in models.items()}
    return ready, Model({}, _lines(told))


def _has_confidence(outcome: Outcome) -> bool:
    """Values of a field of several have none of their own; what nothing was learned from is measured apart."""
    return not outcome.example.case.unopened and (outcome.role is Role.FIELD or _alone(outcome))


def _alone(outcome: Outcome) -> bool:
    control = outcome.example.case.control
    same = [c for c in outcome.example.case.form.fields if c.kind == control.kind and c.name == control.name]
    return len(same) == 1 or control.name == ""


def _lines(told: Sequence[Outcome]) -> dict[Role, tuple[float, float]]:
    lines: dict[Role, tuple[float, float]] = {}
    for role in (Role.FIELD, Role.VALUE):
        mine = [o for o in told if o.role is role]
        lines[role] = line_through(
            np.array([o.confidence for o in mine]),
            np.array([float(o.right(OURS)) for o in mine]),
            np.array([_counts(o) for o in mine]),
        )
    lines[Role.GROUP] = lines[Role.FIELD]
    return lines


def _counts(outcome: Outcome) -> float:
    return 1.0 if outcome.example.case.labels else NOBODY_COUNTS


def calibration_error(found: Sequence[Outcome], bins: int = 10) -> float:
    """Expected calibration error over bins of equal width, where the model gives a confidence."""
    told = [o for o in found if o.source in TEXTS and _has_confidence(o)]
    total, error = sum(map(_counts, told)), 0.0
    for number in range(bins):
        inside = [o for o in told if min(int(o.confidence * bins), bins - 1) == number]
        weight = sum(map(_counts, inside))
        if weight:
            said = sum(o.confidence * _counts(o) for o in inside) / weight
            was = sum(o.right(OURS) * _counts(o) for o in inside) / weight
            error += weight / total * abs(said - was)
    return error


def parts(found: Sequence[Outcome], dataset: str) -> dict[str, list[Outcome]]:
    """The questions asked of one data set."""
    given = [o for o in found if o.example.dataset == dataset and o.example.case.labels]
    labelled = [o for o in given if not o.example.case.unopened]
    fields = [o for o in labelled if o.role is Role.FIELD]
    return {
        "fields": fields,
        "fields, label not just before": [o for o in fields if not o.example.case.just_before],
        "values of radios and checkboxes": [o for o in labelled if o.role is Role.VALUE],
        "both": labelled,
        "both, label not just before": [o for o in labelled if not o.example.case.just_before],
        UNOPENED: [o for o in given if o.example.case.unopened],
    }


def measure(data: Sequence[Example]) -> tuple[dict[str, object], Model]:
    """The figures, out of fold, and the calibration for a model trained on everything."""
    models, line = calibrated(data, out_of_fold(data, trained))
    found = outcomes(data, models.__getitem__)
    figures: dict[str, object] = {}
    for dataset in sorted({e.dataset for e in data}):
        for part, inside in parts(found, dataset).items():
            row: dict[str, object] = {"cases": len(inside)}
            for rule in RULES if inside else ():
                interval = share(inside, rule)
                row[rule] = [round(100 * x, 2) for x in (interval.value, interval.low, interval.high)]
            row["first words"] = round(100 * sum(o.right_in_front(OURS) for o in inside) / max(1, len(inside)), 2)
            figures[f"{dataset}: {part}"] = row
        nobody = [o for o in found if o.example.dataset == dataset and not o.example.case.labels]
        figures[f"{dataset}: no label to be seen"] = {
            "cases": len(nobody),
            **{rule: round(100 * sum(o.right(rule) for o in nobody) / max(1, len(nobody)), 2) for rule in RULES},
        }
    figures["calibration error"] = round(calibration_error(found), 4)
    return figures, line


if __name__ == "__main__":
    measured, _ = measure(list(examples(development_pages(Path(sys.argv[1]), MEASURED))))
    sys.stdout.write(json.dumps(measured, indent=1) + "\n")
