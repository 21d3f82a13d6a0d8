"""A harvest whose site asks for time, and one whose requests are counted: what was open stays open."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from catalogue_server import Catalogue, catalogue
from test_harvest_command import ALL, ONCE, harvest, resume, titles

from leadline.store.sqlite.database import Database
from prepared_program import started

IMPATIENT = ("--option", "web.max_retry_after=0.3")


@pytest.fixture
def web() -> Iterator[Catalogue]:
    with catalogue() as served:
        yield served


def once(path: str, seconds: int) -> tuple[list[float], Callable[[str], str | None]]:
    """The site wants to be left alone for so long after the first request for that path; when that was."""
    said: list[float] = []

    def later(asked: str) -> str | None:
        if asked == path and not said:
            said.append(time.time())
            return str(seconds)
        return None

    return said, later


def rested(out: Path) -> None:
    """The moment the site named is here: what the folder knows of it lies in the past."""
    database = Database(out / "leadline.db")
    with database.transaction():
        database.run("UPDATE host SET rest_until = ?", (time.time(),))
    database.close()


def states(out: Path) -> list[tuple[int, str]]:
    database = Database(out / "leadline.db")
    try:
        return [(page, state) for page, state in database.all("SELECT page, state FROM submission ORDER BY 1")]
    finally:
        database.close()


@pytest.mark.parametrize(("page", "path"), [("/get.html", "/find"), ("/post.html", "/search")])
def test_the_submission_stays_open_while_the_site_rests(
    web: Catalogue, tmp_path: Path, page: str, path: str
) -> None:
    """429 with Retry-After: exit 4, until when is said, the submission is planned and not lost. Resumed too early
    nothing is sent; in time, all records are there, once."""
    said, web.later = once(path, 600)
    done = harvest(web.url(page), tmp_path / "out", "--json", *IMPATIENT)
    report = json.loads(done.stdout)
    assert (done.returncode, report["stopped_by"], report["errors"]) == (4, "resting", 0), done.stderr
    (rests,) = report["resting"]
    assert rests["host"] == "127.0.0.1"
    assert said[0] + 600 <= datetime.fromisoformat(rests["until"]).timestamp() < said[0] + 660
    assert f"until {rests['until']}; leadline resume goes on then" in done.stderr
    assert states(tmp_path / "out") == [(0, "planned")]
    before = web.seen
    early = resume(tmp_path / "out")
    assert (early.returncode, json.loads(early.stdout)["stopped_by"]) == (4, "resting")
    assert web.seen == before
    assert states(tmp_path / "out") == [(0, "planned")]
    rested(tmp_path / "out")
    assert resume(tmp_path / "out").returncode == 0
    assert titles(tmp_path / "out") == ALL


def test_a_short_wait_is_waited(web: Catalogue, tmp_path: Path) -> None:
    """Within what a request waits, the harvest waits by itself."""
    said, web.later = once("/find", 1)
    assert harvest(web.url("/get.html"), tmp_path / "out", "--option", "web.retry_seconds=0.01").returncode == 0
    assert titles(tmp_path / "out") == ALL
    assert time.time() >= said[0] + 1


def test_what_the_site_asked_for_holds_across_a_kill(web: Catalogue, tmp_path: Path) -> None:
    """Killed while it waits out a Retry-After: the resumed process asks no sooner than the site wanted."""
    said, web.later = once("/find", 6)
    process = started("harvest", web.url("/get.html"), "--out", str(tmp_path / "out"), *ONCE)
    file = tmp_path / "out" / "leadline.db"
    until = 0.0
    while process.poll() is None and not until:
        time.sleep(0.002)  # whoever asks again at once takes the time the harvest needs
        if said and file.exists():
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
                (until,) = database.execute("SELECT coalesce(max(rest_until), 0) FROM host").fetchone()
    process.kill()
    process.wait(30)
    assert until >= said[0] + 6
    seen = web.seen
    began = time.time()
    assert began < until
    assert resume(tmp_path / "out").returncode == 0
    assert time.time() >= until
    assert web.seen > seen
    assert titles(tmp_path / "out") == ALL


def test_a_resumed_harvest_sends_nothing_before_the_moment(web: Catalogue, tmp_path: Path) -> None:
    """The server sees no request between the 429 and the moment it named, though the resumed process waits."""
    said, web.later = once("/find", 2)
    assert harvest(web.url("/get.html"), tmp_path / "out", *IMPATIENT).returncode == 4
    config = tmp_path / "out" / "config.toml"
    config.write_text(config.read_text().replace("max_retry_after = 0.3", "max_retry_after = 60.0"))
    arrived: list[float] = []
    web.later = lambda _: arrived.append(time.time())  # and None: it gives the page
    assert resume(tmp_path / "out").returncode == 0
    assert arrived[0] >= said[0] + 2
    assert titles(tmp_path / "out") == ALL


def test_the_form_s_page_that_says_later_is_exit_4(web: Catalogue, tmp_path: Path) -> None:
    """Nothing is begun; until when is said."""
    _, web.later = once("/get.html", 600)
    done = harvest(web.url("/get.html"), tmp_path / "out")
    assert done.returncode == 4
    assert "it is to be left alone for 600 s, until 2" in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_answer_that_says_later_for_ever_is_recorded(web: Catalogue, tmp_path: Path) -> None:
    """The second time "later" is the answer: the harvest does not come back to it again and again."""
    web.later = lambda path: "1" if path == "/find" else None
    assert harvest(web.url("/get.html"), tmp_path / "out", *IMPATIENT).returncode == 4
    time.sleep(1.1)
    done = resume(tmp_path / "out")
    assert json.loads(done.stdout)["stopped_by"] != "done"
    assert len(web.submissions()) == 2


def test_records_pages_wait_too(web: Catalogue, tmp_path: Path) -> None:
    """A record's own page that says "later" ends the run and is read by the next one, not counted as lost."""
    _, web.later = once("/item/1", 600)
    done = harvest(
        web.url("/get.html"), tmp_path / "out", "--option", "harvest.details=always", "--json", *IMPATIENT
    )
    report = json.loads(done.stdout)
    assert (done.returncode, report["stopped_by"], report["errors"]) == (4, "resting", 0), done.stderr
    rested(tmp_path / "out")
    assert resume(tmp_path / "out").returncode == 0
    assert [path for _, path, _ in web.asked].count("/item/1") == 2


