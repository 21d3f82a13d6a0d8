"""Fields that order a deed as they stand (`_method=DELETE`, a preselected `bulk=delete`), or would if chosen.

The whole value counts, not a word in it; `order`, `book` and `apply` as names of fields are words of searching.
"""

from collections.abc import Iterator

from leadline.lexicon.languages import Mark
from leadline.lexicon.names import begins_with_deed, is_command, set_deed, whole_deed
from leadline.lexicon.reading import command as ordered
from leadline.lexicon.reading import said
from leadline.model.form import BUTTONS, Control, Form

_CHECKED = frozenset({"radio", "checkbox"})
_MOST_OPTIONS = 200
"""Options of one list that are looked at: a list of deeds is short."""


def ordered_deeds(form: Form, language: str | None) -> Iterator[tuple[Control, str]]:
    """Fields that would be sent with a deed if nobody touched them."""
    tag = language or ""
    for control in form.controls:
        if control.kind in BUTTONS or control.disabled or not control.name:
            continue
        for value in _sent(control):
            if found := set_deed(control.name, value, tag):
                yield control, found


def unknown_orders(form: Form, language: str | None, *, any_name: bool = False) -> Iterator[tuple[Control, str]]:
    """Hidden and preselected words that may order something nobody here knows: in fields that say what is to be
    done, and with `any_name` in every hidden one. What is of the closed class, empty or a number orders none, nor
    does an option that shows a reader no word: "=" is how a filter compares."""
    for control in form.controls:
        if control.kind in BUTTONS or control.disabled or not control.name:
            continue
        command = is_command(control.name, language or "")
        if not command and not (any_name and control.kind == "hidden"):
            continue
        for value in _sent(control, by_label=True):
            found = said(value, language)
            if found.unknown and value.replace("_", " ").replace("-", " ").replace(" ", "").isalpha():
                yield control, value


def _sent(control: Control, *, by_label: bool = False) -> list[str]:
    """What is sent if nobody touches the field; `by_label`, of lists only what shows a reader some words."""
    if control.kind in _CHECKED:
        return [control.value] if control.checked else []
    if control.kind.startswith("select"):
        chosen = [option for option in control.options[:_MOST_OPTIONS] if option.selected]
        return [o.value for o in chosen if not by_label or any(c.isalpha() for c in o.label)]
    return [control.value] if control.kind == "hidden" else []


def carries_deeds(control: Control, language: str | None) -> str | None:
    """A deed among the choices of a list, a box or a radio button: such a field is never planned."""
    tag = language or ""
    is_order = is_command(control.name, tag)
    if control.kind in _CHECKED:
        told = (*control.labels, control.after.strip()) if len(control.after) < 60 else control.labels
        found = set_deed(control.name, control.value, tag) or begins_with_deed(control.name, tag)
        return found or next((text for text in told if _says_deed(text, language, command=is_order)), None)
    if not control.kind.startswith("select"):
        return None
    for option in control.options[:_MOST_OPTIONS]:
        for text in (option.value, option.label):
            if whole_deed(text, tag, command=is_order):
                return text
    return _operation(control, language, is_order=is_order)


def _operation(control: Control, language: str | None, *, is_order: bool) -> str | None:
    """What a list would do instead of looking something up, where one of its options is to look it up: such a list
    is of operations, and only those that show something may be chosen."""
    labels = [option.label for option in control.options[:_MOST_OPTIONS] if option.value and option.label]
    read = [(label, said(label, language, everywhere=False)) for label in labels]
    if not any(found.looks in _OPERATIONS and found.sure for _, found in read):
        return None
    others = (text for text, found in read if found.looks is None and not found.silent)
    return next((text for text in others if is_order or ordered(text, language)[1]), None)


_OPERATIONS = (Mark.SEARCH, Mark.SHOW, Mark.LIST)


def _says_deed(text: str, language: str | None, *, command: bool) -> bool:
    """Whether what stands beside a box is a deed or begins with one: "Delete", "Delete all of them". The options
    of a list have to be deeds as a whole: among topics there may be a "Donate blood"."""
    return bool(text) and bool(whole_deed(text, language or "", command=command) or ordered(text, language)[1])
