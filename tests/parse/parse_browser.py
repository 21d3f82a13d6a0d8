"""A real Chromium for golden cases: what it makes of the forms of a page, scripts of the page switched off."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "forms_awkward"
EXPECTED = CASES / "expected.json"

_FORMS = """
() => Array.from(document.forms).map(form => ({
    elements: Array.from(form.elements)
        .filter(e => !['OUTPUT', 'OBJECT', 'FIELDSET'].includes(e.tagName))
        .map(e => [e.name, e.type]),
    images: Array.from(document.querySelectorAll('input[type=image i]'))
        .filter(e => e.form === form).map(e => e.name),
    submitted: Array.from(new FormData(form).entries())
        .map(([name, value]) => [name, typeof value === 'string' ? value : '(file)']),
}))
"""


def chromium() -> str | None:
    """Where a Chromium is installed, if one is."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


@contextmanager
def browser_page() -> Iterator[Any]:
    """A page of a headless Chromium that runs no scripts but ours and reaches no network."""
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    arguments += ["--disable-component-update", "--disable-sync", "--no-first-run"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        context = browser.new_context(java_script_enabled=False, offline=True)
        yield context.new_page()
        browser.close()


def forms_in(page: Any, html: bytes) -> list[dict[str, Any]]:
    """What the browser makes of these bytes: per form its elements in order, and what it would submit."""
    page.unroute_all()
    page.route("**/*", lambda route: route.abort())
    page.route(
        "http://forms.test/page",
        lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"),
    )
    page.goto("http://forms.test/page", wait_until="commit")
    page.wait_for_load_state("domcontentloaded")
    found: list[dict[str, Any]] = page.evaluate(_FORMS)
    return found
