"""Hosts that ask to be left alone: their links wait, others go on, and the crawl says until when."""

import io
import itertools
import json
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime
from pathlib import Path

import pytest
from little_server import Seen, serving
from little_web import LittleWeb

from leadline.cli.app import app
from leadline.cli.running import run
from leadline.model.rest import LONGEST_REST
from leadline.store.sqlite.database import Database

SITES, PAGES = 5, 8
WHOLE = {f"http://site{n}.example/{p}" for n in range(SITES) for p in ("", *(f"p{k}" for k in range(1, PAGES)))}


def leadline(*words: str) -> tuple[int, str, str]:
    said, told = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (said, told))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(app, words)
    return code, said.getvalue().decode(), told.getvalue().decode()


def locate(folder: Path, seen: Seen, *more: str, patience: float = 0.3) -> tuple[int, str, str]:
    seeds = folder.with_suffix(".txt")
    seeds.write_text("http://site1.example/\nhttp://site2.example/\n")
    words = ["--topic", "auto", "--seeds", str(seeds), "--out", str(folder), "--strategy", "random"]
    words += ["--find", "every-form", "--connect-to", f"127.0.0.1:{seen.port}", "--delay", "0.01"]
    return leadline("locate", *words, "--option", f"web.max_retry_after={patience}", *more)


def resume(folder: Path, seen: Seen, *more: str, delay: str = "0.01") -> tuple[int, str, str]:
    """A folder cannot say by itself where to connect to."""
    words = ("--connect-to", f"127.0.0.1:{seen.port}", "--delay", delay)
    return leadline("resume", str(folder), *words, *more)


def pages_of(folder: Path) -> Counter[str]:
    database = Database(folder / "leadline.db")
    try:
        return Counter(url for url, status in database.all("SELECT url, status FROM log") if status == 200)
    finally:
        database.close()


def rested(folder: Path) -> None:
    """The moments that hosts named are here: what the folder knows of them lies in the past."""
    database = Database(folder / "leadline.db")
    with database.transaction():
        database.run("UPDATE host SET rest_until = ?", (time.time(),))
    database.close()


def until(document: dict[str, list[dict[str, str]]]) -> float:
    (one,) = document["resting"]
    return datetime.fromisoformat(one["until"]).timestamp()


def test_links_of_a_resting_host_wait_and_resume_goes_on(tmp_path: Path) -> None:
    """A site answers 429 with Retry-After: the others are crawled to their end, its links stay, exit 4 with the
    moment in summary, status and JSON. Resumed too early nothing is asked; in time, everything is there once."""
    said: list[float] = []
    over: list[float] = []

    def later(host: str, path: str) -> str | None:
        if host == "site1.example" and path == "/p1" and not said:
            said.append(time.time())
        return "600" if host == "site1.example" and said and not over else None

    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.later = later
        code, out, err = locate(tmp_path / "c", seen, "--json")
        report = json.loads(out)
        assert (code, report["stopped_by"], report["errors"]) == (4, "resting", 0), err
        (rests,) = report["resting"]
        assert rests["host"] == "site1.example"
        assert rests["links"] > 1
        assert said[0] + 600 <= until(report) < said[0] + 660
        others = {url for url in WHOLE if "site1" not in url}
        assert others <= set(pages_of(tmp_path / "c"))
        before = len(seen.arrivals)
        code, out, _ = leadline("status", str(tmp_path / "c"), "--json")
        status = json.loads(out)
        assert (code, status["waiting"], until(status)) == (0, rests["links"], until(report))
        assert "site1.example asked to be left alone until" in leadline("status", str(tmp_path / "c"))[1]

        code, out, _ = resume(tmp_path / "c", seen)
        assert code == 4
        assert f"until {rests['until']}; {rests['links']} of its links wait" in out
        assert f"Go on with: leadline resume {tmp_path / 'c'}" in out
        assert len(seen.arrivals) == before

        over.append(time.time())
        rested(tmp_path / "c")
        code, out, err = resume(tmp_path / "c", seen, "--json")
        report = json.loads(out)
        assert (code, report["stopped_by"], report["resting"]) == (0, "frontier empty", []), err
    pages = pages_of(tmp_path / "c")
    assert set(pages) >= WHOLE
    assert max(pages.values()) == 1
    moments = [moment for moment, host, _ in seen.arrivals if host == "site1.example"]
    assert not [m for m in moments if said[0] + 0.2 < m < over[0]]


