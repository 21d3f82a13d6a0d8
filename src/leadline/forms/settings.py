"""How forms are understood: section `forms` of a configuration."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormsSettings:
    """Section `forms`."""

    searchable: str = "learned"
    """Who says whether a form is a search: learned, tree14 (FFC's features and tree) or rule."""
    labels: str = "layout"
    """Who says what fields are called: layout (ours), hiwe (the paper's rule) or naive (the text just before)."""
