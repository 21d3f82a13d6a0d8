"""One host among 64 whose pages are made to be slow to read: the others hardly notice, and Ctrl-C is heard."""

import json
import os
import signal
import statistics
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest
from hostile_server import HostileServer, Script, Visit

from leadline.store.sqlite.database import Database
from prepared_program import prepared_command

HOSTS = [f"host{n:02}.example" for n in range(64)]
HOSTILE = HOSTS[0]
PAGES = 6 if "LEADLINE_FUZZ" in os.environ else 4
"""Of each host; `make fuzz` has more."""
DELAY = 1.0
"""The usual one."""


@cache
def heavy(size: int) -> bytes:
    """A page of fields with something to read at each: nothing takes longer for its size."""
    piece = "word {0} <input name=field{0}> <a href=/x/{0}>link {0}</a>"
    body = "".join(piece.format(n) for n in range(size // 60))
    return f"<title>Heavy</title><form action=/s>{body}</form>".encode()


def light(visit: Visit) -> bytes:
    links = "".join(f"<p><a href=/{n}>Page {n} of {visit.host}</a>" for n in range(1, PAGES))
    return f"<title>{visit.host}{visit.path}</title><p>Some words of {visit.host}{visit.path}{links}".encode()


def site(size: int) -> Script:
    def script(visit: Visit) -> bool:
        if visit.host.startswith(HOSTILE) and size:
            links = "".join(f"<a href=/{n}>{n}</a>" for n in range(1, PAGES))
            return visit.answer(heavy(size) + links.encode() + visit.path.encode())
        return visit.answer(light(visit))

    return script


def start(server: HostileServer, out: Path, *more: str, signalled: bool = False) -> subprocess.Popen[bytes]:
    seeds = out.with_suffix(".seeds")
    seeds.write_text("".join(f"http://{host}/\n" for host in HOSTS), encoding="utf-8")
    words = [sys.executable, "-m", "leadline"] if signalled else prepared_command()
    words += ["locate", "--topic", "book", "--find", "every-form", "--strategy", "fixed-depth"]
    words += ["--connect-to", server.address, "--seeds", str(seeds), "--out", str(out), "--delay", str(DELAY)]
    words += ["--render", "never", "--pages", str(len(HOSTS) * PAGES), "--no-robots", "--json", *more]
    return subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | {"COLUMNS": "80"}
    )


def others_gaps(out: Path, size: int) -> tuple[float, float]:
    """The mean of the gaps at the 63 other hosts, and the 95th percentile."""
    with HostileServer(default=site(size)) as server:
        process = start(server, out)
        _, said = process.communicate(timeout=200)
        assert process.returncode in (0, 5), said
        gaps = [gap for host in HOSTS[1:] for gap in server.gaps(host)]
        assert len(gaps) > 0.8 * 63 * (PAGES - 1), said
        return statistics.fmean(gaps), statistics.quantiles(gaps, n=20)[-1]


@pytest.mark.parametrize("size", [300_000, 10_000_000] if "LEADLINE_FUZZ" in os.environ else [10_000_000])
def test_the_others_gaps(size: int, tmp_path: Path) -> None:
    """A host of large pages that take seconds to read lengthens the others' gaps by at most a fifth."""
    measured = []
    for turn in range(3):  # a machine that does other things at the same time is no neighbour of ours
        calm, _ = others_gaps(tmp_path / f"calm{turn}", 0)
        beside, _ = others_gaps(tmp_path / f"beside{turn}", size)
        measured.append(beside / calm)
        if measured[-1] <= 1.2:
            return
    pytest.fail(f"the others' gaps over those of a calm crawl: {measured}")


def test_what_takes_too_long_is_stored_and_counted(tmp_path: Path) -> None:
    """A page whose reading does not end in time is a typed outcome with a sentence, and the crawl goes on."""
    out = tmp_path / "out"
    # Only pages that are large are held to it, and such a one takes ten times as long on a quick machine.
    with HostileServer(default=site(10_000_000)) as server:
        process = start(server, out, "--option", "web.limits.reading_seconds=0.04")
        process.communicate(timeout=100)
        assert process.returncode in (0, 5)
    database = Database(out / "leadline.db")
    try:
        failed = database.all("SELECT url FROM log WHERE failure LIKE '%reading-too-long%'")
    finally:
        database.close()
    assert failed
    assert all(HOSTILE in url for (url,) in failed)


def test_interrupted_while_reading(tmp_path: Path) -> None:
    """Ctrl-C ends a crawl at once that is in the middle of a page which takes seconds to read."""
    took = []
    for turn in range(3):  # a machine that does other things at the same time may take seconds to end anything
        with HostileServer(default=site(10_000_000)) as server:
            process = start(server, tmp_path / f"out{turn}", signalled=True)
            while not server.gaps(HOSTS[1]):  # it has begun, and the large page has been there for a while
                time.sleep(0.05)
            time.sleep(1.0)
            started = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            took.append(time.monotonic() - started)
            assert process.returncode == 130
        if took[-1] < 4.0:
            return
    pytest.fail(f"seconds until it ended: {took}")


def test_harvest_and_inspect_have_the_same_limit(tmp_path: Path) -> None:
    """An answer and an inspected page that take too long end the same way: typed, stored, with a sentence."""
    form = b"<form action=/find role=search>Search books <input name=q><button>Search</button></form>"
    rows = b"".join(b"<li><a href=/book/%d>Book %d</a> by author %d" % (n, n, n) for n in range(9_000))

    def books(visit: Visit) -> bool:
        return visit.answer(form if visit.path == "/" else form + b"<ul>" + rows + b"</ul>")

    limit = (
        "--option",
        "web.limits.reading_seconds=0.004",
        "--delay",
        "0",
        "--render",
        "never",
        "--no-robots",
        "--json",
    )
    with HostileServer(default=books) as server:
        words = [*prepared_command(), "harvest", "http://books.example/", "--out", str(tmp_path / "out")]
        words += ["--connect-to", server.address, "--max-requests", "4", *limit]
        harvested = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
        words = [*prepared_command(), "inspect", "http://books.example/find", *limit]
        inspected = subprocess.run(
            [*words, "--connect-to", server.address], capture_output=True, text=True, timeout=100, check=False
        )
    assert json.loads(harvested.stdout)["errors"] >= 1, harvested.stderr
    assert "longer than 0.004 s" in harvested.stderr
    assert inspected.returncode == 5
    assert '"reading-too-long"' in inspected.stdout


def test_a_list_of_too_many_records_is_no_whole_answer(tmp_path: Path) -> None:
    """A harvest takes the first of them, says that it left the others, and keeps the sentence that says why."""
    form = b"<form action=/find role=search>Search books <input name=q><button>Search</button></form>"
    rows = b"".join(b"<tr><td><a href=/book/%d>Book %d</a><td>Author %d" % (n, n, n) for n in range(5_600))

    def books(visit: Visit) -> bool:
        return visit.answer(form if visit.path == "/" else form + b"<table>" + rows + b"</table>")

    out = tmp_path / "out"
    with HostileServer(default=books) as server:
        words = [*prepared_command(), "harvest", "http://books.example/", "--out", str(out), "--delay", "0"]
        words += ["--connect-to", server.address, "--planner", "once", "--render", "never", "--no-robots"]
        words += ["--option", "harvest.details=never", "--option", "web.limits.reading_seconds=150", "--json"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=200, check=False)
    found = json.loads(done.stdout)
    assert (found["records"], found["left_answers"]["long-page"]) == (5_000, 1), done.stderr
    database = Database(out / "leadline.db")
    try:
        assert database.all("SELECT 1 FROM query WHERE why LIKE '%more than 5,000 records%'")
    finally:
        database.close()
