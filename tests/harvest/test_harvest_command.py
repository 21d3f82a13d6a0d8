"""`leadline harvest` as users run it, against a real server that keeps a log of what it was asked."""

import io
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from catalogue_server import RECORDS, SEARCH, Catalogue, catalogue
from program import app
from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]  # warcio has no types

from leadline.cli.running import run
from leadline.store.sqlite.database import Database
from prepared_program import started

PROGRAM = Path(__file__).with_name("program.py")


@pytest.fixture
def web() -> Iterator[Catalogue]:
    with catalogue() as served:
        yield served


def words(*given: str) -> list[str]:
    return [sys.executable, str(PROGRAM), *given]


def _in_this_process(*given: str) -> subprocess.CompletedProcess[str]:
    """The program without the price of a new interpreter: same words, same ending."""
    said, told = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (said, told))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(app, given)
    return subprocess.CompletedProcess(given, code, said.getvalue().decode(), told.getvalue().decode())


ONCE = ("--allow-private", "--delay", "0", "--planner", "once", "--option", "harvest.details=never")
"""One query and its pages: what planners ask is shown elsewhere."""


def harvest(target: str, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return _in_this_process("harvest", target, "--out", str(out), *ONCE, *more)


def resume(out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return _in_this_process("resume", str(out), "--json", "--allow-private", "--delay", "0", *more)


def titles(out: Path) -> list[str]:
    lines = (out / "records.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["fields"]["title"] for line in lines]


ALL = [f"Title {number}" for number in range(1, RECORDS + 1)]


def test_a_get_form_is_harvested_to_its_last_page(web: Catalogue, tmp_path: Path) -> None:
    """All records of three pages are there once, with fields, link, query and a place in the archive."""
    done = harvest(web.url("/get.html"), tmp_path / "out", "--json", "--set", "q=title")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["records"] == RECORDS
    assert (report["queries"], report["requests"], report["stopped_by"]) == (1, 5, "complete")
    assert (report["errors"], report["robots_blocked"], report["refused"], report["unreachable"]) == (0, 0, 0, 0)
    assert (report["coverage"], report["low"], report["high"]) == (1.0, RECORDS, RECORDS)
    assert titles(tmp_path / "out") == ALL
    first = json.loads((tmp_path / "out" / "records.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert sorted(first) == ["fetched_at", "fields", "id", "query", "source", "text", "url", "warc"]
    assert first["fields"]["Author"] == "Writer 1"
    assert first["query"]["q"] == "title"
    assert (first["url"], first["source"]) == (web.url("/item/1?from=list"), web.url("/get.html"))
    file, _, offset = first["warc"].partition("#")
    with (tmp_path / "out" / "warc" / file).open("rb") as stream:
        stream.seek(int(offset))
        record = next(iter(ArchiveIterator(stream)))
        assert record.rec_headers.get_header("WARC-Target-URI").startswith(web.url("/find?"))
        assert b"Title 1<" in record.content_stream().read()


def test_a_post_form_is_sent_once_and_paged_by_links(web: Catalogue, tmp_path: Path) -> None:
    """The form is posted exactly once; its later pages are followed as links."""
    done = harvest(web.url("/post.html"), tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert [(method, path) for method, path, _ in web.submissions()] == [
        ("POST", "/search"),
        ("GET", "/find"),
        ("GET", "/find"),
    ]
    assert titles(tmp_path / "out") == ALL


def test_a_trap_field_is_left_as_it_is(web: Catalogue, tmp_path: Path) -> None:
    """The server gets the field no reader sees with the value the page gave it, and hidden constants too."""
    assert harvest(web.url("/get.html"), tmp_path / "out", "--set", "q=x").returncode == 0
    sent = web.submissions()[0][2]
    assert sent == [("q", "x"), ("kind", "all"), ("website", ""), ("lang", "en"), ("go", "Search")]


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("/login.html", "it asks for a password"),
        ("/contact.html", "it takes a free-text message"),
        ("/newsletter.html", "it asks for an e-mail address"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--form", "0")])
def test_what_is_no_search_is_refused(
    web: Catalogue, tmp_path: Path, page: str, reason: str, more: tuple[str, ...]
) -> None:
    """Log-in, contact and newsletter forms are refused with the reason, also by number; nothing is sent."""
    done = harvest(web.url(page), tmp_path / "out", *more)
    assert done.returncode == 3
    assert reason in done.stderr
    assert web.submissions() == []
    assert not (tmp_path / "out").exists()


def test_a_number_does_not_lift_the_gate_but_the_words_do(web: Catalogue, tmp_path: Path) -> None:
    """Only --i-know-this-form-is-a-search submits what the gate refuses."""
    assert harvest(web.url("/many.html"), tmp_path / "a", "--form", "2").returncode == 3
    assert web.submissions() == []
    harvest(web.url("/many.html"), tmp_path / "b", "--form", "2", "--i-know-this-form-is-a-search")
    assert [path for _, path, _ in web.submissions()] == ["/list"]


def test_the_only_search_among_other_forms_is_taken(web: Catalogue, tmp_path: Path) -> None:
    """Beside a log-in and a newsletter the search needs no number."""
    assert harvest(web.url("/many.html"), tmp_path / "out").returncode == 0
    assert {path for _, path, _ in web.submissions()} == {"/find"}


def test_of_several_searches_one_is_taken_and_told(web: Catalogue, tmp_path: Path) -> None:
    """Of two searches one is taken and the other told; a number decides, and a wrong one is said."""
    done = harvest(web.url("/two.html"), tmp_path / "out")
    assert done.returncode == 0
    assert "form 0 was taken; form 1 could be harvested as well (--form K)" in done.stderr
    assert {path for _, path, _ in web.submissions()} == {"/find"}
    assert harvest(web.url("/two.html"), tmp_path / "wrong", "--form", "7").returncode == 3
    assert harvest(web.url("/two.html"), tmp_path / "first", "--form", "0").returncode == 0


def test_robots_txt_counts_for_the_action(web: Catalogue, tmp_path: Path) -> None:
    """A form whose action robots.txt forbids is not sent; that is counted and said."""
    done = harvest(web.url("/robots.html"), tmp_path / "out", "--json")
    assert done.returncode == 5
    report = json.loads(done.stdout)
    assert (report["robots_blocked"], report["records"], report["stopped_by"]) == (1, 0, "robots")
    assert "robots.txt" in done.stderr
    assert web.submissions() == []


def test_lists_that_go_in_circles_end(web: Catalogue, tmp_path: Path) -> None:
    """A next link back to a page that was read, or on and on to the same records, ends the answer."""
    done = harvest(web.url("/circle.html"), tmp_path / "circle", "--json")
    assert (done.returncode, json.loads(done.stdout)["records"]) == (0, 6)
    assert len(web.submissions()) == 4
    done = harvest(web.url("/endless.html"), tmp_path / "endless", "--json")
    assert (done.returncode, json.loads(done.stdout)["records"]) == (0, 3)
    assert len(web.submissions()) == 4 + 2


def test_a_block_page_ends_the_work_with_a_plain_word(web: Catalogue, tmp_path: Path) -> None:
    """What was brought up before is kept, and the block is named."""
    done = harvest(web.url("/wall.html"), tmp_path / "out", "--json")
    assert done.returncode == 5
    assert json.loads(done.stdout)["stopped_by"] == "blocked"
    assert "captcha" in done.stderr
    assert len(titles(tmp_path / "out")) == 3


def test_no_result_is_an_answer(web: Catalogue, tmp_path: Path) -> None:
    """A page that says it found nothing brings no records; that is no failure, and no complete harvest either."""
    done = harvest(web.url("/nothing.html"), tmp_path / "out", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["records"], said["stopped_by"], said["errors"]) == (4, 0, "exhausted", 0)


def test_a_required_value_is_asked_for_by_its_label(web: Catalogue, tmp_path: Path) -> None:
    """A missing value is exit 4 with the field's label; given, the harvest runs."""
    done = harvest(web.url("/required.html"), tmp_path / "out")
    assert done.returncode == 4
    assert "'Search titles'" in done.stderr
    assert "--set q=VALUE" in done.stderr
    assert web.submissions() == []
    assert harvest(web.url("/required.html"), tmp_path / "out", "--set", "q=1").returncode == 0


def test_a_dry_run_sends_nothing_but_the_request_for_the_page(web: Catalogue, tmp_path: Path) -> None:
    """Form, query and request are shown as they would be sent; nothing is written."""
    done = harvest(web.url("/post.html"), tmp_path / "out", "--dry-run", "--json", "--set", "q=a b")
    assert done.returncode == 0, done.stderr
    plan = json.loads(done.stdout)
    assert plan["request"]["method"] == "POST"
    assert plan["request"]["body"] == "q=a+b&kind=all&website=&lang=en&go=Search"
    assert plan["form"]["safe"] is True
    assert [path for _, path, _ in web.asked] == ["/post.html"]
    assert not (tmp_path / "out").exists()
    shown = harvest(web.url("/post.html"), tmp_path / "out", "--dry-run").stdout
    assert f"would be sent: POST {web.url('/search')}" in shown


def test_a_budget_of_requests_stops_and_resumes(web: Catalogue, tmp_path: Path) -> None:
    """The limit is exit 4; each resume may spend as much again, and no record is brought up twice."""
    done = harvest(web.url("/get.html"), tmp_path / "out", "--max-requests", "3", "--json")
    assert (done.returncode, json.loads(done.stdout)["stopped_by"]) == (4, "max-requests")
    assert len(titles(tmp_path / "out")) == 10
    done = resume(tmp_path / "out")
    assert (done.returncode, json.loads(done.stdout)["stopped_by"]) == (0, "complete")
    assert titles(tmp_path / "out") == ALL
    assert len(web.submissions()) == 3


def test_what_a_block_page_took_is_asked_for_again(web: Catalogue, tmp_path: Path) -> None:
    """A page that a wall stood before stays open: resume asks for it once more."""
    assert harvest(web.url("/wall.html"), tmp_path / "out").returncode == 5
    before = len(web.asked)
    done = resume(tmp_path / "out")
    assert (done.returncode, json.loads(done.stdout)["stopped_by"]) == (5, "blocked")
    assert [(path, dict(pairs).get("page")) for _, path, pairs in web.asked[before:]] == [("/wall", "2")]


def test_a_saved_page_with_a_base_is_harvested(web: Catalogue, tmp_path: Path) -> None:
    """The form may come from a file; where it leads is resolved against --base-url."""
    saved = tmp_path / "saved.html"
    saved.write_text(SEARCH)
    assert harvest(str(saved), tmp_path / "out").returncode == 3
    done = harvest(str(saved), tmp_path / "out", "--base-url", web.url("/get.html"), "--json")
    assert (done.returncode, json.loads(done.stdout)["records"]) == (0, RECORDS)
    assert not any(path.endswith(".html") for _, path, _ in web.asked)


def test_a_folder_in_use_is_not_written_over(web: Catalogue, tmp_path: Path) -> None:
    """A folder with something in it is exit 3 before anything is sent."""
    (tmp_path / "note.txt").write_text("mine")
    done = harvest(web.url("/get.html"), tmp_path)
    assert done.returncode == 3
    assert web.asked == []


def test_ctrl_c_stops_cleanly_and_resumes(web: Catalogue, tmp_path: Path) -> None:
    """Interrupted while an answer is on its way: exit 130, a JSON report, and nothing lost after resume."""
    web.hold_from = 2
    process = subprocess.Popen(
        words("harvest", web.url("/get.html"), "--out", str(tmp_path / "out"), *ONCE),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for _ in range(3):
        assert web.arrived.acquire(timeout=30)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "interrupted" in out
    web.hold_from = None
    web.release.set()
    assert resume(tmp_path / "out").returncode == 0
    assert titles(tmp_path / "out") == ALL


@pytest.mark.parametrize("moment", [1, 2, 3, 4])
def test_kill_at_any_request_loses_and_doubles_nothing(web: Catalogue, tmp_path: Path, moment: int) -> None:
    """Killed while the n-th request is on its way and resumed, the harvest ends as if it had never stopped."""
    web.hold_from = moment - 1
    process = started("harvest", web.url("/get.html"), "--out", str(tmp_path / "out"), *ONCE)
    for _ in range(moment):
        assert web.arrived.acquire(timeout=30)
    process.kill()
    process.wait(30)
    web.hold_from = None
    web.release.set()
    if moment == 1:  # the page itself: nothing was begun, so the command is given again
        assert not (tmp_path / "out").exists()
        assert harvest(web.url("/get.html"), tmp_path / "out").returncode == 0
    else:
        assert resume(tmp_path / "out").returncode == 0
    assert titles(tmp_path / "out") == ALL
    database = Database(tmp_path / "out" / "leadline.db")
    try:
        states = database.all("SELECT page, state, fresh FROM submission ORDER BY page")
    finally:
        database.close()
    assert states == [(0, "recorded", 10), (1, "recorded", 10), (2, "recorded", 1)]


def test_a_post_without_answer_is_reported_and_not_repeated(web: Catalogue, tmp_path: Path) -> None:
    """Killed while a POST is on its way: resume says so and does not send it again."""
    web.hold_from = 1
    process = started("harvest", web.url("/post.html"), "--out", str(tmp_path / "out"), *ONCE)
    for _ in range(2):
        assert web.arrived.acquire(timeout=30)
    process.kill()
    process.wait(30)
    web.hold_from = None
    web.release.set()
    done = resume(tmp_path / "out")
    assert (done.returncode, json.loads(done.stdout)["stopped_by"]) == (5, "unanswered")
    assert "never answered" in done.stderr
    assert [method for method, _, _ in web.submissions()] == ["POST"]
