"""Help: there for every command and option, and quick."""

import os
import pty
import resource
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from leadline.cli.app import app
from leadline.cli.start import PAGE, PARTED, plain

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "help_page.py"))
START = "from leadline.cli import main; main()"
PLAINLY = {name: value for name, value in os.environ.items() if "COL" not in name and name != "GITHUB_ACTIONS"}
"""Given with env=: whoever imports readline has COLUMNS in the environment of what it starts, not in its own."""
Run = Callable[..., subprocess.CompletedProcess[str]]
COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]  # a group of commands


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_examples(leadline: Run, command: str) -> None:
    """Each command's help shows how it is used, with examples that begin with its name."""
    done = leadline(command, "--help")
    assert "Examples:" in done.stdout
    assert f"leadline {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_help_text(command: str) -> None:
    """No option is left unexplained."""
    parameters = typer.main.get_command(app).commands[command].params  # type: ignore[attr-defined]
    assert [p.name for p in parameters if not p.help] == []


@pytest.mark.parametrize("words", [["--help"], ["inspect", "--help"], ["demo", "--help"]])
def test_help_does_not_wait_for_heavy_libraries(words: list[str]) -> None:
    """Help is shown without importing the HTTP client, the parsers or numerical libraries."""
    program = (
        "import sys, runpy\n"
        f"sys.argv[1:] = {words!r}\n"
        "try:\n    runpy.run_module('leadline', run_name='__main__')\n"
        "except SystemExit as end:\n    assert end.code == 0, end.code\n"
        "heavy = {'aiohttp', 'selectolax', 'turbohtml', 'fastwarc', 'numpy', 'Stemmer', 'sklearn', 'playwright'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("typed", "completed"), [("leadline exp", {"export"}), ("leadline export found --form", {"--format"})]
)
def test_shells_complete_commands_and_options(leadline: Run, typed: str, completed: set[str]) -> None:
    """As bash asks for it."""
    asked = {"_LEADLINE_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    done = leadline(**asked)
    assert (done.returncode, set(done.stdout.split())) == (0, completed)
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # else the shell that runs the tests is asked
    assert "complete_bash" in leadline("--show-completion", "bash", **named).stdout


# ── the page that is kept ─────────────────────────────────────────────────────────────────────────────────


def test_the_kept_page_is_what_would_be_drawn_now() -> None:
    """A command, an option or a sentence that changed is in the page of `leadline --help`."""
    assert Path(PAGE).read_text(encoding="utf-8") == TOOL["page"](), "run: make help-page"


@pytest.mark.parametrize("words", [(), ("-h",), ("--help",)])
def test_help_without_a_terminal_has_no_colours(leadline: Run, words: tuple[str, ...]) -> None:
    """Piped help is plain text, the same for the three ways to ask for it."""
    done = leadline(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == plain(Path(PAGE).read_text(encoding="utf-8").split(PARTED)[1])
    assert "\x1b" not in done.stdout
    assert "│ harvest " in done.stdout


@pytest.mark.parametrize(("columns", "widest"), [(120, 80), (60, 60)])
def test_help_fits_the_terminal(columns: int, widest: int) -> None:
    """In colours at a terminal; drawn anew for one that is narrower than the page kept."""
    shown = _at_a_terminal(columns)
    assert "\x1b[1m" in shown
    assert max(len(line) for line in plain(shown).splitlines()) == widest


def test_help_costs_little_more_than_python_itself() -> None:
    """At most three times the CPU time of `python -c pass`, in the same run."""
    nothing, helped = 0.0, 0.0
    for _ in range(20):
        nothing += _cpu("pass")
        helped += _cpu(START)
    assert helped <= 3 * nothing, (helped, nothing)


def test_help_into_a_full_disk_or_a_closed_pipe_ends_as_every_command_does() -> None:
    """One sentence and its exit code, or silence; never a traceback."""
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-c", START, "--help"], env=PLAINLY, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (5, 1)
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", START], env=PLAINLY, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def _at_a_terminal(columns: int) -> str:
    ours, theirs = pty.openpty()
    subprocess.run(["stty", "columns", str(columns), "rows", "40"], stdin=theirs, check=True)
    with subprocess.Popen(
        [sys.executable, "-c", START, "--help"], stdin=theirs, stdout=theirs, env=PLAINLY | {"TERM": "xterm"}
    ):
        os.close(theirs)
        parts = []
        try:
            while part := os.read(ours, 65536):
                parts.append(part)
        except OSError:  # how a terminal says that nobody is at its other end any more
            pass
    os.close(ours)
    return b"".join(parts).decode()


def _cpu(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program, "--help"], env=PLAINLY, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
