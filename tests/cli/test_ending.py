"""How a run ends: one sentence, the right exit code, never a traceback."""

import array
import fcntl
import os
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from leadline.cli.running import run

Run = Callable[..., subprocess.CompletedProcess[str]]


def _app_that_raises(error: BaseException) -> typer.Typer:
    app = typer.Typer()

    @app.command()
    def fail() -> None:
        raise error

    return app


def _only_sentence(stderr: str) -> str:
    lines = stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("leadline: ")
    return lines[0]


def test_no_command_shows_help(leadline: Run) -> None:
    """`leadline` alone shows the commands and is content."""
    done = leadline()
    assert (done.returncode, done.stderr) == (0, "")
    assert "inspect" in done.stdout
    assert "demo" in done.stdout


def test_version(leadline: Run) -> None:
    """`--version` says which version this is."""
    assert leadline("--version").stdout == "leadline 0.1.0\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["inspekt"], "Did you mean 'inspect'?"),
        (["inspect"], "Missing argument"),
        (["inspect", "x.html", "--colour"], "No such option: --colour"),
        (["inspect", "x.html", "--json", "--jsonl"], "choose one of --json and --jsonl"),
        (["demo", "--port", "70000"], "--port"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_2(leadline: Run, words: list[str], says: str) -> None:
    """A usage error names what is wrong and where help is, in one line."""
    done = leadline(*words)
    assert (done.returncode, done.stdout) == (2, "")
    sentence = _only_sentence(done.stderr)
    assert says in sentence
    assert "--help" in sentence


def test_a_fault_is_written_to_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unexpected exception ends in a sentence that names the file with the traceback."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("LEADLINE_DEBUG", raising=False)
    assert run(_app_that_raises(ZeroDivisionError("boom")), []) == 1
    sentence = _only_sentence(capsys.readouterr().err)
    (report,) = tmp_path.glob("leadline-fault-*.txt")
    assert str(report) in sentence
    assert "ZeroDivisionError: boom" in report.read_text()


def test_debugging_shows_the_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """LEADLINE_DEBUG=1 brings the traceback to the terminal."""
    monkeypatch.setenv("LEADLINE_DEBUG", "1")
    assert run(_app_that_raises(ZeroDivisionError("boom")), []) == 1
    assert "Traceback" in capsys.readouterr().err


def test_control_characters_never_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """An error text from a hostile server cannot steer the terminal or forge a second line."""
    from leadline.errors import BadTarget

    assert run(_app_that_raises(BadTarget("a\x1b[2Jb\nleadline: c")), []) == 3
    assert _only_sentence(capsys.readouterr().err) == "leadline: a\\x1b[2Jb\\x0aleadline: c"


def _waits_for_more(program: int, pipe: int) -> bool:
    """Whether it has read all that the pipe held and sleeps: a signal that came any sooner might go unheard."""
    held = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, held)
    state = Path(f"/proc/{program}/stat").read_text().rpartition(") ")[2][0]
    return held[0] == 0 and state == "S"


def test_interrupt_while_reading_ends_with_130() -> None:
    """Ctrl-C while standard input is waited for ends with exit code 130 and one sentence."""
    reading, writing = os.pipe()  # standard input that never ends
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "inspect", "-"],
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        os.write(writing, b"<p>")
        while not _waits_for_more(process.pid, reading):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    os.close(reading)
    os.close(writing)
    assert (process.returncode, out, err) == (130, "", "leadline: interrupted\n")


def test_interrupt_while_fetching_ends_with_130() -> None:
    """Ctrl-C while a server keeps us waiting ends at once, with exit code 130 and one sentence."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with subprocess.Popen(
            [sys.executable, "-m", "leadline", "inspect", "http://slow.example/", "--connect-to", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            server.settimeout(30)
            connection, _ = server.accept()
            assert connection.recv(10)  # the request is on its way, and no answer will come
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
            connection.close()
    assert (process.returncode, out, err) == (130, "", "leadline: interrupted\n")


def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path) -> None:
    """`leadline inspect … | head` ends without a traceback."""
    page = tmp_path / "page.html"
    page.write_text("<form>" + "<input name=q>" * 1_000 + "</form>")
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "inspect", str(page), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("words", [["log"], ["pages", "--format", "csv"], ["log", "--format", "sqlite"]])
def test_an_export_to_a_reader_that_leaves_ends_quietly(crawled: Path, words: list[str]) -> None:
    """`leadline export … | head` says nothing and is no failure, whatever the format."""
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "export", str(crawled / "located"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("words", [["--json"], [], ["--jsonl"]], ids=["one document", "tables", "lines"])
def test_no_room_for_the_output_is_no_fault(tmp_path: Path, words: list[str]) -> None:
    """Standard output on a full disk: one sentence, exit 5."""
    page = tmp_path / "page.html"
    page.write_text("<form>" + "<input name=q>" * 400 + "</form>")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "leadline", "inspect", str(page), *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 5
    assert _only_sentence(done.stderr) == ("leadline: standard output cannot be written: No space left on device")
