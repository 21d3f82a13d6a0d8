"""The dashboard in a real Chromium: what people do with it, and what hostile data does not.

Run by `make test-browser`; skipped where no Chromium or no Playwright is.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from conftest import run_in
from dashboards import Dashboard, dashboard
from leadline.app.folders import Folder
from leadline.web.door import chromium
from leadline.web.settings import WebSettings

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(chromium(WebSettings()) is None, reason="no Playwright or no Chromium here"),
]
PAGES = (
    "/", "/search?q=red", "/compare", "/folders/cars", "/folders/cars/records", "/folders/cars/queries",
    "/folders/cars/forms", "/folders/cars/decide", "/folders/cars/sites", "/folders/forms", "/folders/forms/forms",
    "/folders/forms/learned", "/nothing", "/folders/cars/archive?url=http://nowhere.example/",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> "Iterator[Page]":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(WebSettings()), args=["--no-sandbox"])
        yield started.new_page(viewport={"width": 1280, "height": 900})
        started.close()


@pytest.fixture
def page(browser: "Page") -> "Iterator[Page]":
    """With what the console says against us, which is nothing."""
    said: list[str] = []

    def listen(message: object) -> None:
        text = str(getattr(message, "text", ""))
        if getattr(message, "type", "") == "error" and "status of 404" not in text:
            said.append(text)

    browser.on("console", listen)
    yield browser
    browser.remove_listener("console", listen)
    assert said == []


@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_used_without_eyes_or_a_mouse(shown: Dashboard, page: "Page", path: str) -> None:
    """axe finds nothing wrong: contrast, names, landmarks, tables, what is reached by keys."""
    from axe_playwright_python.sync_playwright import Axe

    page.goto(shown.root + path)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == []


def test_the_keyboard_reaches_search(shown: Dashboard, page: "Page") -> None:
    """Tab by tab to the box, Enter to what was found."""
    page.goto(shown.root)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "q":
            break
    page.keyboard.type("giulia")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=giulia")
    assert page.locator(".hits li").count() >= 1


def test_a_stored_form_is_filled_in_off_line(shown: Dashboard, page: "Page") -> None:
    """The page of 1999 whose form stands between rows: sent as it stands it brings its stored answer."""
    page.goto(f"{shown.root}/folders/cars/archive?url=http://cars.example/")
    page.locator("input[type=submit]").first.click()
    page.wait_for_url("**/ask/**")
    assert "Alfa Romeo" in page.inner_text("body")
    page.goto(f"{shown.root}/folders/cars/archive?url=http://cars.example/")
    page.fill("input[name=model]", "giulia")
    page.locator("input[type=submit]").first.click()
    page.wait_for_url("**/ask/**")
    assert "Just that was never asked" in page.inner_text("body")
    assert "Giulia" in page.inner_text("body")


def test_a_harvest_is_started_from_the_page_and_watched(builtin_web: str, tmp_path: Path, page: "Page") -> None:
    """The card appears by itself and its numbers move until the end, without a reload by hand."""
    words = ("--connect-to", builtin_web, "--delay", "0.5")
    with dashboard(tmp_path, words=words) as served:
        page.goto(served.root)
        page.fill("input[name=url]", "http://cars.example/")
        page.click("text=Start")
        card = page.locator("article.card")
        card.wait_for(timeout=60_000)
        card.locator("[data-running]").wait_for(state="visible", timeout=30_000)
        numbers = page.locator("article.card [data-key=requests]")
        seen = {numbers.inner_text()}
        card.locator("[data-running]").wait_for(state="hidden", timeout=60_000)
        seen.add(numbers.inner_text())
        assert len(seen) == 2
        assert page.locator("article.card [data-key=records]").inner_text() == "26"


def test_a_decided_value_is_what_the_next_run_asks_for(builtin_web: str, tmp_path: Path, page: "Page") -> None:
    """The edit is kept, shown again, and narrows the harvest."""
    words = ["harvest", "http://cars.example/", "--out", "cars", "--planner", "liddle", "--max-requests", "6"]
    web = ["--connect-to", builtin_web, "--delay", "0.01"]
    assert run_in(tmp_path, *words, *web).returncode == 4
    before = len(Folder(tmp_path / "cars").queries)
    with dashboard(tmp_path) as served:
        page.goto(f"{served.root}/folders/cars/decide")
        field = page.locator("section[aria-label='Field make']")
        field.locator("textarea").fill("Volvo")
        field.locator("button").click()
        page.wait_for_load_state()
        assert "1 values" in page.locator("section[aria-label='Field make']").inner_text()
    run_in(tmp_path, "resume", "cars", *web, "--option", "harvest.max_requests=20")
    rows = list(Folder(tmp_path / "cars").queries)[before:]
    assert rows
    assert {dict(row["assignment"])["make"] for row in rows} <= {"", "Volvo"}


# ── hostile data ──────────────────────────────────────────────────────────────────────────────────────────

_RUNS = "document.documentElement.setAttribute('data-ran','1')"
_SHAPES = (
    "<script>{0}</script>", '"><script>{0}</script>', "'><img src=x onerror=\"{0}\">", '<svg onload="{0}">',
    "<svg><script>{0}</script></svg>", "javascript:{0}", "</title><script>{0}</script>",
    "<iframe srcdoc='<script>parent.{0}</script>'>", "<style>*{{background:url(javascript:{0})}}</style>",
    "<a href='javascript:{0}'>x</a>", "{{{{ {0} }}}}", "{{% raw %}}{0}", '<details open ontoggle="{0}">',
    "<math><mtext><script>{0}</script>", "\u202e<b onclick='{0}'>", "=cmd|' /C calc'!A0", "\x1b]0;owned\x07{0}",
    "<base href='//evil.example/'>", "<meta http-equiv=refresh content=0;url=//evil.example>", "<!--{0}-->",
)  # fmt: skip
HOSTILE = [f"{number} {shape.format(_RUNS)}" for number in range(10) for shape in _SHAPES]
"""200 strings; the number makes each its own."""


def test_two_hundred_hostile_strings_run_nowhere(crawled: Path, tmp_path: Path, page: "Page") -> None:
    """In titles, texts, fields and addresses of records: shown as text on every page, and the policy, which
    reports to a listener, had nothing to stop."""
    assert len(set(HOSTILE)) == 200
    shutil.copytree(crawled / "harvested", tmp_path / "cars")
    _poison(tmp_path / "cars")
    with dashboard(tmp_path) as served:
        page.add_init_script(
            "window.stopped=[];document.addEventListener('securitypolicyviolation',e=>stopped.push(e.blockedURI))"
        )
        paths = [f"/folders/cars/records?skip={skip}" for skip in (0, 50, 100, 150, 200)]
        searches = ["/search?q=script", "/search?q=kind:record"]
        for path in [*paths, *searches, "/", "/folders/cars", "/folders/cars/queries"]:
            page.goto(served.root + path)
            assert page.evaluate("document.documentElement.hasAttribute('data-ran')") is False, path
            assert page.evaluate("window.stopped") == [], path
            assert page.url.startswith(served.root), path
        page.goto(f"{served.root}/folders/cars/records?skip=50")
        assert "onerror" in page.inner_text("table")


def _poison(folder: Path) -> None:
    """Records with these strings, put into the database as somebody else's program might."""
    with closing(sqlite3.connect(folder / "leadline.db")) as database:
        model = json.loads(database.execute("SELECT body FROM record LIMIT 1").fetchone()[0])
        for number, text in enumerate(HOSTILE):
            fields = {"Car": text, text: "value", "Colour": text}
            name = f"hostile-{number}"
            body = {
                **model,
                "id": name,
                "fields": fields,
                "text": text,
                "url": text if number % 2 else model["url"],
            }
            body |= {"query": {"model": text}, "fetched_at": text if number % 3 == 0 else model["fetched_at"]}
            database.execute(
                "INSERT INTO record (id, source, position, body, query) VALUES (?, ?, ?, ?, 1)",
                (name, text if number % 5 == 0 else model["source"], 1000 + number, json.dumps(body)),
            )
        database.commit()