def test_a_short_wait_is_waited(tmp_path: Path) -> None:
    """Where the time asked for is within what a request waits, the crawl waits and ends as if nothing had been."""
    said: list[float] = []

    def later(host: str, path: str) -> str | None:
        if path != "/p1" or said:
            return None
        said.append(time.time())
        return "1"

    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.later = later
        code, out, err = locate(tmp_path / "c", seen, "--json", patience=5.0)
    assert (code, json.loads(out)["stopped_by"]) == (0, "frontier empty"), err
    assert set(pages_of(tmp_path / "c")) >= WHOLE


def test_a_rest_that_is_nearly_over_is_waited_for(tmp_path: Path) -> None:
    """Other hosts are crawled first; what is left of the rest then is short, so the crawl waits for it."""
    said: list[float] = []

    def later(host: str, path: str) -> str | None:
        if host != "site1.example" or path != "/p1" or said:
            return None
        said.append(time.time())
        return "3"

    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.later = later
        code, out, err = locate(tmp_path / "c", seen, "--json", "--delay", "0.15", patience=2.5)
        moments = [moment for moment, host, _ in seen.arrivals if host == "site1.example"]
    assert (code, json.loads(out)["stopped_by"]) == (0, "frontier empty"), err
    assert set(pages_of(tmp_path / "c")) >= WHOLE
    assert not [m for m in moments if said[0] + 0.1 < m < said[0] + 3]


def test_robots_txt_that_says_later_forbids_nothing(tmp_path: Path) -> None:
    """A host that answers 429 with Retry-After to its robots.txt rests: no link is taken for forbidden."""
    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.later = lambda host, path: "600" if (host, path) == ("site1.example", "/robots.txt") else None
        code, out, err = locate(tmp_path / "c", seen, "--json")
        report = json.loads(out)
        assert (code, report["robots_blocked"], report["stopped_by"]) == (4, 0, "resting"), err
        assert seen.paths("site1.example") == ["/robots.txt"]


def test_a_redirect_to_a_resting_host_waits_for_that_host(tmp_path: Path) -> None:
    """A link whose redirect leads to a host that rests is set aside for that host, and its own host goes on."""
    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.moved = {"/p2": "http://far.example/"}
        seen.later = lambda host, _: "600" if host == "far.example" else None
        code, out, err = locate(tmp_path / "c", seen, "--json")
        assert code == 4, err
        (rests,) = json.loads(out)["resting"]
        assert (rests["host"], seen.paths("far.example")) == ("far.example", ["/robots.txt"])
        assert {url for url in WHOLE if url.endswith("/p1")} <= set(pages_of(tmp_path / "c"))


def test_what_says_later_twice_is_recorded(tmp_path: Path) -> None:
    """One page that says "later" for ever is asked for twice, and then keeps no other page of its site waiting."""
    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.later = lambda host, path: "1" if (host, path) == ("site1.example", "/p1") else None
        code, _, err = locate(tmp_path / "c", seen)
        for _ in range(6):
            if code == 0:
                break
            time.sleep(1.1)
            code, _, err = resume(tmp_path / "c", seen)
        assert code == 0, err
        assert seen.paths("site1.example").count("/p1") == 2
    assert {url for url in WHOLE if url.endswith("example/p2")} <= set(pages_of(tmp_path / "c"))


