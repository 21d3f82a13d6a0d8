"""Pages that scripts fill, harvested by the calls behind them: a real Chromium, real servers that remember what
they were asked for, and never a request that changes something."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from script_site import BOX, GENRES, SCRIPTS, Library, books, library, page_of, serving
from test_harvest_command import _in_this_process
from test_harvest_plans import POLITE_ENOUGH, harvest, records

from leadline.answers.document import read
from leadline.app.harvest import run_prepared
from leadline.app.settings import dump
from leadline.errors import InputError, ScriptsFailed
from leadline.harvest.prepare import HarvestJob, Prepared, prepare
from leadline.harvest.report import HarvestReport
from leadline.harvest.settings import HarvestSettings
from leadline.protocols import Fetcher
from leadline.store.folder import CrawlFolder
from leadline.web.door import RenderingFetcher, chromium, open_door
from leadline.web.settings import Limits, WebSettings

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(chromium(WebSettings()) is None, reason="no Playwright or no Chromium here"),
]
WEB = WebSettings(delay=0.01, retries=0, allow_private=True, limits=Limits(render_seconds=6, use_seconds=30))
GUARDED = replace(WEB, allow_private=False)


@dataclass
class Browsing:
    """One loop and one browser for all tests: a browser takes seconds to start."""

    runner: asyncio.Runner
    doors: dict[WebSettings, RenderingFetcher]
    stack: AsyncExitStack

    def door(self, web: WebSettings) -> RenderingFetcher:
        if web not in self.doors:
            # `localhost` is the user's own site here; 127.0.0.1 is this machine, as a page may name it.
            context = open_door(web, trusted_hosts=("localhost",), read=lambda response: read(response).page)
            fetcher = self.runner.run(self.stack.enter_async_context(context))
            assert isinstance(fetcher, RenderingFetcher)
            self.doors[web] = fetcher
        return self.doors[web]

    def prepared(self, url: str, web: WebSettings = WEB, **settings: Any) -> tuple[Prepared, HarvestJob, Fetcher]:
        """What a harvest of this page would begin with."""
        job = HarvestJob(web, HarvestSettings(memory="off", **settings), url)
        fetcher = self.door(web)
        return self.runner.run(prepare(job, fetcher)), job, fetcher

    def harvested(self, url: str, out: Path, web: WebSettings = WEB, **settings: Any) -> HarvestReport:
        found, job, fetcher = self.prepared(url, web, **settings)
        text = dump({"web": job.web, "forms": job.forms, "harvest": job.harvest})

        async def run() -> HarvestReport:
            with (
                CrawlFolder.create(out, text, "harvest", begun=False) as folder,
                folder.working() as (store, archive),
            ):
                return await run_prepared(store, archive, fetcher, found, job)

        return self.runner.run(run())


@pytest.fixture(scope="module")
def browsing() -> Iterator[Browsing]:
    with asyncio.Runner() as runner:
        found = Browsing(runner, {}, AsyncExitStack())
        yield found
        runner.run(found.stack.aclose())


def resume(out: Path) -> CompletedProcess[str]:
    return _in_this_process("resume", str(out), *POLITE_ENOUGH)


# ── the records ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", SCRIPTS)
def test_all_books_come_by_the_calls_of_the_page(kind: str, browsing: Browsing, tmp_path: Path) -> None:
    """By page number, offset, mark and last id; by GET, POST and GraphQL; as data and as HTML. Each book comes,
    with few requests, and nothing that the page would like to change is ever asked for."""
    with library(kind) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == len(site.books) == 137
    assert site.writes == []
    assert report.scripts is not None
    assert len(site.asked) <= 45
    if kind in ("pages", "cursor", "posted"):  # they say how many there are
        assert report.stopped_by == "complete"


def test_lists_of_the_page_are_fields(browsing: Browsing, tmp_path: Path) -> None:
    """A list outside of any form is a field with its choices, by what it changes in the call."""
    with library("pages", lists=True) as site:
        found, _, _ = browsing.prepared(site.url)
    fields = {field.name: field for field in found.source.fields}
    assert fields["genre"].levels == ("", *GENRES)
    assert fields["genre"].label == "Genre"
    assert not fields["q"].finite
    request = found.source.planned_query(found.source.form, (("genre", "Poetry"), ("q", "river"))).request
    assert request.url == f"{site.url}api/books?q=river&genre=Poetry&page=1&size=20"


def test_a_form_that_only_a_script_reads(browsing: Browsing, tmp_path: Path) -> None:
    """A form whose server answers every question with the page itself is harvested by the script's calls."""
    form = f"<form id=f action=/>{BOX.replace('id=words', 'id=words name=q')}</form>"
    welcome = f"{form}<p>{'Welcome to the library of the town. ' * 30}</p><div id=root></div>"
    page = page_of("pages", box="").replace("<div id=root></div>", welcome)
    page = page.replace("$('go').onclick = () => {", "$('f').onsubmit = e => { e.preventDefault();")
    with serving(Library("pages", books(40), page)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 40
    assert report.scripts is not None
    assert report.scripts["call"].startswith("GET")


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


def test_a_rehearsal_says_which_call_stands_in_the_forms_place(tmp_path: Path) -> None:
    """Where words go, by what its pages turn, where its records stand; in words and in JSON."""
    with library("pages") as site:
        said = harvest(site.url, tmp_path / "out", "--dry-run").stdout
        told = json.loads(harvest(site.url, tmp_path / "out", "--dry-run", "--json").stdout)["call"]
    assert "q goes to query/q" in said
    assert "pages turn by query/page; records in items" in said
    assert (told["fields"], told["turns"], told["rows"]) == ({"q": ["query/q"]}, ["query/page"], "items")


def test_resume_goes_on_without_a_browser(tmp_path: Path) -> None:
    """The call is kept in the folder: what is left is asked for over HTTP, and the page is not opened again."""
    out = tmp_path / "out"
    with library("cursor") as site:
        done = harvest(site.url, out, "--max-requests", "8", "--planner", "once")
        assert done.returncode == 4, done.stderr
        before = len(site.asked)
        done = resume(out)
        assert done.returncode in (0, 4), done.stderr
        assert {path for _, path, _ in site.asked[before:]} <= {"/graphql", "/robots.txt"}
    assert len(records(out)) == 137
    assert site.writes == []


# ── what is never sent ────────────────────────────────────────────────────────────────────────────────────

CHANGED = {
    "a mutation": ("/graphql", "{query: 'mutation Find($t: String) { books(t: $t) { x } }', variables: {t: w}}"),
    "a mutation beside a query": (
        "/graphql",
        "{query: 'query A { a } mutation B($t: String) { books(t: $t) { x } }', variables: {t: w}}",
    ),
    "a deed in its address": ("/api/search/delete", "{q: w}"),
    "a deed in its body": ("/api/search", "{q: w, action: 'delete'}"),
    "an address that says nothing": ("/api/do", "{q: w}"),
    "a word under no name of searching": ("/api/search", "{comment: w}"),
}


@pytest.mark.parametrize(("path", "body"), CHANGED.values(), ids=CHANGED)
def test_a_search_that_may_change_something_is_never_sent(path: str, body: str, browsing: Browsing) -> None:
    """Neither by the browser nor in its place: the server sees no POST at all."""
    script = f"""$('go').onclick = $('words').onchange = () => {{ const w = $('words').value;
      fetch('{path}', {{method: 'POST', body: JSON.stringify({body})}}).then(r => r.json()).then(show); }};"""
    with serving(Library("none", books(30), page_of(script=script))) as site:
        with pytest.raises(InputError):
            browsing.prepared(site.url)
        assert [one for one in site.asked if one[0] != "GET"] == []


def test_a_folder_cannot_make_a_call_a_deed(tmp_path: Path) -> None:
    """A folder whose call somebody made a mutation of is refused, and nothing is sent."""
    out = tmp_path / "out"
    with library("cursor") as site:
        harvest(site.url, out, "--max-requests", "8", "--planner", "once")
        changed_decision(out, "harvest", lambda text: text.replace("query Books(", "mutation Books("))
        before = len(site.asked)
        done = resume(out)
        assert done.returncode == 3
        assert site.asked[before:] == []


def changed_decision(out: Path, name: str, change: Callable[[str], str]) -> None:
    with sqlite3.connect(out / "leadline.db") as database:
        (text,) = database.execute("SELECT value FROM meta WHERE key = ?", (name,)).fetchone()
        assert change(text) != text
        database.execute("UPDATE meta SET value = ? WHERE key = ?", (change(text), name))


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


# ── other sites ───────────────────────────────────────────────────────────────────────────────────────────


def test_data_of_another_site_wants_the_users_word(browsing: Browsing, tmp_path: Path) -> None:
    """The host is named with the option that allows it; with that its records come."""
    with library("pages") as api:
        page = page_of("pages").replace("`/api/books", f"`http://127.0.0.1:{api.port}/api/books")
        api.page = page
        here = f"http://localhost:{api.port}/"
        with pytest.raises(InputError, match=r"--allow-site 127\.0\.0\.1"):
            browsing.prepared(here)
        assert [path for _, path, _ in api.asked if path.startswith("/api/books")] == []
        api.cors = True
        report = browsing.harvested(here, tmp_path / "out", allow_site="127.0.0.1")
    assert report.records == 137


def test_a_private_address_is_never_called(browsing: Browsing) -> None:
    """A public page whose script asks this machine gets nothing of it, even if the user allows that site."""
    with library("pages") as site:
        secret = f"http://127.0.0.1:{site.port}/api/books"
        site.page, site.cors = page_of("pages").replace("`/api/books", f"`{secret}"), True
        with pytest.raises(InputError):
            browsing.prepared(f"http://localhost:{site.port}/", GUARDED, allow_site="127.0.0.1")
        assert [path for _, path, _ in site.asked if path.startswith("/api")] == []


# ── hostile pages ─────────────────────────────────────────────────────────────────────────────────────────

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
            browsing.prepared(site.url)
        assert time.monotonic() - began < 90
        assert len(site.asked) < 150
        assert site.writes == []
