"""Scope, headers, time and pace as the user gives them: kept at the door, whoever asks."""

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from leadline.errors import BadConfiguration
from leadline.web.scope import given_headers

Run = Callable[..., CompletedProcess[str]]
PAGE = "<title>A page</title><form action=/find><input name=q><button>Search</button></form>"


@dataclass
class Seen:
    """Requests as a server of all names saw them."""

    address: str = ""
    latency: float = 0.0
    moved: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[float, str, str | None]] = field(default_factory=list)  # when, address, what X-Key said

    def urls(self) -> set[str]:
        return {url for _, url, _ in self.requests}


@contextmanager
def serving(seen: Seen) -> Iterator[Seen]:
    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:  # the name that http.server calls
            url = f"http://{self.headers['Host']}{self.path}"
            seen.requests.append((time.monotonic(), url, self.headers["X-Key"]))
            time.sleep(seen.latency)
            to = seen.moved.get(url)
            status = 404 if self.path == "/robots.txt" else 302 if to else 200
            body = PAGE.encode() if status == 200 else b""
            self.send_response(status)
            for name, value in (("Content-Type", "text/html"), ("Content-Length", str(len(body)))):
                self.send_header(name, value)
            if to:
                self.send_header("Location", to)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    seen.address = f"127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield seen
    finally:
        server.shutdown()
        server.server_close()


def test_a_header_goes_to_no_site_but_those_that_were_named(leadline: Run) -> None:
    """Neither by a redirect nor for robots.txt."""
    with serving(Seen(moved={"http://www.a.example/go": "http://b.example/there"})) as seen:
        words = ("inspect", "http://www.a.example/go", "--connect-to", seen.address, "--delay", "0")
        done = leadline(*words, "--header", "X-Key: s3cret")
    assert (done.returncode, "A page" in done.stdout) == (0, True)
    told = {url: key for _, url, key in seen.requests}
    assert told["http://www.a.example/go"] == "s3cret"
    assert {key for url, key in told.items() if "b.example" in url} == {None}
    assert "http://b.example/there" in told


def test_what_is_named_by_https_is_told_nothing_in_the_clear(leadline: Run) -> None:
    with serving(Seen(moved={"http://a.example/go": "http://a.example/plain"})) as seen:
        words = ("--connect-to", seen.address, "--delay", "0", "--no-robots", "--header", "X-Key: s3cret")
        leadline("inspect", "https://a.example/secure", *words)
        leadline("inspect", "http://a.example/go", *words)
    assert [key for _, _, key in seen.requests] == ["s3cret"] * 3
    with serving(Seen(moved={"http://a.example/go": "http://a.example/plain"})) as seen:
        seen.moved["http://a.example/secure"] = "http://a.example/plain"
        words = ("--connect-to", seen.address, *words[2:])
        leadline("inspect", "https://a.example/secure", *words)
    assert [(url[-6:], key) for _, url, key in seen.requests] == [("secure", "s3cret"), ("/plain", None)]


def test_scope_holds_for_redirects(leadline: Run) -> None:
    """What is out of scope is not asked for, whoever leads there; its robots.txt neither."""
    with serving(Seen(moved={"http://a.example/go": "http://b.example/there"})) as seen:
        words = ("--connect-to", seen.address, "--delay", "0")
        done = leadline(
            "inspect", "http://a.example/go", *words, "--include", "a.example", "--include", "c.example/"
        )
        assert (done.returncode, "outside of what --include names" in done.stderr) == (5, True)
        done = leadline("inspect", "http://a.example/go", *words, "--exclude", "*/there")
        assert (done.returncode, "is left out by --exclude '*/there'" in done.stderr) == (5, True)
        assert leadline("inspect", "http://a.example/x", *words, "--include", "a.example/x").returncode == 0
    assert not [url for url in seen.urls() if "b.example" in url]


