"""A real Chromium for golden cases: what it makes of the forms of a page, scripts of the page switched off."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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


_PAGE = "http://forms.test/page"


@dataclass
class Shown:
    """A browser's page, and what it is served under the one address that it can reach."""

    page: Any
    html: bytes = b""

    def serve(self, route: Any) -> None:
        route.fulfill(body=self.html, content_type="text/html; charset=utf-8")


@contextmanager
def browser_page() -> Iterator[Shown]:
    """A page of a headless Chromium that runs no scripts but ours and reaches no network."""
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    arguments += ["--disable-component-update", "--disable-sync", "--no-first-run"]
    # No name resolves, so what else a page asks for fails within the browser: asking us about each image and
    # script of a real page takes longer than all the rest.
    arguments += ["--host-resolver-rules=MAP * ~NOTFOUND"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        context = browser.new_context(java_script_enabled=False, offline=True)
        shown = Shown(context.new_page())
        shown.page.route(_PAGE, shown.serve)
        yield shown
        browser.close()


def forms_in(shown: Shown, html: bytes) -> list[dict[str, Any]]:
    """What the browser makes of these bytes: per form its elements in order, and what it would submit."""
    shown.html = html
    shown.page.goto(_PAGE, wait_until="domcontentloaded")
    found: list[dict[str, Any]] = shown.page.evaluate(_FORMS)
    return found
