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
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from leadline.model.form import Form

NAMES = (
    "hidden", "checkbox", "radio", "file", "submit", "image", "button", "reset", "password", "text",
    "options", "text size", "post", "search in tag",
)  # fmt: skip
_KINDS = NAMES[:10]
_TEXT = frozenset({"text", "search", "email", "tel", "url", "number"})
_DEFAULT_SIZE = 20  # of a text box whose author gave none (HTML, section 4.10.5.3.5)


def counts(form: Form) -> list[float]:
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


@cache
def _tree() -> Mapping[str, Sequence[float]]:
    """Node i asks whether feature[i] ≤ threshold[i]; a leaf has feature −1 and the share of searches it saw."""
    return dict(json.loads((files(__package__) / "data" / "tree14.json").read_text("utf-8")))


def searchable14(form: Form) -> float:
    tree, row, at = _tree(), counts(form), 0
    while (feature := int(tree["feature"][at])) >= 0:
        at = int(tree["left" if row[feature] <= tree["threshold"][at] else "right"][at])
    return tree["share"][at]
