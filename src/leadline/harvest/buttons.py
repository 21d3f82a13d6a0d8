"""Buttons that turn out not to search: they only make the form longer.

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
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page, Request
from leadline.parse.document import Document
from leadline.parse.forms import stable_action

_SWITCHES = frozenset({"checkbox", "radio"})  # sent only if they are on, so what was sent does not tell of them


def button_key(button: Control) -> str:
    """A button as it is remembered: what it sends, or what it says."""
    return f"{button.name}={button.value or button.text}"


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
