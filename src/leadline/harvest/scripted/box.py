"""The box of a page that searches, by the gate's own rules for forms."""

from collections.abc import Iterator

from leadline.forms.safety import gate
from leadline.forms.understand import judged, loose_form
from leadline.gate.controls import read_button
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page

_TYPED = frozenset({"text", "search"})


def search_box(page: Page, *, may_send: bool = False) -> tuple[Control, Control | None] | None:
    """The box that searches, by the gate's own rules, and the button beside it."""
    best: tuple[float, Control, Control | None] | None = None
    for form in _searches(page):
        verdict = gate(form, page)
        if not verdict.safe and not (may_send and not verdict.impossible):
            continue
        box = next(c for c in form.controls if is_box(c))
        likely = judged(form, page).judgement.searchable
        button = next((c for c in form.controls if c.kind in BUTTONS and _searches_by(c, page.language)), None)
        if best is None or likely > best[0]:
            best = likely, box, button
    return best[1:] if best is not None else None


def _searches(page: Page) -> Iterator[Form]:
    """Every box that may be a search, as a form of its own: with its form, or with the buttons behind it."""
    for form in page.forms:
        if any(map(is_box, form.controls)):
            yield form
    loose = page.loose_controls
    for at, control in enumerate(loose):
        if is_box(control):
            behind = loose[at + 1 : at + 3]
            buttons = behind[: next((n for n, c in enumerate(behind) if c.kind not in BUTTONS), len(behind))]
            yield loose_form(page, (control, *buttons))


def is_box(control: Control) -> bool:
    """Whether somebody can type into it."""
    is_usable = not control.disabled and not control.readonly and control.invisible is None
    return is_usable and control.kind in _TYPED


def _searches_by(button: Control, language: str | None) -> bool:
    return not button.disabled and button.invisible is None and read_button(button, language).refused is None
