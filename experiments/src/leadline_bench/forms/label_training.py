"""Weights of the label model: a multinomial logit fitted to what authors linked, and its calibration.

Fitted by maximum a posteriori with a normal prior around `PRIOR`: what few of the training pages show (tables,
notes in brackets) keeps the weight that experience gives it. Where several texts near a field read like its
label, any of them counts. Fields without a label to be seen count `NOBODY_COUNTS` each: they were named by
attributes, and among fields without such names there are fewer of them.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.forms.labels.claims import Role, claims_of
from leadline.forms.labels.hiwe import ABOVE, LEFT
from leadline.forms.labels.matching import NOBODY, Model, Scored, scored
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.source import Source, scene_of
from leadline.model.field import CHOICES
from leadline_bench.forms.label_truth import Case, cases, compact

Numbers = NDArray[np.float64]
FOLDS = 5
NOBODY_COUNTS = 0.1
_SHARED = {"note": -2.0, "bracket": -1.0, "note class": -1.0, "label tag": 1.5}
PRIOR: dict[Role, dict[str, float]] = {
    Role.FIELD: {
        **_SHARED,
        "shown option": -3.0,
        "colon": 1.0,
        "cell to the left": 1.0,
        "cell above": 3.0,
        "head cell": 1.0,
        "another row": -2.0,
        "below": -1.0,
        "term": 2.0,
        "before named": 3.0,
        "after named": 3.0,
        "before, begins with a comma": 2.0,
        "before, ends with a comma": -2.0,
        "after, begins with a comma": -2.0,
        "after, ends with a comma": 2.0,
        "before alike": 3.0,
        "after alike": 3.0,
        "before nearby": 1.0,
        "after nearby": 1.0,
        "note after a text before": -2.0,
    },
    Role.VALUE: {
        **_SHARED,
        "right": 1.0,
        "left": 0.5,
        "above": -1.0,
        "below": -1.5,
        "before complete": 2.5,
        "after complete": 1.0,
        "before alike": 1.0,
        "after alike": 1.0,
        "before named": 2.0,
        "after named": 2.0,
        "before like labels of fields": 3.0,
        "after like labels of fields": 1.0,
    },
}
GROUP_CHANGES = {
    "legend": 3.0,
    "name": 0.5,
    "none": -0.5,
    "question": 0.5,
    "bold": 1.0,
    "link": -1.0,
    "names a part": -5.0,
}
"""What makes the weights of a group out of those of a field; set by hand, since no author links those labels."""
LESS_OFTEN_NONE = -0.3
"""Added to what speaks for having no label: near a tie a text right above a field is its label; set by hand."""
SHOWN = {LEFT: 4.0, ABOVE: 4.0}
"""Weights of what only a browser shows; set by hand, since no page of the training data was rendered."""
_STEPS = 300


@dataclass(frozen=True, slots=True)
class Example:
    """One control with a known label, and the evidence for all claims of its form."""

    dataset: str
    site: str
    case: Case
    evidence: tuple[Scored, ...]
    number: int
    """Which of them is the control's; −1 if it was given no place, or nothing is learned from it."""

    @property
    def own(self) -> Scored:
        return self.evidence[self.number]

    @property
    def right(self) -> list[int]:
        """Candidates that read like the label; the number after the last stands for none."""
        wanted = set(map(compact, self.case.labels))
        if not wanted:
            return [len(self.own.candidates)]
        return [n for n, found in enumerate(self.own.candidates) if compact(found.text.words) in wanted]


def examples(pages: Iterable[tuple[str, str, str]]) -> Iterator[Example]:
    """Every case of the pages, given as data set, site and text."""
    for dataset, site, html in pages:
        by_form: dict[int, list[Case]] = defaultdict(list)
        for case in cases(html, "http://page.example/", site):
            by_form[case.form.index].append(case)
        for found in by_form.values():
            yield from _of_form(dataset, site, found)


def _of_form(dataset: str, site: str, found: Sequence[Case]) -> Iterator[Example]:
    source = Source(found[0].document)
    scene = scene_of(source, found[0].form)
    claims = claims_of(found[0].form, scene, source.controls)
    evidence = tuple(scored(list(claims.values()), Surroundings(scene)))
    numbers = {key: number for number, key in enumerate(claims)}
    for case in found:
        role = Role.VALUE if case.control.kind in CHOICES else Role.FIELD
        number = -1 if case.unopened else numbers.get((role, case.control.place), -1)
        yield Example(dataset, site, case, evidence, number)


