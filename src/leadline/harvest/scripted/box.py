"""The box of a page that searches, by the gate's own rules for forms."""

from collections.abc import Iterator
from typing import NamedTuple

from leadline.forms.safety import gate
from leadline.forms.understand import judged, loose_form
from leadline.gate.controls import read_button
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page

_TYPED = frozenset({"text", "search"})


class SearchBox(NamedTuple):
    """A box that searches."""

    control: Control
    button: Control | None = None  # the one beside it that searches
    sends: bool = True  # the Enter key may be pressed in it, which presses its form's first button


def search_box(page: Page, *, may_send: bool = False) -> SearchBox | None:
    """The box that searches, by the gate's own rules, and the button beside it."""
    best: tuple[bool, float, SearchBox] | None = None
    for form in _searches(page):
        verdict = gate(form, page)
        found = SearchBox(next(c for c in form.controls if is_box(c)))
        if verdict.safe or (may_send and not verdict.impossible):
            button = next((c for c in form.controls if c.kind in BUTTONS and _searches_by(c, page.language)), None)
            found = found._replace(button=button)
        elif (alone := _only_typed(page, form)) is not None:
            form, found = alone, found._replace(sends=False)  # noqa: PLW2901
        else:
            continue
        likely = judged(form, page).judgement.searchable
        if best is None or (found.sends, likely) > best[:2]:
            best = found.sends, likely, found
    return best[2] if best is not None else None


def _only_typed(page: Page, form: Form) -> Form | None:
    """The box by itself, where it is the one thing to fill in and only the buttons beside it are not of a search:
    a word that is typed and not sent goes where the page's script asks with it, and nowhere past the gate."""
    others = [c for c in form.controls if c.kind not in BUTTONS and c.kind != "hidden"]
    if len(others) != 1 or len(others) == len(form.controls):
        return None
    alone = loose_form(page, (others[0],))
    return alone if gate(alone, page).safe else None


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
