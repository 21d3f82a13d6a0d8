"""Forms as authors really write them, held against what Chromium makes of them.

A case is a file in `forms_awkward/`; add one and record it with `python tests/parse/record_forms.py`.
"""

import json
from typing import Any

import pytest
from parse_browser import CASES, EXPECTED, browser_page, chromium, forms_in

from leadline.model.form import BUTTONS, Form
from leadline.parse.document import parse_html

NAMES = sorted(case.stem for case in CASES.glob("*.html"))
RECORDED: dict[str, list[dict[str, Any]]] = json.loads(EXPECTED.read_text())


def submitted(form: Form) -> list[list[str]]:
    """The entry list of an untouched form (HTML 4.10.22.4), no button pressed."""
    entries: list[list[str]] = []
    for control in form.controls:
        if not control.name or control.disabled or control.kind in BUTTONS:
            continue
        if control.kind in ("select-one", "select-multiple"):
            chosen = [o.value for o in control.options if o.selected and not o.disabled]
            entries.extend([control.name, value] for value in chosen)
        elif control.kind not in ("checkbox", "radio") or control.checked:
            entries.append([control.name, "(file)" if control.kind == "file" else control.value])
    return entries


def described(form: Form) -> dict[str, Any]:
    """Our form in the shape Chromium's was recorded in; `form.elements` leaves image buttons out."""
    return {
        "elements": [[c.name, c.kind] for c in form.controls if c.kind != "image"],
        "images": [c.name for c in form.controls if c.kind == "image"],
        "submitted": submitted(form),
    }


def test_there_are_enough_cases() -> None:
    """At least thirty-six awkward structures are kept, each with a recorded expectation."""
    assert len(NAMES) >= 36
    assert set(NAMES) == set(RECORDED)


@pytest.mark.parametrize("name", NAMES)
def test_forms_are_what_the_browser_sees(name: str) -> None:
    """Owners, order, kinds, names and submitted values of every awkward form equal Chromium's."""
    html = (CASES / f"{name}.html").read_bytes().decode("utf-8")
    page = parse_html(html, "http://forms.test/page")
    assert [described(form) for form in page.forms] == RECORDED[name]


@pytest.mark.chromium
def test_recorded_expectations_are_the_browsers() -> None:
    """What is recorded is what the installed Chromium answers today."""
    if chromium() is None:
        pytest.skip("no Chromium is installed; the recorded expectations stand")
    with browser_page() as page:
        live = {name: forms_in(page, (CASES / f"{name}.html").read_bytes()) for name in NAMES}
    assert live == RECORDED