@pytest.mark.parametrize("most", range(2, 12))
def test_no_run_sends_more_than_it_may(web: Catalogue, tmp_path: Path, most: int) -> None:
    """Redirects, retries and robots.txt are within --max-requests, as the server counts; what was open stays open,
    and runs of enough requests each bring up everything once."""
    web.moved = {"/find": "/hop", "/hop": "/search"}
    refused: list[str] = []

    def later(path: str) -> str | None:
        if path == "/hop" and len(refused) < 2:
            refused.append(path)
            return "0"
        return None

    web.later = later
    more = ("--max-requests", str(most), "--option", "web.retry_seconds=0.001")
    done = harvest(web.url("/get.html"), tmp_path / "out", *more)
    assert web.seen <= most
    runs = 1
    while done.returncode == 4 and runs < 12:
        before = web.seen
        done = resume(tmp_path / "out", *more[2:])
        assert web.seen - before <= most
        assert json.loads(done.stdout)["requests"] == web.seen
        runs += 1
    if most >= 4:  # a redirect chain of three, after robots.txt: fewer never get to its end
        assert done.returncode == 0, done.stderr
        assert titles(tmp_path / "out") == ALL


def test_a_limit_below_the_form_s_page_is_said(web: Catalogue, tmp_path: Path) -> None:
    """--max-requests 1 goes to robots.txt: nothing is begun, exit 4, and the limit is named."""
    done = harvest(web.url("/get.html"), tmp_path / "out", "--max-requests", "1")
    assert (done.returncode, web.seen) == (4, 1)
    assert "the 1 requests of this run are spent" in done.stderr


def test_a_moment_in_the_far_future_is_told_and_cut(web: Catalogue, tmp_path: Path) -> None:
    """A folder that says the site is to be left alone for a century, though it asked for a second: resume says
    that it does not believe it, and waits the second."""
    _, web.later = once("/find", 1)
    assert harvest(web.url("/get.html"), tmp_path / "out", *IMPATIENT).returncode == 4
    database = Database(tmp_path / "out" / "leadline.db")
    with database.transaction():
        database.run("UPDATE host SET rest_until = 9e9")
    database.close()
    done = resume(tmp_path / "out")
    assert done.returncode == 4
    assert "longer than it can have been meant" in done.stderr
    time.sleep(1.1)
    assert resume(tmp_path / "out").returncode == 0
    assert titles(tmp_path / "out") == ALL
