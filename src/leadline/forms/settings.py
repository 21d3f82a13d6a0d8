"""How forms are judged: section `forms` of a configuration."""

from collections.abc import Callable
from dataclasses import dataclass

from leadline.errors import BadConfiguration
from leadline.forms.kinds.model import judge
from leadline.forms.kinds.tree14 import searchable14
from leadline.forms.searchable import searchable
from leadline.model.form import Form

SEARCHABLE: dict[str, Callable[[Form], float]] = {
    "learned": lambda form: judge(form).searchable,
    "tree14": searchable14,
    "rule": searchable,
}
"""Who says whether a form is a search: our model, the paper's fourteen counts, a rule written by hand."""


@dataclass(frozen=True, slots=True)
class FormsSettings:
    """Section `forms`."""

    searchable: str = "learned"
    """Who says whether a form is a search: learned, tree14 (FFC's features and tree) or rule."""


def searchable_by(name: str) -> Callable[[Form], float]:
    """P(searchable), by the judge of that name."""
    if name not in SEARCHABLE:
        raise BadConfiguration(f"forms.searchable = {name!r} is not known; known: {', '.join(SEARCHABLE)}")
    return SEARCHABLE[name]
