"""Pages that scripts fill in ways of their own, and pages that mean no good: what comes, and what never leaves."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from script_browser import IMPATIENT, NEEDS_CHROMIUM, Browsing
from script_site import BOX, GENRES, SCRIPTS, Library, books, library, page_of, serving

from leadline.errors import InputError, ScriptsFailed

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def browsing() -> Iterator[Browsing]:
    with asyncio.Runner() as runner:
        found = Browsing(runner, {}, AsyncExitStack())
        yield found
        runner.run(found.stack.aclose())


NAMELESS = f"<form id=f>{BOX.replace('<button id=go>Search</button>', '')}</form><p>{'Welcome! ' * 200}</p>"


def test_a_form_whose_box_has_no_name_is_read_by_its_script(browsing: Browsing, tmp_path: Path) -> None:
    """No server ever sees what is typed into it: the page is used at once, and opened once."""
    script = """
    $('f').onsubmit = async e => { e.preventDefault();
      const r = await fetch('/api/books?size=500&q=' + encodeURIComponent($('words').value));
      show((await r.json()).items); };
    """
    page = page_of(script=script, box="").replace("<div id=root>", f"{NAMELESS}<div id=root>")
    with serving(Library("none", books(60), page)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
        asked = [path for _, path, _ in site.asked if path.startswith("/?")]
    assert (report.records, asked) == (60, [])
    assert report.scripts is not None
    assert (report.scripts["openings"], report.scripts["most"]) == (1, 3)


def test_a_list_is_not_given_up_for_what_another_box_looks_up(browsing: Browsing, tmp_path: Path) -> None:
    """A list of HTML inside JSON, with a box beside it that searches something else and finds nothing there."""
    script = """
    let page = 1;
    const ask = async add => { const d = await (await fetch('/api/wrapped?page=' + page)).json();
      $('list').innerHTML = (add ? $('list').innerHTML : '') + d.data.list; };
    $('more').onclick = () => { page++; ask(true); };
    $('go').onclick = async () => { const d = await (await fetch('/api/members?name=' + $('words').value)).json();
      $('list').innerHTML = d.charts.map(c => c.label).join(' '); };
    ask(false);"""
    with serving(Library("none", books(50), page_of(script=script))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 50
    assert report.scripts is not None
    assert "/api/wrapped" in report.scripts["call"]


def test_a_script_that_waits_for_news_holds_nothing_up(browsing: Browsing, tmp_path: Path) -> None:
    """It has the site's only connection no longer than a call may take, and asks in vain from then on."""
    script = "const wait = () => fetch('/api/news').catch(() => 0).then(() => setTimeout(wait, 300)); wait();"
    with serving(
        Library("none", books(60), page_of("pages").replace("let page = 1;", f"{script} let page = 1;"))
    ) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
        waits = [path for _, path, _ in site.asked if path == "/api/news"]
    assert (report.records, len(waits)) == (60, 1)


SEALED = """
let n = 0, busy = false;
const ask = async () => { if (busy) return; busy = true; const salt = Math.floor(Math.random() * 1e6);
  const sign = (n * 31 + salt * 7919) % 1000003;
  const rows = await (await fetch(`/api/sealed?n=${n}&salt=${salt}&sign=${sign}`)).json(); n++;
  show(rows, true); busy = false; };
"""
ASKING_ON = {
    "scrolling": "document.body.style.minHeight = '3000px'; onscroll = ask; ask();",
    "a button": "$('more').textContent = 'Load more'; $('more').onclick = ask; ask();",
}


