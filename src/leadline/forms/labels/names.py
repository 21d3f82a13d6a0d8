"""The accessible name: what the author says a field is called (W3C Accessible Name and Description, step 2).

In its order: `aria-labelledby`, `aria-label`, the `<label>`, `title`, `placeholder`. A placeholder that is only an
example of what to type ("e.g. 90210", "mm/dd/yyyy") names nothing.

What stands in an empty field, a prompt, is a last resort for a label.
"""

import re

from leadline.forms.layout.source import Source
from leadline.lexicon.phrases import phrase, says, vocabulary
from leadline.model.field import LabelSource
from leadline.model.form import Control

_PARTS_OF_DATES = re.compile(
    r"(?i)^[\W\d_]*(?:[dmyjat]{1,4}[\W\d_]+){1,2}[dmyjat]{1,4}[\W\d_]*$|^[dmyj]{2}(?:[dmyj]{2})?$"
)
_EXAMPLES = vocabulary("fields", "examples")
Reading = tuple[str, LabelSource, float]
"""A label, where it comes from, and how sure. How far the author's own word is trusted, and prompts, is set by
hand: nobody says when it is wrong."""


def linked_name(control: Control, source: Source) -> Reading | None:
    """What the author linked to it in so many words."""
    ids = control.attribute("aria-labelledby")
    # Pages that repeat an id give its first control the labels of all: one of each is enough.
    labels = " ".join(dict.fromkeys(label for label in control.labels if _speaks(label)))
    names = (
        (source.text_of(ids) if ids else "", LabelSource.ARIA_LABELLEDBY, 0.98),
        (_plain(control.attribute("aria-label")), LabelSource.ARIA_LABEL, 0.97),
        (labels, LabelSource.LABEL, 0.99),
    )
    return next((name for name in names if name[0]), None)


def hinted_name(control: Control) -> Reading | None:
    """What the author wrote into the field or over it, unless it is an example."""
    if title := _plain(control.attribute("title")):
        return title, LabelSource.TITLE, 0.85
    text = _plain(control.attribute("placeholder"))
    return (text, LabelSource.PLACEHOLDER, 0.85) if text and not is_example(text) else None


def is_example(text: str) -> bool:
    """Whether a text shows what to type instead of saying what it means.

    >>> [is_example(text) for text in ("e.g. 90210", "dd/mm/yyyy", "you@example.org", "555-0100")]
    [True, True, True, True]
    >>> [is_example(text) for text in ("City or ZIP", "Search", "My state")]
    [False, False, False]
    """
    address = "://" in text or ("@" in text and " " not in text.strip())
    shown = address or not any(c.isalpha() for c in text) or _PARTS_OF_DATES.match(text)
    return bool(shown or says(text[:12], _EXAMPLES))


def _plain(text: str | None) -> str:
    joined = " ".join(text.split()) if text else ""
    return joined if _speaks(joined) else ""


def _speaks(text: str) -> bool:
    return any(c.isalnum() for c in text)


_AROUND = " -–—.…:*<>=[]()"
_OPTION, _ANY, _EMPTY, _VALUE = 0.7, 0.45, 0.6, 0.6
_MOST_WORDS = 6
_NOTHING = ("", "0", "-1", "none", "null", "any", "all")
_PROMPTED = frozenset({"text", "search", "email", "tel", "url", "textarea", "password"})
_ASKS = vocabulary("fields", "asks")
_ANYTHING = vocabulary("fields", "anything")
_NO_TOPIC = vocabulary("fields", "no_topic")  # words that name no field by themselves


def prompt_of(control: Control) -> Reading | None:
    """The first option of a select if it sends nothing and asks, or the text a field is filled with."""
    if control.kind.startswith("select") and (heading := _only_group(control)):
        return heading, LabelSource.OPTION, _OPTION
    if control.kind == "select-one" and control.options:
        first = control.options[0]
        sends_nothing = first.value.strip().lower() in _NOTHING or first.value == first.label
        sure = _asks(first.label, first.value) if sends_nothing else 0.0
        if sure and _reads_like_a_prompt(first.label) and _names_something(first.label):
            return first.label.strip(_AROUND), LabelSource.OPTION, sure
    if control.kind in _PROMPTED and _reads_like_a_prompt(control.value) and not is_example(control.value):
        return " ".join(control.value.split()).strip(" .…:"), LabelSource.VALUE, _VALUE
    return None


def _only_group(control: Control) -> str:
    """The `<optgroup>` that holds all options but a first empty one: a heading, where others part the options."""
    groups = {option.group for option in control.options[1:]}
    heading = groups.pop() if len(groups) == 1 else None
    reads = heading and len(heading.split()) <= _MOST_WORDS and any(c.isalpha() for c in heading)
    return heading.strip(_AROUND) if heading and reads else ""


def _asks(text: str, value: str) -> float:
    """How surely an option is no choice: it asks for one, in words or between dashes, or it sends nothing."""
    if says(text, _ASKS) or (text[:1] in "-–—<[(" and text[:1] != text.strip(_AROUND)[:1]):
        return _OPTION
    if says(text, _ANYTHING):
        return _ANY if len(text.split()) == 2 else 0.0
    return _EMPTY if value.strip().lower() in _NOTHING else 0.0


def _names_something(text: str) -> bool:
    """Whether anything is left besides the asking: "Select a make", not "Select one"."""
    rest = phrase(text)
    for vague in (_ASKS, _ANYTHING, _NO_TOPIC):
        rest = vague.sub("", rest)
    return bool(rest.strip())


def _reads_like_a_prompt(text: str) -> bool:
    return 0 < len(text.split()) <= _MOST_WORDS and sum(c.isalpha() for c in text) >= 3
