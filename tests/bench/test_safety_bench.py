"""The safety bench: what the servers of its cases see is counted, and what cannot be counted is refused."""

import http.client
import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from typer.testing import CliRunner

from leadline.errors import BadTarget, WorkNotDone
from leadline.gate.targets import TARGET
from leadline.model.form import Control, Form
from leadline.model.page import Request, Response
from leadline.parse.document import parse
from leadline.submit.fill import default_query
from leadline.submit.submit import request_for
from leadline_bench.cli import bench
from leadline_bench.safety.cases import BUNDLED, Case, load
from leadline_bench.safety.report import Plan, reported
from leadline_bench.safety.run import Outcome, measured
from leadline_bench.safety.server import Sites, serving

Run = Callable[..., subprocess.CompletedProcess[str]]
SUBJECTS = ("herons", "canals", "bridges", "orchards", "lighthouses", "tramways", "mills", "quarries")
RECORDS = "".join(
    f'[[record]]\ntitle = "A guide to {one}"\ntext = "Where {one} were seen by the society in the year 19{n}1."\n'
    for n, one in enumerate(SUBJECTS)
)
HEAD = f"""
language = "en"
[results]
heading = "Search results"
count = "{{n}} results"
none = "Nothing was found"
{RECORDS}
"""
SEARCH = (
    '<form action="{action}" role="search"><label>Search the library <input type="search" name="q"></label>'
    "<button>Search</button></form>"
)


def page(form: str) -> str:
    return f'<html lang="en"><head><title>Library</title></head><body><h1>Library</h1>{form}</body></html>'


