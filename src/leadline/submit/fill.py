"""Fill a form as a browser would, up to the pairs that are sent (HTML standard, section 4.10.21.4).

`default_query` leaves everything as the page has it (Liddle's default query), with what the user set. The
pairs are those of the *successful controls* in document order: named, not disabled, checked where that
counts, and of all submit buttons only the one that is pressed. Fields a reader does not see are sent as they
are: who fills them in is taken for a robot, who leaves them out as well.

`leadline.submit.submit` turns the pairs into a request.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from leadline.errors import BadTarget, MissingValue
from leadline.gate.controls import best_button, read_button, usable
from leadline.model.form import BUTTONS, Control, Form, Invisible, Option
from leadline.model.query import Query

Pairs = tuple[tuple[str, str], ...]

_markup = attrgetter("kind", "name", "value", "attributes", "tag_path")
_CHECKED = frozenset({"radio", "checkbox"})
_NOT_VALIDATED = frozenset({"hidden", "range", "color"})  # never empty, or never looked at (section 4.10.19.3)


def button_for(form: Form, sets: Mapping[str, str], language: str | None = None) -> Control | None:
    """The button a user names among the values (`--set go=Search`), else the one that searches: browsers press the
    first (section 4.10.21.2), which may be the one that deletes. Raises `BadTarget` where the named one does
    something else."""
    for control in usable(form):
        wanted = sets.get(control.name)
        if wanted is not None and wanted in (control.value, control.text):
            if why := read_button(control, language).refused:
                raise BadTarget(f"--set {control.name}={wanted}: it is not pressed: {why}")
            return control
    return best_button(form, language).button


def default_query(form: Form, sets: Mapping[str, str] | None = None, button: Control | None = None) -> Query:
    """The query that leaves all defaults but those in `sets` (name → value or visible label).

    Raises `MissingValue` for a required field that stays empty, `BadTarget` for a name or choice the form does
    not have."""
    given = dict(sets or {})
    pressed = button or button_for(form, given)
    # What names the button means the button, and no hidden field of its name: a browser sends both as they are.
    meant = pressed is not None and given.get(pressed.name) in (pressed.value, pressed.text)
    button_name = pressed.name if pressed is not None and meant else None
    controls = tuple(
        control if control.kind == "hidden" and control.name == button_name else _set(control, given)
        for control in form.controls
        if _present(control)
    )
    _check_names(form, given)
    if not _unchecked(form, pressed):
        _check_required(controls)
    return Query(form.identity, tuple(_entries(controls, pressed)))


def scripted_pairs(form: Form, sets: Mapping[str, str]) -> Pairs:
    """What `form.submit()` sends after a script has set some values: no button, nothing checked or required.

    Fields the form does not have are added at the end, as scripts do that make them."""
    controls = tuple(_set(control, sets) for control in form.controls if _present(control))
    names = {control.name for control in controls}
    made = ((name, value) for name, value in sets.items() if name not in names)
    return (*_entries(controls, None), *made)


def _present(control: Control) -> bool:
    """A `<template>` holds no controls, only the making of some."""
    return control.invisible is not Invisible.TEMPLATE


# ── the entry list ────────────────────────────────────────────────────────────────────────────────────────


def _entries(controls: Sequence[Control], pressed: Control | None) -> Iterator[tuple[str, str]]:
    for control in controls:
        if control.disabled:
            continue
        if control.kind in BUTTONS:
            if pressed is not None and _markup(control) == _markup(pressed):
                yield from _pressed(control)
        elif control.name:
            yield from _values(control)


def _pressed(button: Control) -> Iterator[tuple[str, str]]:
    """An image is pressed at its corner, as by the Enter key."""
    if button.kind == "image":
        prefix = f"{button.name}." if button.name else ""
        yield f"{prefix}x", "0"
        yield f"{prefix}y", "0"
    elif button.name:
        yield button.name, button.value


def _values(control: Control) -> Iterator[tuple[str, str]]:
    if control.kind in _CHECKED:
        if control.checked:
            yield control.name, control.value
    elif control.kind in ("select-one", "select-multiple"):
        yield from ((control.name, o.value) for o in control.options if o.selected and not o.disabled)
    else:
        yield control.name, control.value
        if direction := control.attribute("dirname"):
            yield direction, "rtl" if (control.attribute("dir") or "").lower() == "rtl" else "ltr"


# ── what the user set ─────────────────────────────────────────────────────────────────────────────────────


def _set(control: Control, given: Mapping[str, str]) -> Control:
    if control.name not in given or not control.name or control.kind in BUTTONS:
        return control
    value = given[control.name]
    if control.kind in _CHECKED:
        return replace(control, checked=value in (control.value, *control.labels, control.after.strip()))
    if control.kind in ("select-one", "select-multiple"):
        chosen = _choice(control, value)
        marked = tuple(o._replace(selected=o is chosen) for o in control.options)
        return replace(control, options=marked, value=value)
    return replace(control, value=value)


def _choice(control: Control, value: str) -> Option | None:
    """By what is sent, else by what is seen."""
    usable = [o for o in control.options if not o.disabled]
    wanted = value.strip().casefold()
    by_value = (o for o in usable if o.value == value)
    by_label = (o for o in usable if o.label.strip().casefold() == wanted)
    return next(by_value, None) or next(by_label, None)


def _check_names(form: Form, given: Mapping[str, str]) -> None:
    for name, value in given.items():
        named = [c for c in form.controls if c.name == name]
        if not named:
            known = ", ".join(dict.fromkeys(c.name for c in form.controls if c.name)) or "none"
            raise BadTarget(f"--set {name}=…: the form has no field of that name; it has: {known}")
        if all(c.kind.startswith("select") for c in named) and not any(_choice(c, value) for c in named):
            choices = ", ".join(o.label or o.value for c in named for o in c.options[:12])
            raise BadTarget(f"--set {name}={value}: not one of its choices, such as: {choices}")
        if value and all(c.kind == "radio" for c in named) and not any(_set(c, given).checked for c in named):
            raise BadTarget(f"--set {name}={value}: not one of its choices: {', '.join(c.value for c in named)}")


# ── what the form insists on ──────────────────────────────────────────────────────────────────────────────


def _unchecked(form: Form, pressed: Control | None) -> bool:
    own = pressed is not None and pressed.attribute("formnovalidate") is not None
    return own or any(name == "novalidate" for name, _ in form.attributes)


def _check_required(controls: Sequence[Control]) -> None:
    for control in controls:
        barred = control.disabled or control.readonly or control.kind in (*_NOT_VALIDATED, *BUTTONS)
        if control.required and not barred and control.invisible is None and not _has_value(control, controls):
            raise MissingValue(control.name, label_of(control))


def _has_value(control: Control, controls: Sequence[Control]) -> bool:
    if control.kind == "radio":
        return any(c.checked for c in controls if c.kind == "radio" and c.name == control.name)
    if control.kind == "checkbox":
        return control.checked
    if control.kind.startswith("select"):
        return any(o.selected and o.value for o in control.options)
    return bool(control.value)


def label_of(control: Control) -> str:
    """What people call a field: the author's label, else the words at it, else its name."""
    written = (control.attribute(name) or "" for name in ("aria-label", "placeholder", "title"))
    near = " ".join(control.before.split()[-6:])
    texts = (*control.labels, *written, near, control.name, control.kind)
    return next(text.strip() for text in texts if text.strip())