def fold_of(site: str) -> int:
    return int.from_bytes(hashlib.blake2b(site.encode(), digest_size=4).digest(), "big") % FOLDS


def fitted(training: Sequence[Example], role: Role) -> dict[str, float]:
    """The weights of one role."""
    usable = [e for e in training if e.number >= 0 and e.own.claim.role is role and e.right]
    names = sorted({name for e in usable for f in (*e.own.features, e.own.nobody) for name in f})
    number = {name: n for n, name in enumerate(names)}
    counts = [len(e.own.features) + 1 for e in usable]
    matrix = np.zeros((sum(counts), len(names)))
    hits, starts = np.zeros(sum(counts)), np.cumsum([0, *counts[:-1]])
    for example, start in zip(usable, starts, strict=True):
        for row, found in enumerate((*example.own.features, example.own.nobody), start):
            for name, value in found.items():
                matrix[row, number[name]] = value
        hits[start + np.array(example.right)] = 1.0
    importance = np.repeat([1.0 if e.case.labels else NOBODY_COUNTS for e in usable], counts)
    prior = np.array([PRIOR[role].get(name, 0.0) for name in names])
    weights = _descend(matrix, hits, importance, np.repeat(np.arange(len(usable)), counts), prior)
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def _descend(
    matrix: Numbers, hits: Numbers, importance: Numbers, owner: NDArray[np.int64], prior: Numbers
) -> Numbers:
    """Adam on the whole gradient: a few hundred steps reach the optimum to three digits."""
    weights, mean, spread = prior.copy(), np.zeros_like(prior), np.zeros_like(prior)
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    for step in range(1, _STEPS + 1):
        scores = matrix @ weights
        raised = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        chance = raised / np.add.reduceat(raised, starts)[owner]
        right = raised * hits
        target = right / np.add.reduceat(right, starts)[owner]
        gradient = matrix.T @ ((chance - target) * importance) + (weights - prior)
        mean, spread = 0.9 * mean + 0.1 * gradient, 0.99 * spread + 0.01 * gradient**2
        rate = 0.1 if step < 0.6 * _STEPS else 0.03
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return weights


def trained(training: Sequence[Example]) -> Model:
    """Weights of all roles; the calibration still says what the logit says."""
    field, value = {**fitted(training, Role.FIELD), **SHOWN}, fitted(training, Role.VALUE)
    field[NOBODY] = round(field[NOBODY] + LESS_OFTEN_NONE, 4)
    group = {
        name: round(field.get(name, 0.0) + GROUP_CHANGES.get(name, 0.0), 4) for name in {**field, **GROUP_CHANGES}
    }
    weights = {Role.FIELD: field, Role.VALUE: value, Role.GROUP: dict(sorted(group.items()))}
    return Model(weights, dict.fromkeys(Role, (0.0, 1.0)))


def line_through(probabilities: Numbers, right: Numbers, importance: Numbers) -> tuple[float, float]:
    """Offset and slope of the logit at which it says how often it is right (Platt, 1999), by Newton's method."""
    bounded = np.clip(probabilities, 1e-6, 1 - 1e-6)
    columns = np.stack([np.ones_like(bounded), np.log(bounded / (1 - bounded))], axis=1)
    line = np.array([0.0, 1.0])
    for _ in range(30):
        said = 1 / (1 + np.exp(-columns @ line))
        gradient = columns.T @ ((said - right) * importance) + 0.1 * (line - [0.0, 1.0])
        curvature = (columns * (said * (1 - said) * importance)[:, None]).T @ columns + 0.1 * np.eye(2)
        line = line - np.linalg.solve(curvature, gradient)
    return float(line[0]), float(line[1])


def out_of_fold(data: Sequence[Example], learn: Callable[[Sequence[Example]], Model]) -> dict[int, Model]:
    """For each fold the model of all the others."""
    return {fold: learn([e for e in data if fold_of(e.site) != fold]) for fold in range(FOLDS)}
