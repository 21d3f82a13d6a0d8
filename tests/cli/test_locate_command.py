"""`leadline locate` and `leadline resume` as users run them, on the built-in web behind a real socket."""

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from leadline.cli.app import app
from leadline.cli.running import run

Run = Callable[..., subprocess.CompletedProcess[str]]

KEYS = [
    "strategy",
    "pages",
    "requests",
    "sites",
    "forms",
    "relevant_forms",
    "backlink_calls",
    "robots_blocked",
    "errors",
    "seconds",
    "stopped_by",
]


@pytest.fixture
def seeds(tmp_path: Path) -> str:
    """A file with one seed, in the folder the program runs in."""
    (tmp_path / "seeds.txt").write_text("# where to begin\n\nhttp://motoring.example/\n")
    return "seeds.txt"


def test_the_document_has_the_keys_of_the_contract(crawled: Path) -> None:
    """--json prints the figures of the crawl, all of them, and they are those of the built-in web."""
    report = json.loads((crawled / "locate.json").read_text(encoding="utf-8"))
    assert [key for key in KEYS if key not in report] == []
    known = {"strategy": "sounding", "pages": 16, "sites": 6, "forms": 7, "relevant_forms": 2, "robots_blocked": 2}
    assert {key: report[key] for key in known} == known
    assert (report["errors"], report["backlink_calls"], report["stopped_by"]) == (0, 0, "frontier empty")
    assert report["requests"] > report["pages"]


def test_every_relevant_form_is_a_line(crawled: Path) -> None:
    """forms.jsonl names action, page, site, score and when it was found; forms of other topics are not in it."""
    lines = (crawled / "located" / "forms.jsonl").read_text(encoding="utf-8").splitlines()
    forms = [json.loads(line) for line in lines]
    assert sorted((form["url"], form["page_url"], form["site"]) for form in forms) == [
        ("http://autohaus.example/stock", "http://autohaus.example/search.html", "autohaus.example"),
        ("http://cars.example/cgi-bin/search.cgi", "http://cars.example/", "cars.example"),
    ]
    assert all(0.5 < form["score"] <= 1 for form in forms)
    assert 0 < forms[0]["found_at_page"] < forms[1]["found_at_page"] <= 16


