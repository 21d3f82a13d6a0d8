"""What stands in an empty field: a last resort for a label."""

from leadline.forms.labels.names import is_example
from leadline.lexicon.phrases import phrase, says, vocabulary
from leadline.model.field import LabelSource
from leadline.model.form import Control

_AROUND = " -–—.…:*<>=[]()"

_OPTION = 0.7
_ANY = 0.45
_EMPTY = 0.6
_VALUE = 0.6
"""How far prompts are trusted; set by hand."""
_MOST_WORDS = 6
_NOTHING = ("", "0", "-1", "none", "null", "any", "all")
_PROMPTED = frozenset({"text", "search", "email", "tel", "url", "textarea", "password"})
_ASKS = vocabulary("fields", "asks")
_ANYTHING = vocabulary("fields", "anything")
_NO_TOPIC = vocabulary("fields", "no_topic")
"""Words that name no field by themselves."""


def prompt_of(control: Control) -> tuple[str, LabelSource, float] | None:
    """The first option of a select if it sends nothing and asks, or the text a field is filled with."""
    if control.kind.startswith("select") and (heading := _only_group(control)):
        return heading, LabelSource.OPTION, _OPTION
    if control.kind == "select-one" and control.options:
        first = control.options[0]
        sure = _asks(first.label, first.value) if _sends_nothing(first.value, first.label) else 0.0
        if sure and _reads_like_a_prompt(first.label) and _names_something(first.label):
            return first.label.strip(_AROUND), LabelSource.OPTION, sure
    if control.kind in _PROMPTED and _reads_like_a_prompt(control.value) and not is_example(control.value):
        return " ".join(control.value.split()).strip(" .…:"), LabelSource.VALUE, _VALUE
    return None


def _only_group(control: Control) -> str:
    """The `<optgroup>` that holds all options but a first empty one: a heading, where others part the options."""
    groups = {option.group for option in control.options[1:]}
    heading = groups.pop() if len(groups) == 1 else None
    return heading.strip(_AROUND) if heading and _reads_like_a_heading(heading) else ""


def _reads_like_a_heading(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS and any(c.isalpha() for c in text)


def _asks(text: str, value: str) -> float:
    """How surely an option is no choice: it asks for one, in words or between dashes, or it sends nothing."""
    if says(text, _ASKS) or (text[:1] in "-–—<[(" and text[:1] != text.strip(_AROUND)[:1]):
        return _OPTION
    if says(text, _ANYTHING):
        return _ANY if len(text.split()) == 2 else 0.0
    return _EMPTY if value.strip().lower() in _NOTHING else 0.0


def _names_something(text: str) -> bool:
    """Whether anything is left besides the asking: "Select a make", not "Select one"."""
    said = phrase(text)
    for vague in (_ASKS, _ANYTHING, _NO_TOPIC):
        said = vague.sub("", said)
    return bool(said.strip())


def _sends_nothing(value: str, label: str) -> bool:
    return value.strip().lower() in _NOTHING or value == label


def _reads_like_a_prompt(text: str) -> bool:
    return 0 < len(text.split()) <= _MOST_WORDS and sum(c.isalpha() for c in text) >= 3