@pytest.mark.parametrize("on", ASKING_ON.values(), ids=ASKING_ON)
def test_calls_that_are_signed_anew_are_left_to_the_browser(on: str, browsing: Browsing, tmp_path: Path) -> None:
    """The list is unfolded on the screen, by scrolling or by what says "more", and read from there."""
    with serving(Library("none", books(70), page_of(box="", script=SEALED + on))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 70
    assert site.writes == []
    assert report.scripts is not None
    assert report.scripts["openings"] <= 3


def test_what_a_page_keeps_in_the_browser_does_not_hide_its_call(browsing: Browsing, tmp_path: Path) -> None:
    """It asks once and remembers: in each opening it is as new as in the first."""
    script = """
    const kept = localStorage.getItem('rows');
    if (kept) show(JSON.parse(kept));
    else fetch('/api/books?q=&size=500').then(r => r.json()).then(d => {
      localStorage.setItem('rows', JSON.stringify(d.items.slice(0, 20))); show(d.items.slice(0, 20)); });"""
    with serving(Library("none", books(60), page_of(box="", script=script))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 60


def test_a_page_is_opened_no_oftener_than_it_may_be(browsing: Browsing) -> None:
    """One that may not be opened at all is read as it comes, and says what is missing."""
    with library("pages") as site, pytest.raises(InputError):
        browsing.prepared(site.url, openings=0)
    assert [path for _, path, _ in site.asked if path != "/robots.txt"] == ["/"]


def test_a_page_that_carries_its_records_needs_no_browser(browsing: Browsing, tmp_path: Path) -> None:
    """Nor does an answer with few or none, which looks like a page that lacks something."""
    with library("next", 70) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 70
    assert report.scripts is not None
    assert report.scripts["openings"] == 0


def test_the_users_word_lets_a_search_be_posted_anywhere(browsing: Browsing, tmp_path: Path) -> None:
    """An address that says nothing refuses the call, names it and what lets it; then it brings the records."""
    script = SCRIPTS["posted"].replace("/api/search", "/api/table")
    with serving(Library("posted", books(60), page_of(script=script))) as site:
        with pytest.raises(InputError, match=r"/api/table.*--form 0 --i-know-this-form-is-a-search"):
            browsing.prepared(site.url)
        assert [path for method, path, _ in site.asked if method == "POST"] == []
        report = browsing.harvested(site.url, tmp_path / "out", i_know_this_form_is_a_search=True)
    assert report.records == 60


def test_a_box_that_does_something_else_is_set_in_vain(browsing: Browsing, tmp_path: Path) -> None:
    """A switch beside the search, which nothing tells from a filter: what it calls never reaches the server."""
    switch = "<input type=checkbox id=run checked><select id=mode><option value=1>One<option value=2>Two</select>"
    script = (
        SCRIPTS["pages"]
        + """
    $('run').onchange = () => fetch('/api/unpause').catch(() => 0);
    $('mode').onchange = () => fetch('/api/mode?to=' + $('mode').value).catch(() => 0);"""
    )
    with serving(Library("none", books(40), page_of(script=script, box=BOX + switch))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 40
    assert [path for _, path, _ in site.asked if path.startswith(("/api/unpause", "/api/mode"))] == []


# ── hostile pages ──────────────────────────────────────────────────────────────────────────────────────────

HOSTILE = {
    "an endless script": "while (true) {}",
    "an endless script when typed into": "$('words').oninput = () => { while (true) {} };",
    "ten thousand calls": "for (let n = 0; n < 10000; n++) fetch('/api/books?n=' + n).catch(() => 0);",
    "calls without end": "setInterval(() => fetch('/api/books?n=' + Math.random()).catch(() => 0), 20);",
    "windows": "setInterval(() => { window.open('/popup'); alert('x'); }, 50);",
    "sockets and workers": (
        "new WebSocket('ws://' + location.host + '/s');"
        "navigator.serviceWorker?.register('/sw.js').catch(() => 0);"
        "new Worker(URL.createObjectURL(new Blob(['for(;;) fetch(\"/api/books?w=1\").catch(() => 0)'])));"
    ),
    "going elsewhere for ever": "$('words').oninput = () => { location.href = '/?' + Math.random(); };",
}


@pytest.mark.parametrize("script", HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages_end_within_their_budget(script: str, browsing: Browsing) -> None:
    """In time, with few requests, and with an outcome that has a name."""
    with serving(Library("none", books(30), page_of(script=script, noise=True))) as site:
        began = time.monotonic()
        with pytest.raises((InputError, ScriptsFailed)):
            browsing.prepared(site.url, IMPATIENT)
        assert time.monotonic() - began < 90
        assert len(site.asked) < 150
        assert site.writes == []


@pytest.mark.parametrize(("chosen", "ended"), [(GENRES[0], "exhausted"), ("", "covered")])
def test_what_the_page_has_chosen_bounds_all_that_comes(
    chosen: str, ended: str, browsing: Browsing, tmp_path: Path
) -> None:
    """The page's list is that of one genre, which its form shows as chosen and its call has no field for: all of
    it comes, and nobody can say of how many. Where nothing is chosen, the count of the call is that of all."""
    boxes = "".join(
        f"<label><input type=checkbox name=genre value={one} {'checked' if one == chosen else ''}> {one}</label>"
        for one in GENRES
    )
    form = f"<form action=/>Words <input name=q> {boxes} <button>Search</button></form>"
    script = """
    let page = 1;
    const ask = async () => { const d = await (await fetch(`/api/books?genre=@genre&page=${page}`)).json();
      show(d.items, page > 1); };
    $('more').onclick = () => { page++; ask(); };
    ask();""".replace("@genre", chosen)
    page = page_of(script=script, box=f"{form}<p>{'Welcome! ' * 200}</p>")
    with serving(Library("none", books(150), page)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert (report.records, report.stopped_by) == (30 if chosen else 150, ended)
    if chosen:
        assert report.high is None
        assert "genre" in (report.why or "")
