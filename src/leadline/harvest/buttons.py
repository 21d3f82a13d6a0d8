"""Several buttons that search, and buttons that turn out not to.

"Search here" and "Search everywhere" of one name are one choice among several, as radios are: `ways_to_press`
makes them a field. A button of another name, or one with an address of its own, is another question and not
another answer to the same: those are left alone.

Some buttons only make the form longer.

"More fields" and "+ Filter" say what searches say. What they do is seen from what comes: the form again, with all
its fields and more of them, and no record. A search that asks twice does that too, so it counts where the further
steps came to the same. Such a button is pressed no more; the same query is asked with another one, or with none,
as the Enter key would, if the gate lets the form go without it. If not, the harvest ends.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from urllib.parse import parse_qsl

from leadline.forms.safety import gate
from leadline.gate.controls import as_good
from leadline.model.field import Field
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page, Request
from leadline.parse.document import Document
from leadline.parse.forms import stable_action

_SWITCHES = frozenset({"checkbox", "radio"})  # sent only if they are on, so what was sent does not tell of them


def button_key(button: Control) -> str:
    """A button as it is remembered: what it sends, or what it says."""
    return f"{button.name}={button.value or button.text}"


_OWN_WAY = ("formaction", "formmethod", "formenctype", "formtarget")


def ways_to_press(form: Form, page: Page) -> Field | None:
    """The buttons of one name that are as good as the one that is pressed, as a field with its value chosen; None
    where there is one only. Each of them passes the gate by itself."""
    alike = as_good(form, page.language)
    best = next(iter(alike), None)
    if best is None or not best.name or any(control.name == best.name for control in form.fields):
        return None
    ways = {b.value: b for b in reversed(alike) if b.name == best.name and b.value and _goes_along(b)}
    shown = [button for button in alike if ways.get(button.value) is button and _passes(button, form, page)]
    if len(shown) < 2 or best not in shown:
        return None
    controls = tuple(replace(button, kind="radio", checked=button is best) for button in shown)
    return Field(controls, value_labels=tuple(button.text or button.value for button in shown))


def _goes_along(button: Control) -> bool:
    """It sends the form where, and how, the form says."""
    return button.kind == "submit" and all(button.attribute(name) is None for name in _OWN_WAY)


def _passes(button: Control, form: Form, page: Page) -> bool:
    """Whether the gate lets the form go by this button and no other."""
    others = {other.place for other in form.controls if other.kind in BUTTONS} - {button.place}
    alone = replace(form, controls=tuple(c for c in form.controls if c.place not in others))
    return gate(alone, page).safe


def without_buttons(form: Form, idle: Collection[str]) -> Form:
    """The form without buttons that are pressed no more."""
    if not idle:
        return form
    kept = (c for c in form.controls if c.kind not in BUTTONS or button_key(c) not in idle)
    return replace(form, controls=tuple(kept))


def may_go_without(form: Form, idle: Collection[str], page: Page) -> bool:
    """Whether the gate lets a form go with another of its buttons, or with none."""
    return gate(without_buttons(form, idle), page).safe


def has_grown(document: Document, form: Form, asked: Request) -> bool:
    """Whether an answer shows the form it was asked by once more, with more to fill in than was there and sent."""
    shown = _names(form)
    known = shown | Counter(name for name, _ in _sent(asked))
    for other in document.page.forms:
        if (stable_action(other.action), other.method) == (stable_action(form.action), form.method):
            now = _names(other)
            if shown <= now and now - known:
                return True
    return False


def _names(form: Form) -> Counter[str]:
    fields = (c for c in form.fields if c.name and c.invisible is None and c.kind not in _SWITCHES)
    return Counter(c.name for c in fields)


def _sent(asked: Request) -> list[tuple[str, str]]:
    body = (asked.body or b"").decode("latin-1")
    texts = (asked.url.partition("?")[2], body)
    return [pair for text in texts for pair in parse_qsl(text, keep_blank_values=True, max_num_fields=None)]
