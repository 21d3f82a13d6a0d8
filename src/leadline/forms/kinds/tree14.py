"""The paper's searchable-form classifier: fourteen counts and a decision tree.

Barbosa & Freire 2005, section 4, used C4.5 and report 8.02 % error. Ours is trained with scikit-learn, whose tree
is CART, hence the name; the fourteen features are the paper's.

| paper | here |
|---|---|
| hidden, checkboxes, radios, file inputs, submits, image inputs, buttons, resets, passwords, text boxes | 0–9 |
| number of items in selects, sum of text sizes, submission method | 10–12 |
| "search" within the form tag | 13 |
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from leadline.model.form import Form

NAMES = (
    "hidden", "checkbox", "radio", "file", "submit", "image", "button", "reset", "password", "text",
    "options", "text size", "post", "search in tag",
)  # fmt: skip
_KINDS = NAMES[:10]
_TEXT = frozenset({"text", "search", "email", "tel", "url", "number"})
_DEFAULT_SIZE = 20
"""Of a text box whose author gave none (HTML, section 4.10.5.3.5)."""


def counts(form: Form) -> list[float]:
    """The fourteen features."""
    numbers = dict.fromkeys(_KINDS, 0)
    size = 0
    for control in form.controls:
        kind = "text" if control.kind in _TEXT else control.kind
        if kind in numbers:
            numbers[kind] += 1
        if kind == "text":
            written = control.attribute("size") or ""
            counted = written.isascii() and written.isdigit() and len(written) < 6
            size += min(int(written), 1_000) if counted else _DEFAULT_SIZE
    options = sum(len(c.options) for c in form.controls)
    tag = any("search" in f"{key}={value}".lower() for key, value in form.attributes)
    return [*map(float, numbers.values()), float(options), float(size), float(form.method == "post"), float(tag)]


@dataclass(frozen=True, slots=True)
class Tree:
    """Node i asks whether feature[i] ≤ threshold[i]; a leaf has feature −1 and the share of searches it saw."""

    feature: list[int]
    threshold: list[float]
    left: list[int]
    right: list[int]
    share: list[float]

    def probability(self, row: list[float]) -> float:
        at = 0
        while self.feature[at] >= 0:
            at = self.left[at] if row[self.feature[at]] <= self.threshold[at] else self.right[at]
        return self.share[at]


@cache
def _bundled() -> Tree:
    stored = json.loads((files(__package__) / "data" / "tree14.json").read_text(encoding="utf-8"))
    return Tree(**{key: stored[key] for key in ("feature", "threshold", "left", "right", "share")})


def searchable14(form: Form) -> float:
    """P(searchable) by the paper's features."""
    return _bundled().probability(counts(form))
