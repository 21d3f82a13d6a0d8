"""Hostile text never steers a terminal, whatever prints it: tables, lines, sentences, questions, JSON, exports."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from foreign_folders import altered, called, copy_of

SOURCES = Path(__file__).parents[2] / "src" / "leadline" / "cli"
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HOSTILE = f"a\x1b[2Jb\x07\x7f\x85\x9bc\u2028\u2029d{TURNING}e"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
STYLES = re.compile(r"\x1b\[[0-9;]*m|\r(?=\n)")
"""Colours of our own, and the line ends of terminals."""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(
        f'<title>{HOSTILE}</title><form action="/find?{HOSTILE}" role="search" id="{HOSTILE}">'
        f'<label>{HOSTILE} <input name="q{HOSTILE}"></label><select name=s><option value="{HOSTILE}">{HOSTILE}'
        f"</select><button>Search {HOSTILE}</button></form>",
        encoding="utf-8",
    )
    return file


def _on_a_terminal(*words: str, until: str | None = None) -> str:
    """What the program writes to a terminal, which is all its streams; it is ended once it has written `until`."""
    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    written = b""
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", *words], stdin=theirs, stdout=theirs, stderr=theirs, env=env
    ) as process:
        os.close(theirs)
        end = time.monotonic() + 60
        with suppress(OSError):  # Linux reports the end of a terminal as an input/output error
            while time.monotonic() < end:
                if select.select([ours], [], [], 1)[0]:
                    piece = os.read(ours, 65_536)
                    written += piece
                    if not piece or (until is not None and until in written.decode(errors="replace")):
                        break
        if until is not None:
            process.kill()
        process.wait(30)
    os.close(ours)
    return STYLES.sub("", written.decode())


def test_tables_and_documents(page: Path) -> None:
    """Tables show such characters as numbers or not at all; documents hold them as escapes and mean the same."""
    words = ["inspect", str(page), "--base-url", "http://a.example/"]
    assert STEERING.findall(called(*words).stdout.replace("\n", "")) == []
    for shape in ("--json", "--jsonl"):
        done = called(*words, shape)
        assert STEERING.findall(done.stdout.replace("\n", "")) == []
        assert "\\u202e" in done.stdout
        assert "\\u009b" in done.stdout
        described = json.loads(done.stdout)
        assert any(HOSTILE in str(value) for value in _leaves(described)), described


def _leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in _leaves(one)]
    return [leaf for one in value for leaf in _leaves(one)] if isinstance(value, list) else [value]


def test_a_terminal_gets_nothing_that_steers(page: Path) -> None:
    """Seen from the other end of a real terminal there are our own colours and nothing else."""
    shown = _on_a_terminal("inspect", str(page), "--base-url", "http://a.example/")
    assert "Search" in shown
    assert STEERING.findall(shown) == []


def test_a_question_is_harmless(tmp_path: Path, builtin_web: str) -> None:
    """A form's label cannot steer the terminal through the question for its value."""
    page = tmp_path / "page.html"
    page.write_text(
        '<title>Shops near you</title><form action="/find" role="search">'
        f'<label>Postcode {HOSTILE} <input name="zip" required></label><button>Search</button></form>',
        encoding="utf-8",
    )
    words = ["harvest", str(page), "--base-url", "http://cars.example/", "--connect-to", builtin_web]
    shown = _on_a_terminal(*words, "--out", str(tmp_path / "out"), until="”:")
    assert "The form wants a value for “Postcode a\\x1b[2Jb" in shown, shown
    assert STEERING.findall(shown) == []


def test_what_a_folder_says(crawled: Path, tmp_path: Path) -> None:
    """Status and export of a folder with such text in it, on a terminal and for programs."""
    body = json.dumps(HOSTILE, ensure_ascii=False)
    folder = altered(
        copy_of(crawled, "located", tmp_path),
        f"UPDATE log SET failure = '{HOSTILE}' WHERE failure IS NOT NULL",
        f"INSERT INTO happening (at, kind, body) VALUES (0, '{HOSTILE}', '{body}')",
    )
    for words in (["status", str(folder)], ["export", str(folder), "events", "--format", "csv"]):
        shown = _on_a_terminal(*words)
        assert "a\\x1b[2Jb" in shown, shown
        assert STEERING.findall(shown) == []
    status = called("status", str(folder), "--json").stdout
    events = called("export", str(folder), "events").stdout
    assert STEERING.findall(f"{status}{events}".replace("\n", "")) == []
    assert HOSTILE in json.loads(status)["failures"]
    assert json.loads(events.splitlines()[-1])["body"] == HOSTILE


@pytest.mark.parametrize("form", ["sqlite", "warc", "parquet"])
def test_bytes_are_nothing_for_a_terminal(crawled: Path, form: str) -> None:
    """What is no text goes to a file or a pipe."""
    shown = _on_a_terminal("export", str(crawled / "located"), "pages", "--format", form)
    assert shown.strip() == f"leadline: --format {form} is nothing for a terminal; give a file with --out"


def test_there_is_one_place() -> None:
    """No command prints or asks past `terminal.py`, but for tables of our own experiments and constants."""
    own = {"terminal.py", "bench.py", "bench_locate.py"}
    found = [
        f"{file.name}: {line.strip()}"
        for file in sorted(SOURCES.glob("*.py"))
        if file.name not in own
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"\bConsole\(|typer\.(echo|prompt|confirm|secho)|\binput\(|\bprint\(\s*f?\"", line)
        and not re.search(r"\w\.print\(|Console\(\)?:|out: Console", line)
    ]
    assert found == [
        'app.py: typer.echo(f"leadline {__version__}")',
        "app.py: typer.echo(context.get_help())",
    ]
