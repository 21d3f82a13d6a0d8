"""`leadline inspect` as users run it: what is printed where, and how it ends."""

import gzip
import json
import os
import pty
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree as ET

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def _answering(status: int, body: bytes, content_type: str = "text/html") -> Iterator[str]:
    """A server that gives this answer to everything but robots.txt."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404 if self.path == "/robots.txt" else status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def test_one_target_is_an_object(leadline: Run, builtin_web: str) -> None:
    """`--json` prints the object of one target and nothing else, anywhere."""
    done = leadline("inspect", "http://town.example/", "--json", "--connect-to", builtin_web)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["title"] == "Town of Millbrook"


def test_several_targets_are_a_list(leadline: Run, builtin_web: str) -> None:
    """`--json` prints a list for several targets, failures in their places."""
    done = leadline(
        "inspect", "http://town.example/", "nothing", "--json", "--connect-to", builtin_web, "--delay", "0"
    )
    documents = json.loads(done.stdout)
    assert [document["source"] for document in documents] == ["http://town.example/", "nothing"]
    assert documents[1]["error"]["kind"] == "bad-target"
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1


def test_a_single_failure_is_still_a_document(leadline: Run) -> None:
    """Programs find JSON on standard output also when the only target failed."""
    done = leadline("inspect", "nothing", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["kind"]) == (3, "bad-target")


def test_lines_of_json(leadline: Run, tmp_path: Path) -> None:
    """`--jsonl` prints one line a target."""
    (tmp_path / "a.html").write_text("<title>a</title>")
    (tmp_path / "b.html").write_text("<title>b</title>")
    done = leadline("inspect", "a.html", "b.html", "--jsonl")
    assert [json.loads(line)["title"] for line in done.stdout.splitlines()] == ["a", "b"]


def test_table_for_people(leadline: Run, builtin_web: str) -> None:
    """Without --json a table shows forms, what they are, labels, types and values, without colour codes."""
    done = leadline("inspect", "http://cars.example/", "--connect-to", builtin_web)
    assert done.returncode == 0
    assert "safe to send" in done.stdout
    assert re.search(r"Year from +year low +y1 +text", done.stdout)
    assert "GET http://cars.example/cgi-bin/search.cgi" in done.stdout
    assert "manual, automatic, either" in done.stdout
    assert "\x1b" not in done.stdout


def test_why_a_form_is_not_sent_is_shown(leadline: Run) -> None:
    """The table names what a form is and every reason against sending it."""
    page = b"<form action=/login method=post>User <input name=user> Password <input type=password name=p></form>"
    done = leadline("inspect", "-", stdin=page)
    assert re.search(r"login +P\(search\) 0\.\d\d +not to be sent:\n +it asks for a password", done.stdout)


def test_forms_are_drawn_beside_what_is_printed(leadline: Run, builtin_web: str, tmp_path: Path) -> None:
    """--svg writes a picture of all targets and leaves standard output as it is."""
    words = ["inspect", "http://cars.example/", "http://town.example/", "--jsonl", "--svg", "forms.svg"]
    done = leadline(*words, "--connect-to", builtin_web, "--delay", "0")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2)
    picture = ET.parse(tmp_path / "forms.svg").getroot()
    texts = [element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert any("http://cars.example/" in text for text in texts)
    assert any("http://town.example/" in text for text in texts)
    assert "Gearbox:" in texts


def test_a_picture_that_cannot_be_written_is_said_first(leadline: Run, tmp_path: Path) -> None:
    """A folder that is not there ends with exit code 3 before anything is inspected."""
    done = leadline("inspect", "-", "--svg", "nowhere/forms.svg", stdin=b"<form></form>")
    assert (done.returncode, done.stdout) == (3, "")
    assert "--svg nowhere/forms.svg" in done.stderr


def test_a_file_is_inspected_without_heavy_libraries(tmp_path: Path) -> None:
    """No HTTP client, no browser, no numeric library is loaded for a file."""
    (tmp_path / "page.html").write_text("<form action=/search>Price <input name=p></form><input name=q>")
    program = (
        "import runpy, sys\n"
        "sys.argv = ['leadline', 'inspect', 'page.html', '--json']\n"
        "try:\n    runpy.run_module('leadline', run_name='__main__')\n"
        "finally:\n    print(' '.join(sorted(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "leadline.forms.understand" in loaded
    heavy = {"aiohttp", "numpy", "playwright", "scipy", "sklearn", "sqlite3", "fastwarc", "ray"}
    assert sorted(heavy & loaded) == []


def test_a_page_without_forms_says_so(leadline: Run) -> None:
    """No form is a sentence, and other ways to search the site are named."""
    page = b"<link rel=search type=application/opensearchdescription+xml href=http://example.com/os.xml><p>hello"
    done = leadline("inspect", "-", stdin=page)
    assert done.returncode == 0
    assert "No form on this page." in done.stdout
    assert "OpenSearch description: http://example.com/os.xml" in done.stdout


def test_nothing_listening_is_exit_5(leadline: Run) -> None:
    """A closed port ends with one sentence and exit code 5."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        words = ["http://gone.example/", "--connect-to", address, "--option", "web.retries=0"]
        done = leadline("inspect", *words)
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith("leadline: http://gone.example/: ")
    assert done.stderr.count("\n") == 1


def test_loopback_is_refused_unless_allowed(leadline: Run, builtin_web: str) -> None:
    """A private address is refused with the option that allows it, and reached with that option."""
    refused = leadline("inspect", f"http://{builtin_web}/")
    allowed = leadline("inspect", f"http://{builtin_web}/", "--allow-private")
    assert refused.returncode == 5
    assert "loopback" in refused.stderr
    assert "--allow-private" in refused.stderr
    assert allowed.returncode == 0
    assert "404" in allowed.stderr