def test_back_off_goes_on_growing_after_resume(tmp_path: Path) -> None:
    """Refusals in a row are counted across processes: the next rest is longer, not the first one again."""
    with serving(LittleWeb(1, 1)) as seen:
        seen.later = lambda *_: ""
        seeds = tmp_path / "s.txt"
        seeds.write_text("http://site0.example/\n")
        words = ["--topic", "auto", "--seeds", str(seeds), "--connect-to", f"127.0.0.1:{seen.port}", "--no-robots"]
        words += ["--delay", "0.2", "--option", "web.retries=0", "--option", "web.max_retry_after=0"]
        rests = []
        assert leadline("locate", *words, "--out", str(tmp_path / "c"))[0] == 4
        for _ in range(2):
            database = Database(tmp_path / "c" / "leadline.db")
            seconds, refusals, moment = database.one("SELECT rest_seconds, refusals, rest_until FROM host")
            database.close()
            rests.append((seconds, refusals))
            time.sleep(max(0.0, moment - time.time()))
            resume(tmp_path / "c", seen, "--no-robots", delay="0.2")
    assert [refusals for _, refusals in rests] == [1, 2]
    assert rests[1][0] == pytest.approx(2 * rests[0][0], rel=0.05)


def test_a_moment_in_the_far_future_is_told_and_cut(tmp_path: Path) -> None:
    """A folder that says a host is to be left alone for a century: resume says that it does not believe it."""
    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.later = lambda host, path: "600" if (host, path) == ("site1.example", "/p1") else None
        assert locate(tmp_path / "c", seen)[0] == 4
        database = Database(tmp_path / "c" / "leadline.db")
        with database.transaction():
            database.run("UPDATE host SET rest_until = 9e9, rest_seconds = 9e9 WHERE name = 'site1.example'")
            database.run("UPDATE host SET next_at = 9e9 WHERE name = 'site2.example'")
        database.close()
        code, out, err = resume(tmp_path / "c", seen, "--json")
    assert code == 4
    assert until(json.loads(out)) <= time.time() + LONGEST_REST + 1
    told = [
        line.split(":")[1].strip() for line in err.splitlines() if "longer than it can have been meant" in line
    ]
    assert told == ["site1.example", "site2.example"]


def test_redirects_retries_and_robots_count_as_requests(tmp_path: Path) -> None:
    """`requests` is what the server saw, whatever it answered."""
    failed: set[str] = set()

    def later(host: str, path: str) -> str | None:
        if host != "site1.example" or path in failed or path == "/robots.txt":
            return None
        failed.add(path)
        return "0"

    with serving(LittleWeb(SITES, PAGES)) as seen:
        seen.moved = {"/p2": "/p1", "/p3": "http://site4.example/p5"}
        seen.later = later
        code, out, err = locate(tmp_path / "c", seen, "--json", "--option", "web.retry_seconds=0.01")
        assert code == 0, err
        assert json.loads(out)["requests"] == len(seen.arrivals)


def test_a_full_name_is_the_same_host(tmp_path: Path) -> None:
    """`site1.example.` is `site1.example`: one robots.txt, one pause, every page once, and one rest."""
    with serving(LittleWeb(1, 1)) as seen:
        seen.moved = {"/": "http://site0.example./p0"}
        seeds = tmp_path / "s.txt"
        seeds.write_text("http://site0.example/\nhttp://site0.example./\nhttp://SITE0.example.:80/#x\n")
        words = ["--topic", "auto", "--strategy", "scdi", "--seeds", str(seeds)]
        words += ["--connect-to", f"127.0.0.1:{seen.port}"]
        code, out, err = leadline("locate", *words, "--delay", "0.2", "--out", str(tmp_path / "c"), "--json")
        assert (code, json.loads(out)["sites"]) == (0, 1), err
        assert seen.paths("site0.example") == ["/robots.txt", "/", "/p0"]
        assert {host for _, host, _ in seen.arrivals} == {"site0.example"}
        moments = [moment for moment, _, _ in seen.arrivals]
        assert min(b - a for a, b in itertools.pairwise(moments)) >= 0.2