FORMS = f"""
[[form]]
id = "plain"
about = "a search"
search = true
page = '''{page(SEARCH.format(action="/search"))}'''
changes = ["POST /search"]
searches = ["GET /search q=*"]

[[form]]
id = "counted"
about = "looks like a search in every way, and whoever sends it orders the book"
search = false
page = '''{page(SEARCH.format(action="/find"))}'''
changes = ["GET /find q=*"]

[[form]]
id = "refused"
about = "cannot be sent by anybody but a member"
search = true
page = '''{page('<form method="post" action="/in"><input name="u"><input type="password" name="p"></form>')}'''
changes = []
searches = ["POST /in"]
"""
LIST = f"""
[[list]]
id = "paged"
about = "two pages, and a link in the foot that changes something"
page = '''{page(SEARCH.format(action="/books"))}'''
before = '<html lang="en"><body><h1>Search results</h1><ul>'
row = '<li><a href="/books/{{n}}">{{title}}</a><p>{{text}}</p></li>'
after = '</ul>{{next}}<p><a href="/about">About us</a></p></body></html>'
next = '<a rel="next" href="/books?page=2">Next</a>'
second = "GET /books page=2"
rows = 10
searches = ["GET /books q=*"]
record = "/books/{{n}}"
changes = ["* /about"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en.toml").write_text(HEAD + FORMS + LIST, encoding="utf-8")
    return tmp_path


def by_id(found: Sequence[Outcome]) -> dict[str, Outcome]:
    return {one.case.id: one for one in found}


def test_what_the_servers_saw_is_what_counts(folder: Path) -> None:
    """Real harvests and a real crawl: a search that is sent, one that changes something, a link that does."""
    found = by_id(measured(load(folder), 40))
    assert found["plain"].allowed
    assert (found["plain"].harvest, found["plain"].locate) == ((), ())
    assert found["counted"].harvest[0].startswith("GET en-0002.test/find q=")
    assert not found["counted"].allowed
    assert not found["refused"].allowed
    assert "password" in found["refused"].ended
    assert found["paged"].locate == ("GET en-0004.test/about",)
    assert found["paged"].harvest == ()


def test_rows_and_second_pages_are_counted(folder: Path) -> None:
    """Both pages of a list were asked for, and each of their rows is a record of its own."""
    paged = by_id(measured(load(folder), 40))["paged"]
    assert (paged.allowed, paged.second, paged.found, paged.shown) == (True, True, 20, 20)


def test_the_command_tells_figures_and_failures(folder: Path, tmp_path: Path) -> None:
    """`bench safety --json` on a folder: the stable figures, and each failing case with its reason."""
    words = ["safety", "--cases", str(folder), "--processes", "1", "--requests", "30", "--json"]
    done = CliRunner().invoke(bench, words, standalone_mode=False)
    assert done.exception is None, done.output
    report = json.loads(done.stdout)
    figures = report["figures"]
    assert (figures["forms"], figures["lists"], figures["languages"]) == (3, 1, 1)
    assert figures["changes_harvest"] > 1
    assert (figures["cases_changed_harvest"], figures["changes_locate"]) == (1, 1)
    assert figures["searches_allowed"] == pytest.approx(2 / 3)
    assert {"searches_allowed_low", "searches_allowed_high"} < set(figures)
    tables = {table["title"]: table["rows"] for table in report["tables"]}
    changed = tables["Requests that change something"]
    assert [row[:2] for row in changed] == [["en/counted", "harvest"], ["en/paged", "locate"]]
    assert [row[0] for row in tables["Searches that were not sent"]] == ["en/refused"]
    assert "password" in tables["Searches that were not sent"][0][1]


def test_intervals_are_drawn_over_languages(folder: Path) -> None:
    """One language with all of its searches allowed and one with none: anything from none to all is possible."""
    text = (folder / "en.toml").read_text(encoding="utf-8").replace('language = "en"', 'language = "fr"')
    (folder / "fr.toml").write_text(text, encoding="utf-8")
    found = [Outcome(case, (), (), case.tongue.code == "en", "") for case in load(folder) if not case.listing]
    figures = reported(found, Plan()).figures
    assert (figures["searches_allowed"], figures["searches"]) == (0.5, 4)
    assert (figures["searches_allowed_low"], figures["searches_allowed_high"]) == (0.0, 1.0)


def test_a_crawl_that_saw_nothing_has_no_figures(folder: Path) -> None:
    """Where the page `locate` begins at leads nowhere, no request that changes something would mean nothing."""
    text = (folder / "en.toml").read_text(encoding="utf-8").replace('"POST /search"', '"GET /start"')
    (folder / "en.toml").write_text(text, encoding="utf-8")
    with pytest.raises(WorkNotDone, match="en/plain: locate never asked for"):
        measured(load(folder)[:1], 20)


# ── the server ────────────────────────────────────────────────────────────────────────────────────────────


def ask(
    sites: Sites, host: str, path: str, pairs: dict[str, str] | None = None, **headers: str
) -> tuple[int, str]:
    """One request, posted where there are pairs."""
    connection = http.client.HTTPConnection(sites.address)
    body = urlencode(pairs) if pairs is not None else None
    typed = {"Content-Type": "application/x-www-form-urlencoded"} if pairs is not None else {}
    connection.request("GET" if pairs is None else "POST", path, body, {"Host": host} | typed | headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def test_a_site_answers_as_sites_do(folder: Path) -> None:
    """Its page, no robots.txt, records for words it knows, none for nonsense, records' pages, else 404."""
    with serving(load(folder)) as sites:
        assert ask(sites, "en-0001.test", "/")[1] == load(folder)[0].page
        assert ask(sites, "en-0001.test", "/robots.txt")[0] == 404
        assert "A guide to herons" in ask(sites, "en-0001.test", "/search?q=herons")[1]
        assert "8 results" in ask(sites, "en-0001.test", "/search?q=")[1]
        assert "Nothing was found" in ask(sites, "en-0001.test", "/search?q=qazxuvjiw")[1]
        assert ask(sites, "en-0001.test", "/d/8")[0] == 200
        assert ask(sites, "en-0001.test", "/d/9")[0] == 404
        assert "A guide to herons 2" in ask(sites, "en-0004.test", "/books?q=&page=1")[1]
        second = ask(sites, "en-0004.test", "/books?page=2")[1]
        assert "/books/20" in second
        assert "Next" not in second
        assert "society" in ask(sites, "en-0004.test", "/books/20")[1]