def test_a_crawl_stays_in_scope(leadline: Run, builtin_web: str, tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    words = ("--topic", "auto", "--seeds", "seeds.txt", "--connect-to", builtin_web, "--delay", "0.01")
    done = leadline("locate", *words, "--out", "some", "--exclude", "autohaus.example", "--json")
    assert done.returncode == 0
    pages = [json.loads(line) for line in leadline("export", "some", "pages").stdout.splitlines()]
    fetched = {page["url"] for page in pages if page["status"]}
    assert "http://cars.example/" in fetched
    assert not [url for url in fetched if "autohaus" in url]
    failed = {page["url"]: page["failure"] for page in pages if page["failure"]}
    assert {why for url, why in failed.items() if "autohaus" in url} == {"out-of-scope"}
    # The folder says so itself: resume and a replay keep to it.
    assert 'exclude = "autohaus.example"' in (tmp_path / "some" / "config.toml").read_text()


def test_time_that_is_over_ends_a_harvest_which_goes_on_later(leadline: Run, builtin_web: str) -> None:
    web = ("--connect-to", builtin_web, "--delay", "0.2")
    done = leadline("harvest", "http://cars.example/", "--out", "cars", *web, "--time-limit", "1", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["stopped_by"]) == (4, "time-limit")
    assert "of this run are over" in told["why"]
    again = leadline(
        "resume", "cars", "--connect-to", builtin_web, "--delay", "0.01", "--time-limit", "50", "--json"
    )
    whole = json.loads(again.stdout)
    assert (again.returncode, whole["stopped_by"], whole["records"]) == (0, "complete", 26)


def test_time_that_is_over_ends_a_crawl_and_no_link_is_lost(
    leadline: Run, builtin_web: str, tmp_path: Path
) -> None:
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    words = ("--topic", "auto", "--seeds", "seeds.txt", "--out", "all", "--connect-to", builtin_web)
    done = leadline("locate", *words, "--delay", "0.3", "--time-limit", "0.8", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["stopped_by"]) == (4, "time-limit")
    assert 0 < told["pages"] < 16
    again = ("--connect-to", builtin_web, "--delay", "0.01", "--option", "web.time_limit=none")
    whole = json.loads(leadline("resume", "all", *again, "--json").stdout)
    assert (whole["stopped_by"], whole["pages"], whole["errors"]) == ("frontier empty", 16, 0)


def test_a_header_is_kept_in_no_folder(leadline: Run, builtin_web: str, tmp_path: Path) -> None:
    """Folders and archives are passed on; `resume` wants it said again."""
    web = ("--connect-to", builtin_web, "--delay", "0.01")
    given = ("--header", "X-Key: s3cret", "--max-requests", "4")
    done = leadline("harvest", "http://cars.example/", "--out", "cars", *web, *given)
    assert (done.returncode, "s3cret" in done.stdout + done.stderr) == (4, False)
    files = [file for file in (tmp_path / "cars").rglob("*") if file.is_file()]
    assert any(file.name.endswith(".warc.gz") for file in files)
    for file in files:
        data = file.read_bytes()
        assert b"s3cret" not in (gzip.decompress(data) if file.suffix == ".gz" else data), file
    done = leadline("resume", "cars", *web)
    assert (done.returncode, "--header 'X-Key: …'" in done.stderr) == (3, True)
    more = ("--header", "X-Key: other", "--option", "harvest.max_requests=99")
    assert leadline("resume", "cars", *web, *more).returncode == 0


def test_a_slow_host_is_left_alone_for_as_long_as_it_takes(leadline: Run) -> None:
    with serving(Seen(latency=0.4)) as seen:
        words = ("--connect-to", seen.address, "--delay", "0.01", "--no-robots")
        pages = [f"http://a.example/{number}" for number in range(4)]
        leadline("inspect", *pages, *words)
        came = [when for when, _, _ in seen.requests]
        gaps = [after - before - seen.latency for before, after in pairwise(came)]
        # Half of the last answer, then a quarter more: one slow page is not believed at once.
        assert [gap >= least for gap, least in zip(gaps, (0.2, 0.3, 0.35), strict=True)] == [True] * 3
        seen.requests.clear()
        leadline("inspect", *pages, *words, "--option", "web.adapt=0")
        came = [when for when, _, _ in seen.requests]
        # The shortest of them: a busy machine may lengthen one.
        assert min(after - before for before, after in pairwise(came)) - seen.latency < 0.2


@pytest.mark.parametrize(
    "line", ["X-Key", "X Key: 1", "Host: b.example", "User-Agent: x", "X: a\x00b", "Proxy-X: 1"]
)
def test_what_cannot_be_sent_is_told_before_anything_is(line: str) -> None:
    with pytest.raises(BadConfiguration, match="--header"):
        given_headers(line)
