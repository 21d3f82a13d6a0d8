"""Manuals of plain files, whose pages look words up in data that they have: by that data, in one request, and what
is proved by it. A real Chromium, a real server."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from manual_site import Manual
from script_browser import IMPATIENT, NEEDS_CHROMIUM, Browsing
from script_site import BOX, GENRES, Library, books, serving

from leadline.errors import MissingValue

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def browsing() -> Iterator[Browsing]:
    with asyncio.Runner() as runner:
        found = Browsing(runner, {}, AsyncExitStack())
        yield found
        runner.run(found.stack.aclose())


@pytest.mark.parametrize("way", ["columns", "fetched", "named"])
def test_an_index_that_the_page_looks_words_up_in_is_the_source(
    way: str, browsing: Browsing, tmp_path: Path
) -> None:
    """As a script that is nothing but data, with its columns beside each other, as JSON that the page fetched,
    with addresses that are meant on the page, and as things by name in a program that is mostly data: every page
    of a record is found by how the screen links it, none is asked for at an address that there is not, and the
    harvest is proved to be whole."""
    with serving(Manual("", books(41), "", way=way)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
        paths = [path.partition("?")[0] for _, path, _ in site.asked]
    own = [path for path in paths if path.startswith("/parts/")]
    assert report.records == 41
    assert (report.stopped_by, report.low, report.high) == ("complete", 41, 41)
    assert {path for path in paths if path not in own} <= {
        "/", "/search.html", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/data/index.js", "/data/index.json"
    }  # fmt: skip
    assert set(own) == {f"/parts/p{one['id']}.html" for one in site.books}


def test_what_a_page_fetches_besides_proves_nothing(browsing: Browsing, tmp_path: Path) -> None:
    """A page that asks its server for more of what was looked up is not whole by its index."""
    # What it fetches besides may be taken for its search, which answers nothing.
    with (
        serving(Manual("", books(41), "", way="fetched", is_found_elsewhere=True)) as site,
        suppress(MissingValue),
    ):
        assert browsing.harvested(site.url, tmp_path / "out").stopped_by != "complete"


def test_pages_fetched_for_every_word_are_asked_for_once(browsing: Browsing, tmp_path: Path) -> None:
    """A page that shows a piece of each result fetches the same ones for each word."""
    with serving(Manual("", books(41), "", way="columns")) as site:
        browsing.prepared(site.url)
        own = [path for _, path, _ in site.asked if path.startswith("/parts/")]
    assert own
    assert len(own) == len(set(own))


def test_a_menu_is_not_taken_for_all_there_is(browsing: Browsing, tmp_path: Path) -> None:
    """Every page lists ten others, and its server answers every word with the same page: words are for its
    script, whatever list is there."""
    with serving(Manual("", books(23), "", way="fetched", menu=10)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert (report.records, report.stopped_by) == (23, "complete")
    assert report.scripts is not None
    assert report.scripts["openings"] == 1


@dataclass
class Ignoring(Library):
    """A page with all its books, whose server answers every word with it, and whose script brings some news."""

    def answer(self, _method: str, path: str, _body: str) -> tuple[int, str, str]:
        path = urlsplit(path).path
        if path == "/news.json":
            return 200, "application/json", json.dumps([{"head": f"News of day {n}"} for n in range(4)])
        page = self.page.replace("@asked", str(len(self.asked)))
        return (200, "text/html; charset=utf-8", page) if path == "/" else (404, "text/html", "Not here")


def _ignoring(rows: int) -> str:
    listed = "".join(
        f"<tr><td><b>{b['title']}</b><td>{b['author']['name']}<td>{b['genre']}<td>{b['year']}" for b in books(rows)
    )
    script = "fetch('/news.json').then(r => r.json()).then(d => document.getElementById('news').innerHTML = "
    script += "d.map(n => `<li>${n.head}</li>`).join(''));"
    head = f"<!doctype html><html lang=en><title>Books</title>{FORM}<p>{rows} books</p>"
    marked = "<input type=hidden name=mark value=@asked form=none>"
    return (
        f"{head}<table>{listed}</table>{marked if rows else ''}<ul id=news></ul><script>{script}</script></html>"
    )


def test_a_list_whose_form_nobody_reads_is_read_all_the_same(browsing: Browsing, tmp_path: Path) -> None:
    """The page's own list is everything: what its script brings besides is less, and nonsense is asked once."""
    with serving(Ignoring("", books(30), _ignoring(30))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
        asked = [path for _, path, _ in site.asked if path.startswith("/?q=")]
    assert report.records == 30
    assert report.scripts is not None
    assert (report.scripts["openings"], report.scripts["call"]) == (1, None)
    assert len(asked) == len(set(asked))


def test_a_browser_that_fails_on_a_page_takes_nothing_from_its_list(browsing: Browsing, tmp_path: Path) -> None:
    """Its script never ends: the list that came with the page is read without."""
    page = _ignoring(30).replace("fetch(", "for (;;) {} fetch(")
    with serving(Ignoring("", books(30), page)) as site:
        assert browsing.harvested(site.url, tmp_path / "out", IMPATIENT, details="never").records == 30


@pytest.mark.parametrize(("named", "said"), [({}, "in the browser "), ({"form": 0}, "was not opened")])
def test_who_has_a_browser_is_not_told_to_install_one(
    named: dict[str, Any], said: str, browsing: Browsing, tmp_path: Path
) -> None:
    """Nothing came of a page that is every answer: what the browser saw is told, or why it saw nothing."""
    page = _ignoring(0).replace("fetch(", "0 && fetch(")
    with serving(Ignoring("", [], page)) as site:
        report = browsing.harvested(site.url, tmp_path / "out", **named)
    assert (report.records, report.stopped_by) == (0, "scripts")
    assert said in (report.why or "")
    assert "pip install" not in (report.why or "")


NOSCRIPT = "<noscript>This catalogue is nicer with JavaScript: please enable it.</noscript>"
FORM = f"<form action=/>{BOX.replace('id=words', 'id=words name=q')}</form>"


@dataclass
class Asking(Library):
    """A catalogue that asks for JavaScript: the server makes answers, or a script of what it reads."""

    by_script: bool = False

    def answer(self, _method: str, path: str, _body: str) -> tuple[int, str, str]:
        word = parse_qs(urlsplit(path).query).get("q", [""])[0]
        if urlsplit(path).path != "/":
            return 404, "text/html", "Not here"
        rows = [f"<li><b>{b['title']}</b> <i>{b['author']['name']}</i> {b['year']}</li>" for b in self.found(word)]
        listed = f"<ul>{''.join(rows)}</ul>" if word else "<p>Type a word.</p>"
        if self.by_script:  # written so that nobody reads it but the script that does
            code = [ord(c) ^ 7 for c in "".join(rows)] if "?" in path else []
            listed = "<div id=app></div><script>if (location.search) document.getElementById('app').innerHTML = "
            listed += f"String.fromCharCode(...({code}).map(c => c ^ 7));</script>" if code else "'';</script>"
        head = f"<!doctype html><html lang=en><title>Books</title>{NOSCRIPT}<script>let a = 1;</script>"
        return 200, "text/html; charset=utf-8", f"{head}{FORM}{listed}</html>"


def test_a_page_that_does_without_its_scripts_is_read_without(browsing: Browsing, tmp_path: Path) -> None:
    """It asks for JavaScript, and its server answers whoever has none: all its answers are read as they come, and
    not some as its scripts leave them."""
    with serving(Asking("", books(60), "")) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 60
    assert report.scripts is not None
    assert report.scripts["openings"] <= 2


def test_no_harvest_goes_over_from_rendered_answers_to_others(browsing: Browsing, tmp_path: Path) -> None:
    """Where only scripts make the answers, and no call is learnt, it ends when the browser may open no more."""
    with serving(Asking("", books(60), "", by_script=True)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.stopped_by == "openings"
    assert "--render always" in (report.why or "")


@dataclass
class Parted(Library):
    """A list that comes in parts, each by a call of its own at once, and its things by name."""

    def answer(self, _method: str, path: str, _body: str) -> tuple[int, str, str]:
        if path == "/":
            return 200, "text/html; charset=utf-8", self.page
        if urlsplit(path).path != "/api/parts":
            return 404, "text/html", "Not here"
        genre = parse_qs(urlsplit(path).query).get("kind", [""])[0]
        things = {f"b{b['id']}": {"title": b["title"], "year": b["year"]} for b in self.found("", genre)}
        return 200, "application/json", json.dumps({"answer": things if genre else {}})


def test_parts_that_a_page_asks_for_at_once_are_a_field(browsing: Browsing, tmp_path: Path) -> None:
    """Things stand by name in an object, and each call brings one part of them: all parts are asked for."""
    script = "".join(
        f"fetch('/api/parts?kind={genre}').then(r => r.json()).then(d => list.innerHTML += "
        "Object.values(d.answer).map(b => `<li>${b.title} (${b.year})</li>`).join(''));"
        for genre in GENRES
    )
    page = "<!doctype html><html lang=en><title>Books</title><div id=root><ul id=list></ul></div>"
    page += f"<script>const list = document.getElementById('list'); {script}"
    with serving(Parted("", books(83), f"{page}</script></html>")) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 83
