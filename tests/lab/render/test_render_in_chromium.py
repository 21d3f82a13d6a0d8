"""A real browser reads the same fields, and sees labels where the form puts them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from render_sheets import URL, Author, blocks_of, skin_of

from leadline_lab.anatomy import Button, FormModel, Input, Placement, Sheet, Zone
from leadline_lab.render import FAMILIES, render

_FIELDS = """
() => Array.from(document.forms).map(form => Array.from(form.elements)
    .filter(e => !['FIELDSET', 'OUTPUT', 'OBJECT'].includes(e.tagName))
    .map(e => [e.name, e.type]))
"""

_PLACES = """
() => {
    const boxes = {};
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        for (const word of walker.currentNode.textContent.matchAll(/Word[0-9]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, word.index);
            range.setEnd(walker.currentNode, word.index + word[0].length);
            boxes[word[0]] = range.getBoundingClientRect().toJSON();
        }
    }
    return Array.from(document.querySelectorAll('input[name^=Word]')).map(e =>
        [e.name, e.getBoundingClientRect().toJSON(), boxes[e.name] || null, e.placeholder]);
}
"""


def chromium() -> str | None:
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
        None,
    )


@contextmanager
def browser() -> Iterator[Any]:
    """A page of a headless browser that reaches no network; pages are handed to it as text."""
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    arguments += ["--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        context = started.new_context(java_script_enabled=False, viewport={"width": 1400, "height": 900})
        yield context.new_page()
        started.close()


def fields(form: FormModel) -> list[tuple[str, str]]:
    """Name and type of every element the browser should list, buttons left out."""
    found: list[tuple[str, str]] = []
    for field in form.inputs:
        kind = {"select": "select-one"}.get(field.control, field.control)
        found += [(field.name, kind)] * (max(1, len(field.choices)) if kind in ("radio", "checkbox") else 1)
    return sorted(found)


PLACEMENTS: tuple[Placement, ...] = ("left", "above", "right", "below", "inside", "missing")


def placed_form() -> FormModel:
    inputs = []
    for number in range(12):
        placement = PLACEMENTS[number % 6]
        name = f"Word{number}"
        label = "" if placement == "missing" else name
        inputs.append(Input(name, "text", label, placement, linked=number >= 6, size=10))
    inputs.insert(4, Input("Word99", "text", "Word99", "left", honeypot=True, size=10))
    return FormModel("k", "search", "", "", "/s", "get", tuple(inputs), (Button("submit", "Go"),), "Find")


def seen_at(field: dict[str, float], label: dict[str, float]) -> set[str]:
    """Where a label is, as the eye has it."""
    level = label["top"] < field["bottom"] and label["bottom"] > field["top"]
    places = {
        "left": level and label["right"] <= field["left"] + 1,
        "right": level and label["left"] >= field["right"] - 1,
        "above": label["bottom"] <= field["top"] + 3,
        "below": label["top"] >= field["bottom"] - 3,
    }
    return {place for place, holds in places.items() if holds}


def check_places(shown: Any, sheet: Sheet, family: str, number: int) -> None:
    worn = skin_of(number, family)
    shown.set_content(render(sheet, worn), wait_until="domcontentloaded")
    for name, field, label, placeholder in shown.evaluate(_PLACES):
        where = (family, number, name)
        if name == "Word99":
            gone = field["width"] == 0 or field["right"] <= 0
            assert gone, where
            continue
        placement = PLACEMENTS[int(name[4:]) % 6]
        if placement in ("inside", "missing"):
            assert label is None, where
            assert (placeholder == name) == (placement == "inside"), where
        elif family == "sentence":
            assert seen_at(field, label), where  # running text breaks its lines where it likes
        else:
            assert placement in seen_at(field, label), (*where, placement, field, label)


@pytest.mark.chromium
@pytest.mark.skipif(chromium() is None, reason="no Chromium on this machine")
def test_a_browser_sees_the_sheets_forms() -> None:
    """Owners and kinds of all fields, places of labels, and traps out of sight, in every family."""
    with browser() as shown:
        for seed, family in enumerate(FAMILIES):
            sheet = Author(seed + 100).sheet()
            shown.set_content(render(sheet, skin_of(seed, family)), wait_until="domcontentloaded")
            found = shown.evaluate(_FIELDS)
            for form in (block for block in blocks_of(sheet) if isinstance(block, FormModel)):
                wanted = fields(form)
                first = form.inputs[0].name
                mine = next(listed for listed in found if any(name == first for name, _ in listed))
                buttons = ("submit", "image", "button")
                assert sorted((n, kind) for n, kind in mine if kind not in buttons) == wanted
            places = Sheet(URL, "t", "en", (Zone("main", (placed_form(),)),))
            for number in range(4):
                check_places(shown, places, family, number)
