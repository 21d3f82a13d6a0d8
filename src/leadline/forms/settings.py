"""How forms are understood: section `forms` of a configuration."""

from collections.abc import Callable
from dataclasses import dataclass

from leadline.errors import BadConfiguration
from leadline.forms.kinds.model import judge
from leadline.forms.kinds.tree14 import searchable14
from leadline.forms.labels.rules import RULES
from leadline.forms.searchable import searchable
from leadline.model.form import Form

LEARNED = "learned"
SEARCHABLE: dict[str, Callable[[Form], float]] = {
    LEARNED: lambda form: judge(form).searchable,
    "tree14": searchable14,
    "rule": searchable,
}
"""Who says whether a form is a search: our model, the paper's fourteen counts, a rule written by hand."""


@dataclass(frozen=True, slots=True)
class FormsSettings:
    """Section `forms`."""

    searchable: str = LEARNED
    """Who says whether a form is a search: learned, tree14 (FFC's features and tree) or rule."""
    labels: str = "layout"
    """Who says what fields are called: layout (ours), hiwe (the paper's rule) or naive (the text just before)."""


def check(forms: FormsSettings) -> None:
    """Raise on settings that cannot work, before anything is started."""
    searchable_by(forms.searchable)
    if forms.labels not in RULES:
        raise BadConfiguration(f"forms.labels = {forms.labels!r} is not a rule; known: {', '.join(RULES)}")


def searchable_by(name: str) -> Callable[[Form], float]:
    """P(searchable), by the judge of that name."""
    if name not in SEARCHABLE:
        raise BadConfiguration(f"forms.searchable = {name!r} is not known; known: {', '.join(SEARCHABLE)}")
    return SEARCHABLE[name]