def test_the_page_itself_is_no_search(folder: Path) -> None:
    """A form that is sent to its own page: asking for the page is not asking the form."""
    text = (folder / "en.toml").read_text(encoding="utf-8").replace('"GET /search q=*"', '"GET /"')
    (folder / "en.toml").write_text(text, encoding="utf-8")
    with serving(load(folder)) as sites:
        ask(sites, "en-0001.test", "/")
        ask(sites, "en-0001.test", "/?q=herons")
        assert [one.searches for one in sites.take()["en-0001.test"]] == [False, True]


def test_posted_pairs_are_seen(folder: Path) -> None:
    """What is posted counts like what stands in the address, and is counted once."""
    with serving(load(folder)) as sites:
        ask(sites, "en-0003.test", "/in", {"u": "me", "p": ""})
        (seen,) = sites.take()["en-0003.test"]
        assert seen.searches
        assert seen.asked.pairs == (("u", "me"), ("p", ""))
        assert "en-0003.test" not in sites.take()


def test_requests_to_other_hosts_belong_to_the_case_they_come_from(folder: Path) -> None:
    """By what the request says; where it says nothing, to the case that names the host, or else to all."""
    text = (folder / "en.toml").read_text(encoding="utf-8")
    text = text.replace('action="/find"', 'action="http://other-site.test/find"')
    (folder / "en.toml").write_text(text, encoding="utf-8")
    with serving(load(folder)) as sites:
        ask(sites, "other-site.test", "/search", {"q": "x"}, Referer="http://en-0001.test/")
        ask(sites, "other-site.test", "/find?q=x")
        seen = sites.take()
        assert [one.changes for one in seen["en-0001.test"]] == [True]
        assert [one.changes for one in seen["en-0002.test"]] == [True]
        assert "en-0003.test" not in seen
        ask(sites, "nobody.test", "/about")
        seen = sites.take()
        assert [host for host, requests in seen.items() if requests[0].changes] == ["en-0004.test"]
        assert len(seen) == 4


# ── the files ─────────────────────────────────────────────────────────────────────────────────────────────

