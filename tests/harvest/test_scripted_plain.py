"""Pages that scripts fill, where no browser is: what they carry is read, and what they lack is said at once."""

import json
from pathlib import Path

import pytest
from script_site import BOX, STATES, Library, books, library, page_of, serving
from test_harvest_plans import harvest, records

NO_BROWSER = ("--option", "web.chromium=/nowhere/chromium", "--memory", "off")
FORM = f"<form action=/>{BOX.replace('id=words', 'name=q')}</form>"


@pytest.mark.parametrize("kind", STATES)
def test_state_is_read_without_a_browser(kind: str, tmp_path: Path) -> None:
    """Data in a script of its own, assigned, in a text, and in Nuxt's way: all books come, page by page."""
    with library(kind, 70) as site:
        done = harvest(site.url, tmp_path / "out", "--json", *NO_BROWSER)
    report = json.loads(done.stdout)
    assert (report["records"], report["stopped_by"]) == (70, "complete"), done.stderr
    assert len(site.asked) < 20
    assert {record["fields"]["genre"] for record in records(tmp_path / "out")} == {b["genre"] for b in site.books}


def test_what_a_page_shows_is_not_read_twice(tmp_path: Path) -> None:
    """Records that the server wrote into the page come from there, whatever the page carries for its scripts."""
    rows = "".join(f"<li><b>{book['title']}</b> <i>{book['genre']}</i></li>" for book in books(12))
    state = json.dumps({"books": books(12), "cities": [{"name": f"City {n}"} for n in range(50)]})
    page = f"{FORM}<ul>{rows}</ul><script type=application/json>{state}</script>"
    with serving(Library("none", [], page)) as site:
        harvest(site.url, tmp_path / "out", "--planner", "once", *NO_BROWSER)
    assert not any("City" in record["text"] for record in records(tmp_path / "out"))


@pytest.mark.parametrize("render", ["auto", "never"])
def test_a_page_that_needs_a_browser_says_so_at_once(render: str, tmp_path: Path) -> None:
    """In one sentence, with what to do about it, after the page itself and before any word is spent."""
    with library("pages") as site:
        done = harvest(site.url, tmp_path / "out", "--render", render, *NO_BROWSER)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "scripts fill this page" in done.stderr
    assert ("leadline[browser]" if render == "auto" else "--render auto") in done.stderr
    assert [path for _, path, _ in site.asked] == ["/robots.txt", "/"]
    assert not (tmp_path / "out").exists()


def test_a_box_without_a_name_needs_a_browser(tmp_path: Path) -> None:
    """Nothing of it would reach the server, so nothing is sent."""
    page = f"<form><input type=search id=words aria-label='Search'></form><p>{'Welcome! ' * 200}<script>0</script>"
    with serving(Library("none", books(30), page)) as site:
        done = harvest(site.url, tmp_path / "out", *NO_BROWSER)
    assert done.returncode == 3
    assert "no field of its search has a name" in done.stderr
    assert [path for _, path, _ in site.asked] == ["/robots.txt", "/"]


def test_answers_that_are_the_page_itself_end_the_run(tmp_path: Path) -> None:
    """The page, a question and nonsense bring the same bytes: three requests beside the well-known ones, and the
    sentence."""
    page = page_of("pages", box="", noise=False).replace(
        "<div id=root>", f"{FORM}{'<p>Welcome!</p>' * 80}<div id=root>"
    )
    with serving(Library("none", books(30), page)) as site:
        done = harvest(site.url, tmp_path / "out", "--json", *NO_BROWSER)
    report = json.loads(done.stdout)
    assert (done.returncode, report["stopped_by"], report["records"]) == (4, "scripts", 0)
    assert "byte for byte" in report["why"]
    known = ("/robots.txt", "/sitemap.xml")  # the second is asked for once, whatever the page is
    assert len([path for _, path, _ in site.asked if path not in known]) == 3
