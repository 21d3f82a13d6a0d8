"""The accessible name: what the author says a field is called (W3C Accessible Name and Description, step 2).

In its order: `aria-labelledby`, `aria-label`, the `<label>`, `title`, `placeholder`. A placeholder that is only an
example of what to type ("e.g. 90210", "mm/dd/yyyy") names nothing.
"""

import re
from typing import NamedTuple

from leadline.forms.layout.source import Source
from leadline.lexicon.phrases import says, vocabulary
from leadline.model.field import LabelSource
from leadline.model.form import Control

_PARTS_OF_DATES = re.compile(
    r"(?i)^[\W\d_]*(?:[dmyjat]{1,4}[\W\d_]+){1,2}[dmyjat]{1,4}[\W\d_]*$|^[dmyj]{2}(?:[dmyj]{2})?$"
)
_EXAMPLES = vocabulary("fields", "examples")
SURE = {
    LabelSource.ARIA_LABELLEDBY: 0.98,
    LabelSource.ARIA_LABEL: 0.97,
    LabelSource.LABEL: 0.99,
    LabelSource.TITLE: 0.85,
    LabelSource.PLACEHOLDER: 0.85,
}
"""How far the author's own word is trusted: set by hand, since nobody says when it is wrong."""


class Name(NamedTuple):
    text: str
    source: LabelSource


def linked_name(control: Control, source: Source) -> Name | None:
    """What the author linked to it in so many words."""
    if (ids := control.attribute("aria-labelledby")) and (text := source.text_of(ids)):
        return Name(text, LabelSource.ARIA_LABELLEDBY)
    if text := _plain(control.attribute("aria-label")):
        return Name(text, LabelSource.ARIA_LABEL)
    # Pages that repeat an id give its first control the labels of all: one of each is enough.
    if text := " ".join(dict.fromkeys(label for label in control.labels if _speaks(label))):
        return Name(text, LabelSource.LABEL)
    return None


def hinted_name(control: Control) -> Name | None:
    """What the author wrote into the field or over it, unless it is an example."""
    if text := _plain(control.attribute("title")):
        return Name(text, LabelSource.TITLE)
    if (text := _plain(control.attribute("placeholder"))) and not is_example(text):
        return Name(text, LabelSource.PLACEHOLDER)
    return None


def is_example(text: str) -> bool:
    """Whether a text shows what to type instead of saying what it means.

    >>> [is_example(text) for text in ("e.g. 90210", "dd/mm/yyyy", "you@example.org", "555-0100")]
    [True, True, True, True]
    >>> [is_example(text) for text in ("City or ZIP", "Search", "My state")]
    [False, False, False]
    """
    letters = sum(c.isalpha() for c in text)
    if letters == 0 or _PARTS_OF_DATES.match(text) or ("@" in text and " " not in text.strip()):
        return True
    return bool(says(text[:12], _EXAMPLES)) or "://" in text


def _plain(text: str | None) -> str:
    joined = " ".join(text.split()) if text else ""
    return joined if _speaks(joined) else ""


def _speaks(text: str) -> bool:
    return any(c.isalnum() for c in text)
