"""The dashboard in a real Chromium: what people do with it, and what hostile data does not.

Run by `make test-browser`; skipped where no Chromium or no Playwright is.
"""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

import hostile_site
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


def test_no_page_is_wider_than_a_telephone(shown: Dashboard, page: "Page") -> None:
    """What is wider (a table, say) is moved in its own place."""
    page.set_viewport_size({"width": 420, "height": 900})
    try:
        for path in PAGES:
            page.goto(shown.root + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 420, path
    finally:
        page.set_viewport_size({"width": 1280, "height": 900})


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


def test_a_crawl_is_watched_while_it_runs(builtin_web: str, tmp_path: Path, page: "Page") -> None:
    """One that was begun in a terminal: its card appears, and its pages move, without a reload by hand."""
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    words = ("locate", "--topic", "auto", "--seeds", "seeds.txt", "--pages", "30", "--out", "live")
    with dashboard(tmp_path) as served, ThreadPoolExecutor(1) as terminal:
        page.goto(served.root)
        crawl = terminal.submit(run_in, tmp_path, *words, "--connect-to", builtin_web, "--delay", "0.3")
        numbers = page.locator("article.card [data-key=pages]")
        numbers.wait_for(timeout=60_000)
        seen = {numbers.inner_text()}
        page.locator("article.card [data-running]").wait_for(state="hidden", timeout=90_000)
        seen.add(numbers.inner_text())
        assert crawl.result().returncode == 0
        assert len(seen) == 2
        assert numbers.inner_text() == "16"


def test_a_form_of_a_crawl_is_forbidden_where_it_is_drawn(crawled: Path, tmp_path: Path, page: "Page") -> None:
    """The decision is shown beside the form from then on."""
    shutil.copytree(crawled / "located", tmp_path / "forms")
    with dashboard(tmp_path) as served:
        page.goto(f"{served.root}/folders/forms/forms")
        first = page.locator("section.form-entry").first
        first.locator("select[name=forbidden]").select_option("yes")
        first.locator("button").click()
        page.wait_for_load_state()
        assert page.url.endswith("/folders/forms/forms")
        assert (
            "forbidden" in page.locator("section.form-entry").first.locator("p", has_text="Decided").inner_text()
        )


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
        assert ", 1 value." in page.locator("section[aria-label='Field make']").inner_text()
    run_in(tmp_path, "resume", "cars", *web, "--option", "harvest.max_requests=20")
    rows = list(Folder(tmp_path / "cars").queries)[before:]
    assert rows
    assert {dict(row["assignment"])["make"] for row in rows} <= {"", "Volvo"}


# ── hostile data ──────────────────────────────────────────────────────────────────────────────────────────


def test_two_hundred_hostile_strings_run_nowhere(tmp_path: Path, page: "Page") -> None:
    """In titles, labels, names, choices, records and addresses of a site that was harvested: shown as text on
    every page, and the policy, which reports to a listener, had nothing to stop."""
    hostile_site.harvest(tmp_path, "bad")
    with dashboard(tmp_path) as served:
        page.add_init_script(
            "window.stopped=[];document.addEventListener('securitypolicyviolation',e=>stopped.push(e.blockedURI))"
        )
        pages = ["/", "/folders/bad", "/folders/bad/queries", "/folders/bad/forms", "/folders/bad/decide"]
        pages += [f"/folders/bad/records?skip={skip}" for skip in (0, 50, 100, 150)]
        for path in [*pages, "/search?q=script", "/search?q=kind:record", "/search?q=%3Cscript%3E"]:
            page.goto(served.root + path)
            assert page.evaluate("document.documentElement.hasAttribute('data-ran')") is False, path
            assert page.evaluate("window.stopped") == [], path
            assert page.url.startswith(served.root), path
        page.goto(f"{served.root}/folders/bad/records")
        assert "onerror" in page.inner_text("table")


def test_a_hostile_page_runs_nothing_in_the_archive(tmp_path: Path, browser: "Page") -> None:
    """Its markup is what the site sent; the sandbox has no origin, and nothing of it asks for anything."""
    hostile_site.harvest(tmp_path, "bad")
    asked: list[str] = []
    browser.on("request", lambda request: asked.append(request.url))
    with dashboard(tmp_path) as served:
        rows = served.ask("/api/folders/bad/rows/pages").json["rows"]
        stored = [row["url"] for row in rows if row["status"] == 200 and "robots.txt" not in row["url"]]
        assert any("/item/" in url for url in stored)
        for path in ["answers/1/0", *(f"archive?{urlencode({'url': url})}" for url in stored)]:
            answer = browser.goto(f"{served.root}/folders/bad/{path}")
            assert answer is not None
            assert answer.status == 200, path
            assert browser.url.startswith(f"{served.root}/folders/bad/")
            assert browser.evaluate("document.documentElement.hasAttribute('data-ran')") is False
            assert browser.locator("script, iframe, base").count() == 0
    assert [url for url in asked if not url.startswith((served.root, "data:"))] == []