def test_an_error_page_is_inspected_and_its_status_said(leadline: Run) -> None:
    """A 404 with a search form is a page with a search form."""
    with _answering(404, b"<title>Oops</title><form action=/find><input name=q></form>") as address:
        done = leadline("inspect", "http://shop.example/x", "--connect-to", address)
    assert done.returncode == 0
    assert "http://shop.example/find" in done.stdout
    assert "the server answered 404" in done.stderr


def test_a_block_page_is_called_one(leadline: Run) -> None:
    """A page that stands in front of the one asked for is named on standard error and in the JSON; exit 5."""
    body = b"<title>Access denied</title><p>You have been blocked."
    with _answering(403, body) as address:
        done = leadline("inspect", "http://shop.example/", "--json", "--connect-to", address)
    assert done.returncode == 5
    assert json.loads(done.stdout)["blocked"]["kind"] == "forbidden"
    assert "the site shows a refusal instead of its page" in done.stderr
    assert done.stderr.count("\n") == 1


def test_fields_outside_of_any_form_are_shown(leadline: Run) -> None:
    """A search box that stands alone is found, in the table and in the JSON."""
    page = b"<div><input type=search name=q placeholder='Search flats'><button>Go</button></div>"
    table, document = leadline("inspect", "-", stdin=page), leadline("inspect", "-", "--json", stdin=page)
    assert "outside of any form" in table.stdout
    assert "Search flats" in table.stdout
    assert [field["name"] for field in json.loads(document.stdout)["loose_fields"]] == ["q"]


def test_hostile_text_does_not_reach_the_terminal(leadline: Run) -> None:
    """Escape sequences, markup and direction marks in a page are shown as text or not at all."""
    page = "<title>a\x1b]0;owned\x07 [red]b\u202ec</title><form><input name='[bold]x\x1b[2J'></form>"
    done = leadline("inspect", "-", stdin=page.encode())
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
    assert "[red]bc" in done.stdout
    assert "[bold]x" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_output_encoding_can_carry_any_page(leadline: Run, encoding: str) -> None:
    """Letters a terminal or file cannot carry are escaped, in tables and in JSON, and nothing fails."""
    page = "<meta charset=utf-8><title>Möwe 🔍</title><form><input name=q></form>".encode()
    table = leadline("inspect", "-", stdin=page, PYTHONIOENCODING=encoding)
    document = leadline("inspect", "-", "--json", stdin=page, PYTHONIOENCODING=encoding)
    assert (table.returncode, document.returncode) == (0, 0)
    assert json.loads(document.stdout)["title"] == "Möwe 🔍"


def test_a_file_name_that_is_no_text(leadline: Run, tmp_path: Path) -> None:
    """A file name of broken UTF-8 is inspected, and comes back in the JSON as its escape."""
    name = b"caf\xe9.html".decode("utf-8", "surrogateescape")
    (tmp_path / name).write_text("<title>x</title>")
    done = leadline("inspect", name, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["source"] == name


def test_bad_configuration_before_anything_is_sent(leadline: Run, builtin_web: str) -> None:
    """A wrong value ends with exit code 3 even if the targets are fine."""
    done = leadline("inspect", "http://town.example/", "--connect-to", builtin_web, "--concurrency", "none at all")
    assert (done.returncode, done.stdout) == (3, "")
    assert "--concurrency" in done.stderr


def test_base_url_must_be_a_url(leadline: Run) -> None:
    """A base address that is none is bad input."""
    done = leadline("inspect", "-", "--base-url", "nowhere", stdin=b"<form></form>")
    assert (done.returncode, done.stdout) == (3, "")
    assert "--base-url nowhere" in done.stderr


def test_a_huge_page_is_cut_and_said(leadline: Run) -> None:
    """A body over the cap is cut, and standard error says how much was read."""
    done = leadline("inspect", "-", "--option", "web.limits.body=1000", stdin=b"<form>" + b"x" * 5000)
    assert done.returncode == 0
    assert "only the first 1,000 bytes were read" in done.stderr


def _on_a_terminal(page: Path, **variables: str) -> bytes:
    """What `inspect` writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "inspect", str(page)],
        stdout=theirs,
        env=kept | {"TERM": "xterm-256color"} | variables,
    ) as process:
        os.close(theirs)
        written = b""
        with suppress(OSError):  # Linux reports the end of a terminal as an input/output error
            while piece := os.read(ours, 65_536):
                written += piece
        assert process.wait(timeout=30) == 0
    os.close(ours)
    return written


def test_colour_on_a_terminal_only(tmp_path: Path) -> None:
    """A terminal gets colour, unless NO_COLOR says otherwise."""
    page = tmp_path / "page.html"
    page.write_text("<title>Shop</title><form><input name=q></form>")
    assert b"\x1b[1;36mform 0" in _on_a_terminal(page)
    assert b"36m" not in _on_a_terminal(page, NO_COLOR="1")


def test_an_archive_stands_for_the_web(leadline: Run, tmp_path: Path) -> None:
    """--replay answers from a WARC file; a page that is not in it is a failure with its own word."""
    page = b"<title>Archived</title><form action=/find><input name=q></form>"
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page
    record = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://old.example/\r\n"
        b"WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:12345678-1234-4234-8234-123456789abc>\r\n"
        b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n" % len(answer)
    )
    (tmp_path / "crawl.warc.gz").write_bytes(gzip.compress(record + answer + b"\r\n\r\n"))
    words = ["http://old.example/", "http://new.example/", "--jsonl", "--replay", "crawl.warc.gz"]
    done = leadline("inspect", *words)
    found, missing = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 5
    assert found["forms"][0]["action"] == "http://old.example/find"
    assert missing["error"]["kind"] == "not-archived"
