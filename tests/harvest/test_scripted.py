"""Pages that scripts fill, harvested by the calls behind them: a real Chromium, real servers that remember what
they were asked for, and never a request that changes something."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from script_browser import GUARDED, NEEDS_CHROMIUM, Browsing
from script_site import BOX, GENRES, SCRIPTS, Library, books, library, page_of, serving
from test_harvest_command import _in_this_process
from test_harvest_plans import POLITE_ENOUGH, harvest, records

from leadline.errors import InputError

pytestmark = NEEDS_CHROMIUM


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
    """A form whose server answers every question with the page itself, but for what no reader sees, is harvested
    by the script's calls."""
    form = f"<form id=f action=/>{BOX.replace('id=words', 'id=words name=q')}</form>"
    greeting = f"<input type=hidden name=token value=@asked><p>{'Welcome to the library of the town. ' * 30}</p>"
    welcome = f"{form}{greeting}<div id=root></div>"
    page = page_of("pages", box="").replace("<div id=root></div>", welcome)
    page = page.replace("$('go').onclick = () => {", "$('f').onsubmit = e => { e.preventDefault();")
    with serving(Library("pages", books(40), page)) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 40
    assert report.scripts is not None
    assert report.scripts["call"].startswith("GET")


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
