"""`leadline lab` as users run it: served on a port, crawled by `leadline locate`, ended by Ctrl-C."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def lab(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], list[str]]]:
    """The program serving, and what it said until it was ready."""
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "lab", "serve", "--scale", "tiny", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line.decode())
            if "Ctrl-C" in lines[-1]:
                break
        try:
            yield process, lines
        finally:
            process.kill()


def address_in(lines: list[str]) -> str:
    found = re.search(r"127\.0\.0\.1:\d+", lines[0])
    assert found is not None
    return found[0]


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_told_even_if_somebody_holds_a_connection(by: signal.Signals) -> None:
    """One signal, exit code 0, one line about it, whoever is still connected or kept waiting."""
    with lab("--rough") as (process, lines):
        host, _, port = address_in(lines).partition(":")
        with socket.create_connection((host, int(port))) as idle:
            idle.sendall(b"GET / HTTP/1.1\r\n")
            process.send_signal(by)
            assert process.wait(timeout=30) == 0
        assert process.stderr is not None
        assert process.stderr.read().decode() == "leadline: the lab has ended\n"


def test_what_it_prints_can_be_followed(leadline: Run, tmp_path: Path) -> None:
    """The printed commands give seeds and a crawl over the served world; nothing unsafe was submitted."""
    with lab("--seed", "3") as (_, lines):
        address = address_in(lines)
        printed = [line.split() for line in lines]
        seeds = next(words for words in printed if "--seeds" in words and "serve" in words)
        given = leadline(*seeds[1 : seeds.index(">")])
        assert given.returncode == 0, given.stderr
        (tmp_path / "seeds.txt").write_text(given.stdout)
        crawl = next(words for words in printed if "locate" in words)
        done = leadline(*crawl[1:], "--pages", "25", "--delay", "0", "--json")
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert (report["pages"], report["errors"]) == (25, 0)
        opener = build_opener(ProxyHandler({"http": f"http://{address}"}))
        with opener.open("http://lab.invalid/ledger", timeout=30) as answer:
            ledger = json.load(answer)
        assert ledger["requests"] >= report["pages"]
        assert ledger["submissions"] == {}


def test_the_answer_key_is_lines_of_json(leadline: Run) -> None:
    """One object a line, the same every time, another for another seed or role."""
    words = ["lab", "truth", "--what", "sites", "--scale", "tiny"]
    first = leadline(*words)
    assert (first.returncode, first.stderr) == (0, "")
    assert all("host" in json.loads(line) for line in first.stdout.splitlines())
    assert leadline(*words).stdout == first.stdout
    assert leadline(*words, "--seed", "1").stdout != first.stdout
    assert leadline(*words, "--role", "reporting").stdout != first.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["serve", "--scale", "huge"], "known: tiny, small, medium, large"),
        (["serve", "--role", "hidden"], "known: tuning, reporting"),
        (["serve", "--scale", "tiny", "--seeds", "zeppelins", "3"], "no site of this world is about 'zeppelins'"),
        (["truth", "--scale", "tiny", "--what", "weather"], "known: sites, forms, sources, records, links"),
        (
            ["truth", "--scale", "tiny", "--what", "sites", "--host", "nobody.example"],
            "has the host nobody.example",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(leadline: Run, words: list[str], says: str) -> None:
    """Exit code 3 and what is known."""
    done = leadline("lab", *words)
    assert (done.returncode, done.stdout) == (3, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_named(leadline: Run) -> None:
    """The sentence says which port, and to try another."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = leadline("lab", "serve", "--scale", "tiny", "--port", str(port))
    assert done.returncode == 3
    assert f"--port {port}: cannot be served on" in done.stderr


def test_a_world_is_measured_beside_its_targets(leadline: Run) -> None:
    """Name, published figure and this world's figure, as a table and as JSON."""
    done = leadline("lab", "describe", "--scale", "tiny", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert rows
    assert all(set(row) == {"name", "target", "measured"} for row in rows)
    shown = leadline("lab", "describe", "--scale", "tiny").stdout.splitlines()
    assert len(shown) == len(rows) + 1
