"""Help: there for every command and option, and quick."""

import subprocess
import sys
from collections.abc import Callable

import pytest
import typer.main

from leadline.cli.app import app

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
