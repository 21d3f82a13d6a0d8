"""Pages whose search answers on the screen and by no call that could be made again: they are asked there."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from screen_site import Stepped, framed, sealed
from script_browser import NEEDS_CHROMIUM, WEB, Browsing
from script_site import BOX, books, page_of, serving

from leadline.app.harvest import harvest, harvest_job, resume_harvest
from leadline.app.settings import Settings
from leadline.harvest.settings import HarvestSettings
from leadline.store.folder import CrawlFolder

# Each question rests for seconds, and the page's own writes, which are refused, make that longer.
pytestmark = [*NEEDS_CHROMIUM, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def browsing() -> Iterator[Browsing]:
    with asyncio.Runner() as runner:
        found = Browsing(runner, {}, AsyncExitStack())
        yield found
        runner.run(found.stack.aclose())


@pytest.mark.parametrize("way", ["more", "next", "button"])
def test_a_search_that_answers_on_the_screen_is_asked_there(way: str, browsing: Browsing, tmp_path: Path) -> None:
    """Answers that grow under what was there, whose next part takes the place of this one, and that come when a
    button is pressed; one opening serves all words, and nothing that the page writes meanwhile leaves."""
    with serving(sealed(way, 30)) as site:
        report = browsing.harvested(site.url, tmp_path / "out", max_requests=200)
        asked = {path.partition("?")[0] for _, path, _ in site.asked}
    assert report.records == 30
    assert report.scripts is not None
    assert report.scripts["openings"] <= 3
    assert site.writes == []
    assert {path for path in asked if not path.startswith("/parts/")} <= {"/", "/robots.txt", "/sitemap.xml"}


def test_answers_in_a_frame_of_the_page_are_read(browsing: Browsing, tmp_path: Path) -> None:
    """The frame's page and its data are asked for, a piece for each letter; none of them is taken for all."""
    with serving(framed(30)) as site:
        report = browsing.harvested(site.url, tmp_path / "out", max_requests=300)
    assert report.records == 30
    assert report.stopped_by != "complete"
    assert site.writes == []


def test_a_box_that_hides_what_it_does_not_find_is_no_search_of_more(browsing: Browsing, tmp_path: Path) -> None:
    """The page has everything from the beginning, and words bring nothing new: it is read once, with no word in
    its box that would hide a part of it."""
    with serving(sealed("hides", 30)) as site:
        report = browsing.harvested(site.url, tmp_path / "out", max_requests=200, details="never")
    assert (report.records, report.queries) == (30, 1)


def test_a_call_that_takes_a_word_is_no_wall_without_one(browsing: Browsing, tmp_path: Path) -> None:
    """The word is a step of its path; without one this server has its own page there, which looks like nothing."""
    script = """
    $('words').onchange = $('go').onclick = async () => {
      const found = await (await fetch('/api/query/' + encodeURIComponent($('words').value))).json();
      show(found); };"""
    with serving(Stepped("none", books(60), page_of(script=script))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 60
    assert report.scripts is not None
    assert report.scripts["openings"] == 2
    assert "/api/query/" in [path for _, path, _ in site.asked]


def test_a_page_that_stands_open_is_no_wall(browsing: Browsing, tmp_path: Path) -> None:
    """One with a box and nothing else looks like one; it goes on being asked."""
    with serving(sealed("next", 30, home="")) as site:
        report = browsing.harvested(site.url, tmp_path / "out", max_requests=60)
    assert report.records == 30
    assert report.stopped_by != "blocked"


def test_a_box_beside_a_deed_is_typed_into_and_never_sent(browsing: Browsing, tmp_path: Path) -> None:
    """The page answers while a word is typed; what its form would do is never done."""
    form = f"<form id=f action='javascript:void(0)'>{BOX.replace('>Search<', '>Delete<')}</form>"
    site = sealed("more", 30, form)
    site.page = site.page.replace("</script>", "$('f').onsubmit = () => { fetch('/api/books?sent=1'); };</script>")
    with serving(site):
        report = browsing.harvested(site.url, tmp_path / "out", max_requests=200)
    assert report.records == 30
    assert [path for _, path, _ in site.asked if "sent" in path] == []


def test_questions_on_the_screen_count_and_are_taken_up_again(tmp_path: Path) -> None:
    """Each is one of the requests that the user allows; the folder goes on in a browser of its own."""

    async def run(url: str) -> None:
        settings = Settings(WEB, harvest=HarvestSettings(memory="off", max_requests=9, doors="never"))
        job = harvest_job(url, settings)
        first = await harvest(job, tmp_path / "out")
        assert (first.stopped_by, first.requests) == ("max-requests", 9)
        folder = CrawlFolder.open(tmp_path / "out")
        more = replace(job, harvest=replace(job.harvest, max_requests=300))
        done = await resume_harvest(folder, more)
        assert first.queries < done.queries
        assert (done.records, done.stopped_by) == (30, "exhausted")

    with serving(sealed("more", 30)) as site:
        asyncio.run(run(site.url))