def test_people_get_a_few_lines(leadline: Run, builtin_web: str) -> None:
    """Without --json the end is told in sentences; reaching --pages is done; seeds may come without a scheme."""
    words = ["--topic", "auto", "--seeds", "-", "--pages", "6", "--out", "found", "--connect-to", builtin_web]
    done = leadline("locate", *words, "--delay", "0", stdin=b"motoring.example\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "on 6 pages of" in done.stdout
    assert "Stopped by: pages. Forms are in found/forms.jsonl" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--strategy", "zigzag"], "known: random, fixed-depth, best-first, best-first-sc, ffc"),
        (["--topic", "zeppelins"], "bundled: airfare, apartment, auto"),
        (["--find", "treasure"], "known: forms, searchable, every-form, pages"),
        (["--seeds", "missing.txt"], "give a file with one http(s) address a line"),
        (["--seeds", "empty.txt"], "empty.txt holds no seeds; write one http(s) address a line"),
        (["--seeds", "-"], "standard input holds no seeds; write one http(s) address a line"),
        (["--seeds", "broken.txt"], "broken.txt, line 2: 'http://a b/' is not a URL; write one http(s) address"),
        (["--learn-from", "earlier"], "earlier is no folder of a crawl: there is no leadline.db in it"),
        (["--pages", "0"], "locate.pages = 0 leaves nothing to do; at least 1"),
        (["--pages", "many"], "locate.pages = 'many' is not int"),
        (["--option", "locate.speed=9"], "locate.speed is not a setting; known: "),
        (["--out", "full"], "full is not empty and holds no crawl (there is 'letter.txt'); give a new or empty"),
        (["--replay", "missing.warc.gz"], "there is no file missing.warc.gz"),
    ],
)
def test_what_cannot_work_is_one_sentence_and_nothing_is_made(
    tmp_path: Path,
    seeds: str,
    words: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit code 3, the remedy in the sentence, and the folder is as it was."""
    (tmp_path / "empty.txt").write_text("# nothing yet\n")
    (tmp_path / "broken.txt").write_text("http://a.example/\nhttp://a b/\n")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("Dear")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    given = {"--topic": "auto", "--seeds": seeds, "--out": "found", words[0]: words[1]}
    assert run(app, ["locate", *(word for pair in given.items() for word in pair)]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert says in printed.err
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_with_a_crawl_is_not_overwritten(leadline: Run, crawled: Path) -> None:
    """The sentence names the command that goes on, and the crawl is untouched."""
    before = (crawled / "located" / "forms.jsonl").stat().st_mtime_ns
    done = leadline("locate", "--topic", "auto", "--seeds", "seeds.txt", "--out", "located", cwd=crawled)
    assert done.returncode == 3
    assert "go on with 'leadline resume located', or give another folder" in done.stderr
    assert (crawled / "located" / "forms.jsonl").stat().st_mtime_ns == before


def test_no_page_on_the_topic_is_said_with_a_remedy(leadline: Run, builtin_web: str, tmp_path: Path) -> None:
    """A crawl that found nothing because of its seeds says so."""
    (tmp_path / "seeds.txt").write_text("http://town.example/\nhttp://library.example/\n")
    words = ["--topic", "auto", "--seeds", "seeds.txt", "--out", "found", "--connect-to", builtin_web]
    done = leadline("locate", *words, "--delay", "0")
    assert done.returncode == 0
    assert "No page was judged to be on the topic" in done.stdout
    assert "Give seeds that are about it" in done.stdout


def test_seeds_that_cannot_be_fetched_are_a_failure(leadline: Run, seeds: str) -> None:
    """Where nobody answers the exit code is 5, and the sentence says where the reasons are."""
    words = ["--topic", "auto", "--seeds", seeds, "--out", "found", "--connect-to", "127.0.0.1:1"]
    done = leadline("locate", *words, "--option", "web.retries=0")
    assert done.returncode == 5
    assert "none of the seeds could be fetched; leadline status found says why" in done.stderr
    assert "1 × connect" in leadline("status", "found").stdout


def test_a_replay_repeats_the_crawl_byte_for_byte(leadline: Run, crawled: Path, tmp_path: Path) -> None:
    """One request at a time, the same seed: the log of a replay from the crawl's own archive is the same log."""
    archive = str(crawled / "located" / "warc" / "leadline-00000.warc.gz")
    seeds = str(crawled / "seeds.txt")
    words = ["--topic", "auto", "--seeds", seeds, "--replay", archive, "--option", "locate.open_groups=1"]
    done = leadline("locate", *words, "--out", "again", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["requests"] == 0
    logs = [leadline("export", str(folder), "log").stdout for folder in (crawled / "located", tmp_path / "again")]
    assert logs[0] == logs[1]
    assert '"robots"' in logs[0]
    assert '"soft 404"' in logs[0]


@contextmanager
def _under_way(folder: Path, web: str, events: int) -> Iterator[subprocess.Popen[str]]:
    """A slow crawl into `slow`, given once it has recorded some events; ended if the block does not."""
    words = ["--topic", "auto", "--seeds", "seeds.txt", "--out", "slow", "--connect-to", web, "--delay", "0.4"]
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "locate", *words, "--option", "locate.open_groups=1"],
        cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            until = time.monotonic() + 60
            while _recorded(folder / "slow" / "leadline.db") < events:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
            yield process
        finally:
            process.kill()


def _recorded(database: Path) -> int:
    """Events in the log, as an onlooker sees them."""
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as opened:
            return int(opened.execute("SELECT count(*) FROM log").fetchone()[0])
    except sqlite3.OperationalError:  # it is being made
        return 0


def test_interrupted_and_resumed(
    leadline: Run, builtin_web: str, tmp_path: Path, crawled: Path, seeds: str
) -> None:
    """Ctrl-C ends with 130 and says how to go on; another process is kept out meanwhile; resume finishes."""
    assert seeds == "seeds.txt"
    with _under_way(tmp_path, builtin_web, events=3) as process:
        process.send_signal(signal.SIGSTOP)  # time stands still for it while we look around
        second = leadline("resume", "slow", "--connect-to", builtin_web, "--delay", "0.4")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        out, _ = process.communicate(timeout=30)
    assert (second.returncode, second.stdout) == (3, "")
    assert f"slow is in use: process {process.pid} writes there; wait for it, or stop it first" in second.stderr
    assert process.returncode == 130
    assert "Stopped by: interrupted" in out
    (told,) = (line for line in out.splitlines() if line.startswith("Go on with: "))
    assert told == f"Go on with: leadline resume slow --delay 0.4 --connect-to {builtin_web}"

    life = json.loads(leadline("status", "slow", "--why", "http://jobs.example/", "--json").stdout)
    assert (life["state"], life["group"].split()[0]) == ("waiting", "jobs.example")

    words = told.replace("0.4", "0.01").split()[4:]  # what is left need not be slow
    resumed = leadline(*words, "--json")
    assert resumed.returncode == 0, resumed.stderr
    assert json.loads(resumed.stdout)["pages"] == 16
    logs = [leadline("export", str(folder), "log").stdout for folder in (tmp_path / "slow", crawled / "located")]
    assert logs[0] == logs[1]