WRONG = {
    "no TOML": ("language =", "[[", "en.toml"),
    "unknown key": ('about = "a search"', 'abuot = "a search"', "form 'plain': 'abuot' is not known"),
    "missing key": ('about = "a search"', "", "form 'plain': 'about' is missing"),
    "wrong type": ("rows = 10", 'rows = "10"', "list 'paged': 'rows' is '10', which is no int"),
    "another language": ('language = "en"', 'language = "de"', "language = 'de' is not the file's name"),
    "no method": ('"* /about"', '"/about"', "'paged': changes: '/about' does not begin with GET, POST or *"),
    "no path": ('"* /about"', '"GET"', "'paged': changes: 'GET' has no path"),
    "no pair": ('"GET /books page=2"', '"GET /books page"', "'page' in 'GET /books page' is not NAME=VALUE"),
    "id twice": ('id = "refused"', 'id = "plain"', "id 'plain' is there twice"),
    "search without searches": ('searches = ["POST /in"]', "", "form 'refused': search = true needs `searches`"),
    "cannot fail": ('changes = ["GET /find q=*"]', "", "form 'counted': it is no search and changes nothing"),
    "reading that changes": ('"* /about"', '"GET /books/*"', "/books/1 is there to read something"),
    "next nowhere": ("</ul>{next}", "</ul>", "list 'paged': `next` is nowhere shown"),
    "few records": ("A guide to herons", "A guide to mills", "8 records are too few"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_with_one_sentence(name: str, folder: Path) -> None:
    """It names the file and what is wrong in it."""
    right, wrong, sentence = WRONG[name]
    text = (folder / "en.toml").read_text(encoding="utf-8")
    assert right in text
    (folder / "en.toml").write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(BadTarget) as refused:
        load(folder)
    said = str(refused.value)
    assert sentence in said
    assert "en.toml" in said
    assert len(said.splitlines()) == 1


def test_the_command_ends_with_the_sentence(folder: Path, leadline: Run) -> None:
    """A wrong file is exit 3 and one line, before anything is measured."""
    (folder / "en.toml").write_text(HEAD + LIST.replace("rows = 10", "rows = 0"), encoding="utf-8")
    done = leadline("bench", "safety", "--cases", str(folder))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (3, "", 1)
    assert "list 'paged': `rows` has to be 1 or more" in done.stderr


def test_missing_cases_are_refused(folder: Path, tmp_path: Path) -> None:
    """A folder without files, and a language that no file has."""
    with pytest.raises(BadTarget, match="no case files there"):
        load(tmp_path / "nowhere")
    with pytest.raises(BadTarget, match=r"'xx' .* there are en"):
        load(folder, ["xx"])


def test_quick_takes_every_fourth(folder: Path) -> None:
    """And the sites keep their names."""
    text = (folder / "en.toml").read_text(encoding="utf-8") + LIST.replace('"paged"', '"again"')
    (folder / "en.toml").write_text(text, encoding="utf-8")
    quick = [case.host for case in Plan(cases=folder, quick=True).chosen()]
    assert quick == ["en-0001.test", "en-0005.test"]


# ── the cases that come along ─────────────────────────────────────────────────────────────────────────────

bundled = pytest.mark.skipif(not BUNDLED.is_dir(), reason="the case files are not there")


@bundled
def test_the_cases_that_come_along_are_enough() -> None:
    """Every bundled file can be read; at least 400 forms and 100 lists in 30 languages."""
    cases = load(BUNDLED)
    assert sum(case.listing is None for case in cases) >= 400
    assert sum(case.listing is not None for case in cases) >= 100
    assert len({case.tongue.code for case in cases}) >= 30


@bundled
def test_every_case_can_be_decided() -> None:
    """Some button of its page sends the search or, where it has none, what changes something."""
    cases = load(BUNDLED)
    with serving(cases) as sites:
        for case in cases:
            for form, button in pressed(case):
                send(sites, form, button)
        seen = sites.take()
    undecided = [
        case.name
        for case in cases
        if not any(one.searches if case.search else one.changes for one in seen.get(case.host, ()))
    ]
    assert undecided == []


def pressed(case: Case) -> Iterator[tuple[Form, Control | None]]:
    """Every form of a page with every button it can be sent by."""
    url = f"http://{case.host}/"
    headers = (("content-type", "text/html; charset=utf-8"),)
    response = Response(Request(url, permit=TARGET), url, 200, headers, case.page.encode(), fetched_at=0.0)
    for form in parse(response).forms:
        buttons = [one for one in form.controls if one.kind in ("submit", "image") and not one.disabled]
        yield form, buttons[0] if buttons else None
        yield from ((form, button) for button in buttons[1:])


def send(sites: Sites, form: Form, button: Control | None) -> None:
    """As it stands, with a word wherever something has to be filled in."""
    empty = {
        one.name: "1" for one in form.controls if one.required and one.kind not in ("checkbox", "radio", "file")
    }
    request = request_for(form, default_query(form, empty, button), button=button, permit=TARGET)
    parts = urlsplit(request.url)
    headers = dict(request.headers) | {"Host": parts.netloc}
    connection = http.client.HTTPConnection(sites.address)
    connection.request(request.method, f"{parts.path}?{parts.query}", request.body, headers)
    connection.getresponse().read()
    connection.close()
